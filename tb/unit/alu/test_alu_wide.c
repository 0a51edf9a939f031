/* test_alu_wide.c - operations over several slots as a pipeline stage (ISA 4.7.2, 4.8.2, 4.12).  What they compute is
 * tested in tb/isa. */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/alu/alu_wide.h"

enum { F_1 = 0x3f800000, F_2 = 0x40000000, F_3 = 0x40400000, F_4 = 0x40800000, F_8 = 0x41000000, F_10 = 0x41200000 };
#define NEGATIVE(f) ((uint32_t)(f) | 0x80000000u)

static struct alu_wide wide;

static int fresh(void **state)
{
    (void)state;
    memset(&wide, 0xa5, sizeof wide);
    wide.in = (struct alu_wide_in){.valid = 0};
    alu_wide_reset(&wide);
    return 0;
}

static void tick(void)
{
    TICK(alu_wide_eval, &wide);
    wide.in.valid = 0;
}

/* The operands of each slot, the same in all lanes; src1 is 1. */
static void set_op(enum isa_alu_id id, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t value[4] = {x, y, z, w};
    wide.in.valid = WIDE_ALL;
    wide.in.op.pair[0] = wide.in.op.pair[1] = (alu_wide_op_t)id;
    for (unsigned i = 0; i < 4 * QUARTER; i++) {
        wide.in.src0.lane[i] = value[i / QUARTER];
        wide.in.src1.lane[i] = F_1;
    }
}

static void assert_result(uint32_t value)
{
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        assert_int_equal(wide.q.result.lane[i], value);
}

static void after_reset_the_unit_is_empty(void **state)
{
    (void)state;
    static const struct alu_wide_reg zero;
    assert_memory_equal(&wide.q, &zero, sizeof zero);
    assert_memory_equal(&wide.d, &zero, sizeof zero);
}

static void the_result_comes_one_clock_after_the_operands_for_one_clock(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    rtl_eval(alu_wide_eval, &wide);
    assert_false(wide.q.done);
    rtl_commit(&wide);
    assert_true(wide.q.done);
    assert_result(F_10);
    wide.in.valid = 0;
    tick();
    assert_false(wide.q.done);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    tick();
    tick();
    set_op(ISA_OP2_DOT4, F_4, F_4, F_4, F_4);
    wide.in.valid = 0;
    ASSERT_HOLDS(&wide, tick());
    assert_result(F_10);
}

static void the_operands_of_each_lane_stay_together(void **state)
{
    (void)state;
    set_op(ISA_OP2_MAX4, 0, 0, 0, 0);
    for (unsigned i = 0; i < QUARTER; i++)
        wide.in.src0.lane[(i % 4) * QUARTER + i] = F_1 + i;
    tick();
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        assert_int_equal(wide.q.result.lane[i], F_1 + i % QUARTER);
}

static void each_slot_and_operand_has_its_own_modifiers(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 4; s++) {
        for (unsigned operand = 0; operand < 2; operand++) {
            fresh(NULL);
            set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
            wide.in.negate.slot[s] = (uint8_t)(1u << operand);
            tick();
            assert_result(F_2); /* 3 - 1 */
            fresh(NULL);
            set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
            (operand ? &wide.in.src1 : &wide.in.src0)->lane[s * QUARTER] = NEGATIVE(F_1);
            wide.in.absolute.slot[s] = (uint8_t)(1u << operand);
            tick();
            assert_result(F_4);
            fresh(NULL); /* a negation is no absolute value */
            set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
            (operand ? &wide.in.src1 : &wide.in.src0)->lane[s * QUARTER] = NEGATIVE(F_1);
            wide.in.negate.slot[s] = (uint8_t)(1u << operand);
            tick();
            assert_int_equal(wide.q.result.lane[0], F_4);
            assert_int_equal(wide.q.result.lane[1], F_2);
        }
    }
}

static void both_operands_count(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        wide.in.src1.lane[i] = F_2;
    tick();
    assert_result(F_8);
}

/* ---- doubles ------------------------------------------------------------------------------------------------- */

/* A double in the words of a pair, high word first. */
static void set_double(vector_quarter_t *src, unsigned pair, uint64_t value)
{
    for (unsigned i = 0; i < QUARTER; i++) {
        src->lane[2 * pair * QUARTER + i] = (uint32_t)(value >> 32);
        src->lane[(2 * pair + 1) * QUARTER + i] = (uint32_t)value;
    }
}

