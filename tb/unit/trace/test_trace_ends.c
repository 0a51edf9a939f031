/* test_trace_ends.c - the cycles that a waveform has, and what cannot be written, or not whole. */
#include "tb/unit/trace/trace_kit.h"

#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "trace/internal.h"

/* ---- window ----------------------------------------------------------------------------------------------------- */

static void a_window_is_from_to_both_included(void **state)
{
    (void)state;
    struct trace_options options = {0};
    assert_true(trace_window("3:9", &options, &diag));
    assert_int_equal(options.from, 3);
    assert_int_equal(options.end, 10);
    assert_true(trace_window("12:", &options, &diag));
    assert_int_equal(options.from, 12);
    assert_int_equal(options.end, 0);
    assert_true(trace_window(":0", &options, &diag));
    assert_int_equal(options.from, 0);
    assert_int_equal(options.end, 1);
    assert_true(trace_window("0:999999999999999999", &options, &diag));
    assert_true(options.end == 1000000000000000000);
    static const char *const bad[] = {"",    ":",    "3",    "3-9",  "9:3",
                                      "a:b", "3:9x", " 3:9", "-1:3", "3:1000000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (trace_window(bad[i], &options, &diag))
            fail_msg("'%s' was taken", bad[i]);
}

static void a_window_starts_with_all_values_and_ends_in_time(void **state)
{
    (void)state;
    struct trace_options options = {.scope = "top.a.o_count"};
    assert_true(trace_window("3:4", &options, &diag));
    struct trace *trace = open_trace(options);
    for (uint32_t cycle = 0; cycle < 9; cycle++) {
        machine.pump[1].q.count = cycle / 3 * 5;
        trace_sample(trace, cycle);
    }
    assert_true(trace_close(trace, &diag));
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_string_equal(strstr(text, "$enddefinitions"),
                        "$enddefinitions $end\n"
                        "#30\n$dumpvars\n1!\nb11 \"\nb101 #\n$end\n#35\n0!\n#40\n1!\nb100 \"\n#45\n0!\n#50\n");
    free(text);
}

static void a_window_that_is_never_reached_is_reported(void **state)
{
    (void)state;
    struct trace *trace = open_trace((struct trace_options){.from = 100});
    trace_sample(trace, 99);
    assert_false(trace_close(trace, &diag));
    assert_non_null(strstr(diag.what, "begins at 100"));
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void a_full_disk_is_reported_at_the_end_and_before(void **state)
{
    (void)state;
    struct trace *trace = open_trace((struct trace_options){.path = "/dev/full"});
    assert_non_null(trace);
    trace_sample(trace, 0);
    assert_false(trace_failed(trace));
    trace_flush(trace);
    assert_true(trace_failed(trace));
    trace_sample(trace, 1);
    assert_false(trace_close(trace, &diag));
    assert_string_equal(diag.file, "/dev/full");
    assert_non_null(strstr(diag.what, "No space left"));
}

/* Also when what is written between two chunks is what does not fit: of the next one nothing is made. */
static void a_full_disk_is_reported_wherever_a_chunk_ends(void **state)
{
    (void)state;
    for (size_t left = 0; left < 40; left++) {
        struct trace *trace = open_trace((struct trace_options){.path = "/dev/full"});
        trace_sample(trace, 0);
        trace_settle(trace);
        trace->sink.used = SINK_BYTES - left;
        trace_sample(trace, 1);
        trace_settle(trace);
        trace_sample(trace, 2);
        trace_settle(trace);
        assert_true(trace_failed(trace) == (trace->sink.error != 0));
        assert_true(trace_failed(trace) || left > 0);
        trace_abandon(trace);
    }
}

/* Files of this process end at so many bytes, as on a disk that is full. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    signal(SIGXFSZ, SIG_IGN);
}

static void a_waveform_that_is_not_whole_is_removed(void **state)
{
    (void)state;
    static const char *const names[] = {"cut.vcd", "cut.fst"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rlimit before;
        char          hier[1100];
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
        limit_files(300);
        struct trace *trace = open_trace((struct trace_options){.path = scratch(names[i])});
        for (uint64_t cycle = 0; cycle < 200; cycle++) {
            machine_step(&machine);
            trace_sample(trace, cycle);
        }
        assert_false(trace_close(trace, &diag));
        limit_files(before.rlim_cur);
        snprintf(hier, sizeof hier, "%s.hier", scratch(names[i]));
        assert_int_not_equal(access(scratch(names[i]), F_OK), 0);
        assert_int_not_equal(access(hier, F_OK), 0);
    }
}

static void so_is_one_that_holds_nothing(void **state)
{
    (void)state;
    assert_false(trace_close(open_trace((struct trace_options){.from = 100}), &diag));
    assert_int_not_equal(access(scratch("t.vcd"), F_OK), 0);
}

static void and_one_that_is_given_up(void **state)
{
    (void)state;
    static const char *const names[] = {"up.vcd", "up.fst"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct trace *trace = open_trace((struct trace_options){.path = scratch(names[i])});
        trace_sample(trace, 0);
        trace_abandon(trace);
        assert_int_not_equal(access(scratch(names[i]), F_OK), 0);
    }
}

/* From both sides: one byte more of limit is one cycle more. */
static void a_waveform_ends_with_the_cycle_that_reaches_its_limit(void **state)
{
    (void)state;
    static const char to_third[] = "#0\n$dumpvars\n1!\nb0 \"\nb1 #\n$end\n#5\n0!\n#10\n1!\nb1 \"\nb10 #\n#15\n0!\n"
                                   "#20\n1!\nb10 \"\nb11 #\n#25\n0!\n";
    uint64_t          head = 0;
    for (unsigned more = 0; more < 3; more++) {
        /* first without a limit, to learn how long the header is */
        struct trace *trace = open_trace((struct trace_options){
            .scope = "top.a.o_count", .limit = more ? head + sizeof to_third - 1 + (more - 1) : 0});
        for (uint32_t cycle = 0; cycle < 9; cycle++) {
            trace_settle(trace);
            assert_int_equal(trace_full(trace), more && cycle >= 3 + (more - 1));
            machine.pump[1].q.count = cycle + 1;
            trace_sample(trace, cycle);
        }
        assert_true(trace_close(trace, &diag));
        char *text = slurp(scratch("t.vcd"), NULL);
        char *body = strstr(text, "#0\n");
        head = (uint64_t)(body - text);
        assert_memory_equal(body, to_third, sizeof to_third - 1);
        if (more == 1)
            assert_string_equal(body + sizeof to_third - 1, "#30\n");
        if (more == 2)
            assert_string_equal(body + sizeof to_third - 1, "#30\n1!\nb11 \"\nb100 #\n#35\n0!\n#40\n");
        free(text);
    }
}

static void a_file_that_cannot_be_created_is_reported(void **state)
{
    (void)state;
    assert_refused((struct trace_options){.path = scratch("none/t.vcd")}, "No such file");
    assert_refused((struct trace_options){.path = scratch("none/t.fst")}, "No such file");
    assert_refused((struct trace_options){.path = scratch_folder}, "directory");
}

static void a_value_wider_than_its_signal_is_cut_and_reported(void **state)
{
    (void)state;
    struct trace *trace = open_trace((struct trace_options){.scope = "top.a.o_phase"});
    trace_sample(trace, 0);
    trace_settle(trace);
    assert_false(trace_failed(trace));
    machine.pump[1].q.phase = 0x0b;
    trace_sample(trace, 1);
    trace_settle(trace);
    assert_true(trace_failed(trace));
    machine.pump[1].q.phase = 0x13; /* the same three bits: nothing to write */
    trace_sample(trace, 2);
    assert_false(trace_close(trace, &diag));
    assert_string_equal(diag.what, "top.a.o_phase held 0xb in cycle 1, more than its 3 bits");
    char *text = slurp(scratch("t.vcd"), NULL);
    assert_non_null(strstr(text, "#10\n1!\nb1 \"\nb11 #\n#15\n0!\n#20\n1!\nb10 \"\n#25\n0!\n#30\n"));
    free(text);
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machine)
    const struct CMUnitTest tests[] = {
        TEST(a_window_is_from_to_both_included),
        TEST(a_window_starts_with_all_values_and_ends_in_time),
        TEST(a_window_that_is_never_reached_is_reported),
        TEST(a_full_disk_is_reported_at_the_end_and_before),
        TEST(a_full_disk_is_reported_wherever_a_chunk_ends),
        TEST(a_waveform_that_is_not_whole_is_removed),
        TEST(so_is_one_that_holds_nothing),
        TEST(and_one_that_is_given_up),
        TEST(a_waveform_ends_with_the_cycle_that_reaches_its_limit),
        TEST(a_file_that_cannot_be_created_is_reported),
        TEST(a_value_wider_than_its_signal_is_cut_and_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
