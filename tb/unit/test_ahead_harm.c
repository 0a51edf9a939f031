/* test_ahead_harm.c - a waveform in several processes when one of them comes to harm, when the run is killed, and when
 * the system has few. */
#define _GNU_SOURCE /* _Fork, wait4 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include "tb/unit/ahead_kit.h"

/* ---- a process that comes to harm ------------------------------------------------------------------------------- */

static pid_t whole;
static int   harm; /* this signal in cycle 250, or less this exit status; 0: it says so and comes to a halt */
static int   halted[2];
static struct rtl_machine_kind harmed;
static void (*real_edge)(void *machine);

static void harmed_edge(void *machine)
{
    const struct gpu *gpu = machine;
    if (gpu->cycle == 250 && getpid() != whole) {
        if (harm < 0)
            _exit(-harm);
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
        int         harm;
        const char *told;
    } ends[] = {{SIGKILL, "a process that sampled the waveform has ended, by signal 9"},
                {SIGABRT, "a process that sampled the waveform has ended, by signal 6"},
                {-1, "not enough memory in a process that samples the waveform"},
                {-2, "a process that sampled the waveform has ended, by exit status 2"}};
    const struct subject of = {.plan = plan_of("rv770"), .stop = UINT64_MAX};
    void (*const before)(int) = signal(SIGABRT, rescue);
    for (unsigned i = 0; i < LENGTH(ends); i++) {
        struct traced       t;
        struct ahead *const ahead = begin_harmed(&t, &of);
        bool                good = true;
        harm = ends[i].harm;
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
    if (forks_living == forks_allowed) {
        errno = EAGAIN;
        return -1;
    }
    forks_living++;
    return _Fork();
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    forks_living--;
    return wait4(pid, status, options, NULL);
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
        cmocka_unit_test(a_process_that_ends_early_is_told_of),
        cmocka_unit_test(processes_end_when_the_run_is_killed),
        cmocka_unit_test(fewer_processes_make_the_same_waveform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
