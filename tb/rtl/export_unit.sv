// export_unit.sv - EXPORT, EXPORT_DONE and MEM_*: rows of general-purpose registers go to the pixel, position or parameter
// buffers, swizzled, or to memory, a quarter wavefront a clock (ISA 3.4.1, 3.4.2, 10.1; RV770 timing E1, E5, E6).
//
//   o_read    waits for the spare access of the registers' read window; the row goes into the latches at that edge
//   sending   its four quarters leave in the next four clocks; those for memory when the collector has room
//   reports   the wavefront hears of the end i_export_clk clocks behind the last quarter, in order
//
// A memory write with an index reads X of INDEX_GPR first.  The row behind is asked for when the third quarter leaves: the
// latches are free in the clock of the last one.  Ports of several values have the first in the lowest bits.
module export_unit #(
    parameter int LANES   = 64,
    parameter int QUARTER = 16,
    parameter int REPORTS = 15
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  i_start,
    input  logic [63:0]           i_start_word,
    input  logic [7:0]            i_start_slot,
    input  logic [31:0]           i_start_number,
    input  logic [7:0]            i_start_base,
    input  logic [12:0]           i_start_index,
    input  logic [LANES-1:0]      i_start_lanes,
    input  logic                  i_spare,
    input  logic                  i_room,
    input  logic [32*LANES-1:0]   i_row_x,
    input  logic [32*LANES-1:0]   i_row_y,
    input  logic [32*LANES-1:0]   i_row_z,
    input  logic [32*LANES-1:0]   i_row_w,
    input  logic [6:0]            i_num_gprs,
    input  logic [15:0]           i_export_clk,
    input  logic [3:0]            i_buffers,            // reports that can wait
    output logic                  o_free,
    output logic                  o_wants_room,
    output logic                  o_read,
    output logic [7:0]            o_read_row,
    output logic                  o_valid,
    output logic                  o_write,
    output logic [1:0]            o_quarter,
    output logic [1:0]            o_type,
    output logic [7:0]            o_index,
    output logic                  o_done_bit,
    output logic [31:0]           o_number,
    output logic [QUARTER-1:0]    o_lanes,
    output logic [3:0]            o_elements,
    output logic [32*QUARTER-1:0] o_x,
    output logic [32*QUARTER-1:0] o_y,
    output logic [32*QUARTER-1:0] o_z,
    output logic [32*QUARTER-1:0] o_w,
    output logic [63:0]           o_word,
    output logic [3:0]            o_step,
    output logic [32*QUARTER-1:0] o_indices,
    output logic [7:0]            o_slot,
    output logic                  o_last,
    output logic                  o_report,
    output logic [7:0]            o_report_slot,
    output logic                  o_bad_gpr,
    output logic                  o_busy,
    output logic [3:0]            o_reports,
    output logic [31:0]           o_quarters
);
    localparam logic [6:0]  CF_EXPORT = 7'd39, CF_EXPORT_DONE = 7'd40, CF_MEM_EXPORT = 7'd58; // below and above: MEM_*
    localparam logic [2:0]  SEL_1 = 3'd5;                 // below: elements and 0; above: masked
    localparam logic [31:0] ONE = 32'h3f800000;

    // ---- the instruction that comes: CF_ALLOC_EXPORT_DWORD0 and 1 -------------------------------------------------

    wire [7:0] array_base  = i_start_word[7:0];
    wire [6:0] rw_gpr      = i_start_word[21:15];
    wire       rw_rel      = i_start_word[22];
    wire [6:0] cf_inst     = i_start_word[61:55];
    wire [4:0] burst       = {1'b0, i_start_word[52:49]} + 5'd1;
    wire       for_memory  = cf_inst < CF_EXPORT || cf_inst > CF_EXPORT_DONE;
    wire       is_indexed  = i_start_word[13];          // TYPE of a memory write: WRITE_IND, WRITE_IND_ACK
    wire [3:0] comp_mask   = i_start_word[47:44];       // of MEM_EXPORT no more elements than ELEM_SIZE has (ISA 9.1)
    wire [3:0] elements    = cf_inst == CF_MEM_EXPORT ? comp_mask & ~(4'b1110 << i_start_word[31:30]) : comp_mask;
    wire [7:0] last_gpr    = {1'b0, rw_gpr} + (rw_rel ? 8'd1 : {3'b0, burst}); // with aL it is judged at the read

    // ---- the instruction that is here -----------------------------------------------------------------------------

    logic [LANES-1:0] all_lanes;
    logic [13:0]      gpr;
    logic             relative, to_memory, indexing, sending;
    logic [7:0]       base, next_index, send_index;
    logic [4:0]       left;                             // rows to be read
    logic [11:0]      selects;
    logic [6:0]       index_gpr;
    logic [3:0]       next_step, send_step;
    logic [1:0]       send_quarter;

    wire leaves = o_busy && !i_start && sending && (!to_memory || i_room);
    wire takes  = o_busy && !i_start && o_read && i_spare && (!sending || leaves);

    wire       sending_now = sending && !(leaves && send_quarter == 2'd3); // but for a row that comes in this clock
    wire [1:0] quarter_now = send_quarter + 2'(leaves);
    wire       takes_row   = takes && !indexing;

    // ---- reports --------------------------------------------------------------------------------------------------

    logic [8*REPORTS-1:0]  report_slots, slots_now;     // the oldest first
    logic [16*REPORTS-1:0] report_waits, waits_now;
    wire                   reports = o_reports != '0 && report_waits[15:0] <= 16'd1;
    wire  [3:0]            reports_left = o_reports - 4'(reports);
    wire                   ends = o_busy && !i_start && !sending_now && !o_read && left == '0 && reports_left < i_buffers;

    always_comb begin
        slots_now = report_slots;
        waits_now = report_waits;
        for (int n = 0; n < REPORTS; n++)
            if (report_waits[16*n +: 16] > 16'd1)
                waits_now[16*n +: 16] = report_waits[16*n +: 16] - 16'd1;
        if (reports) begin
            slots_now = slots_now >> 8;
            waits_now = waits_now >> 16;
        end
        if (ends) begin
            slots_now[8*reports_left +: 8]   = o_slot;
            waits_now[16*reports_left +: 16] = i_export_clk;
        end
    end

    always_ff @(posedge clk)
        if (rst) begin
            o_reports     <= '0;
            o_report      <= 1'b0;
            o_report_slot <= '0;
            report_slots  <= '0;
            report_waits  <= '0;
        end else begin
            o_reports    <= reports_left + 4'(ends);
            o_report     <= reports;
            report_slots <= slots_now;
            report_waits <= waits_now;
            if (reports)
                o_report_slot <= report_slots[7:0];
        end

    // ---- rows -----------------------------------------------------------------------------------------------------

    wire        busy_now      = i_start || (o_busy && !ends);
    wire [4:0]  left_now      = i_start ? burst : left - 5'(takes_row);
    wire        to_memory_now = i_start ? for_memory : to_memory;
    wire        indexing_now  = i_start ? for_memory && is_indexed : indexing && !takes;
    wire [6:0]  index_gpr_now = i_start && for_memory ? i_start_word[29:23] : index_gpr;
    wire        relative_now  = i_start ? rw_rel : relative;
    wire [7:0]  base_now      = i_start ? i_start_base : base;
    wire [13:0] gpr_now       = i_start ? {7'b0, rw_gpr} + (rw_rel ? {1'b0, i_start_index} : '0) : gpr + 14'(takes_row);
    wire [7:0]  row_gpr       = relative_now && gpr_now >= {7'b0, i_num_gprs} ? '0 : gpr_now[7:0]; // ISA 4.6.3
    wire        full_now      = sending_now || takes_row;
    wire        read_now      = o_read && !takes;
    wire        asks          = busy_now && left_now != '0 && !read_now && (!full_now || quarter_now == 2'd3);

    always_ff @(posedge clk)
        if (rst) begin
            o_busy       <= 1'b0;
            o_free       <= 1'b1;
            o_wants_room <= 1'b0;
            o_read       <= 1'b0;
            o_read_row   <= '0;
            o_type       <= '0;
            o_done_bit   <= 1'b0;
            o_number     <= '0;
            o_word       <= '0;
            o_slot       <= '0;
            o_bad_gpr    <= 1'b0;
            sending      <= 1'b0;
            send_quarter <= '0;
            left         <= '0;
            index_gpr    <= '0;
        end else begin
            o_busy       <= busy_now;
            o_read       <= read_now || asks;
            o_wants_room <= to_memory_now && full_now;
            sending      <= full_now;
            send_quarter <= quarter_now;
            left         <= left_now;
            gpr          <= gpr_now;
            base         <= base_now;
            relative     <= relative_now;
            to_memory    <= to_memory_now;
            indexing     <= indexing_now;
            index_gpr    <= index_gpr_now;
            if (asks)
                o_read_row <= base_now + (indexing_now ? {1'b0, index_gpr_now} : row_gpr);
            if (ends)
                o_free <= 1'b1;
            if (i_start) begin
                o_free     <= 1'b0;
                o_slot     <= i_start_slot;
                o_number   <= i_start_number;
                o_type     <= i_start_word[14:13];
                o_done_bit <= cf_inst == CF_EXPORT_DONE;
                o_word     <= i_start_word;
                all_lanes  <= i_start_lanes;
                selects    <= i_start_word[43:32];
                next_index <= array_base;
                next_step  <= '0;
                if (last_gpr > {1'b0, i_num_gprs})
                    o_bad_gpr <= 1'b1;
            end
            if (takes_row) begin
                send_index <= next_index;
                send_step  <= next_step;
                next_index <= next_index + 8'd1;
                next_step  <= next_step + 4'd1;
            end
        end

    // ---- the latches, and the quarter that leaves -----------------------------------------------------------------

    logic [32*LANES-1:0] latch_x, latch_y, latch_z, latch_w, index_latch;

    always_ff @(posedge clk)
        if (rst) begin
            latch_x     <= '0;
            latch_y     <= '0;
            latch_z     <= '0;
            latch_w     <= '0;
            index_latch <= '0;
        end else if (takes_row) begin
            latch_x <= i_row_x;
            latch_y <= i_row_y;
            latch_z <= i_row_z;
            latch_w <= i_row_w;
        end else if (takes)
            index_latch <= i_row_x;

    localparam int BITS = 32 * QUARTER;

    wire [BITS-1:0] quarter_x = latch_x[BITS*send_quarter +: BITS];
    wire [BITS-1:0] quarter_y = latch_y[BITS*send_quarter +: BITS];
    wire [BITS-1:0] quarter_z = latch_z[BITS*send_quarter +: BITS];
    wire [BITS-1:0] quarter_w = latch_w[BITS*send_quarter +: BITS];

    // What SEL_X to SEL_W choose; 7 masks the element.
    function automatic logic [BITS-1:0] chosen(input logic [2:0] select, input logic [BITS-1:0] x, y, z, w);
        case (select)
            3'd0:    chosen = x;
            3'd1:    chosen = y;
            3'd2:    chosen = z;
            3'd3:    chosen = w;
            SEL_1:   chosen = {QUARTER{ONE}};
            default: chosen = '0;
        endcase
    endfunction

    always_ff @(posedge clk)
        if (rst) begin
            o_valid    <= 1'b0;
            o_write    <= 1'b0;
            o_quarter  <= '0;
            o_index    <= '0;
            o_lanes    <= '0;
            o_elements <= '0;
            o_x        <= '0;
            o_y        <= '0;
            o_z        <= '0;
            o_w        <= '0;
            o_step     <= '0;
            o_indices  <= '0;
            o_last     <= 1'b0;
            o_quarters <= '0;
        end else begin
            o_valid    <= leaves && !to_memory;
            o_write    <= leaves && to_memory;
            o_quarters <= o_quarters + 32'(leaves);
            if (leaves) begin
                o_quarter <= send_quarter;
                o_lanes   <= all_lanes[QUARTER*send_quarter +: QUARTER];
            end
            if (i_start && for_memory)
                o_elements <= elements;
            if (leaves && to_memory) begin
                o_step    <= send_step;
                o_indices <= index_latch[BITS*send_quarter +: BITS];
                o_x       <= quarter_x;
                o_y       <= quarter_y;
                o_z       <= quarter_z;
                o_w       <= quarter_w;
                o_last    <= left == '0 && send_quarter == 2'd3;
            end
            if (leaves && !to_memory) begin
                o_index    <= send_index;
                o_elements <= {selects[11:9] <= SEL_1, selects[8:6] <= SEL_1, selects[5:3] <= SEL_1, selects[2:0] <= SEL_1};
                o_x        <= chosen(selects[2:0], quarter_x, quarter_y, quarter_z, quarter_w);
                o_y        <= chosen(selects[5:3], quarter_x, quarter_y, quarter_z, quarter_w);
                o_z        <= chosen(selects[8:6], quarter_x, quarter_y, quarter_z, quarter_w);
                o_w        <= chosen(selects[11:9], quarter_x, quarter_y, quarter_z, quarter_w);
            end
        end

    wire unused = |{i_start_word[63:62], i_start_word[54:53], i_start_word[48], i_start_word[12:8], gpr_now[13:8]};
endmodule
