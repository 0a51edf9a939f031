/* test_wekiva_state.c - the public library: snapshots that continue, waveforms. */
#include "tb/unit/library/wekiva_kit.h"

#include "rtl_model/library/wekiva_internal.h"
#include "rtl_model/r700/gpu_machine.h"

/* ---- snapshots ----------------------------------------------------------------------------------------------- */

static void a_snapshot_continues_bit_for_bit(void **state)
{
    (void)state;
    static const char *const launches[] = {FADD "launch.json", LOOPS "launch.json"};
    for (unsigned l = 0; l < 2; l++)
        for (uint64_t at = 0; at < 1000; at += 310) {
            struct wk_machine *whole = machine_of(launches[l], NULL), *parts = machine_of(launches[l], NULL);
            void              *bytes;
            size_t             length;
            wk_clock(whole, at, NULL);
            assert_int_equal(wk_snapshot(whole, &bytes, &length, &said), WK_OK);
            wk_clock(parts, 777, NULL); /* further, or less far */
            assert_int_equal(wk_restore(parts, bytes, length, &said), WK_OK);
            assert_same(whole, parts);
            for (unsigned n = 0; n < 5; n++) {
                assert_int_equal(wk_clock(whole, 60, NULL), wk_clock(parts, 60, NULL));
                assert_same(whole, parts);
            }
            assert_int_equal(wk_run(whole, 0, NULL), WK_FINISHED);
            assert_int_equal(wk_run(parts, 0, NULL), WK_FINISHED);
            assert_same(whole, parts);
            wk_free(bytes);
            wk_destroy(whole);
            wk_destroy(parts);
        }
    wk_free(NULL);
}

static void a_restored_machine_has_no_exports_of_its_future(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL);
    void              *bytes;
    size_t             length;
    assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
    assert_int_equal(wk_run(machine, 0, NULL), WK_FINISHED);
    assert_int_equal(wk_export_count(machine), 1);
    assert_int_equal(wk_restore(machine, bytes, length, &said), WK_OK);
    assert_int_equal(wk_export_count(machine), 0);
    assert_int_equal(wk_cycle(machine), 0);
    wk_free(bytes);
    wk_destroy(machine);
}

/* The machine's own writes are memory of its launch: here a test writes in their place. */
static void a_snapshot_has_what_was_written_to_memory(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    struct gpu_memory *memory = &gpu_of(&machine->machine)->setup.memory;
    struct gpu_memory *others = &gpu_of(&other->machine)->setup.memory;
    const uint64_t     first = memory->ranges[0].address;
    const uint32_t     placed = gpu_memory_word(memory, first);
    void              *empty, *bytes;
    size_t             length, empty_length;
    assert_int_equal(wk_snapshot(machine, &empty, &empty_length, &said), WK_OK);
    assert_true(gpu_memory_write(memory, first, "\1\2\3\4", 4));
    assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
    assert_int_equal(length, empty_length + 8 + GPU_MEMORY_PAGE);
    assert_true(gpu_memory_write(memory, first, "\5\6\7\10", 4));
    assert_int_equal(wk_restore(machine, bytes, length, &said), WK_OK);
    assert_int_equal(gpu_memory_word(memory, first), 0x04030201);
    assert_int_equal(wk_restore(other, bytes, length, &said), WK_OK);
    assert_int_equal(gpu_memory_word(others, first), 0x04030201);
    assert_int_equal(wk_restore(machine, empty, empty_length, &said), WK_OK);
    assert_int_equal(gpu_memory_word(memory, first), placed);
    wk_free(empty);
    wk_free(bytes);
    wk_destroy(machine);
    wk_destroy(other);
}

