// texture_steps.sv - what a level of a sample gives to read: its slice, or two of a volume, with their weights.
//
// docs/texture.md, "Coordinates", "Weights".  Combinational.
module texture_steps (
    input  logic [4:0]      inst,
    input  logic [7*32-1:0] resource,
    input  logic [3*32-1:0] sampler,
    input  logic [3*32-1:0] tex,
    input  logic            integers,
    input  logic [1:0]      filter,
    input  logic [31:0]     y,             // coordinates
    input  logic [31:0]     z,
    input  logic [31:0]     cube_index,
    input  logic [3:0]      above,         // the base level
    input  logic [6:0]      weight,        // of the level, in 1/64
    output logic [2:0]      face,
    output logic [2*16-1:0] slice,
    output logic [1:0]      border,
    output logic [2*13-1:0] weights,       // in 1/4096; 0: there is none
    output logic [6:0]      between        // where between two slices, in 1/64
);
    `include "texture_words.svh"

    wire [2:0]  dim    = resource[2:0];
    wire [3:0]  number = has_samples(dim) ? 4'd0 : resource[4*32+28 +: 4] + above;
    wire        array  = has_layers(dim);
    wire        volume = dim == DIM_3D || (array && !sampler[25]);
    wire [12:0] first  = resource[5*32+4 +: 13];

    // Z; of a one-dimensional array with a reference there Y
    wire        compares  = inst[4] && (inst[3] || sampler[64+27]);
    wire        level_in_w = inst[4] && (inst[1:0] == 2'd1 || inst[1:0] == 2'd2);
    wire        is_y      = dim == DIM_1D_ARRAY && level_in_w && compares;
    wire [31:0] at        = is_y ? y : z;
    wire        in_texels = is_y ? !tex[32+29] : !tex[32+30];

    // To the nearest integer, ties to even, within 0 and `last`
    function automatic logic [15:0] whole(input logic [31:0] value, input logic [12:0] limit);
        logic [7:0]  right;
        logic [40:0] moved;
        logic [16:0] amount;
        right = 8'd150 - value[30:23];
        moved = 41'({1'b1, value[22:0], 25'b0} >> right);
        amount = {1'b0, moved[40:25]} + {16'b0, moved[24] && (moved[23:0] != 0 || moved[25])};
        if (value[31] || right > 8'd24) // below a half
            amount = 17'd0;
        if (!value[31] && value[30:23] >= 8'd142 && !(value[30:23] == 8'hff && value[22:0] != 0))
            amount = 17'h8000;
        whole = amount > {4'b0, limit} ? {3'b0, limit} : amount[15:0];
    endfunction

    // ---- one slice ------------------------------------------------------------------------------------------------
    wire [13:0] layers = layers_of(first, resource[5*32+17 +: 13]);
    wire [12:0] most   = layers[12:0] - 13'd1;
    wire [15:0] layer  = {3'b0, first} + whole(at, most);
    wire [15:0] cube   = whole(cube_index, resource[32+13 +: 13]);
    wire [15:0] side   = whole(z, 13'd5);
    wire [15:0] alone  = array ? layer : dim == DIM_CUBE ? {cube[12:0], 3'b0} + side : 16'd0;
    assign face = dim == DIM_CUBE ? side[2:0] : 3'd0;

    // ---- slices of a volume ---------------------------------------------------------------------------------------
    wire        filters = !integers && !gathers(inst, sampler[64+26]) && filter != TEXT &&
                          (sampler[16:15] == 2'd0 ? filter != POINT : sampler[16:15] == 2'd2);
    wire [13:0] size    = array ? layers : size_of(resource[32+13 +: 13], number);
    wire [3:0]  bits    = !filters ? 4'd14 : filter == BICUBIC ? 4'd4 : 4'd6;
    wire [2:0]  clamp   = clamp_of(sampler[8:6], in_texels, !filters, sampler[24]);
    wire [17:0] texel;
    wire [13:0] fraction;
    texture_place at_first (.size, .scale(in_texels ? 14'd1 : size), .level(in_texels && !array ? above : 4'd0), .clamp,
                         .fraction_bits(bits), .reach({2'b0, filters}), .offset(tex[64+10 +: 5]), .from_one(1'b0),
                         .truncates(1'b0), .coordinate(at), .first(texel), .fraction);

    wire [5:0] fine = filter == BICUBIC ? {fraction[3:0], 2'b0} : fraction[5:0];
    wire [6:0] part = steeper(fine, {1'b0, sampler[64+18 +: 2]});
    wire [6:0] next = !filters ? 7'd0 : filter == BICUBIC ? {part[6:2], 2'b0} : part;

    assign between = volume ? next : 7'd0;

    for (genvar i = 0; i < 2; i++) begin : g_slice
        wire [12:0] found;
        wire        inside_;
        texture_texel numbered (.size, .clamp, .texel({{2{texel[17]}}, texel} + 20'(i)), .number(found), .inside_);
        wire [15:0] of_volume = (array ? {3'b0, first} : 16'd0) + {3'b0, found};
        wire [12:0] share     = {6'b0, weight} * {6'b0, i == 1 ? next : 7'd64 - next};
        assign slice[16*i +: 16]   = volume ? of_volume : alone;
        assign border[i]           = volume && !inside_;
        assign weights[13*i +: 13] = volume ? share : i == 0 ? {weight, 6'b0} : 13'd0;
    end

    logic unused;
    assign unused = &{1'b0, resource, sampler, tex, fraction[13:6], layers[13], side[15:3], cube[15:13]};
endmodule
