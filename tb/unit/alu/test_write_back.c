/* test_write_back.c - the way of results to PV and PS, the GPRs, the predicate and AR (ISA 4.6.2, 4.9.2; RV770 timing
 * 2.12, A18).
 *
 * `clock` counts the clocks of the rotation: quarter q of the even wavefront slot enters in clock q, of the odd one in
 * clock 4 + q. */
#include "tb/unit/clock.h"

#include "pipeline/alu/write_back.h"

static struct write_back back;
static quarter_t         result[ISA_SLOTS];
static unsigned          clock_now;

static int fresh(void **state)
{
    (void)state;
    memset(&back, 0xa5, sizeof back);
    back.in = (struct write_back_in){.result_x = &result[0],
                                     .result_y = &result[1],
                                     .result_z = &result[2],
                                     .result_w = &result[3],
                                     .result_t = &result[4]};
    write_back_reset(&back);
    clock_now = 0;
    return 0;
}

static void tick(void)
{
    rtl_eval(write_back_eval, &back);
    write_back_capture(&back);
    rtl_commit(&back);
    clock_now++;
    back.in.enter = false;
}

static void enter(unsigned parity, unsigned quarter)
{
    back.in.enter = true;
    back.in.parity = (uint8_t)parity;
    back.in.quarter = (uint8_t)quarter;
}

/* The results that the slots show in this clock. */
static void show(unsigned done, uint32_t base)
{
    back.in.done = (uint8_t)done;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        result[s] = quarter_ramp(base + 0x1000 * s);
        back.in.mask.slot[s] = 0xffff;
    }
}

/* The four quarters of a group enter in clocks 0 to 3; runs up to clock `until`.  Slots X and T have results
 * base | slot << 12 | quarter << 8. */
static void run_group(unsigned parity, unsigned until, uint32_t base)
{
    const unsigned start = clock_now;
    while (clock_now - start < until) {
        const unsigned at = clock_now - start;
        if (at < QUARTERS)
            enter(parity, at);
        if (at >= 2 && at < 2 + QUARTERS)
            show(0x11, base + 0x100 * (at - 2));
        else
            show(0, 0xbad);
        tick();
    }
}

static void set_group(void)
{
    back.in.write = 0x11;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        back.in.row.slot[s] = (uint8_t)(10 + s);
    back.in.relative = 0x11;
    back.in.global = 0x10;
    back.in.base = 100;
    back.in.chan_t = 2;
    back.in.last = true;
    back.in.clause = 11;
}

static void after_reset_nothing_is_on_its_way(void **state)
{
    (void)state;
    static const struct write_back_reg zero;
    assert_memory_equal(&back.q, &zero, sizeof zero);
    assert_memory_equal(&back.d, &zero, sizeof zero);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        assert_true(back.even[s].lane[63] == 0 && back.odd[s].lane[0] == 0);
}

static void idle_the_stage_holds(void **state)
{
    (void)state;
    set_group();
    run_group(0, 12, 0x50000);
    ASSERT_HOLDS(&back, tick());
}

/* ---- PV and PS -------------------------------------------------------------------------------------------------- */

static void results_arrive_two_clocks_after_their_quarter_entered(void **state)
{
    (void)state;
    enter(1, 2);
    tick();
    assert_false(back.q.s2);
    tick();
    assert_true(back.q.s2);
    assert_int_equal(back.q.s2_parity, 1);
    assert_int_equal(back.q.s2_quarter, 2);
    tick();
    assert_false(back.q.s2);
}

static void pv_takes_a_quarter_at_the_end_of_the_clock_in_which_it_arrives(void **state)
{
    (void)state;
    enter(0, 1);
    show(1, 0x700); /* too early */
    tick();
    show(1, 0x800);
    tick();
    assert_int_equal(write_back_rows(&back, 0)[0].lane[16], 0);
    show(1, 0x900);
    tick();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(write_back_rows(&back, 0)[0].lane[i], i / 16 == 1 ? 0x900 + i - 16 : 0);
    show(1, 0xa00); /* too late */
    tick();
    assert_int_equal(write_back_rows(&back, 0)[0].lane[16], 0x900);
}

static void the_whole_rows_are_there_for_the_wavefronts_next_group(void **state)
{
    (void)state;
    for (unsigned parity = 0; parity < 2; parity++) {
        fresh(NULL);
        run_group(parity, 8, 0x50000);
        const lanes_t *rows = write_back_rows(&back, parity), *other = write_back_rows(&back, !parity);
        for (unsigned i = 0; i < LANES; i++) {
            assert_int_equal(rows[0].lane[i], 0x50000 + 0x100 * (i / 16) + i % 16);
            assert_int_equal(rows[4].lane[i], 0x54000 + 0x100 * (i / 16) + i % 16);
            for (unsigned s = 1; s < 4; s++)
                assert_int_equal(rows[s].lane[i], 0);
            assert_int_equal(other[0].lane[i], 0);
        }
    }
}

