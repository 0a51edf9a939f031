// texture_cube.sv - a texel beyond the edge of a cube's face lies on a neighbour: which, and where there.
//
// docs/texture.md, "Cubes".  Faces +x -x +y -y +z -z; a texel is a point on the surface of a cube with edges of twice the
// size, counted from its middle.  Beyond two edges no texel lies: the nearest one, and `corner`.  Combinational.
module texture_cube (
    input  logic               clk,
    input  logic               rst,
    input  logic [13:0]        i_size,   // texels of an edge, 1 .. 8192
    input  logic [2:0]         i_face,
    input  logic signed [17:0] i_x,      // the texel's number on that face
    input  logic signed [17:0] i_y,
    output logic [2:0]         o_face,
    output logic [12:0]        o_x,
    output logic [12:0]        o_y,
    output logic               o_corner
);
    logic unused;
    assign unused = &{1'b0, clk, rst};

    // Of a face's X, Y and outward direction a 1 where it is counted down; the cube's axes of X and Y
    function automatic logic [6:0] axes_of(input logic [2:0] of_face);
        case (of_face)
            3'd0:    axes_of = {3'b110, 2'd2, 2'd1};
            3'd1:    axes_of = {3'b011, 2'd2, 2'd1};
            3'd2:    axes_of = {3'b000, 2'd0, 2'd2};
            3'd3:    axes_of = {3'b011, 2'd0, 2'd2};
            3'd4:    axes_of = {3'b010, 2'd0, 2'd1};
            default: axes_of = {3'b111, 2'd0, 2'd1};
        endcase
    endfunction

    function automatic logic signed [19:0] clamped(input logic signed [19:0] value, input logic signed [19:0] limit);
        clamped = value < -limit ? -limit : value > limit ? limit : value;
    endfunction

    // In half texels from the middle, out to the last texel of a neighbour
    wire signed [19:0] edge_   = {6'b0, i_size};
    wire signed [19:0] far     = {4'b0, i_size, 2'b0} - {6'b0, i_size} - 20'sd1;
    wire signed [19:0] u       = clamped({i_x[17], i_x, 1'b1} - edge_, far);
    wire signed [19:0] v       = clamped({i_y[17], i_y, 1'b1} - edge_, far);
    wire               past_x  = u < -edge_ || u > edge_;
    wire               past_y  = v < -edge_ || v > edge_;
    wire signed [19:0] along   = past_x ? clamped(v, edge_ - 20'sd1) : v;

    // The point: around the edge, depth goes on where X or Y ends
    wire signed [19:0] over    = past_x ? u : v;
    wire signed [19:0] depth   = {5'b0, i_size, 1'b0} - (over < 0 ? -over : over);
    wire [6:0]         from    = axes_of(i_face);
    wire signed [19:0] flat_x  = clamped(u, edge_), flat_y = clamped(along, edge_);
    wire signed [19:0] turn_x  = from[6] ? -flat_x : flat_x;
    wire signed [19:0] turn_y  = from[5] ? -flat_y : flat_y;
    wire signed [19:0] turn_z  = from[4] ? -depth : depth;

    function automatic logic signed [19:0] along_axis(input logic [1:0] axis, input logic [3:0] of,
                                                      input logic signed [19:0] of_x, input logic signed [19:0] of_y,
                                                      input logic signed [19:0] of_z);
        along_axis = of[3:2] == axis ? of_x : of[1:0] == axis ? of_y : of_z;
    endfunction

    // The neighbour is where the point is at an end
    wire [1:0]         out     = past_x ? from[3:2] : from[1:0];
    wire signed [19:0] at_end  = past_x ? turn_x : turn_y;
    wire [2:0]         there   = {out, at_end < 0};
    wire [6:0]         to      = axes_of(there);
    wire signed [19:0] found_x = along_axis(to[3:2], from[3:0], turn_x, turn_y, turn_z);
    wire signed [19:0] found_y = along_axis(to[1:0], from[3:0], turn_x, turn_y, turn_z);
    wire signed [19:0] own_x   = (to[6] ? -found_x : found_x) + edge_ - 20'sd1;
    wire signed [19:0] own_y   = (to[5] ? -found_y : found_y) + edge_ - 20'sd1;

    wire inside_ = !past_x && !past_y;
    assign o_face   = inside_ ? i_face : there;
    assign o_x      = inside_ ? i_x[12:0] : own_x[13:1];
    assign o_y      = inside_ ? i_y[12:0] : own_y[13:1];
    assign o_corner = past_x && past_y;

    logic bits_unused;
    assign bits_unused = &{1'b0, own_x[19:14], own_x[0], own_y[19:14], own_y[0], to[4]};
endmodule
