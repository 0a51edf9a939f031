/* test_wekiva_signals.c - the public library: signals by path, read and written. */
#include "tb/unit/library/wekiva_kit.h"

#include "kit/rtl.h"

/* ---- signals ------------------------------------------------------------------------------------------------- */

static void every_signal_has_a_path_and_a_value_of_its_width(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL);
    const unsigned     count = wk_signal_count(machine);
    assert_int_equal(wk_run(machine, 500, NULL), WK_LIMIT);
    assert_true(count > 1000 && wk_instance_count(machine) > 40);
    for (unsigned i = 0; i < count; i++) {
        struct wk_signal signal, found;
        char             path[160];
        uint64_t         value;
        assert_int_equal(wk_signal_at(machine, i, &signal), WK_OK);
        assert_string_equal(signal.instance, wk_instance_at(machine, signal.instance_number));
        snprintf(path, sizeof path, "%s.%s", signal.instance, signal.name);
        assert_int_equal(wk_find(machine, path, &found, &said), WK_OK);
        assert_memory_equal(&found.instance_number, &signal.instance_number, 2 * sizeof(unsigned));
        assert_true(signal.bits >= 1 && signal.bits <= 64 && signal.rows >= 1 && signal.elements >= 1);
        assert_true(signal.kind == WK_MEMORY || signal.rows == 1 || signal.kind == WK_WIRE);
        signal.row = signal.rows - 1;
        signal.element = signal.elements - 1;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OK);
        assert_true(signal.bits == 64 || value >> signal.bits == 0);
        signal.row++;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OUT_OF_RANGE);
        assert_int_equal(wk_write(machine, &signal, 0), WK_OUT_OF_RANGE);
        signal.row--;
        signal.element++;
        assert_int_equal(wk_read(machine, &signal, &value), WK_OUT_OF_RANGE);
        assert_int_equal(wk_write(machine, &signal, 0), WK_OUT_OF_RANGE);
    }
    struct wk_signal beyond;
    assert_int_equal(wk_signal_at(machine, count, &beyond), WK_BAD_ARGUMENT);
    assert_null(wk_instance_at(machine, wk_instance_count(machine)));
    wk_destroy(machine);
}

