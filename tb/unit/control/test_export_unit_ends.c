/* test_export_unit_ends.c - what follows an export: reports, errors; memory writes (ISA 3.4.2; RV770 timing E6). */
#include "tb/unit/control/export_unit_kit.h"

/* ---- reports ---------------------------------------------------------------------------------------------------- */

static void the_report_comes_export_clk_clocks_after_the_last_quarter(void **state)
{
    (void)state;
    start(plain(3, 1));
    until_valid();
    ticks(3);
    assert_true(unit.q.valid && unit.q.quarter == 3);
    for (unsigned i = 1; i < EXPORT_CLK; i++) {
        tick();
        assert_false(unit.q.report);
        assert_int_equal(unit.q.reports, 1);
    }
    tick();
    assert_true(unit.q.report);
    assert_int_equal(unit.q.report_slot, 33);
    assert_int_equal(unit.q.reports, 0);
    tick();
    assert_false(unit.q.report);
}

static void the_least_report_latency_is_one_clock(void **state)
{
    (void)state;
    unit.in.export_clk = 1;
    start(plain(3, 1));
    until_valid();
    ticks(3);
    assert_false(unit.q.report);
    tick();
    assert_true(unit.q.report);
}

static void the_next_export_starts_before_the_report(void **state)
{
    (void)state;
    unit.in.export_clk = 40;
    start(plain(3, 1));
    until_valid();
    ticks(3);
    set_start(plain(4, 1), 34);
    tick();
    assert_false(unit.q.free);
    ticks(36);
    for (unsigned i = 0; i < 2; i++, tick())
        assert_false(unit.q.report);
    tick();
    assert_true(unit.q.report);
    assert_int_equal(unit.q.report_slot, 33);
    do
        tick();
    while (!unit.q.report);
    assert_int_equal(unit.q.report_slot, 34);
}

/* Exports of one register of wavefronts 0, 1, ... as fast as they are taken. */
static void start_when_free(unsigned *next)
{
    if (unit.q.free)
        set_start(plain(3, 1), (*next)++);
}

static void eight_reports_may_be_outstanding_and_the_ninth_export_waits(void **state)
{
    (void)state;
    unsigned next = 0;
    unit.in.export_clk = 500;
    for (unsigned i = 0; i < 200; i++) {
        start_when_free(&next);
        tick();
        assert_false(unit.q.report);
    }
    assert_int_equal(next, 9);
    assert_int_equal(unit.q.reports, BUFFERS);
    assert_true(unit.q.busy && !unit.q.free && !unit.q.valid);
    assert_int_equal(unit.q.quarters, 36);
}

static void reports_leave_in_order_each_after_its_own_time(void **state)
{
    (void)state;
    unsigned next = 0, reported = 0, last_quarter[64] = {0}, ended = 0;
    unit.in.export_clk = 50;
    for (unsigned i = 0; i < 1000; i++) {
        start_when_free(&next);
        tick();
        if (unit.q.valid && unit.q.quarter == 3)
            last_quarter[ended++ % 64] = i;
        if (unit.q.report) {
            assert_int_equal(unit.q.report_slot, reported & 0xff);
            if (reported < 8) /* later ones may have waited for room */
                assert_int_equal(i - last_quarter[reported], 50);
            reported++;
        }
    }
    assert_true(reported > 100);
    assert_true(next - reported <= BUFFERS + 1);
}

