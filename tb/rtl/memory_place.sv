// memory_place.sv - where a thread's memory write lies: its first dword in the buffer, whether it is behind the array, and
// whether it strays into what is another thread's (ISA 3.4.2, 3.4.3, 7.1, 9.1 MEM_EXPORT; 3D 12).
//
// docs/ports/memory_export.md; combinational.
module memory_place (
    input  logic [2:0]  target,
    input  logic        indexed,
    input  logic [1:0]  elem_size,  // dwords of an element less one
    input  logic [12:0] array_base,
    input  logic [11:0] array_size, // the last element
    input  logic [3:0]  mask,       // elements X Y Z W
    input  logic [3:0]  step,       // of the burst
    input  logic [31:0] index,
    input  logic [14:0] item,       // dwords of a thread or vertex
    input  logic [11:0] area,       // the wavefront's place
    input  logic [6:0]  wave_size,
    input  logic [5:0]  in_wave,    // thread of the wavefront
    input  logic [31:0] in_launch,  // thread of the launch
    output logic [47:0] dword,
    output logic        dropped,
    output logic        strays
);
    localparam logic [2:0] SCRATCH = 3'd4, REDUCTION = 3'd5, RING = 3'd6, SCATTER = 3'd7;

    wire        scatter = target == SCATTER;
    wire        vectors = target == SCRATCH || target == REDUCTION;
    wire [2:0]  stride  = {1'b0, elem_size} + 3'd1;

    // A signed index, taken into the array; the burst goes on from there
    wire [31:0] asked   = !indexed || index[31] ? 32'd0 : index;
    wire [11:0] start   = asked < {20'b0, array_size} ? asked[11:0] : array_size;
    wire [12:0] element = {1'b0, start} + {9'b0, step};

    // Dwords up to the last element that is written
    wire [2:0]  reach   = mask[3] ? 3'd4 : mask[2] ? 3'd3 : mask[1] ? 3'd2 : {2'b0, mask[0]};

    // The vec4s of an element beside one another, the elements behind one another
    wire [13:0] vector  = {1'b0, array_base} + {1'b0, element};
    wire [33:0] area_at = {22'b0, area} * {19'b0, item} * {27'b0, wave_size};
    wire [20:0] in_area = {7'b0, vector} * {14'b0, wave_size} + {15'b0, in_wave};

    // A thread's item
    wire [15:0] in_item = {3'b0, array_base} + {3'b0, element} * {13'b0, stride};
    wire [46:0] item_at = {15'b0, in_launch} * {32'b0, item};

    // Dwords
    wire [33:0] scatter_at = {21'b0, array_base} + {2'b0, indexed ? index : 32'd0} + {30'b0, step} * {31'b0, stride};

    assign dword   = scatter   ? {14'b0, scatter_at}
                     : vectors ? {14'b0, area_at} + {25'b0, in_area, 2'b0}
                               : {1'b0, item_at} + {32'b0, in_item};
    assign dropped = !scatter && element > {1'b0, array_size};
    assign strays  = !scatter && !dropped &&
                     (vectors ? {vector, 2'b0} + {13'b0, reach} > {1'b0, item}
                              : target == RING && {1'b0, in_item} + {14'b0, reach} > {2'b0, item});
endmodule
