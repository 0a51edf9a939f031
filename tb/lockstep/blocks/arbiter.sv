// The arbiter's register of who was served, from docs/ports/arbiter.md alone.
module arbiter (
    input  logic              clk, rst,
    input  logic [1:0]        i_policy,
    input  logic [4:0][1:0]   i_priority,
    input  logic              i_chance,
    input  logic [4:0]        i_why,
    input  logic              i_grant,
    input  logic [7:0]        i_slot,
    input  logic [31:0]       i_number,
    output logic              o_served,
    output logic [7:0]        o_last_slot,
    output logic [31:0]       o_last,
    output logic [4:0]        o_stall,
    output logic [31:0]       o_grants,
    output logic [19:0][31:0] o_stalls
);
    always_ff @(posedge clk)
        if (rst) begin
            {o_served, o_last_slot, o_last, o_stall, o_grants, o_stalls} <= '0;
        end else begin
            if (i_grant) begin
                o_served    <= 1'b1;
                o_last_slot <= i_slot;
                o_last <= i_number;
                o_grants    <= o_grants + 1;
            end
            if (i_chance) begin
                o_stall         <= i_why;
                o_stalls[i_why] <= o_stalls[i_why] + 1;
            end
        end
endmodule
