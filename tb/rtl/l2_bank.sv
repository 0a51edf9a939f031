// l2_bank.sv - a bank of L2 without its lines: requests of all SIMDs for the lines of one channel, answered in order (RV770
// timing T21 to T25).
//
//   clock n      i_take
//   clock n + 1  o_look: the bank's lines are looked up
//   clock n + 2  o_looked: a way is found, and the request enters the queue; or it is looked up again, and the one behind it
//   later        o_due, i_hit_clk clocks behind that for the first of the queue
module l2_bank #(
    parameter int ROWS = 128
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        i_take,
    input  logic [33:0] i_take_line,
    input  logic [4:0]  i_take_simd,
    input  logic [10:0] i_take_id,
    input  logic        i_found,
    input  logic [11:0] i_found_way,
    input  logic [31:0] i_found_stamp,
    input  logic        i_served,
    input  logic [4:0]  i_simds,
    input  logic [11:0] i_hit_clk,
    input  logic [3:0]  i_step,
    input  logic [2:0]  i_bits,
    output logic        o_full,
    output logic [4:0]  o_last,
    output logic        o_look,
    output logic [33:0] o_look_line,
    output logic        o_looked,
    output logic [33:0] o_looked_line,
    output logic        o_due,
    output logic [4:0]  o_head_simd,
    output logic [10:0] o_head_id,
    output logic [11:0] o_head_way,
    output logic [31:0] o_head_stamp,
    output logic [7:0]  o_queued,
    output logic [6:0]  o_first,
    output logic [31:0] o_answers,
    input  logic [6:0]  i_simd_row,
    output logic [4:0]  o_simd,
    input  logic [6:0]  i_id_row,
    output logic [10:0] o_id,
    input  logic [6:0]  i_way_row,
    output logic [11:0] o_way,
    input  logic [6:0]  i_stamp_row,
    output logic [31:0] o_stamp,
    input  logic [6:0]  i_ready_row,
    output logic [31:0] o_ready
);
    wire unused = |{i_simds, i_step, i_bits};           // of those who ask

    // ---- look-up --------------------------------------------------------------------------------------------------

    logic [4:0]  look_simd, looked_simd;
    logic [10:0] look_id, looked_id;

    wire enters = o_looked && i_found;
    wire moves  = !o_looked || i_found;

    always_ff @(posedge clk)
        if (rst) begin
            o_last        <= '0;
            o_look        <= 1'b0;
            o_look_line   <= '0;
            look_simd     <= '0;
            look_id       <= '0;
            o_looked      <= 1'b0;
            o_looked_line <= '0;
            looked_simd   <= '0;
            looked_id     <= '0;
        end else if (moves) begin
            o_look   <= i_take;
            o_looked <= o_look;
            if (i_take)
                {o_last, look_simd, look_id, o_look_line} <= {i_take_simd, i_take_simd, i_take_id, i_take_line};
            if (o_look)
                {looked_simd, looked_id, o_looked_line} <= {look_simd, look_id, o_look_line};
        end

    // ---- queue ----------------------------------------------------------------------------------------------------

    localparam int BITS = 5 + 11 + 12 + 32;

    logic [BITS-1:0] request [ROWS];                    // {SIMD, id, way, stamp}
    wire  [BITS-1:0] entering = {looked_simd, looked_id, i_found_way, i_found_stamp};
    logic [6:0]      first_now;
    logic            left, due_now;
    logic [31:0]     now;

    due_queue #(.ROWS(ROWS)) queue (
        .clk, .rst, .i_enter(enters), .i_due(now - {20'b0, i_hit_clk}), .i_leave(i_served), .o_now(now),
        .o_queued, .o_first, .o_first_now(first_now), .o_left(left), .o_due, .o_due_now(due_now),
        .i_row(i_ready_row), .o_row_due(o_ready));

    wire unused_now = due_now;

    for (genvar row = 0; row < ROWS; row++) begin : g_row
        always_ff @(posedge clk)
            if (rst)
                request[row] <= '0;
            else if (enters && o_first + o_queued[6:0] == 7'(row))
                request[row] <= entering;
    end

    assign o_simd  = 5'(request[i_simd_row] >> 55);
    assign o_id    = 11'(request[i_id_row] >> 44);
    assign o_way   = 12'(request[i_way_row] >> 32);
    assign o_stamp = 32'(request[i_stamp_row]);

    wire [7:0] queued_now = o_queued + 8'(enters) - 8'(i_served);
    wire [7:0] behind_now = moves ? 8'(i_take) + 8'(o_look) : 8'(o_look) + 8'd1;

    always_ff @(posedge clk)
        if (rst) begin
            o_full       <= 1'b0;
            o_head_simd  <= '0;
            o_head_id    <= '0;
            o_head_way   <= '0;
            o_head_stamp <= '0;
            o_answers    <= '0;
        end else begin
            o_full    <= queued_now + behind_now >= 8'(ROWS);
            o_answers <= o_answers + 32'(i_served);
            if (queued_now == '0)
                o_head_stamp <= '0;
            else
                {o_head_simd, o_head_id, o_head_way, o_head_stamp} <= left ? request[first_now] : entering;
        end
endmodule