/* A double of the results, low word first. */
static void assert_double(unsigned pair, uint64_t value)
{
    for (unsigned i = 0; i < QUARTER; i++) {
        assert_int_equal(wide.q.result.lane[2 * pair * QUARTER + i], (uint32_t)value);
        assert_int_equal(wide.q.result.lane[(2 * pair + 1) * QUARTER + i], value >> 32);
    }
}

#define D_1 0x3ff0000000000000u
#define D_2 0x4000000000000000u
#define D_3 0x4008000000000000u
#define D_6 0x4018000000000000u
#define D_9 0x4022000000000000u
#define D_12 0x4028000000000000u

static void set_pairs(enum isa_alu_id xy, enum isa_alu_id zw)
{
    wide.in.valid = WIDE_ALL;
    wide.in.op.pair[0] = (alu_wide_op_t)xy;
    wide.in.op.pair[1] = (alu_wide_op_t)zw;
    set_double(&wide.in.src0, 0, D_3);
    set_double(&wide.in.src1, 0, D_6);
    set_double(&wide.in.src0, 1, D_6);
    set_double(&wide.in.src1, 1, D_12);
}

static void two_additions_of_doubles_are_the_manuals_example(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_ADD_64, ISA_OP2_ADD_64);
    tick();
    assert_int_equal(wide.q.done, WIDE_ALL);
    assert_double(0, D_9);
    assert_double(1, 0x4032000000000000u);
}

static void the_pairs_hold_different_operations(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_ADD_64, ISA_OP2_PRED_SETGT_64);
    tick();
    assert_double(0, D_9);
    assert_double(1, ~(uint64_t)0); /* 6 > 12 does not hold */
    assert_int_equal(wide.q.flags.pair[0], 0);
    assert_int_equal(wide.q.flags.pair[1], 0);
    set_pairs(ISA_OP2_PRED_SETGT_64, ISA_OP2_FLT64_TO_FLT32);
    set_double(&wide.in.src1, 0, D_2);
    tick();
    assert_double(0, 0);
    assert_int_equal(wide.q.flags.pair[0], 0xffff);
    assert_int_equal(wide.q.flags.pair[1], 0);
    assert_double(1, 0x40c00000u);
}

static void a_pair_without_an_operation_keeps_its_result(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_ADD_64, ISA_OP2_ADD_64);
    tick();
    set_pairs(ISA_OP2_MUL_64, ISA_OP2_FRACT_64);
    wide.in.valid = WIDE_ZW;
    tick();
    assert_int_equal(wide.q.done, WIDE_ZW);
    assert_double(0, D_9);
    assert_double(1, 0);
}

static void flags_last_one_operation(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_PRED_SETGT_64, ISA_OP2_PRED_SETGT_64);
    set_double(&wide.in.src1, 0, D_2);
    tick();
    assert_int_equal(wide.q.flags.pair[0], 0xffff);
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    tick();
    assert_int_equal(wide.q.flags.pair[0], 0);
}

static void a_product_of_four_slots_takes_all_three_operands_and_fills_both_pairs(void **state)
{
    (void)state;
    vector_quarter_t *const src[3] = {&wide.in.src0, &wide.in.src1, &wide.in.src2};
    static const uint64_t   value[3] = {D_3, D_6, D_12 | 4};
    set_pairs(ISA_OP3_MULADD_64, ISA_OP3_MULADD_64);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned lane = 0; lane < QUARTER; lane++) {
            for (unsigned s = 0; s < 3; s++)
                src[i]->lane[s * QUARTER + lane] = (uint32_t)(value[i] >> 32);
            src[i]->lane[3 * QUARTER + lane] = (uint32_t)value[i];
        }
    tick();
    assert_double(0, 0x403e000000000002u);
    assert_double(1, 0x403e000000000002u);
    set_pairs(ISA_OP3_MULADD_64, ISA_OP3_MULADD_64);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned lane = 0; lane < QUARTER; lane++) {
            for (unsigned s = 0; s < 3; s++)
                src[i]->lane[s * QUARTER + lane] = (uint32_t)(value[i] >> 32);
            src[i]->lane[3 * QUARTER + lane] = (uint32_t)value[i];
        }
    wide.in.negate.slot[0] = 1 << 2;
    wide.in.clamp.pair[1] = 1;
    tick();
    assert_double(0, 0x4017fffffffffff8u); /* 18 - 12 - 2^-47 */
    assert_double(1, D_1);
}

