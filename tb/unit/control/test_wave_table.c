/* test_wave_table.c - the state of the resident wavefronts: events, sets, waiting and waking (ISA 3.2). */
#include "tb/unit/clock.h"

#include "mem/wave_table.h"

static struct wave_table table;

static void reset(unsigned slots)
{
    table.in = (struct wave_table_in){.slots = (uint16_t)slots};
    wave_table_reset(&table);
}

static int fresh(void **state)
{
    (void)state;
    memset(&table, 0xa5, sizeof table);
    reset(WAVE_SLOTS);
    return 0;
}

/* True when another module could see a difference. */
static bool tick(void)
{
    wave_table_next(&table);
    const bool changes = wave_table_clock(&table);
    table.in = (struct wave_table_in){.launch_slot = 0};
    return changes;
}

static void set_launch(unsigned slot, uint32_t number)
{
    table.in.launch = true;
    table.in.launch_slot = (uint8_t)slot;
    table.in.launch_number = number;
    table.in.launch_base = (uint8_t)(2 * slot);
}

static void set_loaded(unsigned slot)
{
    table.in.loaded = true;
    table.in.loaded_slot = (uint8_t)slot;
}

static void set_cf(unsigned slot, enum wave_phase phase, uint32_t pc, unsigned alu, unsigned exports)
{
    table.in.cf = true;
    table.in.cf_slot = (uint8_t)slot;
    table.in.cf_phase = (wave_phase_t)phase;
    table.in.cf_pc = pc;
    table.in.cf_alu = (uint8_t)alu;
    table.in.cf_export = (uint8_t)exports;
    table.in.cf_fetch = 0;
    table.in.cf_wait = phase == WAVE_PAUSED ? 0 : 7;
}

static void set_alu_done(unsigned slot)
{
    table.in.alu_done = true;
    table.in.alu_slot = (uint8_t)slot;
}

static void set_export_done(unsigned slot)
{
    table.in.export_done = true;
    table.in.export_slot = (uint8_t)slot;
}

static void set_wake(uint32_t line)
{
    table.in.cf_wake = true;
    table.in.cf_wake_line = line;
}

/* A wavefront in phase READY. */
static void bring(unsigned slot, uint32_t number)
{
    set_launch(slot, number);
    tick();
    set_loaded(slot);
    tick();
}

static void cf(unsigned slot, enum wave_phase phase, uint32_t pc, unsigned alu, unsigned exports)
{
    set_cf(slot, phase, pc, alu, exports);
    tick();
}

static bool in_set(const uint64_t *set, unsigned slot)
{
    return set[slot / 64] >> slot % 64 & 1;
}

/* The phase of a slot, the three sets that agree with it, and the slots of each phase. */
static void assert_phase(unsigned slot, enum wave_phase phase)
{
    assert_int_equal(table.phase[slot], phase);
    assert_int_equal(in_set(table.free_set, slot), phase == WAVE_FREE);
    assert_int_equal(in_set(table.ready_set, slot), phase == WAVE_READY);
    assert_int_equal(in_set(table.miss_set, slot), phase == WAVE_CF_MISS);
    unsigned in_phase[WAVE_PHASES] = {0}, alu = 0, exports = 0, fetches = 0;
    for (unsigned s = 0; s < WAVE_SLOTS; s++)
        in_phase[table.phase[s]] += table.phase[s] != WAVE_FREE || in_set(table.free_set, s);
    for (unsigned s = 0; s < WAVE_SLOTS; s++) {
        alu += table.alu[s];
        exports += table.exports[s];
        fetches += table.fetches[s];
    }
    assert_int_equal(table.q.alu_total, alu);
    assert_int_equal(table.q.export_total, exports);
    assert_int_equal(table.q.fetch_total, fetches);
    for (unsigned p = 0; p < WAVE_PHASES; p++)
        assert_int_equal(table.q.in_phase.phase[p], in_phase[p]);
}

/* ---- reset, launch ---------------------------------------------------------------------------------------------- */

