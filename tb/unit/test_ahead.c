/* test_ahead.c - a waveform whose windows other processes make is, byte for byte, the one that is sampled by the run
 * itself: of any windows and processes, wherever the run ends, and with less than all of it. */
#include "tb/unit/ahead_kit.h"

/* Windows that are all full, that end with the run and in the middle of one, and one that is longer than the run. */
static void windows_are_the_waveform(void **state)
{
    (void)state;
    const struct subject whole = {.plan = plan_of("rv770"), .stop = UINT64_MAX};
    const uint64_t       cycles = run_alone(&whole).cycles;
    assert_true(cycles > 1200);
    const uint64_t of_whole[] = {1000, cycles, cycles + 1, 0};
    for (unsigned i = 0; i < LENGTH(of_whole); i++)
        expect_same_waveforms(&whole, 1 + i, of_whole[i]);
    const struct subject part = {.plan = plan_of("rv770"), .from = 501, .stop = 701};
    expect_same_waveforms(&part, 3, 40);
    expect_same_waveforms(&part, 3, 7);
    const struct subject few = {.plan = plan_of("rv710"), .from = 300, .stop = 316};
    expect_same_waveforms(&few, 3, 1);
    expect_same_waveforms(&few, 1, 2);
}

static void so_are_those_with_lanes_and_of_several_simds(void **state)
{
    (void)state;
    struct subject lanes = {.plan = plan_of("rv770"),
                            .stop = UINT64_MAX,
                            .lanes = true,
                            .scope = "*.alu_?,*.gpr_file,*.write_back,*.net_operands,*.vertex_fetch"};
    expect_same_waveforms(&lanes, 2, 600);
    struct subject chip = {.plan = plan_of("rv770"), .stop = 1500};
    chip.plan.set[0] = "simds=10";
    chip.plan.threads = 64 * 20;
    expect_same_waveforms(&chip, 2, 500);
}

/* The clock in which a rule is broken is the last one; with less than a window's text kept in the file, too. */
static void a_stop_and_a_limit_end_it_in_the_same_cycle(void **state)
{
    (void)state;
    const struct subject stops = {.plan = {.text = "ALU BARRIER\n0 x: ADD R0.x, R0.x, R0.x\nPOP @end POP_COUNT(1)\n"
                                                   "end: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
                                           .stack_size = 4},
                                  .stop = UINT64_MAX};
    struct machine       m;
    machine_start(&m, &stops.plan);
    assert_int_equal(gpu_run(m.gpu, 0, &m.diag), GPU_STOPPED);
    machine_free(&m);
    expect_same_waveforms(&stops, 2, 50);
    const struct subject all = {.plan = plan_of("rv770"), .stop = 900};
    run_alone(&all);
    const uint64_t bytes = size_of(scratch("alone.vcd")), limits[] = {1, bytes - 100000, bytes - 12};
    for (unsigned i = 0; i < LENGTH(limits); i++) {
        const struct subject limited = {.plan = plan_of("rv770"), .stop = 900, .limit = limits[i]};
        expect_same_waveforms(&limited, 2, 200);
    }
    struct subject ends = {.plan = plan_of("rv770"), .stop = UINT64_MAX};
    run_alone(&ends);
    ends.limit = size_of(scratch("alone.vcd")) - 12; /* reached by the last cycle of all */
    expect_same_waveforms(&ends, 2, 500);
}

static void a_value_that_is_too_wide_is_told_of_with_its_cycle(void **state)
{
    (void)state;
    const struct subject of = {.plan = plan_of("rv770"), .stop = 500, .wide = 230};
    const char *const    what = "wide.bit held 0x2 in cycle 230, more than its 1 bits";
    run_alone(&of);
    assert_string_equal(told, what);
    run_ahead(&of, 2, 100, UINT64_MAX);
    assert_string_equal(told, what);
}

/* A window goes on to its end, the waveform of a run that has been interrupted does not. */
static void what_is_behind_the_last_cycle_is_left_out(void **state)
{
    (void)state;
    struct traced        t;
    const struct subject of = {.plan = plan_of("rv770"), .stop = 730};
    run_alone(&of);
    begin(&t, &of, scratch("windows.vcd"));
    const struct ahead_plan plan = {2, 500, 0, UINT64_MAX};
    struct ahead           *ahead = ahead_open(&t.machine, t.trace, &plan);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(ahead_step(ahead, &t.m.diag));
        t.machine.kind->run(t.machine.of, ahead_next(ahead, UINT64_MAX));
    }
    assert_true(ahead_finish(ahead, 730, &t.m.diag));
    ahead_close(ahead);
    end(&t);
    assert_true(same_bytes(scratch("alone.vcd"), scratch("windows.vcd")));
}

/* Behind the last cycle that is wanted no process begins. */
static void a_waveform_that_ends_before_the_run_is_left_behind(void **state)
{
    (void)state;
    struct subject of = {.plan = plan_of("rv770"), .stop = 649};
    run_alone(&of);
    of.stop = UINT64_MAX;
    const struct found found = run_ahead(&of, 2, 100, 649);
    assert_int_equal(found.last, 649);
    assert_true(found.cycles > 1200);
    assert_true(same_bytes(scratch("alone.vcd"), scratch("windows.vcd")));
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_are_the_waveform),
        cmocka_unit_test(so_are_those_with_lanes_and_of_several_simds),
        cmocka_unit_test(a_stop_and_a_limit_end_it_in_the_same_cycle),
        cmocka_unit_test(a_value_that_is_too_wide_is_told_of_with_its_cycle),
        cmocka_unit_test(what_is_behind_the_last_cycle_is_left_out),
        cmocka_unit_test(a_waveform_that_ends_before_the_run_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