static void modifiers_of_a_double_are_those_of_the_word_with_the_sign(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 4; s++) {
        set_pairs(ISA_OP2_ADD_64, ISA_OP2_ADD_64);
        memset(&wide.in.negate, 0, sizeof wide.in.negate);
        wide.in.negate.slot[s] = 1;
        tick();
        assert_double(0, s == 0 ? D_3 : D_9);
        assert_double(1, s == 2 ? D_6 : 0x4032000000000000u);
    }
}

static void the_integer_of_ldexp_takes_no_modifiers(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_LDEXP_64, ISA_OP2_LDEXP_64);
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        wide.in.src1.lane[i] = 1;
    wide.in.negate.slot[0] = 3;
    tick();
    assert_double(0, D_6 | (uint64_t)1 << 63);
    assert_double(1, D_12);
    set_pairs(ISA_OP2_ADD_64, ISA_OP2_LDEXP_64); /* each pair by its own instruction */
    for (unsigned i = 2 * QUARTER; i < 4 * QUARTER; i++)
        wide.in.src1.lane[i] = 1;
    memset(&wide.in.negate, 0, sizeof wide.in.negate);
    wide.in.negate.slot[2] = 3;
    tick();
    assert_double(1, D_12 | (uint64_t)1 << 63);
}

static void output_modifiers_of_a_double_belong_to_its_pair(void **state)
{
    (void)state;
    set_pairs(ISA_OP2_ADD_64, ISA_OP2_ADD_64);
    wide.in.omod.pair[0] = ISA_OMOD_M2;
    wide.in.clamp.pair[1] = 1;
    tick();
    assert_double(0, 0x4032000000000000u);
    assert_double(1, D_1);
    set_pairs(ISA_OP2_FLT64_TO_FLT32, ISA_OP2_PRED_SETGT_64); /* the float's are the slot's; a predicate has none */
    wide.in.omod.pair[0] = wide.in.omod.pair[1] = ISA_OMOD_M2;
    tick();
    assert_double(0, F_3);
    assert_double(1, ~(uint64_t)0);
}

/* By the pairs that have an operation. */
static void what_is_known_of_a_quarter_is_taken(void **state)
{
    (void)state;
    struct alu_wide_known known = {.flags = {{0x1248, 0x8421}}};
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        known.result.lane[i] = F_3;
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    tick();
    wide.in.valid = WIDE_ZW;
    wide.in.known = &known;
    tick();
    assert_int_equal(wide.q.done, WIDE_ZW);
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        assert_int_equal(wide.q.result.lane[i], i < 2 * QUARTER ? F_10 : F_3);
    assert_memory_equal(&wide.q.flags, &known.flags, sizeof known.flags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_unit_is_empty, fresh),
        cmocka_unit_test_setup(the_result_comes_one_clock_after_the_operands_for_one_clock, fresh),
        cmocka_unit_test_setup(idle_the_unit_holds, fresh),
        cmocka_unit_test_setup(the_operands_of_each_lane_stay_together, fresh),
        cmocka_unit_test_setup(each_slot_and_operand_has_its_own_modifiers, fresh),
        cmocka_unit_test_setup(both_operands_count, fresh),
        cmocka_unit_test_setup(two_additions_of_doubles_are_the_manuals_example, fresh),
        cmocka_unit_test_setup(the_pairs_hold_different_operations, fresh),
        cmocka_unit_test_setup(a_pair_without_an_operation_keeps_its_result, fresh),
        cmocka_unit_test_setup(flags_last_one_operation, fresh),
        cmocka_unit_test_setup(a_product_of_four_slots_takes_all_three_operands_and_fills_both_pairs, fresh),
        cmocka_unit_test_setup(modifiers_of_a_double_are_those_of_the_word_with_the_sign, fresh),
        cmocka_unit_test_setup(the_integer_of_ldexp_takes_no_modifiers, fresh),
        cmocka_unit_test_setup(output_modifiers_of_a_double_belong_to_its_pair, fresh),
        cmocka_unit_test_setup(what_is_known_of_a_quarter_is_taken, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