static void after_reset_every_slot_is_free(void **state)
{
    (void)state;
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
        assert_phase(slot, WAVE_FREE);
    assert_int_equal(table.q.resident, 0);
    assert_int_equal(table.q.finished, 0);
}

static void slots_beyond_the_limit_are_never_free(void **state)
{
    (void)state;
    reset(65);
    for (unsigned slot = 0; slot < 65; slot++) {
        assert_true(in_set(table.free_set, slot));
        set_launch(slot, slot);
        tick();
    }
    for (unsigned set = 0; set < WAVE_SETS; set++)
        assert_int_equal(table.free_set[set], 0);
    assert_int_equal(table.q.resident, 65);
}

static void idle_the_table_holds(void **state)
{
    (void)state;
    static struct wave_table before;
    bring(7, 3);
    cf(7, WAVE_WAITING, 9, 1, 0);
    tick();
    before = table;
    ASSERT_HOLDS(&table, tick());
    assert_memory_equal(table.phase, before.phase, sizeof table - offsetof(struct wave_table, phase));
}

static void a_launch_fills_every_field_of_its_slot(void **state)
{
    (void)state;
    bring(200, 1);
    cf(200, WAVE_ENDING, 55, 0, 0);
    set_launch(200, 0xcafe1234);
    table.in.launch_base = 77;
    table.in.launch_type = ISA_GS;
    assert_phase(200, WAVE_FREE);
    tick();
    assert_phase(200, WAVE_LOADING);
    assert_int_equal(table.number[200], 0xcafe1234);
    assert_int_equal(table.gpr_base[200], 77);
    assert_int_equal(table.type[200], ISA_GS);
    assert_int_equal(table.pc[200], 0);
    assert_int_equal(table.alu[200], 0);
    assert_int_equal(table.exports[200], 0);
    assert_int_equal(table.q.resident, 1);
    assert_phase(199, WAVE_FREE);
    assert_phase(201, WAVE_FREE);
}

static void a_wavefront_is_ready_when_its_registers_are_loaded(void **state)
{
    (void)state;
    set_launch(64, 1);
    tick();
    tick();
    assert_phase(64, WAVE_LOADING);
    set_loaded(64);
    tick();
    assert_phase(64, WAVE_READY);
}

static void a_launch_and_a_load_of_two_wavefronts_happen_in_one_clock(void **state)
{
    (void)state;
    set_launch(0, 0);
    tick();
    set_loaded(0);
    set_launch(1, 1);
    tick();
    assert_phase(0, WAVE_READY);
    assert_phase(1, WAVE_LOADING);
}

/* ---- CF steps --------------------------------------------------------------------------------------------------- */

