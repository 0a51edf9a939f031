/* test_fst.c - a .fst file says what the .vcd file of the same run says, and is whole or not there.  fst2vcd reads it,
 * which shares nothing with this project. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/unit/trace/test_trace_machine.h"
#include "tb/unit/trace/test_trace_reader.h"
#include "trace/fst/fst_whole.h"
#include "trace/vcd.h"

enum { CYCLES = 200, BLOCK = 64 << 10 /* of the smallest limit */ };

static struct machine      machine, replay, history[CYCLES];
static struct rtl_instance instances[MACHINE_INSTANCES], replay_instances[MACHINE_INSTANCES];
static struct diag         diag;
static struct reader       reader;

static int fresh_machine(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&diag, 0, sizeof diag);
    machine.seed = 20;
    machine_instances(&machine, instances);
    machine_instances(&replay, replay_instances);
    return 0;
}

static void from_history(uint64_t cycle)
{
    replay = history[cycle];
}

static int shell(const char *format, const char *a, const char *b)
{
    char command[4096];
    snprintf(command, sizeof command, format, a, b);
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void need_the_reader(void)
{
    if (shell("command -v %s >%s", "fst2vcd", "/dev/null") == 0)
        return;
    print_message("skipped: no fst2vcd\n");
    skip();
}

static struct trace *open_trace(struct trace_options options)
{
    options.lanes = true;
    options.path = options.path ? options.path : scratch("d.fst");
    struct trace *trace = trace_open(&options, instances, MACHINE_INSTANCES, &diag);
    if (!trace)
        fail_msg("%s", diag.what);
    return trace;
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

/* What a child has done in its own copy. */
static void remember(uint64_t cycles)
{
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        machine_step(&machine);
        history[cycle] = machine;
    }
}

static void close_trace(struct trace *trace)
{
    if (!trace_close(trace, &diag))
        fail_msg("%s", diag.what);
}

/* fst2vcd writes all digits of a value, and the initial values a second time. */
static void read_back(const char *path, uint64_t first)
{
    assert_int_equal(shell("fst2vcd %s | sed 's/^b0*\\([01]\\)/b\\1/' >%s", path, scratch("read.vcd")), 0);
    if (!reader_run(&reader, scratch("read.vcd"), replay_instances, MACHINE_INSTANCES, first, from_history))
        fail_msg("%s", reader.problem);
}

static void assert_read(const char *path, uint64_t first, uint64_t cycles)
{
    assert_true(fst_is_whole(path));
    read_back(path, first);
    assert_int_equal(reader.cycles, cycles);
    assert_true(reader.ended);
}

/* ---- what it says ----------------------------------------------------------------------------------------------- */

static void every_value_of_every_cycle_is_in_the_file(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){0});
    run(trace, CYCLES);
    close_trace(trace);
    assert_read(scratch("d.fst"), 0, CYCLES);
    assert_int_equal(reader.count, 2 + 2 * (10 + 32) + (3 + 64) + (12 * 64 + 3));
}

/* The sampling thread writes too, and every kind of block is there many times. */
static void so_it_is_in_many_blocks_and_without_a_second_thread(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){.limit = 4 * BLOCK, .alone = true});
    run(trace, CYCLES);
    assert_false(trace_full(trace));
    close_trace(trace);
    assert_read(scratch("d.fst"), 0, CYCLES);
}

static void a_late_window_has_every_value_too(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){.from = 123, .end = 170});
    run(trace, CYCLES);
    close_trace(trace);
    assert_read(scratch("d.fst"), 123, 170 - 123);
}

static void one_cycle_is_a_file(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){0});
    run(trace, 1);
    close_trace(trace);
    assert_read(scratch("d.fst"), 0, 1);
}

static void a_machine_that_stands_still_is_one_too(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){0});
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
        history[cycle] = machine;
        trace_sample(trace, cycle);
    }
    close_trace(trace);
    assert_read(scratch("d.fst"), 0, CYCLES);
}

/* What fst2vcd makes of both, its own date apart: names, types and widths, scopes, values, times. */
static void it_says_what_vcd2fst_makes_of_the_vcd_file(void **state)
{
    (void)state;
    need_the_reader();
    if (shell("command -v %s >%s", "vcd2fst", "/dev/null") != 0)
        skip();
    struct trace *direct = open_trace((struct trace_options){0}),
                 *other = open_trace((struct trace_options){.path = scratch("o.vcd")});
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
        machine_step(&machine);
        trace_sample(direct, cycle);
        trace_sample(other, cycle);
    }
    close_trace(direct);
    close_trace(other);
    assert_int_equal(shell("vcd2fst %s %s", scratch("o.vcd"), scratch("o.fst")), 0);
    static const char strip[] = "fst2vcd %s | sed '/^.date/,/^.end/d' >%s";
    assert_int_equal(shell(strip, scratch("d.fst"), scratch("d.txt")), 0);
    assert_int_equal(shell(strip, scratch("o.fst"), scratch("o.txt")), 0);
    assert_int_equal(shell("cmp %s %s", scratch("d.txt"), scratch("o.txt")), 0);
    assert_int_equal(shell("grep -q '^.version$' %s && test -s %s", scratch("d.txt"), scratch("o.txt")), 0);
}

