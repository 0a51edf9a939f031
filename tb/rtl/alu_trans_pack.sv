// alu_trans_pack.sv - the value of the polynomial and an exponent to binary32, half a unit added and the rest cut off:
// RECIP, RECIPSQRT, SQRT, EXP (docs/transcendental.md, Rounding of a result).  What would be denormal is zero.
module alu_trans_pack (
    input  logic [30:0] value,     // 30 fraction bits
    input  logic        half,      // 1/2 <= value <= 1, not 1 <= value <= 2
    input  logic [ 8:0] exponent,  // of the result less one, for the leading one is added to it; two's complement
    output logic [30:0] packed_value
);
    logic [31:0] normal, rounded, word;

    assign normal  = half ? {value, 1'b0} : {1'b0, value};
    assign rounded = normal + 32'd64;
    assign word    = {exponent, 23'd0} + {7'd0, rounded[31:7]};

    assign packed_value = word[31] || word[30:23] == 8'd0 ? 31'd0 : word[30:0];

    logic unused;
    assign unused = &{1'b0, rounded[6:0]};
endmodule
