/* test_history.c - back in time: a machine that has gone back is the one that was, whatever is kept of its past. */
#include "tb/unit/library/wekiva_kit.h"

#include "rtl_model/library/wekiva_internal.h"
#include "tb/random/random.h"

#define NEST "tb/corpus/llvm-rv770/loop_nest6/"

enum { PLENTY = 64 << 20 };

static struct wk_machine *kept(const char *launch, const char *setting, size_t bytes)
{
    const struct wk_options  options = {.settings = &setting, .setting_count = setting != NULL};
    struct wk_machine *const machine = machine_of(launch, &options);
    OK(wk_history_keep(machine, bytes, &said));
    return machine;
}

static struct wk_history kept_of(const struct wk_machine *machine)
{
    struct wk_history history;
    assert_int_equal(wk_history_at(machine, &history), WK_OK);
    return history;
}

/* A new machine in this cycle. */
static struct wk_machine *fresh_at(const char *launch, const char *setting, uint64_t cycle)
{
    const struct wk_options  options = {.settings = &setting, .setting_count = setting != NULL};
    struct wk_machine *const machine = machine_of(launch, &options);
    wk_clock(machine, cycle, &said);
    return machine;
}

static const struct {
    const char *launch, *setting;
    unsigned    jobs;
} programs[] = {{LOOPS "launch.json", NULL, 1},
                {FADD "launch.json", NULL, 1},
                {NEST "launch.json", NULL, 1},
                {"tb/corpus/kernels/fft16/launch.json", "ic_miss_clk=900", 1},
                {"tb/corpus/kernels/matmul/launch.json", "simds=2", 1},
                {"tb/corpus/kernels/matmul/launch.json", "simds=3", 2}};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

/* Registers, memories, exports: of any cycle, in any order, and from there on to the end. */
static void a_machine_that_went_back_is_the_one_that_was(void **state)
{
    (void)state;
    struct random_source source = {11};
    unsigned             most = 0;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        const char *const launch = programs[p].launch, *const setting = programs[p].setting;
        struct wk_machine *const machine = kept(launch, setting, PLENTY);
        struct wk_machine *const whole = fresh_at(launch, setting, UINT64_MAX);
        OK(wk_set_jobs(machine, programs[p].jobs, &said));
        assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
        const uint64_t end = wk_cycle(machine);
        most = kept_of(machine).states > most ? kept_of(machine).states : most;
        for (unsigned i = 0; i < 6; i++) {
            const uint64_t           cycle = i == 0 ? 0 : i == 1 ? end - 1 : random_word(&source) % end;
            struct wk_machine *const then = fresh_at(launch, setting, cycle);
            assert_int_equal(wk_go_back_to(machine, cycle, &said), WK_OK);
            assert_int_equal(wk_cycle(machine), cycle);
            assert_same(machine, then);
            wk_destroy(then);
            assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
            assert_same(machine, whole);
        }
        wk_destroy(machine);
        wk_destroy(whole);
    }
    assert_true(most > 3); /* not always from the beginning */
}

/* What is looked at for states, by what the machine has worked; the same again in another machine. */
static void states_cost_a_tenth_of_the_clocks_at_most(void **state)
{
    (void)state;
    static const char *const settings[] = {NULL, "ic_miss_clk=900", "simds=3"};
    for (unsigned s = 0; s < 3; s++) {
        struct wk_machine *const  machine = kept(NEST "launch.json", settings[s], PLENTY);
        struct wk_machine *const  again = kept(NEST "launch.json", settings[s], PLENTY);
        const struct rtl_machine *m = &machine->machine;
        assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
        while (wk_clock(again, 50000, &said) == WK_OK)
            ;
        const double paid = (double)m->kind->worked(m->of) * HISTORY_BYTES_A_CLOCK,
                     cost = (double)machine_snapshot_bytes(m);
        const unsigned states = kept_of(machine).states - 1;
        assert_true(states <= paid / cost);
        assert_true(states >= 0.6 * paid / cost - 1); /* and no fewer than that allows */
        assert_in_range(kept_of(again).states, states, states + 2);
        wk_destroy(machine);
        wk_destroy(again);
    }
}

/* Most of a state is that of the state before. */
static void states_share_what_has_not_changed(void **state)
{
    (void)state;
    struct wk_machine *const machine = kept(NEST "launch.json", NULL, PLENTY);
    wk_run(machine, 0, &said);
    const struct wk_history history = kept_of(machine);
    assert_true(history.states > 4);
    assert_true(history.bytes < history.states * machine_snapshot_bytes(&machine->machine) / 3);
    wk_destroy(machine);
}

