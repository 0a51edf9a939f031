// texture_texel.sv - a texel's number along one axis becomes one that the level has, or border (3D 8 CLAMP_X, Y, Z).
//
// docs/texture.md, "Coordinates".  Combinational.
module texture_texel (
    input  logic [13:0]        size,   // texels, 1 .. 8192
    input  logic [2:0]         clamp,
    input  logic signed [19:0] texel,
    output logic [12:0]        number,
    output logic               inside_ // it is no border
);
    localparam logic [2:0] WRAP = 3'd0, MIRROR = 3'd1, LAST = 3'd2, ONCE_LAST = 3'd3, ONCE_HALF = 3'd5, ONCE_BORDER = 3'd7;

    wire around  = clamp == WRAP || clamp == MIRROR;
    wire mirrors = clamp == ONCE_LAST || clamp == ONCE_HALF || clamp == ONCE_BORDER;

    wire signed [19:0] period   = clamp == MIRROR ? {5'b0, size, 1'b0} : {6'b0, size};
    wire signed [19:0] rest     = texel % period;
    wire signed [19:0] wrapped  = rest < 0 ? rest + period : rest;
    wire signed [19:0] back     = period - 20'sd1 - wrapped;
    wire signed [19:0] last     = {6'b0, size} - 20'sd1;
    wire signed [19:0] mirrored = mirrors && texel < 0 ? -20'sd1 - texel : texel;
    wire               below    = mirrored < 0;
    wire               beyond   = mirrored > last;
    wire signed [19:0] clamped  = below ? 20'sd0 : beyond ? last : mirrored;
    wire signed [19:0] repeated = clamp == MIRROR && wrapped > last ? back : wrapped;
    wire signed [19:0] chosen   = around ? repeated : clamped;
    assign number  = chosen[12:0];
    assign inside_ = around || clamp == LAST || clamp == ONCE_LAST || !(below || beyond);

    logic bits_unused;
    assign bits_unused = &{1'b0, chosen[19:13]};
endmodule
