// write_back.sv - the last stages of the ALU: results to PV and PS, then to the general-purpose registers.
//
// Sections: ISA 4.6.2 (PV and PS), 4.9.2 (what a group writes, T beside X Y Z W), 4.11; RV770 timing 2.12, A18.
//
//   clock n      a quarter enters the slots
//   clock n + 1  s1
//   clock n + 2  s2: its results arrive, and PV and PS of its wavefront slot have them after this edge
//   clock n + 3  s3, of the last quarter: the rows are whole
//   clock n + 4  o_gpr_write, and o_finish when it was the clause's last group
//
// Where a group goes is said by the clock in which its last quarter enters; the next group's last quarter is four clocks
// behind it.  Ports of several values have the first in the lowest bits: slots X Y Z W T, lanes 0 to 63.
module write_back #(
    parameter int SLOTS = 5,
    parameter int LANES = 64,
    parameter int QUARTER = 16                          // lanes that enter in a clock
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic                    i_enter,
    input  logic                    i_parity,
    input  logic [1:0]              i_quarter,
    input  logic [SLOTS-1:0]        i_write,
    input  logic [8*SLOTS-1:0]      i_row,
    input  logic [SLOTS-1:0]        i_relative,
    input  logic [SLOTS-1:0]        i_global,
    input  logic [7:0]              i_base,
    input  logic [SLOTS-1:0]        i_ar_write,
    input  logic [1:0]              i_chan_t,
    input  logic                    i_last,
    input  logic [3:0]              i_clause,
    input  logic [31:0]             i_wave,
    input  logic [SLOTS-1:0]        i_flag_slots,
    input  logic [1:0]              i_update,
    input  logic                    i_kills,
    input  logic [SLOTS-1:0]        i_done,
    input  logic [QUARTER*SLOTS-1:0] i_mask,
    input  logic [32*QUARTER-1:0]   i_result_x,
    input  logic [32*QUARTER-1:0]   i_result_y,
    input  logic [32*QUARTER-1:0]   i_result_z,
    input  logic [32*QUARTER-1:0]   i_result_w,
    input  logic [32*QUARTER-1:0]   i_result_t,
    // to the registers
    output logic                    o_gpr_write,
    output logic [SLOTS-1:0]        o_gpr_slots,
    output logic                    o_gpr_parity,
    output logic [8*SLOTS-1:0]      o_gpr_row,
    output logic [SLOTS-1:0]        o_gpr_relative,
    output logic [SLOTS-1:0]        o_gpr_global,
    output logic [7:0]              o_gpr_base,
    output logic [31:0]             o_gpr_wave,
    output logic [1:0]              o_gpr_chan_t,
    output logic [LANES*SLOTS-1:0]  o_gpr_lanes,
    output logic                    o_finish,
    output logic [3:0]              o_finish_clause,
    // with the results: flags and AR
    output logic                    o_s2,
    output logic                    o_s2_parity,
    output logic [1:0]              o_s2_quarter,
    output logic [SLOTS-1:0]        o_s2_flag_slots,
    output logic [1:0]              o_s2_update,
    output logic                    o_s2_kills,
    output logic [SLOTS-1:0]        o_s2_ar_write,
    output logic [LANES*SLOTS-1:0]  o_even_lanes,
    output logic [LANES*SLOTS-1:0]  o_odd_lanes,
    output logic                    o_s1,
    output logic                    o_s3,
    // PV and PS of either wavefront slot: a row for each slot
    input  logic [3*LANES-1:0]      i_even_row,
    output logic [32*LANES-1:0]     o_even,
    input  logic [3*LANES-1:0]      i_odd_row,
    output logic [32*LANES-1:0]     o_odd
);
    // ---- quarters on their way ------------------------------------------------------------------------------------

    localparam int CONTROL = 1 + 2 + SLOTS + 2 + 1 + SLOTS;

    logic               s3_parity;
    logic [CONTROL-1:0] s1_control, s2_control;

    assign {o_s2_parity, o_s2_quarter, o_s2_flag_slots, o_s2_update, o_s2_kills, o_s2_ar_write} = s2_control;

    always_ff @(posedge clk)
        if (rst) begin
            o_s1       <= 1'b0;
            s1_control <= '0;
            o_s2       <= 1'b0;
            s2_control <= '0;
            o_s3       <= 1'b0;
            s3_parity  <= 1'b0;
        end else begin
            o_s1 <= i_enter;
            o_s2 <= o_s1;
            o_s3 <= o_s2 && o_s2_quarter == 2'd3;
            if (i_enter)
                s1_control <= {i_parity, i_quarter, i_flag_slots, i_update, i_kills, i_ar_write};
            if (o_s1)
                s2_control <= s1_control;
            if (o_s2)
                s3_parity <= o_s2_parity;
        end

    // ---- PV and PS, and the lanes that have a result --------------------------------------------------------------

    wire [32*QUARTER*SLOTS-1:0] result = {i_result_t, i_result_w, i_result_z, i_result_y, i_result_x};

    for (genvar slot = 0; slot < SLOTS; slot++) begin : g_slot
        wire [QUARTER-1:0] mask = i_done[slot] ? i_mask[QUARTER*slot +: QUARTER] : '0;
        for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
            localparam int FROM = lane % QUARTER;
            wire         here = o_s2 && o_s2_quarter == 2'(lane / QUARTER);
            logic [31:0] even, odd;
            always_ff @(posedge clk)
                if (rst) begin
                    even <= '0;
                    odd  <= '0;
                    o_even_lanes[LANES*slot + lane] <= 1'b0;
                    o_odd_lanes[LANES*slot + lane]  <= 1'b0;
                end else if (here && o_s2_parity) begin
                    o_odd_lanes[LANES*slot + lane] <= mask[FROM];
                    if (mask[FROM])
                        odd <= result[32*(QUARTER*slot + FROM) +: 32];
                end else if (here) begin
                    o_even_lanes[LANES*slot + lane] <= mask[FROM];
                    if (mask[FROM])
                        even <= result[32*(QUARTER*slot + FROM) +: 32];
                end
        end
    end

    for (genvar lane = 0; lane < LANES; lane++) begin : g_read
        always_comb begin
            case (i_even_row[3*lane +: 3])
                3'd0:    o_even[32*lane +: 32] = g_slot[0].g_lane[lane].even;
                3'd1:    o_even[32*lane +: 32] = g_slot[1].g_lane[lane].even;
                3'd2:    o_even[32*lane +: 32] = g_slot[2].g_lane[lane].even;
                3'd3:    o_even[32*lane +: 32] = g_slot[3].g_lane[lane].even;
                default: o_even[32*lane +: 32] = g_slot[4].g_lane[lane].even;
            endcase
            case (i_odd_row[3*lane +: 3])
                3'd0:    o_odd[32*lane +: 32] = g_slot[0].g_lane[lane].odd;
                3'd1:    o_odd[32*lane +: 32] = g_slot[1].g_lane[lane].odd;
                3'd2:    o_odd[32*lane +: 32] = g_slot[2].g_lane[lane].odd;
                3'd3:    o_odd[32*lane +: 32] = g_slot[3].g_lane[lane].odd;
                default: o_odd[32*lane +: 32] = g_slot[4].g_lane[lane].odd;
            endcase
        end
    end

    // ---- the group: where it goes, and when -----------------------------------------------------------------------

    logic [SLOTS-1:0]   write_slots, write_relative, write_global;
    logic [8*SLOTS-1:0] write_row;
    logic [7:0]         write_base;
    logic [31:0]        write_wave;
    logic [1:0]         write_chan_t;
    logic               write_last;
    logic [3:0]         write_clause;

    always_ff @(posedge clk)
        if (rst)
            {write_slots, write_row, write_relative, write_global, write_base, write_wave, write_chan_t, write_last,
             write_clause} <= '0;
        else if (i_enter && i_quarter == 2'd3)
            {write_slots, write_row, write_relative, write_global, write_base, write_wave, write_chan_t, write_last,
             write_clause} <=
                {i_write, i_row, i_relative, i_global, i_base, i_wave, i_chan_t, i_last, i_clause};

    always_ff @(posedge clk)
        if (rst) begin
            {o_gpr_write, o_gpr_slots, o_gpr_parity, o_gpr_row, o_gpr_relative, o_gpr_global, o_gpr_base} <= '0;
            {o_gpr_wave, o_gpr_chan_t, o_gpr_lanes, o_finish, o_finish_clause} <= '0;
        end else begin
            o_gpr_write <= o_s3 && write_slots != '0;
            o_finish    <= o_s3 && write_last;
            if (o_s3) begin
                o_gpr_slots     <= write_slots;
                o_gpr_parity    <= s3_parity;
                o_gpr_row       <= write_row;
                o_gpr_relative  <= write_relative;
                o_gpr_global    <= write_global;
                o_gpr_base      <= write_base;
                o_gpr_wave      <= write_wave;
                o_gpr_chan_t    <= write_chan_t;
                o_gpr_lanes     <= s3_parity ? o_odd_lanes : o_even_lanes;
                o_finish_clause <= write_clause;
            end
        end
endmodule
