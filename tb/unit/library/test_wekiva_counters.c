/* test_wekiva_counters.c - the public library: AMD's counters, and values that are taken many at a time.
 *
 * What is expected is counted by hand: of the program `triple`, one group with one instruction and two CF instructions
 * on one wavefront of 64 threads. */
#include "tb/unit/library/wekiva_kit.h"

enum { ROWS = 2048 };

/* -1: there is no value; fails when there is no such row of the whole machine. */
static double counter_of(struct wk_machine *machine, const char *name)
{
    static struct wk_counter rows[ROWS];
    const unsigned           count = wk_counters(machine, rows, ROWS);
    assert_in_range(count, 1, ROWS);
    for (unsigned i = 0; i < count && strcmp(rows[i].instance, rows[0].instance) == 0; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].why ? -1 : rows[i].value;
    fail_msg("no counter %s", name);
    return 0;
}

static void assert_triple(struct wk_machine *machine)
{
    assert_true(counter_of(machine, "Wavefronts") == 1);
    assert_true(counter_of(machine, "PSItemsIn") == 64);
    assert_true(counter_of(machine, "ALUInsts") == 1);
    assert_true(counter_of(machine, "CFInsts") == 2);
    assert_true(counter_of(machine, "ALUPacking") == 20);
    assert_true(counter_of(machine, "ThreadUtilization") == 100);
    assert_true(counter_of(machine, "CacheHitL1") == -1);
    assert_true(counter_of(machine, "GPUTime") == (double)wk_cycle(machine));
}