static void lanes_that_did_not_execute_keep_their_pv(void **state)
{
    (void)state;
    enter(0, 3);
    tick();
    tick();
    show(2, 0x900);
    back.in.mask.slot[1] = 0xfffe;
    tick();
    for (unsigned i = 48; i < LANES; i++)
        assert_int_equal(write_back_rows(&back, 0)[1].lane[i], i == 48 ? 0 : 0x1900 + i - 48);
}

static void a_slot_without_a_result_keeps_its_pv(void **state)
{
    (void)state;
    enter(0, 0);
    tick();
    tick();
    show(0x1d, 0x900); /* all but Y */
    tick();
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        assert_int_equal(write_back_rows(&back, 0)[s].lane[5], s == 1 ? 0 : 0x905 + 0x1000 * s);
}

/* ---- lanes that executed ---------------------------------------------------------------------------------------- */

static void the_lanes_of_each_slot_are_noted_quarter_by_quarter(void **state)
{
    (void)state;
    for (unsigned parity = 0; parity < 2; parity++) {
        fresh(NULL);
        for (unsigned at = 0; at < 6; at++) {
            if (at < 4)
                enter(parity, at);
            show(at >= 2 ? 0x15 : 0, 0);
            for (unsigned s = 0; s < ISA_SLOTS; s++)
                back.in.mask.slot[s] = (uint16_t)(0x1111u * (s + 1) + at);
            tick();
        }
        const slot_mask_t *lanes = write_back_lanes(&back, parity), *other = write_back_lanes(&back, !parity);
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            uint64_t expected = 0;
            for (unsigned quarter = 0; quarter < 4; quarter++)
                expected |= (uint64_t)(0x1111u * (s + 1) + quarter + 2) << 16 * quarter;
            assert_true(lanes->slot[s] == (0x15 >> s & 1 ? expected : 0));
            assert_true(other->slot[s] == 0);
        }
    }
}

static void a_slot_without_an_instruction_executed_in_no_lane(void **state)
{
    (void)state;
    run_group(0, 8, 0);
    assert_true(write_back_lanes(&back, 0)->slot[0] == UINT64_MAX);
    enter(0, 2); /* a group with nothing in X */
    show(0, 0);
    tick();
    tick();
    tick();
    assert_true(write_back_lanes(&back, 0)->slot[0] == 0xffff0000ffffffffull);
}

/* ---- GPR write -------------------------------------------------------------------------------------------------- */

/* The last quarter enters in clock 3 (even) or 7 (odd); the rows are written in clock 7 or 3 of the rotation. */
static void the_rows_are_written_four_clocks_after_the_last_quarter_entered(void **state)
{
    (void)state;
    for (unsigned parity = 0; parity < 2; parity++) {
        fresh(NULL);
        set_group();
        run_group(parity, 3, 0);
        enter(parity, 3);
        for (unsigned clocks = 1; clocks < 4; clocks++) {
            tick();
            assert_false(back.q.gpr_write || back.q.finish);
        }
        tick();
        assert_true(back.q.gpr_write && back.q.finish);
        tick();
        assert_false(back.q.gpr_write || back.q.finish);
    }
}

static void the_group_is_remembered_when_its_last_quarter_enters(void **state)
{
    (void)state;
    set_group();
    run_group(0, 4, 0);
    back.in.write = 0; /* what the wires hold while nothing enters does not matter */
    back.in.last = false;
    back.in.row.slot[0] = 77;
    for (unsigned i = 0; i < 3; i++)
        tick();
    assert_true(back.q.gpr_write && back.q.finish);
    assert_int_equal(back.q.gpr_row.slot[0], 10);
}

static void the_write_names_its_slots_rows_and_lanes(void **state)
{
    (void)state;
    set_group();
    run_group(1, 7, 0x50000);
    assert_true(back.q.gpr_write);
    assert_int_equal(back.q.gpr_slots, 0x11);
    assert_int_equal(back.q.gpr_parity, 1);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        assert_int_equal(back.q.gpr_row.slot[s], 10 + s);
    assert_int_equal(back.q.gpr_relative, 0x11);
    assert_int_equal(back.q.gpr_global, 0x10);
    assert_int_equal(back.q.gpr_base, 100);
    assert_int_equal(back.q.gpr_chan_t, 2);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        assert_true(back.q.gpr_lanes.slot[s] == (0x11 >> s & 1 ? UINT64_MAX : 0));
    assert_true(back.q.finish);
    assert_int_equal(back.q.finish_clause, 11);
}

static void the_write_takes_the_lanes_of_its_own_wavefront_slot(void **state)
{
    (void)state;
    set_group();
    run_group(0, 7, 0);
    assert_int_equal(back.q.gpr_parity, 0);
    assert_true(back.q.gpr_lanes.slot[0] == UINT64_MAX);
    assert_true(back.q.odd_lanes.slot[0] == 0);
}

static void a_group_that_writes_nothing_still_finishes_its_clause(void **state)
{
    (void)state;
    set_group();
    back.in.write = 0;
    run_group(0, 7, 0);
    assert_false(back.q.gpr_write);
    assert_true(back.q.finish);
}

