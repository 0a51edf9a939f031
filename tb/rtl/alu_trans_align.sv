// alu_trans_align.sv - a binary32 magnitude as a fixed-point number: significand * 2^(exponent - point), rounded down,
// the lowest 32 bits.  FLT_TO_INT (ISA 9.2) has its point at 150, where the significand is an integer; EXP and SIN, COS
// have theirs where docs/transcendental.md puts it.
module alu_trans_align (
    input  logic [ 7:0] exponent,
    input  logic [22:0] mantissa,
    input  logic [ 7:0] point,
    output logic [31:0] fixed
);
    logic [31:0] significand;
    logic [ 8:0] left, right;  // two's complement
    logic [31:0] raised, lowered;

    assign significand = {8'd0, 1'b1, mantissa};
    assign left        = {1'b0, exponent} - {1'b0, point};
    assign right       = {1'b0, point} - {1'b0, exponent};

    assign raised      = left > 9'd31 ? 32'd0 : significand << left[4:0];
    assign lowered     = right > 9'd23 ? 32'd0 : significand >> right[4:0];
    assign fixed       = left[8] ? lowered : raised;
endmodule
