// alu_trans_angle.sv - operand of SIN and COS: the fraction of a turn, the quadrant, the place in the quadrant
// (ISA 9.2; docs/transcendental.md, SIN, COS).
module alu_trans_angle (
    input  logic        cosine,
    input  logic        sign,
    input  logic [ 7:0] exponent,
    input  logic [22:0] mantissa,
    input  logic [27:0] fixed,     // magnitude in turns, 28 fraction bits
    output logic        near,      // up to an eighth of a quadrant from a zero
    output logic        peak,
    output logic [25:0] argument,
    output logic [23:0] distance,  // near: from the zero,
    output logic [ 7:0] top,       //   as an exponent field: see alu_trans_round
    output logic        minus
);
    logic [27:0] turn;
    logic [26:0] place;
    logic        tiny;

    assign turn  = fixed + {1'b0, cosine, 26'd0};
    assign place = turn[26] ? 27'h4000000 - {1'b0, turn[25:0]} : {1'b0, turn[25:0]};
    assign peak  = place[26];
    assign near  = place[26:23] == 4'd0;

    assign argument = near ? {place[22:0], 3'd0} : place[25:0];

    // A small angle is its own distance, with the bits that the fraction of a turn has lost.
    assign tiny     = !cosine && exponent < 8'd122;
    assign distance = !tiny ? {1'b0, place[22:0]} : exponent == 8'd0 ? 24'd0 : {1'b1, mantissa};
    assign top      = tiny ? exponent + 8'd3 : 8'd125;

    // Half a turn negates all but zeros, which have the sign of the operand.
    assign minus = (sign && !cosine) ^ (turn[27] && place != 27'd0);
endmodule
