/* test_ahead.c - a waveform whose windows other processes make is, byte for byte, the one that is sampled by the run
 * itself: of any windows and processes, wherever the run ends, and with less than all of it. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rtl_model/ahead.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/everything.h"
#include "trace/reopen.h"

static const char *program_name;

static char *scratch(const char *name)
{
    static char paths[2][512];
    char       *path = paths[name[0] == 'a'];
    snprintf(path, sizeof paths[0], "%s.%s", program_name, name);
    return path;
}

static bool same_bytes(const char *left, const char *right)
{
    FILE *a = fopen(left, "r"), *b = fopen(right, "r");
    int   x, y;
    assert_true(a && b);
    do {
        x = getc(a);
        y = getc(b);
    } while (x == y && x != EOF);
    fclose(a);
    fclose(b);
    return x == y;
}

static uint64_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (uint64_t)status.st_size;
}

/* What is run: up to `stop` cycles, a waveform from `from` on. */
struct subject {
    struct plan plan;
    uint64_t    from, stop, limit; /* limit: bytes of the waveform, or 0 */
    bool        lanes;
    const char *scope;
    uint64_t    wide; /* in this cycle a signal of the waveform holds too much; 0: never */
};

struct traced {
    struct machine       m;
    struct rtl_machine   machine;
    struct machine_rows *rows;
    struct trace        *trace;

    struct trace_derivation wide;
};

/* A signal of one bit that holds 2 in a cycle. */
static uint64_t too_wide_in;
static uint64_t wide_value(const void *context, unsigned argument)
{
    (void)argument;
    return ((const struct gpu *)context)->cycle == too_wide_in ? 2 : 0;
}
static const struct trace_derived wide_row = {
    .path = "wide", .name = "bit", .type = "bool", .bits = 1, .always = true, .value = wide_value};

static void begin(struct traced *t, const struct subject *of, const char *path)
{
    machine_start(&t->m, &of->plan);
    assert_true(gpu_hasten(t->m.gpu, &t->m.diag));
    t->machine = gpu_machine(t->m.gpu);
    t->rows = t->machine.kind->results->rows(t->machine.of, NULL, 0, &t->m.diag);
    assert_non_null(t->rows);
    const struct trace_derivation wide = {.rows = &wide_row, .row_count = 1, .context = t->machine.of};
    t->wide = wide;
    too_wide_in = of->wide;
    const struct trace_options options = {.path = path,
                                          .limit = of->limit,
                                          .lanes = of->lanes,
                                          .scope = of->scope,
                                          .alone = true,
                                          .behind = t->machine.kind->behind,
                                          .derived = of->wide ? &t->wide : &t->rows->derivation};
    t->trace = trace_open(&options, t->machine.instances, t->machine.instance_count, &t->m.diag);
    assert_non_null(t->trace);
    if (of->from)
        t->machine.kind->run(t->machine.of, of->from);
}

static bool is_over(const struct traced *t, const struct subject *of)
{
    return *t->machine.cycle >= of->stop || t->machine.kind->finished(t->machine.of) ||
           t->machine.kind->stopped(t->machine.of, NULL);
}

/* What was wrong with the waveform. */
static char told[1600];

static void end(struct traced *t)
{
    t->m.diag.what[0] = '\0';
    trace_close(t->trace, &t->m.diag);
    strcpy(told, t->m.diag.what);
    t->rows->free(t->rows);
    machine_free(&t->m);
}

/* Cycles of a waveform and of its run, and whether it is full. */
struct found {
    uint64_t first, last, cycles;
    bool     full;
};

static void sample(struct traced *t)
{
    const struct trace_changed changed = trace_sets(t->trace);
    t->machine.kind->wire(t->machine.of);
    t->machine.kind->show(t->machine.of, trace_has_lanes(t->trace), changed.wires, changed.registers);
    trace_sample_changed(t->trace, *t->machine.cycle, &changed);
}

