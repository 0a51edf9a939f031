// texture_addresser.sv - the addresser along one axis: a coordinate becomes the first texel of the filter and a fraction, and
// a texel's number one that the level has, or border.
//
// docs/texture.md, "Coordinates": one product, one rounding to nearest even; clamp modes of 3D 8.  Combinational.
module texture_addresser (
    input  logic        clk,
    input  logic        rst,
    input  logic [13:0] i_size,          // texels, 1 .. 8192
    input  logic [13:0] i_scale,         // texels of a coordinate of 1.0
    input  logic [3:0]  i_level,         // coordinates in texels are halved so many times
    input  logic [2:0]  i_clamp,
    input  logic [3:0]  i_fraction_bits, // 4, 6, 8, 14
    input  logic [2:0]  i_reach,         // half texels from the first texel to the coordinate
    input  logic [4:0]  i_offset,        // half texels, two's complement
    input  logic        i_from_one,
    input  logic        i_halves,
    input  logic [31:0] i_coordinate,
    input  logic [2:0]  i_tap,
    output logic [17:0] o_first,         // two's complement
    output logic [13:0] o_fraction,
    output logic [12:0] o_texel,
    output logic        o_inside
);
    logic unused;
    assign unused = &{1'b0, clk, rst};

    texture_place at_first (.size(i_size), .scale(i_scale), .level(i_level), .clamp(i_clamp), .fraction_bits(i_fraction_bits),
                         .reach(i_reach), .offset(i_offset), .from_one(i_from_one), .truncates(i_halves),
                         .coordinate(i_coordinate), .first(o_first), .fraction(o_fraction));

    texture_texel of_tap (.size(i_size), .clamp(i_clamp), .texel({{2{o_first[17]}}, o_first} + {17'b0, i_tap}),
                         .number(o_texel), .inside_(o_inside));
endmodule
