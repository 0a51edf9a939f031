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
    localparam logic [2:0] WRAP = 3'd0, MIRROR = 3'd1, LAST = 3'd2, ONCE_LAST = 3'd3, HALF = 3'd4, ONCE_HALF = 3'd5,
                           ONCE_BORDER = 3'd7;

    logic unused;
    assign unused = &{1'b0, clk, rst};

    wire around  = i_clamp == WRAP || i_clamp == MIRROR;
    wire mirrors = i_clamp == ONCE_LAST || i_clamp == ONCE_HALF || i_clamp == ONCE_BORDER;
    wire halves  = i_clamp == HALF || i_clamp == ONCE_HALF;

    // The mantissa; repeated coordinates without what is worth 2 or more
    wire [7:0]  exponent = i_coordinate[30:23];
    wire        nan      = exponent == 8'hff && i_coordinate[22:0] != 0;
    wire [23:0] whole    = exponent == 0 || nan ? 24'h0 : {1'b1, i_coordinate[22:0]};
    wire [7:0]  above    = exponent - 8'd127;
    wire [23:0] kept     = exponent <= 8'd127 ? 24'hffffff : above > 8'd23 ? 24'h0 : 24'hffffff >> above;
    wire [23:0] mantissa = around ? whole & kept : whole;

    // x scale, moved to the fraction bits: by `right` places from 14 above, to the nearest, ties to even
    wire [37:0]  product = {14'b0, mantissa} * {24'b0, i_scale};
    wire [9:0]   right   = 10'd164 + {6'b0, i_level} - {6'b0, i_fraction_bits} - {2'b0, exponent}; // two's complement
    wire         huge    = !around && right[9] && product != 0;
    wire         tiny    = !right[9] && right > 10'd53;
    wire [99:0]  moved   = {product, 14'b0, 48'b0} >> right[5:0];
    wire         up      = moved[47] && (moved[46:0] != 0 || moved[48]);
    wire [52:0]  rounded = {1'b0, moved[99:48]} + {52'b0, up};
    wire [52:0]  limit   = 53'h8000 << i_fraction_bits;
    wire [30:0]  size    = tiny ? 31'h0 : huge || (!around && rounded > limit) ? limit[30:0] : rounded[30:0];

    // Two's complement from here: minus a cube's 1, plus the offset, within half a border, minus the reach
    wire [3:0]  half    = i_fraction_bits - 4'd1;
    wire [30:0] placed  = (i_coordinate[31] ? -size : size) - (i_from_one ? {17'b0, i_scale} << i_fraction_bits : 31'h0);
    wire [30:0] shifted = placed + ({{26{i_offset[4]}}, i_offset} << half);
    wire [30:0] end_at  = {17'b0, i_size} << i_fraction_bits;
    wire [30:0] turned  = i_clamp == ONCE_HALF && shifted[30] ? -shifted : shifted;
    wire [30:0] stopped = turned[30] ? 31'h0 : turned > end_at ? end_at : turned;
    wire [30:0] at      = (halves ? stopped : shifted) - ({28'b0, i_reach} << half);

    wire [13:0] mask  = 14'h3fff >> (4'd14 - i_fraction_bits);
    wire [13:0] part  = at[13:0] & mask;
    wire [30:0] first = $signed(at) >>> i_fraction_bits;
    assign o_first    = first[17:0];
    assign o_fraction = i_halves ? part & (14'h1 << half) : part;

    // A texel of the level
    wire signed [19:0] texel    = {{2{first[17]}}, first[17:0]} + {17'b0, i_tap};
    wire signed [19:0] period   = i_clamp == MIRROR ? {5'b0, i_size, 1'b0} : {6'b0, i_size};
    wire signed [19:0] rest     = texel % period;
    wire signed [19:0] wrapped  = rest < 0 ? rest + period : rest;
    wire signed [19:0] back     = period - 20'sd1 - wrapped;
    wire signed [19:0] last     = {6'b0, i_size} - 20'sd1;
    wire signed [19:0] mirrored = mirrors && texel < 0 ? -20'sd1 - texel : texel;
    wire               below    = mirrored < 0;
    wire               beyond   = mirrored > last;
    wire signed [19:0] clamped  = below ? 20'sd0 : beyond ? last : mirrored;
    wire signed [19:0] repeated = i_clamp == MIRROR && wrapped > last ? back : wrapped;
    wire signed [19:0] chosen   = around ? repeated : clamped;
    assign o_texel  = chosen[12:0];
    assign o_inside = around || i_clamp == LAST || i_clamp == ONCE_LAST || !(below || beyond);

    logic bits_unused;
    assign bits_unused = &{1'b0, chosen[19:13], first[30:18], limit[52:31]};
endmodule
