// texture_locate.sv - where a texel of a level lies: the pieces of its block, and its place there.
//
// docs/texture.md, "Surfaces".  What is a power of two is given as its logarithm.  Combinational.
module texture_locate (
    input  logic [1:0]      order,
    input  logic            turns,
    input  logic            swapped,
    input  logic            depth,
    input  logic            thick,
    input  logic [1:0]      aspect_bits,
    input  logic [2:0]      element_bits,
    input  logic [1:0]      sample_bits,
    input  logic [1:0]      pipe_bits,
    input  logic            eight_banks,
    input  logic            group_512,
    input  logic [3:0]      split_bits,
    input  logic            swaps_more,
    input  logic [39:0]     address,
    input  logic [15:0]     pitch,
    input  logic [13:0]     rows,
    input  logic [16:0]     slices,
    input  logic [3:0]      swap_bits,
    input  logic [13:0]     size_x,
    input  logic [13:0]     size_y,
    input  logic [16:0]     size_z,
    input  logic            known,
    input  logic [1:0]      block_x_bits,   // texels of a block
    input  logic [1:0]      block_y_bits,
    input  logic [1:0]      element_x_bits, // texels of an element
    input  logic            thirds,         // a texel has three elements
    input  logic [12:0]     x,
    input  logic [12:0]     y,
    input  logic [15:0]     slice,
    input  logic [2:0]      sample,
    output logic            there,
    output logic [4:0]      bytes,          // of a piece
    output logic [2:0]      in_x,           // texel in the block
    output logic [2:0]      in_y,
    output logic [3*40-1:0] piece
);
    wire [2:0]  mask_x = ~(3'b111 << block_x_bits), mask_y = ~(3'b111 << block_y_bits);
    wire [12:0] left   = {x[12:3], x[2:0] & ~mask_x} >> element_x_bits;
    wire [15:0] column = thirds ? {3'b0, left} + {2'b0, left, 1'b0} : {3'b0, left};
    wire [12:0] row    = y >> block_y_bits;

    assign there = known && {1'b0, x} < size_x && {1'b0, y} < size_y && {1'b0, slice} < size_z &&
                   {1'b0, sample} < (4'd1 << sample_bits);
    assign bytes = 5'd1 << ({2'b0, element_bits} + {3'b0, block_x_bits} - {3'b0, element_x_bits});
    assign in_x  = x[2:0] & mask_x;
    assign in_y  = y[2:0] & mask_y;

    for (genvar i = 0; i < 3; i++) begin : g_piece
        localparam int N = i;
        texture_tiler tiler (
            .clk(1'b0), .rst(1'b0), .i_order(order), .i_turns(turns), .i_swapped(swapped), .i_depth(depth), .i_thick(thick),
            .i_aspect_bits(aspect_bits), .i_element_bits(element_bits), .i_sample_bits(sample_bits), .i_pipe_bits(pipe_bits),
            .i_eight_banks(eight_banks), .i_group_512(group_512), .i_split_bits(split_bits), .i_swaps_more(swaps_more),
            .i_address(address), .i_pitch(pitch), .i_rows(rows), .i_slices(slices), .i_swap_bits(swap_bits),
            .i_x(column + 16'(N)), .i_y(row), .i_slice(slice), .i_sample(sample), .o_element(piece[40*N +: 40]));
    end
endmodule
