// alu_clause.sv - an ALU clause in flight (ISA 3.3.1, 4.6.4.1, 10.1 CF_ALU; RV770 timing S6, S20, C2).
//
//   EMPTY      a clause can come
//   ARBITRATE  i_arb_clk clocks, and until i_lock
//   LOCK       its constant-cache lines are locked one by one; i_lock_clk clocks at least, or i_line_clk for each line
//   FETCH      its first words are fetched, i_fetch_clk clocks at least
//   READY      waits for a wavefront slot
//   RUN        its groups are issued
//   DRAIN      the last one is in the pipeline
//
// Ports of several values have the first in the lowest bits.
module alu_clause (
    input  logic            clk,
    input  logic            rst,
    input  logic            i_start,
    input  logic [63:0]     i_start_word,
    input  logic [7:0]      i_start_slot,
    input  logic [31:0]     i_start_number,
    input  logic [7:0]      i_start_base,
    input  logic [63:0]     i_start_active,
    input  logic [12:0]     i_start_index,
    input  logic [28:0]     i_start_base_word,
    input  logic [28:0]     i_start_pc,
    input  logic [63:0]     i_start_lanes,
    input  logic            i_lock,
    input  logic            i_kc_taken,
    input  logic            i_kc_answer,
    input  logic [7:0]      i_kc_way,
    input  logic            i_ic_taken,
    input  logic            i_ic_answer,
    input  logic            i_ic_hit,
    input  logic            i_ic_refused,
    input  logic [8*64-1:0] i_ic_words,
    input  logic            i_ic_fill,
    input  logic [19:0]     i_ic_fill_line,
    output logic            o_ic_look,
    output logic [19:0]     o_ic_line,
    output logic            o_ic_stored,
    input  logic            i_grant,
    input  logic            i_grant_parity,
    input  logic            i_consume,
    input  logic [2:0]      i_consumed,
    input  logic            i_finish,
    input  logic            i_closed,
    input  logic [7:0]      i_arb_clk,
    input  logic [7:0]      i_lock_clk,
    input  logic [7:0]      i_line_clk,
    input  logic [7:0]      i_fetch_clk,
    output logic [2:0]      o_state,
    output logic [7:0]      o_slot,
    output logic [31:0]     o_number,
    output logic [7:0]      o_base,
    output logic [63:0]     o_active,
    output logic [63:0]     o_lanes,
    output logic [3:0]      o_op,
    output logic [28:0]     o_pc,
    output logic [12:0]     o_loop_index,
    output logic            o_parity,
    output logic            o_first,
    output logic [23:0]     o_head,
    output logic [7:0]      o_left,
    output logic [4:0]      o_available,
    output logic            o_kc_look,
    output logic [4:0]      o_kc_bank,
    output logic [9:0]      o_kc_line,
    output logic [3:0]      o_kc_want,                  // set 0: lines 0 and 1, set 1: lines 2 and 3
    output logic [3:0]      o_kc_have,
    output logic [4*8-1:0]  o_kc_ways,
    output logic            o_alternate,
    output logic            o_waits,
    output logic [7:0]      o_wait,
    output logic            o_preparing,
    input  logic [3:0]      i_buffer_row,
    output logic [63:0]     o_buffer
);
    localparam logic [2:0] EMPTY = 3'd0, ARBITRATE = 3'd1, LOCK = 3'd2, FETCH = 3'd3, READY = 3'd4, RUN = 3'd5, DRAIN = 3'd6;

    // ---- the clause that comes: CF_ALU_DWORD0 and 1 ---------------------------------------------------------------

    wire [21:0] addr   = i_start_word[21:0];
    wire [3:0]  bank_0 = i_start_word[25:22], bank_1 = i_start_word[29:26];
    wire [1:0]  mode_0 = i_start_word[31:30], mode_1 = i_start_word[33:32];
    wire [7:0]  addr_0 = i_start_word[41:34], addr_1 = i_start_word[49:42];
    wire [6:0]  count  = i_start_word[56:50];           // words but one

    wire [23:0] start_head = i_start_base_word[23:0] + {2'b0, addr};
    wire [23:0] start_last = start_head + {17'b0, count};
    wire unused = |{i_closed, i_start_word[63:62], i_start_base_word[28:24], i_start_index[3:0], start_head[23],
                    start_last[23], start_last[2:0]};

    // KCACHE_MODE: no line, one, two, or two from the one on that aL points into.
    function automatic logic [1:0] lines_of(input logic [1:0] mode);
        lines_of = {mode[1], mode != 2'd0};
    endfunction

    function automatic logic [9:0] first_of(input logic [1:0] mode, input logic [7:0] set_addr, input logic [8:0] index);
        first_of = {2'b0, set_addr} + (mode == 2'd3 ? {1'b0, index} : '0);
    endfunction

    // ---- constant-cache lines, the lowest one first ---------------------------------------------------------------

    logic [3:0] kc_bank_0, kc_bank_1;
    logic [9:0] kc_line_0, kc_line_1;
    logic       kc_waiting;

    function automatic logic [1:0] lowest(input logic [2:0] set); // of lines; 3 when it is none of these
        lowest = set[0] ? 2'd0 : set[1] ? 2'd1 : set[2] ? 2'd2 : 2'd3;
    endfunction

    wire [1:0] locked         = lowest(o_kc_want[2:0]);      // the line that is asked for now
    wire [3:0] locked_bit     = i_kc_answer ? 4'b0001 << locked : '0;
    wire [3:0] kc_want_now    = o_kc_want & ~locked_bit;
    wire       kc_look_now    = o_kc_look && !i_kc_taken;
    wire       kc_waiting_now = (kc_waiting || i_kc_taken) && !i_kc_answer;
    wire       kc_asks        = kc_want_now != '0 && !kc_look_now && !kc_waiting_now;
    wire [1:0] asked          = lowest(kc_want_now[2:0]);

    // ---- the stages -----------------------------------------------------------------------------------------------

    wire [2:0] want_count = {2'b0, o_kc_want[0]} + {2'b0, o_kc_want[1]} + {2'b0, o_kc_want[2]} + {2'b0, o_kc_want[3]};
    wire [9:0] lock_lines = {7'b0, want_count} * {2'b0, i_line_clk};

    wire        begins   = o_state == EMPTY && i_start;
    wire        ends     = o_state == DRAIN && i_finish;
    wire [23:0] head_now = i_consume ? o_head + {21'b0, i_consumed} : o_head;
    wire [7:0]  left_now = i_consume ? o_left - {5'b0, i_consumed} : o_left;

    logic [2:0] state_now;
    logic [7:0] wait_now;

    always_comb begin
        state_now = o_state;
        wait_now  = o_wait;
        case (o_state)
            EMPTY: begin
                if (i_start) begin
                    state_now = ARBITRATE;
                    wait_now  = i_arb_clk;
                end
            end
            ARBITRATE: begin
                if (o_wait > 8'd1)
                    wait_now = o_wait - 8'd1;
                else if (i_lock) begin
                    state_now = LOCK;
                    wait_now  = lock_lines > {2'b0, i_lock_clk} ? lock_lines[7:0] : i_lock_clk;
                end
            end
            LOCK: begin
                if (o_wait > 8'd1)
                    wait_now = o_wait - 8'd1;
                else if (kc_want_now == '0) begin
                    state_now = FETCH;
                    wait_now  = i_fetch_clk;
                end
            end
            FETCH: begin
                if (o_wait > 8'd1)
                    wait_now = o_wait - 8'd1;
                else if (o_available != '0)
                    state_now = READY;
            end
            READY: begin
                if (i_grant)
                    state_now = left_now != '0 ? RUN : DRAIN;
            end
            RUN: begin
                if (left_now == '0)
                    state_now = DRAIN;
            end
            default: begin
                if (i_finish) begin
                    state_now = EMPTY;
                    wait_now  = '0;
                end
            end
        endcase
    end

    // ---- the words that the buffer will hold ----------------------------------------------------------------------

    wire        fetches = o_state == FETCH || o_state == READY || o_state == RUN;
    wire [19:0] next_line;
    wire [23:0] fetched_end = {1'b0, next_line, 3'b0};
    wire [23:0] fetched     = fetched_end > head_now ? fetched_end - head_now : '0;
    wire [23:0] available   = fetched < {16'b0, left_now} ? fetched : {16'b0, left_now};

    wire unused_high = |available[23:5];                // two lines are the most

    // ---- the edge -------------------------------------------------------------------------------------------------

    always_ff @(posedge clk)
        if (rst || ends) begin
            o_state     <= EMPTY;
            o_slot      <= '0;
            o_number    <= '0;
            o_base      <= '0;
            o_active    <= '0;
            o_lanes     <= '0;
            o_op        <= '0;
            o_pc        <= '0;
            o_loop_index <= '0;
            o_parity    <= 1'b0;
            o_first     <= 1'b0;
            o_head      <= '0;
            o_left      <= '0;
            o_available <= '0;
            o_alternate <= 1'b0;
            o_preparing <= 1'b0;
            o_wait      <= '0;
            o_waits     <= 1'b0;
        end else begin
            o_state <= state_now;
            o_wait  <= wait_now;
            o_waits <= wait_now > 8'd1;
            if (begins) begin
                o_slot       <= i_start_slot;
                o_number     <= i_start_number;
                o_base       <= i_start_base;
                o_active     <= i_start_active;
                o_lanes      <= i_start_lanes;
                o_op         <= i_start_word[61:58];
                o_pc         <= i_start_pc;
                o_loop_index <= i_start_index;
                o_first      <= 1'b1;
                o_head       <= start_head;
                o_left       <= {1'b0, count} + 8'd1;
                o_alternate  <= i_start_word[57];
                o_preparing  <= 1'b1;
            end else if (o_state != EMPTY) begin
                o_head <= head_now;
                o_left <= left_now;
                if (i_consume)
                    o_first <= 1'b0;
                if (o_state == FETCH && state_now == READY)
                    o_preparing <= 1'b0;
                if (o_state == READY && i_grant)
                    o_parity <= i_grant_parity;
                if (fetches)
                    o_available <= available[4:0];
            end
        end

    always_ff @(posedge clk)
        if (rst || ends || begins) begin
            o_kc_look  <= 1'b0;
            o_kc_bank  <= '0;
            o_kc_line  <= '0;
            o_kc_want  <= begins ? {lines_of(mode_1), lines_of(mode_0)} : '0;
            o_kc_have  <= '0;
            o_kc_ways  <= '0;
            kc_waiting <= 1'b0;
            kc_bank_0  <= bank_0;
            kc_bank_1  <= bank_1;
            kc_line_0  <= first_of(mode_0, addr_0, i_start_index[12:4]);
            kc_line_1  <= first_of(mode_1, addr_1, i_start_index[12:4]);
        end else if (o_state == LOCK) begin
            o_kc_look  <= kc_look_now || kc_asks;
            o_kc_want  <= kc_want_now;
            o_kc_have  <= o_kc_have | locked_bit;
            kc_waiting <= kc_waiting_now;
            if (i_kc_answer)
                o_kc_ways[8*locked +: 8] <= i_kc_way;
            if (kc_asks) begin
                o_kc_bank <= {o_alternate, asked[1] ? kc_bank_1 : kc_bank_0};
                o_kc_line <= (asked[1] ? kc_line_1 : kc_line_0) + {9'b0, asked[0]};
            end
        end

    instruction_buffer instructions (
        .clk, .rst,
        .i_start(begins), .i_first(start_head[22:3]), .i_last(start_last[22:3]),
        .i_end(ends), .i_run(fetches), .i_head_line(head_now[23:3]),
        .i_taken(i_ic_taken), .i_answer(i_ic_answer), .i_hit(i_ic_hit), .i_refused(i_ic_refused), .i_words(i_ic_words),
        .i_fill(i_ic_fill), .i_fill_line(i_ic_fill_line),
        .o_look(o_ic_look), .o_line(o_ic_line), .o_stored(o_ic_stored), .o_next_now(next_line),
        .i_row(i_buffer_row), .o_word(o_buffer));
endmodule
