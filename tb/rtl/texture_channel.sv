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
    logic [63:0] sum;
    logic [9:0]  exponent;
    logic [2:0]  special;
    logic [31:0] result;

    texture_sum sums (
        .starts(i_begin), .is_float(i_is_float), .used(i_used), .border(i_border), .weight(i_weight), .number(i_number),
        .border_number(i_border_number), .divisor(i_divisor), .shift(i_shift), .box(i_box), .sum(o_sum),
        .exponent(o_exponent), .special(o_special), .next_sum(sum), .next_exponent(exponent), .next_special(special),
        .result);

    always_ff @(posedge clk)
        if (rst) begin
            o_sum      <= '0;
            o_exponent <= '0;
            o_special  <= '0;
            o_result   <= '0;
        end else begin
            o_sum      <= sum;
            o_exponent <= exponent;
            o_special  <= special;
            o_result   <= result;
        end
endmodule
