// alu_address.sv - the value for AR: MOVA, MOVA_FLOOR, MOVA_INT, MOVA_GPR_INT (ISA 4.9.5, 9.2).
//
// The floor of a float, or an integer, as a signed number of 9 bits; what is not in -256..255, a NaN too, is -256.
module alu_address (
    input  logic        integral, // the operand is an integer
    input  logic [31:0] value,
    output logic [31:0] address
);
    // Below 256 a float has eight integral bits, then 16 + 7 of fraction.
    wire        negative = value[31];
    wire [7:0]  exponent = value[30:23];
    wire        zero     = exponent == 8'h00;
    wire        huge     = exponent >= 8'd135; // 256.0 and more
    wire [7:0]  places   = 8'd134 - exponent;
    wire [4:0]  right    = places > 8'd24 ? 5'd24 : places[4:0];
    wire [47:0] fixed    = {1'b1, value[22:0], 24'b0} >> right;
    wire        fraction = fixed[39:0] != 0;
    wire [8:0]  positive = {1'b0, fixed[47:40]};
    wire [8:0]  floored  = zero ? 9'h0 : negative ? -(positive + {8'b0, fraction}) : positive;
    wire        fits     = value[31:8] == {24{value[31]}};
    wire        beyond   = integral ? !fits : huge;
    wire [8:0]  nearby   = integral ? value[8:0] : floored;

    assign address = beyond ? 32'hffffff00 : {{23{nearby[8]}}, nearby};
endmodule
