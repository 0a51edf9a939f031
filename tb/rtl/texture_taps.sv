// texture_taps.sv - what a lane reads in a pass: at most 2 x 2 texels of one level and slice, with their weights.
//
// docs/texture.md, "Coordinates", "Cubes", "Weights".  Combinational.
module texture_taps (
    input  logic [7*32-1:0]  resource,
    input  logic [3*32-1:0]  sampler,
    input  logic [3*32-1:0]  tex,
    input  logic             seams,      // DISABLE_CUBE_WRAP
    input  logic [5:0]       kernel,
    input  logic [36*28-1:0] filter4,
    input  logic [16*32-1:0] plan,
    input  logic [4*32-1:0]  coordinate,
    input  logic [15:0]      pass,
    output logic             filtered,
    output logic [3:0]       level,      // of the surface
    output logic [2:0]       sample,
    output logic [3:0]       used,       // texels (0,0) (1,0) (0,1) (1,1)
    output logic [3:0]       border,
    output logic [4*13-1:0]  x,
    output logic [4*13-1:0]  y,
    output logic [4*16-1:0]  slice,
    output logic [4*32-1:0]  weight      // in 2^-28
);
    `include "texture_words.svh"

    localparam logic [31:0] WHOLE = 32'h10000000;

    wire [2:0]  dim     = resource[2:0];
    wire        flat    = !has_rows(dim);
    wire        gather  = gathers(tex[4:0], sampler[64+26]);
    wire        ld      = tex[4:0] == INST_LD;
    wire        wraps   = dim == DIM_CUBE && !seams;

    // ---- the plan: which step, probe and tile ---------------------------------------------------------------------
    wire [1:0]  filter  = plan[256+8 +: 2];
    wire [3:0]  bits    = plan[256+16 +: 4];
    wire [2:0]  probes  = plan[256+24 +: 3];
    wire [2:0]  face    = plan[288 +: 3];
    wire [2:0]  width   = plan[288+8 +: 3];
    wire [2:0]  height  = plan[288+16 +: 3];
    wire [15:0] passes  = plan[320 +: 16];
    wire        reads   = pass < passes;

    wire [15:0] tiles   = width == 0 || height == 0 ? 16'd1 : {13'b0, width} * {13'b0, height};
    wire [15:0] rest    = pass / tiles;
    wire [15:0] tile    = pass % tiles;
    wire [15:0] across  = tile % (width == 0 ? 16'd1 : {13'b0, width});
    wire [15:0] down    = tile / (width == 0 ? 16'd1 : {13'b0, width});
    wire [15:0] number  = rest >> probes;
    wire [15:0] probe   = rest & ~(16'hffff << probes);
    wire [63:0] step    = plan[64*number[1:0] +: 64];
    assign level    = step[19:16];
    assign sample   = ld && has_samples(dim) ? coordinate[98:96] : 3'd0;
    assign filtered = reads && filter != POINT && !gather;

    // ---- the probe's place: (2 probe + 1 - 2^k) / 2^(k + 1) of the longer slope from the coordinate ----------------
    wire signed [6:0] odd    = $signed({1'b0, probe[4:0], 1'b1}) - $signed(7'd1 << probes);
    wire        [6:0] amount = odd < 0 ? -odd : odd;
    logic       [4:0] normal;
    logic       [7:0] exponent;
    always_comb begin
        normal   = amount[4:0];
        exponent = 8'd130 - {5'b0, probes}; // of 2^4 / 2^(k + 1)
        for (int i = 0; i < 4; i++)
            if (!normal[4]) begin
                normal   = {normal[3:0], 1'b0};
                exponent = exponent - 8'd1;
            end
    end
    wire [31:0] share = {odd < 0, exponent, normal[3:0], 19'b0};

    wire [2*32-1:0] moved, at;
    for (genvar way = 0; way < 2; way++) begin : g_probe
        localparam int AT = 32 * way;
        wire [31:0] product;
        fp_mul of_slope (.zero_wins(1'b0), .a(plan[352 + AT +: 32]), .b(share), .product(product));
        fp_add from_it (.subtract(1'b0), .x(coordinate[AT +: 32]), .y(product), .sum(moved[AT +: 32]));
        assign at[AT +: 32] = probes == 0 ? coordinate[AT +: 32] : moved[AT +: 32];
    end

    // ---- both axes ------------------------------------------------------------------------------------------------
    wire [13:0] size_x, size_y, part_x, part_y;
    wire [2:0]  clamp_x, clamp_y, reach_x, reach_y;
    wire [17:0] first_x, first_y;
    texture_axis #(.VERTICAL(1'b0)) beside (
        .resource(resource), .sampler(sampler), .tex(tex), .seams(seams), .kernel(kernel), .filter(filter),
        .fraction_bits(bits), .level(level), .coordinate(at[31:0]), .size(size_x), .clamp(clamp_x), .reach(reach_x),
        .first(first_x), .fraction(part_x));
    texture_axis #(.VERTICAL(1'b1)) below (
        .resource(resource), .sampler(sampler), .tex(tex), .seams(seams), .kernel(kernel), .filter(filter),
        .fraction_bits(bits), .level(level), .coordinate(at[63:32]), .size(size_y), .clamp(clamp_y), .reach(reach_y),
        .first(first_y), .fraction(part_y));

    wire [4*32-1:0] own;
    texture_weights weights (
        .clk(1'b0), .rst(1'b0), .i_filter(filter), .i_fraction_bits(bits), .i_fraction_x(part_x[7:0]),
        .i_fraction_y(part_y[7:0]), .i_tile_x(across[1:0]), .i_tile_y(down[1:0]), .i_reach_x(reach_x), .i_reach_y(reach_y),
        .i_flat(flat), .i_step(step[44:32]), .i_probes(probes), .i_filter4(filter4), .o_weight(own));

    // ---- texels ---------------------------------------------------------------------------------------------------
    wire [2*20-1:0] texel_x, texel_y;
    wire [2*13-1:0] inner_x, inner_y;
    wire [1:0]      inside_x, inside_y;
    for (genvar i = 0; i < 2; i++) begin : g_side
        localparam int N = i;
        assign texel_x[20*N +: 20] = {{2{first_x[17]}}, first_x} + {17'b0, across[1:0], 1'(N)};
        assign texel_y[20*N +: 20] = flat ? 20'd0 : {{2{first_y[17]}}, first_y} + {17'b0, down[1:0], 1'(N)};
        texture_texel of_x (.size(size_x), .clamp(clamp_x), .texel(texel_x[20*N +: 20]), .number(inner_x[13*N +: 13]),
                            .inside_(inside_x[N]));
        texture_texel of_y (.size(size_y), .clamp(clamp_y), .texel(texel_y[20*N +: 20]), .number(inner_y[13*N +: 13]),
                            .inside_(inside_y[N]));
    end

    // Beyond a cube's corner there is none: the other three share its weight, the opposite one has what is left over
    wire [3:0]      corner;
    wire [4*13-1:0] cube_x, cube_y;
    wire [4*3-1:0]  faces;
    for (genvar i = 0; i < 4; i++) begin : g_cube
        localparam int N = i;
        texture_cube neighbour (.clk(1'b0), .rst(1'b0), .i_size(size_x), .i_face(face),
                                .i_x(texel_x[20*(N%2) +: 18]), .i_y(texel_y[20*(N/2) +: 18]), .o_face(faces[3*N +: 3]),
                                .o_x(cube_x[13*N +: 13]), .o_y(cube_y[13*N +: 13]), .o_corner(corner[N]));
    end
    wire        shares = wraps && $countones(corner) == 1 && filter == BILINEAR && !gather;
    wire [31:0] lost   = ({32{corner[0]}} & own[31:0]) | ({32{corner[1]}} & own[63:32]) | ({32{corner[2]}} & own[95:64]) |
                         ({32{corner[3]}} & own[127:96]);
    wire [31:0] third  = lost / 32'd3;

    for (genvar i = 0; i < 4; i++) begin : g_tap
        localparam int N = i;
        wire [31:0] gets   = !shares ? own[32*N +: 32]
                             : corner[N] ? 32'd0
                             : own[32*N +: 32] + (corner[3-N] ? lost - {third[30:0], 1'b0} : third);
        wire [31:0] has    = ld ? (N == 0 ? WHOLE : 32'd0) : gets;
        wire        there  = reads && (has != 0 || (gather && !ld));
        assign used[N]            = there;
        assign weight[32*N +: 32] = there ? has : 32'd0;
        assign border[N]          = !ld && (step[24] || !(wraps || (inside_x[N%2] && inside_y[N/2])));
        assign x[13*N +: 13]      = ld ? coordinate[12:0] : wraps ? cube_x[13*N +: 13] : inner_x[13*(N%2) +: 13];
        assign y[13*N +: 13]      = ld ? (flat ? 13'd0 : coordinate[44:32]) : wraps ? cube_y[13*N +: 13] : inner_y[13*(N/2) +: 13];
        assign slice[16*N +: 16]  = wraps && !ld ? step[15:0] - {13'b0, face} + {13'b0, faces[3*N +: 3]} : step[15:0];
    end

    logic unused;
    assign unused = &{1'b0, resource, sampler, tex, plan, coordinate, across, down, number, probe, amount, part_x, part_y,
                      texel_x, texel_y, step, normal[4]};
endmodule