static void damaged_snapshots_are_refused_and_change_nothing(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    struct wk_machine *loops = machine_of(LOOPS "launch.json", NULL);
    unsigned char     *bytes;
    void              *taken;
    size_t             length;
    wk_clock(machine, 900, NULL); /* some quarters have been exported */
    assert_int_equal(wk_snapshot(machine, &taken, &length, &said), WK_OK);
    bytes = taken;
    for (size_t i = 0; i < length; i += i < 40 || i + 200 > length ? 3 : length / 40) {
        bytes[i] ^= 0x10;
        assert_int_equal(wk_restore(other, bytes, length, &said), WK_REFUSED);
        bytes[i] ^= 0x10;
    }
    for (size_t cut = 0; cut < length; cut += cut < 40 || cut + 200 > length ? 3 : length / 40)
        assert_int_equal(wk_restore(other, bytes, cut, &said), WK_REFUSED);
    ASSERT_REFUSED(wk_restore(loops, bytes, length, &said), WK_REFUSED, "another program");
    ASSERT_REFUSED(wk_restore(other, NULL, length, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_restore(NULL, bytes, length, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_snapshot(machine, NULL, &length, &said), WK_BAD_ARGUMENT, "NULL");
    struct wk_machine *fresh = machine_of(FADD "launch.json", NULL);
    assert_same(other, fresh);
    wk_free(taken);
    wk_destroy(machine);
    wk_destroy(other);
    wk_destroy(loops);
    wk_destroy(fresh);
}

static void a_snapshot_may_be_a_file(void **state)
{
    (void)state;
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    size_t             length;
    wk_clock(machine, 600, NULL);
    assert_int_equal(wk_snapshot_save(machine, in_folder("half"), &said), WK_OK);
    assert_int_equal(wk_snapshot_load(other, in_folder("half"), &said), WK_OK);
    assert_same(machine, other);
    char *text = slurp(in_folder("half"), &length);
    put_file(in_folder("cut"), text, length - 1);
    free(text);
    ASSERT_REFUSED(wk_snapshot_load(other, in_folder("cut"), &said), WK_REFUSED, "expected another size");
    assert_string_equal(said.file, in_folder("cut"));
    assert_same(machine, other);
    ASSERT_REFUSED(wk_snapshot_load(other, in_folder("none"), &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_snapshot_save(machine, in_folder("none/half"), &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_snapshot_load(other, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_snapshot_save(NULL, "x", &said), WK_BAD_ARGUMENT, "NULL");
    wk_destroy(machine);
    wk_destroy(other);
}

/* ---- waveforms ----------------------------------------------------------------------------------------------- */

static void a_trace_is_of_the_cycles_in_which_it_is_on(void **state)
{
    (void)state;
    const struct wk_trace_options cf = {.scope = "gpu.simd0.cf_sequencer*"}, wrong = {.scope = "no.such"};
    struct wk_machine *machine = machine_of(FADD "launch.json", NULL), *other = machine_of(FADD "launch.json", NULL);
    size_t             length;
    void              *bytes;
    wk_clock(machine, 100, NULL);
    ASSERT_REFUSED(wk_trace_stop(machine, &said), WK_BUSY, "no trace");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &wrong, &said), WK_REFUSED, "no.such");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("none/a.vcd"), NULL, &said), WK_REFUSED, "No such file");
    ASSERT_REFUSED(wk_trace_start(machine, NULL, NULL, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &cf, &said), WK_OK);
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("b.vcd"), &cf, &said), WK_BUSY, "is on");
    assert_int_equal(wk_snapshot(machine, &bytes, &length, NULL), WK_OK);
    ASSERT_REFUSED(wk_restore(machine, bytes, length, &said), WK_BUSY, "a trace is on");
    ASSERT_REFUSED(wk_snapshot_load(machine, "x", &said), WK_BUSY, "a trace is on");
    wk_free(bytes);
    wk_clock(machine, 50, NULL);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_clock(other, 150, NULL);
    assert_same(machine, other); /* tracing changes nothing */
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_non_null(strstr(text, "cf_sequencer"));
    assert_non_null(strstr(text, "o_decode"));
    assert_null(strstr(text, "wave_table"));
    assert_non_null(strstr(text, "\n#1000\n")); /* tenths of a nanosecond */
    assert_null(strstr(text, "\n#990\n"));
    assert_non_null(strstr(text, "\n#1500\n"));
    free(text);
    /* Another one of the same machine, ended by wk_destroy. */
    assert_int_equal(wk_trace_start(machine, in_folder("c.vcd"), NULL, &said), WK_OK);
    wk_clock(machine, 2, NULL);
    wk_destroy(machine);
    text = slurp(in_folder("c.vcd"), &length);
    assert_non_null(strstr(text, "\n#1520\n"));
    free(text);
    wk_destroy(other);
}

/* How often a signal of one bit rises in a waveform. */
static unsigned rises(const char *text, const char *name)
{
    char        declared[64], change[8];
    const char *at;
    unsigned    count = 0;
    snprintf(declared, sizeof declared, " %s $end", name);
    at = strstr(text, declared);
    assert_non_null(at);
    snprintf(change, sizeof change, "\n1%c\n", at[-1]);
    for (at = strstr(text, change); at; at = strstr(at + 1, change))
        count++;
    return count;
}

