// alu_decode.sv - what an ALU slot does for each operation (ISA 4.8, 4.10, tables 4.4 and 4.5, 9.2): a row each.
//
// One decoder serves all lanes.  Operations of more than one slot (alu_wide), of ALU.Trans and undefined ones have no
// row: UNIT_NONE.
`include "alu_ops_pkg.sv"

module alu_decode (
    input  logic [7:0] op,
    output logic [3:0] unit,
    output logic [2:0] test,        // comparator
    output logic [1:0] kind,
    output logic [1:0] operands,
    output logic       number_wins, // MAX_DX10, MIN_DX10: src0 when src1 is a NaN
    output logic [1:0] skip,        // result of a false predicate
    output logic       push,        // PRED_SET*_PUSH: src0 must be zero too
    output logic       zero_wins,   // multiplier
    output logic [2:0] sum,         // adder
    output logic [1:0] mode,        // rounding to integral values
    output logic [1:0] scale,       // of product or sum
    output logic [2:0] operation,   // integer unit
    output logic       arithmetic,
    output logic [1:0] address      // value for AR
);
`include "alu_control.svh"

    always_comb begin
        unit        = UNIT_NONE;
        test        = TEST_E;
        kind        = KIND_FLOAT;
        operands    = COMPARE_A_B;
        number_wins = 1'b0;
        skip        = SKIP_ONE;
        push        = 1'b0;
        zero_wins   = 1'b0;
        sum         = ADD_A_B;
        mode        = ROUND_TRUNC;
        scale       = SCALE_OFF;
        operation   = INTEGER_ADD;
        arithmetic  = 1'b0;
        address     = ADDRESS_SUM;
        case (op)
            alu_ops_pkg::MOV:            unit = UNIT_MOVE;
            alu_ops_pkg::ADD:            unit = UNIT_SUM;
            alu_ops_pkg::MUL:            {unit, zero_wins} = {UNIT_PRODUCT, 1'b1};
            alu_ops_pkg::MUL_IEEE:       unit = UNIT_PRODUCT;
            alu_ops_pkg::MULADD:         {unit, sum, zero_wins} = {UNIT_SUM, ADD_PRODUCT_C, 1'b1};
            alu_ops_pkg::MULADD_IEEE:    {unit, sum} = {UNIT_SUM, ADD_PRODUCT_C};
            alu_ops_pkg::MUL_LIT:        {unit, zero_wins} = {UNIT_LIT, 1'b1};
            alu_ops_pkg::MULADD_M2:      {unit, sum, zero_wins, scale} = {UNIT_SUM, ADD_PRODUCT_C, 1'b1, SCALE_M2};
            alu_ops_pkg::MULADD_IEEE_M2: {unit, sum, scale} = {UNIT_SUM, ADD_PRODUCT_C, SCALE_M2};
            alu_ops_pkg::MUL_LIT_M2:     {unit, zero_wins, scale} = {UNIT_LIT, 1'b1, SCALE_M2};
            alu_ops_pkg::MULADD_M4:      {unit, sum, zero_wins, scale} = {UNIT_SUM, ADD_PRODUCT_C, 1'b1, SCALE_M4};
            alu_ops_pkg::MULADD_IEEE_M4: {unit, sum, scale} = {UNIT_SUM, ADD_PRODUCT_C, SCALE_M4};
            alu_ops_pkg::MUL_LIT_M4:     {unit, zero_wins, scale} = {UNIT_LIT, 1'b1, SCALE_M4};
            alu_ops_pkg::MULADD_D2:      {unit, sum, zero_wins, scale} = {UNIT_SUM, ADD_PRODUCT_C, 1'b1, SCALE_D2};
            alu_ops_pkg::MULADD_IEEE_D2: {unit, sum, scale} = {UNIT_SUM, ADD_PRODUCT_C, SCALE_D2};
            alu_ops_pkg::MUL_LIT_D2:     {unit, zero_wins, scale} = {UNIT_LIT, 1'b1, SCALE_D2};
            alu_ops_pkg::TRUNC:          {unit, mode} = {UNIT_INTEGRAL, ROUND_TRUNC};
            alu_ops_pkg::CEIL:           {unit, mode} = {UNIT_INTEGRAL, ROUND_CEIL};
            alu_ops_pkg::FLOOR:          {unit, mode} = {UNIT_INTEGRAL, ROUND_FLOOR};
            alu_ops_pkg::RNDNE:          {unit, mode} = {UNIT_INTEGRAL, ROUND_RNDNE};
            alu_ops_pkg::FRACT:          {unit, sum, mode} = {UNIT_SUM, ADD_A_FRACTION, ROUND_FLOOR};

            alu_ops_pkg::MAX:      {unit, test} = {UNIT_CHOICE, TEST_GE};
            alu_ops_pkg::MIN:      {unit, test} = {UNIT_CHOICE, TEST_LT};
            alu_ops_pkg::MAX_DX10: {unit, test, number_wins} = {UNIT_CHOICE, TEST_GE, 1'b1};
            alu_ops_pkg::MIN_DX10: {unit, test, number_wins} = {UNIT_CHOICE, TEST_LT, 1'b1};
            alu_ops_pkg::MAX_INT:  {unit, test, kind} = {UNIT_CHOICE, TEST_GE, KIND_SIGNED};
            alu_ops_pkg::MIN_INT:  {unit, test, kind} = {UNIT_CHOICE, TEST_LT, KIND_SIGNED};
            alu_ops_pkg::MAX_UINT: {unit, test, kind} = {UNIT_CHOICE, TEST_GE, KIND_UNSIGNED};
            alu_ops_pkg::MIN_UINT: {unit, test, kind} = {UNIT_CHOICE, TEST_LT, KIND_UNSIGNED};

            alu_ops_pkg::SETE:       {unit, test} = {UNIT_TRUTH, TEST_E};
            alu_ops_pkg::SETGT:      {unit, test} = {UNIT_TRUTH, TEST_GT};
            alu_ops_pkg::SETGE:      {unit, test} = {UNIT_TRUTH, TEST_GE};
            alu_ops_pkg::SETNE:      {unit, test} = {UNIT_TRUTH, TEST_NE};
            alu_ops_pkg::SETE_DX10:  {unit, test} = {UNIT_MASK, TEST_E};
            alu_ops_pkg::SETGT_DX10: {unit, test} = {UNIT_MASK, TEST_GT};
            alu_ops_pkg::SETGE_DX10: {unit, test} = {UNIT_MASK, TEST_GE};
            alu_ops_pkg::SETNE_DX10: {unit, test} = {UNIT_MASK, TEST_NE};
            alu_ops_pkg::SETE_INT:   {unit, test, kind} = {UNIT_MASK, TEST_E, KIND_SIGNED};
            alu_ops_pkg::SETGT_INT:  {unit, test, kind} = {UNIT_MASK, TEST_GT, KIND_SIGNED};
            alu_ops_pkg::SETGE_INT:  {unit, test, kind} = {UNIT_MASK, TEST_GE, KIND_SIGNED};
            alu_ops_pkg::SETNE_INT:  {unit, test, kind} = {UNIT_MASK, TEST_NE, KIND_SIGNED};
            alu_ops_pkg::SETGT_UINT: {unit, test, kind} = {UNIT_MASK, TEST_GT, KIND_UNSIGNED};
            alu_ops_pkg::SETGE_UINT: {unit, test, kind} = {UNIT_MASK, TEST_GE, KIND_UNSIGNED};

            alu_ops_pkg::CNDE:      {unit, test, operands} = {UNIT_SELECT, TEST_E, COMPARE_A_0};
            alu_ops_pkg::CNDGT:     {unit, test, operands} = {UNIT_SELECT, TEST_GT, COMPARE_A_0};
            alu_ops_pkg::CNDGE:     {unit, test, operands} = {UNIT_SELECT, TEST_GE, COMPARE_A_0};
            alu_ops_pkg::CNDE_INT:  {unit, test, operands, kind} = {UNIT_SELECT, TEST_E, COMPARE_A_0, KIND_SIGNED};
            alu_ops_pkg::CNDGT_INT: {unit, test, operands, kind} = {UNIT_SELECT, TEST_GT, COMPARE_A_0, KIND_SIGNED};
            alu_ops_pkg::CNDGE_INT: {unit, test, operands, kind} = {UNIT_SELECT, TEST_GE, COMPARE_A_0, KIND_SIGNED};

            alu_ops_pkg::KILLE:       {unit, test} = {UNIT_KILL, TEST_E};
            alu_ops_pkg::KILLGT:      {unit, test} = {UNIT_KILL, TEST_GT};
            alu_ops_pkg::KILLGE:      {unit, test} = {UNIT_KILL, TEST_GE};
            alu_ops_pkg::KILLNE:      {unit, test} = {UNIT_KILL, TEST_NE};
            alu_ops_pkg::KILLE_INT:   {unit, test, kind} = {UNIT_KILL, TEST_E, KIND_SIGNED};
            alu_ops_pkg::KILLGT_INT:  {unit, test, kind} = {UNIT_KILL, TEST_GT, KIND_SIGNED};
            alu_ops_pkg::KILLGE_INT:  {unit, test, kind} = {UNIT_KILL, TEST_GE, KIND_SIGNED};
            alu_ops_pkg::KILLNE_INT:  {unit, test, kind} = {UNIT_KILL, TEST_NE, KIND_SIGNED};
            alu_ops_pkg::KILLGT_UINT: {unit, test, kind} = {UNIT_KILL, TEST_GT, KIND_UNSIGNED};
            alu_ops_pkg::KILLGE_UINT: {unit, test, kind} = {UNIT_KILL, TEST_GE, KIND_UNSIGNED};

            alu_ops_pkg::PRED_SETE:       {unit, test} = {UNIT_PRED, TEST_E};
            alu_ops_pkg::PRED_SETGT:      {unit, test} = {UNIT_PRED, TEST_GT};
            alu_ops_pkg::PRED_SETGE:      {unit, test} = {UNIT_PRED, TEST_GE};
            alu_ops_pkg::PRED_SETNE:      {unit, test} = {UNIT_PRED, TEST_NE};
            alu_ops_pkg::PRED_SETE_INT:   {unit, test, kind} = {UNIT_PRED, TEST_E, KIND_SIGNED};
            alu_ops_pkg::PRED_SETGT_INT:  {unit, test, kind} = {UNIT_PRED, TEST_GT, KIND_SIGNED};
            alu_ops_pkg::PRED_SETGE_INT:  {unit, test, kind} = {UNIT_PRED, TEST_GE, KIND_SIGNED};
            alu_ops_pkg::PRED_SETNE_INT:  {unit, test, kind} = {UNIT_PRED, TEST_NE, KIND_SIGNED};
            alu_ops_pkg::PRED_SETGT_UINT: {unit, test, kind} = {UNIT_PRED, TEST_GT, KIND_UNSIGNED};
            alu_ops_pkg::PRED_SETGE_UINT: {unit, test, kind} = {UNIT_PRED, TEST_GE, KIND_UNSIGNED};

            alu_ops_pkg::PRED_SET_INV: {unit, test, operands, skip} = {UNIT_PRED, TEST_E, COMPARE_A_1, SKIP_COUNT};
            alu_ops_pkg::PRED_SET_POP:     {unit, test, skip, sum} = {UNIT_PRED, TEST_LE, SKIP_SUM, ADD_A_MINUS_B};
            alu_ops_pkg::PRED_SET_CLR:     unit = UNIT_LARGEST;
            alu_ops_pkg::PRED_SET_RESTORE: {unit, test, operands, skip} = {UNIT_PRED, TEST_E, COMPARE_A_0, SKIP_COUNT};

            alu_ops_pkg::PRED_SETE_PUSH:      {unit, test, push} = {UNIT_PRED, TEST_E, 1'b1};
            alu_ops_pkg::PRED_SETGT_PUSH:     {unit, test, push} = {UNIT_PRED, TEST_GT, 1'b1};
            alu_ops_pkg::PRED_SETGE_PUSH:     {unit, test, push} = {UNIT_PRED, TEST_GE, 1'b1};
            alu_ops_pkg::PRED_SETNE_PUSH:     {unit, test, push} = {UNIT_PRED, TEST_NE, 1'b1};
            alu_ops_pkg::PRED_SETE_PUSH_INT:  {unit, test, kind, push} = {UNIT_PRED, TEST_E, KIND_SIGNED, 1'b1};
            alu_ops_pkg::PRED_SETGT_PUSH_INT: {unit, test, kind, push} = {UNIT_PRED, TEST_GT, KIND_SIGNED, 1'b1};
            alu_ops_pkg::PRED_SETGE_PUSH_INT: {unit, test, kind, push} = {UNIT_PRED, TEST_GE, KIND_SIGNED, 1'b1};
            alu_ops_pkg::PRED_SETNE_PUSH_INT: {unit, test, kind, push} = {UNIT_PRED, TEST_NE, KIND_SIGNED, 1'b1};
            alu_ops_pkg::PRED_SETLT_PUSH_INT: {unit, test, kind, push} = {UNIT_PRED, TEST_LT, KIND_SIGNED, 1'b1};
            alu_ops_pkg::PRED_SETLE_PUSH_INT: {unit, test, kind, push} = {UNIT_PRED, TEST_LE, KIND_SIGNED, 1'b1};

            alu_ops_pkg::ADD_INT:  {unit, operation} = {UNIT_INTEGER, INTEGER_ADD};
            alu_ops_pkg::SUB_INT:  {unit, operation} = {UNIT_INTEGER, INTEGER_SUB};
            alu_ops_pkg::AND_INT:  {unit, operation} = {UNIT_INTEGER, INTEGER_AND};
            alu_ops_pkg::OR_INT:   {unit, operation} = {UNIT_INTEGER, INTEGER_OR};
            alu_ops_pkg::XOR_INT:  {unit, operation} = {UNIT_INTEGER, INTEGER_XOR};
            alu_ops_pkg::NOT_INT:  {unit, operation} = {UNIT_INTEGER, INTEGER_NOT};
            alu_ops_pkg::LSHL_INT: {unit, operation} = {UNIT_INTEGER, INTEGER_LEFT};
            alu_ops_pkg::LSHR_INT: {unit, operation} = {UNIT_INTEGER, INTEGER_RIGHT};
            alu_ops_pkg::ASHR_INT: {unit, operation, arithmetic} = {UNIT_INTEGER, INTEGER_RIGHT, 1'b1};

            alu_ops_pkg::MOVA:         {unit, address, sum} = {UNIT_ADDRESS, ADDRESS_SUM, ADD_A_HALF};
            alu_ops_pkg::MOVA_FLOOR:   {unit, address} = {UNIT_ADDRESS, ADDRESS_FLOAT};
            alu_ops_pkg::MOVA_INT:     {unit, address} = {UNIT_ADDRESS, ADDRESS_INTEGER};
            alu_ops_pkg::MOVA_GPR_INT: {unit, address} = {UNIT_ADDRESS, ADDRESS_INTEGER};

            default: unit = UNIT_NONE;
        endcase
        if (push) begin // branch counters, ISA 4.10: src1 is tested, src0 + 1 when it fails
            operands = COMPARE_B_0;
            skip     = SKIP_SUM;
            sum      = ADD_A_ONE;
        end
    end
endmodule
