// gpr_file.sv - the general-purpose registers of a SIMD: 256 rows of 64 lanes in each of four element memories.
//
// Sections: ISA 4.7.4 (a memory for each element), 4.9.2 (what an instruction group writes; ALU.Trans beside the four
// vector slots), 4.6.1 and 4.6.3 (indexed writes, also beyond the registers), 2.6.1 (global registers).
//
// Every lane has its own bank of each element, so an indexed write goes to a row of its own in each lane.  Writers in
// rising priority: a new wavefront's rows are cleared; an initial register is loaded, all four elements; a fetch writes
// its elements of one row; an instruction group writes back, slots X Y Z W their own element and T the element
// i_write_chan_t, over the vector slot's.
// All writes happen at the edge; the read ports are combinational and have a row for each lane.
//
// Ports of several values have the first in the lowest bits: slots X Y Z W T, elements X Y Z W, lanes 0 to 63.
module gpr_file #(
    parameter int          LANES     = 64,
    parameter int          ROWS      = 256,
    parameter logic [31:0] UNDEFINED = 32'h7fedca00     // of a register that nothing was written to
) (
    input  logic                    clk,
    input  logic                    rst,
    // write-back
    input  logic [4:0]              i_write,
    input  logic [5*8-1:0]          i_write_row,       // of an indexed write: GPR number
    input  logic [4:0]              i_write_relative,
    input  logic [4:0]              i_write_global,
    input  logic [7:0]              i_write_base,
    input  logic [6:0]              i_num_gprs,
    input  logic [8:0]              i_shared_row,
    input  logic [7:0]              i_shared_count,
    input  logic [1:0]              i_write_chan_t,
    input  logic [5*LANES-1:0]      i_write_lanes,
    input  logic [5*LANES*32-1:0]   i_write_data,
    input  logic [LANES*32-1:0]     i_ar_x,
    // initial registers
    input  logic                    i_load,
    input  logic [7:0]              i_load_row,
    input  logic [4*LANES*32-1:0]   i_load_data,
    input  logic                    i_clear,
    input  logic [7:0]              i_clear_row,
    input  logic [7:0]              i_clear_count,
    // results of fetches
    input  logic                    i_fetch,
    input  logic [7:0]              i_fetch_row,
    input  logic [3:0]              i_fetch_elements,
    input  logic [LANES-1:0]        i_fetch_lanes,
    input  logic [4*LANES*32-1:0]   i_fetch_data,
    // reads
    input  logic [LANES*8-1:0]      i_x_row,
    output logic [LANES*32-1:0]     o_x,
    input  logic [LANES*8-1:0]      i_y_row,
    output logic [LANES*32-1:0]     o_y,
    input  logic [LANES*8-1:0]      i_z_row,
    output logic [LANES*32-1:0]     o_z,
    input  logic [LANES*8-1:0]      i_w_row,
    output logic [LANES*32-1:0]     o_w,
    output logic [31:0]             o_writes
);
    // ---- rows that are cleared ------------------------------------------------------------------------------------

    logic [ROWS-1:0] clear_rows;

    always_comb
        for (int row = 0; row < ROWS; row++)
            clear_rows[row] = row >= 32'(i_clear_row) && row < 32'(i_clear_row) + 32'(i_clear_count);

    // ---- the registers that an indexed write may reach, for each slot ---------------------------------------------

    logic [7:0] first [5];
    logic [7:0] count [5];

    for (genvar slot = 0; slot < 5; slot++) begin : g_pool
        assign first[slot] = i_write_global[slot] ? i_shared_row[7:0] : i_write_base;
        assign count[slot] = i_write_global[slot] ? i_shared_count : {1'b0, i_num_gprs};
    end

    // A pool that begins behind the last row is empty.
    logic shared_unused;
    assign shared_unused = &{1'b0, i_shared_row[8]};

    logic [31:0]        read_word [4*LANES];
    logic [LANES*8-1:0] read_row  [4];

    assign read_row[0] = i_x_row;
    assign read_row[1] = i_y_row;
    assign read_row[2] = i_z_row;
    assign read_row[3] = i_w_row;

    always_comb
        for (int lane = 0; lane < LANES; lane++) begin
            o_x[32 * lane +: 32] = read_word[lane];
            o_y[32 * lane +: 32] = read_word[LANES + lane];
            o_z[32 * lane +: 32] = read_word[2 * LANES + lane];
            o_w[32 * lane +: 32] = read_word[3 * LANES + lane];
        end

    // ---- lanes ----------------------------------------------------------------------------------------------------

    for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
        logic [4:0] write;
        logic [7:0] row [5];

        for (genvar slot = 0; slot < 5; slot++) begin : g_slot
            logic [7:0]         named;
            logic signed [33:0] index;
            logic               inside_pool;

            assign named       = i_write_row[8*slot +: 8];
            assign index       = $signed({26'd0, named}) + 34'($signed(i_ar_x[32*lane +: 32]));
            assign inside_pool = index >= 0 && index < $signed({26'd0, count[slot]});
            assign row[slot]   = i_write_relative[slot] ? first[slot] + index[7:0] : named;
            assign write[slot] = i_write[slot] && i_write_lanes[LANES*slot + lane] &&
                                 (!i_write_relative[slot] || inside_pool);
        end

        for (genvar element = 0; element < 4; element++) begin : g_element
            localparam int BANK = LANES * element + lane;
            gpr_bank #(.ROWS(ROWS), .UNDEFINED(UNDEFINED)) bank (
                .clk,
                .rst,
                .clear(i_clear),
                .clear_rows,
                .load(i_load),
                .load_row(i_load_row),
                .load_data(i_load_data[32*BANK +: 32]),
                .fetch(i_fetch && i_fetch_elements[element] && i_fetch_lanes[lane]),
                .fetch_row(i_fetch_row),
                .fetch_data(i_fetch_data[32*BANK +: 32]),
                .slot(write[element]),
                .slot_row(row[element]),
                .slot_data(i_write_data[32*BANK +: 32]),
                .trans(write[4] && i_write_chan_t == 2'(element)),
                .trans_row(row[4]),
                .trans_data(i_write_data[32*(4*LANES+lane) +: 32]),
                .read_row(read_row[element][8*lane +: 8]),
                .read_data(read_word[BANK])
            );
        end
    end

    // ---- rows that the ALU wrote, for the statistics --------------------------------------------------------------

    always_ff @(posedge clk)
        if (rst)
            o_writes <= '0;
        else
            o_writes <= o_writes + 32'($countones(i_write));
endmodule
