// operand_fetch.sv - reads the registers of an instruction group in three read cycles, keeps them in latches, and hands
// the operands to the slots a quarter wavefront at a time.
//
// Sections: ISA 4.7.4 and 4.7.7 (CYCLEn_GPR: a row of each element memory in each of three cycles), 4.6.1 and 4.6.3
// (rows that are relative to AR.x; outside the registers GPR 0 is read; a constant outside the file is a NaN), 4.6.2
// and 4.11 (PV, PS, and what the group before wrote), 4.6.4.5 (a constant for each lane).
//
// One wavefront reads while the other executes, so there are two sets of latches.  o_read_row is combinational from the
// inputs and goes to the element memories, which answer in the same clock with i_read_data; the latches take it at the
// edge.  What the group right before writes has not reached the registers by then: lanes in which it writes the row
// that is read, so far as rows with an index are concerned and the two straps allow, are noted beside the latch, and
// take PV or PS (4.11).  o_operand is combinational from the latches and from what the group before left.
//
// Ports of several values have the first in the lowest bits: elements X Y Z W, slots X Y Z W T, operands 0 1 2 of each
// slot, lanes.
module operand_fetch #(
    parameter int LANES    = 64,
    parameter int QUARTER  = 16,                // lanes that a slot takes in a clock
    parameter int OPERANDS = 15
) (
    input  logic                               clk,
    input  logic                               rst,
    // reading
    input  logic                               i_parity,
    input  logic [1:0]                         i_cycle,
    input  logic [3:0]                         i_enable,
    input  logic [3:0]                         i_relative,
    input  logic [3:0]                         i_global,
    input  logic [7:0]                         i_base,
    input  logic [6:0]                         i_num_gprs,
    input  logic [8:0]                         i_shared_row,
    input  logic [7:0]                         i_shared_count,
    input  logic [7:0]                         i_row_x,
    input  logic [7:0]                         i_row_y,
    input  logic [7:0]                         i_row_z,
    input  logic [7:0]                         i_row_w,
    input  logic [4:0]                         i_pending,      // slots of the group before that write
    input  logic [5*8-1:0]                     i_pending_row,
    input  logic [4:0]                         i_pending_relative,
    input  logic [4:0]                         i_pending_global,
    input  logic [1:0]                         i_pending_chan_t,
    input  logic [7:0]                         i_pending_base,
    input  logic                               i_relative_write_read,
    input  logic                               i_write_relative_read,
    input  logic [LANES*32-1:0]                i_ar_x,
    output logic [4*LANES*8-1:0]               o_read_row,     // 0 where nothing is read
    input  logic [4*LANES*32-1:0]              i_read_data,
    output logic [4*LANES*32-1:0]              o_latched,      // the latches of i_parity and i_cycle
    output logic [4*LANES-1:0]                 o_latched_pv,   // their lanes that the group before writes
    output logic [4*LANES-1:0]                 o_latched_ps,
    output logic [31:0]                        o_reads,
    // handing out
    input  logic                               i_select_parity,
    input  logic [1:0]                         i_select_quarter,
    input  logic [OPERANDS*5-1:0]              i_route,
    input  logic [OPERANDS*2-1:0]              i_forward,
    input  logic [OPERANDS*32-1:0]             i_constant,
    input  logic [5*QUARTER*32-1:0]            i_result,       // PV.X PV.Y PV.Z PV.W PS of the group before
    input  logic [5*QUARTER-1:0]               i_written,      // lanes in which it executed
    input  logic [QUARTER*32-1:0]              i_index,        // the element of AR that constants are relative to
    input  logic [OPERANDS*QUARTER*32-1:0]     i_file_data,    // the file's words at i_constant + i_index
    output logic [OPERANDS*QUARTER*32-1:0]     o_operand
);
    localparam int QUARTERS = LANES / QUARTER;

    localparam logic [4:0]  PV        = 5'd12;  // routes: below, read cycle * 4 + element; PV.X .. PV.W from here
    localparam logic [4:0]  PS        = 5'd16;
    localparam logic [4:0]  CONSTANT  = 5'd17;  // one word for all lanes
    localparam logic [4:0]  WATERFALL = 5'd18;  // a word of the constant file for each lane

    localparam logic [31:0] FILE_SIZE = 32'd256;
    localparam logic [31:0] OUTSIDE   = 32'h7fffffff;

    // ---- rows -----------------------------------------------------------------------------------------------------

    logic [4*8-1:0] rows;
    logic [7:0]     read_row [4*LANES];

    assign rows = {i_row_w, i_row_z, i_row_y, i_row_x};

    for (genvar element = 0; element < 4; element++) begin : g_rows
        logic [7:0] row;
        logic [7:0] first, count;               // of the registers that an index may reach

        assign row   = rows[8*element +: 8];
        assign first = i_global[element] ? i_shared_row[7:0] : i_base;
        assign count = i_global[element] ? i_shared_count : {1'b0, i_num_gprs};

        for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
            logic signed [33:0] index;
            logic               reaches;

            assign index   = $signed({26'd0, row}) + 34'($signed(i_ar_x[32*lane +: 32]));
            assign reaches = index >= 0 && index < $signed({26'd0, count});

            assign read_row[LANES * element + lane] = !i_enable[element] ? 8'd0
                                                    : !i_relative[element] ? row
                                                    : first + (reaches ? index[7:0] : 8'd0);
        end
    end

    always_comb
        for (int i = 0; i < 4 * LANES; i++)
            o_read_row[8 * i +: 8] = read_row[i];

    logic shared_unused;                        // registers that begin behind the last row: none
    assign shared_unused = &{1'b0, i_shared_row[8]};

    // ---- what the group before writes -----------------------------------------------------------------------------

    logic [LANES-1:0] same_pv [4], same_ps [4];     // lanes in which the row read is the one written

    for (genvar element = 0; element < 4; element++) begin : g_pending
        for (genvar source = 0; source < 2; source++) begin : g_slot
            localparam int SLOT = source == 0 ? element : 4;
            logic             by_index, compared;
            logic [7:0]       named, first, count;
            logic [LANES-1:0] same;

            assign by_index = i_pending_relative[SLOT];
            assign named    = i_pending_row[8*SLOT +: 8];
            assign first    = i_pending_global[SLOT] ? i_shared_row[7:0] : i_pending_base;
            assign count    = i_pending_global[SLOT] ? i_shared_count : {1'b0, i_num_gprs};
            // Two plain rows are the issue stage's business.
            assign compared = i_pending[SLOT] && (source == 0 || i_pending_chan_t == 2'(element)) &&
                              (by_index ? i_relative[element] || i_relative_write_read
                                        : i_relative[element] && i_write_relative_read);

            for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
                logic signed [33:0] index;
                logic [7:0]         row;

                assign index = $signed({26'd0, named}) + 34'($signed(i_ar_x[32*lane +: 32]));
                assign row   = by_index ? first + index[7:0] : named;
                // Outside its registers it writes nothing.
                assign same[lane] = compared && (!by_index || (index >= 0 && index < $signed({26'd0, count}))) &&
                                    row == read_row[LANES * element + lane];
            end
            if (source == 0) begin : g_pv
                assign same_pv[element] = same;
            end else begin : g_ps
                assign same_ps[element] = same;
            end
        end
    end

    // ---- latches: {quarter, wavefront, read cycle, element} -------------------------------------------------------
    //
    // A latch that nothing was read into since reset gives 0.

    logic [31:0]           filled;              // wavefront, read cycle, element
    logic [QUARTER*32-1:0] latch [32*QUARTERS];
    logic [LANES-1:0]      latch_pv [32], latch_ps [32];
    logic [4:0]            set;

    assign set = {i_parity, i_cycle, 2'd0};

    always_ff @(posedge clk)
        if (rst)
            filled <= '0;
        else
            filled[set +: 4] <= filled[set +: 4] | i_enable;

    always_ff @(posedge clk)
        for (int element = 0; element < 4; element++)
            for (int quarter = 0; quarter < QUARTERS; quarter++)
                if (i_enable[element])
                    latch[{2'(quarter), set} + 7'(element)] <=
                        i_read_data[QUARTER*32 * (QUARTERS * element + quarter) +: QUARTER*32];

    always_ff @(posedge clk)
        for (int element = 0; element < 4; element++)
            if (i_enable[element]) begin
                latch_pv[set + 5'(element)] <= same_pv[element];
                latch_ps[set + 5'(element)] <= same_ps[element];
            end

    always_comb
        for (int element = 0; element < 4; element++) begin
            o_latched_pv[LANES * element +: LANES] = filled[set + 5'(element)] ? latch_pv[set + 5'(element)] : '0;
            o_latched_ps[LANES * element +: LANES] = filled[set + 5'(element)] ? latch_ps[set + 5'(element)] : '0;
        end

    always_comb
        for (int element = 0; element < 4; element++)
            for (int quarter = 0; quarter < QUARTERS; quarter++)
                o_latched[QUARTER*32 * (QUARTERS * element + quarter) +: QUARTER*32] =
                    filled[set + 5'(element)] ? latch[{2'(quarter), set} + 7'(element)] : '0;

    always_ff @(posedge clk)
        if (rst)
            o_reads <= '0;
        else
            o_reads <= o_reads + 32'($countones(i_enable));

    // ---- operands -------------------------------------------------------------------------------------------------

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
        logic [4:0]            source;          // wavefront, read cycle, element

        assign route      = i_route[5*p +: 5];
        assign forward    = i_forward[2*p +: 2];
        assign constant   = i_constant[32*p +: 32];
        assign place      = constant >> 2;      // a word's number is 4 * register + element
        assign source     = {i_select_parity, route[3:0]};
        assign read       = filled[source] ? latch[{i_select_quarter, source}] : '0;
        assign pv         = result[route[1:0]];
        assign pv_written = written[route[1:0]];
        assign from_pv    = latch_pv[source][QUARTER * i_select_quarter +: QUARTER] & {QUARTER{filled[source]}};
        assign from_ps    = latch_ps[source][QUARTER * i_select_quarter +: QUARTER] & {QUARTER{filled[source]}};

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