static void a_report_in_the_clock_in_which_an_export_ends_makes_room_for_it(void **state)
{
    (void)state;
    unsigned next = 0;
    unit.in.export_clk = 500;
    for (unsigned i = 0; i < 200; i++) {
        start_when_free(&next);
        tick();
    }
    while (!unit.q.report)
        tick();
    assert_true(unit.q.free);
    assert_int_equal(unit.q.reports, BUFFERS);
    assert_int_equal(unit.q.report_slot, 0);
    unsigned order = 1;
    for (unsigned i = 0; i < 600; i++) {
        tick();
        if (unit.q.report)
            assert_int_equal(unit.q.report_slot, order++);
    }
    assert_int_equal(order, 9);
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void a_register_outside_the_programs_is_a_sticky_error(void **state)
{
    (void)state;
    start(plain(19, 1));
    assert_false(unit.q.bad_gpr);
    fresh(NULL);
    start(plain(4, 16));
    assert_false(unit.q.bad_gpr);
    fresh(NULL);
    start(plain(5, 16));
    assert_true(unit.q.bad_gpr);
    fresh(NULL);
    start(plain(20, 1));
    assert_true(unit.q.bad_gpr);
    ticks(40);
    start(plain(3, 1));
    assert_true(unit.q.bad_gpr);
}

/* ---- memory writes (ISA 3.4.2) ----------------------------------------------------------------------------------- */

static void start_write(unsigned type, unsigned gpr, unsigned count)
{
    const struct isa_export_buf word = {.cf_inst = isa_cf_ops[ISA_CF_INST_MEM_SCRATCH].opcode,
                                        .type = type,
                                        .rw_gpr = gpr,
                                        .index_gpr = 7,
                                        .comp_mask = 5,
                                        .burst_count = count - 1,
                                        .elem_size = 3,
                                        .array_size = 0xfff};
    uint32_t                    dwords[2];
    while (clock_now % 4)
        tick();
    set_start(plain(0, 1), 33);
    isa_pack_export_buf(&word, dwords);
    unit.in.start_word = (uint64_t)dwords[1] << 32 | dwords[0];
    tick();
}

/* The quarters that leave, one after the other; `stop`: from that clock on there is no room for five. */
static unsigned watch_writes(unsigned clocks, unsigned stop)
{
    unsigned left = 0;
    for (unsigned now = 0; now < clocks; now++) {
        unit.in.room = unit.q.wants_room && (now < stop || now >= stop + 5);
        const bool has_room = unit.in.room;
        tick();
        assert_false(unit.q.valid);
        if (!unit.q.write)
            continue;
        assert_true(has_room);
        assert_int_equal(unit.q.quarter, left % 4);
        assert_int_equal(unit.q.step, left / 4);
        assert_int_equal(unit.q.last, left == 7);
        for (unsigned i = 0; i < QUARTER; i++) {
            const unsigned lane = left % 4 * QUARTER + i;
            assert_int_equal(unit.q.z.lane[i], stored(103 + left / 4, 2, 0) + lane);
            assert_int_equal(unit.q.indices.lane[i], stored(107, 0, 0) + lane);
        }
        left++;
    }
    return left;
}

static void a_memory_write_reads_its_index_first_and_leaves_quarter_by_quarter(void **state)
{
    (void)state;
    start_write(1, 3, 2);
    assert_true(unit.q.read);
    assert_int_equal(unit.q.read_row, 107);
    assert_int_equal(unit.q.elements, 5);
    assert_int_equal(watch_writes(16, 1000), 8); /* 4 for the index, 4 for each GPR and a clock behind */
    ticks(EXPORT_CLK + 2);
    assert_true(unit.q.free);
}

static void without_an_index_it_needs_no_access_for_one(void **state)
{
    (void)state;
    start_write(0, 3, 1);
    assert_int_equal(unit.q.read_row, 103);
    start(plain(3, 1)); /* as soon as it can: nothing of the write is left in it */
    assert_false(unit.q.wants_room);
}

/* Wherever the room ends, no quarter is lost, doubled or another row's. */
static void without_room_the_quarters_and_the_rows_behind_them_wait(void **state)
{
    for (unsigned stop = 0; stop < 20; stop++) {
        fresh(state);
        start_write(1, 3, 2);
        assert_int_equal(watch_writes(40, stop), 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_memory_write_reads_its_index_first_and_leaves_quarter_by_quarter, fresh),
        cmocka_unit_test_setup(without_an_index_it_needs_no_access_for_one, fresh),
        cmocka_unit_test_setup(without_room_the_quarters_and_the_rows_behind_them_wait, fresh),
        cmocka_unit_test_setup(the_report_comes_export_clk_clocks_after_the_last_quarter, fresh),
        cmocka_unit_test_setup(the_least_report_latency_is_one_clock, fresh),
        cmocka_unit_test_setup(the_next_export_starts_before_the_report, fresh),
        cmocka_unit_test_setup(eight_reports_may_be_outstanding_and_the_ninth_export_waits, fresh),
        cmocka_unit_test_setup(reports_leave_in_order_each_after_its_own_time, fresh),
        cmocka_unit_test_setup(a_report_in_the_clock_in_which_an_export_ends_makes_room_for_it, fresh),
        cmocka_unit_test_setup(a_register_outside_the_programs_is_a_sticky_error, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
