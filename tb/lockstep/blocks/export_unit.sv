// Exports: rows of a burst are read by the spare access, and leave in quarters to the buffers or to memory; their
// reports wait in a FIFO.
module export_unit (
    input  logic              clk, rst,
    input  logic              i_start,
    input  logic [63:0]       i_start_word,
    input  logic [7:0]        i_start_slot,
    input  logic [31:0]       i_start_number,
    input  logic [7:0]        i_start_base,
    input  logic [12:0]       i_start_index,
    input  logic [63:0]       i_start_lanes,
    input  logic              i_spare, i_room,
    input  logic [63:0][31:0] i_row_x, i_row_y, i_row_z, i_row_w,
    input  logic [6:0]        i_num_gprs,
    input  logic [15:0]       i_export_clk,
    input  logic [3:0]        i_buffers,
    output logic              o_free, o_wants_room, o_read,
    output logic [7:0]        o_read_row,
    output logic              o_valid, o_write,
    output logic [1:0]        o_quarter, o_type,
    output logic [7:0]        o_index,
    output logic              o_done_bit,
    output logic [31:0]       o_number,
    output logic [15:0]       o_lanes,
    output logic [3:0]        o_elements,
    output logic [15:0][31:0] o_x, o_y, o_z, o_w,
    output logic [63:0]       o_word,
    output logic [3:0]        o_step,
    output logic [15:0][31:0] o_indices,
    output logic [7:0]        o_slot,
    output logic              o_last, o_report,
    output logic [7:0]        o_report_slot,
    output logic              o_bad_gpr,
    output logic [31:0]       o_quarters
);
    // The instruction pair (ISA 10.1): ARRAY_BASE 12..0, TYPE 14..13, RW_GPR 21..15, RW_REL 22, INDEX_GPR 29..23; of the
    // upper dword SEL_X.. 11..0 or COMP_MASK 15..12, BURST_COUNT 20..17, CF_INST 29..23.
    wire [31:0] low = i_start_word[31:0], high = i_start_word[63:32];
    wire        mem = high[29:23] < 7'd39 || high[29:23] > 7'd40;
    wire        rel = low[22];
    wire [3:0]  mask = high[29:23] == 7'd58 ? high[15:12] & 4'((5'd2 << low[31:30]) - 5'd1) : high[15:12]; // ELEM_SIZE

    logic        busy, relative, memory, indexing, sending;
    logic [63:0] lanes;
    logic [13:0] gpr;
    logic [7:0]  base, next_index, send_index;
    logic [4:0]  left;
    logic [11:0] selects;
    logic [6:0]  index_gpr;
    logic [3:0]  next_step, send_step;
    logic [1:0]  quarter;
    logic [3:0][63:0][31:0] latch;
    logic [63:0][31:0]      index_latch;

    // Reports on their way, oldest first.
    localparam int REPORTS = 8;
    logic [REPORTS-1:0][7:0]  report_slot;
    logic [REPORTS-1:0][15:0] report_wait;
    logic [3:0]               reports;

    wire leaves = busy && sending && (!memory || i_room);
    wire takes  = busy && o_read && i_spare && (!sending || leaves);

    function automatic logic [15:0][31:0] element_of(logic [2:0] select, logic [3:0][63:0][31:0] from, logic [1:0] q);
        logic [15:0][31:0] element;
        case (select)
            3'd4: element = '0;
            3'd5: element = {16{32'h3f800000}};
            default: element = select < 4 ? from[select[1:0]][16 * q +: 16] : '0;
        endcase
        return element;
    endfunction

    // Next values that others of the same clock need.
    logic                     n_busy, n_sending, n_read, n_relative, n_memory, n_indexing;
    logic [1:0]               n_quarter;
    logic [4:0]               n_left;
    logic [13:0]              n_gpr;
    logic [7:0]               n_base;
    logic [6:0]               n_index_gpr;
    logic [3:0]               n_reports;
    logic [REPORTS-1:0][7:0]  n_slots;
    logic [REPORTS-1:0][15:0] n_waits;
    logic                     report, ends;
    always_comb begin
        {n_busy, n_sending, n_read, n_relative} = {busy, sending, o_read, relative};
        {n_memory, n_indexing, n_quarter, n_left, n_gpr, n_base, n_index_gpr} =
            {memory, indexing, quarter, left, gpr, base, index_gpr};
        report    = reports != 0 && report_wait[0] <= 1;
        n_reports = reports - 4'(report);
        n_slots   = report_slot;
        n_waits   = report_wait;
        for (int n = 0; n < REPORTS; n++)
            if (n < int'(reports) && n_waits[n] > 1)
                n_waits[n] = n_waits[n] - 1;
        if (report)
            for (int n = 0; n + 1 < REPORTS; n++) begin
                n_slots[n] = n_slots[n + 1];
                n_waits[n] = n_waits[n + 1];
            end
        ends = 1'b0;
        if (i_start) begin
            n_busy      = 1'b1;
            n_relative  = rel;
            n_base      = i_start_base;
            n_gpr       = 14'(low[21:15]) + (rel ? 14'(i_start_index) : 14'd0);
            n_left      = 5'(high[20:17]) + 5'd1;
            n_memory    = mem;
            n_indexing  = mem && low[13];
            n_index_gpr = mem ? low[29:23] : index_gpr;
        end else begin
            if (leaves) begin
                n_quarter = quarter + 1;
                n_sending = n_quarter != 0;
            end
            if (busy && !n_sending && !o_read && left == 0 && n_reports < i_buffers) begin
                ends = 1'b1;
                n_slots[n_reports[2:0]] = o_slot;
                n_waits[n_reports[2:0]] = i_export_clk;
                n_reports = n_reports + 1;
                n_busy    = 1'b0;
            end
            if (takes) begin
                n_read = 1'b0;
                if (indexing)
                    n_indexing = 1'b0;
                else begin
                    n_sending = 1'b1;
                    n_gpr     = gpr + 1;
                    n_left    = left - 1;
                end
            end
        end
    end
    wire        asks = n_busy && n_left != 0 && !n_read && (!n_sending || n_quarter == 2'd3);
    wire [13:0] row  = n_relative && n_gpr >= 14'(i_num_gprs) ? '0 : n_gpr;

    always_ff @(posedge clk)
        if (rst) begin
            {o_wants_room, o_read, o_read_row, o_valid, o_write, o_quarter, o_type, o_index, o_done_bit, o_number} <= '0;
            {o_lanes, o_elements, o_x, o_y, o_z, o_w, o_word, o_step, o_indices, o_slot, o_last} <= '0;
            {index_latch, latch, o_quarters} <= '0;
            {o_report, o_report_slot, o_bad_gpr, busy, sending, quarter, reports, left, index_gpr} <= '0;
            o_free <= 1'b1;
        end else begin
            {busy, sending, relative, memory, indexing} <= {n_busy, n_sending, n_relative, n_memory, n_indexing};
            {quarter, left, gpr, base, index_gpr, reports} <= {n_quarter, n_left, n_gpr, n_base, n_index_gpr, n_reports};
            {report_slot, report_wait} <= {n_slots, n_waits};
            o_report <= report;
            if (report)
                o_report_slot <= report_slot[0];
            o_valid <= leaves && !memory && !i_start;
            o_write <= leaves && memory && !i_start;
            o_read  <= n_read || asks;
            if (asks)
                o_read_row <= n_base + (n_indexing ? 8'(n_index_gpr) : row[7:0]);
            o_wants_room <= n_memory && n_sending;
            if (i_start) begin
                {lanes, next_index, selects, next_step} <= {i_start_lanes, low[7:0], high[11:0], 4'd0};
                o_free     <= 1'b0;
                o_slot     <= i_start_slot;
                o_number   <= i_start_number;
                o_type     <= low[14:13];
                o_done_bit <= high[29:23] == 7'd40;
                o_word     <= i_start_word;
                if (mem)
                    o_elements <= mask;
                if (7'(low[21:15]) + (rel ? 8'd1 : 8'(high[20:17]) + 8'd1) > 8'(i_num_gprs))
                    o_bad_gpr <= 1'b1;
            end
            if (ends)
                o_free <= 1'b1;
            if (leaves && !i_start) begin
                o_quarter <= quarter;
                o_quarters <= o_quarters + 1;
                o_lanes   <= lanes[16 * quarter +: 16];
                if (memory) begin
                    o_step    <= send_step;
                    o_indices <= index_latch[16 * quarter +: 16];
                    o_x       <= latch[0][16 * quarter +: 16];
                    o_y       <= latch[1][16 * quarter +: 16];
                    o_z       <= latch[2][16 * quarter +: 16];
                    o_w       <= latch[3][16 * quarter +: 16];
                    o_last    <= left == 0 && quarter == 2'd3;
                end else begin
                    o_index <= send_index;
                    for (int e = 0; e < 4; e++)
                        o_elements[e] <= selects[3 * e +: 3] < 3'd6;
                    o_x <= element_of(selects[2:0], latch, quarter);
                    o_y <= element_of(selects[5:3], latch, quarter);
                    o_z <= element_of(selects[8:6], latch, quarter);
                    o_w <= element_of(selects[11:9], latch, quarter);
                end
            end
            if (takes && !i_start) begin
                if (indexing)
                    index_latch <= i_row_x;
                else begin
                    latch      <= {i_row_w, i_row_z, i_row_y, i_row_x};
                    send_index <= next_index;
                    send_step  <= next_step;
                    next_index <= next_index + 1;
                    next_step  <= next_step + 1;
                end
            end
        end
endmodule
