// memory_channel.sv - a channel of the memory: lines of its addresses for its bank of L2, and what SIMDs read and write
// beside L2 (RV770 timing M1 to M3, M7).
//
// Requests are taken one a clock while there is room, and done in order: i_latency_clk clocks after they were taken, at most
// one in i_line_clk / 16 clocks.  The bytes lie in a memory beside the block, which reads or writes when a request is done.
module memory_channel #(
    parameter int ROWS = 128
) (
    input  logic           clk,
    input  logic           rst,
    input  logic           i_take,
    input  logic [33:0]    i_line,
    input  logic [4:0]     i_from,
    input  logic [11:0]    i_id,
    input  logic [1:0]     i_kind,                      // READ for L2, READ beside it, WRITE
    input  logic           i_half,
    input  logic [31:0]    i_mask,
    input  logic [32*8-1:0] i_sector,
    input  logic           i_served,
    input  logic [4:0]     i_simds,
    input  logic [11:0]    i_latency_clk,
    input  logic [9:0]     i_line_clk,
    input  logic [7:0]     i_room,
    output logic           o_full,
    output logic [4:0]     o_last,
    output logic           o_due,
    output logic [4:0]     o_head_from,
    output logic [11:0]    o_head_id,
    output logic [7:0]     o_queued,
    output logic [6:0]     o_first,
    output logic [31:0]    o_last_due,
    output logic [3:0]     o_part,
    output logic [31:0]    o_lines,
    output logic [31:0]    o_writes,
    input  logic [6:0]     i_r_line_row,
    output logic [33:0]    o_r_line,
    input  logic [6:0]     i_r_from_row,
    output logic [4:0]     o_r_from,
    input  logic [6:0]     i_r_id_row,
    output logic [11:0]    o_r_id,
    input  logic [6:0]     i_r_kind_row,
    output logic [1:0]     o_r_kind,
    input  logic [6:0]     i_r_half_row,
    output logic           o_r_half,
    input  logic [6:0]     i_r_mask_row,
    output logic [31:0]    o_r_mask,
    input  logic [6:0]     i_r_due_row,
    output logic [31:0]    o_r_due
);
    localparam logic [1:0] WRITE = 2'd2;

    wire unused = |{i_simds, i_sector};                 // of those who are answered; of the memory

    // ---- when a request is done -----------------------------------------------------------------------------------

    // Behind its latency, and a line's time behind the one before it, in sixteenths of a clock.  Time runs down.
    logic [31:0] now;
    wire  [31:0] soonest    = now - {20'b0, i_latency_clk};
    wire  [10:0] sixteenths = {7'b0, o_part} + {1'b0, i_line_clk};
    wire  [31:0] after      = o_last_due - {25'b0, sixteenths[10:4]};
    wire         is_soonest = o_queued == '0 || after > soonest;
    wire  [31:0] done_at    = is_soonest ? soonest : after;

    // ---- requests -------------------------------------------------------------------------------------------------

    localparam int BITS = 34 + 5 + 12 + 2 + 1 + 32;

    logic [BITS-1:0] request [ROWS];                    // {line, from, id, kind, half, mask}
    wire  [BITS-1:0] taken = {i_line, i_from, i_id, i_kind, i_half, i_mask};
    logic [6:0]      first_now;
    logic            left, due_now;

    due_queue #(.ROWS(ROWS)) queue (
        .clk, .rst, .i_enter(i_take), .i_due(done_at), .i_leave(i_served), .o_now(now),
        .o_queued, .o_first, .o_first_now(first_now), .o_left(left), .o_due, .o_due_now(due_now),
        .i_row(i_r_due_row), .o_row_due(o_r_due));

    for (genvar row = 0; row < ROWS; row++) begin : g_row
        always_ff @(posedge clk)
            if (rst)
                request[row] <= '0;
            else if (i_take && o_first + o_queued[6:0] == 7'(row))
                request[row] <= taken;
    end

    assign o_r_line = 34'(request[i_r_line_row] >> 52);
    assign o_r_from = 5'(request[i_r_from_row] >> 47);
    assign o_r_id   = 12'(request[i_r_id_row] >> 35);
    assign o_r_kind = 2'(request[i_r_kind_row] >> 33);
    assign o_r_half = 1'(request[i_r_half_row] >> 32);
    assign o_r_mask = 32'(request[i_r_mask_row]);

    // ---- the first one --------------------------------------------------------------------------------------------

    wire [BITS-1:0] head     = left ? request[first_now] : taken;
    wire            is_done  = due_now && (!o_due || i_served); // in this clock
    wire            is_write = head[34:33] == WRITE;
    wire            unused_head = |{head[85:52], head[32:0]};

    always_ff @(posedge clk)
        if (rst) begin
            o_full      <= 1'b0;
            o_last      <= '0;
            o_last_due  <= '0;
            o_part      <= '0;
            o_head_from <= '0;
            o_head_id   <= '0;
            o_lines     <= '0;
            o_writes    <= '0;
        end else begin
            o_full   <= o_queued + 8'(i_take) - 8'(i_served) >= i_room;
            o_lines  <= o_lines + 32'(is_done && !is_write);
            o_writes <= o_writes + 32'(is_done && is_write);
            if (i_take) begin
                o_last     <= i_from;
                o_last_due <= done_at;
                o_part     <= is_soonest ? '0 : sixteenths[3:0];
            end
            if (due_now)
                {o_head_from, o_head_id} <= head[51:35];
        end
endmodule
