// cf_state.sv - pixel states, loop state, call depth and stack of every wavefront.
//
// ISA 3.6.1 (pixel states), 3.6.2 to 3.6.4 (condition tests), 3.6.5 (stack), 3.7 with table 3.7 (branches, loops,
// calls), 9.1, 10.1.  Where these disagree docs/open-questions.md says which one holds.
//
// Three events a clock, of three wavefronts: one arrives, one executes a control-flow instruction, one ends an ALU
// clause.  Only exports and fetch clauses may share their clock with the end of a clause of their own wavefront; they
// change nothing here.
// The wavefront's state before the event is `now`, what it becomes `after`.  Every field of it has a read port of its
// own, by slot, and every field of the stack (o_f_*), by row.
//
// A wavefront owns i_rows_per_wave rows of the stack.  A frame is one row, or i_subentries rows of which the last one
// holds it, so the frame on top is always in the last row in use.

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
    input  logic [1:0]        i_call_rows,
    input  logic [28:0]       i_fetch_base,
    input  logic [28:0]       i_fetch_entry,
    input  logic [31:0]       i_bools,
    input  logic [32*32-1:0]  i_loops,

    output logic [2:0]        o_error,
    output logic [28:0]       o_error_pc,
    output logic [7:0]        o_error_slot,

    output logic [28:0]       o_next_pc,        // after the flow instruction that took effect last

    // what wavefronts have, by slot
    input  logic [7:0]        i_active_row,
    output logic [63:0]       o_active,
    input  logic [7:0]        i_broken_row,
    output logic [63:0]       o_broken,
    input  logic [7:0]        i_continued_row,
    output logic [63:0]       o_continued,
    input  logic [7:0]        i_valid_row,
    output logic [63:0]       o_valid,
    input  logic [7:0]        i_stack_rows_row,
    output logic [12:0]       o_stack_rows,
    input  logic [7:0]        i_first_push_row,
    output logic [12:0]       o_first_push,
    input  logic [7:0]        i_loop_end_row,
    output logic [12:0]       o_loop_end,
    input  logic [7:0]        i_loop_kind_row,
    output logic [1:0]        o_loop_kind,
    input  logic [7:0]        i_loop_count_row,
    output logic [11:0]       o_loop_count,
    input  logic [7:0]        i_loop_step_row,
    output logic [7:0]        o_loop_step,
    input  logic [7:0]        i_loop_index_row,
    output logic [12:0]       o_loop_index,
    input  logic [7:0]        i_call_depth_row,
    output logic [5:0]        o_call_depth,
    input  logic [7:0]        i_fetching_row,
    output logic              o_fetching,
    // the stack, by row
    input  logic [11:0]       i_f_kind_row,
    output logic [2:0]        o_f_kind,
    input  logic [11:0]       i_f_active_row,
    output logic [63:0]       o_f_active,
    input  logic [11:0]       i_f_broken_row,
    output logic [63:0]       o_f_broken,
    input  logic [11:0]       i_f_continued_row,
    output logic [63:0]       o_f_continued,
    input  logic [11:0]       i_f_loop_end_row,
    output logic [12:0]       o_f_loop_end,
    input  logic [11:0]       i_f_loop_kind_row,
    output logic [1:0]        o_f_loop_kind,
    input  logic [11:0]       i_f_loop_count_row,
    output logic [11:0]       o_f_loop_count,
    input  logic [11:0]       i_f_loop_step_row,
    output logic [7:0]        o_f_loop_step,
    input  logic [11:0]       i_f_loop_index_row,
    output logic [12:0]       o_f_loop_index,
    input  logic [11:0]       i_f_return_pc_row,
    output logic [28:0]       o_f_return_pc,
    input  logic [11:0]       i_f_call_depth_row,
    output logic [5:0]        o_f_call_depth,
    input  logic [11:0]       i_f_fetching_row,
    output logic              o_f_fetching
);
`include "cf_ops.svh"

    localparam int SLOT_BITS = $clog2(SLOTS);
    localparam int ROW_BITS  = $clog2(ROWS);
    typedef logic [ROW_BITS-1:0] row_t;

    localparam logic [2:0] OK = 3'd0, STACK_OVERFLOW = 3'd1, STACK_UNDERFLOW = 3'd2, STACK_MISMATCH = 3'd3,
                           NO_LOOP = 3'd4, NO_CALL = 3'd5, STACK_NOT_EMPTY = 3'd6;
    localparam logic [1:0] LOOP_NONE = 2'd0, LOOP_INDEXED = 2'd1, LOOP_REPEAT = 2'd2, LOOP_DX10 = 2'd3;
    localparam logic [2:0] FRAME_MASK = 3'd1, FRAME_QUAD_MASK = 3'd2, FRAME_LOOP = 3'd3, FRAME_CALL = 3'd4;
    localparam logic [6:0] CALL_DEPTH_MOST = 7'd32; // ISA 3.7.6

    // A pixel is in one state; the ones in none of these masks are inactive-branch.
    typedef struct packed {
        logic [63:0] active, broken, continued;
    } pixels_t;
    typedef struct packed {
        logic [12:0] first_push; // rows in use at the lowest FRAME_MASK, 0: there is none
        logic [12:0] loop_end;   // rows in use at the start of the body
        logic [1:0]  loop_kind;
        logic [11:0] loop_count;
        logic [7:0]  loop_step;
        logic [12:0] loop_index;
        logic [5:0]  call_depth;
        logic        fetching;
        logic [63:0] valid;
        logic [12:0] stack_rows;
    } wave_t;
    typedef struct packed {
        logic [12:0] loop_end;
        logic [1:0]  loop_kind;
        logic [11:0] loop_count;
        logic [7:0]  loop_step;
        logic [12:0] loop_index;
        logic [5:0]  call_depth;
        logic        fetching;
        logic [28:0] return_pc;
    } frame_t;

    // Pops of masks read several rows of kinds and kept a clock; of the rest of a frame the row on top is enough.
    pixels_t    pixels[SLOTS];
    wave_t      waves[SLOTS];
    logic [2:0] kinds[ROWS];
    pixels_t    kept[ROWS];
    frame_t     frames[ROWS];

    function automatic row_t first_row(input logic [7:0] slot);
        first_row = ROW_BITS'(13'(slot) * i_rows_per_wave);
    endfunction

    function automatic logic is_mask(input logic [2:0] kind);
        is_mask = kind == FRAME_MASK || kind == FRAME_QUAD_MASK;
    endfunction

    // ISA table 3.6: whole-quad pushes and loops take an entry, the others a subentry, on some chips a call two.
    function automatic logic [12:0] rows_of(input logic [2:0] kind);
        rows_of = kind == FRAME_QUAD_MASK || kind == FRAME_LOOP ? 13'(i_subentries)
                : kind == FRAME_CALL                            ? 13'(i_call_rows) : 13'd1;
    endfunction

    // The lowest push of a subentry when only so many rows are left in use.
    function automatic logic [12:0] push_within(input logic [12:0] first, input logic [12:0] rows);
        push_within = first > rows ? 13'd0 : first;
    endfunction

    // ---- a control-flow instruction: what it is ---------------------------------------------------------------------

    cf_word_t   word;
    logic [6:0] inst;
    logic       is_alu, is_last, alu_pushes, skipped;
    logic [2:0] pop_count;
    logic [3:0] alu_op;
    assign word       = i_flow_word;
    assign inst       = cf_class(word.cf_inst) == CLASS_ALU ? CF_NOP : word.cf_inst;
    assign alu_op     = word.cf_inst[6:3];
    assign is_alu     = cf_class(word.cf_inst) == CLASS_ALU;
    assign is_last    = word.end_of_program && !is_alu;
    assign alu_pushes = is_alu && (alu_op == ALU_PUSH_BEFORE || alu_op == ALU_ELSE_AFTER);

    logic pops_first, starts_loop, calls;
    assign pops_first  = inst == CF_POP || inst == CF_POP_JUMP || inst == CF_POP_PUSH || inst == CF_POP_PUSH_ELSE ||
                         (is_alu && pop_count != 3'd0);
    assign starts_loop = inst == CF_LOOP_START || inst == CF_LOOP_START_NO_AL || inst == CF_LOOP_START_DX10;
    assign calls       = inst == CF_CALL || inst == CF_CALL_FS;

    logic unused;
    assign unused = &{1'b0, word.barrier, word.reserved_20, word.count_3, word.count, word.addr[31:29]};

    wave_t      now;
    pixels_t    now_pixels, top_pixels;
    logic [2:0] top_kind;
    frame_t     top;
    logic       has_top;
    row_t       flow_base, flow_top;
    assign now        = waves[i_flow_slot[SLOT_BITS-1:0]];
    assign now_pixels = pixels[i_flow_slot[SLOT_BITS-1:0]];
    assign has_top    = now.stack_rows != 13'd0;
    assign flow_base  = first_row(i_flow_slot);
    assign flow_top   = flow_base + ROW_BITS'(now.stack_rows) - ROW_BITS'(1);
    assign top_kind   = kinds[flow_top];
    assign top_pixels = kept[flow_top];
    assign top        = frames[flow_top];

    // When no pixel is active the clause is skipped (ISA ch. 3), and what follows it takes effect with its start.
    assign skipped = is_alu && now_pixels.active == 64'd0;
    always_comb
        if (!is_alu)
            pop_count = word.pop_count;
        else if (skipped && alu_op == ALU_POP_AFTER)
            pop_count = 3'd1;
        else if (skipped && alu_op == ALU_POP2_AFTER)
            pop_count = 3'd2;
        else
            pop_count = 3'd0;

    // The functions below give pixels_t from its fields: Yosys wants functions of plain vectors.
    //
    // The states that were pushed return, but pixels that have left the loop or its iteration stay out (ISA 3.7.3).
    function automatic logic [3*64-1:0] restored(
        input logic [63:0] broken, input logic [63:0] continued,
        input logic [63:0] saved_active, input logic [63:0] saved_broken, input logic [63:0] saved_continued);
        logic [63:0] out;
        out      = broken | continued;
        restored = {saved_active & ~out, broken | (saved_broken & ~out), continued | (saved_continued & ~out)};
    endfunction

    // Pixels change to active, whatever they were.
    function automatic logic [3*64-1:0] activated(
        input logic [63:0] active, input logic [63:0] broken, input logic [63:0] continued);
        activated = {active, broken & ~active, continued & ~active};
    endfunction

    // Active and inactive-branch ones of some pixels change places.
    function automatic logic [63:0] inverted(
        input logic [63:0] active, input logic [63:0] broken, input logic [63:0] continued, input logic [63:0] which);
        inverted = active ^ (which & ~(broken | continued));
    endfunction

    // ---- POP_COUNT pops (ISA 3.7.2) ---------------------------------------------------------------------------------

    logic        popped_ok;
    logic [12:0] popped_rows;
    row_t        popped_row;
    logic [2:0]  popped_kind;
    pixels_t     popped, returned; // the states of the last frame, and those after the pops
    always_comb begin
        popped_ok   = 1'b1;
        popped_rows = now.stack_rows;
        popped_row  = '0;
        popped_kind = '0;
        popped      = '0;
        for (int i = 0; i < 7; i++)
            if (i < 32'(pop_count)) begin
                popped_row  = flow_base + ROW_BITS'(popped_rows) - ROW_BITS'(1);
                popped_kind = kinds[popped_row];
                popped      = kept[popped_row];
                if (popped_rows == 13'd0 || !is_mask(popped_kind))
                    popped_ok = 1'b0;
                popped_rows = popped_rows - rows_of(popped_kind);
            end
        returned = pop_count == 3'd0 ? now_pixels
                                          : restored(now_pixels.broken, now_pixels.continued,
                                                     popped.active, popped.broken, popped.continued);
    end

    // ---- condition test (ISA 3.6.4, table 3.4) ----------------------------------------------------------------------

    logic        constant, condition;
    logic [63:0] subject, quads, pass;
    pixels_t     from;
    assign constant = i_bools[word.cf_const];
    assign from     = pops_first ? returned : now_pixels;
    always_comb
        case (word.cond)
            COND_ACTIVE: condition = 1'b1;
            COND_BOOL:   condition = constant;
            COND_FALSE:  condition = 1'b0;
            default:     condition = !constant;
        endcase
    always_comb
        case (inst)
            CF_ELSE:     subject = top_pixels.active;
            CF_LOOP_END: subject = ~now_pixels.broken;
            default:     subject = from.active;
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

    // ---- loops (ISA 3.7.3 to 3.7.5) and calls (ISA 3.7.6) -----------------------------------------------------------

    logic [31:0] loop_constant; // trip count, first index, step
    logic [63:0] stay;          // pixels of the next iteration
    logic        counted, enters, repeats;
    assign loop_constant = i_loops[{word.cf_const, 5'd0} +: 32];
    assign enters        = !none && (inst == CF_LOOP_START_DX10 || loop_constant[11:0] != 12'd0);
    assign counted       = now.loop_kind != LOOP_DX10;
    assign stay          = pass & ~now_pixels.broken;
    assign repeats       = stay != 64'd0 && (!counted || now.loop_count > 12'd1);

    logic [6:0] depth;
    logic       called, returns;
    assign depth   = 7'(now.call_depth) + 7'(word.call_count);
    assign called  = !none && depth <= CALL_DEPTH_MOST;
    assign returns = inst == CF_RETURN && (now_pixels.active & ~pass) == 64'd0;

    // ---- stack: what is pushed --------------------------------------------------------------------------------------

    logic        pushes, fits;
    logic [12:0] base_rows;   // rows in use before the push
    logic [12:0] base_push;   // the lowest push of a subentry among them
    logic [13:0] pushed_rows; // after it
    logic        held_back;   // two subentries, for the masks that hold now (ISA table 3.6)
    logic [2:0]  frame_kind;
    pixels_t     frame_pixels;
    frame_t      frame;
    always_comb
        case (inst)
            CF_PUSH, CF_POP_PUSH:           pushes = !none;
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE: pushes = 1'b1;
            default:                        pushes = alu_pushes || (starts_loop && enters) || (calls && called);
        endcase
    always_comb begin
        frame_kind   = FRAME_MASK;
        frame_pixels = '0;
        frame        = '0;
        if (starts_loop) begin
            frame_kind       = FRAME_LOOP;
            frame_pixels     = now_pixels;
            frame.loop_end   = now.loop_end;
            frame.loop_kind  = now.loop_kind;
            frame.loop_count = now.loop_count;
            frame.loop_step  = now.loop_step;
            frame.loop_index = now.loop_index;
        end else if (calls) begin
            frame_kind       = FRAME_CALL;
            frame.return_pc  = i_flow_pc + 29'd1;
            frame.call_depth = now.call_depth;
            frame.fetching   = now.fetching;
        end else begin
            frame_kind   = word.whole_quad_mode && !is_alu ? FRAME_QUAD_MASK : FRAME_MASK;
            frame_pixels = from;
        end
    end
    assign base_rows   = pops_first ? popped_rows : now.stack_rows;
    assign base_push   = push_within(now.first_push, base_rows);
    assign pushed_rows = 14'(base_rows) + 14'(rows_of(frame_kind));
    assign held_back   = base_push != 13'd0 || frame_kind == FRAME_MASK;
    assign fits        = pushed_rows + (held_back ? 14'd2 : 14'd0) <= 14'(i_rows_per_wave);

    // ---- the outcome ------------------------------------------------------------------------------------------------

    logic  jumps, pops; // to ADDR; POP_COUNT entries
    logic  pops_alone;  // ... and does nothing else to the pixels
    assign pops_alone = (inst == CF_JUMP || inst == CF_PUSH) ? none : starts_loop && !enters;

    logic [63:0] others, gone;
    assign others = inverted(now_pixels.active, now_pixels.broken, now_pixels.continued, pass);
    assign gone   = now_pixels.broken | now_pixels.continued | pass;

    always_comb
        case (inst)
            CF_JUMP, CF_PUSH, CF_LOOP_START, CF_LOOP_START_NO_AL, CF_LOOP_START_DX10:
                                            jumps = pops_alone;
            CF_POP_JUMP, CF_POP_PUSH:       jumps = none;
            CF_ELSE:                        jumps = others == 64'd0;
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE: jumps = (from.active & ~pass) == 64'd0;
            CF_LOOP_END:                    jumps = repeats;
            CF_LOOP_BREAK, CF_LOOP_CONTINUE: jumps = &gone;
            CF_CALL, CF_CALL_FS:            jumps = called;
            CF_KILL:                        jumps = (now.valid & ~pass) == 64'd0;
            default:                        jumps = 1'b0;
        endcase
    assign pops = pops_first || pops_alone || (inst == CF_ELSE && jumps);

    // Where the instruction goes: ADDR counts from the program's base, or from the fetch program's.
    logic [28:0] base, pc;
    assign base = now.fetching ? i_fetch_base : 29'd0;
    always_comb
        if (returns)
            pc = top.return_pc;
        else if (!jumps)
            pc = i_flow_pc + 29'd1;
        else if (inst == CF_CALL_FS)
            pc = i_fetch_entry;
        else
            pc = word.addr[28:0] + base;

    wave_t   after;
    pixels_t after_pixels;
    always_comb begin
        after        = now;
        after_pixels = now_pixels;
        if (pops) begin
            after_pixels     = returned;
            after.stack_rows = popped_rows;
        end
        if (pushes)
            after.stack_rows = pushed_rows[12:0];
        case (inst)
            CF_POP:
                after_pixels = activated(pass, from.broken, from.continued);
            CF_PUSH, CF_POP_PUSH:
                if (!none)
                    after_pixels = activated(pass, from.broken, from.continued);
            CF_PUSH_ELSE, CF_POP_PUSH_ELSE:
                after_pixels.active = from.active & ~pass;
            CF_ELSE:
                if (!jumps || word.pop_count == 3'd0)
                    after_pixels.active = others;
            CF_LOOP_START, CF_LOOP_START_NO_AL, CF_LOOP_START_DX10:
                if (enters) begin
                    after_pixels     = {pass, ~pass, 64'd0}; // inactive pixels count as broken out of it
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
                    after_pixels = {stay, ~stay, 64'd0};
                    if (counted)
                        after.loop_count = now.loop_count - 12'd1;
                    if (now.loop_kind == LOOP_INDEXED)
                        after.loop_index = now.loop_index + {{5{now.loop_step[7]}}, now.loop_step};
                end else begin
                    after_pixels     = top_pixels;
                    after.loop_end   = top.loop_end;
                    after.loop_kind  = top.loop_kind;
                    after.loop_count = top.loop_count;
                    after.loop_step  = top.loop_step;
                    after.loop_index = top.loop_index;
                    after.stack_rows = now.stack_rows - rows_of(FRAME_LOOP);
                end
            CF_LOOP_BREAK, CF_LOOP_CONTINUE: begin
                after_pixels.active    = now_pixels.active & ~pass;
                after_pixels.broken    = now_pixels.broken & ~pass;
                after_pixels.continued = now_pixels.continued & ~pass;
                if (inst == CF_LOOP_BREAK)
                    after_pixels.broken = now_pixels.broken | pass;
                else
                    after_pixels.continued = now_pixels.continued | pass;
                if (jumps) // back to where the body began (ISA 9.1)
                    after.stack_rows = now.loop_end;
            end
            CF_CALL, CF_CALL_FS:
                if (called) begin
                    after.call_depth = depth[5:0];
                    after.fetching   = now.fetching || inst == CF_CALL_FS;
                end
            CF_RETURN:
                if (returns) begin
                    after.call_depth = top.call_depth;
                    after.fetching   = top.fetching;
                    after.stack_rows = now.stack_rows - rows_of(FRAME_CALL);
                end
            CF_KILL: // killed pixels stay active (ISA 3.6.2)
                after.valid = now.valid & ~pass;
            default: ;
        endcase
        if (!pushes)
            after.first_push = push_within(now.first_push, after.stack_rows);
        else if (base_push == 13'd0 && frame_kind == FRAME_MASK)
            after.first_push = pushed_rows[12:0];
        else
            after.first_push = base_push;
    end

    logic [2:0] flow_error;
    always_comb begin
        flow_error = OK;
        if (inst == CF_ELSE && !(has_top && is_mask(top_kind)))
            flow_error = STACK_UNDERFLOW;
        else if (pops && !popped_ok)
            flow_error = STACK_UNDERFLOW;
        else if (pushes && !fits)
            flow_error = STACK_OVERFLOW;
        else if ((inst == CF_LOOP_END || inst == CF_LOOP_BREAK || inst == CF_LOOP_CONTINUE ||
                  (skipped && (alu_op == ALU_CONTINUE || alu_op == ALU_BREAK))) && now.loop_kind == LOOP_NONE)
            flow_error = NO_LOOP;
        else if (inst == CF_LOOP_END && now.stack_rows != now.loop_end)
            flow_error = STACK_MISMATCH;
        else if (inst == CF_LOOP_END && !repeats && !(has_top && top_kind == FRAME_LOOP))
            flow_error = STACK_MISMATCH;
        else if (returns && !has_top)
            flow_error = NO_CALL;
        else if (returns && top_kind != FRAME_CALL)
            flow_error = STACK_MISMATCH;
        else if (is_last && after.stack_rows != 13'd0)
            flow_error = STACK_NOT_EMPTY;
    end

    // ---- the end of an ALU clause (ISA 3.7.7, 9.1) ------------------------------------------------------------------

    wave_t       ran, ended; // before and after
    pixels_t     ran_pixels, ended_pixels, held;
    logic [2:0]  held_kind;
    row_t        done_base, done_row;
    logic [2:0]  done_error;
    logic [63:0] masked;
    assign ran        = waves[i_done_slot[SLOT_BITS-1:0]];
    assign ran_pixels = pixels[i_done_slot[SLOT_BITS-1:0]];
    assign done_base  = first_row(i_done_slot);
    assign masked     = ran_pixels.active & ~i_done_active;

    always_comb begin
        done_error          = OK;
        ended               = ran;
        ended_pixels        = ran_pixels;
        ended.valid         = ran.valid & ~i_done_killed;
        ended_pixels.active = i_done_active;
        done_row            = done_base + ROW_BITS'(ran.stack_rows) - ROW_BITS'(1);
        held_kind           = kinds[done_row];
        held                = kept[done_row];
        case (i_done_op)
            ALU_POP_AFTER, ALU_POP2_AFTER: begin
                for (int i = 0; i < 2; i++)
                    if (i == 0 || i_done_op == ALU_POP2_AFTER) begin
                        done_row  = done_base + ROW_BITS'(ended.stack_rows) - ROW_BITS'(1);
                        held_kind = kinds[done_row];
                        held      = kept[done_row];
                        if (ended.stack_rows == 13'd0 || !is_mask(held_kind))
                            done_error = STACK_UNDERFLOW;
                        ended.stack_rows = ended.stack_rows - rows_of(held_kind);
                    end
                ended_pixels = restored(ran_pixels.broken, ran_pixels.continued,
                                        held.active, held.broken, held.continued);
            end
            ALU_CONTINUE, ALU_BREAK: begin
                if (ran.loop_kind == LOOP_NONE)
                    done_error = NO_LOOP;
                if (i_done_op == ALU_CONTINUE)
                    ended_pixels.continued = ran_pixels.continued | masked;
                else
                    ended_pixels.broken = ran_pixels.broken | masked;
            end
            ALU_ELSE_AFTER:
                if (ran.stack_rows == 13'd0)
                    done_error = STACK_UNDERFLOW;
                else
                    ended_pixels.active = inverted(i_done_active, ran_pixels.broken, ran_pixels.continued,
                                                   held.active);
            default: ;
        endcase
        ended.first_push = push_within(ran.first_push, ended.stack_rows);
    end

    // ---- the edge ---------------------------------------------------------------------------------------------------

    logic    flows, pushed, ends;
    row_t    top_row;
    wave_t   fresh;
    pixels_t fresh_pixels;
    assign flows     = i_flow && flow_error == OK;
    assign pushed    = flows && pushes;
    assign ends      = i_done && done_error == OK;
    assign top_row   = flow_base + ROW_BITS'(pushed_rows) - ROW_BITS'(1);
    always_comb begin
        fresh               = '0;
        fresh.valid         = i_launch_lanes;
        fresh_pixels        = '0;
        fresh_pixels.active = i_launch_lanes;
    end

    always_ff @(posedge clk)
        if (!rst) begin
            if (i_launch) begin
                waves[i_launch_slot[SLOT_BITS-1:0]]  <= fresh;
                pixels[i_launch_slot[SLOT_BITS-1:0]] <= fresh_pixels;
            end
            if (flows) begin
                waves[i_flow_slot[SLOT_BITS-1:0]]  <= after;
                pixels[i_flow_slot[SLOT_BITS-1:0]] <= after_pixels;
            end
            if (ends) begin
                waves[i_done_slot[SLOT_BITS-1:0]]  <= ended;
                pixels[i_done_slot[SLOT_BITS-1:0]] <= ended_pixels;
            end
            if (pushed) begin
                kinds[top_row]  <= frame_kind;
                kept[top_row]   <= frame_pixels;
                frames[top_row] <= frame;
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

    always_ff @(posedge clk)
        if (rst)
            o_next_pc <= 29'd0;
        else if (flows)
            o_next_pc <= pc;

    // ---- read ports -------------------------------------------------------------------------------------------------

    pixels_t active_at, broken_at, continued_at, f_active_at, f_broken_at, f_continued_at;
    wave_t   valid_at, stack_rows_at, first_push_at, loop_end_at, loop_kind_at, loop_count_at, loop_step_at,
             loop_index_at, call_depth_at, fetching_at;
    frame_t  f_loop_end_at, f_loop_kind_at, f_loop_count_at, f_loop_step_at, f_loop_index_at, f_return_pc_at,
             f_call_depth_at, f_fetching_at;
    assign active_at       = pixels[i_active_row[SLOT_BITS-1:0]];
    assign broken_at       = pixels[i_broken_row[SLOT_BITS-1:0]];
    assign continued_at    = pixels[i_continued_row[SLOT_BITS-1:0]];
    assign valid_at        = waves[i_valid_row[SLOT_BITS-1:0]];
    assign stack_rows_at   = waves[i_stack_rows_row[SLOT_BITS-1:0]];
    assign first_push_at   = waves[i_first_push_row[SLOT_BITS-1:0]];
    assign loop_end_at     = waves[i_loop_end_row[SLOT_BITS-1:0]];
    assign loop_kind_at    = waves[i_loop_kind_row[SLOT_BITS-1:0]];
    assign loop_count_at   = waves[i_loop_count_row[SLOT_BITS-1:0]];
    assign loop_step_at    = waves[i_loop_step_row[SLOT_BITS-1:0]];
    assign loop_index_at   = waves[i_loop_index_row[SLOT_BITS-1:0]];
    assign call_depth_at   = waves[i_call_depth_row[SLOT_BITS-1:0]];
    assign fetching_at     = waves[i_fetching_row[SLOT_BITS-1:0]];
    assign o_f_kind        = kinds[i_f_kind_row[ROW_BITS-1:0]];
    assign f_active_at     = kept[i_f_active_row[ROW_BITS-1:0]];
    assign f_broken_at     = kept[i_f_broken_row[ROW_BITS-1:0]];
    assign f_continued_at  = kept[i_f_continued_row[ROW_BITS-1:0]];
    assign f_loop_end_at   = frames[i_f_loop_end_row[ROW_BITS-1:0]];
    assign f_loop_kind_at  = frames[i_f_loop_kind_row[ROW_BITS-1:0]];
    assign f_loop_count_at = frames[i_f_loop_count_row[ROW_BITS-1:0]];
    assign f_loop_step_at  = frames[i_f_loop_step_row[ROW_BITS-1:0]];
    assign f_loop_index_at = frames[i_f_loop_index_row[ROW_BITS-1:0]];
    assign f_return_pc_at  = frames[i_f_return_pc_row[ROW_BITS-1:0]];
    assign f_call_depth_at = frames[i_f_call_depth_row[ROW_BITS-1:0]];
    assign f_fetching_at   = frames[i_f_fetching_row[ROW_BITS-1:0]];
    assign o_active        = active_at.active;
    assign o_broken        = broken_at.broken;
    assign o_continued     = continued_at.continued;
    assign o_valid         = valid_at.valid;
    assign o_stack_rows    = stack_rows_at.stack_rows;
    assign o_first_push    = first_push_at.first_push;
    assign o_loop_end      = loop_end_at.loop_end;
    assign o_loop_kind     = loop_kind_at.loop_kind;
    assign o_loop_count    = loop_count_at.loop_count;
    assign o_loop_step     = loop_step_at.loop_step;
    assign o_loop_index    = loop_index_at.loop_index;
    assign o_call_depth    = call_depth_at.call_depth;
    assign o_fetching      = fetching_at.fetching;
    assign o_f_active      = f_active_at.active;
    assign o_f_broken      = f_broken_at.broken;
    assign o_f_continued   = f_continued_at.continued;
    assign o_f_loop_end    = f_loop_end_at.loop_end;
    assign o_f_loop_kind   = f_loop_kind_at.loop_kind;
    assign o_f_loop_count  = f_loop_count_at.loop_count;
    assign o_f_loop_step   = f_loop_step_at.loop_step;
    assign o_f_loop_index  = f_loop_index_at.loop_index;
    assign o_f_return_pc   = f_return_pc_at.return_pc;
    assign o_f_call_depth  = f_call_depth_at.call_depth;
    assign o_f_fetching    = f_fetching_at.fetching;

    logic fields_unused;                        // of what a port reads, the others
    assign fields_unused = &{1'b0, active_at, broken_at, continued_at, valid_at, stack_rows_at, first_push_at,
                            loop_end_at, loop_kind_at, loop_count_at, loop_step_at, loop_index_at, call_depth_at,
                            fetching_at, f_active_at, f_broken_at, f_continued_at, f_loop_end_at, f_loop_kind_at,
                            f_loop_count_at, f_loop_step_at, f_loop_index_at, f_return_pc_at, f_call_depth_at,
                            f_fetching_at};
endmodule
