/* test_export_unit.c - exports: spare accesses, data, bursts, relative registers (ISA 3.4.1, 4.6.3, 10.1; RV770 timing
 * E1, E5). */
#include "tb/unit/control/export_unit_kit.h"

static void after_reset_an_instruction_can_be_taken(void **state)
{
    (void)state;
    assert_true(unit.q.free && unit.d.free);
    assert_false(unit.q.valid || unit.q.read || unit.q.report || unit.q.busy || unit.q.bad_gpr);
    assert_int_equal(unit.q.reports, 0);
    assert_int_equal(unit.latch[3].lane[63], 0);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    start(plain(3, 1));
    ticks(30);
    ASSERT_HOLDS(&unit, tick());
}

static void an_instruction_occupies_the_unit_to_its_last_quarter(void **state)
{
    (void)state;
    start(plain(3, 1));
    assert_false(unit.q.free);
    until_valid();
    for (unsigned quarter = 0; quarter < 4; quarter++, tick()) {
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.free, quarter == 3);
    }
    assert_true(unit.q.free && !unit.q.valid);
}

/* ---- the spare access ------------------------------------------------------------------------------------------- */

static void a_register_waits_for_the_spare_access(void **state)
{
    (void)state;
    start(plain(3, 1));
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, 103);
    tick();
    tick();
    assert_true(unit.q.read && unit.in.spare == false);
    tick(); /* the spare access */
    assert_false(unit.q.read || unit.q.valid);
    tick();
    assert_true(unit.q.valid);
}

static void what_the_register_held_in_the_spare_access_is_sent(void **state)
{
    (void)state;
    start(plain(3, 1));
    tick();
    gprs[103][0].lane[0] = 0x11111111; /* before */
    tick();
    tick();
    gprs[103][0].lane[0] = 0x22222222; /* after */
    tick();
    assert_int_equal(unit.q.x.lane[0], 0x11111111);
}

static void a_start_in_the_clock_of_the_spare_access_waits_for_the_next(void **state)
{
    (void)state;
    ticks(3);
    set_start(plain(3, 1), 33);
    tick();
    for (unsigned i = 0; i < 4; i++, tick())
        assert_true(unit.q.read);
    assert_false(unit.q.read);
}

/* ---- data ------------------------------------------------------------------------------------------------------- */

static void the_quarters_leave_in_the_four_clocks_after_the_access(void **state)
{
    (void)state;
    start(plain(3, 1));
    ticks(3);
    assert_false(unit.q.valid);
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        tick();
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.quarter, quarter);
        assert_int_equal(unit.q.index, 5);
        assert_int_equal(unit.q.type, EXPORT_PARAM);
        assert_int_equal(unit.q.number, 1033);
        assert_int_equal(unit.q.elements, 15);
        assert_int_equal(unit.q.lanes, 0xffff);
        const quarter_t *const element[EXPORT_ELEMENTS] = {&unit.q.x, &unit.q.y, &unit.q.z, &unit.q.w};
        for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
            for (unsigned i = 0; i < QUARTER; i++)
                assert_int_equal(element[e]->lane[i], stored(103, e, 16 * quarter + i));
    }
    tick();
    assert_false(unit.q.valid);
    assert_int_equal(unit.q.quarters, 4);
}

static void elements_are_swizzled_set_to_0_or_1_or_masked(void **state)
{
    (void)state;
    struct isa_export_swiz word = plain(3, 1);
    word.sel_x = SEL_W;
    word.sel_y = SEL_1;
    word.sel_z = SEL_0;
    word.sel_w = SEL_MASK;
    start(word);
    until_valid();
    assert_int_equal(unit.q.elements, 7);
    for (unsigned i = 0; i < QUARTER; i++) {
        assert_int_equal(unit.q.x.lane[i], stored(103, 3, i));
        assert_int_equal(unit.q.y.lane[i], F_1);
        assert_int_equal(unit.q.z.lane[i], 0);
    }
    fresh(NULL);
    word.sel_x = SEL_MASK;
    word.sel_y = SEL_Z;
    word.sel_z = SEL_Y;
    word.sel_w = SEL_X;
    start(word);
    until_valid();
    assert_int_equal(unit.q.elements, 14);
    assert_int_equal(unit.q.y.lane[1], stored(103, 2, 1));
    assert_int_equal(unit.q.z.lane[1], stored(103, 1, 1));
    assert_int_equal(unit.q.w.lane[1], stored(103, 0, 1));
}

static void a_reserved_select_is_masked(void **state)
{
    (void)state;
    struct isa_export_swiz word = plain(3, 1);
    word.sel_z = SEL_RESERVED;
    start(word);
    until_valid();
    assert_int_equal(unit.q.elements, 11);
}

static void only_active_lanes_export(void **state)
{
    (void)state;
    set_start(plain(3, 1), 33);
    unit.in.start_lanes = 0x123456789abcdef0ull;
    tick();
    until_valid();
    static const unsigned lanes[4] = {0xdef0, 0x9abc, 0x5678, 0x1234};
    for (unsigned quarter = 0; quarter < 4; quarter++, tick())
        assert_int_equal(unit.q.lanes, lanes[quarter]);
}