/* The distances between the states that are kept, from the first to the last. */
static unsigned gaps_of(struct wk_machine *machine, uint64_t *gap, unsigned limit)
{
    uint64_t now = wk_cycle(machine);
    unsigned count = 0;
    while (now && history_go_back(machine->history, now - 1)) {
        assert_true(wk_cycle(machine) < now && count < limit);
        memmove(gap + 1, gap, count++ * sizeof *gap);
        gap[0] = now - wk_cycle(machine);
        now = wk_cycle(machine);
    }
    assert_int_equal(now, 0); /* the first one is still there */
    return count;
}

static void with_little_memory_the_states_of_long_ago_lie_far_apart(void **state)
{
    (void)state;
    enum { LITTLE = 150000, GAPS = 64 };
    uint64_t                 gap[GAPS], old = 0, new = 0;
    struct wk_machine *const machine = kept(NEST "launch.json", NULL, LITTLE);
    struct wk_machine *const ample = kept(NEST "launch.json", NULL, PLENTY);
    wk_run(machine, 0, &said);
    wk_run(ample, 0, &said);
    assert_true(kept_of(machine).bytes <= LITTLE);
    assert_true(kept_of(ample).bytes > LITTLE);
    struct wk_machine *const then = fresh_at(NEST "launch.json", NULL, 1000);
    const unsigned           count = gaps_of(machine, gap, GAPS);
    assert_true(count >= 4);
    for (unsigned i = 0; i < count / 2; i++) {
        old += gap[i];
        new += gap[count - 1 - i];
    }
    assert_true(old > 2 * new);
    assert_int_equal(wk_go_back_to(ample, 1000, &said), WK_OK);
    assert_same(ample, then);
    wk_destroy(then);
    wk_destroy(machine);
    wk_destroy(ample);
}

/* Not the machine that was never changed, nor one that has forgotten it. */
static void what_was_written_is_part_of_the_past(void **state)
{
    (void)state;
    static const char        path[] = "gpu.simd0.gpr_file.m_x[0][3]";
    struct wk_machine *const machine = kept(FADD "launch.json", NULL, PLENTY);
    struct wk_machine *const other = fresh_at(FADD "launch.json", NULL, 300);
    struct wk_machine *const untouched = fresh_at(FADD "launch.json", NULL, 299);
    wk_clock(machine, 300, &said);
    OK(wk_set(machine, path, 0x40000000, &said));
    OK(wk_set(other, path, 0x40000000, &said));
    wk_clock(machine, 200, &said);
    assert_int_equal(wk_go_back_to(machine, 300, &said), WK_OK); /* it has been written when the cycle begins */
    assert_same(machine, other);
    wk_clock(machine, 100, &said);
    wk_clock(other, 50, &said);
    assert_int_equal(wk_go_back_to(machine, 350, &said), WK_OK);
    assert_same(machine, other);
    assert_int_equal(wk_go_back_to(machine, 299, &said), WK_OK);
    assert_same(machine, untouched);
    /* This time nothing is written; and what is written and taken back is not there. */
    wk_clock(machine, 101, &said);
    wk_clock(untouched, 101, &said);
    assert_same(machine, untouched);
    OK(wk_set(machine, path, 7, &said));
    assert_int_equal(wk_go_back_to(machine, 399, &said), WK_OK);
    wk_clock(machine, 1, &said);
    assert_same(machine, untouched);
    wk_destroy(machine);
    wk_destroy(other);
    wk_destroy(untouched);
}

/* With room for two states, what is before a change is given up rather than the change. */
static void a_change_is_never_left_out(void **state)
{
    (void)state;
    static const char        path[] = "gpu.simd0.gpr_file.m_w[200][3]";
    struct wk_machine *const machine = kept(LOOPS "launch.json", NULL, 1);
    struct wk_machine *const other = fresh_at(LOOPS "launch.json", NULL, 100);
    wk_clock(machine, 100, &said);
    OK(wk_set(machine, path, 0x40000000, &said));
    OK(wk_set(other, path, 0x40000000, &said));
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    assert_int_equal(kept_of(machine).states, 2);
    const uint64_t first = kept_of(machine).first;
    assert_true(first == 0 || first == 100);
    wk_clock(other, 400, &said);
    assert_int_equal(wk_go_back_to(machine, 500, &said), WK_OK);
    assert_same(machine, other);
    wk_destroy(machine);
    wk_destroy(other);
}

