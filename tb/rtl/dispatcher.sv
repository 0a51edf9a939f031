// dispatcher.sv - launches wavefronts on the SIMDs, from a queue for each type of program, and writes their initial
// registers (RV770 timing S1, S11, S12, S22; ISA 2.6.2).
//
//   o_launch   a wavefront enters; the next one i_wave_clk clocks and its registers' i_load_clk clocks each later
//   o_load     one of its registers is written
//   o_loaded   all are
//
// Which SIMD, slot and rows it gets comes in by type.  Of the types with room that of the lowest priority number goes first.
// Thread t of a wavefront is lane t mod i_wave_lanes of quarter t / i_wave_lanes.  Ports of several values have type 0 in
// the lowest bits.
module dispatcher #(
    parameter int TYPES = 5,
    parameter int LANES = 64,
    parameter int QUARTER = 16
) (
    input  logic                clk,
    input  logic                rst,
    input  logic [TYPES-1:0]    i_room,
    input  logic [5*TYPES-1:0]  i_free_simd,
    input  logic [8*TYPES-1:0]  i_free_slot,
    input  logic [8*TYPES-1:0]  i_free_base,
    input  logic [8*TYPES-1:0]  i_free_lds,
    input  logic [32*TYPES-1:0] i_threads,
    input  logic [32*TYPES-1:0] i_waves,
    input  logic [11*TYPES-1:0] i_group,
    input  logic [9*TYPES-1:0]  i_lds,
    input  logic [6:0]          i_wave_size,
    input  logic [4:0]          i_wave_lanes,
    input  logic [2*TYPES-1:0]  i_priority,
    input  logic [9*TYPES-1:0]  i_rows,
    input  logic [9*TYPES-1:0]  i_limit,
    input  logic [9*TYPES-1:0]  i_chip_limit,
    input  logic [5*TYPES-1:0]  i_kin,
    input  logic [5*TYPES-1:0]  i_before,
    input  logic [8:0]          i_chip_slots,
    input  logic [4:0]          i_simds,
    input  logic [1:0]          i_policy,
    input  logic [7*TYPES-1:0]  i_load_first,
    input  logic [7*TYPES-1:0]  i_load_count,
    input  logic [15:0]         i_wave_clk,
    input  logic [15:0]         i_load_clk,
    input  logic [31:0]         i_seed,
    input  logic [7:0]          i_jitter,
    output logic                o_launch,
    output logic [2:0]          o_type,
    output logic [4:0]          o_simd,
    output logic [7:0]          o_slot,
    output logic [31:0]         o_number,
    output logic [31:0]         o_place,
    output logic [7:0]          o_base,
    output logic [8:0]          o_size,
    output logic [LANES-1:0]    o_lanes,
    output logic [9:0]          o_group_thread,
    output logic [6:0]          o_group_waves,
    output logic [6:0]          o_group_left,
    output logic [7:0]          o_lds_first,
    output logic [8:0]          o_lds_size,
    output logic                o_load,
    output logic [7:0]          o_load_row,
    output logic [31:0]         o_load_index,
    output logic                o_loaded,
    output logic                o_busy,
    output logic [6:0]          o_next_gpr,
    output logic [15:0]         o_wait,
    output logic [31:0]         o_launched,
    output logic [32*TYPES-1:0] o_launched_of
);
    wire unused = |{i_limit, i_chip_limit, i_kin, i_before, i_chip_slots, i_simds, i_policy}; // of whether there is room

    // ---- whose turn it is -----------------------------------------------------------------------------------------

    logic       any;
    logic [2:0] next;

    always_comb begin
        any  = 1'b0;
        next = '0;
        for (int t = 0; t < TYPES; t++)
            if (i_room[t] && o_launched_of[32*t +: 32] < i_waves[32*t +: 32] &&
                (!any || i_priority[2*t +: 2] < i_priority[2*next +: 2])) begin
                any  = 1'b1;
                next = 3'(t);
            end
    end

    wire idle     = o_wait <= 16'd1;
    wire launches = idle && !o_busy && any;

    // ---- the wavefront's threads: its place in its group ----------------------------------------------------------

    wire [31:0] place   = o_launched_of[32*next +: 32];
    wire [31:0] threads = i_threads[32*next +: 32];
    wire [31:0] waves   = i_waves[32*next +: 32];
    wire [31:0] size    = i_wave_size != '0 ? {25'b0, i_wave_size} : 32'd1;
    wire [31:0] given   = {21'b0, i_group[11*next +: 11]};
    wire [31:0] group   = given != '0 ? given : size;
    wire [31:0] each    = (group + size - 32'd1) / size; // wavefronts of a group
    wire [31:0] offset  = place % each * size;          // its first thread's number in the group
    wire [31:0] first   = place / each * group + offset;
    wire [31:0] rest    = threads - first < group - offset ? threads - first : group - offset;
    wire [31:0] count   = rest < size ? rest : size;
    wire [31:0] ahead   = waves - place;                // of the type, this one among them
    wire [6:0]  members = 7'(ahead < each ? ahead : each);
    wire        is_first = offset[9:0] == '0;

    logic [LANES-1:0] lanes;

    for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
        localparam int OF = lane / QUARTER, AT = lane % QUARTER;
        assign lanes[lane] = 5'(AT) < i_wave_lanes && 32'(OF) * {27'b0, i_wave_lanes} + 32'(AT) < count;
    end

    // ---- a delay that perturbs a run: the finaliser of MurmurHash3 ------------------------------------------------

    wire [31:0] hash_0 = i_seed * 32'h9e3779b9 + o_launched;
    wire [31:0] hash_1 = (hash_0 ^ (hash_0 >> 16)) * 32'h85ebca6b;
    wire [31:0] hash_2 = (hash_1 ^ (hash_1 >> 13)) * 32'hc2b2ae35;
    wire [15:0] delay  = i_seed != '0 ? 16'((hash_2 ^ (hash_2 >> 16)) % ({24'b0, i_jitter} + 32'd1)) : '0;

    // ---- the edge -------------------------------------------------------------------------------------------------

    wire [6:0]  load_count = i_load_count[7*o_type +: 7];
    wire        loads      = idle && o_busy && o_next_gpr < load_count;
    wire        ends       = idle && o_busy && !loads;

    always_ff @(posedge clk)
        if (rst) begin
            {o_launch, o_type, o_simd, o_slot, o_number, o_place, o_base, o_size, o_lanes} <= '0;
            {o_group_thread, o_group_waves, o_group_left, o_lds_first, o_lds_size} <= '0;
            {o_load, o_load_row, o_load_index, o_loaded, o_busy, o_next_gpr, o_wait, o_launched} <= '0;
            o_launched_of <= '0;
        end else begin
            o_launch <= launches;
            o_load   <= loads;
            o_loaded <= ends;
            if (!idle)
                o_wait <= o_wait - 16'd1;
            if (loads) begin
                o_load_row   <= o_base + {1'b0, i_load_first[7*o_type +: 7]} + {1'b0, o_next_gpr};
                o_load_index <= o_place * {25'b0, load_count} + {25'b0, o_next_gpr};
                o_next_gpr   <= o_next_gpr + 7'd1;
                o_wait       <= i_load_clk;
            end
            if (ends) begin
                o_busy <= 1'b0;
                o_wait <= '0;
            end
            if (launches) begin
                o_type         <= next;
                o_simd         <= i_free_simd[5*next +: 5];
                o_slot         <= i_free_slot[8*next +: 8];
                o_number       <= o_launched;
                o_place        <= place;
                o_base         <= i_free_base[8*next +: 8];
                o_size         <= i_rows[9*next +: 9];
                o_lanes        <= lanes;
                o_group_thread <= offset[9:0];
                o_group_waves  <= is_first ? members : '0;
                o_group_left   <= (is_first && members != '0 ? members : o_group_left) - 7'd1;
                if (is_first) begin
                    o_lds_first <= i_free_lds[8*next +: 8];
                    o_lds_size  <= i_lds[9*next +: 9];
                end
                o_launched  <= o_launched + 32'd1;
                o_launched_of[32*next +: 32] <= place + 32'd1;
                o_busy      <= 1'b1;
                o_next_gpr  <= '0;
                o_wait      <= i_wave_clk - 16'd1 + delay;
            end
        end
endmodule
