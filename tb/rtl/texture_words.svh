// texture_words.svh - what the units of textures ask of the words of instruction, resource and sampler (3D 7, 8; ISA 10.4);
// included in their modules.

// A module needs some of the names, not all, and stands in others that have them, too.
// verilator lint_off UNUSEDPARAM
// verilator lint_off VARHIDDEN
localparam logic [2:0] DIM_1D = 3'd0, DIM_3D = 3'd2, DIM_CUBE = 3'd3, DIM_1D_ARRAY = 3'd4, DIM_2D_ARRAY = 3'd5,
                       DIM_2D_ARRAY_MSAA = 3'd7;
localparam logic [4:0] INST_LD = 5'd3, INST_FETCH4 = 5'd15;
localparam logic [1:0] POINT = 2'd0, BILINEAR = 2'd1, BICUBIC = 2'd2, TEXT = 2'd3; // how texels are filtered
localparam logic [2:0] CLAMP_LAST = 3'd2, CLAMP_HALF = 3'd4, CLAMP_BORDER = 3'd6;

function automatic logic has_layers(input logic [2:0] of_dim);
    has_layers = of_dim == DIM_1D_ARRAY || of_dim == DIM_2D_ARRAY || of_dim == DIM_2D_ARRAY_MSAA;
endfunction

function automatic logic has_samples(input logic [2:0] of_dim);
    has_samples = of_dim >= 3'd6;
endfunction

function automatic logic has_rows(input logic [2:0] of_dim);
    has_rows = of_dim != DIM_1D && of_dim != DIM_1D_ARRAY;
endfunction

// Texels of a level of the surface, of a size less 1
function automatic logic [13:0] size_of(input logic [12:0] most, input logic [3:0] number);
    logic [13:0] texels;
    texels = ({1'b0, most} + 14'd1) >> number;
    size_of = texels == 0 ? 14'd1 : texels;
endfunction

// Of an array: BASE_ARRAY to LAST_ARRAY
function automatic logic [13:0] layers_of(input logic [12:0] from, input logic [12:0] to);
    layers_of = to < from ? 14'd1 : {1'b0, to} - {1'b0, from} + 14'd1;
endfunction

// Levels after the base level
function automatic logic [3:0] levels_of(input logic [2:0] of_dim, input logic [3:0] from, input logic [3:0] to);
    levels_of = has_samples(of_dim) || to < from ? 4'd0 : to - from;
endfunction

function automatic logic gathers(input logic [4:0] opcode, input logic fetch_4);
    gathers = opcode == INST_FETCH4 || (opcode[4] && fetch_4);
endfunction

// The clamp mode that counts: texels neither repeat nor mirror, POINT meets no half border
function automatic logic [2:0] clamp_of(input logic [2:0] of_word, input logic of_texels, input logic point, input logic stops);
    logic [2:0] mode;
    mode = !of_texels ? of_word : of_word <= 3'd3 ? CLAMP_LAST : {of_word[2:1], 1'b0};
    if (point && (mode[2:1] == CLAMP_HALF[2:1] || (mode[2:1] == CLAMP_BORDER[2:1] && stops)))
        mode = {2'b01, mode[0]};
    clamp_of = mode;
endfunction

// PERF_MIP, PERF_Z: a fraction in 1/64 becomes steeper
function automatic logic [6:0] steeper(input logic [5:0] part, input logic [2:0] eighths);
    logic [6:0] low;
    logic [8:0] rest, by;
    low   = {1'b0, eighths, 3'b0};
    by    = 9'd4 - {7'b0, eighths[1:0]};
    rest  = {{1'b0, part} - low, 2'b0} + (by >> 1);
    steeper = eighths[2]                    ? {part[5], 6'b0}
           : {1'b0, part} <= low         ? 7'd0
           : {1'b0, part} >= 7'd64 - low ? 7'd64
                                         : 7'(rest / by);
endfunction
// verilator lint_on VARHIDDEN
// verilator lint_on UNUSEDPARAM
