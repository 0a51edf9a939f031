// texture_sum.sv - one element of the filter: four weighted texels, or the border in their place, are added to a sum, and the
// sum becomes a float32.
//
// docs/texture.md, "Filter": an exact sum for fractions, a common exponent for floats, one rounding to nearest even at the
// end.  Combinational.
module texture_sum (
    input  logic               starts,        // with these texels
    input  logic               is_float,
    input  logic [3:0]         used,
    input  logic [3:0]         border,
    input  logic [4*32-1:0]    weight,        // two's complement, in 2^-28
    input  logic [4*32-1:0]    number,        // two's complement, or float32
    input  logic [31:0]        border_number,
    input  logic [31:0]        divisor,       // x 2^shift: the number that stands for 1
    input  logic [5:0]         shift,         // two's complement
    input  logic [5:0]         box,           // what the weights add up to
    input  logic signed [63:0] sum,
    input  logic signed [9:0]  exponent,
    input  logic [2:0]         special,       // NaN, infinity, -infinity
    output logic signed [63:0] next_sum,
    output logic signed [9:0]  next_exponent,
    output logic [2:0]         next_special,
    output logic [31:0]        result
);
    /* verilator no_inline_module */
    // ---- sum ------------------------------------------------------------------------------------------------------
    // Before the first texel, and after each
    wire signed [63:0] sum0 = starts ? 64'sd0 : sum;
    wire signed [9:0]  exponent0 = starts ? 10'sd0 : exponent;
    wire [2:0]         special0 = starts ? 3'd0 : special;

    wire signed [63:0] sum1;
    wire signed [9:0]  exponent1;
    wire [2:0]         special1;
    texture_sum_tap tap0 (
        .is_float(is_float), .used(used[0]), .weight(weight[0 +: 32]),
        .number(border[0] ? border_number : number[0 +: 32]),
        .sum(sum0), .exponent(exponent0), .special(special0),
        .next_sum(sum1), .next_exponent(exponent1), .next_special(special1));

    wire signed [63:0] sum2;
    wire signed [9:0]  exponent2;
    wire [2:0]         special2;
    texture_sum_tap tap1 (
        .is_float(is_float), .used(used[1]), .weight(weight[32 +: 32]),
        .number(border[1] ? border_number : number[32 +: 32]),
        .sum(sum1), .exponent(exponent1), .special(special1),
        .next_sum(sum2), .next_exponent(exponent2), .next_special(special2));

    wire signed [63:0] sum3;
    wire signed [9:0]  exponent3;
    wire [2:0]         special3;
    texture_sum_tap tap2 (
        .is_float(is_float), .used(used[2]), .weight(weight[64 +: 32]),
        .number(border[2] ? border_number : number[64 +: 32]),
        .sum(sum2), .exponent(exponent2), .special(special2),
        .next_sum(sum3), .next_exponent(exponent3), .next_special(special3));

    wire signed [63:0] sum4;
    wire signed [9:0]  exponent4;
    wire [2:0]         special4;
    texture_sum_tap tap3 (
        .is_float(is_float), .used(used[3]), .weight(weight[96 +: 32]),
        .number(border[3] ? border_number : number[96 +: 32]),
        .sum(sum3), .exponent(exponent3), .special(special3),
        .next_sum(sum4), .next_exponent(exponent4), .next_special(special4));

    // ---- result ---------------------------------------------------------------------------------------------------
    function automatic logic [6:0] leading_zeros(input logic [63:0] value);
        logic [6:0] count;
        count = 7'd64;
        for (int i = 0; i < 64; i++)
            if (value[i])
                count = 7'd63 - 7'(i);
        leading_zeros = count;
    endfunction

    wire        negative  = sum4 < 0;
    wire [63:0] magnitude = negative ? -sum4 : sum4;
    wire        none      = sum4 == 0;
    wire [6:0]  zeros     = leading_zeros(magnitude);
    wire [63:0] normal    = magnitude << zeros[5:0];

    // A quotient, at least 32 bits of it; the lowest one also stands for what is behind it
    wire [37:0] by        = {6'b0, divisor} * {32'b0, box};
    wire [63:0] by_whole  = by == 0 ? 64'd1 : {26'b0, by};
    wire [63:0] whole     = normal / by_whole;
    wire [63:0] quotient  = {whole[63:1], whole[0] || normal % by_whole != 0};
    wire [6:0]  places    = leading_zeros(quotient);
    wire [63:0] even      = quotient << places[5:0];

    // A leading one at bit 63, worth 2^power
    wire [63:0]        digits = is_float ? normal : even;
    wire signed [11:0] power  = is_float ? $signed({{2{exponent4[9]}}, exponent4}) + 12'sd35 - $signed({5'b0, zeros})
                                           : 12'sd35 - $signed({{6{shift[5]}}, shift}) - $signed({5'b0, zeros}) -
                                                 $signed({5'b0, places});
    wire               tiny   = power < -12'sd126;
    wire signed [11:0] deep   = -12'sd126 - power;
    wire [6:0]         lower  = !tiny ? 7'd0 : deep > 12'sd90 ? 7'd90 : deep[6:0];
    wire [127:0]       under  = {digits, 64'b0} >> lower;
    wire               up     = under[103] && (under[102:0] != 0 || under[104]);
    wire signed [11:0] biased = tiny ? 12'sd0 : power + 12'sd126;
    wire [34:0]        packed_bits = {biased, 23'b0} + {11'b0, under[127:104]} + {34'b0, up};
    wire [31:0]        rounded = {negative, packed_bits[34:23] >= 12'd255 ? 31'h7f800000 : packed_bits[30:0]};

    wire [2:0]  odd    = special4;
    assign result = is_float && (odd[0] || odd[2:1] == 2'b11) ? 32'hffc00000
                         : is_float && odd[1]                      ? 32'h7f800000
                         : is_float && odd[2]                      ? 32'hff800000
                         : none                                      ? 32'h0
                                                                     : rounded;

    assign next_sum      = sum4;
    assign next_exponent = exponent4;
    assign next_special  = special4;

    logic places_unused;
    assign places_unused = &{1'b0, zeros[6], places[6], deep[11:7]};
endmodule
