// instruction_buffer.sv - how a clause gets its instructions: the line with the next one and the line behind it, from the
// instruction cache (ISA 2.4, 3.3; pipeline/instruction_buffer.h).
//
// A look-up is offered until the cache takes it, then waits for the answer.  After a miss nothing is asked until the cache
// announces that line; a refused look-up is offered again.
module instruction_buffer (
    input  logic            clk,
    input  logic            rst,
    input  logic            i_start,                    // a clause comes: lines i_first to i_last
    input  logic [19:0]     i_first,
    input  logic [19:0]     i_last,
    input  logic            i_end,                      // it goes
    input  logic            i_run,                      // lines may be fetched
    input  logic [20:0]     i_head_line,                // of the next instruction, behind this edge
    input  logic            i_taken,
    input  logic            i_answer,
    input  logic            i_hit,
    input  logic            i_refused,
    input  logic [8*64-1:0] i_words,
    input  logic            i_fill,
    input  logic [19:0]     i_fill_line,
    output logic            o_look,
    output logic [19:0]     o_line,
    output logic            o_stored,
    output logic [19:0]     o_next_now,                 // next line to fetch, behind this edge
    input  logic [3:0]      i_row,
    output logic [63:0]     o_word
);
    logic        waiting, missing;
    logic [19:0] next, last;

    wire stores      = i_run && i_answer && i_hit;
    wire look_now    = o_look && !i_taken;
    wire waiting_now = (waiting || i_taken) && !i_answer;
    wire missing_now = (i_answer ? !i_hit && !i_refused : missing) && !(i_fill && i_fill_line == o_line);
    wire asks        = !look_now && !waiting_now && !missing_now && o_next_now <= last && half_is_free;

    assign o_next_now = stores ? next + 20'd1 : next;

    wire half_is_free = {1'b0, o_next_now} <= i_head_line + 21'd1;

    always_ff @(posedge clk)
        if (rst || i_start || i_end) begin
            o_look   <= 1'b0;
            o_line   <= '0;
            o_stored <= 1'b0;
            waiting  <= 1'b0;
            missing  <= 1'b0;
            next     <= i_start ? i_first : '0;
            last     <= i_start ? i_last : '0;
        end else begin
            o_stored <= stores;
            if (i_run) begin
                o_look  <= look_now || asks;
                waiting <= waiting_now;
                missing <= missing_now;
                next    <= o_next_now;
                if (asks)
                    o_line <= o_next_now;
            end
        end

    // Word a of the program lies in row a mod 16.
    logic [63:0] buffer [16];

    assign o_word = buffer[i_row];

    for (genvar row = 0; row < 16; row++) begin : g_row
        always_ff @(posedge clk)
            if (rst)
                buffer[row] <= '0;
            else if (stores && !i_end && o_line[0] == 1'(row / 8))
                buffer[row] <= i_words[64*(row % 8) +: 64];
    end
endmodule