static void a_wavefront_goes_its_way_clock_by_clock(void **state)
{
    (void)state;
    enum { SLOT = 9 };
#define RULE(title)                                                                                                    \
    print_message("%s\n", title);                                                                                      \
    reset(WAVE_SLOTS);                                                                                                 \
    bring(SLOT, 0);
#define CLOCK(events, after) events tick(), assert_phase(SLOT, WAVE_##after);
#define LEFT(clauses, bursts, at)                                                                                      \
    assert_int_equal(table.alu[SLOT], clauses);                                                                        \
    assert_int_equal(table.exports[SLOT], bursts);                                                                     \
    assert_int_equal(table.pc[SLOT], at);
#define FINISHED(count)                                                                                                \
    assert_int_equal(table.q.finished, count);                                                                         \
    assert_int_equal(table.q.resident, 0);
#define STEP(phase, pc, alu, exports, fetches)                                                                         \
    set_cf(SLOT, WAVE_##phase, pc, alu, exports), table.in.cf_fetch = fetches;
#define ALU_ENDS set_alu_done(SLOT);
#define EXPORT_ENDS set_export_done(SLOT);
#define FETCH_ENDS table.in.fetch_done = true, table.in.fetch_slot = SLOT;
#define LINE(number) set_wake(number);
#define NOTHING
#include "tb/unit/control/wave_rules.def"
}

static void a_wavefront_waits_for_the_kinds_of_work_that_it_names(void **state)
{
    (void)state;
    for (unsigned wait = 1; wait <= 4; wait *= 2) {
        reset(32);
        bring(9, 0);
        set_cf(9, WAVE_READY, 1, 1, 1);
        table.in.cf_fetch = 1;
        tick();
        set_cf(9, WAVE_WAITING, 2, 0, 0);
        table.in.cf_wait = (uint8_t)wait;
        tick();
        for (unsigned kind = 4; kind; kind /= 2) {
            const bool over = table.phase[9] == WAVE_READY;
            assert_phase(9, kind >= wait ? WAVE_WAITING : WAVE_READY);
            if (kind == 4) {
                table.in.fetch_done = true;
                table.in.fetch_slot = 9;
            } else if (kind == 2) {
                set_export_done(9);
            } else {
                set_alu_done(9);
            }
            tick();
            assert_phase(9, over || kind == wait ? WAVE_READY : WAVE_WAITING);
        }
    }
}

/* ISA 9.1 WAIT_ACK: until no more are outstanding than it says; one less is too few. */
static void a_wavefront_waits_until_so_many_acknowledgements_are_left(void **state)
{
    (void)state;
    reset(32);
    bring(9, 0);
    for (unsigned i = 0; i < 4; i++) {
        set_cf(9, WAVE_READY, 1, 0, 0);
        table.in.cf_ack = 1;
        tick();
        table.in.cf_ack = 0;
    }
    assert_int_equal(table.acks[9], 4);
    assert_int_equal(table.q.ack_total, 4);
    set_cf(9, WAVE_WAITING, 1, 0, 0);
    table.in.cf_wait = 8;
    table.in.cf_acks = 2;
    tick();
    for (unsigned left = 4; left > 2; left--) {
        assert_phase(9, WAVE_WAITING);
        table.in.ack = true;
        table.in.ack_slot = 9;
        tick();
    }
    assert_phase(9, WAVE_READY);
    assert_int_equal(table.acks[9], 2);
}

static void an_ended_wavefront_waits_for_its_acknowledgements(void **state)
{
    (void)state;
    reset(32);
    bring(9, 0);
    set_cf(9, WAVE_ENDING, 1, 0, 0);
    table.in.cf_ack = 1;
    tick();
    table.in.cf_ack = 0;
    assert_phase(9, WAVE_ENDING);
    table.in.ack = true;
    table.in.ack_slot = 9;
    tick();
    assert_phase(9, WAVE_FREE);
}

static void an_ended_wavefront_leaves_when_nothing_is_outstanding(void **state)
{
    (void)state;
    bring(9, 0);
    bring(10, 1);
    cf(9, WAVE_ENDING, 1, 0, 1);
    assert_phase(9, WAVE_ENDING);
    assert_int_equal(table.q.resident, 2);
    set_export_done(9);
    tick();
    assert_phase(9, WAVE_FREE);
    assert_int_equal(table.q.resident, 1);
    assert_int_equal(table.q.finished, 1);
    cf(10, WAVE_ENDING, 1, 0, 0);
    assert_phase(10, WAVE_FREE);
    assert_int_equal(table.q.resident, 0);
    assert_int_equal(table.q.finished, 2);
}

static void a_launch_and_a_leave_in_one_clock_keep_the_count(void **state)
{
    (void)state;
    bring(9, 0);
    set_launch(10, 1);
    set_cf(9, WAVE_ENDING, 1, 0, 0);
    tick();
    assert_int_equal(table.q.resident, 1);
    assert_int_equal(table.q.finished, 1);
}

/* ---- events of one wavefront in one clock ----------------------------------------------------------------------- */

static void events_of_different_wavefronts_do_not_mix(void **state)
{
    (void)state;
    for (unsigned slot = 0; slot < 4; slot++)
        bring(slot, slot);
    cf(1, WAVE_WAITING, 1, 1, 0);
    cf(2, WAVE_WAITING, 1, 0, 1);
    set_launch(5, 5);
    set_cf(0, WAVE_CF_MISS, 17, 0, 0);
    set_alu_done(1);
    set_export_done(2);
    tick();
    assert_phase(0, WAVE_CF_MISS);
    assert_phase(1, WAVE_READY);
    assert_phase(2, WAVE_READY);
    assert_phase(3, WAVE_READY);
    assert_phase(5, WAVE_LOADING);
}

/* ---- sleep and wake (RV770 timing S13) -------------------------------------------------------------------------- */

static void an_arriving_line_wakes_the_wavefronts_that_miss_it(void **state)
{
    (void)state;
    static const unsigned slots[] = {0, 63, 64, 255};
    for (unsigned i = 0; i < 4; i++) {
        bring(slots[i], i);
        cf(slots[i], WAVE_CF_MISS, i == 2 ? 24 : 16 + i, 0, 0);
    }
    set_wake(2); /* words 16 to 23 */
    tick();
    assert_phase(0, WAVE_READY);
    assert_phase(63, WAVE_READY);
    assert_phase(64, WAVE_CF_MISS);
    assert_phase(255, WAVE_READY);
    set_wake(3);
    tick();
    assert_phase(64, WAVE_READY);
}

static void wavefronts_that_do_not_miss_are_not_woken(void **state)
{
    (void)state;
    bring(9, 0);
    cf(9, WAVE_WAITING, 16, 1, 0);
    set_launch(10, 1);
    tick();
    set_wake(2);
    tick();
    assert_phase(9, WAVE_WAITING);
    set_wake(0);
    tick();
    assert_phase(10, WAVE_LOADING);
}

static void a_pause_lasts_its_clocks_in_every_part_of_the_table(void **state)
{
    (void)state;
    static const unsigned slots[] = {0, 63, 64, 130, 255};
    enum { PAUSE = 5 };
    for (unsigned i = 0; i < 5; i++) {
        bring(slots[i], i);
        set_cf(slots[i], WAVE_PAUSED, 4, 0, 0);
        table.in.cf_pause = PAUSE;
        tick();
        for (unsigned clock = 0; clock < PAUSE - 1; clock++)
            tick();
        assert_phase(slots[i], WAVE_PAUSED);
        tick();
        assert_phase(slots[i], WAVE_READY);
    }
}

static void a_pause_for_want_of_a_place_has_a_length_of_its_own(void **state)
{
    (void)state;
    enum { RETRY = 7, FETCH = 4 };
    bring(9, 0);
    set_cf(9, WAVE_PAUSED, 4, 0, 0);
    table.in.cf_wait = FETCH;
    table.in.cf_pause = 3;
    table.in.cf_retry = RETRY;
    tick();
    for (unsigned clock = 0; clock < RETRY - 1; clock++)
        tick();
    assert_phase(9, WAVE_PAUSED);
    assert_int_equal(table.wait[9], FETCH);
    tick();
    assert_phase(9, WAVE_READY);
}

static void the_end_of_a_pause_is_visible_its_clocks_are_not(void **state)
{
    (void)state;
    bring(9, 0);
    assert_false(tick());
    set_cf(9, WAVE_PAUSED, 4, 0, 0);
    table.in.cf_pause = 3;
    assert_true(tick());
    assert_false(tick());
    assert_false(tick());
    assert_true(tick());
    assert_false(tick());
    set_wake(7);
    assert_true(tick());
}

static void a_line_wakes_sleepers_in_every_part_of_the_table(void **state)
{
    (void)state;
    static const unsigned slots[] = {0, 63, 64, 130, 255};
    for (unsigned i = 0; i < 5; i++) {
        bring(slots[i], i);
        cf(slots[i], WAVE_CF_MISS, 8 * (i % 2), 0, 0);
    }
    set_wake(0);
    tick();
    for (unsigned i = 0; i < 5; i++)
        assert_phase(slots[i], i % 2 ? WAVE_CF_MISS : WAVE_READY);
    set_wake(1);
    tick();
    for (unsigned i = 0; i < 5; i++)
        assert_phase(slots[i], WAVE_READY);
}

static void the_wavefronts_of_each_phase_are_counted(void **state)
{
    (void)state;
    bring(3, 0);
    bring(70, 1);
    bring(150, 2);
    cf(70, WAVE_PAUSED, 4, 0, 0);
    cf(150, WAVE_WAITING, 4, 1, 0);
    assert_int_equal(table.q.in_phase.phase[WAVE_READY], 1);
    assert_int_equal(table.q.in_phase.phase[WAVE_PAUSED], 1);
    assert_int_equal(table.q.in_phase.phase[WAVE_WAITING], 1);
    assert_int_equal(table.q.in_phase.phase[WAVE_FREE], WAVE_SLOTS - 3);
    assert_phase(3, WAVE_READY);
}

/* ---- emitted vertices -------------------------------------------------------------------------------------------- */

static void emitted_vertices_and_cut_strips_are_counted_for_each_wavefront(void **state)
{
    (void)state;
    bring(3, 3);
    bring(9, 9);
    for (unsigned i = 0; i < 5; i++) {
        set_cf(i < 3 ? 3 : 9, WAVE_READY, i, 0, 0);
        table.in.cf_emit = i != 1;
        table.in.cf_cut = i == 1 || i == 2;
        table.in.cf_lanes = 0x3ff;
        tick();
    }
    assert_int_equal(table.emits[3], 2);
    assert_int_equal(table.strips[3], 2);
    assert_int_equal(table.emits[9], 2);
    assert_int_equal(table.strips[9], 0);
    assert_int_equal(table.q.vertices, 40);
    assert_int_equal(table.q.cuts, 20);
    cf(3, WAVE_ENDING, 0, 0, 0);
    bring(3, 3);
    assert_int_equal(table.emits[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_every_slot_is_free, fresh),
        cmocka_unit_test_setup(slots_beyond_the_limit_are_never_free, fresh),
        cmocka_unit_test_setup(idle_the_table_holds, fresh),
        cmocka_unit_test_setup(a_launch_fills_every_field_of_its_slot, fresh),
        cmocka_unit_test_setup(a_wavefront_is_ready_when_its_registers_are_loaded, fresh),
        cmocka_unit_test_setup(a_launch_and_a_load_of_two_wavefronts_happen_in_one_clock, fresh),
        cmocka_unit_test_setup(a_wavefront_goes_its_way_clock_by_clock, fresh),
        cmocka_unit_test_setup(a_wavefront_waits_for_the_kinds_of_work_that_it_names, fresh),
        cmocka_unit_test_setup(a_wavefront_waits_until_so_many_acknowledgements_are_left, fresh),
        cmocka_unit_test_setup(an_ended_wavefront_waits_for_its_acknowledgements, fresh),
        cmocka_unit_test_setup(an_ended_wavefront_leaves_when_nothing_is_outstanding, fresh),
        cmocka_unit_test_setup(a_launch_and_a_leave_in_one_clock_keep_the_count, fresh),
        cmocka_unit_test_setup(events_of_different_wavefronts_do_not_mix, fresh),
        cmocka_unit_test_setup(an_arriving_line_wakes_the_wavefronts_that_miss_it, fresh),
        cmocka_unit_test_setup(wavefronts_that_do_not_miss_are_not_woken, fresh),
        cmocka_unit_test_setup(a_pause_lasts_its_clocks_in_every_part_of_the_table, fresh),
        cmocka_unit_test_setup(a_pause_for_want_of_a_place_has_a_length_of_its_own, fresh),
        cmocka_unit_test_setup(the_end_of_a_pause_is_visible_its_clocks_are_not, fresh),
        cmocka_unit_test_setup(a_line_wakes_sleepers_in_every_part_of_the_table, fresh),
        cmocka_unit_test_setup(the_wavefronts_of_each_phase_are_counted, fresh),
        cmocka_unit_test_setup(emitted_vertices_and_cut_strips_are_counted_for_each_wavefront, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
