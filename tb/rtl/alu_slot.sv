// alu_slot.sv - one ALU slot (X, Y, Z, W or Trans): one operation a clock on LANES lanes (ISA 4.2, 4.8, 4.9.1).
//
// Two stages: input modifiers and operation; then output modifiers.  What more than one slot computes together enters
// at the second stage (i_wide).  Latency two clocks.  A vector of words has lane 0 in its lowest bits.
// TRANS = 0 leaves out what only ALU.Trans computes (ISA table 4.6) but MUL_LIT and MOVA_GPR_INT; it gives zero then.
module alu_slot #(
    parameter int LANES = 16,
    parameter bit TRANS = 1
) (
    input  logic                clk,
    input  logic                rst,
    input  logic                i_valid,       // an instruction is offered
    input  logic [7:0]          i_op,          // operation, alu_ops_pkg
    input  logic [2:0]          i_absolute,    // |src| per operand
    input  logic [2:0]          i_negate,      // -src per operand, after |src|
    input  logic [1:0]          i_omod,
    input  logic [1:0]          i_clamp,
    input  logic [LANES-1:0]    i_mask,        // lanes that execute
    input  logic [32*LANES-1:0] i_src0,
    input  logic [32*LANES-1:0] i_src1,
    input  logic [32*LANES-1:0] i_src2,
    input  logic                i_wide,        // second stage: value and flags come from the wide unit
    input  logic [32*LANES-1:0] i_wide_value,
    input  logic [LANES-1:0]    i_wide_flags,
    output logic                o_done,        // a result of two clocks ago
    output logic [32*LANES-1:0] o_result,
    output logic [LANES-1:0]    o_flags,       // PRED_SET*: new predicate; KILL*: lanes to kill
    output logic [LANES-1:0]    o_result_mask,
    output logic                o_s1_valid,
    output logic [32*LANES-1:0] o_s1_value,
    output logic [LANES-1:0]    o_s1_flags,
    output logic [LANES-1:0]    o_s1_mask,
    output logic [1:0]          o_s1_omod,
    output logic [1:0]          o_s1_clamp
);
    logic [3:0] unit;
    logic [2:0] test, sum, operation;
    logic [1:0] kind, operands, skip, mode, scale, address;
    logic       number_wins, push, zero_wins, arithmetic;

    alu_decode decode (
        .op(i_op), .unit(unit), .test(test), .kind(kind), .operands(operands), .number_wins(number_wins), .skip(skip),
        .push(push), .zero_wins(zero_wins), .sum(sum), .mode(mode), .scale(scale), .operation(operation),
        .arithmetic(arithmetic), .address(address)
    );

    logic [32*LANES-1:0] value;  // first stage
    logic [LANES-1:0]    flags;
    logic [32*LANES-1:0] result; // second stage

    for (genvar lane = 0; lane < LANES; lane++) begin : lanes
        logic [31:0] a, b, c, own;
        alu_modifier modify_a (
            .absolute(i_absolute[0]), .negate(i_negate[0]), .value(i_src0[32*lane+:32]), .modified(a));
        alu_modifier modify_b (
            .absolute(i_absolute[1]), .negate(i_negate[1]), .value(i_src1[32*lane+:32]), .modified(b));
        alu_modifier modify_c (
            .absolute(i_absolute[2]), .negate(i_negate[2]), .value(i_src2[32*lane+:32]), .modified(c));

        alu_lane datapath (
            .unit(unit), .test(test), .kind(kind), .operands(operands), .number_wins(number_wins), .skip(skip),
            .push(push), .zero_wins(zero_wins), .sum(sum), .mode(mode), .scale(scale), .operation(operation),
            .arithmetic(arithmetic), .address(address), .a(a), .b(b), .c(c), .value(own), .flag(flags[lane]));

        if (TRANS) begin : trans
            logic        known;
            logic [31:0] beside;
            // Its operands come as the datapath's do, and it makes zeros of denormals itself; no operation is in both.
            alu_trans_lane datapath (.op(i_op), .a(a), .b(b), .known(known), .value(beside));
            assign value[32*lane+:32] = known ? beside : own;
        end else begin : vector
            assign value[32*lane+:32] = own;
        end

        alu_output modify_result (
            .omod(o_s1_omod), .clamp(o_s1_clamp), .value(i_wide ? i_wide_value[32*lane+:32] : o_s1_value[32*lane+:32]),
            .result(result[32*lane+:32]));
    end

    // First stage
    always_ff @(posedge clk)
        if (rst) begin
            o_s1_valid <= 1'b0;
            o_s1_value <= '0;
            o_s1_flags <= '0;
            o_s1_mask  <= '0;
            o_s1_omod  <= 2'd0;
            o_s1_clamp <= 2'd0;
        end else begin
            o_s1_valid <= i_valid;
            if (i_valid) begin
                o_s1_value <= value;
                o_s1_flags <= flags;
                o_s1_mask  <= i_mask;
                o_s1_omod  <= i_omod;
                o_s1_clamp <= i_clamp;
            end
        end

    // Second stage
    always_ff @(posedge clk)
        if (rst) begin
            o_done        <= 1'b0;
            o_result      <= '0;
            o_flags       <= '0;
            o_result_mask <= '0;
        end else begin
            o_done <= o_s1_valid;
            if (o_s1_valid) begin
                o_result      <= result;
                o_flags       <= i_wide ? i_wide_flags : o_s1_flags;
                o_result_mask <= o_s1_mask;
            end
        end
endmodule
