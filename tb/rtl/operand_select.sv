// operand_select.sv - the operands of an instruction group for the quarter wavefront that enters the slots.
//
// Sections: ISA 4.6.2 and 4.11 (PV, PS, and what the group before wrote over what was read), 4.6.3 (a constant outside
// the file is a NaN), 4.6.4.5 (a constant for each lane), 4.7.7 (CYCLEn_GPR).
//
// Combinational.  Ports of several values have the first in the lowest bits: latches read cycle * 4 + element, slots
// X Y Z W T, operands 0 1 2 of each slot, lanes.
module operand_select #(
    parameter int QUARTER  = 16,                // lanes that a slot takes in a clock
    parameter int OPERANDS = 15,
    parameter int LATCHES  = 12
) (
    input  logic                            clk,
    input  logic                            rst,
    input  logic [OPERANDS*5-1:0]           i_route,
    input  logic [OPERANDS*2-1:0]           i_forward,
    input  logic [OPERANDS*32-1:0]          i_constant,
    input  logic [LATCHES*QUARTER*32-1:0]   i_latch,
    input  logic [LATCHES*QUARTER-1:0]      i_latch_pv,     // their lanes that the group before writes
    input  logic [LATCHES*QUARTER-1:0]      i_latch_ps,
    input  logic [5*QUARTER*32-1:0]         i_result,       // PV.X PV.Y PV.Z PV.W PS of the group before
    input  logic [5*QUARTER-1:0]            i_written,      // lanes in which it executed
    input  logic [QUARTER*32-1:0]           i_index,        // the element of AR that constants are relative to
    input  logic [OPERANDS*QUARTER*32-1:0]  i_file_data,    // the file's words at i_constant + i_index
    output logic [OPERANDS*QUARTER*32-1:0]  o_operand
);
    localparam logic [4:0]  PV        = 5'd12;  // routes: below, a latch; PV.X .. PV.W from here
    localparam logic [4:0]  PS        = 5'd16;
    localparam logic [4:0]  CONSTANT  = 5'd17;  // one word for all lanes
    localparam logic [4:0]  WATERFALL = 5'd18;  // a word of the constant file for each lane

    localparam logic [31:0] FILE_SIZE = 32'd256;
    localparam logic [31:0] OUTSIDE   = 32'h7fffffff;

    logic unused;
    assign unused = &{1'b0, clk, rst};

    logic [QUARTER*32-1:0] latch [16];
    logic [QUARTER-1:0]    latch_pv [16], latch_ps [16];

    for (genvar n = 0; n < 16; n++) begin : g_latch
        if (n < LATCHES) begin : g_there
            assign latch[n]    = i_latch[QUARTER*32*n +: QUARTER*32];
            assign latch_pv[n] = i_latch_pv[QUARTER*n +: QUARTER];
            assign latch_ps[n] = i_latch_ps[QUARTER*n +: QUARTER];
        end else begin : g_none
            assign latch[n]    = '0;
            assign latch_pv[n] = '0;
            assign latch_ps[n] = '0;
        end
    end

    logic [QUARTER*32-1:0] operand [OPERANDS];
    logic [QUARTER*32-1:0] result [4], ps;          // of the group before: PV.X PV.Y PV.Z PV.W, PS
    logic [QUARTER-1:0]    written [4], ps_written;

    for (genvar slot = 0; slot < 4; slot++) begin : g_result
        assign result[slot]  = i_result[QUARTER*32*slot +: QUARTER*32];
        assign written[slot] = i_written[QUARTER*slot +: QUARTER];
    end
    assign ps         = i_result[QUARTER*32*4 +: QUARTER*32];
    assign ps_written = i_written[QUARTER*4 +: QUARTER];

    for (genvar p = 0; p < OPERANDS; p++) begin : g_operand
        logic [4:0]            route;
        logic [1:0]            forward;
        logic [31:0]           constant, place; // its value; its register in the constant file
        logic [QUARTER*32-1:0] read, pv;
        logic [QUARTER-1:0]    pv_written, from_pv, from_ps;

        assign route      = i_route[5*p +: 5];
        assign forward    = i_forward[2*p +: 2];
        assign constant   = i_constant[32*p +: 32];
        assign place      = constant >> 2;      // a word's number is 4 * register + element
        assign read       = latch[route[3:0]];
        assign pv         = result[route[1:0]];
        assign pv_written = written[route[1:0]];
        assign from_pv    = latch_pv[route[3:0]];
        assign from_ps    = latch_ps[route[3:0]];

        for (genvar lane = 0; lane < QUARTER; lane++) begin : g_lane
            logic [31:0] pv_lane, ps_lane, forwarded, found;

            assign pv_lane = pv[32*lane +: 32];
            assign ps_lane = ps[32*lane +: 32];

            // Trans wins over the vector slot; where neither executed the register is as read.
            assign forwarded = (forward[1] || from_ps[lane]) && ps_written[lane] ? ps_lane
                             : (forward[0] || from_pv[lane]) && pv_written[lane] ? pv_lane : read[32*lane +: 32];
            assign found     = place + i_index[32*lane +: 32] < FILE_SIZE
                             ? i_file_data[32 * (QUARTER*p + lane) +: 32] : OUTSIDE;

            assign operand[p][32*lane +: 32] = route < PV         ? forwarded
                                             : route < PS         ? pv_lane
                                             : route == PS        ? ps_lane
                                             : route == CONSTANT  ? constant
                                             : route == WATERFALL ? found : '0;
        end
    end

    always_comb
        for (int p = 0; p < OPERANDS; p++)
            o_operand[QUARTER*32 * p +: QUARTER*32] = operand[p];
endmodule
