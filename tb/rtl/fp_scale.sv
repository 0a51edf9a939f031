// fp_scale.sv - binary32 times 2, 4 or 1/2, or unchanged: OMOD (ISA 4.9.1) and the *_M2, *_M4, *_D2 forms (ISA 9.2).
//
// A multiplication like any other, in the exponent: denormals are zeros, a NaN leaves quiet, and half of the largest
// number below twice the smallest normal one rounds up to that.  Unchanged means every bit.
module fp_scale (
    input  logic [1:0]  scale,
    input  logic [31:0] value,
    output logic [31:0] scaled
);
`include "alu_control.svh"
    wire        sign     = value[31];
    wire [7:0]  exponent = value[30:23];
    wire [22:0] fraction = value[22:0];
    wire [31:0] quiet    = value | {9'b0, fraction != 0, 22'b0};
    wire        halve    = scale == SCALE_D2;
    wire        normal   = exponent != 8'h01 || fraction == 23'h7fffff; // also when halved
    wire [8:0]  sum      = {1'b0, exponent} + (scale == SCALE_M4 ? 9'd2 : 9'd1);
    wire        huge     = sum >= 9'd255;
    wire [30:0] less     = exponent == 8'h01 ? 31'h00800000 : {exponent - 8'd1, fraction};
    wire [30:0] more     = {sum[7:0], fraction};

    always_comb
        if (scale == SCALE_OFF)
            scaled = value;
        else if (exponent == 8'hff)
            scaled = quiet;
        else if (exponent == 8'h00)
            scaled = {sign, 31'h0};
        else if (halve)
            scaled = {sign, normal ? less : 31'h0};
        else
            scaled = {sign, huge ? 31'h7f800000 : more};
endmodule
