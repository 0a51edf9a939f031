// texture_compare.sv - shadow compare: whether a lane's reference and a texel's X, or the border's, pass (ISA 9.4 SAMPLE_C; 3D
// 8 DEPTH_COMPARE_FUNCTION; docs/texture.md, "Compare").
//
// Fractions and scaled integers are compared as numerators, to which the reference is rounded; floats in their order, the
// reference in the precision of an element of 16, 11 or 10 bits.  Combinational.
module texture_compare (
    input  logic        clk,
    input  logic        rst,
    input  logic [2:0]  i_function,
    input  logic [31:0] i_reference, // a float
    input  logic        i_border,    // not the texel
    input  logic [31:0] i_texel,     // X as it is decoded
    input  logic [1:0]  i_color,     // the border's
    input  logic [31:0] i_register_,
    input  logic        i_present,
    input  logic [2:0]  i_kind,
    input  logic        i_is_signed,
    input  logic [5:0]  i_bits,
    input  logic [31:0] i_divisor,
    input  logic [5:0]  i_width,     // bits of X in memory
    output logic        o_passes
);
    localparam logic [2:0] NORM = 3'd0, NO_ZERO = 3'd1, BIASED = 3'd2, SCALED = 3'd3, FLOAT = 3'd5;
    localparam logic [2:0] NOTEQUAL = 3'd5, ALWAYS = 3'd7;

    // ---- numerators -----------------------------------------------------------------------------------------------
    wire [33:0] wanted, at_border;
    wire [31:0] color, color_unused, single_unused, border_unused;
    texture_border reference_ (
        .clk, .rst, .i_color(2'd3), .i_register_(i_reference), .i_is_w(1'b0), .i_present, .i_kind, .i_is_signed, .i_bits,
        .i_divisor, .i_shift(6'd0), .o_border(color_unused), .o_number(wanted), .o_single(single_unused));
    texture_border border (
        .clk, .rst, .i_color, .i_register_, .i_is_w(1'b0), .i_present, .i_kind, .i_is_signed, .i_bits, .i_divisor,
        .i_shift(6'd0), .o_border(color), .o_number(at_border), .o_single(border_unused));

    wire signed [33:0] one       = {2'b0, i_divisor};
    wire signed [33:0] number    = {{2{i_is_signed && i_texel[31]}}, i_texel};
    wire signed [33:0] numerator = i_kind == NORM      ? (number < -one ? -one : number)
                                   : i_kind == NO_ZERO ? {number[32:0], 1'b1}
                                   : i_kind == BIASED  ? {number[32:0], 1'b0} - one
                                                       : number;
    wire signed [33:0] found     = i_border ? $signed(at_border) : numerator;

    // ---- floats ---------------------------------------------------------------------------------------------------
    // The reference, its mantissa rounded to so many bits
    wire [4:0]  kept     = i_width == 6'd16 ? 5'd10 : 5'(i_width - 6'd5);
    wire [7:0]  exponent = i_reference[30:23];
    wire [23:0] mantissa = exponent == 0 ? 24'd0 : {1'b1, i_reference[22:0]};
    wire [7:0]  deep     = exponent < 8'd113 ? 8'd113 - exponent : 8'd0; // below 2^-14
    wire [8:0]  drop     = {4'b0, 5'd23 - kept} + {1'b0, deep};
    wire [4:0]  by       = drop > 9'd25 ? 5'd25 : drop[4:0];
    wire [48:0] parts    = {mantissa, 25'b0} >> by;
    wire        up       = parts[24] && (parts[23:0] != 0 || parts[25]);
    wire [24:0] rounded  = ({1'b0, parts[48:25]} + {24'b0, up}) << by;
    wire [8:0]  grown    = {1'b0, exponent} + {8'b0, rounded[24]};
    wire [31:0] narrow   = i_width != 6'd16 && i_reference[31] ? 32'd0
                           : grown > 9'd142                    ? {i_reference[31], 31'h7f800000}
                           : rounded == 0                      ? {i_reference[31], 31'd0}
                                                               : {i_reference[31], grown[7:0], rounded[22:0]};

    wire        nan      = i_reference[30:0] > 31'h7f800000;
    wire        narrows  = i_kind == FLOAT && i_width <= 6'd16 && i_reference[30:0] < 31'h7f800000;
    wire [31:0] a        = narrows ? narrow : i_reference;
    wire [31:0] b        = i_border ? color : i_texel;
    wire        unequal  = nan || b[30:0] > 31'h7f800000;

    function automatic logic signed [33:0] order(input logic [31:0] value);
        order = value[31] ? -$signed({3'b0, value[30:0]}) : $signed({3'b0, value[30:0]});
    endfunction

    // ---- the function ---------------------------------------------------------------------------------------------
    wire               numbers = i_kind <= SCALED;
    wire signed [33:0] left    = numbers ? $signed(wanted) : order(a);
    wire signed [33:0] right   = numbers ? found : order(b);
    wire               less    = left < right, equal = left == right;

    assign o_passes = !numbers && unequal ? i_function == NOTEQUAL || i_function == ALWAYS
                      : (i_function[0] && less) || (i_function[1] && equal) ||
                            (i_function[2] && !less && !equal);

    logic unused;
    assign unused = &{1'b0, color_unused, single_unused, border_unused};
endmodule