static void a_snapshot_begins_another_past(void **state)
{
    (void)state;
    struct wk_machine *const machine = kept(FADD "launch.json", NULL, PLENTY);
    struct wk_machine *const then = fresh_at(FADD "launch.json", NULL, 250);
    void                    *bytes;
    size_t                   length;
    wk_clock(machine, 200, &said);
    OK(wk_snapshot(machine, &bytes, &length, &said));
    wk_clock(machine, 300, &said);
    OK(wk_restore(machine, bytes, length, &said));
    assert_int_equal(kept_of(machine).first, 200);
    wk_clock(machine, 100, &said);
    assert_int_equal(wk_go_back_to(machine, 250, &said), WK_OK);
    assert_same(machine, then);
    ASSERT_REFUSED(wk_go_back_to(machine, 199, &said), WK_REFUSED, "no state of this cycle");
    assert_same(machine, then);
    wk_free(bytes);
    wk_destroy(machine);
    wk_destroy(then);
}

/* The machine is looked at for a state while the trace is on. */
static void a_waveform_does_not_show_that_states_are_kept(void **state)
{
    (void)state;
    enum { FROM = 20000, CLOCKS = 40000 };
    const struct wk_trace_options scope = {.scope = "gpu.simd0.cf_sequencer*,gpu.simd0.alu_?*,gpu.simd0.net_*"};
    char                         *text[2];
    size_t                        length[2];
    for (unsigned k = 0; k < 2; k++) {
        struct wk_machine *const machine = kept(NEST "launch.json", NULL, k ? PLENTY : 0);
        wk_clock(machine, FROM, &said);
        const unsigned states = k ? kept_of(machine).states : 0;
        OK(wk_trace_start(machine, in_folder("a.vcd"), &scope, &said));
        wk_clock(machine, CLOCKS, &said);
        OK(wk_trace_stop(machine, &said));
        assert_true(!k || kept_of(machine).states > states);
        wk_destroy(machine);
        text[k] = slurp(in_folder("a.vcd"), &length[k]);
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(text[0], text[1], length[0]);
    free(text[0]);
    free(text[1]);
}

static void what_cannot_be_gone_back_to_is_refused(void **state)
{
    (void)state;
    struct wk_machine *machine = fresh_at(FADD "launch.json", NULL, 100), *module;
    struct wk_history  history;
    ASSERT_REFUSED(wk_go_back_to(machine, 50, &said), WK_BAD_ARGUMENT, "keeps no states");
    ASSERT_REFUSED(wk_go_back_to(NULL, 50, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_history_at(machine, &history), WK_BAD_ARGUMENT);
    assert_int_equal(wk_history_at(NULL, &history), WK_BAD_ARGUMENT);
    OK(wk_history_keep(machine, PLENTY, &said));
    assert_int_equal(wk_history_at(machine, NULL), WK_BAD_ARGUMENT);
    assert_int_equal(kept_of(machine).first, 100);
    assert_int_equal(kept_of(machine).states, 1);
    assert_int_equal(wk_go_back_to(machine, 100, &said), WK_OK);
    ASSERT_REFUSED(wk_go_back_to(machine, 101, &said), WK_BAD_ARGUMENT, "not there yet");
    ASSERT_REFUSED(wk_go_back_to(machine, 99, &said), WK_REFUSED, "no state of this cycle");
    wk_clock(machine, 10, &said);
    OK(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said));
    ASSERT_REFUSED(wk_go_back_to(machine, 105, &said), WK_BUSY, "a trace is on");
    OK(wk_trace_stop(machine, &said));
    assert_int_equal(wk_go_back_to(machine, 105, &said), WK_OK);
    OK(wk_history_keep(machine, 0, &said));
    assert_int_equal(wk_history_at(machine, &history), WK_BAD_ARGUMENT);
    ASSERT_REFUSED(wk_history_keep(NULL, PLENTY, &said), WK_BAD_ARGUMENT, "NULL");
    assert_int_equal(wk_create_module("predicate", &module, &said), WK_OK);
    ASSERT_REFUSED(wk_history_keep(module, PLENTY, &said), WK_BAD_ARGUMENT, "module alone");
    wk_destroy(module);
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
        cmocka_unit_test(a_machine_that_went_back_is_the_one_that_was),
        cmocka_unit_test(states_cost_a_tenth_of_the_clocks_at_most),
        cmocka_unit_test(states_share_what_has_not_changed),
        cmocka_unit_test(with_little_memory_the_states_of_long_ago_lie_far_apart),
        cmocka_unit_test(what_was_written_is_part_of_the_past),
        cmocka_unit_test(a_change_is_never_left_out),
        cmocka_unit_test(a_snapshot_begins_another_past),
        cmocka_unit_test(a_waveform_does_not_show_that_states_are_kept),
        cmocka_unit_test(what_cannot_be_gone_back_to_is_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
