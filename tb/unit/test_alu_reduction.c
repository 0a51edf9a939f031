/* test_alu_reduction.c - operations over four slots as a pipeline stage (ISA 4.7.2, 4.8.2).  What they compute is
 * tested in tb/isa. */
#include "tb/unit/clock.h"

#include "isa/isa.h"
#include "pipeline/alu_reduction.h"

enum { F_1 = 0x3f800000, F_2 = 0x40000000, F_3 = 0x40400000, F_4 = 0x40800000, F_8 = 0x41000000, F_10 = 0x41200000 };
#define NEGATIVE(f) ((uint32_t)(f) | 0x80000000u)

static struct alu_reduction reduction;

static int fresh(void **state)
{
    (void)state;
    memset(&reduction, 0xa5, sizeof reduction);
    reduction.in = (struct alu_reduction_in){.valid = false};
    alu_reduction_reset(&reduction);
    return 0;
}

static void tick(void)
{
    TICK(alu_reduction_eval, &reduction);
    reduction.in.valid = false;
}

/* The operands of each slot, the same in all lanes; src1 is 1. */
static void set_op(enum isa_alu_id id, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t value[4] = {x, y, z, w};
    reduction.in.valid = true;
    reduction.in.op = (alu_reduction_op_t)id;
    for (unsigned i = 0; i < 4 * QUARTER; i++) {
        reduction.in.src0.lane[i] = value[i / QUARTER];
        reduction.in.src1.lane[i] = F_1;
    }
}

static void assert_result(uint32_t value)
{
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        assert_int_equal(reduction.q.result.lane[i], value);
}

static void after_reset_the_unit_is_empty(void **state)
{
    (void)state;
    static const struct alu_reduction_reg zero;
    assert_memory_equal(&reduction.q, &zero, sizeof zero);
    assert_memory_equal(&reduction.d, &zero, sizeof zero);
}

static void the_result_comes_one_clock_after_the_operands_for_one_clock(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    rtl_eval(alu_reduction_eval, &reduction);
    assert_false(reduction.q.done);
    rtl_commit(&reduction);
    assert_true(reduction.q.done);
    assert_result(F_10);
    reduction.in.valid = false;
    tick();
    assert_false(reduction.q.done);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_2, F_3, F_4);
    tick();
    tick();
    set_op(ISA_OP2_DOT4, F_4, F_4, F_4, F_4);
    reduction.in.valid = false;
    ASSERT_HOLDS(&reduction, tick());
    assert_result(F_10);
}

static void the_operands_of_each_lane_stay_together(void **state)
{
    (void)state;
    set_op(ISA_OP2_MAX4, 0, 0, 0, 0);
    for (unsigned i = 0; i < QUARTER; i++)
        reduction.in.src0.lane[(i % 4) * QUARTER + i] = F_1 + i;
    tick();
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        assert_int_equal(reduction.q.result.lane[i], F_1 + i % QUARTER);
}

static void each_slot_and_operand_has_its_own_modifiers(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 4; s++) {
        for (unsigned operand = 0; operand < 2; operand++) {
            fresh(NULL);
            set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
            reduction.in.negate.slot[s] = (uint8_t)(1u << operand);
            tick();
            assert_result(F_2); /* 3 - 1 */
            fresh(NULL);
            set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
            (operand ? &reduction.in.src1 : &reduction.in.src0)->lane[s * QUARTER] = NEGATIVE(F_1);
            reduction.in.absolute.slot[s] = (uint8_t)(1u << operand);
            tick();
            assert_result(F_4);
        }
    }
}

static void both_operands_count(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_1, F_1, F_1);
    for (unsigned i = 0; i < 4 * QUARTER; i++)
        reduction.in.src1.lane[i] = F_2;
    tick();
    assert_result(F_8);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
