// texture_tiler.sv - the address of an element of a surface: rows, tiles, or macro tiles spread over pipes and banks.
//
// docs/texture.md, "Surfaces".  What is a power of two is given as its logarithm.  Combinational.
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
    input  logic [47:0] i_address,      // of the level
    input  logic [15:0] i_pitch,        // elements
    input  logic [13:0] i_rows,
    input  logic [16:0] i_slices,
    input  logic [3:0]  i_swap_bits,    // elements of a row after which banks are others
    input  logic [15:0] i_x,
    input  logic [12:0] i_y,
    input  logic [15:0] i_slice,
    input  logic [2:0]  i_sample,
    output logic [63:0] o_element
);
    logic unused;
    assign unused = &{1'b0, clk, rst};

    wire [63:0] address = {16'b0, i_address}, pitch = {48'b0, i_pitch}, rows = {50'b0, i_rows}, x = {48'b0, i_x};
    wire [63:0] y = {51'b0, i_y}, slice = {48'b0, i_slice}, sample = {61'b0, i_sample};

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
    wire [4:0]  thick_bits   = i_thick ? 5'd2 : 5'd0;
    wire [4:0]  sample_bits  = {3'b0, i_sample_bits}, element_bits = {2'b0, i_element_bits};
    wire [4:0]  one_bits     = 5'd6 + thick_bits + element_bits; // a tile's bytes of one sample
    wire [63:0] in_tile      = {56'b0, i_thick ? i_slice[1:0] : 2'b0, number};
    wire [63:0] of_depth     = ((in_tile << sample_bits) + sample) << element_bits;
    wire [63:0] place        = i_depth ? of_depth : (sample << one_bits) + (in_tile << element_bits);
    wire [63:0] tile_slice   = slice >> thick_bits;

    // Rows; rows of tiles
    wire [63:0] line         = (slice + {47'b0, i_slices} * sample) * rows + y;
    wire [63:0] in_rows      = address + ((line * pitch + x) << element_bits);
    wire [63:0] tiles_before = (y >> 3) * (pitch >> 3) + (x >> 3);
    wire [63:0] slice_bytes  = (pitch * rows) << (thick_bits + element_bits);
    wire [63:0] in_tiles     = address + tile_slice * slice_bytes + (tiles_before << one_bits) + place;

    // Macro tiles: a tile that is larger than the split lies in parts
    wire [4:0]  tile_bits    = one_bits + sample_bits;
    wire [4:0]  part_bits    = tile_bits > {1'b0, i_split_bits} ? {1'b0, i_split_bits} : tile_bits;
    wire [63:0] part         = place >> part_bits;
    wire [63:0] in_part      = place & ~(~64'b0 << part_bits);

    // Place among the bytes of one pipe and bank
    wire [4:0]  pipe_bits    = {3'b0, i_pipe_bits}, bank_bits = i_eight_banks ? 5'd3 : 5'd2;
    wire [4:0]  width_bits   = 5'd3 + bank_bits - {3'b0, i_aspect_bits};
    wire [4:0]  height_bits  = 5'd3 + pipe_bits + {3'b0, i_aspect_bits};
    wire [63:0] part_slice   = (tile_slice << (tile_bits - part_bits)) + part;
    wire [63:0] macro_row    = part_slice * (rows >> height_bits) + (y >> height_bits);
    wire [63:0] macro        = macro_row * (pitch >> width_bits) + (x >> width_bits);
    wire [63:0] in_channel   = (macro << part_bits) + in_part;

    // Pipe and bank
    wire        more         = i_swaps_more && i_pipe_bits == 2'd3;
    wire [2:0]  tall         = 3'(i_y >> (5'd3 + pipe_bits)); // bits 5:3 of y / pipes
    wire [2:0]  pipe         = i_pipe_bits == 2'd0 ? 3'b0
                             : i_pipe_bits == 2'd1 ? {2'b0, i_y[3] ^ i_x[3]}
                             : i_pipe_bits == 2'd2 ? {1'b0, i_y[4] ^ i_x[3], i_y[3] ^ i_x[4]}
                                                   : {i_y[5] ^ i_x[3], i_y[4] ^ i_x[5] ^ i_x[4], i_y[3] ^ i_x[5]};
    wire [2:0]  eight        = {tall[0] ^ i_x[5], tall[2] ^ tall[1] ^ i_x[4], tall[2] ^ i_x[3] ^ (more & i_x[6])};
    wire [2:0]  bank         = i_eight_banks ? eight : {1'b0, tall[0] ^ i_x[4], tall[1] ^ i_x[3] ^ (more & i_x[5])};
    wire [63:0] left         = (x >> width_bits) << width_bits;
    wire [63:0] column       = (left >> i_swap_bits) & (i_eight_banks ? 64'd7 : 64'd3);
    wire [63:0] swap         = i_swapped ? column ^ (column >> 1) : 64'd0;
    wire [63:0] banks_turned = ({61'b0, bank} ^ swap) << pipe_bits;
    wire [63:0] parts_turned = (part * (i_eight_banks ? 64'd5 : 64'd3)) << pipe_bits;
    wire [63:0] turn         = !i_turns ? (i_eight_banks ? 64'd3 : 64'd1) << pipe_bits
                             : i_pipe_bits == 2'd3 ? 64'd3 : 64'd1;
    wire [4:0]  group_bits   = i_group_512 ? 5'd9 : 5'd8;
    wire [63:0] channels     = ~(~64'b0 << (pipe_bits + bank_bits));
    wire [63:0] swizzle      = (address >> group_bits) & channels;
    wire [63:0] turned       = (banks_turned | {61'b0, pipe}) ^ parts_turned ^ (swizzle + tile_slice * turn);
    wire [63:0] channel      = turned & channels;

    // A group of bytes of each pipe and bank
    wire [63:0] group        = ((in_channel >> group_bits) << (pipe_bits + bank_bits)) | channel;
    wire [63:0] in_group     = in_channel & ~(~64'b0 << group_bits);
    wire [63:0] in_macro     = address - (swizzle << group_bits) + (group << group_bits | in_group);

    assign o_element = i_order == 2'd0 ? in_rows : i_order == 2'd1 ? in_tiles : in_macro;
endmodule
