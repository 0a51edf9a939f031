// cf_state.sv - pixel states, loop state, call depth and stack of every wavefront.
//
// ISA 3.6.1 (pixel states), 3.6.2 to 3.6.4 (condition tests), 3.6.5 (stack), 3.7 and table 3.7 (branches, loops, calls),
// 9.1, 10.1.  Where these disagree docs/open-questions.md says which one holds.
//
// Three events a clock, of three wavefronts: one arrives, one executes a control-flow instruction, one ends an ALU
// clause.  Only an export may share its clock with the end of a clause of its own wavefront; it changes nothing here.
// The wavefront's state before the event is `now`, what it becomes `after`; o_launched_*, o_flowed_*, o_ended_* and
// o_pushed_* show what was written at the edge.
//
// A wavefront owns i_rows_per_wave rows of the stack.  A frame is one row, or i_subentries rows of which the last one
// holds it, so the frame on top is always in the last row in use.
`include "cf_ops_pkg.sv"

module cf_state #(
    parameter int SLOTS = 256,
    parameter int ROWS  = 4096
) (
    input  logic              clk,
    input  logic              rst,
    // a wavefront arrives
    input  logic              i_launch,
    input  logic [7:0]        i_launch_slot,
    input  logic [63:0]       i_launch_lanes,
    // a control-flow instruction
    input  logic              i_flow,
    input  logic [7:0]        i_flow_slot,
    input  logic [63:0]       i_flow_word,
    input  logic [28:0]       i_flow_pc,
    // the end of an ALU clause
    input  logic              i_done,
    input  logic [7:0]        i_done_slot,
    input  logic [3:0]        i_done_op,
    input  logic [28:0]       i_done_pc,
    input  logic [63:0]       i_done_active,
    input  logic [63:0]       i_done_killed,
    // straps
    input  logic [12:0]       i_rows_per_wave,
    input  logic [3:0]        i_subentries,
    input  logic [28:0]       i_fetch_base,
    input  logic [31:0]       i_bools,
    input  logic [31:0][31:0] i_loops,

    output logic [2:0]        o_error,
    output logic [28:0]       o_error_pc,
    output logic [7:0]        o_error_slot,

    output logic              o_launched,
    output logic [7:0]        o_launched_slot,
    output logic [63:0]       o_launched_active,
    output logic [63:0]       o_launched_broken,
    output logic [63:0]       o_launched_continued,
    output logic [63:0]       o_launched_valid,
    output logic [12:0]       o_launched_stack_rows,
    output logic [12:0]       o_launched_loop_end,
    output logic [1:0]        o_launched_loop_kind,
    output logic [11:0]       o_launched_loop_count,
    output logic [7:0]        o_launched_loop_step,
    output logic [12:0]       o_launched_loop_index,
    output logic [5:0]        o_launched_call_depth,
    output logic              o_launched_fetching,

    output logic              o_flowed,
    output logic [7:0]        o_flowed_slot,
    output logic [28:0]       o_flowed_pc,
    output logic [63:0]       o_flowed_active,
    output logic [63:0]       o_flowed_broken,
    output logic [63:0]       o_flowed_continued,
    output logic [63:0]       o_flowed_valid,
    output logic [12:0]       o_flowed_stack_rows,
    output logic [12:0]       o_flowed_loop_end,
    output logic [1:0]        o_flowed_loop_kind,
    output logic [11:0]       o_flowed_loop_count,
    output logic [7:0]        o_flowed_loop_step,
    output logic [12:0]       o_flowed_loop_index,
    output logic [5:0]        o_flowed_call_depth,
    output logic              o_flowed_fetching,

    output logic              o_ended,
    output logic [7:0]        o_ended_slot,
    output logic [63:0]       o_ended_active,
    output logic [63:0]       o_ended_broken,
    output logic [63:0]       o_ended_continued,
    output logic [63:0]       o_ended_valid,
    output logic [12:0]       o_ended_stack_rows,
    output logic [12:0]       o_ended_loop_end,
    output logic [1:0]        o_ended_loop_kind,
    output logic [11:0]       o_ended_loop_count,
    output logic [7:0]        o_ended_loop_step,
    output logic [12:0]       o_ended_loop_index,
    output logic [5:0]        o_ended_call_depth,
    output logic              o_ended_fetching,

    output logic              o_pushed,
    output logic [11:0]       o_pushed_row,
    output logic [2:0]        o_pushed_kind,
    output logic [63:0]       o_pushed_active,
    output logic [63:0]       o_pushed_broken,
    output logic [63:0]       o_pushed_continued,
    output logic [12:0]       o_pushed_loop_end,
    output logic [1:0]        o_pushed_loop_kind,
    output logic [11:0]       o_pushed_loop_count,
    output logic [7:0]        o_pushed_loop_step,
    output logic [12:0]       o_pushed_loop_index,
    output logic [28:0]       o_pushed_return_pc,
    output logic [5:0]        o_pushed_call_depth,
    output logic              o_pushed_fetching
);
    import cf_ops_pkg::*;

    localparam int SLOT_BITS = $clog2(SLOTS);
    localparam int ROW_BITS  = $clog2(ROWS);
    typedef logic [ROW_BITS-1:0] row_t;

    localparam logic [2:0] OK = 3'd0, STACK_OVERFLOW = 3'd1, STACK_UNDERFLOW = 3'd2, STACK_MISMATCH = 3'd3,
                           NO_LOOP = 3'd4, NO_CALL = 3'd5, STACK_NOT_EMPTY = 3'd6;
    localparam logic [1:0] LOOP_NONE = 2'd0, LOOP_INDEXED = 2'd1, LOOP_REPEAT = 2'd2, LOOP_DX10 = 2'd3;
    localparam logic [2:0] FRAME_MASK = 3'd1, FRAME_QUAD_MASK = 3'd2, FRAME_LOOP = 3'd3, FRAME_CALL = 3'd4;
    localparam logic [6:0] CALL_DEPTH_MOST = 7'd32; // ISA 3.7.6

    // A pixel that is neither active nor in one of the other two masks is inactive-branch.
    typedef struct packed {
        logic [63:0] active, broken, continued;
        logic [12:0] loop_end; // rows in use at the start of the body
        logic [1:0]  loop_kind;
        logic [11:0] loop_count;
        logic [7:0]  loop_step;
        logic [12:0] loop_index;
        logic [5:0]  call_depth;
        logic        fetching;
        logic [63:0] valid;
        logic [12:0] stack_rows;
    } wave_t;
    // A frame in two memories: pops of masks read several rows a clock, of the rest the row on top is enough.
    typedef struct packed {
        logic [2:0]  kind;
        logic [63:0] active;
    } mask_t;
    typedef struct packed {
        logic [63:0] broken, continued;
        logic [12:0] loop_end;
        logic [1:0]  loop_kind;
        logic [11:0] loop_count;
        logic [7:0]  loop_step;
        logic [12:0] loop_index;
        logic [5:0]  call_depth;
        logic        fetching;
        logic [28:0] return_pc;
    } rest_t;
    typedef struct packed {
        mask_t mask;
        rest_t rest;
    } frame_t;

    wave_t waves[SLOTS];
    mask_t masks[ROWS];
    rest_t rests[ROWS];

    function automatic row_t first_row(input logic [7:0] slot);
        first_row = row_t'(13'(slot) * i_rows_per_wave);
    endfunction

    function automatic logic is_mask(input logic [2:0] kind);
        is_mask = kind == FRAME_MASK || kind == FRAME_QUAD_MASK;
    endfunction

    // ISA table 3.6: whole-quad pushes and loops take an entry, the others a subentry.
    function automatic logic [12:0] rows_of(input logic [2:0] kind);
        rows_of = kind == FRAME_QUAD_MASK || kind == FRAME_LOOP ? 13'(i_subentries) : 13'd1;
    endfunction

    // ---- a control-flow instruction: what it is ---------------------------------------------------------------------

    cf_word_t   word;
    logic [6:0] inst;
    logic       is_alu, is_last, alu_pushes;
    assign word       = i_flow_word;
    assign inst       = cf_class(word.cf_inst) == CLASS_ALU ? CF_NOP : word.cf_inst;
    assign is_alu     = cf_class(word.cf_inst) == CLASS_ALU;
    assign is_last    = word.end_of_program && !is_alu;
    assign alu_pushes = is_alu && (word.cf_inst[6:3] == ALU_PUSH_BEFORE || word.cf_inst[6:3] == ALU_ELSE_AFTER);

    logic pops_first, starts_loop, calls;
    assign pops_first  = inst == CF_POP || inst == CF_POP_JUMP || inst == CF_POP_PUSH || inst == CF_POP_PUSH_ELSE;
    assign starts_loop = inst == CF_LOOP_START || inst == CF_LOOP_START_NO_AL || inst == CF_LOOP_START_DX10;
    assign calls       = inst == CF_CALL || inst == CF_CALL_FS;

    logic unused;
    assign unused = &{1'b0, word.barrier, word.reserved_20, word.count_3, word.count, word.addr[31:29]};

    wave_t  now;
    mask_t  top;
    rest_t  outer; // what a loop or call on top has kept
    logic   has_top;
    row_t   flow_base, flow_top;
    assign now       = waves[i_flow_slot[SLOT_BITS-1:0]];
    assign flow_base = first_row(i_flow_slot);
    assign has_top   = now.stack_rows != 13'd0;
    assign flow_top  = flow_base + row_t'(now.stack_rows) - row_t'(1);
    assign top       = masks[flow_top];
    assign outer     = rests[flow_top];

    // ---- POP_COUNT pops (ISA 3.7.2): pixels that have left the loop's iteration stay out of it -----------------------

    logic        popped_ok;
    logic [12:0] popped_rows;
    logic [63:0] popped_active;
    mask_t       popped;
    always_comb begin
        popped_ok     = 1'b1;
        popped_rows   = now.stack_rows;
        popped_active = now.active;
        popped        = '0;
        for (int i = 0; i < 7; i++)
            if (i < int'(word.pop_count)) begin
                popped = masks[flow_base + row_t'(popped_rows) - row_t'(1)];
                if (popped_rows == 13'd0 || !is_mask(popped.kind))
                    popped_ok = 1'b0;
                popped_rows   = popped_rows - rows_of(popped.kind);
                popped_active = popped.active & ~(now.broken | now.continued);
            end
    end

    // ---- condition test (ISA 3.6.4, table 3.4) -----------------------------------------------------------------------

    logic        constant, condition;
    logic [63:0] active, subject, quads, pass;
    assign constant = i_bools[word.cf_const];
    assign active   = pops_first ? popped_active : now.active;
    always_comb
        case (word.cond)
            COND_ACTIVE: condition = 1'b1;
            COND_BOOL:   condition = constant;
            COND_FALSE:  condition = 1'b0;
            default:     condition = !constant;
        endcase
    always_comb
        case (inst)
            CF_ELSE:     subject = top.active;
            CF_LOOP_END: subject = ~now.broken;
            default:     subject = active;
        endcase
    always_comb
        for (int i = 0; i < 16; i++)
            quads[4*i +: 4] = {4{|subject[4*i +: 4]}};
    always_comb
        if (!condition)
            pass = 64'd0;
        else if (word.whole_quad_mode)
            pass = quads;
        else if (word.valid_pixel_mode)
            pass = subject & now.valid;
        else
            pass = subject;

    logic none;
    assign none = pass == 64'd0;

    // ---- loops (ISA 3.7.3 to 3.7.5) and calls (ISA 3.7.6) ------------------------------------------------------------

    logic [31:0] loop_constant; // trip count, first index, step
    logic        counted, enters, repeats;
    assign loop_constant = i_loops[word.cf_const];
    assign enters        = !none && (inst == CF_LOOP_START_DX10 || loop_constant[11:0] != 12'd0);
    assign counted       = now.loop_kind != LOOP_DX10;
    assign repeats       = !none && (!counted || now.loop_count > 12'd1);

    logic [6:0] depth;
    logic       called;
    assign depth  = 7'(now.call_depth) + 7'(word.call_count);
    assign called = !none && depth <= CALL_DEPTH_MOST;

    // ---- stack: what is pushed ---------------------------------------------------------------------------------------

    logic        pushes, fits;
    logic [12:0] base_rows;   // rows in use before the push
    logic [13:0] pushed_rows; // after it
    frame_t      frame;
    always_comb
        case (inst)
            CF_PUSH, CF_POP_PUSH:           pushes = !none;
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE: pushes = 1'b1;
            default:                        pushes = alu_pushes || (starts_loop && enters) || (calls && called);
        endcase
    always_comb begin
        frame = '0;
        if (starts_loop) begin
            frame.mask.kind       = FRAME_LOOP;
            frame.mask.active     = now.active;
            frame.rest.broken     = now.broken;
            frame.rest.continued  = now.continued;
            frame.rest.loop_end   = now.loop_end;
            frame.rest.loop_kind  = now.loop_kind;
            frame.rest.loop_count = now.loop_count;
            frame.rest.loop_step  = now.loop_step;
            frame.rest.loop_index = now.loop_index;
        end else if (calls) begin
            frame.mask.kind       = FRAME_CALL;
            frame.rest.return_pc  = i_flow_pc + 29'd1;
            frame.rest.call_depth = now.call_depth;
            frame.rest.fetching   = now.fetching;
        end else begin
            frame.mask.kind   = word.whole_quad_mode && !is_alu ? FRAME_QUAD_MASK : FRAME_MASK;
            frame.mask.active = active;
        end
    end
    assign base_rows   = pops_first ? popped_rows : now.stack_rows;
    assign pushed_rows = 14'(base_rows) + 14'(rows_of(frame.mask.kind));
    assign fits        = pushed_rows <= 14'(i_rows_per_wave);

    // ---- the outcome -------------------------------------------------------------------------------------------------

    logic  jumps, pops; // to ADDR; POP_COUNT entries
    logic  pops_alone;  // ... and does nothing else to the pixels
    assign pops_alone = (inst == CF_JUMP || inst == CF_PUSH) ? none : starts_loop && !enters;

    logic [63:0] inverted, gone;
    assign inverted = ((now.active & ~pass) | (pass & ~now.active)) & ~(now.broken | now.continued);
    assign gone     = now.broken | now.continued | pass;

    always_comb
        case (inst)
            CF_JUMP, CF_PUSH, CF_LOOP_START, CF_LOOP_START_NO_AL, CF_LOOP_START_DX10:
                                            jumps = pops_alone;
            CF_POP_JUMP, CF_POP_PUSH:       jumps = none;
            CF_ELSE:                        jumps = inverted == 64'd0;
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE: jumps = (active & ~pass) == 64'd0;
            CF_LOOP_END:                    jumps = repeats;
            CF_LOOP_BREAK, CF_LOOP_CONTINUE: jumps = &gone;
            CF_CALL, CF_CALL_FS:            jumps = called;
            CF_KILL:                        jumps = (now.valid & ~pass) == 64'd0;
            default:                        jumps = 1'b0;
        endcase
    assign pops = pops_first || pops_alone || (inst == CF_ELSE && jumps);

    // Where the instruction goes: ADDR counts from the program's base, or from the fetch program's.
    logic [28:0] base, pc;
    assign base = now.fetching || inst == CF_CALL_FS ? i_fetch_base : 29'd0;
    always_comb
        if (inst == CF_RETURN)
            pc = outer.return_pc;
        else if (!jumps)
            pc = i_flow_pc + 29'd1;
        else if (inst == CF_CALL_FS)
            pc = base;
        else
            pc = word.addr[28:0] + base;

    wave_t after;
    always_comb begin
        after = now;
        if (pops) begin
            after.active     = popped_active;
            after.stack_rows = popped_rows;
        end
        if (pushes)
            after.stack_rows = pushed_rows[12:0];
        case (inst)
            CF_POP:
                after.active = pass;
            CF_PUSH, CF_POP_PUSH:
                if (!none)
                    after.active = pass;
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE:
                after.active = active & ~pass;
            CF_ELSE:
                if (!jumps || word.pop_count == 3'd0)
                    after.active = inverted;
            CF_LOOP_START, CF_LOOP_START_NO_AL, CF_LOOP_START_DX10:
                if (enters) begin
                    after.active     = pass;
                    after.broken     = ~pass; // inactive pixels among them
                    after.continued  = 64'd0;
                    after.loop_end   = pushed_rows[12:0];
                    after.loop_count = loop_constant[11:0];
                    after.loop_kind  = inst == CF_LOOP_START      ? LOOP_INDEXED
                                     : inst == CF_LOOP_START_DX10 ? LOOP_DX10 : LOOP_REPEAT;
                    if (inst == CF_LOOP_START) begin
                        after.loop_index = 13'(loop_constant[23:12]);
                        after.loop_step  = loop_constant[31:24];
                    end
                end
            CF_LOOP_END:
                if (repeats) begin
                    after.active    = pass & ~now.broken;
                    after.continued = 64'd0;
                    if (counted)
                        after.loop_count = now.loop_count - 12'd1;
                    if (now.loop_kind == LOOP_INDEXED)
                        after.loop_index = now.loop_index + {{5{now.loop_step[7]}}, now.loop_step};
                end else begin
                    after.active     = top.active;
                    after.broken     = outer.broken;
                    after.continued  = outer.continued;
                    after.loop_end   = outer.loop_end;
                    after.loop_kind  = outer.loop_kind;
                    after.loop_count = outer.loop_count;
                    after.loop_step  = outer.loop_step;
                    after.loop_index = outer.loop_index;
                    after.stack_rows = now.stack_rows - rows_of(FRAME_LOOP);
                end
            CF_LOOP_BREAK, CF_LOOP_CONTINUE: begin
                after.active = now.active & ~pass;
                if (inst == CF_LOOP_BREAK)
                    after.broken = now.broken | pass;
                else
                    after.continued = now.continued | pass;
                if (jumps) // back to where the body began (ISA 9.1)
                    after.stack_rows = now.loop_end;
            end
            CF_CALL, CF_CALL_FS:
                if (called) begin
                    after.call_depth = depth[5:0];
                    after.fetching   = now.fetching || inst == CF_CALL_FS;
                end
            CF_RETURN: begin
                after.call_depth = outer.call_depth;
                after.fetching   = outer.fetching;
                after.stack_rows = now.stack_rows - rows_of(FRAME_CALL);
            end
            CF_KILL: // killed pixels stay active (ISA 3.6.2)
                after.valid = now.valid & ~pass;
            default: ;
        endcase
    end

    logic [2:0] flow_error;
    always_comb begin
        flow_error = OK;
        if (inst == CF_ELSE && !(has_top && is_mask(top.kind)))
            flow_error = STACK_UNDERFLOW;
        else if (pops && !popped_ok)
            flow_error = STACK_UNDERFLOW;
        else if (pushes && !fits)
            flow_error = STACK_OVERFLOW;
        else if ((inst == CF_LOOP_END || inst == CF_LOOP_BREAK || inst == CF_LOOP_CONTINUE) &&
                 now.loop_kind == LOOP_NONE)
            flow_error = NO_LOOP;
        else if (inst == CF_LOOP_END && now.stack_rows != now.loop_end)
            flow_error = STACK_MISMATCH;
        else if (inst == CF_LOOP_END && !repeats && !(has_top && top.kind == FRAME_LOOP))
            flow_error = STACK_MISMATCH;
        else if (inst == CF_RETURN && !has_top)
            flow_error = NO_CALL;
        else if (inst == CF_RETURN && top.kind != FRAME_CALL)
            flow_error = STACK_MISMATCH;
        else if (is_last && after.stack_rows != 13'd0)
            flow_error = STACK_NOT_EMPTY;
    end

    // ---- the end of an ALU clause (ISA 3.7.7, 9.1) -------------------------------------------------------------------

    wave_t       ran, ended; // before and after
    mask_t       held;
    row_t        done_base;
    logic [2:0]  done_error;
    logic [63:0] masked, out;
    assign ran       = waves[i_done_slot[SLOT_BITS-1:0]];
    assign done_base = first_row(i_done_slot);
    assign masked    = ran.active & ~i_done_active;
    assign out       = ran.broken | ran.continued;

    always_comb begin
        done_error   = OK;
        ended        = ran;
        ended.valid  = ran.valid & ~i_done_killed;
        ended.active = i_done_active;
        held         = masks[done_base + row_t'(ran.stack_rows) - row_t'(1)];
        case (i_done_op)
            ALU_POP_AFTER, ALU_POP2_AFTER:
                for (int i = 0; i < 2; i++)
                    if (i == 0 || i_done_op == ALU_POP2_AFTER) begin
                        held = masks[done_base + row_t'(ended.stack_rows) - row_t'(1)];
                        if (ended.stack_rows == 13'd0 || !is_mask(held.kind))
                            done_error = STACK_UNDERFLOW;
                        ended.stack_rows = ended.stack_rows - rows_of(held.kind);
                        ended.active     = held.active & ~out;
                    end
            ALU_CONTINUE, ALU_BREAK: begin
                if (ran.loop_kind == LOOP_NONE)
                    done_error = NO_LOOP;
                if (i_done_op == ALU_CONTINUE)
                    ended.continued = ran.continued | masked;
                else
                    ended.broken = ran.broken | masked;
            end
            ALU_ELSE_AFTER:
                if (ran.stack_rows == 13'd0)
                    done_error = STACK_UNDERFLOW;
                else
                    ended.active = ((i_done_active & ~held.active) | (held.active & ~i_done_active)) & ~out;
            default: ;
        endcase
    end

    // ---- the edge ----------------------------------------------------------------------------------------------------

    logic  flows, pushed, ends;
    row_t  top_row;
    wave_t fresh;
    assign flows   = i_flow && flow_error == OK;
    assign pushed  = flows && pushes;
    assign ends    = i_done && done_error == OK;
    assign top_row = flow_base + row_t'(pushed_rows) - row_t'(1);
    always_comb begin
        fresh        = '0;
        fresh.active = i_launch_lanes;
        fresh.valid  = i_launch_lanes;
    end

    always_ff @(posedge clk)
        if (!rst) begin
            if (i_launch)
                waves[i_launch_slot[SLOT_BITS-1:0]] <= fresh;
            if (flows)
                waves[i_flow_slot[SLOT_BITS-1:0]] <= after;
            if (ends)
                waves[i_done_slot[SLOT_BITS-1:0]] <= ended;
            if (pushed) begin
                masks[top_row] <= frame.mask;
                rests[top_row] <= frame.rest;
            end
        end

    always_ff @(posedge clk)
        if (rst) begin
            o_error      <= OK;
            o_error_pc   <= 29'd0;
            o_error_slot <= 8'd0;
        end else if (o_error == OK) begin
            if (i_flow && flow_error != OK) begin
                o_error      <= flow_error;
                o_error_pc   <= i_flow_pc;
                o_error_slot <= i_flow_slot;
            end else if (i_done && done_error != OK) begin
                o_error      <= done_error;
                o_error_pc   <= i_done_pc;
                o_error_slot <= i_done_slot;
            end
        end

    // ---- what was written --------------------------------------------------------------------------------------------

    wave_t  launched, flowed, was_ended;
    frame_t written;
    always_ff @(posedge clk)
        if (rst) begin
            o_launched      <= 1'b0;
            o_launched_slot <= 8'd0;
            launched        <= '0;
            o_flowed        <= 1'b0;
            o_flowed_slot   <= 8'd0;
            o_flowed_pc     <= 29'd0;
            flowed          <= '0;
            o_ended         <= 1'b0;
            o_ended_slot    <= 8'd0;
            was_ended       <= '0;
            o_pushed        <= 1'b0;
            o_pushed_row    <= 12'd0;
            written         <= '0;
        end else begin
            o_launched <= i_launch;
            o_flowed   <= flows;
            o_ended    <= ends;
            o_pushed   <= pushed;
            if (i_launch) begin
                o_launched_slot <= i_launch_slot;
                launched        <= fresh;
            end
            if (flows) begin
                o_flowed_slot <= i_flow_slot;
                o_flowed_pc   <= pc;
                flowed        <= after;
            end
            if (ends) begin
                o_ended_slot <= i_done_slot;
                was_ended    <= ended;
            end
            if (pushed) begin
                o_pushed_row <= 12'(top_row);
                written      <= frame;
            end
        end

    assign {o_launched_active, o_launched_broken, o_launched_continued, o_launched_loop_end, o_launched_loop_kind,
            o_launched_loop_count, o_launched_loop_step, o_launched_loop_index, o_launched_call_depth,
            o_launched_fetching, o_launched_valid, o_launched_stack_rows} = launched;
    assign {o_flowed_active, o_flowed_broken, o_flowed_continued, o_flowed_loop_end, o_flowed_loop_kind,
            o_flowed_loop_count, o_flowed_loop_step, o_flowed_loop_index, o_flowed_call_depth, o_flowed_fetching,
            o_flowed_valid, o_flowed_stack_rows} = flowed;
    assign {o_ended_active, o_ended_broken, o_ended_continued, o_ended_loop_end, o_ended_loop_kind, o_ended_loop_count,
            o_ended_loop_step, o_ended_loop_index, o_ended_call_depth, o_ended_fetching, o_ended_valid,
            o_ended_stack_rows} = was_ended;
    assign {o_pushed_kind, o_pushed_active, o_pushed_broken, o_pushed_continued, o_pushed_loop_end, o_pushed_loop_kind,
            o_pushed_loop_count, o_pushed_loop_step, o_pushed_loop_index, o_pushed_call_depth, o_pushed_fetching,
            o_pushed_return_pc} = written;
endmodule
