// alu_trans_log.sv - operand of LOG_*: from 15/16 to 17/16 the distance from 1 and the table of log2(x) / (x - 1),
// elsewhere exponent and mantissa (ISA 9.2; docs/transcendental.md, LOG_IEEE).  Of a positive operand.
module alu_trans_log (
    input  logic [ 7:0] exponent,
    input  logic [22:0] mantissa,
    input  logic [30:0] value,     // of the polynomial
    output logic        near,
    output logic [25:0] argument,
    output logic        below,     // near: operand below 1
    output logic [20:0] distance,  // near: |x - 1| in units of 2^-24
    output logic        minus,     // not near: sign and
    output logic [52:0] far        //   magnitude of the result, 30 fraction bits
);
    logic [20:0] offset;  // x - 1, two's complement
    logic [38:0] sum;     // exponent and value

    assign near     = (exponent == 8'd127 && mantissa[22:19] == 4'd0) || (exponent == 8'd126 && mantissa[22:20] == 3'd7);
    assign below    = !exponent[0];
    assign offset   = below ? {1'b1, mantissa[19:0]} : {mantissa[19:0], 1'b0};
    assign distance = below ? 21'd0 - offset : offset;
    assign argument = near ? {~offset[20], offset[19:0], 5'd0} : {mantissa, 3'd0};

    assign sum   = {{1'b0, exponent} - 9'd127, 30'd0} + {8'd0, value};
    assign minus = sum[38];
    assign far   = {14'd0, minus ? 39'd0 - sum : sum};
endmodule
