// texture_lod_unit.sv - gradients and level of detail of a lane: slopes of the quad or set ones, their lengths in texels,
// half of a logarithm, biases, limits, probes along the longer axis.
//
// docs/texture.md, "Level of detail".  The words are those of registers and microcode (3D 7, 8; ISA 10.4).  Combinational.
module texture_lod_unit (
    input  logic             clk,
    input  logic             rst,
    input  logic [9*32-1:0]  i_coordinate,  // X Y Z of lanes 0, 1, 2
    input  logic [6*32-1:0]  i_gradient,    // X Y Z, horizontal and vertical, as they were set
    input  logic [31:0]      i_given,       // the lane's W
    input  logic [7*32-1:0]  i_resource,
    input  logic [3*32-1:0]  i_sampler,
    input  logic [3*32-1:0]  i_tex,
    input  logic [31:0]      i_ta_cntl_aux,
    output logic [10:0]      o_lod,         // s4.6, before its limits
    output logic [9:0]       o_clamped,     // u4.6
    output logic             o_minified,    // XY_MIN_FILTER counts
    output logic [2:0]       o_probes,      // logarithm
    output logic [2*32-1:0]  o_axis         // X and Y of the longer slope, if there are probes
);
    // 2^((2k + 1) / 64) - 1 in 1/65536, k = 31 first: where half a logarithm goes from k / 64 to the next
    localparam logic [32*16-1:0] STEPS = {
        16'd64125, 16'd61346, 16'd58627, 16'd55967, 16'd53363, 16'd50816, 16'd48322, 16'd45883,
        16'd43495, 16'd41159, 16'd38873, 16'd36635, 16'd34446, 16'd32304, 16'd30207, 16'd28156,
        16'd26148, 16'd24183, 16'd22261, 16'd20380, 16'd18539, 16'd16737, 16'd14974, 16'd13249,
        16'd11561, 16'd9909, 16'd8292, 16'd6710, 16'd5162, 16'd3647, 16'd2165, 16'd714};

    localparam logic [2:0] DIM_1D = 3'd0, DIM_3D = 3'd2, DIM_CUBE = 3'd3, DIM_1D_ARRAY = 3'd4, DIM_2D_ARRAY = 3'd5;

    // ---- words ----------------------------------------------------------------------------------------------------
    wire [2:0]  dim        = i_resource[2:0];
    wire [3:0]  base_level = i_resource[4*32+28 +: 4];
    wire [3:0]  last_level = i_resource[5*32 +: 4];
    wire [11:0] bias       = i_sampler[32+20 +: 12];
    wire [11:0] bias_sec   = i_sampler[64 +: 12];
    wire [9:0]  min_lod    = i_sampler[32 +: 10];
    wire [9:0]  max_lod    = i_sampler[32+10 +: 10];
    wire [4:0]  inst       = i_tex[4:0];
    wire [6:0]  inst_bias  = i_tex[32+21 +: 7];
    wire [2:0]  normalised = i_tex[32+28 +: 3];

    wire samples = dim[2:1] == 2'b11;
    wire flat    = dim == DIM_1D || dim == DIM_1D_ARRAY;
    wire array   = dim == DIM_1D_ARRAY || dim == DIM_2D_ARRAY || dim == 3'd7;

    // SAMPLE*: opcodes 16 to 31; bit 2 set gradients, bits 1:0 computed, given, biased, zero.  15: FETCH4.
    wire sample = inst[4];
    wire set    = sample && inst[2];
    wire given  = sample && inst[1:0] == 2'd1;
    wire biased = sample && inst[1:0] == 2'd2;
    wire zero   = (sample && inst[1:0] == 2'd3) || inst == 5'd15;
    wire slopes = !given && !zero;

    // ---- numbers --------------------------------------------------------------------------------------------------
    function automatic logic [31:0] float_of(input logic [13:0] whole);
        logic [13:0] normal;
        logic [7:0]  exponent;
        normal   = whole;
        exponent = 8'd140; // of 2^13
        for (int i = 0; i < 13; i++)
            if (!normal[13]) begin
                normal   = {normal[12:0], 1'b0};
                exponent = exponent - 8'd1;
            end
        float_of = {1'b0, exponent, normal[12:0], 10'b0};
    endfunction

    function automatic logic [13:0] halved(input logic [12:0] most, input logic [3:0] level);
        logic [13:0] size;
        size = ({1'b0, most} + 14'd1) >> level;
        halved = size == 0 ? 14'd1 : size;
    endfunction

    // Within -1024 .. 1023
    function automatic logic signed [15:0] saturated(input logic signed [15:0] lod);
        saturated = lod < -16'sd1024 ? -16'sd1024 : lod > 16'sd1023 ? 16'sd1023 : lod;
    endfunction

    function automatic logic signed [15:0] half_logarithm(input logic [23:0] value); // without sign and last bits
        logic signed [15:0] count;
        count = {3'b0, value[23:16], 5'b0} - 16'sd4064; // 127 * 32
        for (int k = 0; k < 32; k++)
            if (value[15:0] >= STEPS[16*k +: 16])
                count = count + 16'sd1;
        half_logarithm = saturated(count);
    endfunction

    function automatic logic signed [15:0] lod_of(input logic [31:0] value);
        logic [7:0]         right;
        logic [36:0]        moved;
        logic [15:0]        size;
        right = 8'd131 - value[30:23];
        moved = {1'b1, value[22:0], 13'b0} >> right;
        size  = {5'b0, moved[36:26]} + {15'b0, moved[25] && (moved[24:0] != 0 || moved[26])};
        if (value[30:23] == 8'd0 || (value[30:23] == 8'hff && value[22:0] != 0))
            size = 16'd0;
        else if (value[30:23] >= 8'd132) // 32
            size = 16'd2048;
        lod_of = saturated(value[31] ? -$signed(size) : $signed(size));
    endfunction

    // ---- slopes ---------------------------------------------------------------------------------------------------
    wire [3:0]      level0 = samples ? 4'd0 : base_level;
    wire [2:0]      faces;                                  // bit 0: lanes 0 and 1 on one face, bit 1: lanes 0 and 2
    wire [3*32-1:0] scale;
    assign scale[31:0]  = float_of(normalised[0] ? halved(i_resource[19 +: 13], level0) : 14'd1);
    assign scale[63:32] = float_of(normalised[1] ? halved(i_resource[32 +: 13], level0) : 14'd1);
    assign scale[95:64] = float_of(normalised[2] ? halved(i_resource[32+13 +: 13], level0) : 14'd1);
    assign faces[0] = dim != DIM_CUBE || i_coordinate[32*2 +: 32] == i_coordinate[32*5 +: 32];
    assign faces[1] = dim != DIM_CUBE || i_coordinate[32*2 +: 32] == i_coordinate[32*8 +: 32];
    assign faces[2] = 1'b0;

    wire [31:0]        axis_x [2], axis_y [2], own [2], length [2];
    wire signed [15:0] logarithm [2];

    for (genvar way = 0; way < 2; way++) begin : g_way      // horizontal, vertical
        wire [31:0] slope [3], square [3], sum2, sum3;
        for (genvar i = 0; i < 3; i++) begin : g_axis
            wire [31:0] difference, texels;
            fp_add from_first (.subtract(1'b0), .x(i_coordinate[32*(3*(way+1)+i) +: 32]),
                               .y(i_coordinate[32*i +: 32] ^ 32'h80000000), .sum(difference));
            assign slope[i] = set ? i_gradient[32*(3*way+i) +: 32] : faces[way] ? difference : 32'h0;
            fp_mul to_texels (.zero_wins(1'b0), .a(slope[i]), .b(scale[32*i +: 32]), .product(texels));
            fp_mul times_itself (.zero_wins(1'b0), .a(texels), .b(texels), .product(square[i]));
        end
        fp_add add_y (.subtract(1'b0), .x(square[0]), .y(square[1]), .sum(sum2));
        fp_add add_z (.subtract(1'b0), .x(sum2), .y(square[2]), .sum(sum3));
        assign axis_x[way]    = slope[0];
        assign axis_y[way]    = slope[1];
        assign own[way]       = flat ? square[0] : dim == DIM_3D ? sum3 : sum2;
        assign length[way]    = own[way][30:0] > 31'h7f800000 ? own[1-way] : own[way]; // of a NaN the other way's
        assign logarithm[way] = half_logarithm(length[way][30:7]);
    end

    // ---- probes ---------------------------------------------------------------------------------------------------
    wire [2:0] of_sampler = i_sampler[19 +: 3];
    wire [2:0] of_texture = i_resource[6*32+2 +: 3];
    wire [2:0] least      = of_sampler < of_texture ? of_sampler : of_texture;
    wire       none       = !i_sampler[14] || dim == DIM_3D || (array && !i_sampler[25]) ||
                            (dim == DIM_CUBE && i_ta_cntl_aux[1]);
    wire [2:0] most       = none ? 3'd0 : least > 3'd4 ? 3'd4 : least;

    wire               h_major = length[0][30:0] >= length[1][30:0];
    wire signed [15:0] major   = h_major ? logarithm[0] : logarithm[1];
    wire signed [15:0] minor   = h_major ? logarithm[1] : logarithm[0];
    wire signed [15:0] finest  = minor > 0 ? minor : 16'sd0;
    wire signed [15:0] wanted  = (major - finest + 16'sd63) >>> 6;
    wire [2:0]         probes  = wanted < 0 ? 3'd0 : wanted > $signed({13'b0, most}) ? most : wanted[2:0];
    wire signed [15:0] shared  = major - $signed({7'b0, probes, 6'b0});
    wire signed [15:0] of_axes = i_sampler[31] || (most != 0 && shared < minor) ? minor : shared;

    // ---- level ----------------------------------------------------------------------------------------------------
    wire signed [15:0] from_w = lod_of(i_given);
    wire signed [15:0] start  = (slopes ? of_axes : 16'sd0) + (given || biased ? from_w : 16'sd0);
    wire signed [15:0] biases = {{4{bias[11]}}, bias} + {{4{bias_sec[11]}}, bias_sec} +
                                {{7{inst_bias[6]}}, inst_bias, 2'b0};
    wire signed [15:0] level  = zero ? 16'sd0 : saturated(start + biases);

    wire [3:0]         levels = samples || last_level < base_level ? 4'd0 : last_level - base_level;
    wire signed [15:0] raised = level < $signed({6'b0, min_lod}) ? {6'b0, min_lod} : level;
    wire signed [15:0] under  = raised > $signed({6'b0, max_lod}) ? {6'b0, max_lod} : raised;
    wire signed [15:0] limited = under > $signed({6'b0, levels, 6'b0}) ? {6'b0, levels, 6'b0} : under;

    assign o_lod     = level[10:0];
    assign o_clamped = limited[9:0];
    assign o_minified = under > 0;
    assign o_probes  = slopes ? probes : 3'd0;
    assign o_axis    = o_probes == 0 ? 64'h0 : h_major ? {axis_y[0], axis_x[0]} : {axis_y[1], axis_x[1]};

    logic unused;
    assign unused = &{1'b0, clk, rst, i_resource, i_sampler, i_tex, i_ta_cntl_aux, faces[2], level[15:11], limited[15:10]};
endmodule
