// alu_trans_lane.sv - one lane of what only ALU.Trans computes (ISA table 4.6, 9.2), save MUL_LIT: combinational.
// docs/transcendental.md specifies the datapath of the transcendental operations.
`include "alu_ops_pkg.sv"

module alu_trans_lane (
    input  logic [ 7:0] op,     // enum isa_alu_id
    input  logic [31:0] a,
    input  logic [31:0] b,
    output logic        known,  // `op` is one of these operations
    output logic [31:0] value
);
    // ---- which operation -------------------------------------------------------------------------------------------

    logic recip, rsqrt, sqrt, exp, log, sin, cos, clamped, ff;

    assign recip   = op == alu_ops_pkg::RECIP_IEEE || op == alu_ops_pkg::RECIP_CLAMPED || op == alu_ops_pkg::RECIP_FF;
    assign rsqrt   = op == alu_ops_pkg::RECIPSQRT_IEEE || op == alu_ops_pkg::RECIPSQRT_CLAMPED ||
                     op == alu_ops_pkg::RECIPSQRT_FF;
    assign sqrt    = op == alu_ops_pkg::SQRT_IEEE;
    assign exp     = op == alu_ops_pkg::EXP_IEEE;
    assign log     = op == alu_ops_pkg::LOG_IEEE || op == alu_ops_pkg::LOG_CLAMPED;
    assign sin     = op == alu_ops_pkg::SIN;
    assign cos     = op == alu_ops_pkg::COS;
    assign clamped = op == alu_ops_pkg::RECIP_CLAMPED || op == alu_ops_pkg::RECIPSQRT_CLAMPED ||
                     op == alu_ops_pkg::LOG_CLAMPED;
    assign ff      = op == alu_ops_pkg::RECIP_FF || op == alu_ops_pkg::RECIPSQRT_FF;

    logic inverse, multiply, to_integer, from_integer, is_signed;

    assign inverse      = op == alu_ops_pkg::RECIP_INT || op == alu_ops_pkg::RECIP_UINT;
    assign multiply     = op == alu_ops_pkg::MULLO_INT || op == alu_ops_pkg::MULLO_UINT ||
                          op == alu_ops_pkg::MULHI_INT || op == alu_ops_pkg::MULHI_UINT;
    assign to_integer   = op == alu_ops_pkg::FLT_TO_INT || op == alu_ops_pkg::FLT_TO_UINT;
    assign from_integer = op == alu_ops_pkg::INT_TO_FLT || op == alu_ops_pkg::UINT_TO_FLT;
    assign is_signed    = op == alu_ops_pkg::RECIP_INT || op == alu_ops_pkg::MULLO_INT ||
                          op == alu_ops_pkg::MULHI_INT || op == alu_ops_pkg::INT_TO_FLT;

    // ---- operand -> table and argument -----------------------------------------------------------------------------

    logic        sign;
    logic [ 7:0] exponent;
    logic [22:0] mantissa;
    logic [31:0] fixed;

    assign {sign, exponent, mantissa} = a;

    alu_trans_align align (
        .exponent(exponent),
        .mantissa(mantissa),
        .point   (exp ? 8'd125 : to_integer ? 8'd150 : 8'd122),
        .fixed   (fixed)
    );

    logic [ 8:0] power;
    logic [25:0] argument_exp, argument_log, argument_angle, argument_inverse;
    logic        odd, log_near, log_below, log_minus, angle_near, angle_peak, angle_minus;
    logic [20:0] log_distance;
    logic [23:0] angle_distance;
    logic [ 7:0] angle_top;
    logic [52:0] log_far;
    logic [30:0] curve;
    logic [31:0] quotient;

    assign odd = !exponent[0];  // the true exponent

    alu_trans_exp exp_operand (.sign(sign), .fixed(fixed), .power(power), .argument(argument_exp));
    alu_trans_log log_operand (
        .exponent(exponent),
        .mantissa(mantissa),
        .value   (curve),
        .near    (log_near),
        .argument(argument_log),
        .below   (log_below),
        .distance(log_distance),
        .minus   (log_minus),
        .far     (log_far)
    );
    alu_trans_angle angle_operand (
        .cosine  (cos),
        .sign    (sign),
        .exponent(exponent),
        .mantissa(mantissa),
        .fixed   (fixed[27:0]),
        .near    (angle_near),
        .peak    (angle_peak),
        .argument(argument_angle),
        .distance(angle_distance),
        .top     (angle_top),
        .minus   (angle_minus)
    );
    alu_trans_inverse inverse_operand (
        .is_signed(is_signed),
        .number   (a),
        .argument (argument_inverse),
        .value    (curve),
        .inverse  (quotient)
    );

    logic [ 2:0] table_id;
    logic [25:0] argument;

    always_comb begin
        table_id = 3'd0;
        argument = {mantissa, 3'd0};  // RECIP
        if (rsqrt || sqrt) begin
            table_id = rsqrt ? 3'd1 : 3'd2;
            argument = {odd, mantissa, 2'd0};
        end
        if (exp) begin
            table_id = 3'd3;
            argument = argument_exp;
        end
        if (log) begin
            table_id = log_near ? 3'd5 : 3'd4;
            argument = argument_log;
        end
        if (sin || cos) begin
            table_id = angle_near ? 3'd7 : 3'd6;
            argument = argument_angle;
        end
        if (inverse) argument = argument_inverse;
    end

    alu_trans_curve curve_unit (.table_id(table_id), .argument(argument), .value(curve));

    // ---- value -> result: RECIP, RECIPSQRT, SQRT, EXP --------------------------------------------------------------

    logic [ 8:0] half_exponent, packed_exponent;
    logic [30:0] packed_value;

    assign half_exponent = {2'd0, exponent[7:1]};

    always_comb
        if (recip) packed_exponent = 9'd252 - {1'b0, exponent};
        else if (rsqrt) packed_exponent = 9'd188 - half_exponent + {8'd0, odd};
        else if (sqrt) packed_exponent = 9'd63 + half_exponent - {8'd0, odd};
        else packed_exponent = 9'd126 + power;

    alu_trans_pack pack (
        .value       (curve),
        .half        (recip || rsqrt),
        .exponent    (packed_exponent),
        .packed_value(packed_value)
    );

    // ---- value -> result: LOG, SIN, COS, and integers to floats ----------------------------------------------------

    logic [52:0] product, magnitude;
    logic [ 7:0] top;
    logic [30:0] rounded;
    logic        minus;
    logic [31:0] integer_magnitude;
    logic        integer_minus;

    // The distance from a zero, and its ratio: 21 by 31 bits, or 24 by 29.
    assign product = {29'd0, log ? {3'd0, log_distance} : angle_distance} *
                     {22'd0, log ? curve : {2'd0, curve[30:2]}};
    assign integer_minus     = is_signed && sign;
    assign integer_magnitude = integer_minus ? 32'd0 - a : a;

    always_comb
        if (from_integer) begin
            magnitude = {21'd0, integer_magnitude};
            top       = 8'd179;
            minus     = integer_minus;
        end else if (log) begin
            magnitude = log_near ? product : log_far;
            top       = log_near ? 8'd125 : 8'd149;
            minus     = log_near ? log_below : log_minus;
        end else begin
            magnitude = angle_near ? product : {22'd0, angle_peak ? 31'h40000000 : curve};
            top       = angle_near ? angle_top : 8'd149;
            minus     = angle_minus;
        end

    alu_trans_round round (.magnitude(magnitude), .top(top), .rounded(rounded));

    // ---- results that are not computed -----------------------------------------------------------------------------

    logic        special;
    logic [31:0] special_value;

    alu_trans_special special_values (
        .a      (a),
        .recip  (recip),
        .rsqrt  (rsqrt),
        .sqrt   (sqrt),
        .exp    (exp),
        .log    (log),
        .angle  (sin || cos),
        .clamped(clamped),
        .ff     (ff),
        .special(special),
        .value  (special_value)
    );

    // ---- integers --------------------------------------------------------------------------------------------------

    logic [31:0] integer_product, truncated;

    alu_trans_multiply multiplier (
        .is_signed(is_signed),
        .high     (op == alu_ops_pkg::MULHI_INT || op == alu_ops_pkg::MULHI_UINT),
        .a        (a),
        .b        (b),
        .product  (integer_product)
    );

    // FLT_TO_INT: the low-order bits of what does not fit; 0 of a NaN, whose low-order bits are 0 in any case.
    // FLT_TO_UINT: 0 of a negative number and of a NaN, all ones from 2^32 on.
    always_comb begin
        if (op == alu_ops_pkg::FLT_TO_INT) truncated = sign ? 32'd0 - fixed : fixed;
        else if (sign || (&exponent && |mantissa)) truncated = 32'd0;
        else truncated = exponent >= 8'd159 ? 32'hffffffff : fixed;
    end

    // ---- the result ------------------------------------------------------------------------------------------------

    always_comb begin
        known = 1'b1;
        if (multiply) value = integer_product;
        else if (inverse) value = quotient;
        else if (to_integer) value = truncated;
        else if (from_integer) value = {minus, rounded};
        else if (recip || rsqrt || sqrt || exp) value = special ? special_value : {sign && recip, packed_value};
        else if (log || sin || cos) value = special ? special_value : {minus, rounded};
        else begin
            known = 1'b0;
            value = 32'd0;
        end
    end
endmodule
