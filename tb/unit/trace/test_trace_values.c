/* test_trace_values.c - whole runs: every value of every cycle is in the file, FST says the same as VCD, and what is
 * left of an interrupted run can be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "tb/unit/trace/test_trace_reader.h"
#include "trace/vcd.h"

enum { CYCLES = 200 };

static struct machine      machine, replay, history[CYCLES];
static uint64_t            replayed;
static struct rtl_instance instances[MACHINE_INSTANCES], replay_instances[MACHINE_INSTANCES];
static struct diag         diag;
static struct reader       reader;

static int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&replay, 0, sizeof replay);
    memset(&diag, 0, sizeof diag);
    machine.seed = replay.seed = 20;
    replayed = UINT64_MAX;
    machine_instances(&machine, instances);
    machine_instances(&replay, replay_instances);
    return 0;
}

/* For the reader: the state of a recorded cycle, and of a cycle simulated once more. */
static void from_history(uint64_t cycle)
{
    replay = history[cycle];
}

static void from_replay(uint64_t cycle)
{
    while (replayed != cycle) {
        machine_step(&replay);
        replayed++;
    }
}

static struct trace *open_trace(const char *path, uint64_t from)
{
    return trace_open(&(struct trace_options){.path = path, .lanes = true, .from = from}, instances, MACHINE_INSTANCES,
                      &diag);
}

static void run(struct trace *trace, uint64_t cycles)
{
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        machine_step(&machine);
        if (cycle < CYCLES)
            history[cycle] = machine;
        trace_sample(trace, cycle);
    }
}

static void assert_read(const char *path, uint64_t first, void (*held)(uint64_t))
{
    if (!reader_run(&reader, path, replay_instances, MACHINE_INSTANCES, first, held))
        fail_msg("%s", reader.problem);
}