static void a_group_that_is_not_the_last_does_not_finish_its_clause(void **state)
{
    (void)state;
    set_group();
    back.in.last = false;
    run_group(0, 7, 0);
    assert_true(back.q.gpr_write);
    assert_false(back.q.finish);
}

static void even_and_odd_groups_follow_every_four_clocks(void **state)
{
    (void)state;
    unsigned writes = 0;
    for (unsigned at = 0; at < 40; at++) {
        const unsigned group = at / 4;
        set_group();
        back.in.row.slot[0] = (uint8_t)group;
        back.in.clause = (uint8_t)(group % 12);
        back.in.wave = 1000 + group;
        enter(group % 2, at % 4);
        show(1, 0);
        tick();
        assert_int_equal(back.q.gpr_write, at >= 6 && (at - 6) % 4 == 0);
        if (back.q.gpr_write) {
            assert_int_equal(back.q.gpr_row.slot[0], writes);
            assert_int_equal(back.q.gpr_parity, writes % 2);
            assert_int_equal(back.q.gpr_wave, 1000 + writes);
            assert_int_equal(back.q.finish_clause, writes);
            writes++;
        }
    }
    assert_int_equal(writes, 9);
}

/* ---- flags and AR ----------------------------------------------------------------------------------------------- */

static void flags_and_ar_are_named_in_the_clock_in_which_the_results_arrive(void **state)
{
    (void)state;
    enter(0, 0);
    back.in.flag_slots = 4;
    back.in.update = 2;
    back.in.kills = true;
    back.in.ar_write = 9;
    tick();
    assert_true(back.q.s2_flag_slots != 4 && !back.q.s2_kills && !back.q.s2_ar_write && !back.q.s2_update);
    enter(0, 1);
    back.in.flag_slots = 0;
    back.in.update = 1;
    back.in.kills = false;
    back.in.ar_write = 0;
    tick();
    assert_true(back.q.s2);
    assert_int_equal(back.q.s2_flag_slots, 4);
    assert_int_equal(back.q.s2_update, 2);
    assert_true(back.q.s2_kills);
    assert_int_equal(back.q.s2_ar_write, 9);
    tick();
    assert_int_equal(back.q.s2_flag_slots, 0);
    assert_int_equal(back.q.s2_update, 1);
    assert_false(back.q.s2_kills);
    assert_int_equal(back.q.s2_ar_write, 0);
}

static void wires_of_a_clock_in_which_nothing_enters_are_not_looked_at(void **state)
{
    (void)state;
    enter(1, 2);
    back.in.flag_slots = 3;
    tick();
    tick();
    const struct write_back_reg before = back.q;
    back.in.parity = 0;
    back.in.quarter = 1;
    back.in.flag_slots = 1;
    back.in.ar_write = 15;
    tick();
    tick();
    assert_int_equal(back.q.s1_parity, before.s1_parity);
    assert_int_equal(back.q.s1_quarter, before.s1_quarter);
    assert_int_equal(back.q.s1_flag_slots, before.s1_flag_slots);
    assert_int_equal(back.q.s1_ar_write, before.s1_ar_write);
    assert_int_equal(back.q.s2_parity, before.s2_parity);
    assert_int_equal(back.q.s2_flag_slots, before.s2_flag_slots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_nothing_is_on_its_way, fresh),
        cmocka_unit_test_setup(idle_the_stage_holds, fresh),
        cmocka_unit_test_setup(results_arrive_two_clocks_after_their_quarter_entered, fresh),
        cmocka_unit_test_setup(pv_takes_a_quarter_at_the_end_of_the_clock_in_which_it_arrives, fresh),
        cmocka_unit_test_setup(the_whole_rows_are_there_for_the_wavefronts_next_group, fresh),
        cmocka_unit_test_setup(lanes_that_did_not_execute_keep_their_pv, fresh),
        cmocka_unit_test_setup(a_slot_without_a_result_keeps_its_pv, fresh),
        cmocka_unit_test_setup(the_lanes_of_each_slot_are_noted_quarter_by_quarter, fresh),
        cmocka_unit_test_setup(a_slot_without_an_instruction_executed_in_no_lane, fresh),
        cmocka_unit_test_setup(the_rows_are_written_four_clocks_after_the_last_quarter_entered, fresh),
        cmocka_unit_test_setup(the_group_is_remembered_when_its_last_quarter_enters, fresh),
        cmocka_unit_test_setup(the_write_names_its_slots_rows_and_lanes, fresh),
        cmocka_unit_test_setup(the_write_takes_the_lanes_of_its_own_wavefront_slot, fresh),
        cmocka_unit_test_setup(a_group_that_writes_nothing_still_finishes_its_clause, fresh),
        cmocka_unit_test_setup(a_group_that_is_not_the_last_does_not_finish_its_clause, fresh),
        cmocka_unit_test_setup(even_and_odd_groups_follow_every_four_clocks, fresh),
        cmocka_unit_test_setup(flags_and_ar_are_named_in_the_clock_in_which_the_results_arrive, fresh),
        cmocka_unit_test_setup(wires_of_a_clock_in_which_nothing_enters_are_not_looked_at, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
