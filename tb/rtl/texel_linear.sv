// texel_linear.sv - an sRGB number as a linear fraction of 16 bits: the nearest of 255 steps, and their table.
//
// docs/texture.md, "Formats".  Combinational.
module texel_linear (
    input  logic [31:0] value,
    input  logic [31:0] one,   // what stands for 1; not 0
    output logic [15:0] linear
);
    // c / 12.92 up to 0.04045, ((c + 0.055) / 1.055)^2.4 from there on; of 255 first
    localparam logic [256*16-1:0] LINEAR = {
        16'hffff, 16'hfdb8, 16'hfb74, 16'hf933, 16'hf6f5, 16'hf4ba, 16'hf282, 16'hf04d, 16'hee1b, 16'hebec, 16'he9c0, 16'he797, 16'he571, 16'he34e, 16'he12e, 16'hdf11,
        16'hdcf7, 16'hdae0, 16'hd8cc, 16'hd6bb, 16'hd4ad, 16'hd2a1, 16'hd099, 16'hce94, 16'hcc91, 16'hca92, 16'hc895, 16'hc69c, 16'hc4a5, 16'hc2b1, 16'hc0c0, 16'hbed2,
        16'hbce7, 16'hbaff, 16'hb919, 16'hb737, 16'hb557, 16'hb37b, 16'hb1a1, 16'hafca, 16'hadf6, 16'hac25, 16'haa56, 16'ha88b, 16'ha6c2, 16'ha4fc, 16'ha339, 16'ha179,
        16'h9fbb, 16'h9e01, 16'h9c49, 16'h9a94, 16'h98e2, 16'h9732, 16'h9586, 16'h93dc, 16'h9235, 16'h9090, 16'h8eef, 16'h8d50, 16'h8bb4, 16'h8a1b, 16'h8884, 16'h86f0,
        16'h855f, 16'h83d1, 16'h8246, 16'h80bd, 16'h7f37, 16'h7db3, 16'h7c32, 16'h7ab4, 16'h7939, 16'h77c0, 16'h764a, 16'h74d7, 16'h7366, 16'h71f8, 16'h708d, 16'h6f24,
        16'h6dbe, 16'h6c5b, 16'h6afa, 16'h699c, 16'h6840, 16'h66e8, 16'h6591, 16'h643e, 16'h62ed, 16'h619e, 16'h6052, 16'h5f09, 16'h5dc2, 16'h5c7e, 16'h5b3d, 16'h59fe,
        16'h58c1, 16'h5787, 16'h5650, 16'h551b, 16'h53e9, 16'h52b9, 16'h518c, 16'h5061, 16'h4f39, 16'h4e13, 16'h4cf0, 16'h4bcf, 16'h4ab1, 16'h4995, 16'h487c, 16'h4765,
        16'h4651, 16'h453f, 16'h4430, 16'h4323, 16'h4218, 16'h4110, 16'h400a, 16'h3f07, 16'h3e06, 16'h3d07, 16'h3c0b, 16'h3b12, 16'h3a1a, 16'h3925, 16'h3833, 16'h3742,
        16'h3655, 16'h3569, 16'h3480, 16'h3399, 16'h32b4, 16'h31d2, 16'h30f2, 16'h3015, 16'h2f3a, 16'h2e61, 16'h2d8a, 16'h2cb6, 16'h2be3, 16'h2b14, 16'h2a46, 16'h297b,
        16'h28b1, 16'h27eb, 16'h2726, 16'h2664, 16'h25a3, 16'h24e5, 16'h242a, 16'h2370, 16'h22b9, 16'h2204, 16'h2150, 16'h20a0, 16'h1ff1, 16'h1f44, 16'h1e9a, 16'h1df2,
        16'h1d4c, 16'h1ca7, 16'h1c06, 16'h1b66, 16'h1ac8, 16'h1a2c, 16'h1993, 16'h18fb, 16'h1866, 16'h17d3, 16'h1741, 16'h16b2, 16'h1625, 16'h159a, 16'h1510, 16'h1489,
        16'h1404, 16'h1381, 16'h1300, 16'h1280, 16'h1203, 16'h1188, 16'h110e, 16'h1097, 16'h1021, 16'h0fae, 16'h0f3c, 16'h0ecc, 16'h0e5e, 16'h0df2, 16'h0d88, 16'h0d20,
        16'h0cba, 16'h0c55, 16'h0bf2, 16'h0b91, 16'h0b32, 16'h0ad5, 16'h0a79, 16'h0a20, 16'h09c8, 16'h0972, 16'h091d, 16'h08ca, 16'h087a, 16'h082a, 16'h07dd, 16'h0791,
        16'h0747, 16'h06fe, 16'h06b8, 16'h0673, 16'h062f, 16'h05ed, 16'h05ad, 16'h056f, 16'h0532, 16'h04f6, 16'h04bc, 16'h0484, 16'h044d, 16'h0418, 16'h03e5, 16'h03b3,
        16'h0382, 16'h0353, 16'h0325, 16'h02f9, 16'h02ce, 16'h02a5, 16'h027d, 16'h0257, 16'h0232, 16'h020e, 16'h01eb, 16'h01ca, 16'h01ab, 16'h018c, 16'h016f, 16'h0154,
        16'h0139, 16'h0120, 16'h0108, 16'h00f1, 16'h00db, 16'h00c7, 16'h00b3, 16'h009f, 16'h008b, 16'h0077, 16'h0063, 16'h0050, 16'h003c, 16'h0028, 16'h0014, 16'h0000};

    wire [40:0] steps   = {9'b0, value} * 41'd510 + {9'b0, one};
    wire [40:0] nearest = steps / {8'b0, one, 1'b0};
    assign linear = LINEAR[{nearest[7:0], 4'b0} +: 16];

    logic unused;
    assign unused = &{1'b0, nearest[40:8]};
endmodule
