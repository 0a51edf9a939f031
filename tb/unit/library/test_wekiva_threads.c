/* test_wekiva_threads.c - the public library: machines in threads, and a machine that has several. */
#include "tb/unit/library/wekiva_kit.h"

#include <pthread.h>

struct job {
    const struct wk_launch *launch;
    const char             *setting, *path;
    void                   *bytes;
    size_t                  length;
    pthread_t               thread;
};

/* Everything that a machine does: made, traced, clocked, looked at, restored, run to its end. */
static void *work(void *argument)
{
    struct job             *job = argument;
    const struct wk_options options = {.settings = &job->setting, .setting_count = 1};
    struct wk_machine      *machine = NULL;
    void                   *start = NULL;
    size_t                  length;
    uint64_t                value;
    bool                    good = wk_create(NULL, job->launch, &options, &machine, NULL) == WK_OK &&
                wk_snapshot(machine, &start, &length, NULL) == WK_OK && wk_clock(machine, 150, NULL) == WK_OK &&
                wk_restore(machine, start, length, NULL) == WK_OK &&
                wk_trace_start(machine, job->path, NULL, NULL) == WK_OK;
    while (good && wk_clock(machine, 10, NULL) == WK_OK)
        good = wk_get(machine, "gpu.simd0.cf_sequencer.i_nobody", &value, NULL) == WK_OK;
    good = good && wk_state(machine, NULL) == WK_FINISHED && wk_trace_stop(machine, NULL) == WK_OK &&
           wk_snapshot(machine, &job->bytes, &job->length, NULL) == WK_OK;
    wk_free(start);
    wk_destroy(machine);
    return good ? job : NULL;
}

/* Two by two at once, with one launch, what each gives alone. */
static void machines_in_threads_give_the_bytes_of_one(void **state)
{
    (void)state;
    enum { JOBS = 4 };
    static const char *const settings[] = {"ic_miss_clk=40", "ic_miss_clk=90"};
    struct wk_launch        *launch;
    struct job               alone[2] = {{.path = in_folder("0.vcd")}, {.path = in_folder("1.vcd")}}, jobs[JOBS];
    char                     paths[JOBS][sizeof folder + 16];
    assert_int_equal(wk_launch_load(FADD "launch.json", &launch, &said), WK_OK);
    for (unsigned i = 0; i < 2; i++) {
        alone[i].launch = launch;
        alone[i].setting = settings[i];
        assert_non_null(work(&alone[i]));
    }
    for (unsigned i = 0; i < JOBS; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/t%u.vcd", folder, i);
        jobs[i] = (struct job){.launch = launch, .setting = settings[i % 2], .path = paths[i]};
        assert_int_equal(pthread_create(&jobs[i].thread, NULL, work, &jobs[i]), 0);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        void  *good;
        size_t length, alone_length;
        assert_int_equal(pthread_join(jobs[i].thread, &good), 0);
        assert_non_null(good);
        assert_int_equal(jobs[i].length, alone[i % 2].length);
        assert_memory_equal(jobs[i].bytes, alone[i % 2].bytes, jobs[i].length);
        char *text = slurp(jobs[i].path, &length), *alone_text = slurp(alone[i % 2].path, &alone_length);
        assert_int_equal(length, alone_length);
        assert_memory_equal(text, alone_text, length);
        free(text);
        free(alone_text);
        wk_free(jobs[i].bytes);
    }
    assert_true(alone[0].length == alone[1].length && memcmp(alone[0].bytes, alone[1].bytes, alone[0].length) != 0);
    wk_free(alone[0].bytes);
    wk_free(alone[1].bytes);
    wk_launch_free(launch);
}

/* Ten SIMDs in so many threads; what it all comes to, as bytes. */
static void *in_jobs(unsigned jobs, size_t *length, uint64_t *cycle)
{
    static const char *const settings[] = {"simds=10"};
    const struct wk_options  options = {.settings = settings, .setting_count = 1};
    struct wk_machine       *machine = machine_of("tb/corpus/llvm-rv770/loop_nest6/launch.json", &options);
    void                    *bytes;
    assert_int_equal(wk_set_jobs(machine, jobs, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 60001, &said), WK_OK);
    assert_int_equal(wk_cycle(machine), 60001);
    assert_int_equal(wk_set_jobs(machine, jobs % 4 + 1, &said), WK_OK); /* may change at any time */
    assert_int_equal(wk_run(machine, 0, &said), WK_FINISHED);
    *cycle = wk_cycle(machine);
    assert_int_equal(wk_snapshot(machine, &bytes, length, &said), WK_OK);
    wk_destroy(machine);
    return bytes;
}

static void a_machine_in_threads_is_that_of_one(void **state)
{
    (void)state;
    static const unsigned jobs[] = {2, 3, 256};
    struct wk_machine    *machine;
    size_t                one_length, length;
    uint64_t              one_cycle, cycle;
    void                 *one = in_jobs(1, &one_length, &one_cycle);
    for (unsigned i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        void *several = in_jobs(jobs[i], &length, &cycle);
        assert_int_equal(cycle, one_cycle);
        assert_int_equal(length, one_length);
        assert_memory_equal(one, several, length);
        wk_free(several);
    }
    wk_free(one);
    assert_int_equal(wk_create_module("predicate", &machine, NULL), WK_OK);
    assert_int_equal(wk_set_jobs(machine, 2, &said), WK_OK); /* it has no parts */
    ASSERT_REFUSED(wk_set_jobs(machine, 0, &said), WK_BAD_ARGUMENT, "1 to 256");
    ASSERT_REFUSED(wk_set_jobs(machine, 257, &said), WK_BAD_ARGUMENT, "1 to 256");
    wk_destroy(machine);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"0.vcd", "1.vcd", "t0.vcd", "t1.vcd", "t2.vcd", "t3.vcd"};
    return remove_folder_with(names, sizeof names / sizeof names[0]);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_in_threads_give_the_bytes_of_one),
        cmocka_unit_test(a_machine_in_threads_is_that_of_one),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
