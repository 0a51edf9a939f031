/* test_export_unit.c - exports: swizzles, bursts, the spare access, reports (ISA 3.4.1, 10.1; RV770 timing E1, E5, E6).
 *
 * The spare access comes in every fourth clock, clock 3 of each half of the rotation. */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/export_unit.h"

enum { EXPORT_CLK = 6, ROWS = 256, F_1 = 0x3f800000 };
enum { SEL_X, SEL_Y, SEL_Z, SEL_W, SEL_0, SEL_1, SEL_RESERVED, SEL_MASK };

static struct export_unit unit;
static lanes_t            gprs[ROWS][EXPORT_ELEMENTS];
static unsigned           clock_now;

static uint32_t stored(unsigned row, unsigned element, unsigned lane)
{
    return row << 16 | element << 8 | lane;
}

static int fresh(void **state)
{
    (void)state;
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
            gprs[row][e] = ramp(stored(row, e, 0));
    memset(&unit, 0xa5, sizeof unit);
    export_unit_reset(&unit);
    unit.in = (struct export_unit_in){.num_gprs = 20, .export_clk = EXPORT_CLK};
    clock_now = 0;
    return 0;
}

static void tick(void)
{
    const lanes_t *const row = gprs[unit.q.read_row];
    unit.in.row_x = &row[0], unit.in.row_y = &row[1], unit.in.row_z = &row[2], unit.in.row_w = &row[3];
    unit.in.spare = clock_now % 4 == 3;
    export_unit_eval(&unit.in, &unit.q, &unit.d, &unit);
    export_unit_capture(&unit);
    rtl_commit(&unit);
    unit.in.start = false;
    clock_now++;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static struct isa_export_swiz plain(unsigned gpr, unsigned count)
{
    return (struct isa_export_swiz){.type = EXPORT_PARAM,
                                    .rw_gpr = gpr,
                                    .array_base = 5,
                                    .burst_count = count - 1,
                                    .sel_x = SEL_X,
                                    .sel_y = SEL_Y,
                                    .sel_z = SEL_Z,
                                    .sel_w = SEL_W,
                                    .cf_inst = isa_cf_ops[ISA_CF_INST_EXPORT].opcode};
}

static void set_start(struct isa_export_swiz word, unsigned slot)
{
    uint32_t dwords[2];
    isa_pack_export_swiz(&word, dwords);
    unit.in.start = true;
    unit.in.start_word = (uint64_t)dwords[1] << 32 | dwords[0];
    unit.in.start_slot = (uint8_t)slot;
    unit.in.start_number = 1000 + slot;
    unit.in.start_base = 100;
    unit.in.start_lanes = UINT64_MAX;
}

/* Starts in the first clock of a window of four, so that the spare access comes three clocks later. */
static void start(struct isa_export_swiz word)
{
    while (clock_now % 4)
        tick();
    set_start(word, 33);
    tick();
}

static void until_valid(void)
{
    for (unsigned i = 0; !unit.q.valid; i++, tick())
        assert_true(i < 20);
}

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
    assert_int_equal(unit.q.reports, EXPORT_REPORTS);
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
    assert_true(next - reported <= EXPORT_REPORTS + 1);
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
    assert_int_equal(unit.q.reports, EXPORT_REPORTS);
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
        cmocka_unit_test_setup(after_reset_an_instruction_can_be_taken, fresh),
        cmocka_unit_test_setup(idle_the_unit_holds, fresh),
        cmocka_unit_test_setup(an_instruction_occupies_the_unit_to_its_last_quarter, fresh),
        cmocka_unit_test_setup(a_register_waits_for_the_spare_access, fresh),
        cmocka_unit_test_setup(what_the_register_held_in_the_spare_access_is_sent, fresh),
        cmocka_unit_test_setup(a_start_in_the_clock_of_the_spare_access_waits_for_the_next, fresh),
        cmocka_unit_test_setup(the_quarters_leave_in_the_four_clocks_after_the_access, fresh),
        cmocka_unit_test_setup(a_memory_write_reads_its_index_first_and_leaves_quarter_by_quarter, fresh),
        cmocka_unit_test_setup(without_an_index_it_needs_no_access_for_one, fresh),
        cmocka_unit_test_setup(without_room_the_quarters_and_the_rows_behind_them_wait, fresh),
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
