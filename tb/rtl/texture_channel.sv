// texture_channel.sv - one element of the filter: four weighted texels, or the border in their place, are added to a sum in
// each clock, and the sum becomes a float32.
//
// docs/texture.md, "Filter": an exact sum for fractions, a common exponent for floats, one rounding to nearest even at the
// end.  The result is that of the sum with the clock's texels.
module texture_channel (
    input  logic            clk,
    input  logic            rst,
    input  logic            i_begin,   // with the texels of this clock
    input  logic            i_is_float,
    input  logic [3:0]      i_used,
    input  logic [3:0]      i_border,
    input  logic [4*32-1:0] i_weight,  // two's complement, in 2^-28
    input  logic [4*32-1:0] i_number,  // two's complement, or float32
    input  logic [31:0]     i_border_number,
    input  logic [31:0]     i_divisor, // x 2^shift: the number that stands for 1
    input  logic [5:0]      i_shift,   // two's complement
    input  logic [5:0]      i_box,     // what the weights add up to
    output logic [63:0]     o_sum,
    output logic [9:0]      o_exponent,
    output logic [2:0]      o_special, // NaN, infinity, -infinity
    output logic [31:0]     o_result
);
    // ---- sum ------------------------------------------------------------------------------------------------------
    // Before the first texel, and after each
    wire signed [63:0] sum0 = i_begin ? 64'sd0 : $signed(o_sum);
    wire signed [9:0]  exponent0 = i_begin ? 10'sd0 : $signed(o_exponent);
    wire [2:0]         special0 = i_begin ? 3'd0 : o_special;

    wire signed [63:0] sum1;
    wire signed [9:0]  exponent1;
    wire [2:0]         special1;
    texture_sum_tap tap0 (
        .is_float(i_is_float), .used(i_used[0]), .weight(i_weight[0 +: 32]),
        .number(i_border[0] ? i_border_number : i_number[0 +: 32]),
        .sum(sum0), .exponent(exponent0), .special(special0),
        .next_sum(sum1), .next_exponent(exponent1), .next_special(special1));

    wire signed [63:0] sum2;
    wire signed [9:0]  exponent2;
    wire [2:0]         special2;
    texture_sum_tap tap1 (
        .is_float(i_is_float), .used(i_used[1]), .weight(i_weight[32 +: 32]),
        .number(i_border[1] ? i_border_number : i_number[32 +: 32]),
        .sum(sum1), .exponent(exponent1), .special(special1),
        .next_sum(sum2), .next_exponent(exponent2), .next_special(special2));

    wire signed [63:0] sum3;
    wire signed [9:0]  exponent3;
    wire [2:0]         special3;
    texture_sum_tap tap2 (
        .is_float(i_is_float), .used(i_used[2]), .weight(i_weight[64 +: 32]),
        .number(i_border[2] ? i_border_number : i_number[64 +: 32]),
        .sum(sum2), .exponent(exponent2), .special(special2),
        .next_sum(sum3), .next_exponent(exponent3), .next_special(special3));

    wire signed [63:0] sum4;
    wire signed [9:0]  exponent4;
    wire [2:0]         special4;
    texture_sum_tap tap3 (
        .is_float(i_is_float), .used(i_used[3]), .weight(i_weight[96 +: 32]),
        .number(i_border[3] ? i_border_number : i_number[96 +: 32]),
        .sum(sum3), .exponent(exponent3), .special(special3),
        .next_sum(sum4), .next_exponent(exponent4), .next_special(special4));

    // ---- result ---------------------------------------------------------------------------------------------------
    function automatic logic [6:0] leading_zeros(input logic [63:0] value);
        logic [6:0] count;
        count = 7'd64;
        for (int i = 0; i < 64; i++)
            if (value[i])
                count = 7'd63 - 7'(i);
        return count;
    endfunction

    wire        negative  = sum4 < 0;
    wire [63:0] magnitude = negative ? -sum4 : sum4;
    wire        none      = sum4 == 0;
    wire [6:0]  zeros     = leading_zeros(magnitude);
    wire [63:0] normal    = magnitude << zeros[5:0];

    // A quotient, at least 32 bits of it; the lowest one also stands for what is behind it
    wire [37:0] by        = {6'b0, i_divisor} * {32'b0, i_box};
    wire [63:0] divisor   = by == 0 ? 64'd1 : {26'b0, by};
    wire [63:0] whole     = normal / divisor;
    wire [63:0] quotient  = {whole[63:1], whole[0] || normal % divisor != 0};
    wire [6:0]  places    = leading_zeros(quotient);
    wire [63:0] even      = quotient << places[5:0];

    // A leading one at bit 63, worth 2^power
    wire [63:0]        digits = i_is_float ? normal : even;
    wire signed [11:0] power  = i_is_float ? $signed({{2{exponent4[9]}}, exponent4}) + 12'sd35 - $signed({5'b0, zeros})
                                           : 12'sd35 - $signed({{6{i_shift[5]}}, i_shift}) - $signed({5'b0, zeros}) -
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
    wire [31:0] result = i_is_float && (odd[0] || odd[2:1] == 2'b11) ? 32'hffc00000
                         : i_is_float && odd[1]                      ? 32'h7f800000
                         : i_is_float && odd[2]                      ? 32'hff800000
                         : none                                      ? 32'h0
                                                                     : rounded;

    always_ff @(posedge clk)
        if (rst) begin
            o_sum      <= '0;
            o_exponent <= '0;
            o_special  <= '0;
            o_result   <= '0;
        end else begin
            o_sum      <= sum4;
            o_exponent <= exponent4;
            o_special  <= special4;
            o_result   <= result;
        end

    logic places_unused;
    assign places_unused = &{1'b0, zeros[6], places[6], deep[11:7]};
endmodule
