/* test_alu_slot.c - one ALU slot as a pipeline: latency, modifiers, masks (ISA 4.7.2, 4.9.1).  What the operations
 * compute is tested in tb/isa. */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/alu/alu_slot.h"

enum {
    F_HALF = 0x3f000000,
    F_1 = 0x3f800000,
    F_2 = 0x40000000,
    F_3 = 0x40400000,
    F_4 = 0x40800000,
    F_6 = 0x40c00000,
    F_12 = 0x41400000
};
#define NEGATIVE(f) ((uint32_t)(f) | 0x80000000u)

static struct alu_slot slot;

static int fresh(void **state)
{
    (void)state;
    memset(&slot, 0xa5, sizeof slot);
    slot.in = (struct alu_slot_in){.valid = false};
    alu_slot_reset(&slot);
    return 0;
}

static void tick(void)
{
    TICK(alu_slot_eval, &slot);
    slot.in.valid = slot.in.wide = false;
}

static void set_op(enum isa_alu_id id, uint32_t src0, uint32_t src1, uint32_t src2)
{
    slot.in.valid = true;
    slot.in.op = (alu_slot_op_t)id;
    slot.in.mask = 0xffff;
    slot.in.src0 = quarter_of(src0);
    slot.in.src1 = quarter_of(src1);
    slot.in.src2 = quarter_of(src2);
}

static void assert_result(uint32_t value)
{
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(slot.q.result.lane[i], value);
}

static void run(uint32_t expected)
{
    tick();
    tick();
    assert_true(slot.q.done);
    assert_result(expected);
}

static void after_reset_the_slot_is_empty(void **state)
{
    (void)state;
    static const struct alu_slot_reg zero;
    assert_memory_equal(&slot.q, &zero, sizeof zero);
    assert_memory_equal(&slot.d, &zero, sizeof zero);
}

static void the_result_comes_two_clocks_after_the_operands_for_one_clock(void **state)
{
    (void)state;
    set_op(ISA_OP2_MUL, F_2, F_3, 0);
    tick();
    assert_false(slot.q.done);
    tick();
    assert_true(slot.q.done);
    assert_result(F_6);
    tick();
    assert_false(slot.q.done);
}

static void a_quarter_enters_every_clock(void **state)
{
    (void)state;
    static const uint32_t factor[4] = {F_1, F_2, F_3, F_6};
    static const uint32_t twice[4] = {F_2, F_4, F_6, F_12};
    for (unsigned i = 0; i < 6; i++) {
        if (i < 4) {
            set_op(ISA_OP2_MUL, factor[i], F_2, 0);
            slot.in.mask = (quarter_mask_t)(1u << i);
        }
        tick();
        assert_int_equal(slot.q.done, i >= 1 && i < 5);
        if (slot.q.done) {
            assert_result(twice[i - 1]);
            assert_int_equal(slot.q.result_mask, 1u << (i - 1));
        }
    }
}

static void lanes_are_independent(void **state)
{
    (void)state;
    set_op(ISA_OP2_MOV, 0, 0, 0);
    slot.in.src0 = quarter_ramp(F_2);
    tick();
    tick();
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(slot.q.result.lane[i], F_2 + i);
}

static void idle_the_slot_holds(void **state)
{
    (void)state;
    set_op(ISA_OP2_MUL, F_2, F_3, 0);
    run(F_6);
    tick();
    set_op(ISA_OP2_MUL, F_2, F_2, 0);
    slot.in.valid = false;
    ASSERT_HOLDS(&slot, tick());
    assert_result(F_6);
    assert_int_equal(slot.q.result_mask, 0xffff);
}

static void the_mask_passes_through(void **state)
{
    (void)state;
    set_op(ISA_OP2_MUL, F_2, F_3, 0);
    slot.in.mask = 0x8001;
    tick();
    slot.in.mask = 0x1234; /* of nothing */
    tick();
    assert_int_equal(slot.q.result_mask, 0x8001);
    assert_result(F_6); /* the mask is for the reader of the result */
}

