// lod_unit.sv - the gradient and LOD unit of a SIMD: in a clock the coordinates of a quad become its plan, or the answer of
// an instruction that reads nothing, or gradients and a cube's index that are kept for the clause (ISA 9.4).
//
// docs/texture.md, "Arithmetic", "Structure".  Values of lanes: X Y Z W of lane 0 in the lowest bits.
module lod_unit (
    input  logic              clk,
    input  logic              rst,
    input  logic              i_offer,
    input  logic [3:0]        i_offer_quad,
    input  logic [4:0]        i_offer_entry,
    input  logic [3:0]        i_offer_lanes,
    input  logic [2:0]        i_offer_place,
    input  logic [16*32-1:0]  i_row,         // before SRC_SEL
    input  logic [3*32-1:0]   i_tex,
    input  logic [7*32-1:0]   i_resource,
    input  logic [3*32-1:0]   i_sampler,
    input  logic              i_integers,    // the format's elements
    input  logic [4*32-1:0]   i_border,
    input  logic [5:0]        i_kernel,
    input  logic [31:0]       i_ta_cntl_aux,
    input  logic              i_taken,
    input  logic [28*7-1:0]   i_kept_row,
    output logic              o_valid,
    output logic [4:0]        o_entry,
    output logic [3:0]        o_quad,
    output logic [3:0]        o_lanes,
    output logic              o_alone,
    output logic [15:0]       o_passes,
    output logic [4*16-1:0]   o_lod,
    output logic [64*32-1:0]  o_plan,
    output logic [16*32-1:0]  o_coordinate,
    output logic [28*32-1:0]  o_kept
);
    `include "texture_words.svh"

    localparam logic [31:0] ONE = 32'h3f800000;
    localparam logic [4:0]  GET_RESINFO = 5'd4, GET_SAMPLES = 5'd5, GET_LOD = 5'd6, GET_H = 5'd7, GET_V = 5'd8, GET_LERP = 5'd9,
                            KEEP = 5'd10, SET_H = 5'd11, SET_V = 5'd12, SET_CUBE = 5'd14;

    wire [4:0] inst    = i_tex[4:0];
    wire       sets    = inst == SET_H || inst == SET_V || inst == SET_CUBE;
    wire       answers = inst >= GET_RESINFO && inst <= KEEP;
    wire       accepts = i_offer && (!o_valid || i_taken);

    // ---- coordinates, slopes --------------------------------------------------------------------------------------
    wire [16*32-1:0] coordinate;
    wire [4*32-1:0]  slope_h, slope_v;

    for (genvar e = 0; e < 4; e++) begin : g_element
        wire [2:0] select = i_tex[64 + 20 + 3*e +: 3];
        for (genvar lane = 0; lane < 4; lane++) begin : g_lane
            assign coordinate[128*lane + 32*e +: 32] = !select[2] ? i_row[128*lane + 32*select[1:0] +: 32]
                                                       : select == 3'd5 ? ONE : 32'd0;
        end
        fp_add to_right (.subtract(1'b0), .x(coordinate[128 + 32*e +: 32]), .y(coordinate[32*e +: 32] ^ 32'h80000000),
                         .sum(slope_h[32*e +: 32]));
        fp_add to_below (.subtract(1'b0), .x(coordinate[256 + 32*e +: 32]), .y(coordinate[32*e +: 32] ^ 32'h80000000),
                         .sum(slope_v[32*e +: 32]));
    end

    // ---- what is kept for the clause: X Y Z of H, of V, the cube's index, four lanes each --------------------------
    logic [28*32-1:0] kept [128];
    logic [127:0]     known [3]; // H, V and indices that have been set
    wire  [6:0]       place = {i_offer_place, i_offer_quad};
    wire  [28*32-1:0] held = kept[place];
    wire  [28*32-1:0] of_quad = {held[895:768] & {128{known[2][place]}}, held[767:384] & {384{known[1][place]}},
                                 held[383:0] & {384{known[0][place]}}};

    for (genvar i = 0; i < 28; i++) begin : g_kept
        wire [6:0] row = i_kept_row[7*i +: 7];
        assign o_kept[32*i +: 32] = kept[row][32*i +: 32] & {32{known[i / 12][row]}};
    end

    always_ff @(posedge clk)
        if (rst) begin
            known[0] <= '0;
            known[1] <= '0;
            known[2] <= '0;
        end else if (accepts) begin
            if (inst == SET_H || inst == KEEP)
                known[0][place] <= 1'b1;
            if (inst == SET_V || inst == KEEP)
                known[1][place] <= 1'b1;
            if (inst == SET_CUBE)
                known[2][place] <= 1'b1;
            for (int e = 0; e < 3; e++)
                for (int lane = 0; lane < 4; lane++) begin
                    if (inst == SET_H || inst == KEEP)
                        kept[place][32*(4*e + lane) +: 32] <= inst == KEEP ? slope_h[32*e +: 32]
                                                                         : coordinate[128*lane + 32*e +: 32];
                    if (inst == SET_V || inst == KEEP)
                        kept[place][32*(12 + 4*e + lane) +: 32] <= inst == KEEP ? slope_v[32*e +: 32]
                                                                              : coordinate[128*lane + 32*e +: 32];
                end
            for (int lane = 0; lane < 4; lane++)
                if (inst == SET_CUBE)
                    kept[place][32*(24 + lane) +: 32] <= coordinate[128*lane + 64 +: 32];
        end

    // ---- numbers of answers ---------------------------------------------------------------------------------------
    // value / 2^bits as a float
    function automatic logic [31:0] float_of(input logic [13:0] value, input logic [3:0] bits);
        logic [13:0] normal;
        logic [7:0]  exponent;
        normal   = value;
        exponent = 8'd140 - {4'b0, bits};
        for (int i = 0; i < 13; i++)
            if (!normal[13]) begin
                normal   = {normal[12:0], 1'b0};
                exponent = exponent - 8'd1;
            end
        float_of = value == 0 ? 32'd0 : {1'b0, exponent, normal[12:0], 10'b0};
    endfunction

    wire [2:0]  dim     = i_resource[2:0];
    wire [3:0]  base    = has_samples(dim) ? 4'd0 : i_resource[4*32+28 +: 4];
    wire [3:0]  last    = i_resource[5*32 +: 4];
    wire [3:0]  levels  = levels_of(dim, base, last);
    wire [3:0]  samples = !has_samples(dim) ? 4'd1 : last < 4'd3 ? 4'd1 << last[1:0] : 4'd8;
    wire        layered = has_layers(dim);
    wire [13:0] layers  = layers_of(i_resource[5*32+4 +: 13], i_resource[5*32+17 +: 13]);

    // ---- lanes ----------------------------------------------------------------------------------------------------
    wire [64*32-1:0] plan;
    wire [4*16-1:0]  passes;
    wire [16*32-1:0] answer;

    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
        wire [31:0] x = coordinate[128*lane +: 32], y = coordinate[128*lane + 32 +: 32];

        wire [6*32-1:0] gradient;
        for (genvar e = 0; e < 6; e++) begin : g_gradient
            assign gradient[32*e +: 32] = of_quad[32*(4*e + lane) +: 32];
        end

        wire [10:0] lod;
        wire [9:0]  clamped;
        wire        minified;
        wire [2:0]  probes;
        wire [63:0] axis;
        texture_lod_unit of_lane (.clk(clk), .rst(rst), .i_coordinate({coordinate[351:256], coordinate[223:128], coordinate[95:0]}),
                                .i_gradient(gradient), .i_given(coordinate[128*lane + 96 +: 32]), .i_resource(i_resource),
                                .i_sampler(i_sampler), .i_tex(i_tex), .i_ta_cntl_aux(i_ta_cntl_aux), .o_lod(lod),
                                .o_clamped(clamped), .o_minified(minified), .o_probes(probes), .o_axis(axis));

        wire [16*32-1:0] made;
        wire [15:0]      needed;
        texture_plan of_quad_lane (.resource(i_resource), .sampler(i_sampler), .tex(i_tex), .integers(i_integers), .kernel(i_kernel),
                            .precise(i_ta_cntl_aux[31]), .coordinate(coordinate[128*lane +: 128]),
                            .cube_index(of_quad[32*(24 + lane) +: 32]), .lod(lod), .clamped(clamped), .minified(minified),
                            .probes(probes), .axis(axis), .plan(made), .passes(needed));
        assign plan[512*lane +: 512] = i_offer_lanes[lane] ? made : '0;
        assign passes[16*lane +: 16] = i_offer_lanes[lane] ? needed : '0;

        // GET_LERP: fractions of the larger level, between slices, between levels
        wire [511:0] own = plan[512*lane +: 512];
        wire [1:0]   filter = own[256 + 8 +: 2];
        wire [3:0]   bits   = own[256 + 16 +: 4];
        wire [3:0]   first  = own[16 +: 4];
        wire [13:0]  texels [2], fraction [2];
        wire [2:0]   clamps [2], reaches [2];
        wire [17:0]  texel [2];
        texture_axis #(.VERTICAL(1'b0)) along (
            .resource(i_resource), .sampler(i_sampler), .tex(i_tex), .seams(i_ta_cntl_aux[0]), .kernel(i_kernel),
            .filter(filter), .fraction_bits(bits), .level(first), .coordinate(x), .size(texels[0]), .clamp(clamps[0]),
            .reach(reaches[0]), .first(texel[0]), .fraction(fraction[0]));
        texture_axis #(.VERTICAL(1'b1)) below (
            .resource(i_resource), .sampler(i_sampler), .tex(i_tex), .seams(i_ta_cntl_aux[0]), .kernel(i_kernel),
            .filter(filter), .fraction_bits(bits), .level(first), .coordinate(y), .size(texels[1]), .clamp(clamps[1]),
            .reach(reaches[1]), .first(texel[1]), .fraction(fraction[1]));
        wire         reads   = own[256 +: 3] != 0;
        wire [127:0] lerp    = {float_of({7'b0, own[448 +: 7]}, 4'd6), float_of({7'b0, own[456 +: 7]}, 4'd6),
                                reads && has_rows(dim) ? float_of(fraction[1], bits) : 32'd0,
                                reads ? float_of(fraction[0], bits) : 32'd0};

        // GET_TEXTURE_RESINFO, GET_NUMBER_OF_SAMPLES: sizes of level X
        wire [31:0]  asked  = inst == GET_SAMPLES ? 32'd0 : x;
        wire         there  = asked <= {28'b0, levels};
        wire [3:0]   level_ = base + asked[3:0];
        wire [13:0]  width  = size_of(i_resource[19 +: 13], level_), height = size_of(i_resource[32 +: 13], level_);
        wire [13:0]  depth  = layered ? layers : size_of(i_resource[32+13 +: 13], level_);
        wire [127:0] sizes  = {inst == GET_SAMPLES ? {28'b0, samples} : {27'b0, {1'b0, levels} + 5'd1},
                               there && (dim == DIM_3D || layered) ? {18'b0, depth} : 32'd0,
                               there && has_rows(dim) ? {18'b0, height} : 32'd0, there ? {18'b0, width} : 32'd0};

        // GET_COMP_TEX_LOD
        wire [10:0]  raw = own[416 +: 11];
        wire [10:0]  amount = raw[10] ? -raw : raw;
        wire [31:0]  unlimited = float_of({3'b0, amount}, 4'd6) | {raw[10], 31'b0};
        wire [127:0] lods   = {64'd0, unlimited, float_of({4'b0, own[432 +: 10]}, 4'd6)};

        assign answer[128*lane +: 128] = inst == GET_H      ? slope_h
                                         : inst == GET_V    ? slope_v
                                         : inst == KEEP     ? i_border
                                         : inst == GET_LERP ? lerp
                                         : inst == GET_LOD  ? lods
                                                            : sizes;
        logic unused;
        assign unused = &{1'b0, own, texels[0], texels[1], clamps[0], clamps[1], reaches[0], reaches[1], texel[0], texel[1]};
    end

    // ---- registers ------------------------------------------------------------------------------------------------
    wire         plans = !sets && !answers;
    logic [15:0] most;

    always_comb begin
        most = 16'd1;
        for (int lane = 0; lane < 4; lane++)
            if (passes[16*lane +: 16] > most)
                most = passes[16*lane +: 16];
    end

    always_ff @(posedge clk)
        if (rst) begin
            o_valid      <= '0;
            o_entry      <= '0;
            o_quad       <= '0;
            o_lanes      <= '0;
            o_alone      <= '0;
            o_passes     <= '0;
            o_lod        <= '0;
            o_plan       <= '0;
            o_coordinate <= '0;
        end else begin
            if (i_taken)
                o_valid <= 1'b0;
            if (accepts) begin
                o_valid      <= 1'b1;
                o_entry      <= i_offer_entry;
                o_quad       <= i_offer_quad;
                o_lanes      <= i_offer_lanes;
                o_alone      <= !plans;
                o_passes     <= plans ? most : 16'd1;
                o_plan       <= plans ? plan : '0;
                o_coordinate <= answers ? answer : coordinate;
                for (int lane = 0; lane < 4; lane++)
                    o_lod[16*lane +: 16] <= plans ? plan[512*lane + 432 +: 16] : 16'd0;
            end
        end

    logic unused;
    assign unused = &{1'b0, i_tex, i_ta_cntl_aux};
endmodule
