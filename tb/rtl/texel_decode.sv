// texel_decode.sv - the data formats of textures: words of a resource and a block of bytes become the elements of one texel
// (3D 7; docs/texture.md, "Formats").
//
// Elements are numbers as their kind says, or float32; an element that the format does not have is 0, or 1 as W.
// X is in the lowest bits, as the block's first byte is.  Combinational.
module texel_decode (
    input  logic            clk,
    input  logic            rst,
    input  logic [5:0]      i_data_format,
    input  logic [1:0]      i_num_format,
    input  logic [4*2-1:0]  i_comp,
    input  logic            i_no_zero,
    input  logic [1:0]      i_endian,
    input  logic [1:0]      i_mpeg,
    input  logic            i_degamma,
    input  logic [16*8-1:0] i_block,
    input  logic [2:0]      i_x,        // the texel in its block
    input  logic [1:0]      i_y,
    output logic [4:0]      o_bytes,
    output logic            o_integers,
    output logic [4*3-1:0]  o_kind,
    output logic [4*6-1:0]  o_bits,
    output logic [3:0]      o_is_signed,
    output logic [4*32-1:0] o_divisor,
    output logic [4*6-1:0]  o_shift,
    output logic [4*32-1:0] o_value
);
    localparam logic [5:0] ONE_BIT = 6'd37, ONE_BIT_REVERSED = 6'd38, GB_GR = 6'd39, BG_RG = 6'd40, SHAREDEXP = 6'd43, BC1 = 6'd49,
                           BC2 = 6'd50, BC3 = 6'd51, BC4 = 6'd52, BC5 = 6'd53;
    localparam logic [2:0] FLOAT = 3'd5;

    logic unused;
    assign unused = &{1'b0, clk, rst};

    // ---- the format -----------------------------------------------------------------------------------------------
    wire [1:0]     clamp;
    wire [4*6-1:0] width;
    wire [3:0]     is_linear;
    texel_format format (
        .data_format(i_data_format), .num_format(i_num_format), .comp(i_comp), .no_zero(i_no_zero), .mpeg(i_mpeg),
        .degamma(i_degamma), .bytes(o_bytes), .integers(o_integers), .clamp(clamp), .width(width), .kind(o_kind), .bits(o_bits),
        .is_signed(o_is_signed), .is_linear(is_linear), .divisor(o_divisor), .shift(o_shift));

    // ---- ENDIAN_SWAP: a byte is found under its number XOR 0, 1 or 3 --------------------------------------------------
    wire [3:0]   flip = i_endian == 2'd1 ? 4'd1 : i_endian == 2'd2 ? 4'd3 : 4'd0;
    wire [127:0] block;
    for (genvar i = 0; i < 16; i++) begin : g_byte
        wire [3:0] from = 4'(i) ^ flip;
        assign block[8*i +: 8] = {1'b0, from} < o_bytes ? i_block[8*from +: 8] : 8'd0;
    end

    // ---- where the elements lie -----------------------------------------------------------------------------------
    wire        single = i_data_format == ONE_BIT || i_data_format == ONE_BIT_REVERSED;
    wire        pairs  = i_data_format == GB_GR || i_data_format == BG_RG;
    wire [6:0]  common = i_data_format == BG_RG ? 7'd8 : 7'd0;
    wire [6:0]  of_x   = single ? {4'b0, i_data_format == ONE_BIT ? i_x : ~i_x} : pairs ? common : 7'd0;
    wire [6:0]  of_y   = pairs ? {2'b0, i_x[0], common == 7'd0, 3'b0} : {1'b0, width[5:0]};
    wire [6:0]  of_z   = pairs ? common + 7'd16 : {1'b0, width[5:0]} + {1'b0, width[11:6]};
    wire [6:0]  of_w   = of_z + {1'b0, width[17:12]};
    wire [27:0] first  = {of_w, of_z, of_y, of_x};

    // ---- BC1 to BC5 -----------------------------------------------------------------------------------------------
    wire            blocks = i_data_format >= BC1 && i_data_format <= BC5;
    wire [3:0]      texel  = {i_y, i_x[1:0]};
    wire [3*9-1:0]  way;
    wire            opaque;
    wire [31:0]     path [2];
    texel_colors colors (.bytes(i_data_format == BC1 ? block[63:0] : block[127:64]), .texel(texel),
                         .has_black(i_data_format == BC1), .way(way), .opaque(opaque));
    texel_path lower (.bytes(block[63:0]), .texel(texel), .is_signed(i_data_format == BC3 ? o_is_signed[3] : o_is_signed[0]),
                      .value(path[0]));
    texel_path upper (.bytes(block[127:64]), .texel(texel), .is_signed(o_is_signed[1]), .value(path[1]));
    wire [3:0]      alpha  = block[4*texel +: 4];

    // ---- elements -------------------------------------------------------------------------------------------------
    wire [4*32-1:0] value;
    for (genvar e = 0; e < 4; e++) begin : g_element
        localparam int E = e;
        wire [5:0]   stored = width[6*E +: 6];
        wire [127:0] down   = block >> first[7*E +: 7];
        wire [31:0]  ones   = 32'hffffffff >> (6'd32 - stored);
        wire [31:0]  raw    = down[31:0] & ones;
        wire [31:0]  minus  = o_is_signed[E] && (raw & ~(ones >> 1)) != 0 ? ~ones : 32'd0;

        wire [31:0]  widened, shared;
        texel_widen widen (.value(raw), .width(stored), .result(widened));
        texel_float share (.sign(1'b0), .number({raw[8:0], 12'b0}), .exponent({3'b0, block[31:27]} + 8'd111), .result(shared));

        wire [31:0]  on_way = E < 3 ? {23'b0, way[9*(E % 3) +: 9]} : {31'b0, opaque};
        wire [31:0]  of_block = i_data_format >= BC4 ? path[E % 2]
                                : E < 3 || i_data_format == BC1 ? on_way
                                : i_data_format == BC2          ? {28'b0, alpha}
                                                                : path[0];

        wire [15:0]  linear;
        texel_linear degamma (.value(blocks ? on_way : raw), .one(!blocks ? ones : E == 1 ? 32'd378 : 32'd186), .linear(linear));

        assign value[32*E +: 32] = o_bits[6*E +: 6] == 6'd0   ? {31'b0, E == 3}
                                   : i_data_format == SHAREDEXP ? shared
                                   : o_kind[3*E +: 3] == FLOAT  ? widened
                                   : is_linear[E]               ? {16'b0, linear}
                                   : blocks                     ? of_block
                                                                : raw | minus;

        logic bits_unused;
        assign bits_unused = &{1'b0, down[127:32]};
    end

    // ---- MPEG_CLAMP: nine bits with their sign, or ten at the top -----------------------------------------------------
    wire signed [15:0] half    = value[15:0];
    wire signed [15:0] clamped = half < -16'sd256 ? -16'sd256 : half > 16'sd255 ? 16'sd255 : half;
    assign o_value[31:0]   = clamp == 2'd0   ? value[31:0]
                             : clamp == 2'd2 ? {value[31:6], 6'd0}
                                             : {{16{clamped[15]}}, clamped};
    assign o_value[127:32] = value[127:32];
endmodule