static struct found run_alone(const struct subject *of)
{
    struct traced t;
    struct found  found;
    begin(&t, of, scratch("alone.vcd"));
    for (; !is_over(&t, of); t.machine.kind->edge(t.machine.of))
        sample(&t);
    sample(&t);
    trace_settle(t.trace);
    trace_cycles(t.trace, &found.first, &found.last);
    found.cycles = *t.machine.cycle;
    found.full = trace_full(t.trace);
    end(&t);
    return found;
}

static struct found run_ahead(const struct subject *of, unsigned processes, uint64_t clocks, uint64_t last)
{
    struct traced t;
    struct found  found;
    begin(&t, of, scratch("windows.vcd"));
    const struct ahead_plan plan = {processes, clocks, of->from, last};
    struct ahead           *ahead = ahead_open(&t.machine, t.trace, &plan);
    assert_non_null(ahead);
    while (!is_over(&t, of)) {
        assert_true(ahead_step(ahead, &t.m.diag));
        t.machine.kind->run(t.machine.of, ahead_next(ahead, of->stop));
    }
    assert_true(ahead_finish(ahead, *t.machine.cycle, &t.m.diag));
    ahead_close(ahead);
    trace_cycles(t.trace, &found.first, &found.last);
    found.cycles = *t.machine.cycle;
    found.full = trace_full(t.trace);
    end(&t);
    return found;
}

static void expect_same_waveforms(const struct subject *of, unsigned processes, uint64_t clocks)
{
    const struct found alone = run_alone(of), ahead = run_ahead(of, processes, clocks, UINT64_MAX);
    assert_int_equal(alone.first, ahead.first);
    assert_int_equal(alone.last, ahead.last);
    assert_int_equal(alone.cycles, ahead.cycles);
    assert_int_equal(alone.full, ahead.full);
    assert_string_equal(told, "");
    assert_true(same_bytes(scratch("alone.vcd"), scratch("windows.vcd")));
    unlink(scratch("alone.vcd"));
    unlink(scratch("windows.vcd"));
}

/* ---- tests ------------------------------------------------------------------------------------------------------ */

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

/* ---- a process that comes to harm ------------------------------------------------------------------------------- */

static pid_t                   whole;
static int                     harm; /* this signal in cycle 250, or 0: it says so and comes to a halt there */
static int                     halted[2];
static struct rtl_machine_kind harmed;
static void (*real_edge)(void *machine);

static void harmed_edge(void *machine)
{
    const struct gpu *gpu = machine;
    if (gpu->cycle == 250 && getpid() != whole) {
        if (harm)
            raise(harm);
        (void)!write(halted[1], "", 1);
        pause();
    }
    real_edge(machine);
}

static struct ahead *begin_harmed(struct traced *t, const struct subject *of)
{
    static const struct ahead_plan plan = {2, 100, 0, UINT64_MAX};
    begin(t, of, scratch("windows.vcd"));
    whole = getpid();
    harmed = *t->machine.kind;
    real_edge = harmed.edge;
    harmed.edge = harmed_edge;
    t->machine.kind = &harmed;
    return ahead_open(&t->machine, t->trace, &plan);
}

static void rescue(int signal)
{
    (void)signal;
    _exit(3);
}