static void each_operand_has_its_own_modifiers(void **state)
{
    (void)state;
    set_op(ISA_OP3_MULADD, F_2, F_3, F_6);
    slot.in.negate = 1;
    run(0);
    set_op(ISA_OP3_MULADD, F_2, F_3, F_6);
    slot.in.negate = 2;
    run(0);
    set_op(ISA_OP3_MULADD, F_2, F_3, F_6);
    slot.in.negate = 4;
    run(0);
    set_op(ISA_OP3_MULADD, NEGATIVE(F_2), NEGATIVE(F_3), NEGATIVE(F_6));
    slot.in.negate = 7; /* not the absolute value */
    run(F_12);
    set_op(ISA_OP3_MULADD, NEGATIVE(F_2), F_3, F_6);
    slot.in.negate = 0;
    slot.in.absolute = 1;
    run(F_12);
    set_op(ISA_OP3_MULADD, F_2, NEGATIVE(F_3), F_6);
    slot.in.absolute = 2;
    run(F_12);
    set_op(ISA_OP3_MULADD, F_2, F_3, NEGATIVE(F_6));
    slot.in.absolute = 4;
    run(F_12);
}

static void the_absolute_value_is_taken_before_the_negation(void **state)
{
    (void)state;
    set_op(ISA_OP2_MOV, NEGATIVE(F_2), 0, 0);
    slot.in.absolute = slot.in.negate = 1;
    run(NEGATIVE(F_2));
    set_op(ISA_OP2_MOV, F_2, 0, 0);
    run(NEGATIVE(F_2));
}

static void the_result_is_scaled_by_omod(void **state)
{
    (void)state;
    static const uint32_t scaled[4] = {
        [ISA_OMOD_OFF] = F_3, [ISA_OMOD_M2] = F_6, [ISA_OMOD_M4] = F_12, [ISA_OMOD_D2] = 0x3fc00000};
    for (unsigned omod = 0; omod < 4; omod++) {
        set_op(ISA_OP2_MOV, F_3, 0, 0);
        slot.in.omod = (uint8_t)omod;
        run(scaled[omod]);
    }
}

static void the_result_is_clamped_after_it_is_scaled(void **state)
{
    (void)state;
    set_op(ISA_OP2_MOV, F_3, 0, 0);
    slot.in.clamp = true;
    run(F_1);
    set_op(ISA_OP2_MOV, NEGATIVE(F_3), 0, 0);
    run(0);
    set_op(ISA_OP2_MOV, F_1, 0, 0);
    slot.in.omod = ISA_OMOD_D2;
    run(F_HALF);
    set_op(ISA_OP2_MOV, F_HALF, 0, 0);
    slot.in.omod = ISA_OMOD_M4;
    run(F_1);
}

/* 3D 10, DX10_CLAMP: 1 makes it 0. */
static void a_clamped_nan_becomes_zero_or_stays(void **state)
{
    (void)state;
    set_op(ISA_OP2_MOV, 0xffc00123, 0, 0);
    slot.in.clamp = 1;
    run(0);
    set_op(ISA_OP2_MOV, 0xffc00123, 0, 0);
    slot.in.clamp = 2;
    run(0xffc00123);
    set_op(ISA_OP2_MOV, F_3, 0, 0);
    run(F_1);
}

static void output_modifiers_belong_to_their_own_instruction(void **state)
{
    (void)state;
    set_op(ISA_OP2_MOV, F_3, 0, 0);
    slot.in.omod = ISA_OMOD_M2;
    tick();
    set_op(ISA_OP2_MOV, F_3, 0, 0);
    slot.in.omod = ISA_OMOD_OFF;
    slot.in.clamp = true;
    tick();
    assert_result(F_6);
    slot.in.clamp = false;
    tick();
    assert_result(F_1);
}

