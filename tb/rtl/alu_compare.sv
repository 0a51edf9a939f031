// alu_compare.sv - the comparator of floats and integers for SET*, CND*, MAX, MIN, PRED_SET*, KILL* (ISA 9.2).
//
// Every number becomes an unsigned key of the same order.  Denormals are zeros, both zeros are one, and a NaN is
// neither equal to anything nor greater nor less: only "not equal" holds.
module alu_compare (
    input  logic [1:0]  kind,
    input  logic [2:0]  test,
    input  logic [31:0] x,
    input  logic [31:0] y,
    output logic        holds
);
`include "alu_control.svh"
    function automatic logic [31:0] key(input logic [1:0] number, input logic [31:0] word);
        if (number == KIND_UNSIGNED)
            key = word;
        else if (number == KIND_SIGNED)
            key = {~word[31], word[30:0]};
        else if (word[30:23] == 8'h00)
            key = 32'h80000000;
        else
            key = word[31] ? ~word : {1'b1, word[30:0]};
    endfunction

    wire [31:0] key_x     = key(kind, x);
    wire [31:0] key_y     = key(kind, y);
    wire        unordered = kind == KIND_FLOAT && (x[30:0] > 31'h7f800000 || y[30:0] > 31'h7f800000);
    wire        equal     = !unordered && key_x == key_y;
    wire        greater   = !unordered && key_x > key_y;
    wire        less      = !unordered && key_x < key_y;

    always_comb
        case (test)
            TEST_E:  holds = equal;
            TEST_NE: holds = !equal;
            TEST_GT: holds = greater;
            TEST_GE: holds = greater || equal;
            TEST_LT: holds = less;
            default: holds = less || equal;
        endcase
endmodule
