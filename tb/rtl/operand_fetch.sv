// operand_fetch.sv - reads the registers of an instruction group in three read cycles and keeps them in latches.
//
// Sections: ISA 4.7.4 and 4.7.7 (CYCLEn_GPR: a row of each element memory in each of three cycles), 4.6.1 and 4.6.3
// (rows that are relative to AR.x; outside the registers GPR 0 is read), 4.11 (what the group before wrote).
//
// One wavefront reads while the other executes, so there are two sets of latches.  o_memory_*_row is combinational from
// the inputs and goes to the element memories, which answer in the same clock with i_memory_*; the latches take it at
// the edge.  What the group right before writes has not reached the registers by then: lanes in which it writes the row
// that is read, so far as rows with an index are concerned and the two straps allow, are noted beside the latch, and
// take PV or PS (4.11).  The latches have read ports with a row for each lane.
//
// Ports of several values have the first in the lowest bits: elements X Y Z W, slots X Y Z W T, lanes.
module operand_fetch #(
    parameter int LANES = 64
) (
    input  logic                clk,
    input  logic                rst,
    // reading
    input  logic                i_parity,
    input  logic [1:0]          i_cycle,
    input  logic [3:0]          i_enable,
    input  logic [3:0]          i_relative,
    input  logic [3:0]          i_global,
    input  logic [7:0]          i_base,
    input  logic [6:0]          i_num_gprs,
    input  logic [8:0]          i_shared_row,
    input  logic [7:0]          i_shared_count,
    input  logic [7:0]          i_row_x,
    input  logic [7:0]          i_row_y,
    input  logic [7:0]          i_row_z,
    input  logic [7:0]          i_row_w,
    input  logic [4:0]          i_pending,      // slots of the group before that write
    input  logic [5*8-1:0]      i_pending_row,
    input  logic [4:0]          i_pending_relative,
    input  logic [4:0]          i_pending_global,
    input  logic [1:0]          i_pending_chan_t,
    input  logic [7:0]          i_pending_base,
    input  logic                i_relative_write_read,
    input  logic                i_write_relative_read,
    input  logic [LANES*32-1:0] i_ar_x,
    output logic [31:0]         o_reads,
    // the element memories; row 0 where nothing is read
    output logic [LANES*8-1:0]  o_memory_x_row,
    input  logic [LANES*32-1:0] i_memory_x,
    output logic [LANES*8-1:0]  o_memory_y_row,
    input  logic [LANES*32-1:0] i_memory_y,
    output logic [LANES*8-1:0]  o_memory_z_row,
    input  logic [LANES*32-1:0] i_memory_z,
    output logic [LANES*8-1:0]  o_memory_w_row,
    input  logic [LANES*32-1:0] i_memory_w,
    // the latches
    input  logic [LANES*4-1:0]  i_even_row,
    output logic [LANES*32-1:0] o_even,
    input  logic [LANES*4-1:0]  i_odd_row,
    output logic [LANES*32-1:0] o_odd,
    input  logic [3:0]          i_even_pv_row,  // lanes of a latch that the group before writes
    output logic [LANES-1:0]    o_even_pv,
    input  logic [3:0]          i_even_ps_row,
    output logic [LANES-1:0]    o_even_ps,
    input  logic [3:0]          i_odd_pv_row,
    output logic [LANES-1:0]    o_odd_pv,
    input  logic [3:0]          i_odd_ps_row,
    output logic [LANES-1:0]    o_odd_ps
);
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
        for (int lane = 0; lane < LANES; lane++) begin
            o_memory_x_row[8 * lane +: 8] = read_row[lane];
            o_memory_y_row[8 * lane +: 8] = read_row[LANES + lane];
            o_memory_z_row[8 * lane +: 8] = read_row[2 * LANES + lane];
            o_memory_w_row[8 * lane +: 8] = read_row[3 * LANES + lane];
        end

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

    // ---- latches: {wavefront, read cycle, element} ----------------------------------------------------------------
    //
    // A latch that nothing was read into since reset gives 0.

    logic [31:0]         filled;
    logic [LANES-1:0]    latch_pv [32], latch_ps [32];
    logic [31:0]         even_word [LANES], odd_word [LANES];
    logic [4:0]          set;
    logic [LANES*32-1:0] memory [4];

    assign set       = {i_parity, i_cycle, 2'd0};
    assign memory[0] = i_memory_x;
    assign memory[1] = i_memory_y;
    assign memory[2] = i_memory_z;
    assign memory[3] = i_memory_w;

    always_ff @(posedge clk)
        if (rst)
            filled <= '0;
        else
            filled[set +: 4] <= filled[set +: 4] | i_enable;

    for (genvar lane = 0; lane < LANES; lane++) begin : g_latch
        logic [31:0] word [32];
        logic [4:0]  even_row, odd_row;

        always_ff @(posedge clk)
            for (int element = 0; element < 4; element++)
                if (i_enable[element])
                    word[set + 5'(element)] <= memory[element][32 * lane +: 32];

        assign even_row        = {1'b0, i_even_row[4 * lane +: 4]};
        assign odd_row         = {1'b1, i_odd_row[4 * lane +: 4]};
        assign even_word[lane] = filled[even_row] ? word[even_row] : '0;
        assign odd_word[lane]  = filled[odd_row] ? word[odd_row] : '0;
    end

    always_ff @(posedge clk)
        for (int element = 0; element < 4; element++)
            if (i_enable[element]) begin
                latch_pv[set + 5'(element)] <= same_pv[element];
                latch_ps[set + 5'(element)] <= same_ps[element];
            end

    always_comb
        for (int lane = 0; lane < LANES; lane++) begin
            o_even[32 * lane +: 32] = even_word[lane];
            o_odd[32 * lane +: 32]  = odd_word[lane];
        end

    assign o_even_pv = filled[{1'b0, i_even_pv_row}] ? latch_pv[{1'b0, i_even_pv_row}] : '0;
    assign o_even_ps = filled[{1'b0, i_even_ps_row}] ? latch_ps[{1'b0, i_even_ps_row}] : '0;
    assign o_odd_pv  = filled[{1'b1, i_odd_pv_row}] ? latch_pv[{1'b1, i_odd_pv_row}] : '0;
    assign o_odd_ps  = filled[{1'b1, i_odd_ps_row}] ? latch_ps[{1'b1, i_odd_ps_row}] : '0;

    always_ff @(posedge clk)
        if (rst)
            o_reads <= '0;
        else
            o_reads <= o_reads + 32'($countones(i_enable));
endmodule
