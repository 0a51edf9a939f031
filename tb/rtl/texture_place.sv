// texture_place.sv - where the filter of a coordinate begins along one axis: its first texel, and a fraction.
//
// docs/texture.md, "Coordinates": one product, one rounding to nearest even.  Combinational.
module texture_place (
    input  logic [13:0] size,          // texels, 1 .. 8192
    input  logic [13:0] scale,         // texels of a coordinate of 1.0
    input  logic [3:0]  level,         // coordinates in texels are halved so many times
    input  logic [2:0]  clamp,
    input  logic [3:0]  fraction_bits, // 4, 6, 8, 14
    input  logic [2:0]  reach,         // half texels from the first texel to the coordinate
    input  logic [4:0]  offset,        // half texels, two's complement
    input  logic        from_one,
    input  logic        truncates,     // fractions become 0 or a half
    input  logic [31:0] coordinate,
    output logic [17:0] first,         // two's complement
    output logic [13:0] fraction
);
    localparam logic [2:0] WRAP = 3'd0, MIRROR = 3'd1, HALF = 3'd4, ONCE_HALF = 3'd5;

    wire around = clamp == WRAP || clamp == MIRROR;
    wire halves = clamp == HALF || clamp == ONCE_HALF;

    // The mantissa; repeated coordinates without what is worth 2 or more
    wire [7:0]  exponent = coordinate[30:23];
    wire        nan      = exponent == 8'hff && coordinate[22:0] != 0;
    wire [23:0] whole    = exponent == 0 || nan ? 24'h0 : {1'b1, coordinate[22:0]};
    wire [7:0]  above    = exponent - 8'd127;
    wire [23:0] kept     = exponent <= 8'd127 ? 24'hffffff : 24'hffffff >> above;
    wire [23:0] mantissa = around ? whole & kept : whole;

    // x scale, moved to the fraction bits: by `right` places from 14 above, to the nearest, ties to even
    wire [37:0]  product = {14'b0, mantissa} * {24'b0, scale};
    wire [9:0]   right   = 10'd164 + {6'b0, level} - {6'b0, fraction_bits} - {2'b0, exponent}; // two's complement
    wire         huge    = !around && right[9] && product != 0;
    wire         tiny    = !right[9] && right[8:6] != 0; // from 53 on nothing is left
    wire [99:0]  moved   = {product, 14'b0, 48'b0} >> right[5:0];
    wire         up      = moved[47] && (moved[46:0] != 0 || moved[48]);
    wire [52:0]  rounded = {1'b0, moved[99:48]} + {52'b0, up};
    wire [52:0]  limit   = 53'h8000 << fraction_bits;
    wire [30:0]  texels  = tiny ? 31'h0 : huge || (!around && rounded > limit) ? limit[30:0] : rounded[30:0];

    // Two's complement from here: minus a cube's 1, plus the offset, within half a border, minus the reach
    wire [3:0]  half    = fraction_bits - 4'd1;
    wire [30:0] placed  = (coordinate[31] ? -texels : texels) - (from_one ? {17'b0, scale} << fraction_bits : 31'h0);
    wire [30:0] shifted = placed + ({{26{offset[4]}}, offset} << half);
    wire [30:0] end_at  = {17'b0, size} << fraction_bits;
    wire [30:0] turned  = clamp == ONCE_HALF && shifted[30] ? -shifted : shifted;
    wire [30:0] stopped = turned[30] ? 31'h0 : turned > end_at ? end_at : turned;
    wire [30:0] at      = (halves ? stopped : shifted) - ({28'b0, reach} << half);

    wire [13:0] mask  = 14'h3fff >> (4'd14 - fraction_bits);
    wire [13:0] part  = at[13:0] & mask;
    wire [30:0] texel = $signed(at) >>> fraction_bits;
    assign first    = texel[17:0];
    assign fraction = truncates ? part & (14'h1 << half) : part;

    logic bits_unused;
    assign bits_unused = &{1'b0, texel[30:18], limit[52:31]};
endmodule