static void flags_come_with_the_result(void **state)
{
    (void)state;
    set_op(ISA_OP2_PRED_SETE, F_1, F_1, 0);
    slot.in.src0.lane[3] = slot.in.src0.lane[15] = F_2;
    for (unsigned i = 0; i < QUARTER; i++)
        slot.in.src1.lane[i] = F_1;
    tick();
    assert_int_equal(slot.q.flags, 0);
    tick();
    assert_int_equal(slot.q.flags, 0x7ff7);
}

static void a_reduction_enters_at_the_second_stage_and_takes_the_output_modifiers(void **state)
{
    (void)state;
    set_op(ISA_OP2_DOT4, F_1, F_1, 0);
    slot.in.omod = ISA_OMOD_M2;
    slot.in.mask = 0x00ff;
    tick();
    slot.in.wide = true;
    slot.in.wide_value = quarter_of(F_3);
    tick();
    assert_true(slot.q.done);
    assert_result(F_6);
    assert_int_equal(slot.q.result_mask, 0x00ff);
}

static void flags_of_a_double_enter_at_the_second_stage(void **state)
{
    (void)state;
    set_op(ISA_OP2_PRED_SETGT_64, F_1, F_1, 0);
    tick();
    slot.in.wide = true;
    slot.in.wide_flags = 0x1248;
    tick();
    assert_int_equal(slot.q.flags, 0x1248);
}

static void a_wide_value_without_an_instruction_is_ignored(void **state)
{
    (void)state;
    slot.in.wide = true;
    slot.in.wide_value = quarter_of(F_3);
    tick();
    assert_false(slot.q.done);
    assert_result(0);
}

/* In place of what the operands would give; the output modifiers and the mask are the slot's. */
static void what_is_known_of_a_quarter_is_taken(void **state)
{
    (void)state;
    const struct alu_slot_known known = {quarter_of(F_3), 0x1248};
    set_op(ISA_OP2_ADD, F_1, F_1, 0);
    slot.in.omod = ISA_OMOD_M2;
    slot.in.mask = 0x00ff;
    slot.in.known = &known;
    tick();
    slot.in.known = NULL;
    tick();
    assert_true(slot.q.done);
    assert_result(F_6);
    assert_int_equal(slot.q.flags, 0x1248);
    assert_int_equal(slot.q.result_mask, 0x00ff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_slot_is_empty, fresh),
        cmocka_unit_test_setup(the_result_comes_two_clocks_after_the_operands_for_one_clock, fresh),
        cmocka_unit_test_setup(a_quarter_enters_every_clock, fresh),
        cmocka_unit_test_setup(lanes_are_independent, fresh),
        cmocka_unit_test_setup(idle_the_slot_holds, fresh),
        cmocka_unit_test_setup(the_mask_passes_through, fresh),
        cmocka_unit_test_setup(each_operand_has_its_own_modifiers, fresh),
        cmocka_unit_test_setup(the_absolute_value_is_taken_before_the_negation, fresh),
        cmocka_unit_test_setup(the_result_is_scaled_by_omod, fresh),
        cmocka_unit_test_setup(the_result_is_clamped_after_it_is_scaled, fresh),
        cmocka_unit_test_setup(a_clamped_nan_becomes_zero_or_stays, fresh),
        cmocka_unit_test_setup(output_modifiers_belong_to_their_own_instruction, fresh),
        cmocka_unit_test_setup(flags_come_with_the_result, fresh),
        cmocka_unit_test_setup(a_reduction_enters_at_the_second_stage_and_takes_the_output_modifiers, fresh),
        cmocka_unit_test_setup(flags_of_a_double_enter_at_the_second_stage, fresh),
        cmocka_unit_test_setup(a_wide_value_without_an_instruction_is_ignored, fresh),
        cmocka_unit_test_setup(what_is_known_of_a_quarter_is_taken, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
