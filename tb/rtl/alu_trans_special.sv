// alu_trans_special.sv - results that do not come out of the datapath: of NaNs, infinities, zeros, negative numbers, and
// of EXP beyond its range (ISA 9.2; the tables of docs/transcendental.md).  A denormal operand counts as zero.
module alu_trans_special (
    input  logic [31:0] a,
    input  logic        recip,
    input  logic        rsqrt,
    input  logic        sqrt,
    input  logic        exp,
    input  logic        log,
    input  logic        angle,    // SIN, COS
    input  logic        clamped,  // *_CLAMPED
    input  logic        ff,       // *_FF
    output logic        special,
    output logic [31:0] value
);
    localparam logic [30:0] INFINITY = 31'h7f800000;
    localparam logic [30:0] MAX = 31'h7f7fffff;
    localparam logic [31:0] DEFAULT_NAN = 32'hffc00000;

    logic sign, zero, infinite, nan, negative, huge;

    assign sign     = a[31];
    assign zero     = a[30:23] == 8'd0;
    assign nan      = a[30:0] > INFINITY;
    assign infinite = a[30:0] == INFINITY;
    assign negative = sign && !zero;
    assign huge     = a[30:23] >= 8'd134;  // from 128 on

    logic [30:0] pole;  // what stands for an infinity

    assign pole = ff ? 31'd0 : clamped ? MAX : INFINITY;

    always_comb begin
        special = 1'b1;
        value   = DEFAULT_NAN;
        if (nan) value = a | 32'h00400000;
        else if (recip && (zero || infinite)) value = {sign, zero ? pole : 31'd0};
        else if (rsqrt && zero) value = {sign, pole};
        else if (rsqrt && infinite && !sign) value = 32'd0;
        else if (sqrt && zero) value = {sign, 31'd0};
        else if ((sqrt || log) && infinite && !sign) value = {1'b0, INFINITY};
        else if (log && zero) value = {1'b1, pole};
        else if (exp && huge) value = {1'b0, sign ? 31'd0 : INFINITY};
        else special = (rsqrt || sqrt || log) && negative || angle && infinite;
    end
endmodule