static void the_same_run_gives_the_same_bytes(void **state)
{
    (void)state;
    need_the_reader();
    for (unsigned i = 0; i < 2; i++) {
        fresh_machine(NULL);
        struct trace *trace = open_trace((struct trace_options){.path = scratch(i ? "e.fst" : "d.fst")});
        run(trace, CYCLES);
        close_trace(trace);
    }
    assert_int_equal(shell("cmp %s %s", scratch("d.fst"), scratch("e.fst")), 0);
}

/* A block more than the limit at most, and no cycle by halves. */
static void a_file_ends_when_it_has_reached_its_limit(void **state)
{
    (void)state;
    need_the_reader();
    struct trace *trace = open_trace((struct trace_options){.limit = BLOCK / 2});
    uint64_t      cycles = 0;
    for (; cycles < CYCLES && !trace_full(trace); cycles++) {
        machine_step(&machine);
        history[cycles] = machine;
        trace_sample(trace, cycles);
        trace_settle(trace);
    }
    assert_in_range(cycles, 2, CYCLES - 1);
    machine_step(&machine);
    trace_sample(trace, cycles);
    close_trace(trace);
    assert_read(scratch("d.fst"), 0, cycles);
    size_t bytes = 0;
    free(slurp(scratch("d.fst"), &bytes));
    assert_in_range(bytes, BLOCK / 2, BLOCK / 2 + BLOCK);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bool there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Runs `body` in a process of its own; its exit status, or 256 + the signal that ended it. */
static int in_child(int (*body)(uint64_t), uint64_t argument)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(body(argument));
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

/* Files end at so many bytes, the writer's own beside the waveform too. */
static int write_on_a_small_disk(uint64_t bytes)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){bytes, bytes});
    struct trace *trace = trace_open(&(struct trace_options){.path = scratch("small.fst"), .lanes = true}, instances,
                                     MACHINE_INSTANCES, &diag);
    if (!trace)
        return 1;
    run(trace, 2000);
    if (trace_close(trace, &diag))
        return 2;
    return strstr(diag.what, "File too large") && strcmp(diag.file, scratch("small.fst")) == 0 ? 0 : 3;
}

static void a_disk_that_fills_up_is_reported_wherever_that_is(void **state)
{
    (void)state;
    need_the_reader();
    static const uint64_t sizes[] = {0, 100, 329, 4000, 10000, 20000, 40000, 200000};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (in_child(write_on_a_small_disk, sizes[i]) != 0)
            fail_msg("%u bytes", (unsigned)sizes[i]);
        assert_false(there(scratch("small.fst")));
    }
}

/* Only the waveform has a name; a user's file beside it stays. */
static void nothing_is_left_beside_it(void **state)
{
    (void)state;
    need_the_reader();
    assert_int_equal(shell("rm -rf %s && mkdir %s", scratch("beside"), scratch("beside")), 0);
    assert_int_equal(shell("echo mine >%s%s", scratch("beside/w.fst"), ".hier"), 0);
    struct trace *trace = open_trace((struct trace_options){.path = scratch("beside/w.fst")});
    run(trace, 20);
    close_trace(trace);
    assert_int_equal(shell("test \"$(ls %s | tr '\\n' ' ')\" = '%s'", scratch("beside"), "w.fst w.fst.hier "), 0);
    assert_int_equal(shell("test \"$(cat %s)\" = %s", scratch("beside/w.fst.hier"), "mine"), 0);
    trace = open_trace((struct trace_options){.path = scratch("beside/x.fst")});
    run(trace, 20);
    trace_abandon(trace);
    assert_false(there(scratch("beside/x.fst")));
}

static void a_viewer_keeps_the_file_that_it_has_open(void **state)
{
    (void)state;
    need_the_reader();
    assert_int_equal(shell("echo old >%s%s", scratch("v.fst"), ""), 0);
    assert_int_equal(shell("ln -sf v.fst %s%s", scratch("link.fst"), ""), 0);
    FILE *viewer = fopen(scratch("v.fst"), "r");
    char  line[8] = "";
    assert_non_null(viewer);
    struct trace *trace = open_trace((struct trace_options){.path = scratch("v.fst")});
    run(trace, 20);
    close_trace(trace);
    assert_non_null(fgets(line, sizeof line, viewer));
    assert_string_equal(line, "old\n");
    fclose(viewer);
    assert_read(scratch("v.fst"), 0, 20);
    /* through a link, which stays one */
    trace = open_trace((struct trace_options){.path = scratch("link.fst")});
    run(trace, 30);
    close_trace(trace);
    assert_int_equal(shell("test -L %s && test ! -L %s", scratch("link.fst"), scratch("v.fst")), 0);
    assert_read(scratch("v.fst"), 0, 30);
}

