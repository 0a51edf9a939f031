// alu_lane.sv - one lane of an ALU slot: the datapath of the operations of one slot (ISA 4.8, 4.10, 9.2).
//
// Operands come after their modifiers, denormals and signalling NaNs untouched; the units flush what they read.  The
// result leaves before the output modifiers.  Multiplier and adder are in series and round separately: MULADD is not
// fused.  `flag` is the new predicate of PRED_SET* (1: execute) or the kill bit of KILL*.
module alu_lane (
    input  logic [3:0]  unit,
    input  logic [2:0]  test,
    input  logic [1:0]  kind,
    input  logic [1:0]  operands,
    input  logic        number_wins,
    input  logic [1:0]  skip,
    input  logic        push,
    input  logic        zero_wins,
    input  logic [2:0]  sum,
    input  logic [1:0]  mode,
    input  logic [1:0]  scale,
    input  logic [2:0]  operation,
    input  logic        arithmetic,
    input  logic [1:0]  address,
    input  logic [31:0] a,
    input  logic [31:0] b,
    input  logic [31:0] c,
    output logic [31:0] value,
    output logic        flag
);
`include "alu_control.svh"
    localparam logic [31:0] ONE     = 32'h3f800000;
    localparam logic [31:0] HALF    = 32'h3f000000;
    localparam logic [31:0] LARGEST = 32'h7f7fffff; // MAX_FLOAT

    wire zero_a = a[30:23] == 8'h00;
    wire nan_b  = b[30:0] > 31'h7f800000;

    // ---- floats -------------------------------------------------------------------------------------------------

    logic [31:0] product, integral, addend, total;

    fp_mul multiplier (.zero_wins(zero_wins), .a(a), .b(b), .product(product));
    fp_integral rounder (.mode(mode), .value(a), .integral(integral));

    always_comb
        case (sum)
            ADD_PRODUCT_C:  addend = c;
            ADD_A_ONE:      addend = ONE;
            ADD_A_HALF:     addend = HALF;
            ADD_A_FRACTION: addend = integral;
            default:        addend = b;
        endcase
    wire [31:0] augend   = sum == ADD_PRODUCT_C ? product : a;
    wire        subtract = sum == ADD_A_MINUS_B || sum == ADD_A_FRACTION;
    fp_add adder (.subtract(subtract), .x(augend), .y(addend), .sum(total));

    // MUL_LIT: the darkest value unless src1 and src2 are in the range of a specular term
    wire dark = b == {1'b1, LARGEST[30:0]} || b == 32'hff800000 || nan_b
             || c[31] || c[30:23] == 8'h00 || c[30:0] > 31'h7f800000;
    wire [31:0] lit = dark ? {1'b1, LARGEST[30:0]} : product;

    logic [31:0] scaled;
    wire  [31:0] unscaled = unit == UNIT_SUM ? total : unit == UNIT_LIT ? lit : product;
    fp_scale scaler (.scale(scale), .value(unscaled), .scaled(scaled));

    // ---- comparisons --------------------------------------------------------------------------------------------

    logic        holds;
    wire  [31:0] left  = operands == COMPARE_B_0 ? b : a;
    wire  [31:0] right = operands == COMPARE_A_B ? b : operands == COMPARE_A_1 ? ONE : 32'h0;
    alu_compare comparator (.kind(kind), .test(test), .x(left), .y(right), .holds(holds));

    // MAX and MIN are arithmetic where SELECT is a copy: a float that they choose is flushed, and a NaN leaves quiet.
    wire [31:0] chosen       = holds || (number_wins && nan_b) ? a : b;
    wire        chosen_float = kind == KIND_FLOAT;
    wire        chosen_nan   = chosen[30:0] > 31'h7f800000;
    wire [31:0] choice       = chosen_float && chosen[30:23] == 8'h00 ? {chosen[31], 31'h0}
                             : chosen_float && chosen_nan ? chosen | 32'h00400000
                             : chosen;

    // A predicate executes with 0.0; a lane that skips gets 1.0, or a new value of its branch counter.
    wire         execute = holds && !(push && !zero_a);
    wire  [31:0] skipped = skip == SKIP_SUM ? total : skip == SKIP_COUNT && !zero_a ? a : ONE;

    // ---- integers and AR ----------------------------------------------------------------------------------------

    logic [31:0] integer_value, address_value;
    alu_integer integers (.operation(operation), .arithmetic(arithmetic), .a(a), .b(b), .value(integer_value));
    alu_address addresses (.integral(address == ADDRESS_INTEGER), .value(address == ADDRESS_SUM ? total : a),
                           .address(address_value));

    // ---- result -------------------------------------------------------------------------------------------------

    assign flag = unit == UNIT_KILL ? holds : unit == UNIT_PRED && execute;

    always_comb
        case (unit)
            UNIT_MOVE:                        value = a;
            UNIT_PRODUCT, UNIT_LIT, UNIT_SUM: value = scaled;
            UNIT_INTEGRAL:                    value = integral;
            UNIT_CHOICE:                      value = choice;
            UNIT_SELECT:                      value = holds ? b : c;
            UNIT_TRUTH, UNIT_KILL:            value = holds ? ONE : 32'h0;
            UNIT_MASK:                        value = {32{holds}};
            UNIT_PRED:                        value = execute ? 32'h0 : skipped;
            UNIT_LARGEST:                     value = LARGEST;
            UNIT_INTEGER:                     value = integer_value;
            UNIT_ADDRESS:                     value = address_value;
            default:                          value = 32'h0;
        endcase
endmodule
