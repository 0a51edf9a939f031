// cf_sequencer.sv - the CF sequencer: two stages that fetch, decode and start control-flow instructions.
//
// ISA 3.2 (BARRIER, END_OF_PROGRAM), 3.3, 3.4, 3.5, 3.7, 10.1; RV770 timing S9, S13, S20, S21.
// A stage holds one wavefront.  `leaves`, `hand_over`, `retry`, `sleeps`, `takes` are the moves of a clock; the state
// of a stage is o_fetch_*, o_decode_* as they were before it.

module cf_sequencer (
    input  logic        clk,
    input  logic        rst,
    // a wavefront that requests its next instruction
    input  logic        i_ready,
    input  logic [7:0]  i_ready_slot,
    input  logic [31:0] i_ready_number,
    input  logic [28:0] i_ready_pc,
    // the instruction cache, one clock after o_look
    input  logic        i_answer,
    input  logic        i_hit,
    input  logic        i_refused,
    input  logic [63:0] i_word,
    input  logic        i_next_barrier,
    input  logic        i_fill,
    input  logic [19:0] i_fill_line,
    // the wavefront in decode, and room for what it starts
    input  logic        i_alu,
    input  logic [7:0]  i_exports,
    input  logic        i_fetches,
    input  logic [7:0]  i_acks,
    input  logic        i_clause_free,
    input  logic        i_export_free,
    input  logic        i_fetch_free,
    input  logic        i_nobody,
    // straps
    input  logic [7:0]  i_fetch_clk,
    input  logic [7:0]  i_decode_clk,
    input  logic        i_flow_pauses,
    input  logic        i_goes_back,

    output logic        o_look,
    output logic [19:0] o_look_line,
    output logic        o_fetch,
    output logic [7:0]  o_fetch_slot,
    output logic [31:0] o_fetch_number,
    output logic [28:0] o_fetch_pc,
    output logic        o_decode,
    output logic [7:0]  o_decode_slot,
    output logic [31:0] o_decode_number,
    output logic [28:0] o_decode_pc,
    output logic [63:0] o_decode_word,
    output logic [1:0]  o_stall,
    output logic        o_step,
    output logic [7:0]  o_step_slot,
    output logic [31:0] o_step_number,
    output logic [2:0]  o_step_to,
    output logic [3:0]  o_step_wait,
    output logic [7:0]  o_step_acks,
    output logic [28:0] o_step_pc,
    output logic        o_start_alu,
    output logic        o_start_export,
    output logic        o_start_ack,
    output logic        o_start_fetch,
    output logic        o_start_flow,
    output logic        o_start_emit,
    output logic        o_start_cut,
    output logic [28:0] o_start_pc,
    output logic [63:0] o_start_word,
    output logic        o_bad_op,
    output logic [28:0] o_bad_pc,
    // registers that no other module reads
    output logic [7:0]  o_fetch_wait,
    output logic        o_fetch_known,
    output logic        o_fetch_hit,
    output logic        o_fetch_again,
    output logic [63:0] o_fetch_word,
    output logic        o_fetch_next_barrier,
    output logic [7:0]  o_decode_wait,
    output logic        o_decode_next_barrier,
    output logic [31:0] o_executed,
    output logic [31:0] o_skipped
);
`include "cf_ops.svh"

    localparam logic [2:0] STEP_READY = 3'd0, STEP_MISS = 3'd1, STEP_WAIT = 3'd2, STEP_END = 3'd3, STEP_PAUSE = 3'd4;
    localparam logic [1:0] STALL_NONE = 2'd0, STALL_NO_CLAUSE = 2'd1, STALL_NO_EXPORT = 2'd2,
                           STALL_NO_FETCH = 2'd3;

    // ---- decode and execute ----------------------------------------------------------------------------------------

    logic [6:0] inst;
    cf_class_t  class_now;
    logic       known, is_alu, is_export, acknowledged, is_fetch, is_flow, is_last, emits, cuts, barrier, skips;
    assign inst      = o_decode_word[61:55];
    assign class_now = cf_class(inst);
    assign is_alu    = class_now == CLASS_ALU;
    assign is_export = class_now == CLASS_EXPORT || class_now == CLASS_MEM;
    assign acknowledged = class_now == CLASS_MEM && o_decode_word[14]; // TYPE 2 and 3 (ISA 10.1)
    assign is_fetch  = class_now == CLASS_FETCH;
    assign is_flow   = class_now == CLASS_BRANCH || class_now == CLASS_OTHER;
    assign known     = is_alu || is_export || is_fetch || is_flow;
    assign emits     = inst == CF_EMIT_VERTEX || inst == CF_EMIT_CUT_VERTEX;
    assign cuts      = inst == CF_CUT_VERTEX || inst == CF_EMIT_CUT_VERTEX;
    assign barrier   = o_decode_word[63];
    assign skips     = (is_alu || is_fetch) && i_nobody && !i_alu; // a clause that no thread would execute (ISA ch. 3)
    assign is_last   = !is_alu && o_decode_word[53]; // CF_ALU_WORD1 has COUNT in the place of END_OF_PROGRAM

    // Work under way that the instruction waits for: ALU clause, exports, fetch clause.  BARRIER waits for all
    // (ISA 3.2).
    // Masks that an ALU clause leaves are visible at the next control-flow instruction (ISA 3.6.3), and clauses of one
    // type never overlap (ISA 3.2).
    // WAIT_ACK waits while more acknowledgements are outstanding than its ADDR says (ISA 9.1).
    logic       too_many;
    logic [3:0] under_way, concerns, awaits;
    assign too_many  = {24'd0, i_acks} > o_decode_word[31:0];
    assign under_way = {too_many, i_fetches, i_exports != 8'd0, i_alu};
    assign concerns  = {inst == CF_WAIT_ACK, barrier || is_fetch, barrier, barrier || is_alu || is_flow};
    assign awaits    = under_way & concerns;

    // The last clock of the stage, and what it comes to: exactly one of the five.
    logic due, refuses, sleeps_on, stalls, backs, starts;
    logic no_clause, no_export, no_fetch, no_room;
    assign due       = o_decode && o_decode_wait <= 8'd1;
    assign no_clause = is_alu && !skips && !i_clause_free;
    assign no_export = is_export && !i_export_free;
    assign no_fetch  = is_fetch && !skips && !i_fetch_free;
    assign refuses   = due && !known;
    assign sleeps_on = due && known && awaits != 4'd0;
    assign no_room   = due && awaits == 4'd0 && (no_clause || no_export || no_fetch);
    assign stalls    = no_room && !i_goes_back;
    assign backs     = no_room && i_goes_back;
    assign starts    = due && known && awaits == 4'd0 && !no_room;

    logic leaves;
    assign leaves = refuses || sleeps_on || backs || starts;

    logic [2:0] left_to;
    always_comb
        if (refuses || (starts && is_last))
            left_to = STEP_END;
        else if (backs)
            left_to = STEP_PAUSE; // and is fetched again
        else if (sleeps_on || (!is_flow && !skips && o_decode_next_barrier))
            left_to = STEP_WAIT; // what has just started is under way when the next instruction's BARRIER looks
        else if (class_now == CLASS_BRANCH && i_flow_pauses)
            left_to = STEP_PAUSE;
        else
            left_to = STEP_READY;

    always_ff @(posedge clk)
        if (rst) begin
            o_stall        <= STALL_NONE;
            o_start_alu    <= 1'b0;
            o_start_export <= 1'b0;
            o_start_ack    <= 1'b0;
            o_start_fetch  <= 1'b0;
            o_start_flow   <= 1'b0;
            o_start_emit   <= 1'b0;
            o_start_cut    <= 1'b0;
            o_start_pc     <= 29'd0;
            o_start_word   <= 64'd0;
            o_bad_op       <= 1'b0;
            o_bad_pc       <= 29'd0;
            o_executed     <= 32'd0;
            o_skipped      <= 32'd0;
        end else begin
            o_stall        <= !stalls   ? STALL_NONE
                            : no_clause ? STALL_NO_CLAUSE
                            : no_export ? STALL_NO_EXPORT : STALL_NO_FETCH;
            o_start_alu    <= starts && is_alu && !skips;
            o_start_export <= starts && is_export;
            o_start_ack    <= starts && acknowledged;
            o_start_fetch  <= starts && is_fetch && !skips;
            o_start_flow   <= starts && (is_flow || skips);
            o_start_emit   <= starts && emits;
            o_start_cut    <= starts && cuts;
            if (starts) begin
                o_start_pc   <= o_decode_pc;
                o_start_word <= o_decode_word;
                o_executed   <= o_executed + 32'd1;
                o_skipped    <= o_skipped + 32'(skips);
            end
            if (refuses) begin
                o_bad_op <= 1'b1;
                if (!o_bad_op)
                    o_bad_pc <= o_decode_pc;
            end
        end

    // ---- fetch -----------------------------------------------------------------------------------------------------

    // What the cache has said, at once or earlier.  A miss is worth another look when its line has come meanwhile.
    logic        told, hit, again, next_barrier;
    logic [63:0] word;
    assign told         = o_fetch_known || i_answer;
    assign hit          = i_answer ? i_hit : o_fetch_hit;
    assign word         = i_answer ? i_word : o_fetch_word;
    assign next_barrier = i_answer ? i_next_barrier : o_fetch_next_barrier;
    assign again        = (i_answer ? i_refused : o_fetch_again) ||
                          (i_fill && {6'd0, i_fill_line} == o_fetch_pc[28:3]);

    logic fetched, hand_over, retry, sleeps, takes;
    assign fetched   = o_fetch && o_fetch_wait <= 8'd1 && told;
    assign hand_over = fetched && hit && (!o_decode || leaves);
    assign retry     = fetched && !hit && again;            // still ready: it will be fetched again
    assign sleeps    = fetched && !hit && !again && !leaves; // decode has the step port first
    assign takes     = i_ready && (!o_fetch || hand_over || retry || sleeps);

    always_ff @(posedge clk)
        if (rst) begin
            o_look               <= 1'b0;
            o_look_line          <= 20'd0;
            o_fetch              <= 1'b0;
            o_fetch_slot         <= 8'd0;
            o_fetch_number       <= 32'd0;
            o_fetch_pc           <= 29'd0;
            o_fetch_wait         <= 8'd0;
            o_fetch_known        <= 1'b0;
            o_fetch_hit          <= 1'b0;
            o_fetch_again        <= 1'b0;
            o_fetch_word         <= 64'd0;
            o_fetch_next_barrier <= 1'b0;
        end else begin
            o_look <= takes;
            if (o_fetch) begin
                o_fetch_known        <= told;
                o_fetch_hit          <= hit;
                o_fetch_again        <= again;
                o_fetch_word         <= word;
                o_fetch_next_barrier <= next_barrier;
                if (o_fetch_wait > 8'd1)
                    o_fetch_wait <= o_fetch_wait - 8'd1;
            end
            if (hand_over || retry || sleeps)
                o_fetch <= 1'b0;
            if (takes) begin
                o_look_line    <= i_ready_pc[22:3];
                o_fetch        <= 1'b1;
                o_fetch_slot   <= i_ready_slot;
                o_fetch_number <= i_ready_number;
                o_fetch_pc     <= i_ready_pc;
                o_fetch_wait   <= i_fetch_clk;
                o_fetch_known  <= 1'b0;
                o_fetch_hit    <= 1'b0;
                o_fetch_again  <= 1'b0;
            end
        end

    // ---- from stage to stage, and out ------------------------------------------------------------------------------

    always_ff @(posedge clk)
        if (rst) begin
            o_decode              <= 1'b0;
            o_decode_slot         <= 8'd0;
            o_decode_number       <= 32'd0;
            o_decode_pc           <= 29'd0;
            o_decode_word         <= 64'd0;
            o_decode_wait         <= 8'd0;
            o_decode_next_barrier <= 1'b0;
        end else if (hand_over) begin
            o_decode              <= 1'b1;
            o_decode_slot         <= o_fetch_slot;
            o_decode_number       <= o_fetch_number;
            o_decode_pc           <= o_fetch_pc;
            o_decode_word         <= word;
            o_decode_wait         <= i_decode_clk;
            o_decode_next_barrier <= next_barrier;
        end else if (leaves)
            o_decode <= 1'b0;
        else if (o_decode && o_decode_wait > 8'd1)
            o_decode_wait <= o_decode_wait - 8'd1;

    always_ff @(posedge clk)
        if (rst) begin
            o_step      <= 1'b0;
            o_step_slot   <= 8'd0;
            o_step_number <= 32'd0;
            o_step_to     <= STEP_READY;
            o_step_wait   <= 4'd0;
            o_step_acks   <= 8'd0;
            o_step_pc     <= 29'd0;
        end else begin
            o_step <= leaves || sleeps;
            if (leaves) begin
                o_step_slot   <= o_decode_slot;
                o_step_number <= o_decode_number;
                o_step_to     <= left_to;
                if (!refuses)
                    o_step_wait <= sleeps_on ? awaits : backs ? {1'b0, no_fetch, no_export, no_clause} : left_to == STEP_WAIT ? 4'b0111 : 4'b0000;
                if (sleeps_on)
                    o_step_acks <= awaits[3] ? o_decode_word[7:0] : 8'd0;
                o_step_pc     <= starts ? o_decode_pc + 29'd1 : o_decode_pc;
            end else if (sleeps) begin
                o_step_slot   <= o_fetch_slot;
                o_step_number <= o_fetch_number;
                o_step_to     <= STEP_MISS;
                o_step_pc     <= o_fetch_pc;
            end
        end
endmodule
