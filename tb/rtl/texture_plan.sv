// texture_plan.sv - the plan of a lane: its filter, levels, slices, probes and passes, in the words of texture_plan_pack
// (pipeline/texture/texture_quad.c).
//
// docs/texture.md, "Level of detail", "Weights".  Combinational; texture_lod_unit has made the level of detail.
module texture_plan (
    input  logic [7*32-1:0]  resource,
    input  logic [3*32-1:0]  sampler,
    input  logic [3*32-1:0]  tex,
    input  logic             integers,   // the format's elements
    input  logic [5:0]       kernel,
    input  logic             precise,    // BILINEAR_PRECISION
    input  logic [4*32-1:0]  coordinate,
    input  logic [31:0]      cube_index,
    input  logic [10:0]      lod,
    input  logic [9:0]       clamped,
    input  logic             minified,
    input  logic [2:0]       probes,
    input  logic [2*32-1:0]  axis,
    output logic [16*32-1:0] plan,
    output logic [15:0]      passes
);
    `include "texture_words.svh"

    localparam logic [5:0] FORMAT_1 = 6'd37, FORMAT_1_REVERSED = 6'd38;
    localparam logic [12:0] WHOLE = 13'd4096;

    wire [4:0] opcode  = tex[4:0];
    wire [2:0] dim     = resource[2:0];
    wire [3:0] base    = resource[4*32+28 +: 4];
    wire [5:0] format  = resource[32+26 +: 6];
    wire       one_row = !has_rows(dim);
    wire       gather  = gathers(opcode, sampler[64+26]);

    // ---- filter ---------------------------------------------------------------------------------------------------
    wire [2:0] wanted  = minified ? sampler[14:12] : sampler[11:9];
    wire       text    = (format == FORMAT_1 || format == FORMAT_1_REVERSED) && kernel[2:0] != 0 && kernel[5:3] != 0 && !gather;
    wire [1:0] filter  = text                                    ? TEXT
                         : integers                              ? POINT
                         : gather                                ? BILINEAR
                         : wanted == 3'd1 || wanted == 3'd5      ? BILINEAR
                         : wanted == 3'd2                        ? BICUBIC
                                                                 : POINT;
    wire [3:0] bits    = filter == POINT ? 4'd14 : filter == BICUBIC ? 4'd4 : precise || sampler[64+14] ? 4'd8 : 4'd6;
    wire       spread  = wanted[2] && !text && !integers && !gather;
    wire [5:0] area    = {3'b0, kernel[2:0]} * {3'b0, kernel[5:3]};
    wire [2:0] width   = filter == BICUBIC ? 3'd2 : text ? {1'b0, kernel[2:1]} + 3'd1 : 3'd1;
    wire [2:0] height  = one_row ? 3'd1 : filter == BICUBIC ? 3'd2 : text ? {1'b0, kernel[5:4]} + 3'd1 : 3'd1;

    // ---- levels ---------------------------------------------------------------------------------------------------
    wire [1:0] mip      = sampler[18:17];
    wire       none     = mip == 2'd0 || text;
    wire       linear   = mip == 2'd2 && !integers && !gather;
    wire [9:0] nearest  = clamped + 10'd32;
    wire [3:0] above    = none ? 4'd0 : linear ? clamped[9:6] : nearest[9:6];
    wire [6:0] fraction = none || !linear ? 7'd0 : steeper(clamped[5:0], sampler[64+15 +: 3]);

    wire [2*3-1:0]  faces;
    wire [4*16-1:0] slice;
    wire [3:0]      border;
    wire [4*13-1:0] weight;
    wire [4*4-1:0]  level;
    wire [2*7-1:0]  between;

    for (genvar n = 0; n < 2; n++) begin : g_level
        localparam int N = n;
        wire [3:0] up = above + 4'(N);
        texture_steps of_level (.inst(opcode), .resource(resource), .sampler(sampler), .tex(tex), .integers(integers),
                             .filter(filter), .y(coordinate[63:32]), .z(coordinate[95:64]), .cube_index(cube_index),
                             .above(up), .weight(N == 1 ? fraction : 7'd64 - fraction), .face(faces[3*N +: 3]),
                             .slice(slice[32*N +: 32]), .border(border[2*N +: 2]), .weights(weight[26*N +: 26]),
                             .between(between[7*N +: 7]));
        assign level[8*N +: 8] = has_samples(dim) ? 8'd0 : {2{base + up}};
    end

    // ---- LD -------------------------------------------------------------------------------------------------------
    wire        ld       = opcode == INST_LD;
    wire        samples  = has_samples(dim);
    wire [3:0]  last     = resource[5*32 +: 4];
    wire [3:0]  count    = last < 4'd3 ? 4'd1 << last[1:0] : 4'd8;
    wire [31:0] given    = samples ? 32'd0 : coordinate[127:96];
    wire [3:0]  ld_level = samples ? 4'd0 : base + given[3:0];
    wire        layered  = dim == DIM_3D || has_layers(dim);
    wire [12:0] first    = has_layers(dim) ? resource[5*32+4 +: 13] : 13'd0;
    wire [13:0] layers   = has_layers(dim) ? layers_of(resource[5*32+4 +: 13], resource[5*32+17 +: 13])
                                           : size_of(resource[32+13 +: 13], ld_level);
    wire        there    = given <= {28'b0, levels_of(dim, base, last)} &&
                           !(samples && coordinate[127:96] >= {28'b0, count}) &&
                           coordinate[31:0] < {18'b0, size_of(resource[19 +: 13], ld_level)} &&
                           (one_row || coordinate[63:32] < {18'b0, size_of(resource[32 +: 13], ld_level)}) &&
                           (!layered || coordinate[95:64] < {18'b0, layers});
    wire [15:0] ld_slice = {3'b0, first} + (layered ? coordinate[79:64] : 16'd0);

    // ---- words ----------------------------------------------------------------------------------------------------
    logic [8*32-1:0] taken;
    logic [2:0]      number;

    always_comb begin
        taken  = '0;
        number = 3'd0;
        for (int i = 0; i < 4; i++)
            if (!ld && weight[13*i +: 13] != 0) begin
                taken[64*number +: 64] = {19'b0, weight[13*i +: 13], 7'b0, border[i], 4'b0, level[4*i +: 4], slice[16*i +: 16]};
                number = number + 3'd1;
            end
        if (ld && there) begin
            taken[63:0] = {19'b0, WHOLE, 12'b0, ld_level, ld_slice};
            number = 3'd1;
        end
    end

    wire [2:0]  spreads = ld || !spread ? 3'd0 : probes;
    wire [2:0]  across  = ld ? 3'd1 : width, down = ld ? 3'd1 : height;
    wire [15:0] tiles   = {13'b0, number} * {13'b0, across} * {13'b0, down};
    assign passes = tiles << spreads;

    wire [31:0] counts = {5'b0, spreads, 4'b0, ld ? 4'd14 : bits, 6'b0, ld ? POINT : filter, 5'b0, number};
    wire [31:0] shape  = {2'b0, ld || !text ? 6'd1 : area, 5'b0, down, 5'b0, across, 5'b0, ld ? 3'd0 : faces[2:0]};
    wire [31:0] lods   = {6'b0, clamped, {5{lod[10]}}, lod};
    wire [6:0]  slices = fraction[6] ? between[13:7] : between[6:0]; // of the first level that has a weight
    assign plan = {32'b0, ld ? 32'b0 : {17'b0, slices, 1'b0, fraction}, ld ? 32'b0 : lods, ld || !spread ? 64'b0 : axis,
                   {16'b0, passes}, shape, counts, taken};

    logic unused;
    assign unused = &{1'b0, resource, sampler, tex, faces[5:3], nearest[5:0]};
endmodule