/* A wire in it is that of each clock: it rises with the register that it carries. */
static void a_trace_has_the_wires(void **state)
{
    (void)state;
    const struct wk_trace_options scope = {.scope = "gpu.simd0.wave_table.i_cf,gpu.simd0.cf_sequencer.o_step"};
    struct wk_machine            *machine = machine_of(FADD "launch.json", NULL);
    size_t                        length;
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &scope, &said), WK_OK);
    unsigned steps = 0;
    for (uint64_t was = 0, is; wk_clock(machine, 1, &said) == WK_OK; was = is) {
        is = value_of(machine, "gpu.simd0.cf_sequencer.o_step");
        steps += is && !was;
    }
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_true(steps >= 4); /* two wavefronts, from the ALU clause and from the export */
    assert_int_equal(rises(text, "o_step"), steps);
    assert_int_equal(rises(text, "i_cf"), steps);
    free(text);
}

static void a_trace_has_watched_registers(void **state)
{
    (void)state;
    const char *const names[] = {"w0.t5.R0.x", "w0.t63.R0.y:hex"}, *const beyond[] = {"w1.t0.R0.x"};
    const char *const twice[] = {names[0], "w0.t5.R0.x:int"}, *const null[] = {NULL};
    const struct wk_trace_options watch = {.scope = "gpu.dispatcher*", .watches = names, .watch_count = 2},
                                  wrong = {.watches = beyond, .watch_count = 1},
                                  same = {.watches = twice, .watch_count = 2},
                                  none = {.watches = null, .watch_count = 1}, lost = {.watch_count = 1};
    struct wk_machine *machine = triple_machine(NULL), *module;
    size_t             length;
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &wrong, &said), WK_REFUSED,
                   "w1.t0.R0.x: expected a wavefront");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &same, &said), WK_REFUSED, "only once");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &none, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_trace_start(machine, in_folder("a.vcd"), &lost, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), &watch, &said), WK_OK);
    wk_run(machine, 0, &said);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    assert_non_null(strstr(text, " w0_t5_R0_x_float "));
    assert_non_null(strstr(text, " w0_t63_R0_y_hex "));
    assert_non_null(strstr(text, "\nb1000000101000000000000000000000 ")); /* 5.0, */
    assert_non_null(strstr(text, "\nb1000001100000000000000000000000 ")); /* then 16.0 */
    free(text);
    assert_int_equal(wk_create_module("predicate", &module, &said), WK_OK);
    ASSERT_REFUSED(wk_trace_start(module, in_folder("a.vcd"), &watch, &said), WK_BAD_ARGUMENT, "module alone");
    assert_int_equal(wk_trace_start(module, in_folder("a.vcd"), NULL, &said), WK_OK);
    wk_destroy(module);
}

/* What the last edge has left is in it. */
static void a_trace_ends_with_the_present_cycle(void **state)
{
    (void)state;
    struct wk_machine *machine;
    size_t             length;
    assert_int_equal(wk_create_module("rotation", &machine, &said), WK_OK);
    assert_int_equal(wk_set(machine, "rotation.i_run", 1, &said), WK_OK);
    assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
    wk_destroy(machine);
    char *text = slurp(in_folder("a.vcd"), &length);
    char *end = strstr(text, "\n#10\n");
    assert_non_null(end);
    assert_non_null(strstr(end, "b1 ")); /* the count of the rotation after one clock, and the cycle */
    free(text);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"half", "cut", "a.vcd", "c.vcd"};
    return remove_folder_with(names, sizeof names / sizeof names[0]);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_continues_bit_for_bit),
        cmocka_unit_test(a_restored_machine_has_no_exports_of_its_future),
        cmocka_unit_test(a_snapshot_has_what_was_written_to_memory),
        cmocka_unit_test(damaged_snapshots_are_refused_and_change_nothing),
        cmocka_unit_test(a_snapshot_may_be_a_file),
        cmocka_unit_test(a_trace_is_of_the_cycles_in_which_it_is_on),
        cmocka_unit_test(a_trace_has_the_wires),
        cmocka_unit_test(a_trace_has_watched_registers),
        cmocka_unit_test(a_trace_ends_with_the_present_cycle),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
