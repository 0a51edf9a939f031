// due_queue.sv - when the entries of a queue in order are due (mem/due.h).
//
// The queue has a clock of its own that counts down while anything is in it and begins anew when it was empty; an entry has
// the time of that clock at which it is due.
module due_queue #(
    parameter int ROWS = 128
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        i_enter,
    input  logic [31:0] i_due,                          // of the entry that enters, by o_now
    input  logic        i_leave,                        // the first one leaves
    output logic [31:0] o_now,                          // time in this clock
    output logic [7:0]  o_queued,
    output logic [6:0]  o_first,                        // its row
    output logic [6:0]  o_first_now,                    // ... behind this edge
    output logic        o_left,                         // one of the rows here stays
    output logic        o_due,                          // the first one is due
    output logic        o_due_now,                      // ... behind this edge
    input  logic [6:0]  i_row,
    output logic [31:0] o_row_due
);
    localparam logic [31:0] START = 32'h7fffffff;

    logic [31:0] clock;
    logic [31:0] times [ROWS];

    wire [7:0]  stay       = o_queued - 8'(i_leave);
    wire [7:0]  queued_now = stay + 8'(i_enter);
    wire [31:0] clock_now  = queued_now != '0 ? o_now - 32'd1 : '0;
    wire [31:0] head       = o_left ? times[o_first_now] : i_due;

    assign o_now       = o_queued != '0 ? clock : START;
    assign o_left      = stay != '0;
    assign o_first_now = o_first + 7'(i_leave);
    assign o_due_now   = queued_now != '0 && clock_now <= head;
    assign o_row_due   = times[i_row];

    always_ff @(posedge clk)
        if (rst) begin
            clock    <= '0;
            o_queued <= '0;
            o_first  <= '0;
            o_due    <= 1'b0;
        end else begin
            clock    <= clock_now;
            o_queued <= queued_now;
            o_first  <= o_first_now;
            o_due    <= o_due_now;
        end

    for (genvar row = 0; row < ROWS; row++) begin : g_row
        always_ff @(posedge clk)
            if (rst)
                times[row] <= '0;
            else if (i_enter && o_first + o_queued[6:0] == 7'(row))
                times[row] <= i_due;
    end
endmodule
