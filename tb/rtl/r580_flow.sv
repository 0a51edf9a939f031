// r580_flow.sv - R580's flow control: who is active, who wants to jump, whether the group jumps, and the stacks behind it.
//
// R5xx Acceleration 8.6: pixels and counters (8.6.1, 8.6.3.2), stacks (8.6.2), the decision (8.6.3.1), limits of partial
// flow control (8.6.3.4).  Where the text leaves a choice docs/open-questions.md says which one holds.
//
// An instruction is carried out in the clock in which it arrives.  The group's state lies in a row by its slot; what it
// passes through in the clock are masks of pixels with a number: 0 the row, 1 behind the end of a turn, 2 behind B_ELSE,
// 3 behind the loop stack, 4 behind the branch counters, which is the new row.
//
// Counters of pixels that are active, or wait to leave a loop, are 0: nothing has to clear them when a pixel is put out.
module r580_flow #(
    parameter int PIXELS = 192,
    parameter int SLOTS  = 128,
    parameter int FRAMES = 4
) (
    input  logic                 clk,
    input  logic                 rst,
    // a group starts
    input  logic                 i_start,
    input  logic [6:0]           i_start_slot,
    input  logic [7:0]           i_start_pixels,
    // an instruction
    input  logic                 i_issue,
    input  logic [6:0]           i_issue_slot,
    input  logic [8:0]           i_issue_address,
    input  logic [6*32-1:0]      i_words,
    input  logic [PIXELS-1:0]    i_covered,
    input  logic [PIXELS-1:0]    i_done,
    input  logic [PIXELS-1:0]    i_present,
    input  logic [PIXELS-1:0]    i_results,
    input  logic [PIXELS-1:0]    i_fresh,
    input  logic [4*PIXELS-1:0]  i_predicates,
    input  logic                 i_boolean,
    input  logic [31:0]          i_integer,
    // straps
    input  logic                 i_full,
    input  logic [8:0]           i_offset,
    input  logic                 i_keeps_result,
    input  logic                 i_pops_nothing,

    output logic                 o_decided,
    output logic                 o_jump,
    output logic [6:0]           o_slot,
    output logic [8:0]           o_address,
    output logic [8:0]           o_next,
    output logic [4:0]           o_error,
    // the group behind it
    output logic [PIXELS-1:0]    o_active,
    output logic [PIXELS-1:0]    o_wanting,
    output logic [5*PIXELS-1:0]  o_branches,
    output logic [3*PIXELS-1:0]  o_inactive,
    output logic [PIXELS-1:0]    o_continues,
    output logic [8*FRAMES-1:0]  o_turns,
    output logic [2*FRAMES-1:0]  o_kinds,
    output logic [16*FRAMES-1:0] o_outer_al,
    output logic [2:0]           o_loops,
    output logic [15:0]          o_al,
    output logic                 o_has_al,
    output logic [9*FRAMES-1:0]  o_calls,
    output logic [2:0]           o_call_depth,
    // what others read of groups: of each word of 64 pixels a row, aL, whether there is one
    input  logic [7*(PIXELS/64)-1:0] i_row_active_row,
    output logic [PIXELS-1:0]    o_row_active,
    input  logic [6:0]           i_row_al_row,
    output logic [15:0]          o_row_al,
    input  logic [6:0]           i_row_has_al_row,
    output logic                 o_row_has_al,
    // statistics
    output logic [31:0]          o_instructions,
    output logic [31:0]          o_jumps,
    output logic [31:0]          o_divergent
);
    localparam logic [2:0] JUMP = 3'd0, LOOP = 3'd1, ENDLOOP = 3'd2, REP = 3'd3, ENDREP = 3'd4, BREAKLOOP = 3'd5,
                           BREAKREP = 3'd6, CONTINUE = 3'd7;
    localparam logic [1:0] DECR = 2'd1, INCR = 2'd2, POP = 2'd1, PUSH = 2'd2, RESERVED = 2'd3;
    localparam logic [4:0] OK = 5'd0, LOOP_OVERFLOW = 5'd1, LOOP_UNDERFLOW = 5'd2, CALL_OVERFLOW = 5'd3,
                           CALL_UNDERFLOW = 5'd4, BRANCH_OVERFLOW = 5'd5, MIXED_LOOPS = 5'd6, NEEDS_FULL = 5'd7,
                           BAD_FIELD = 5'd8, BAD_PREDICATE = 5'd16, NO_RESULT = 5'd17;
    localparam logic [2:0] ALL_FRAMES = FRAMES[2:0];

    // ---- the instruction (11.10) ----------------------------------------------------------------------------------

    wire [31:0] common = i_words[31:0], inst = i_words[95:64], addr = i_words[127:96];
    wire [2:0]  pred_sel = common[5:3];
    wire        pred_inv = common[6];
    wire [2:0]  op = inst[2:0];
    wire        b_else = inst[4];
    wire        jump_any = inst[5];
    wire [1:0]  a_op = inst[7:6];
    wire [7:0]  jump_func = inst[15:8];
    wire [4:0]  b_pop_cnt = inst[20:16];
    wire [1:0]  b_op0 = inst[25:24];
    wire [1:0]  b_op1 = inst[27:26];
    wire        ignore_uncovered = inst[28];
    wire [8:0]  jump_addr = addr[24:16];
    wire        jump_global = addr[31];
    logic       unused;
    assign unused = &{1'b0, i_words[191:128], i_words[63:32], common[31:7], common[2:0], inst[31:29], inst[23:21], inst[3],
                      addr[30:25], addr[15:0], i_integer[31:24]};

    wire starts = op == LOOP || op == REP;
    wire ends   = op == ENDLOOP || op == ENDREP;
    wire breaks = op == BREAKLOOP || op == BREAKREP;
    wire leaves = breaks || op == CONTINUE;
    wire of_rep = op == ENDREP || op == BREAKREP; // of instructions that want a loop of their kind

    // ---- the row --------------------------------------------------------------------------------------------------

    localparam int ROW = (1 + 5 + 3 + 1) * PIXELS + (8 + 2 + 16 + 9) * FRAMES + 3 + 16 + 1 + 3;

    logic [ROW-1:0]   rows[SLOTS];
    logic [SLOTS-1:0] written; // since the reset; a row that is not is 0

    logic [PIXELS-1:0]    active0, continues0;
    logic [5*PIXELS-1:0]  branches0;
    logic [3*PIXELS-1:0]  inactive0;
    logic [8*FRAMES-1:0]  turns0;
    logic [2*FRAMES-1:0]  kinds0;
    logic [16*FRAMES-1:0] outer_al0;
    logic [9*FRAMES-1:0]  calls0;
    logic [2:0]           loops0, depth0;
    logic [15:0]          al0;
    logic                 has_al0;

    wire [ROW-1:0] row0 = rows[i_issue_slot] & {ROW{written[i_issue_slot]}};
    assign {active0, branches0, inactive0, continues0, turns0, kinds0, outer_al0, loops0, al0, has_al0, calls0, depth0}
        = row0;

    localparam int HAS_AL_AT = 3 + 9 * FRAMES, AL_AT = HAS_AL_AT + 1, ACTIVE_AT = ROW - PIXELS;

    assign o_row_al     = rows[i_row_al_row][AL_AT+:16] & {16{written[i_row_al_row]}};
    assign o_row_has_al = rows[i_row_has_al_row][HAS_AL_AT] && written[i_row_has_al_row];
    always_comb
        for (int w = 0; w < PIXELS / 64; w++)
            o_row_active[64*w+:64] = rows[i_row_active_row[7*w+:7]][ACTIVE_AT+64*w+:64]
                                     & {64{written[i_row_active_row[7*w+:7]]}};

    wire [1:0] top = loops0[1:0] - 2'd1; // the innermost loop's frame
    wire       in_loop = kinds0[{top, 1'b0}]; // and it is a LOOP

    // ---- is it allowed? -------------------------------------------------------------------------------------------

    logic [4:0] refused;
    always_comb begin
        refused = OK;
        if (a_op == RESERVED || b_op0 == RESERVED || b_op1 == RESERVED)
            refused = BAD_FIELD;
        else if (pred_sel == 3'd1 || pred_sel[2:1] == 2'b11) // by channel, reserved
            refused = BAD_PREDICATE;
        else if (!i_full && (op != JUMP || a_op != 2'd0))
            refused = NEEDS_FULL;
        else if ((leaves || (ends && !i_pops_nothing)) && loops0 == 3'd0)
            refused = LOOP_UNDERFLOW;
        else if ((ends || breaks) && loops0 != 3'd0 && in_loop == of_rep)
            refused = MIXED_LOOPS;
    end

    // ---- counters as masks ----------------------------------------------------------------------------------------

    logic [PIXELS-1:0] waits0, last0; // a loop-inactive counter that is not 0, that is 1
    logic [PIXELS-1:0] innermost;     // a branch counter of 0
    logic [PIXELS-1:0] low, full;     // one below B_POP_CNT, the greatest one
    wire [4:0]         most = {{3{i_full}}, 2'b11};
    always_comb
        for (int p = 0; p < PIXELS; p++) begin
            waits0[p]    = inactive0[3*p+:3] != 3'd0;
            last0[p]     = inactive0[3*p+:3] == 3'd1;
            innermost[p] = branches0[5*p+:5] == 5'd0;
            low[p]       = branches0[5*p+:5] < b_pop_cnt;
            full[p]      = branches0[5*p+:5] == most;
        end

    // ---- the end of a turn wakes who has skipped its rest; B_ELSE -------------------------------------------------

    wire [PIXELS-1:0] woken     = i_present & continues0 & last0 & {PIXELS{ends}};
    wire [PIXELS-1:0] active1   = active0 | woken;
    wire [PIXELS-1:0] waits1    = waits0 & ~woken;
    wire [PIXELS-1:0] out       = active1 & {PIXELS{b_else}};
    wire [PIXELS-1:0] exchanged = (active1 & ~i_present) | (i_present & ~active1 & ~waits1 & innermost);
    wire [PIXELS-1:0] active2   = b_else ? exchanged : active1;

    // ---- who wants to jump, who has a say -------------------------------------------------------------------------

    logic [PIXELS-1:0] predicate, func;
    always_comb begin
        case (pred_sel)
            3'd0:       predicate = '1;
            3'd3:       predicate = i_predicates[PIXELS+:PIXELS] ^ {PIXELS{pred_inv}};
            3'd4:       predicate = i_predicates[2*PIXELS+:PIXELS] ^ {PIXELS{pred_inv}};
            3'd5:       predicate = i_predicates[3*PIXELS+:PIXELS] ^ {PIXELS{pred_inv}};
            default:    predicate = i_predicates[0+:PIXELS] ^ {PIXELS{pred_inv}};
        endcase
        for (int p = 0; p < PIXELS; p++)
            func[p] = jump_func[{i_results[p], predicate[p], i_boolean}];
    end

    wire [PIXELS-1:0] wanting = (i_present & func) | out;
    wire [PIXELS-1:0] says    = i_present & ~i_done & (i_covered | {PIXELS{!ignore_uncovered}});
    wire [PIXELS-1:0] asked   = (active2 | out) & says;
    wire              any     = |(asked & wanting);
    wire              other   = |(asked & ~wanting);

    // What jump_func asks an active pixel for, and no ALU instruction has written since the last flow control (8.4.10).
    wire no_result = !i_keeps_result && jump_func[7:4] != jump_func[3:0] && |(active2 & ~i_fresh);

    // ---- the decision ---------------------------------------------------------------------------------------------

    wire [PIXELS-1:0] blocks  = ~active2 & ~waits1 & low;                        // blocks that are left: vetoes both
    wire [PIXELS-1:0] skips   = continues0 & last0 & {PIXELS{breaks}}; // the rest of the turn: vetoes BREAK
    wire              veto    = leaves && |(says & (blocks | skips));
    wire [7:0]        turns_left = turns0[{top, 3'd0}+:8] - 8'd1;

    logic jump;
    always_comb
        if (starts && i_integer[7:0] == 8'd0)
            jump = 1'b1;
        else if ((ends && (turns_left == 8'd0 || loops0 == 3'd0)) || veto)
            jump = 1'b0;
        else
            jump = jump_any ? any : !other;

    // ---- the loop stack -------------------------------------------------------------------------------------------

    wire pushes = starts && !jump && loops0 != ALL_FRAMES;
    wire pops   = ((ends && !jump) || (breaks && jump)) && loops0 != 3'd0;

    wire [PIXELS-1:0] leaving = active2 & wanting & {PIXELS{leaves && !jump}};
    wire [PIXELS-1:0] back    = i_present & last0 & waits1 & {PIXELS{pops}};
    wire [PIXELS-1:0] active3 = (active2 | back) & ~leaving;
    wire [PIXELS-1:0] waits3  = (waits1 & ~back) | leaving;

    logic [3*PIXELS-1:0] inactive3;
    always_comb
        for (int p = 0; p < PIXELS; p++) begin
            inactive3[3*p+:3] = inactive0[3*p+:3];
            if (leaving[p])
                inactive3[3*p+:3] = 3'd1;
            else if (woken[p])
                inactive3[3*p+:3] = 3'd0;
            else if (i_present[p] && waits0[p] && pushes)
                inactive3[3*p+:3] = inactive0[3*p+:3] + 3'd1;
            else if (i_present[p] && waits0[p] && pops)
                inactive3[3*p+:3] = inactive0[3*p+:3] - 3'd1;
        end

    wire [PIXELS-1:0] continues3 = (continues0 & ~woken & ~back) | (leaving & {PIXELS{!breaks}});

    logic [8*FRAMES-1:0]  turns3;
    logic [2*FRAMES-1:0]  kinds3;
    logic [16*FRAMES-1:0] outer_al3;
    logic [2:0]           loops3;
    logic [15:0]          al3;
    logic                 has_al3;
    always_comb begin
        turns3    = turns0;
        kinds3    = kinds0;
        outer_al3 = outer_al0;
        loops3    = loops0;
        al3       = al0;
        has_al3   = has_al0;
        if (pushes) begin
            turns3[{loops0[1:0], 3'd0}+:8]      = i_integer[7:0];
            kinds3[{loops0[1:0], 1'd0}+:2]      = {has_al0, op == LOOP};
            outer_al3[{loops0[1:0], 4'd0}+:16] = al0;
            loops3                              = loops0 + 3'd1;
            if (op == LOOP) begin
                al3     = {8'd0, i_integer[15:8]};
                has_al3 = 1'b1;
            end
        end else if (pops) begin
            turns3[{top, 3'd0}+:8]     = 8'd0;
            kinds3[{top, 1'd0}+:2]     = 2'd0;
            outer_al3[{top, 4'd0}+:16] = 16'd0;
            loops3                     = loops0 - 3'd1;
            al3                        = outer_al0[{top, 4'd0}+:16];
            has_al3                    = kinds0[{top, 1'b1}];
        end else if (ends && loops0 != 3'd0) begin
            turns3[{top, 3'd0}+:8] = turns_left;
            if (op == ENDLOOP)
                al3 = al0 + {{8{i_integer[23]}}, i_integer[23:16]};
        end
    end

    // ---- branch counters ------------------------------------------------------------------------------------------

    wire [1:0]        b_op     = jump ? b_op1 : b_op0;
    wire [PIXELS-1:0] branched = i_present & ~active3 & ~waits3;
    wire [PIXELS-1:0] put_out  = i_present & active3 & (wanting ^ {PIXELS{jump}}) & {PIXELS{b_op == INCR}};
    wire [PIXELS-1:0] wakes    = branched & low & {PIXELS{b_op == DECR}};
    wire [PIXELS-1:0] active4  = (active3 & ~put_out) | wakes;

    logic [5*PIXELS-1:0] branches4;
    always_comb
        for (int p = 0; p < PIXELS; p++) begin
            branches4[5*p+:5] = branches0[5*p+:5];
            if (wakes[p])
                branches4[5*p+:5] = 5'd0;
            else if (branched[p] && b_op == DECR)
                branches4[5*p+:5] = branches0[5*p+:5] - b_pop_cnt;
            else if (branched[p] && b_op == INCR)
                branches4[5*p+:5] = branches0[5*p+:5] + 5'd1;
        end

    // ---- the address stack ----------------------------------------------------------------------------------------

    wire [8:0] behind    = i_issue_address + 9'd1;
    wire [8:0] target    = jump_addr + (jump_global ? 9'd0 : i_offset);
    wire       calls     = jump && a_op == PUSH;
    wire       returns   = jump && a_op == POP;
    wire [1:0] last_call = depth0[1:0] - 2'd1;
    wire [5:0] call_at   = {4'd0, depth0[1:0]} * 6'd9;
    wire [5:0] return_at = {4'd0, last_call} * 6'd9;

    logic [9*FRAMES-1:0] calls4;
    logic [2:0]          depth4;
    logic [8:0]          next;
    always_comb begin
        calls4 = calls0;
        depth4 = depth0;
        next   = jump ? target : behind;
        if (calls && depth0 != ALL_FRAMES) begin
            calls4[call_at+:9] = behind;
            depth4             = depth0 + 3'd1;
        end else if (returns && depth0 != 3'd0) begin
            calls4[return_at+:9] = 9'd0;
            depth4               = depth0 - 3'd1;
            next                 = calls0[return_at+:9];
        end
    end

    // The last of several counts.
    logic [4:0] broken;
    always_comb begin
        broken = no_result ? NO_RESULT : OK;
        if (starts && !jump && loops0 == ALL_FRAMES)
            broken = LOOP_OVERFLOW;
        if (b_op == INCR && |(branched & full))
            broken = BRANCH_OVERFLOW;
        if (calls && depth0 == ALL_FRAMES)
            broken = CALL_OVERFLOW;
        if (returns && depth0 == 3'd0)
            broken = CALL_UNDERFLOW;
    end

    // ---- the edge -------------------------------------------------------------------------------------------------

    wire [ROW-1:0] row4 = {active4, branches4, inactive3, continues3, turns3, kinds3, outer_al3, loops3, al3, has_al3,
                           calls4, depth4};
    wire [ROW-1:0] after = refused == OK ? row4 : row0;

    logic [PIXELS-1:0] arrived;
    always_comb
        for (int p = 0; p < PIXELS; p++)
            arrived[p] = p[7:0] < i_start_pixels;

    always_ff @(posedge clk)
        if (rst)
            written <= '0;
        else begin
            if (i_issue) begin
                rows[i_issue_slot]    <= after;
                written[i_issue_slot] <= 1'b1;
            end
            if (i_start) begin
                rows[i_start_slot]    <= {arrived, {(ROW - PIXELS) {1'b0}}};
                written[i_start_slot] <= 1'b1;
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_decided <= 1'b0;
            o_jump    <= 1'b0;
            o_slot    <= '0;
            o_address <= '0;
            o_next    <= '0;
            o_error   <= OK;
            o_wanting <= '0;
            {o_active, o_branches, o_inactive, o_continues, o_turns, o_kinds, o_outer_al, o_loops, o_al, o_has_al,
             o_calls, o_call_depth} <= '0;
            o_instructions <= '0;
            o_jumps        <= '0;
            o_divergent    <= '0;
        end else begin
            o_decided <= i_issue;
            if (i_issue) begin
                o_jump    <= 1'b0;
                o_slot    <= i_issue_slot;
                o_address <= i_issue_address;
                o_error   <= refused;
                {o_active, o_branches, o_inactive, o_continues, o_turns, o_kinds, o_outer_al, o_loops, o_al, o_has_al,
                 o_calls, o_call_depth} <= after;
            end
            if (i_issue && refused == OK) begin
                o_jump         <= jump;
                o_next         <= next;
                o_error        <= broken;
                o_wanting      <= wanting;
                o_instructions <= o_instructions + 32'd1;
                o_jumps        <= o_jumps + {31'd0, jump};
                o_divergent    <= o_divergent + {31'd0, any && other};
            end
        end
endmodule
