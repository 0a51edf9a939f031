// alu_integer.sv - integer adder, logic and shifter of a lane (ISA 9.2).
//
// SUB_INT is src0 - src1, against the formula of its page.  Shift counts are unsigned: past 31 nothing is left for
// LSHL_INT and LSHR_INT, while ASHR_INT uses the low five bits (ISA table 4.4; its page disagrees).
module alu_integer (
    input  logic [2:0]  operation,
    input  logic        arithmetic, // RIGHT: ASHR_INT
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] value
);
`include "alu_control.svh"
    wire        subtract = operation == INTEGER_SUB;
    wire [31:0] sum      = a + (b ^ {32{subtract}}) + {31'b0, subtract};
    wire        gone     = b[31:5] != 0;
    wire [31:0] sign     = {32{arithmetic && a[31]}};
    wire [31:0] left     = a << b[4:0];
    wire [31:0] right    = ((a ^ sign) >> b[4:0]) ^ sign;

    always_comb
        case (operation)
            INTEGER_AND:   value = a & b;
            INTEGER_OR:    value = a | b;
            INTEGER_XOR:   value = a ^ b;
            INTEGER_NOT:   value = ~a;
            INTEGER_LEFT:  value = gone ? 32'h0 : left;
            INTEGER_RIGHT: value = gone && !arithmetic ? 32'h0 : right;
            default:                        value = sum;
        endcase
endmodule
