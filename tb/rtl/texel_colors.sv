// texel_colors.sv - the colour of a texel of BC1, BC2 or BC3: on the way between two colours of 5 6 5 bits, in sixths
// (docs/texture.md, "Formats").  Combinational.
module texel_colors (
    input  logic [63:0]    bytes,
    input  logic [3:0]     texel,
    input  logic           has_black, // BC1: when the first colour is not the larger
    output logic [3*9-1:0] way,       // X Y Z, of 186, 378, 186
    output logic           opaque
);
    wire [15:0] first = bytes[15:0], second = bytes[31:16];
    wire [1:0]  code  = bytes[32 + 2*texel +: 2];
    wire        three = has_black && first <= second;
    assign opaque = !(three && code == 2'd3);

    logic [2:0] from, to;
    always_comb
        case (code)
            2'd0:    {from, to} = {3'd6, 3'd0};
            2'd1:    {from, to} = {3'd0, 3'd6};
            2'd2:    {from, to} = three ? {3'd3, 3'd3} : {3'd4, 3'd2};
            default: {from, to} = three ? 6'd0 : {3'd2, 3'd4};
        endcase

    assign way[8:0]   = {4'b0, first[15:11]} * {6'b0, from} + {4'b0, second[15:11]} * {6'b0, to};
    assign way[17:9]  = {3'b0, first[10:5]} * {6'b0, from} + {3'b0, second[10:5]} * {6'b0, to};
    assign way[26:18] = {4'b0, first[4:0]} * {6'b0, from} + {4'b0, second[4:0]} * {6'b0, to};
endmodule
