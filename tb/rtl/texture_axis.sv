// texture_axis.sv - an axis of a level, X or Y, as instruction, resource and sampler have it, and where the filter of a
// coordinate begins there.
//
// docs/texture.md, "Coordinates".  Combinational.
module texture_axis #(
    parameter bit VERTICAL = 1'b0
) (
    input  logic [7*32-1:0] resource,
    input  logic [3*32-1:0] sampler,
    input  logic [3*32-1:0] tex,
    input  logic            seams,         // DISABLE_CUBE_WRAP
    input  logic [5:0]      kernel,        // of the text filter: height and width
    input  logic [1:0]      filter,
    input  logic [3:0]      fraction_bits,
    input  logic [3:0]      level,         // of the surface
    input  logic [31:0]     coordinate,
    output logic [13:0]     size,
    output logic [2:0]      clamp,
    output logic [2:0]      reach,
    output logic [17:0]     first,
    output logic [13:0]     fraction
);
    `include "texture_words.svh"

    wire [2:0] dim       = resource[2:0];
    wire       in_texels = !tex[32 + 28 + 32'(VERTICAL)];
    wire [3:0] base      = has_samples(dim) ? 4'd0 : resource[4*32+28 +: 4];
    wire [4:0] offset    = tex[64 + 5*32'(VERTICAL) +: 5];
    wire       cube      = dim == DIM_CUBE;

    assign size  = size_of(VERTICAL ? resource[32 +: 13] : resource[19 +: 13], level);
    assign reach = filter == POINT ? 3'd0 : filter == BILINEAR ? 3'd1 : filter == BICUBIC ? 3'd3
                   : VERTICAL ? kernel[5:3] : kernel[2:0];
    // Neighbours of a cube's face are found by number; beyond a text filter's texture is border
    assign clamp = cube && !seams ? CLAMP_LAST
                   : filter == TEXT ? CLAMP_BORDER
                   : clamp_of(sampler[3*32'(VERTICAL) +: 3], in_texels, filter == POINT, sampler[24]);

    texture_place at_first (.size, .scale(in_texels ? 14'd1 : size), .level(in_texels ? level - base : 4'd0), .clamp,
                         .fraction_bits, .reach, .offset, .from_one(cube),
                         .truncates(sampler[64+12] && filter == BILINEAR), .coordinate, .first, .fraction);

    logic unused;
    assign unused = &{1'b0, resource, sampler, tex, kernel};
endmodule