/* By the signal itself, whatever the run does when it is hit by it. */
static void a_process_that_ends_early_is_told_of(void **state)
{
    (void)state;
    static const struct {
        int         signal;
        const char *told;
    } ends[] = {{SIGKILL, "a process that sampled the waveform has ended, by signal 9"},
                {SIGABRT, "a process that sampled the waveform has ended, by signal 6"}};
    const struct subject of = {.plan = plan_of("rv770"), .stop = UINT64_MAX};
    void (*const before)(int) = signal(SIGABRT, rescue);
    for (unsigned i = 0; i < LENGTH(ends); i++) {
        struct traced       t;
        struct ahead *const ahead = begin_harmed(&t, &of);
        bool                good = true;
        harm = ends[i].signal;
        while (good && !is_over(&t, &of)) {
            good = ahead_step(ahead, &t.m.diag);
            t.machine.kind->run(t.machine.of, ahead_next(ahead, UINT64_MAX));
        }
        assert_false(good);
        assert_string_equal(t.m.diag.what, ends[i].told);
        assert_int_equal(*t.machine.cycle,
                         399); /* where its window, 200 to 299, is the oldest of two and has to be taken */
        ahead_close(ahead);
        trace_abandon(t.trace);
        t.rows->free(t.rows);
        machine_free(&t.m);
    }
    signal(SIGABRT, before);
}

/* Begins windows of which one comes to a halt, and waits to be killed. */
static void run_until_killed(void)
{
    const struct subject of = {.plan = plan_of("rv770"), .stop = UINT64_MAX};
    struct traced        t;
    struct ahead *const  ahead = begin_harmed(&t, &of);
    harm = 0;
    while (*t.machine.cycle < 299 && ahead_step(ahead, &t.m.diag))
        t.machine.kind->run(t.machine.of, ahead_next(ahead, UINT64_MAX));
    for (;;)
        pause();
}

/* Each process has an end of the pipe, which is closed when the last of them is gone. */
static void processes_end_when_the_run_is_killed(void **state)
{
    (void)state;
    int  status;
    char byte;
    assert_int_equal(pipe(halted), 0);
    const pid_t run = fork();
    if (run == 0)
        run_until_killed();
    close(halted[1]);
    struct pollfd gone = {.fd = halted[0], .events = POLLIN};
    assert_int_equal(read(halted[0], &byte, 1), 1);
    kill(run, SIGKILL);
    assert_int_equal(poll(&gone, 1, 30000), 1);
    assert_int_equal(read(halted[0], &byte, 1), 0);
    close(halted[0]);
    assert_int_equal(waitpid(run, &status, 0), run);
    unlink(scratch("windows.vcd"));
}

/* ---- a system that has few processes ---------------------------------------------------------------------------- */

static unsigned forks_allowed = UINT32_MAX; /* at once; those that are under way: */
static unsigned forks_living;

/* In the place of the C library's. */
pid_t fork(void)
{
    pid_t (*real)(void);
    *(void **)&real = dlsym(RTLD_NEXT, "fork");
    if (forks_living == forks_allowed) {
        errno = EAGAIN;
        return -1;
    }
    forks_living++;
    return real();
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    pid_t (*real)(pid_t, int *, int);
    *(void **)&real = dlsym(RTLD_NEXT, "waitpid");
    forks_living--;
    return real(pid, status, options);
}

/* Where the system has fewer processes than the plan, the waveform is as whole; where it has none, nothing has been
 * begun. */
static void fewer_processes_make_the_same_waveform(void **state)
{
    (void)state;
    const struct subject of = {.plan = plan_of("rv770"), .stop = 1000};
    for (forks_allowed = 1; forks_allowed < 4; forks_allowed++)
        expect_same_waveforms(&of, 4, 100);
    struct traced t;
    forks_allowed = 0;
    begin(&t, &of, scratch("windows.vcd"));
    const struct ahead_plan plan = {4, 100, 0, UINT64_MAX};
    struct ahead           *ahead = ahead_open(&t.machine, t.trace, &plan);
    assert_false(ahead_step(ahead, &t.m.diag));
    assert_string_equal(t.m.diag.what, "no process to sample the waveform: Resource temporarily unavailable");
    assert_false(ahead_has_begun(ahead));
    ahead_close(ahead);
    end(&t);
    forks_allowed = UINT32_MAX;
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
        cmocka_unit_test(a_process_that_ends_early_is_told_of),
        cmocka_unit_test(processes_end_when_the_run_is_killed),
        cmocka_unit_test(fewer_processes_make_the_same_waveform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