static void counters_say_what_the_program_does(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    assert_int_equal(wk_counters(machine, NULL, 0), 0);
    OK(wk_counters_keep(machine, 1, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_triple(machine);
    struct wk_counter one[2] = {{0}};
    assert_true(wk_counters(machine, one, 1) > 100);
    assert_string_equal(one[0].instance, "gpu");
    assert_null(one[1].name);
    OK(wk_counters_keep(machine, 0, &said));
    assert_int_equal(wk_counters(machine, one, 1), 0);
    wk_destroy(machine);
}

static void shares_of_chances_add_up(void **state)
{
    (void)state;
    static struct wk_counter rows[ROWS];
    struct wk_machine       *machine = machine_of(LOOPS "launch.json", NULL);
    double                   even = 0;
    OK(wk_counters_keep(machine, 1, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    const unsigned count = wk_counters(machine, rows, ROWS);
    for (unsigned i = 0; i < count && strcmp(rows[i].instance, rows[0].instance) == 0; i++)
        if (strncmp(rows[i].name, "Stall.Even.", 11) == 0 || strcmp(rows[i].name, "Busy.Even") == 0)
            even += rows[i].value;
    assert_true(even > 99.999 && even < 100.001);
    wk_destroy(machine);
}

static void they_begin_anew_with_another_state(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    void              *bytes;
    size_t             length;
    OK(wk_snapshot(machine, &bytes, &length, &said));
    OK(wk_counters_keep(machine, 1, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    OK(wk_restore(machine, bytes, length, &said));
    wk_free(bytes);
    assert_true(counter_of(machine, "GPUTime") == 0);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_triple(machine);
    OK(wk_counters_keep(machine, 1, &said));
    assert_true(counter_of(machine, "GPUTime") == 0);
    wk_destroy(machine);
}

static void a_return_in_time_takes_them_back(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    OK(wk_history_keep(machine, 64 << 20, &said));
    OK(wk_counters_keep(machine, 1, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    const uint64_t end = wk_cycle(machine);
    OK(wk_go_back_to(machine, end - 20, &said));
    assert_true(counter_of(machine, "GPUTime") == 0);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_true(counter_of(machine, "GPUTime") == 20);
    wk_destroy(machine);
}

/* The waveform has the same bytes with counters, and counters are the same with a waveform that begins in between. */
static void waveform_and_counters_look_at_one_machine(void **state)
{
    (void)state;
    char *text[2];
    for (unsigned with = 0; with < 2; with++) {
        struct wk_machine *machine = triple_machine(NULL);
        const char *const  path = in_folder("a.vcd");
        size_t             length;
        OK(wk_counters_keep(machine, (int)with, &said));
        OK(wk_clock(machine, 30, &said));
        OK(wk_trace_start(machine, path, NULL, &said));
        OK(wk_clock(machine, 400, &said));
        OK(wk_trace_stop(machine, &said));
        assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
        if (with)
            assert_triple(machine);
        text[with] = slurp(path, &length);
        wk_destroy(machine);
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
}

static void modules_have_none_and_other_machines_their_own(void **state)
{
    (void)state;
    struct wk_machine *machine;
    ASSERT_REFUSED(wk_counters_keep(NULL, 1, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_counters(NULL, NULL, 0), 0);
    OK(wk_create_module("predicate", &machine, &said));
    ASSERT_REFUSED(wk_counters_keep(machine, 1, &said), WK_BAD_ARGUMENT, "a module alone");
    wk_destroy(machine);
    struct wk_launch *launch;
    OK(wk_launch_load("tb/corpus/designs/r580.json", &launch, &said));
    OK(wk_create(NULL, launch, NULL, &machine, &said));
    OK(wk_counters_keep(machine, 1, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    struct wk_counter first;
    assert_true(wk_counters(machine, &first, 1) > 1);
    assert_string_equal(first.name, "Time");
    assert_true(first.value == (double)wk_cycle(machine));
    wk_destroy(machine);
    wk_launch_free(launch);
}

/* ---- many values at a time --------------------------------------------------------------------------------------- */

static void a_row_is_its_elements(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    unsigned           vectors = 0;
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    for (unsigned i = 0; i < wk_signal_count(machine); i++) {
        struct wk_signal signal;
        uint64_t         values[4096], one;
        OK(wk_signal_at(machine, i, &signal));
        assert_in_range(signal.elements, 1, 4096);
        signal.row = signal.rows - 1;
        OK(wk_read_row(machine, &signal, values));
        for (signal.element = 0; signal.element < signal.elements; signal.element++) {
            OK(wk_read(machine, &signal, &one));
            assert_int_equal(values[signal.element], one);
        }
        vectors += signal.elements > 1;
        signal.row++;
        assert_int_equal(wk_read_row(machine, &signal, values), WK_OUT_OF_RANGE);
        assert_int_equal(wk_read_row(machine, &signal, NULL), WK_BAD_ARGUMENT);
        assert_int_equal(wk_read_row(machine, NULL, values), WK_BAD_ARGUMENT);
    }
    assert_true(vectors > 50);
    wk_destroy(machine);
}

static void exports_come_all_at_once(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    uint32_t           values[64][4];
    unsigned char      written[64];
    assert_int_equal(wk_export_values(machine, 0, values, written, 64), 0);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    memset(values, 0xee, sizeof values);
    memset(written, 0xee, sizeof written);
    assert_int_equal(wk_export_values(machine, 0, values, written, 63), 64);
    assert_int_equal(values[63][0], 0xeeeeeeee);
    assert_int_equal(written[63], 0xee);
    for (unsigned t = 0; t < 63; t++) {
        float x;
        memcpy(&x, &values[t][0], sizeof x);
        assert_true(x == 3 * (float)t + 1);
        assert_int_equal(values[t][3], 0x3f800000);
        assert_int_equal(written[t], 15);
    }
    assert_int_equal(wk_export_values(machine, 0, NULL, NULL, 64), 64);
    assert_int_equal(wk_export_values(machine, 1, values, written, 64), 0);
    assert_int_equal(wk_export_values(NULL, 0, values, written, 64), 0);
    wk_destroy(machine);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.vcd"};
    return remove_folder_with(names, 1);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_say_what_the_program_does),
        cmocka_unit_test(shares_of_chances_add_up),
        cmocka_unit_test(they_begin_anew_with_another_state),
        cmocka_unit_test(a_return_in_time_takes_them_back),
        cmocka_unit_test(waveform_and_counters_look_at_one_machine),
        cmocka_unit_test(modules_have_none_and_other_machines_their_own),
        cmocka_unit_test(a_row_is_its_elements),
        cmocka_unit_test(exports_come_all_at_once),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
