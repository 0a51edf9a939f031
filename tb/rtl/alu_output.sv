// alu_output.sv - output modifiers of a result: scale, then clamp to [0, 1] (ISA 4.9.1).
//
// With a scale or a clamp a denormal is a zero; a clamped -0 is +0, and so is a NaN with clamp 1, which stays with 2
// (3D 10, DX10_CLAMP).  With neither, every bit is kept.
module alu_output (
    input  logic [1:0]  omod,
    input  logic [1:0]  clamp,
    input  logic [31:0] value,
    output logic [31:0] result
);
    logic [31:0] scaled;
    fp_scale scaler (.scale(omod), .value(value), .scaled(scaled));

    wire nan  = scaled[30:0] > 31'h7f800000;
    wire low  = scaled[31] || scaled[30:23] == 8'h00 || nan;
    wire high = scaled[30:0] > 31'h3f800000;

    assign result = clamp == 2'd0 || (clamp[1] && nan) ? scaled : low ? 32'h0 : high ? 32'h3f800000 : scaled;
endmodule