static int shell(const char *format, const char *a, const char *b)
{
    char command[4096];
    snprintf(command, sizeof command, format, a, b);
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool have(const char *program)
{
    if (shell("command -v %s >%s", program, "/dev/null") == 0)
        return true;
    print_message("skipped: no %s\n", program);
    return false;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static void every_value_of_every_cycle_is_in_the_file(void **state)
{
    (void)state;
    struct trace *trace = open_trace(scratch("v.vcd"), 0);
    run(trace, CYCLES);
    assert_true(trace_close(trace, &diag));
    assert_read(scratch("v.vcd"), 0, from_history);
    assert_int_equal(reader.cycles, CYCLES);
    assert_int_equal(reader.count, 2 + 2 * (10 + 32) + (3 + 64) + (12 * 64 + 3));
    assert_true(reader.ended);
}

static void a_late_window_has_every_value_too(void **state)
{
    (void)state;
    struct trace *trace = open_trace(scratch("v.vcd"), 123);
    run(trace, CYCLES);
    assert_true(trace_close(trace, &diag));
    assert_read(scratch("v.vcd"), 123, from_history);
    assert_int_equal(reader.cycles, CYCLES - 123);
}

static void the_reader_notices_a_wrong_value(void **state)
{
    (void)state;
    struct trace *trace = open_trace(scratch("v.vcd"), 0);
    run(trace, CYCLES);
    assert_true(trace_close(trace, &diag));
    history[150].pump[0].q.nibble.lane[15] ^= 16;
    assert_false(reader_run(&reader, scratch("v.vcd"), replay_instances, MACHINE_INSTANCES, 0, from_history));
    assert_string_equal(reader.problem, "not what the machine held: top.a.pump.r_nibble.lane15");
    assert_int_equal(reader.cycles, 150);
}

static void a_strict_reader_of_another_make_agrees(void **state)
{
    (void)state;
    if (!have("python3") || access("tb/vcd_tool.py", R_OK) != 0)
        skip();
    struct trace *trace = open_trace(scratch("v.vcd"), 0);
    run(trace, CYCLES);
    assert_true(trace_close(trace, &diag));
    assert_int_equal(shell("python3 tb/vcd_tool.py check %s >%s", scratch("v.vcd"), scratch("check.txt")), 0);
    /* ... and is not one that takes anything */
    assert_int_equal(shell("sed 's/^b1 /b01 /; s/^#15$/#7/' %s >%s", scratch("v.vcd"), scratch("w.vcd")), 0);
    assert_int_equal(shell("python3 tb/vcd_tool.py check %s >%s", scratch("w.vcd"), scratch("check.txt")), 1);
}

/* ---- FST -------------------------------------------------------------------------------------------------------- */

static void fst_says_the_same_as_vcd(void **state)
{
    (void)state;
    if (!have("fst2vcd") || !have("python3") || access("tb/vcd_tool.py", R_OK) != 0)
        skip();
    struct trace *vcd = open_trace(scratch("v.vcd"), 0), *fst = open_trace(scratch("v.fst"), 0);
    if (!fst)
        fail_msg("%s", diag.what);
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
        machine_step(&machine);
        trace_sample(vcd, cycle);
        trace_sample(fst, cycle);
    }
    assert_true(trace_close(vcd, &diag));
    if (!trace_close(fst, &diag))
        fail_msg("%s", diag.what);
    assert_int_equal(shell("fst2vcd %s >%s", scratch("v.fst"), scratch("w.vcd")), 0);
    assert_int_equal(shell("python3 tb/vcd_tool.py diff %s %s", scratch("v.vcd"), scratch("w.vcd")), 0);
    /* the comparison finds one changed value */
    assert_int_equal(shell("sed '0,/^b101 /s//b100 /' %s >%s", scratch("w.vcd"), scratch("x.vcd")), 0);
    assert_int_equal(shell("python3 tb/vcd_tool.py diff %s %s >/dev/null", scratch("v.vcd"), scratch("x.vcd")), 1);
}

/* Runs `body` in a process of its own; its exit status, or 256 + the signal that ended it. */
static int in_child(int (*body)(void))
{
    const pid_t child = fork();
    if (child == 0)
        _exit(body());
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static int write_vcd_on_a_small_disk(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){16384, 16384});
    struct trace *trace = open_trace(scratch("small.vcd"), 0);
    run(trace, 2000);
    return !trace_close(trace, &diag) && strstr(diag.what, "File too large") ? 0 : 1;
}

static void a_disk_that_fills_up_is_reported(void **state)
{
    (void)state;
    assert_int_equal(in_child(write_vcd_on_a_small_disk), 0);
}

/* ---- killed runs ------------------------------------------------------------------------------------------------ */

/* Kills a process that samples without end, once it has sampled some cycles: counted, not timed, as a busy machine or
 * a sanitizer makes any number of milliseconds too few. The cycles are enough to overflow every buffer on the way. */
static void kill_a_run(const char *path, uint64_t cycles)
{
    unlink(path);
    int done[2];
    assert_int_equal(pipe(done), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct trace *trace = open_trace(path, 0);
        if (!trace)
            _exit(1);
        for (uint64_t cycle = 0;; cycle++) {
            machine_step(&machine);
            trace_sample(trace, cycle);
            if (cycle == cycles && write(done[1], "", 1) != 1)
                _exit(1);
        }
    }
    close(done[1]);
    char byte;
    assert_int_equal(read(done[0], &byte, 1), 1); /* 0 when the child ends before */
    close(done[0]);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
}

static void a_killed_run_leaves_a_readable_file(void **state)
{
    (void)state;
    kill_a_run(scratch("killed.vcd"), 2000);
    assert_read(scratch("killed.vcd"), 0, from_replay);
    assert_true(reader.cycles > 500);
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(every_value_of_every_cycle_is_in_the_file),
        TEST(a_late_window_has_every_value_too),
        TEST(the_reader_notices_a_wrong_value),
        TEST(a_strict_reader_of_another_make_agrees),
        TEST(fst_says_the_same_as_vcd),
        TEST(a_disk_that_fills_up_is_reported),
        TEST(a_killed_run_leaves_a_readable_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
