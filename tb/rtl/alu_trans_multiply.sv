// alu_trans_multiply.sv - MULLO_INT, MULLO_UINT, MULHI_INT, MULHI_UINT (ISA 9.2): one multiplier of 33 signed bits.
module alu_trans_multiply (
    input  logic        is_signed,
    input  logic        high,
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic [31:0] product
);
    logic signed [63:0] left, right, full;

    assign left    = $signed({{32{is_signed & a[31]}}, a});
    assign right   = $signed({{32{is_signed & b[31]}}, b});
    assign full    = left * right;
    assign product = high ? full[63:32] : full[31:0];
endmodule
