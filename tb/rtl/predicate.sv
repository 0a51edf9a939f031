// predicate.sv - predicate, active mask and kills of the ALU clause that runs in one wavefront slot
// (ISA 4.8.1.1, 4.9.3, 4.10; docs/ports/predicate.md).
//
// A clause starts with the predicate equal to its active mask.  A quarter's flags then replace the bits of the lanes
// that executed; the active mask only loses threads, and killed threads are collected.
module predicate (
    input  logic        clk,
    input  logic        rst,
    input  logic        i_start,
    input  logic [63:0] i_start_active,
    input  logic        i_set,
    input  logic [1:0]  i_quarter,
    input  logic [1:0]  i_update,
    input  logic        i_kills,
    input  logic [15:0] i_mask,
    input  logic [15:0] i_flags,
    output logic [63:0] o_predicate,
    output logic [63:0] o_active,
    output logic [63:0] o_killed
);
    // The quarter's lanes at their place among the threads, split by what the flags say.
    logic [63:0] yes, no;

    for (genvar quarter = 0; quarter < 4; quarter++) begin : g_quarter
        logic here;
        assign here = i_set && i_quarter == 2'(quarter);
        assign yes[16 * quarter +: 16] = here ? i_mask & i_flags : 16'b0;
        assign no[16 * quarter +: 16]  = here ? i_mask & ~i_flags : 16'b0;
    end

    // ISA 4.9.3: UPDATE_PRED.  The write port of the flags wins over the start of a clause.
    logic [63:0] next_predicate, next_active, next_killed;
    logic        set_predicate, set_active, set_killed;

    assign set_predicate  = i_set && i_update[0];
    assign set_active     = i_set && i_update[1];
    assign set_killed     = i_set && i_kills;
    assign next_predicate = (o_predicate & ~no) | yes;
    // ISA 4.9.3: UPDATE_EXECUTE_MASK.  A thread that executes for WHOLE_QUAD_MODE only does not become active.
    assign next_active    = o_active & ~no;
    // ISA 4.8.1.1: KILL*.
    assign next_killed    = o_killed | yes;

    always_ff @(posedge clk)
        if (rst) begin
            o_predicate <= '0;
            o_active    <= '0;
            o_killed    <= '0;
        end else begin
            if (set_predicate)
                o_predicate <= next_predicate;
            else if (i_start)
                o_predicate <= i_start_active;
            if (set_active)
                o_active <= next_active;
            else if (i_start)
                o_active <= i_start_active;
            if (set_killed)
                o_killed <= next_killed;
            else if (i_start)
                o_killed <= '0;
        end
endmodule
