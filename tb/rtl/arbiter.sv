// arbiter.sv - the memory of an arbiter: who was served last, and what stood still (RV770 timing S2, S11, S12).
//
// Whose turn it is, follows within the clock from requests, policy and what stands here (docs/ports/nets.md): round robin goes
// on behind o_last_slot.  Ports of several values have the first in the lowest bits.
module arbiter #(
    parameter int TYPES   = 5,                          // of programs
    parameter int REASONS = 20                          // why an opportunity is not used; 0: it is
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic [1:0]             i_policy,
    input  logic [2*TYPES-1:0]     i_priority,
    input  logic                   i_chance,
    input  logic [4:0]             i_why,
    input  logic                   i_grant,
    input  logic [7:0]             i_slot,
    input  logic [31:0]            i_number,
    output logic                   o_served,
    output logic [7:0]             o_last_slot,
    output logic [31:0]            o_last,
    output logic [4:0]             o_stall,
    output logic [31:0]            o_grants,
    output logic [32*REASONS-1:0]  o_stalls
);
    wire unused = |{i_policy, i_priority};              // of the choice

    always_ff @(posedge clk)
        if (rst) begin
            o_served    <= 1'b0;
            o_last_slot <= '0;
            o_last      <= '0;
            o_grants    <= '0;
        end else if (i_grant) begin
            o_served    <= 1'b1;
            o_last_slot <= i_slot;
            o_last      <= i_number;
            o_grants    <= o_grants + 32'd1;
        end

    always_ff @(posedge clk)
        if (rst)
            o_stall <= '0;
        else if (i_chance)
            o_stall <= i_why;

    for (genvar reason = 0; reason < REASONS; reason++) begin : g_reason
        always_ff @(posedge clk)
            if (rst)
                o_stalls[32*reason +: 32] <= '0;
            else if (i_chance && i_why == 5'(reason))
                o_stalls[32*reason +: 32] <= o_stalls[32*reason +: 32] + 32'd1;
    end
endmodule
