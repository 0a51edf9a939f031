// alu_trans_exp.sv - operand of EXP_IEEE: a signed number with 24 fraction bits, its integer part the result's exponent,
// its fraction the argument of 2^a (ISA 9.2; docs/transcendental.md, EXP_IEEE).
module alu_trans_exp (
    input  logic        sign,
    input  logic [31:0] fixed,  // magnitude with 25 fraction bits
    output logic [ 8:0] power,  // two's complement
    output logic [25:0] argument
);
    logic [31:0] sum, number;

    assign sum      = fixed + 32'd1;
    assign number   = sign ? 32'd0 - {1'b0, sum[31:1]} : {1'b0, sum[31:1]};
    assign power    = {number[31], number[31:24]};
    assign argument = {number[23:0], 2'd0};

    logic unused;
    assign unused = &{1'b0, sum[0]};
endmodule
