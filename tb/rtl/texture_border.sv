// texture_border.sv - the border's element: which colour, within what the channel holds, as the number that the filter adds
// up and as what a register gets of it alone (3D 8 BORDER_COLOR_TYPE, 14; docs/texture.md, "Border").
//
// A number is value x divisor x 2^shift to the nearest, ties to even; of floats it is the bits.  Combinational.
module texture_border (
    input  logic        clk,
    input  logic        rst,
    input  logic [1:0]  i_color,    // transparent black, opaque black, opaque white, the register
    input  logic [31:0] i_register_, // the element's float, or integer
    input  logic        i_is_w,     // the element is W
    input  logic        i_present,  // the format has it
    input  logic [2:0]  i_kind,     // NORM, NO_ZERO, BIASED, SCALED, INTEGER, FLOAT
    input  logic        i_is_signed,
    input  logic [5:0]  i_bits,     // of a scaled integer, 1 .. 32
    input  logic [31:0] i_divisor,
    input  logic [5:0]  i_shift,    // two's complement
    output logic [31:0] o_border,
    output logic [33:0] o_number,   // two's complement
    output logic [31:0] o_single
);
    localparam logic [1:0]  OPAQUE_BLACK = 2'd1, OPAQUE_WHITE = 2'd2, REGISTER = 2'd3;
    localparam logic [2:0]  NORM = 3'd0, SCALED = 3'd3, INTEGER = 3'd4, FLOAT = 3'd5;
    localparam logic [31:0] ONE = 32'h3f800000;

    logic unused;
    assign unused = &{1'b0, clk, rst};

    wire        scaled   = i_kind == SCALED;
    wire        fraction = i_kind < SCALED;
    wire [31:0] one      = i_kind == INTEGER ? 32'd1 : ONE;
    wire [31:0] color    = i_color == REGISTER ? i_register_
                           : i_color == OPAQUE_WHITE || (i_color == OPAQUE_BLACK && i_is_w) ? one
                                                                                            : 32'd0;

    assign o_border = color;

    // 0 to 1, or -1 to 1; of scaled integers up to 2^bits of either sign.  A NaN is 0.
    wire        nan      = color[30:0] > 31'h7f800000;
    wire        below    = i_kind != NORM || i_is_signed;
    wire [30:0] most     = scaled ? 31'h3f800000 + {2'b0, i_bits, 23'b0} : 31'h3f800000;
    wire [31:0] limited  = nan || (!below && color[31]) ? 32'd0
                           : color[30:0] > most         ? {color[31], most}
                                                        : color;

    // Of an element that the format does not have: 0, or 1 as W
    wire [31:0] absent   = !i_is_w ? 32'd0 : i_kind == INTEGER || i_kind == FLOAT ? 32'd1 : ONE;
    assign o_single = !i_present ? absent : fraction || scaled ? limited : color;

    // Fixed point
    wire [31:0] value    = fraction ? limited : color;
    wire [23:0] mantissa = value[30:23] == 0 || nan ? 24'd0 : {1'b1, value[22:0]};
    wire [31:0] scale    = fraction ? i_divisor : 32'd1;
    wire [55:0] product  = {32'b0, mantissa} * {24'b0, scale};
    wire signed [9:0] places = $signed({2'b0, value[30:23]}) - 10'sd150 + {{4{i_shift[5]}}, i_shift};
    wire signed [9:0] back   = -places;
    wire [5:0]  down     = back > 10'sd63 ? 6'd63 : back[5:0];
    wire [118:0] fixed   = {product, 63'b0} >> down;
    wire        up       = fixed[62] && (fixed[61:0] != 0 || fixed[63]);
    wire [55:0] rounded  = fixed[118:63] + {55'b0, up};
    wire [55:0] raised   = places > 10'sd31 ? 56'hffffffffffffff : product << places[4:0];
    wire [55:0] most_    = 56'd1 << (i_bits + i_shift);
    wire [55:0] size     = product == 0 ? 56'd0 : places >= 0 ? raised : back > 10'sd63 ? 56'd0 : rounded;
    wire [55:0] size_  = scaled && (size > most_ || (product != 0 && places > 10'sd31)) ? most_ : size;
    wire [33:0] signed_  = value[31] ? -size_[33:0] : size_[33:0];

    assign o_number = !i_present          ? (i_is_w ? 34'd1 << i_shift[4:0] : 34'd0)
                      : i_kind == INTEGER ? 34'd0
                      : i_kind == FLOAT   ? {2'b0, color}
                                          : signed_;

    logic bits_unused;
    assign bits_unused = &{1'b0, size_[55:34], back[9:6], places[9:5]};
endmodule
