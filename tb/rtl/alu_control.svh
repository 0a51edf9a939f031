// alu_control.svh - control words between the decoder of an ALU slot and its lanes; included in their modules.
/* verilator lint_off UNUSEDPARAM */

// Whose value is the result
localparam logic [3:0] UNIT_NONE      = 4'd0;  // nothing: zero, or ALU.Trans
localparam logic [3:0] UNIT_MOVE      = 4'd1;  // src0
localparam logic [3:0] UNIT_PRODUCT   = 4'd2;  // multiplier
localparam logic [3:0] UNIT_LIT       = 4'd3;  // multiplier, or -MAX_FLOAT
localparam logic [3:0] UNIT_SUM       = 4'd4;  // adder
localparam logic [3:0] UNIT_INTEGRAL  = 4'd5;  // rounding to an integral value
localparam logic [3:0] UNIT_CHOICE    = 4'd6;  // src0 where the test holds, else src1
localparam logic [3:0] UNIT_SELECT    = 4'd7;  // src1 where the test holds, else src2
localparam logic [3:0] UNIT_TRUTH     = 4'd8;  // 1.0 or 0.0
localparam logic [3:0] UNIT_MASK      = 4'd9;  // all ones or zero
localparam logic [3:0] UNIT_KILL      = 4'd10; // 1.0 or 0.0, and a flag
localparam logic [3:0] UNIT_PRED      = 4'd11; // 0.0 and a flag, or what `skip` names
localparam logic [3:0] UNIT_LARGEST   = 4'd12; // MAX_FLOAT
localparam logic [3:0] UNIT_INTEGER   = 4'd13; // integer unit
localparam logic [3:0] UNIT_ADDRESS   = 4'd14; // value for AR

// Test of the comparator
localparam logic [2:0] TEST_E  = 3'd0;
localparam logic [2:0] TEST_NE = 3'd1;
localparam logic [2:0] TEST_GT = 3'd2;
localparam logic [2:0] TEST_GE = 3'd3;
localparam logic [2:0] TEST_LT = 3'd4;
localparam logic [2:0] TEST_LE = 3'd5;

// Numbers that it compares
localparam logic [1:0] KIND_FLOAT    = 2'd0;
localparam logic [1:0] KIND_SIGNED   = 2'd1;
localparam logic [1:0] KIND_UNSIGNED = 2'd2;

// Operands of the comparator
localparam logic [1:0] COMPARE_A_B = 2'd0;
localparam logic [1:0] COMPARE_A_0 = 2'd1;
localparam logic [1:0] COMPARE_A_1 = 2'd2; // 1.0
localparam logic [1:0] COMPARE_B_0 = 2'd3;

// Result of a predicate that is false
localparam logic [1:0] SKIP_ONE   = 2'd0; // 1.0
localparam logic [1:0] SKIP_COUNT = 2'd1; // src0, 1.0 where it is zero
localparam logic [1:0] SKIP_SUM   = 2'd2; // adder

// Operands of the adder
localparam logic [2:0] ADD_A_B        = 3'd0;
localparam logic [2:0] ADD_A_MINUS_B  = 3'd1;
localparam logic [2:0] ADD_PRODUCT_C  = 3'd2;
localparam logic [2:0] ADD_A_ONE      = 3'd3; // 1.0
localparam logic [2:0] ADD_A_HALF     = 3'd4; // 0.5
localparam logic [2:0] ADD_A_FRACTION = 3'd5; // src0 minus its integral value

// Rounding to an integral value
localparam logic [1:0] ROUND_TRUNC = 2'd0;
localparam logic [1:0] ROUND_CEIL  = 2'd1;
localparam logic [1:0] ROUND_FLOOR = 2'd2;
localparam logic [1:0] ROUND_RNDNE = 2'd3;

// Scaling by a power of two, coded as the OMOD field (ISA 10.2)
localparam logic [1:0] SCALE_OFF = 2'd0;
localparam logic [1:0] SCALE_M2  = 2'd1;
localparam logic [1:0] SCALE_M4  = 2'd2;
localparam logic [1:0] SCALE_D2  = 2'd3;

// Integer unit
localparam logic [2:0] INTEGER_ADD   = 3'd0;
localparam logic [2:0] INTEGER_SUB   = 3'd1;
localparam logic [2:0] INTEGER_AND   = 3'd2;
localparam logic [2:0] INTEGER_OR    = 3'd3;
localparam logic [2:0] INTEGER_XOR   = 3'd4;
localparam logic [2:0] INTEGER_NOT   = 3'd5;
localparam logic [2:0] INTEGER_LEFT  = 3'd6;
localparam logic [2:0] INTEGER_RIGHT = 3'd7;

// Where the value for AR comes from
localparam logic [1:0] ADDRESS_SUM     = 2'd0;
localparam logic [1:0] ADDRESS_FLOAT   = 2'd1;
localparam logic [1:0] ADDRESS_INTEGER = 2'd2;

/* verilator lint_on UNUSEDPARAM */
