// texel_format.sv - what the elements of a data format are, from the resource's words (3D 7; docs/texture.md, "Formats").
//
// Of X Y Z W, X in the lowest bits.  Combinational.
module texel_format (
    input  logic [5:0]      data_format,
    input  logic [1:0]      num_format,  // fractions, integers, integers as floats
    input  logic [7:0]      comp,        // of each element: unsigned, signed, biased
    input  logic            no_zero,     // signed fractions have none
    input  logic [1:0]      mpeg,        // 16 holds 9 bits, or 10
    input  logic            degamma,
    output logic [4:0]      bytes,       // of a block
    output logic            integers,
    output logic [1:0]      clamp,       // mpeg, where it counts
    output logic [4*6-1:0]  width,       // in memory
    output logic [4*3-1:0]  kind,        // NORM, NO_ZERO, BIASED, SCALED, INTEGER, FLOAT
    output logic [4*6-1:0]  bits,        // of the value; 0: there is none
    output logic [3:0]      is_signed,
    output logic [3:0]      is_linear,   // stored as sRGB
    output logic [4*32-1:0] divisor,     // what stands for 1
    output logic [4*6-1:0]  shift        // to 24 bits, two's complement
);
    localparam logic [2:0] NORM = 3'd0, NO_ZERO = 3'd1, BIASED = 3'd2, SCALED = 3'd3, INTEGER = 3'd4, FLOAT = 3'd5;
    localparam logic [5:0] ONLY_16 = 6'd5, SHAREDEXP = 6'd43, BC1 = 6'd49, BC3 = 6'd51, BC4 = 6'd52, BC5 = 6'd53;
    localparam logic [1:0] SIGNED = 2'd1, WITH_BIAS = 2'd2;
    localparam logic [3:0] ALL = 4'hf;

    // ---- layouts: bytes, elements that are floats, bits of W Z Y X ----------------------------------------------------
    logic [3:0] floats;
    always_comb
        case (data_format)
            6'd1:    {bytes, floats, width} = {5'd1, 4'h0, 6'd0, 6'd0, 6'd0, 6'd8};
            6'd2:    {bytes, floats, width} = {5'd1, 4'h0, 6'd0, 6'd0, 6'd4, 6'd4};
            6'd3:    {bytes, floats, width} = {5'd1, 4'h0, 6'd0, 6'd3, 6'd3, 6'd2};
            6'd5:    {bytes, floats, width} = {5'd2, 4'h0, 6'd0, 6'd0, 6'd0, 6'd16};
            6'd6:    {bytes, floats, width} = {5'd2, ALL, 6'd0, 6'd0, 6'd0, 6'd16};
            6'd7:    {bytes, floats, width} = {5'd2, 4'h0, 6'd0, 6'd0, 6'd8, 6'd8};
            6'd8:    {bytes, floats, width} = {5'd2, 4'h0, 6'd0, 6'd5, 6'd6, 6'd5};
            6'd9:    {bytes, floats, width} = {5'd2, 4'h0, 6'd0, 6'd6, 6'd5, 6'd5};
            6'd10:   {bytes, floats, width} = {5'd2, 4'h0, 6'd1, 6'd5, 6'd5, 6'd5};
            6'd11:   {bytes, floats, width} = {5'd2, 4'h0, 6'd4, 6'd4, 6'd4, 6'd4};
            6'd12:   {bytes, floats, width} = {5'd2, 4'h0, 6'd5, 6'd5, 6'd5, 6'd1};
            6'd13:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd0, 6'd0, 6'd32};
            6'd14:   {bytes, floats, width} = {5'd4, ALL, 6'd0, 6'd0, 6'd0, 6'd32};
            6'd15:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd0, 6'd16, 6'd16};
            6'd16:   {bytes, floats, width} = {5'd4, ALL, 6'd0, 6'd0, 6'd16, 6'd16};
            6'd17:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd0, 6'd8, 6'd24};
            6'd18:   {bytes, floats, width} = {5'd4, 4'h1, 6'd0, 6'd0, 6'd8, 6'd24};
            6'd19:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd0, 6'd24, 6'd8};
            6'd20:   {bytes, floats, width} = {5'd4, 4'h2, 6'd0, 6'd0, 6'd24, 6'd8};
            6'd21:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd10, 6'd11, 6'd11};
            6'd22:   {bytes, floats, width} = {5'd4, ALL, 6'd0, 6'd10, 6'd11, 6'd11};
            6'd23:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd11, 6'd11, 6'd10};
            6'd24:   {bytes, floats, width} = {5'd4, ALL, 6'd0, 6'd11, 6'd11, 6'd10};
            6'd25:   {bytes, floats, width} = {5'd4, 4'h0, 6'd2, 6'd10, 6'd10, 6'd10};
            6'd26:   {bytes, floats, width} = {5'd4, 4'h0, 6'd8, 6'd8, 6'd8, 6'd8};
            6'd27:   {bytes, floats, width} = {5'd4, 4'h0, 6'd10, 6'd10, 6'd10, 6'd2};
            6'd28:   {bytes, floats, width} = {5'd8, 4'h1, 6'd0, 6'd0, 6'd8, 6'd32};
            6'd29:   {bytes, floats, width} = {5'd8, 4'h0, 6'd0, 6'd0, 6'd32, 6'd32};
            6'd30:   {bytes, floats, width} = {5'd8, ALL, 6'd0, 6'd0, 6'd32, 6'd32};
            6'd31:   {bytes, floats, width} = {5'd8, 4'h0, 6'd16, 6'd16, 6'd16, 6'd16};
            6'd32:   {bytes, floats, width} = {5'd8, ALL, 6'd16, 6'd16, 6'd16, 6'd16};
            6'd34:   {bytes, floats, width} = {5'd16, 4'h0, 6'd32, 6'd32, 6'd32, 6'd32};
            6'd35:   {bytes, floats, width} = {5'd16, ALL, 6'd32, 6'd32, 6'd32, 6'd32};
            6'd37:   {bytes, floats, width} = {5'd1, 4'h0, 6'd0, 6'd0, 6'd0, 6'd1};
            6'd38:   {bytes, floats, width} = {5'd1, 4'h0, 6'd0, 6'd0, 6'd0, 6'd1};
            6'd39:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd8, 6'd8, 6'd8};
            6'd40:   {bytes, floats, width} = {5'd4, 4'h0, 6'd0, 6'd8, 6'd8, 6'd8};
            6'd43:   {bytes, floats, width} = {5'd4, ALL, 6'd5, 6'd9, 6'd9, 6'd9};
            6'd44:   {bytes, floats, width} = {5'd3, 4'h0, 6'd0, 6'd8, 6'd8, 6'd8};
            6'd45:   {bytes, floats, width} = {5'd6, 4'h0, 6'd0, 6'd16, 6'd16, 6'd16};
            6'd46:   {bytes, floats, width} = {5'd6, ALL, 6'd0, 6'd16, 6'd16, 6'd16};
            6'd47:   {bytes, floats, width} = {5'd12, 4'h0, 6'd0, 6'd32, 6'd32, 6'd32};
            6'd48:   {bytes, floats, width} = {5'd12, ALL, 6'd0, 6'd32, 6'd32, 6'd32};
            6'd49:   {bytes, floats, width} = {5'd8, 4'h0, 6'd1, 6'd8, 6'd9, 6'd8};
            6'd50:   {bytes, floats, width} = {5'd16, 4'h0, 6'd4, 6'd8, 6'd9, 6'd8};
            6'd51:   {bytes, floats, width} = {5'd16, 4'h0, 6'd14, 6'd8, 6'd9, 6'd8};
            6'd52:   {bytes, floats, width} = {5'd8, 4'h0, 6'd0, 6'd0, 6'd0, 6'd14};
            6'd53:   {bytes, floats, width} = {5'd16, 4'h0, 6'd0, 6'd0, 6'd14, 6'd14};
            default: {bytes, floats, width} = '0;
        endcase

    wire blocks = data_format >= BC1 && data_format <= BC5;
    assign integers = num_format == 2'd1 && floats != ALL && !blocks;
    assign clamp    = data_format == ONLY_16 ? mpeg : 2'd0;

    // ---- elements -------------------------------------------------------------------------------------------------
    function automatic logic [5:0] length(input logic [31:0] value);
        length = 6'd0;
        for (int i = 0; i < 32; i++)
            if (value[i])
                length = 6'(i) + 6'd1;
    endfunction

    for (genvar e = 0; e < 4; e++) begin : g_element
        localparam int E = e;
        wire [5:0]  stored = width[6*E +: 6];
        wire [1:0]  sign   = comp[2*E +: 2];
        wire        there  = stored != 6'd0 && !(data_format == SHAREDEXP && E == 3);
        wire        number = there && !floats[E];
        wire        path   = data_format >= BC4 || (data_format == BC3 && E == 3); // of a block
        wire        nine   = clamp == 2'd1 && E == 0;
        wire        minus  = nine || sign == SIGNED;
        wire        biased = !nine && sign == WITH_BIAS;

        wire [2:0]  fraction = biased ? BIASED : minus && no_zero && !blocks ? NO_ZERO : NORM;
        wire [2:0]  kind_    = !there                                ? (integers ? INTEGER : NORM)
                               : floats[E]                           ? FLOAT
                               : blocks || num_format == 2'd0        ? fraction
                               : num_format == 2'd1                  ? INTEGER
                                                                     : SCALED;
        wire        linear = degamma && E < 3 && number && sign != WITH_BIAS &&
                             (blocks ? data_format < BC4 : num_format == 2'd0 && sign != SIGNED);
        wire [5:0]  bits_  = !there ? 6'd0 : floats[E] ? 6'd32 : nine ? 6'd9 : linear ? 6'd16 : stored;
        wire        signed_ = number && minus && (!blocks || path);

        wire [31:0] of_block  = path     ? (signed_ ? 32'd4445 : 32'd8925)
                                : E == 3 ? (data_format == BC1 ? 32'd1 : 32'd15)
                                : E == 1 ? 32'd378
                                         : 32'd186;
        wire [31:0] ones      = 32'hffffffff >> (6'd32 - bits_);
        wire [31:0] of_number = kind_ > BIASED ? 32'd1 : kind_ == NORM && signed_ && bits_ != 6'd1 ? ones >> 1 : ones;
        wire [31:0] divisor_  = !number ? 32'd1 : blocks && !linear ? of_block : of_number;

        assign kind[3*E +: 3]      = kind_;
        assign bits[6*E +: 6]      = bits_;
        assign is_signed[E]        = signed_;
        assign is_linear[E]        = linear;
        assign divisor[32*E +: 32] = divisor_;
        assign shift[6*E +: 6]     = 6'd24 - (kind_ == SCALED ? bits_ : length(divisor_));
    end
endmodule
