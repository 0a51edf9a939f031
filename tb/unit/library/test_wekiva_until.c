/* test_wekiva_until.c - the public library: a run to the clock in which an expression begins to hold, beside a machine
 * that is clocked and read. */
#include "tb/unit/library/wekiva_kit.h"

#define DECODE "gpu.simd0.cf_sequencer.o_decode"

/* The first clocks in which the signal is not 0 and was 0 before; at most `most`. */
static unsigned rises(const char *path, uint64_t *clocks, unsigned most)
{
    struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL);
    unsigned           count = 0;
    do {
        const uint64_t before = value_of(machine, path);
        if (wk_clock(machine, 1, NULL) != WK_OK)
            break;
        if (!before && value_of(machine, path))
            clocks[count++] = wk_cycle(machine);
    } while (count < most);
    wk_destroy(machine);
    return count;
}

enum { EVENTS = 5 };

/* a.vcd is what a machine writes that is clocked. */
static void assert_same_waveform(uint64_t cycles)
{
    struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL);
    size_t             length;
    OK(wk_trace_start(machine, in_folder("b.vcd"), NULL, &said));
    OK(wk_clock(machine, cycles, &said));
    OK(wk_trace_stop(machine, &said));
    char *const a = slurp(in_folder("a.vcd"), &length), *const b = slurp(in_folder("b.vcd"), &length);
    assert_string_equal(a, b);
    free(a);
    free(b);
    wk_destroy(machine);
}

static void assert_all_counted(struct wk_machine *machine)
{
    struct wk_counter first;
    assert_true(wk_counters(machine, &first, 1) > 1);
    assert_string_equal(first.name, "GPUTime");
    assert_true(first.value == (double)wk_cycle(machine));
}

static void it_stops_at_each_event(void **state)
{
    (void)state;
    uint64_t expected[EVENTS];
    assert_int_equal(rises(DECODE, expected, EVENTS), EVENTS);
    for (unsigned watched = 0; watched < 4; watched++) {
        struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL);
        if (watched == 1)
            OK(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said));
        if (watched == 2)
            OK(wk_counters_keep(machine, 1, &said));
        if (watched == 3)
            OK(wk_history_keep(machine, 1 << 20, &said));
        for (unsigned i = 0; i < EVENTS; i++) {
            assert_int_equal(wk_run_until(machine, "cf_sequencer.o_decode", 0, &said), WK_OK);
            assert_int_equal(wk_cycle(machine), expected[i]);
            assert_true(value_of(machine, DECODE) != 0);
        }
        if (watched == 1) {
            OK(wk_trace_stop(machine, &said));
            assert_same_waveform(expected[EVENTS - 1]);
        }
        if (watched == 2)
            assert_all_counted(machine);
        if (watched == 3)
            OK(wk_go_back_to(machine, 50, &said));
        wk_destroy(machine);
    }
}

/* What has been counted up to the limit counts when it goes on. */
static void limits_in_between_change_nothing(void **state)
{
    (void)state;
    static const char  text[] = "cf_sequencer.o_decode == 0 for 20";
    struct wk_machine *whole = machine_of(LOOPS "launch.json", NULL), *parts = machine_of(LOOPS "launch.json", NULL);
    for (unsigned i = 0; i < EVENTS; i++) {
        enum wk_status status;
        OK(wk_run_until(whole, text, 0, &said));
        do
            status = wk_run_until(parts, text, wk_cycle(parts) + 7, &said);
        while (status == WK_LIMIT);
        assert_int_equal(status, WK_OK);
        assert_int_equal(wk_cycle(parts), wk_cycle(whole));
    }
    assert_same(parts, whole);
    wk_destroy(whole);
    wk_destroy(parts);
}

static void states_that_are_taken_begin_anew(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL);
    void              *bytes;
    size_t             length;
    OK(wk_snapshot(machine, &bytes, &length, &said));
    OK(wk_run_until(machine, "cf_sequencer.o_decode", 0, &said));
    const uint64_t first = wk_cycle(machine);
    OK(wk_restore(machine, bytes, length, &said));
    OK(wk_run_until(machine, "cf_sequencer.o_decode", 0, &said));
    assert_int_equal(wk_cycle(machine), first);
    wk_free(bytes);
    wk_destroy(machine);
}

static void the_end_is_told(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL);
    assert_int_equal(wk_run_until(machine, "cycle == 100", 0, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 100);
    assert_int_equal(wk_run_until(machine, "cycle <= 150", 140, &said), WK_LIMIT); /* it holds already */
    assert_int_equal(wk_run_until(machine, "cycle == 300", 200, &said), WK_LIMIT);
    assert_int_equal(wk_cycle(machine), 200);
    assert_int_equal(wk_run_until(machine, "cycle == 250", 250, &said), WK_OK);
    assert_int_equal(wk_run_until(machine, "cycle == 7", 0, &said), WK_FINISHED);
    const uint64_t end = wk_cycle(machine);
    char           text[64];
    wk_destroy(machine);
    machine = machine_of(LOOPS "launch.json", NULL);
    snprintf(text, sizeof text, "cycle == %u && net_launch.n_launch == 0", (unsigned)end);
    assert_int_equal(wk_run_until(machine, text, 0, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), end);
    assert_int_equal(wk_run_until(machine, text, 0, &said), WK_FINISHED);
    wk_destroy(machine);
}

static void expressions_that_are_none_are_refused(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(LOOPS "launch.json", NULL), *module;
    ASSERT_REFUSED(wk_run_until(machine, "cf_sequencer.o_decode == ", 0, &said), WK_REFUSED, "expected");
    ASSERT_REFUSED(wk_run_until(machine, "no_such.o_signal", 0, &said), WK_REFUSED, "no_such.o_signal");
    assert_int_equal(wk_cycle(machine), 0);
    ASSERT_REFUSED(wk_run_until(machine, NULL, 0, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_run_until(NULL, "cycle == 1", 0, &said), WK_BAD_ARGUMENT, "NULL");
    OK(wk_create_module("predicate", &module, &said));
    ASSERT_REFUSED(wk_run_until(module, "cycle == 1", 0, &said), WK_BAD_ARGUMENT, "a module alone");
    wk_destroy(module);
    wk_destroy(machine);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.vcd", "b.vcd"};
    return remove_folder_with(names, 2);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stops_at_each_event),
        cmocka_unit_test(limits_in_between_change_nothing),
        cmocka_unit_test(states_that_are_taken_begin_anew),
        cmocka_unit_test(the_end_is_told),
        cmocka_unit_test(expressions_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