static void refuse(const char *path, const char *why)
{
    const struct trace_options options = {.path = path};
    assert_null(trace_open(&options, instances, MACHINE_INSTANCES, &diag));
    assert_string_equal(diag.file, path);
    if (!strstr(diag.what, why))
        fail_msg("'%s' does not say '%s'", diag.what, why);
}

/* Without a reader, to open a pipe would wait for ever. */
static void a_pipe_or_a_device_is_refused(void **state)
{
    (void)state;
    assert_int_equal(shell("rm -f %s && mkfifo %s", scratch("pipe.fst"), scratch("pipe.fst")), 0);
    assert_int_equal(shell("ln -sf /dev/full %s%s", scratch("full.fst"), ""), 0);
    refuse(scratch("pipe.fst"), "is no file: a .fst file is written forth and back");
    refuse(scratch("full.fst"), "is no file: a .fst file is written forth and back");
    assert_true(there(scratch("pipe.fst")) && there(scratch("full.fst")));
}

static void two_runs_do_not_write_one_file(void **state)
{
    (void)state;
    need_the_reader();
    int ready[2], over[2];
    assert_true(pipe(ready) == 0 && pipe(over) == 0);
    const pid_t child = fork();
    if (child == 0) {
        char          byte;
        struct trace *trace = open_trace((struct trace_options){.path = scratch("two.fst")});
        run(trace, 20);
        if (write(ready[1], "", 1) != 1 || read(over[0], &byte, 1) != 1)
            _exit(1);
        _exit(trace_close(trace, &diag) ? 0 : 2);
    }
    char byte;
    int  status = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    refuse(scratch("two.fst"), "another process is writing a waveform into it");
    assert_int_equal(write(over[1], "", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    remember(20);
    assert_read(scratch("two.fst"), 0, 20);
    for (unsigned i = 0; i < 2; i++) {
        close(ready[i]);
        close(over[i]);
    }
}

/* ---- runs that do not come to their end ------------------------------------------------------------------------- */

static struct trace *faulty;

static void on_fault(int number)
{
    trace_rescue(faulty);
    raise(number);
}

static int end_in_a_fault(uint64_t alone)
{
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGSEGV, &action, NULL);
    faulty = trace_open(&(struct trace_options){.path = scratch("fault.fst"), .lanes = true, .alone = alone}, instances,
                        MACHINE_INSTANCES, &diag);
    run(faulty, CYCLES);
    return raise(SIGSEGV);
}

static void a_run_that_ends_in_a_fault_leaves_its_waveform(void **state)
{
    (void)state;
    need_the_reader();
    assert_int_equal(in_child(end_in_a_fault, false), 256 + SIGSEGV);
    remember(CYCLES);
    assert_read(scratch("fault.fst"), 0, CYCLES);
    /* only another thread can end it */
    assert_int_equal(in_child(end_in_a_fault, true), 256 + SIGSEGV);
    assert_false(fst_is_whole(scratch("fault.fst")));
}

static int be_killed(uint64_t cycles)
{
    struct trace *trace = open_trace((struct trace_options){.path = scratch("killed.fst"), .limit = 4 * BLOCK});
    run(trace, cycles);
    trace_flush(trace);
    return raise(SIGKILL);
}

/* Blocks that are whole, and none by halves: what came behind them is lost. */
static void what_a_killed_run_leaves_can_be_read_up_to_its_last_block(void **state)
{
    (void)state;
    need_the_reader();
    assert_int_equal(in_child(be_killed, CYCLES), 256 + SIGKILL);
    remember(CYCLES);
    assert_true(fst_is_whole(scratch("killed.fst")));
    read_back(scratch("killed.fst"), 0);
    assert_in_range(reader.cycles, CYCLES / 4, CYCLES);
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(every_value_of_every_cycle_is_in_the_file),
        TEST(so_it_is_in_many_blocks_and_without_a_second_thread),
        TEST(a_late_window_has_every_value_too),
        TEST(one_cycle_is_a_file),
        TEST(a_machine_that_stands_still_is_one_too),
        TEST(it_says_what_vcd2fst_makes_of_the_vcd_file),
        TEST(the_same_run_gives_the_same_bytes),
        TEST(a_file_ends_when_it_has_reached_its_limit),
        TEST(a_disk_that_fills_up_is_reported_wherever_that_is),
        TEST(nothing_is_left_beside_it),
        TEST(a_viewer_keeps_the_file_that_it_has_open),
        TEST(a_pipe_or_a_device_is_refused),
        TEST(two_runs_do_not_write_one_file),
        TEST(a_run_that_ends_in_a_fault_leaves_its_waveform),
        TEST(what_a_killed_run_leaves_can_be_read_up_to_its_last_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
