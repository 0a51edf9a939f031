// fetch_clause.sv - a fetch clause on its way to the fetch units (ISA 3.3.2, 3.3.3; RV770 timing S4, S9).
//
//   EMPTY      a clause can come
//   ARBITRATE  i_arb_clk clocks
//   FETCH      its first instructions are fetched, i_fetch_clk clocks at least
//   RUN        its instructions are offered one by one, while they are in the buffer
module fetch_clause (
    input  logic            clk,
    input  logic            rst,
    input  logic            i_start,
    input  logic [63:0]     i_start_word,               // CF_DWORD0 and 1 (ISA 10.1)
    input  logic [7:0]      i_start_slot,
    input  logic [31:0]     i_start_number,
    input  logic [7:0]      i_start_base,
    input  logic [12:0]     i_start_index,
    input  logic [28:0]     i_start_base_word,
    input  logic [63:0]     i_start_lanes,
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
    input  logic            i_take,
    input  logic [1:0]      i_take_unit,
    input  logic            i_returned,
    input  logic [3:0]      i_closed,
    input  logic [7:0]      i_arb_clk,
    input  logic [7:0]      i_fetch_clk,
    output logic [2:0]      o_state,
    output logic [1:0]      o_unit,
    output logic            o_vertex_cache,
    output logic [4:0]      o_under_way,
    output logic [7:0]      o_slot,
    output logic [31:0]     o_number,
    output logic [7:0]      o_base,
    output logic [63:0]     o_lanes,
    output logic [12:0]     o_loop_index,
    output logic [23:0]     o_head,
    output logic [4:0]      o_left,
    output logic            o_offer,
    output logic [7:0]      o_wait,
    input  logic [3:0]      i_buffer_row,
    output logic [63:0]     o_buffer
);
    localparam logic [2:0] EMPTY = 3'd0, ARBITRATE = 3'd1, FETCH = 3'd2, RUN = 3'd3;
    localparam logic [6:0] CF_VTX = 7'd2;               // VTX reads through the vertex cache, VTX_TC and TEX do not

    // ---- the clause that comes ------------------------------------------------------------------------------------

    wire [23:0] start_head = i_start_base_word[23:0] + {2'b0, i_start_word[21:0]};
    wire [4:0]  start_left = {1'b0, i_start_word[51], i_start_word[44:42]} + 5'd1; // COUNT_3, COUNT; 128 bits each
    wire [23:0] start_last = start_head + {18'b0, start_left, 1'b0} - 24'd1;

    wire unused = |{i_closed, i_start_word[63:62], i_start_word[54:52], i_start_word[50:45], i_start_word[41:22],
                    i_start_base_word[28:24], start_last[23], start_last[2:0], start_head[23]};

    // ---- the clause that is here ----------------------------------------------------------------------------------

    wire        begins   = o_state == EMPTY && i_start;
    wire [23:0] head_now = i_take ? o_head + 24'd2 : o_head;
    wire [4:0]  left_now = o_left - 5'(i_take);
    wire        ends     = o_state == RUN && left_now == '0;
    wire        passes   = (o_state == ARBITRATE || o_state == FETCH) && o_wait <= 8'd1;
    wire [2:0]  state_now = passes ? o_state + 3'd1 : o_state;
    wire [19:0] next_line;

    always_ff @(posedge clk)
        if (rst || ends) begin
            o_state        <= EMPTY;
            o_unit         <= '0;
            o_vertex_cache <= 1'b0;
            o_under_way    <= '0;
            o_slot         <= '0;
            o_number       <= '0;
            o_base         <= '0;
            o_lanes        <= '0;
            o_loop_index   <= '0;
            o_head         <= '0;
            o_left         <= '0;
            o_offer        <= 1'b0;
            o_wait         <= '0;
        end else if (begins) begin
            o_state        <= ARBITRATE;
            o_vertex_cache <= i_start_word[61:55] == CF_VTX;
            o_slot         <= i_start_slot;
            o_number       <= i_start_number;
            o_base         <= i_start_base;
            o_lanes        <= i_start_lanes;
            o_loop_index   <= i_start_index;
            o_head         <= start_head;
            o_left         <= start_left;
            o_wait         <= i_arb_clk;
        end else if (o_state != EMPTY) begin
            o_state     <= state_now;
            o_head      <= head_now;
            o_left      <= left_now;
            o_under_way <= o_under_way + 5'(i_take) - 5'(i_returned);
            o_offer     <= state_now == RUN && {1'b0, next_line, 3'b0} >= head_now + 24'd2;
            if (i_take)
                o_unit <= i_take_unit;
            if (passes)
                o_wait <= i_fetch_clk;
            else if (o_state != RUN)
                o_wait <= o_wait - 8'd1;
        end

    instruction_buffer instructions (
        .clk, .rst,
        .i_start(begins), .i_first(start_head[22:3]), .i_last(start_last[22:3]),
        .i_end(ends), .i_run(o_state == FETCH || o_state == RUN), .i_head_line(head_now[23:3]),
        .i_taken(i_ic_taken), .i_answer(i_ic_answer), .i_hit(i_ic_hit), .i_refused(i_ic_refused), .i_words(i_ic_words),
        .i_fill(i_ic_fill), .i_fill_line(i_ic_fill_line),
        .o_look(o_ic_look), .o_line(o_ic_line), .o_stored(o_ic_stored), .o_next_now(next_line),
        .i_row(i_buffer_row), .o_word(o_buffer));
endmodule
