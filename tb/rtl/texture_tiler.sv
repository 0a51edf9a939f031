// texture_tiler.sv - the address of an element of a surface: rows, tiles, or macro tiles spread over pipes and banks.
//
// docs/texture.md, "Surfaces".  What is a power of two is given as its logarithm; addresses have 40 bits.  Combinational.
module texture_tiler (
    input  logic        clk,
    input  logic        rst,
    input  logic [1:0]  i_order,        // 0 rows, 1 tiles, 2 macro tiles
    input  logic        i_turns,        // slices turn pipes, not only banks
    input  logic        i_swapped,      // columns swap banks
    input  logic        i_depth,
    input  logic        i_thick,        // four slices a tile
    input  logic [1:0]  i_aspect_bits,
    input  logic [2:0]  i_element_bits, // 1 .. 16 bytes
    input  logic [1:0]  i_sample_bits,
    input  logic [1:0]  i_pipe_bits,
    input  logic        i_eight_banks,  // else four
    input  logic        i_group_512,    // else 256 bytes
    input  logic [3:0]  i_split_bits,
    input  logic        i_swaps_more,
    input  logic [39:0] i_address,      // of the level
    input  logic [15:0] i_pitch,        // elements
    input  logic [13:0] i_rows,
    input  logic [16:0] i_slices,
    input  logic [3:0]  i_swap_bits,    // elements of a row after which banks are others
    input  logic [15:0] i_x,
    input  logic [12:0] i_y,
    input  logic [15:0] i_slice,
    input  logic [2:0]  i_sample,
    output logic [39:0] o_element
);
    logic unused;
    assign unused = &{1'b0, clk, rst};

    // Place of the element in its tile
    wire x0 = i_x[0], x1 = i_x[1], x2 = i_x[2], y0 = i_y[0], y1 = i_y[1], y2 = i_y[2];
    logic [5:0] number;
    always_comb
        case ({i_depth, i_element_bits})
            4'd0:    number = {y2, y0, y1, x2, x1, x0};
            4'd1:    number = {y2, y1, y0, x2, x1, x0};
            4'd2:    number = {y2, y1, x2, y0, x1, x0};
            4'd3:    number = {y2, y1, x2, x1, y0, x0};
            4'd4:    number = {y2, y1, x2, x1, x0, y0};
            default: number = {y2, x2, y1, x1, y0, x0};
        endcase
    wire [3:0]  thick_bits   = i_thick ? 4'd2 : 4'd0;
    wire [3:0]  one_bits     = 4'd6 + thick_bits + {1'b0, i_element_bits}; // a tile's bytes of one sample
    wire [14:0] in_tile      = {7'b0, i_thick ? i_slice[1:0] : 2'b0, number};
    wire [14:0] of_sample    = {12'b0, i_sample} << (i_depth ? 4'd0 : one_bits);
    wire [14:0] place        = i_depth ? ((in_tile << i_sample_bits) + of_sample) << i_element_bits
                                       : of_sample + (in_tile << i_element_bits);
    wire [15:0] tile_slice   = i_slice >> thick_bits;

    // Rows; rows of tiles
    wire [39:0] of_samples   = 40'(i_slice) + 40'(i_slices) * 40'(i_sample);
    wire [39:0] line         = of_samples * 40'(i_rows) + 40'(i_y);
    wire [39:0] in_rows      = i_address + ((line * 40'(i_pitch) + 40'(i_x)) << i_element_bits);
    wire [23:0] tiles_before = 24'(i_y[12:3]) * 24'(i_pitch[15:3]) + 24'(i_x[15:3]);
    wire [39:0] slice_bytes  = (40'(i_pitch) * 40'(i_rows)) << ({1'b0, thick_bits} + {2'b0, i_element_bits});
    wire [39:0] in_tiles     = i_address + 40'(tile_slice) * slice_bytes + (40'(tiles_before) << one_bits) + 40'(place);

    // Macro tiles: a tile that is larger than the split lies in parts
    wire [3:0]  tile_bits    = one_bits + {2'b0, i_sample_bits};
    wire [3:0]  part_bits    = tile_bits > i_split_bits ? i_split_bits : tile_bits;
    wire [4:0]  part         = 5'(place >> part_bits);
    wire [14:0] in_part      = place & ~(15'h7fff << part_bits);

    // Place among the bytes of one pipe and bank
    wire [2:0]  bank_bits    = i_eight_banks ? 3'd3 : 3'd2, both_bits = bank_bits + {1'b0, i_pipe_bits};
    wire [2:0]  width_bits   = 3'd3 + bank_bits - {1'b0, i_aspect_bits};
    wire [3:0]  height_bits  = 4'd3 + {2'b0, i_pipe_bits} + {2'b0, i_aspect_bits};
    wire [20:0] part_slice   = (21'(tile_slice) << (tile_bits - part_bits)) + 21'(part);
    wire [13:0] rows         = i_rows >> height_bits;
    wire [12:0] row          = i_y >> height_bits;
    wire [15:0] columns      = i_pitch >> width_bits, at_column = i_x >> width_bits;
    wire [39:0] macro_row    = 40'(part_slice) * 40'(rows) + 40'(row);
    wire [39:0] macro        = macro_row * 40'(columns) + 40'(at_column);
    wire [39:0] in_channel   = (macro << part_bits) + 40'(in_part);

    // Pipe and bank
    wire        more         = i_swaps_more && i_pipe_bits == 2'd3;
    wire [2:0]  tall         = 3'(i_y >> (3'd3 + {1'b0, i_pipe_bits})); // bits 5:3 of y / pipes
    wire [2:0]  pipe         = i_pipe_bits == 2'd0 ? 3'b0
                             : i_pipe_bits == 2'd1 ? {2'b0, i_y[3] ^ i_x[3]}
                             : i_pipe_bits == 2'd2 ? {1'b0, i_y[4] ^ i_x[3], i_y[3] ^ i_x[4]}
                                                   : {i_y[5] ^ i_x[3], i_y[4] ^ i_x[5] ^ i_x[4], i_y[3] ^ i_x[5]};
    wire [2:0]  eight        = {tall[0] ^ i_x[5], tall[2] ^ tall[1] ^ i_x[4], tall[2] ^ i_x[3] ^ (more & i_x[6])};
    wire [2:0]  bank         = i_eight_banks ? eight : {1'b0, tall[0] ^ i_x[4], tall[1] ^ i_x[3] ^ (more & i_x[5])};
    wire [15:0] left         = at_column << width_bits;
    wire [2:0]  column       = 3'(left >> i_swap_bits) & {i_eight_banks, 2'b11};
    wire [2:0]  swap         = i_swapped ? column ^ (column >> 1) : 3'd0;
    wire [5:0]  banks_turned = {3'b0, bank ^ swap} << i_pipe_bits;
    wire [5:0]  parts_turned = ({1'b0, part} * (i_eight_banks ? 6'd5 : 6'd3)) << i_pipe_bits;
    wire [5:0]  turn         = !i_turns ? (i_eight_banks ? 6'd3 : 6'd1) << i_pipe_bits
                             : i_pipe_bits == 2'd3 ? 6'd3 : 6'd1;
    wire [3:0]  group_bits   = i_group_512 ? 4'd9 : 4'd8;
    wire [5:0]  channels     = ~(6'h3f << both_bits);
    wire [5:0]  swizzle      = 6'(i_address >> group_bits) & channels;
    wire [5:0]  turned       = ((banks_turned | {3'b0, pipe}) ^ parts_turned ^ (swizzle + tile_slice[5:0] * turn)) & channels;

    // A group of bytes of each pipe and bank
    wire [39:0] group        = ((in_channel >> group_bits) << both_bits) | 40'(turned);
    wire [8:0]  in_group     = in_channel[8:0] & ~(9'h1ff << group_bits);
    wire [39:0] in_macro     = i_address - (40'(swizzle) << group_bits) + (group << group_bits | 40'(in_group));

    assign o_element = i_order == 2'd0 ? in_rows : i_order == 2'd1 ? in_tiles : in_macro;
endmodule
