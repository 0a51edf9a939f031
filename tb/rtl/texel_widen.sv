// texel_widen.sv - a float of 10, 11, 16 or 24 bits as one of 32; one of 32 as it is (docs/texture.md, "Formats").
//
// The bias of all exponents is 15; 10 and 11 bits have no sign, and 24 no sign and no infinity.  Combinational.
module texel_widen (
    input  logic [31:0] value,
    input  logic [5:0]  width,
    output logic [31:0] result
);
    // Fractions at the top of 20 bits
    wire        deep     = width == 6'd24;
    wire [4:0]  exponent = width == 6'd10   ? value[9:5]
                           : width == 6'd11 ? value[10:6]
                           : deep           ? {1'b0, value[23:20]}
                                            : value[14:10];
    wire [19:0] fraction = width == 6'd10   ? {value[4:0], 15'b0}
                           : width == 6'd11 ? {value[5:0], 14'b0}
                           : deep           ? value[19:0]
                                            : {value[9:0], 10'b0};
    wire        sign     = width == 6'd16 && value[15];
    wire        normal   = exponent != 5'd0;

    wire [31:0] number;
    texel_float of_number (.sign(sign), .number({normal, fraction}), .exponent({3'b0, exponent} + (normal ? 8'd112 : 8'd113)),
                           .result(number));

    assign result = width == 6'd32 ? value : !deep && exponent == 5'd31 ? {sign, 8'hff, fraction, 3'b0} : number;
endmodule
