// texture_sum_tap.sv - adds one weighted texel to a sum: of integers, or of float32 with a common exponent.
//
// docs/texture.md, "Filter".  What an alignment shifts out is cut off, towards minus infinity.  Combinational.
module texture_sum_tap (
    input  logic               is_float,
    input  logic               used,
    input  logic signed [31:0] weight,
    input  logic [31:0]        number,        // two's complement, or float32
    input  logic signed [63:0] sum,
    input  logic signed [9:0]  exponent,      // of its lowest bit
    input  logic [2:0]         special,       // NaN, infinity, -infinity
    output logic signed [63:0] next_sum,
    output logic signed [9:0]  next_exponent,
    output logic [2:0]         next_special
);
    wire               odd      = number[30:23] == 8'hff;
    wire               low      = number[30:23] == 8'h00;
    wire [31:0]        mantissa = {8'b0, !low, number[22:0]};
    wire signed [31:0] factor   = !is_float ? number : number[31] ? -mantissa : mantissa;
    wire signed [63:0] product  = {{32{weight[31]}}, weight} * {{32{factor[31]}}, factor};
    wire signed [9:0]  place    = $signed({2'b0, low ? 8'd1 : number[30:23]}) - 10'sd150;

    // Aligned to the larger exponent, at most 62 places
    wire               empty    = sum == 0;
    wire signed [10:0] distance = empty ? 11'sd0 : {place[9], place} - {exponent[9], exponent};
    wire signed [10:0] back     = -distance;
    wire [5:0]         down     = distance > 11'sd62 ? 6'd62 : distance[5:0];
    wire [5:0]         up       = back > 11'sd62 ? 6'd62 : back[5:0];
    wire signed [63:0] moved    = distance > 0 ? sum >>> down : sum;
    wire signed [63:0] aligned  = distance < 0 ? product >>> up : product;

    wire adds    = used && !(is_float && (odd || product == 0));
    wire strange = used && is_float && odd;
    wire minus   = number[31] ^ weight[31];

    assign next_sum      = !adds ? sum : is_float ? moved + aligned : sum + product;
    assign next_exponent = adds && is_float && (empty || distance > 0) ? place : exponent;
    assign next_special  = !strange ? special : special | (number[22:0] != 0 ? 3'b001 : minus ? 3'b100 : 3'b010);

    logic unused;
    assign unused = &{1'b0, back[10:6]};
endmodule