static void type_and_done_come_from_the_instruction(void **state)
{
    (void)state;
    for (unsigned type = EXPORT_PIXEL; type <= EXPORT_PARAM; type++)
        for (unsigned done = 0; done < 2; done++) {
            struct isa_export_swiz word = plain(3, 1);
            fresh(NULL);
            word.type = type;
            word.cf_inst = isa_cf_ops[done ? ISA_CF_INST_EXPORT_DONE : ISA_CF_INST_EXPORT].opcode;
            start(word);
            until_valid();
            assert_int_equal(unit.q.type, type);
            assert_int_equal(unit.q.done_bit, done);
        }
}

/* ---- bursts ----------------------------------------------------------------------------------------------------- */

static void the_registers_of_a_burst_follow_one_another_every_four_clocks(void **state)
{
    (void)state;
    start(plain(2, 16));
    until_valid();
    for (unsigned i = 0; i < 64; i++, tick()) {
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.quarter, i % 4);
        assert_int_equal(unit.q.index, 5 + i / 4);
        assert_int_equal(unit.q.y.lane[3], stored(102 + i / 4, 1, 16 * (i % 4) + 3));
    }
    assert_false(unit.q.valid);
    assert_true(unit.q.free);
    assert_int_equal(unit.q.quarters, 64);
}

static void the_row_of_a_burst_is_asked_for_one_clock_before_the_access(void **state)
{
    (void)state;
    start(plain(2, 2));
    ticks(3); /* the first access */
    for (unsigned i = 0; i < 3; i++, tick())
        assert_false(unit.q.read);
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, 103);
    tick();
    assert_false(unit.q.read);
    ticks(20);
    assert_false(unit.q.read);
}

static void without_a_spare_access_a_burst_waits(void **state)
{
    (void)state;
    start(plain(2, 2));
    until_valid();
    ticks(2);
    clock_now = 100; /* the accesses move by a clock */
    tick();
    assert_true(unit.q.valid && unit.q.read);
    tick();
    assert_false(unit.q.valid || unit.q.free);
    ticks(2);
    assert_true(unit.q.read == false);
    tick();
    assert_true(unit.q.valid);
    assert_int_equal(unit.q.quarter, 0);
    assert_int_equal(unit.q.index, 6);
}

static void the_latches_hold_when_nothing_is_read(void **state)
{
    (void)state;
    start(plain(3, 1));
    ticks(20);
    gprs[103][0].lane[0] = 1;
    ticks(20);
    assert_int_equal(unit.latch[0].lane[0], stored(103, 0, 0));
}

/* ---- registers relative to aL (ISA 4.6.3, 10.1) ----------------------------------------------------------------- */

static void start_relative(unsigned gpr, unsigned count, unsigned index)
{
    struct isa_export_swiz word = plain(gpr, count);
    word.rw_rel = 1;
    fresh(NULL);
    unit.in.start_index = (uint16_t)index;
    start(word);
}

static void a_relative_export_adds_al_to_its_register(void **state)
{
    (void)state;
    start_relative(3, 2, 6);
    assert_int_equal(unit.q.read_row, 109);
    ticks(6);
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, 110);
    fresh(NULL);
    unit.in.start_index = 6;
    start(plain(3, 1)); /* not relative */
    assert_int_equal(unit.q.read_row, 103);
}

static void a_relative_export_outside_the_programs_registers_reads_gpr_0(void **state)
{
    (void)state;
    start_relative(3, 2, 16); /* 19, then 20 */
    assert_int_equal(unit.q.read_row, 119);
    ticks(6);
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, 100);
    assert_false(unit.q.bad_gpr);
    start_relative(19, 16, 1000);
    assert_int_equal(unit.q.read_row, 100);
    assert_false(unit.q.bad_gpr);
    start_relative(20, 1, 0); /* its own number must be a register */
    assert_true(unit.q.bad_gpr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_an_instruction_can_be_taken, fresh),
        cmocka_unit_test_setup(idle_the_unit_holds, fresh),
        cmocka_unit_test_setup(an_instruction_occupies_the_unit_to_its_last_quarter, fresh),
        cmocka_unit_test_setup(a_register_waits_for_the_spare_access, fresh),
        cmocka_unit_test_setup(what_the_register_held_in_the_spare_access_is_sent, fresh),
        cmocka_unit_test_setup(a_start_in_the_clock_of_the_spare_access_waits_for_the_next, fresh),
        cmocka_unit_test_setup(the_quarters_leave_in_the_four_clocks_after_the_access, fresh),
        cmocka_unit_test_setup(elements_are_swizzled_set_to_0_or_1_or_masked, fresh),
        cmocka_unit_test_setup(a_reserved_select_is_masked, fresh),
        cmocka_unit_test_setup(only_active_lanes_export, fresh),
        cmocka_unit_test_setup(type_and_done_come_from_the_instruction, fresh),
        cmocka_unit_test_setup(the_registers_of_a_burst_follow_one_another_every_four_clocks, fresh),
        cmocka_unit_test_setup(the_row_of_a_burst_is_asked_for_one_clock_before_the_access, fresh),
        cmocka_unit_test_setup(without_a_spare_access_a_burst_waits, fresh),
        cmocka_unit_test_setup(the_latches_hold_when_nothing_is_read, fresh),
        cmocka_unit_test_setup(a_relative_export_adds_al_to_its_register, fresh),
        cmocka_unit_test_setup(a_relative_export_outside_the_programs_registers_reads_gpr_0, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