static void paths_that_are_none_are_named(void **state)
{
    (void)state;
    struct wk_machine       *machine = machine_of(FADD "launch.json", NULL);
    uint64_t                 value = 77;
    static const char *const none[] = {"",
                                       ".",
                                       "o_decode",
                                       "gpu.simd0.cf_sequencer",
                                       "gpu.simd0.cf_sequencer.",
                                       "gpu.simd0.cf_sequencer.decode",
                                       "gpu.simd0.cf_sequencer.o_decod",
                                       "gpu.simd0.cf_sequencer.o_decodes",
                                       "gpu.simd0.cf_sequencerr.o_decode",
                                       "pu.simd0.cf_sequencer.o_decode",
                                       "gpu.simd0.cf_sequencer.o_decode[",
                                       "gpu.simd0.cf_sequencer.o_decode[]",
                                       "gpu.simd0.cf_sequencer.o_decode[0",
                                       "gpu.simd0.cf_sequencer.o_decode[0]x",
                                       "gpu.simd0.cf_sequencer.o_decode[-1]",
                                       "gpu.simd0.cf_sequencer.o_decode[99999999999]",
                                       "gpu.simd0.gpr_file.m_x[0][0][0]"};
    static const char *const beyond[] = {"gpu.simd0.cf_sequencer.o_decode[1]", "gpu.simd0.cf_sequencer.o_decode[0][0]",
                                         "gpu.simd0.gpr_file.m_x[256]", "gpu.simd0.gpr_file.m_x[0][64]",
                                         "gpu.simd0.alu_x.o_result[16]"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        ASSERT_REFUSED(wk_get(machine, none[i], &value, &said), WK_NO_SIGNAL, "expected");
    for (unsigned i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        ASSERT_REFUSED(wk_get(machine, beyond[i], &value, &said), WK_OUT_OF_RANGE, "counted from 0");
        ASSERT_REFUSED(wk_set(machine, beyond[i], 0, &said), WK_OUT_OF_RANGE, "counted from 0");
    }
    assert_int_equal(value, 77);
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.o_decode", 2, &said), WK_OUT_OF_RANGE, "out of range");
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.i_nobody", 1, &said), WK_NOT_WRITABLE,
                   "driven by the machine");
    ASSERT_REFUSED(wk_set(machine, "gpu.simd0.cf_sequencer.i_decode_clk", 1, &said), WK_NOT_WRITABLE, "driven");
    ASSERT_REFUSED(wk_get(machine, NULL, &value, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_get(machine, "gpu.simd0.cf_sequencer.o_decode", NULL, &said), WK_BAD_ARGUMENT, "bad argument");
    ASSERT_REFUSED(wk_get(NULL, "gpu.simd0.cf_sequencer.o_decode", &value, &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
}

/* Wires that carry a register of another module as it is, after clocks and after the register has been written. */
static void wires_are_driven_before_they_are_read(void **state)
{
    (void)state;
    static const char *const wires[][2] = {{"wave_table.i_cf", "simd0.cf_sequencer.o_step"},
                                           {"wave_table.i_cf_slot", "simd0.cf_sequencer.o_step_slot"},
                                           {"wave_table.i_launch", "dispatcher.o_launch"},
                                           {"wave_table.i_loaded", "dispatcher.o_loaded"}};
    struct wk_machine       *machine = machine_of(FADD "launch.json", NULL);
    unsigned                 seen = 0;
    do {
        for (unsigned i = 0; i < sizeof wires / sizeof wires[0]; i++) {
            char to[64], from[64];
            snprintf(to, sizeof to, "gpu.simd0.%s", wires[i][0]);
            snprintf(from, sizeof from, "gpu.%s", wires[i][1]);
            assert_int_equal(value_of(machine, to), value_of(machine, from));
            seen |= (unsigned)(value_of(machine, from) != 0) << i;
        }
    } while (wk_clock(machine, 1, NULL) == WK_OK);
    assert_int_equal(seen, 15);
    assert_int_equal(wk_set(machine, "gpu.simd0.cf_sequencer.o_step_slot", 9, &said), WK_OK);
    assert_int_equal(value_of(machine, "gpu.simd0.wave_table.i_cf_slot"), 9);
    wk_destroy(machine);
}

static void looking_at_wires_changes_nothing(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    struct wk_signal   signal;
    uint64_t           value;
    for (unsigned n = 0; n < 929; n += 31) {
        for (unsigned i = 0; i < wk_signal_count(machine); i++) {
            assert_int_equal(wk_signal_at(machine, i, &signal), WK_OK);
            if (signal.kind == WK_WIRE)
                assert_int_equal(wk_read(machine, &signal, &value), WK_OK);
        }
        wk_clock(machine, 31, NULL);
        wk_clock(other, 31, NULL);
        assert_same(machine, other);
    }
    assert_int_equal(wk_cycle(machine), wk_cycle(other));
    wk_destroy(machine);
    wk_destroy(other);
}

/* A wavefront's initial GPR that is changed in the register file changes what it exports. */
static void what_is_written_is_what_the_machine_goes_on_with(void **state)
{
    (void)state;
    struct wk_machine *machine = triple_machine(NULL);
    uint32_t           value[4];
    while (value_of(machine, "gpu.simd0.gpr_file.m_x[0][5]") != 0x40a00000) /* thread 5 has 5.0 */
        assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 20, &said), WK_OK);
    assert_int_equal(wk_set(machine, "gpu.simd0.gpr_file.m_x[0][5]", 0x42c80000, &said), WK_OK); /* 100.0 */
    assert_int_equal(value_of(machine, "gpu.simd0.gpr_file.m_x[0][5]"), 0x42c80000);
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(wk_export_value(machine, 0, 5, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x43968000); /* 301.0 */
    assert_int_equal(wk_export_value(machine, 0, 6, value, NULL), WK_OK);
    assert_int_equal(value[0], 0x41980000); /* 19.0 */
    wk_destroy(machine);
}

/* The sequencer asks its cache: a module that slept is awake, after wk_write and after wk_restore. */
static void what_is_written_wakes_who_sleeps(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    void              *bytes;
    size_t             length;
    wk_clock(machine, 1200, NULL); /* to the end, where all sleep */
    wk_clock(other, 1200, NULL);
    const uint64_t hits = value_of(machine, "gpu.simd0.cf_cache.r_hits");
    assert_int_equal(wk_set(machine, "gpu.simd0.wave_table.r_finished", 1, &said), WK_OK); /* one is left: it runs */
    assert_int_equal(wk_set(machine, "gpu.simd0.cf_sequencer.o_look", 1, &said), WK_OK);
    assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
    assert_int_equal(wk_restore(other, bytes, length, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 5, &said), WK_OK);
    assert_int_equal(wk_clock(other, 5, &said), WK_OK);
    assert_true(value_of(machine, "gpu.simd0.cf_cache.r_hits") > hits);
    assert_same(machine, other);
    wk_free(bytes);
    wk_destroy(machine);
    wk_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_signal_has_a_path_and_a_value_of_its_width),
        cmocka_unit_test(paths_that_are_none_are_named),
        cmocka_unit_test(wires_are_driven_before_they_are_read),
        cmocka_unit_test(looking_at_wires_changes_nothing),
        cmocka_unit_test(what_is_written_is_what_the_machine_goes_on_with),
        cmocka_unit_test(what_is_written_wakes_who_sleeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
