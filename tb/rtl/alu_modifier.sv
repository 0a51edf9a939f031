// alu_modifier.sv - input modifiers of an operand: absolute value, then negation (ISA 4.7.2).
//
// The sign bit only, so NaNs and denormals keep their other bits.
module alu_modifier (
    input  logic        absolute,
    input  logic        negate,
    input  logic [31:0] value,
    output logic [31:0] modified
);
    assign modified = {(value[31] && !absolute) ^ negate, value[30:0]};
endmodule
