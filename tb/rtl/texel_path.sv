// texel_path.sv - BC3's alpha, BC4's X, X or Y of BC5: a number on the way between two of 8 bits, in sevenths or in fifths,
// in 1/35 of their steps (docs/texture.md, "Formats").  Combinational.
module texel_path (
    input  logic [63:0] bytes,
    input  logic [3:0]  texel,
    input  logic        is_signed,
    output logic [31:0] value      // two's complement
);
    function automatic logic signed [15:0] number(input logic [7:0] of_byte, input logic with_sign);
        number = !with_sign ? {8'b0, of_byte} : of_byte == 8'h80 ? -16'sd127 : {{8{of_byte[7]}}, of_byte};
    endfunction

    wire signed [15:0] from  = number(bytes[7:0], is_signed), to = number(bytes[15:8], is_signed);
    wire signed [15:0] most  = is_signed ? 16'sd127 : 16'sd255;
    wire               seven = {bytes[7] ^ is_signed, bytes[6:0]} > {bytes[15] ^ is_signed, bytes[14:8]};
    wire [2:0]         code  = bytes[16 + 3*texel +: 3];

    // Parts of 35 of each end
    wire signed [15:0] step  = seven ? 16'sd5 : 16'sd7;
    wire signed [15:0] far   = code == 3'd1 ? 16'sd35 : code == 3'd0 ? 16'sd0 : step * $signed({13'b0, code - 3'd1});
    wire signed [15:0] inner = from * (16'sd35 - far) + to * far;
    wire signed [15:0] whole = !seven && code == 3'd7 ? most * 16'sd35
                               : !seven && code == 3'd6 ? (is_signed ? -most * 16'sd35 : 16'sd0)
                                                        : inner;
    assign value = {{16{whole[15]}}, whole};
endmodule
