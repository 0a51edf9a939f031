// alu_trans_inverse.sv - RECIP_UINT and RECIP_INT around the reciprocal of a mantissa (ISA 9.2;
// docs/transcendental.md, RECIP_UINT, RECIP_INT).
module alu_trans_inverse (
    input  logic        is_signed,
    input  logic [31:0] number,
    output logic [25:0] argument,
    input  logic [30:0] value,  // of the polynomial, for that argument
    output logic [31:0] inverse
);
    logic        negative;
    logic [31:0] magnitude, normal, up;
    logic [ 4:0] zeros;

    assign negative  = is_signed && number[31];
    assign magnitude = negative ? 32'd0 - number : number;
    alu_trans_normalise #(.WIDTH(32), .STAGES(5)) normalise (.number(magnitude), .zeros(zeros), .shifted(normal));

    assign up       = {1'b0, normal[30:0]} + 32'd31;
    assign argument = up[31] ? 26'h3ffffff : up[30:5];

    logic [30:0] low;
    logic [31:0] quotient, whole, half;

    assign low      = value - 31'd6;
    assign quotient = {low[29:0], 2'd0} >> (5'd31 - zeros);
    assign whole    = magnitude < 32'd2 ? 32'hffffffff : normal[30:0] == 31'd0 ? 32'd2 << zeros : quotient;
    assign half     = {1'b0, whole[31:1]};
    assign inverse  = !is_signed ? whole : negative ? 32'd0 - half : half;

    logic unused;
    assign unused = &{1'b0, normal[31], up[4:0], low[30]};
endmodule
