// fp_integral.sv - rounds a binary32 to an integral value: TRUNC, CEIL, FLOOR, RNDNE (ISA 9.2), and FLOOR for FRACT.
//
// The word without the bits of the fraction, and one more in the last integral place: a carry runs into the exponent
// where it belongs.  Below one there is no such place, and the value is zero or one.  A zero keeps the sign of the
// operand, a NaN leaves quiet.
module fp_integral (
    input  logic [1:0]  mode,
    input  logic [31:0] value,
    output logic [31:0] integral
);
`include "alu_control.svh"
    wire        sign     = value[31];
    wire [7:0]  exponent = value[30:23];
    wire        below    = exponent < 8'd127;  // less than 1.0
    wire        whole    = exponent >= 8'd150; // no fraction from 2^23 on; also infinities and NaNs
    wire        nan      = value[30:0] > 31'h7f800000;

    // 1..23 bits of fraction; bit 23 of a number from 1.0 to 2.0 is one, as its integral part is odd
    wire [4:0]  right    = 5'd22 - exponent[4:0]; // 150 - exponent
    wire [23:0] unit     = 24'h1 << right;
    wire [23:0] mask     = unit - 24'h1;
    wire [23:0] fraction = {1'b0, value[22:0]} & mask;
    wire [23:0] half     = {1'b0, unit[23:1]};
    wire        odd      = (value[23:0] & unit) != 0;
    wire        inexact  = below ? exponent != 8'h00 : fraction != 0;
    wire        nearest  = below ? exponent == 8'd126 && value[22:0] != 0
                                 : fraction > half || (fraction == half && odd);
    wire        up       = mode == ROUND_CEIL  ? inexact && !sign
                         : mode == ROUND_FLOOR ? inexact && sign
                         : mode == ROUND_RNDNE ? nearest
                         : 1'b0;
    wire [30:0] trunc    = value[30:0] & ~{7'b0, mask};
    wire [30:0] step     = {7'b0, up ? unit : 24'h0};
    wire [31:0] quiet    = value | {9'b0, nan, 22'b0};

    always_comb
        if (whole)
            integral = quiet;
        else if (below)
            integral = {sign, up ? 31'h3f800000 : 31'h0};
        else
            integral = {sign, trunc + step};
endmodule
