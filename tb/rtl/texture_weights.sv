// texture_weights.sv - the weights of the 2 x 2 texels of a pass: along X and Y by the filter (bicubic ones from TD_FILTER4),
// times those of level and slice and of the probes.
//
// docs/texture.md, "Weights".  Combinational.
module texture_weights (
    input  logic             clk,
    input  logic             rst,
    input  logic [1:0]       i_filter,        // point, bilinear, bicubic, text
    input  logic [3:0]       i_fraction_bits, // 4, 6, 8, 14
    input  logic [7:0]       i_fraction_x,
    input  logic [7:0]       i_fraction_y,
    input  logic [1:0]       i_tile_x,        // the pass's pair of texels
    input  logic [1:0]       i_tile_y,
    input  logic [2:0]       i_reach_x,       // text: the box
    input  logic [2:0]       i_reach_y,
    input  logic             i_flat,          // a texture without Y
    input  logic [12:0]      i_step,          // level and slice, in 1/4096
    input  logic [2:0]       i_probes,        // logarithm
    input  logic [36*28-1:0] i_filter4,
    output logic [4*32-1:0]  o_weight         // in 2^-28, two's complement: (0,0) (1,0) (0,1) (1,1)
);
    localparam logic [1:0] POINT = 2'd0, BILINEAR = 2'd1, BICUBIC = 2'd2, TEXT = 2'd3;

    logic unused;
    assign unused = &{1'b0, clk, rst, i_filter4};

    wire [3:0]         bits = i_filter == BICUBIC ? 4'd9 : i_fraction_bits;
    wire signed [15:0] one  = 16'sd1 <<< bits;

    wire [7:0] fraction [2];
    wire [1:0] tile [2];
    wire [2:0] reach [2];
    assign fraction[0] = i_fraction_x;
    assign fraction[1] = i_fraction_y;
    assign tile[0]     = i_tile_x;
    assign tile[1]     = i_tile_y;
    assign reach[0]    = i_reach_x;
    assign reach[1]    = i_reach_y;

    wire signed [15:0] side [4]; // X of both texels, Y of both

    for (genvar way = 0; way < 2; way++) begin : g_way
        for (genvar i = 0; i < 2; i++) begin : g_texel
            wire [2:0]         tap    = {tile[way], 1'(i)};
            wire signed [15:0] part   = {8'b0, fraction[way]};
            wire               first  = tap == 3'd0;

            // Phases 9 to 15 are 7 to 1 from the other end
            wire               turned = fraction[way][3:0] > 4'd8;
            wire [3:0]         phase  = turned ? -fraction[way][3:0] : fraction[way][3:0];
            wire [1:0]         at     = turned ? ~tap[1:0] : tap[1:0];
            wire [5:0]         row    = 6'(18 * way) + {1'b0, phase, at[1]};
            wire [27:0]        word   = i_filter4[28*row +: 28];
            wire [10:0]        stored = at[0] ? word[10:0] : word[21:11];

            wire signed [15:0] box    = tap > reach[way] ? 16'sd0 : tap == reach[way] ? part : first ? one - part : one;
            wire signed [15:0] linear = first ? one - part : part;
            wire signed [15:0] point  = first ? one : 16'sd0;
            wire signed [15:0] flat   = first ? i_filter == TEXT ? one * $signed({13'b0, reach[way]}) : one : 16'sd0;
            assign side[2*way + i] = way == 1 && i_flat   ? flat
                                     : i_filter == POINT    ? point
                                     : i_filter == BILINEAR ? linear
                                     : i_filter == BICUBIC  ? {{5{stored[10]}}, stored}
                                                            : box;
            logic bits_unused;
            assign bits_unused = &{1'b0, word[27:22]};
        end
    end

    wire [5:0] places = {1'b0, bits, 1'b0} + {3'b0, i_probes};

    for (genvar t = 0; t < 4; t++) begin : g_tap
        wire signed [31:0] area    = side[t % 2] * side[2 + t / 2];
        wire signed [63:0] product = {{16{area[31]}}, area, 16'b0} * $signed({51'b0, i_step});
        wire signed [63:0] weight  = product >> places;
        assign o_weight[32*t +: 32] = weight[31:0];
        logic bits_unused;
        assign bits_unused = &{1'b0, weight[63:32]};
    end
endmodule
