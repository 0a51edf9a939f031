/* test_together.c - several launches at once on one machine (docs/launch.md, `together`): each gives what it gives
 * alone, and they run at the same time, in any number of threads, over a snapshot, to a broken rule; memory is one.
 * What the file may say: test_launch_row.c; who has how much of the chip: test_together_shares.c. */
#include "rtl_model/machine.h"
#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/machine/together.h"

/* The longer one is no faster than alone, and both together are faster than one after the other; each has an end of its
 * own, the later one is that of the run. */
static void at_once_each_gives_what_it_gives_alone(void **state)
{
    (void)state;
    struct several of;
    uint64_t       cycles[2], own[2];
    start_two(&of, NULL);
    for (unsigned n = 0; n < 2; n++) {
        assert_int_equal(gpu_run(of.alone[n].gpu, MACHINE_LIMIT, NULL), GPU_FINISHED);
        cycles[n] = of.alone[n].gpu->cycle;
    }
    assert_true(make_all(&of, 4, false));
    run_all(&of);
    expect_what_each_gives_alone(&of);
    for (unsigned n = 0; n < 2; n++) {
        own[n] = gpu_part_cycles(of.gpu, of.gpu->part[n]);
        assert_true(own[n] >= cycles[n]);
    }
    const uint64_t longer = cycles[0] > cycles[1] ? cycles[0] : cycles[1];
    assert_true(of.gpu->cycle >= longer && of.gpu->cycle < cycles[0] + cycles[1]);
    assert_true(of.gpu->cycle < longer + longer / 2);
    assert_int_equal(of.gpu->cycle, own[0] > own[1] ? own[0] : own[1]);
    assert_int_not_equal(own[0], own[1]);
    done(&of);
}

/* Statistics of each launch; the dispatcher's are of the chip. */
static void statistics_are_of_the_launch_that_is_chosen(void **state)
{
    (void)state;
    enum { ROWS = 4096 };
    static struct result_statistic rows[ROWS];
    struct several                 of;
    uint64_t                       groups[2] = {0}, launched[2] = {0}, ended[2] = {0};
    start_two(&of, NULL);
    assert_true(make_all(&of, 5, false));
    run_all(&of);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        const unsigned count = gpu_statistics(of.gpu, rows, ROWS);
        assert_true(count < ROWS);
        assert_int_equal(rows[0].value, gpu_part_cycles(of.gpu, of.gpu->part[n]));
        for (unsigned i = 0; i < count; i++) {
            if (strncmp(rows[i].path, "gpu.simds.issue", 15) == 0 && strcmp(rows[i].name, "groups") == 0)
                groups[n] += rows[i].value;
            if (strcmp(rows[i].name, "waves_launched") == 0)
                launched[n] += rows[i].value;
            if (strcmp(rows[i].path, "gpu.simds.wave_table") == 0 && strcmp(rows[i].name, "waves_finished") == 0)
                ended[n] += rows[i].value;
            /* three SIMDs, then two */
            if (strncmp(rows[i].path, "gpu.simd", 8) == 0 && rows[i].path[8] >= '0' && rows[i].path[8] <= '9')
                assert_true((rows[i].path[8] < '3') == (n == 0));
        }
    }
    assert_int_equal(groups[0], 40 * 16);
    assert_int_equal(groups[1], 30 * 24);
    assert_int_equal(launched[0], 70);
    assert_int_equal(launched[1], 70);
    assert_int_equal(ended[0], 40);
    assert_int_equal(ended[1], 30);
    done(&of);
}

/* ---- threads, snapshots, stops ----------------------------------------------------------------------------------- */

static unsigned char *bytes_of(struct gpu *gpu, size_t *length)
{
    const struct rtl_machine machine = gpu_machine(gpu);
    *length = machine_snapshot_bytes(&machine);
    unsigned char *bytes = malloc(*length);
    assert_non_null(bytes);
    machine_snapshot_put(bytes, &machine);
    return bytes;
}

/* Everything that a snapshot has, results and ends of both among it. */
static void threads_change_no_byte(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 4, 16};
    static const unsigned clocks[] = {512, 1, 7, 512};
    unsigned char        *bytes[LENGTH(threads)];
    size_t                length[LENGTH(threads)];
    uint64_t              own[LENGTH(threads)][2];
    for (unsigned t = 0; t < LENGTH(threads); t++) {
        const struct gpu_jobs_plan plan = {.threads = threads[t], .clocks = clocks[t], .copy = 300};
        struct several             of;
        start_two(&of, "spi_free_clk=20");
        assert_true(make_all(&of, 4, true));
        assert_true(gpu_jobs_set(of.gpu, &plan, &of.diag));
        run_all(&of);
        bytes[t] = bytes_of(of.gpu, &length[t]);
        for (unsigned n = 0; n < 2; n++)
            own[t][n] = gpu_part_cycles(of.gpu, of.gpu->part[n]);
        assert_int_equal(length[t], length[0]);
        assert_memory_equal(bytes[t], bytes[0], length[0]);
        assert_memory_equal(own[t], own[0], sizeof own[0]);
        done(&of);
    }
    for (unsigned t = 0; t < LENGTH(threads); t++)
        free(bytes[t]);
}

static void a_snapshot_has_all_of_them(void **state)
{
    (void)state;
    struct several of;
    size_t         length, end_length, again_length;
    start_two(&of, NULL);
    assert_true(make_all(&of, 4, true));
    assert_int_equal(gpu_run(of.gpu, 900, &of.diag), GPU_CYCLE_LIMIT);
    unsigned char *const snapshot = bytes_of(of.gpu, &length);
    run_all(&of);
    unsigned char *const end = bytes_of(of.gpu, &end_length);
    const uint64_t       own[2] = {gpu_part_cycles(of.gpu, of.gpu->part[0]), gpu_part_cycles(of.gpu, of.gpu->part[1])};
    const struct rtl_machine machine = gpu_machine(of.gpu);
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        const size_t part = length - 24 - 8 * SIMDS_MAX,
                     at = wrong ? part - 9 : part - 1000; /* 24: of the launch's data */
        snapshot[at] ^= 1;
        assert_false(machine_snapshot_take("snapshot", snapshot, length, &machine, &of.diag));
        snapshot[at] ^= 1;
    }
    assert_false(machine_snapshot_take("snapshot", snapshot, length - 8, &machine, &of.diag));
    assert_true(machine_snapshot_take("snapshot", snapshot, length, &machine, &of.diag));
    assert_int_equal(of.gpu->cycle, 900);
    run_all(&of);
    unsigned char *const again = bytes_of(of.gpu, &again_length);
    assert_int_equal(again_length, end_length);
    assert_memory_equal(again, end, end_length);
    for (unsigned n = 0; n < 2; n++)
        assert_int_equal(gpu_part_cycles(of.gpu, of.gpu->part[n]), own[n]);
    free(snapshot);
    free(end);
    free(again);
    done(&of);
}

/* A program without clause temporaries reads beyond its GPRs, by AR's place in the instruction: the other goes by. */
static void a_broken_rule_names_its_launch(void **state)
{
    (void)state;
    struct plan              first = pixel_plan();
    struct plan              second = {.text = "POP POP_COUNT(1) BARRIER\nEXPORT_DONE POS0, R0.xyzw BARRIER\n"
                                                            "EXPORT_DONE PARAM0, R0.xyzw EOP BARRIER\n",
                                       .stage = LAUNCH_VS,
                                       .stack_size = 1};
    const struct plan *const plans[] = {&first, &second};
    struct several           of;
    start(&of, plans, 2);
    of.alone[1].launch.program.path = (char *)"second.asm";
    assert_true(make_all(&of, 2, false));
    assert_int_equal(gpu_run(of.gpu, MACHINE_LIMIT, &of.diag), GPU_STOPPED);
    assert_string_equal(of.diag.file, "second.asm");
    assert_non_null(strstr(of.diag.what, "launch 1: cycle "));
    assert_non_null(strstr(of.diag.what, "a pop without a push"));
    done(&of);
}

/* Buffers are the file's: what one launch writes is there for all, once. */
static void memory_is_one(void **state)
{
    (void)state;
    static const struct plan_memory memory[] = {{LAUNCH_SCATTER, 4096, 0}};
    static const char        text[] = "MEM_EXPORT WRITE_IND[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(255) BARRIER\n"
                                      "NOP EOP BARRIER\n";
    struct plan              first = pixel_plan();
    struct plan              second = {.text = text,
                                       .stage = LAUNCH_CS,
                                       .threads = 64,
                                       .load_count = 2,
                                       .input = named_input,
                                       .memory = memory,
                                       .memory_count = 1};
    const struct plan *const plans[] = {&second, &first};
    struct several           of;
    struct result_buffer     rows[1];
    start(&of, plans, 2);
    of.alone[0].launch.gprs.file.data[0] = 0;
    for (unsigned t = 0; t < 64; t++) /* the index: 4 t */
        little_put(of.alone[0].launch.gprs.file.data + 32 * t, 4, 4 * t);
    assert_true(make_all(&of, 2, false));
    run_all(&of);
    for (unsigned n = 0; n < 2; n++) {
        gpu_choose(of.gpu, n);
        assert_int_equal(gpu_buffers(of.gpu, rows, 1), 1);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(little_dword(rows[0].bytes, 4 * t + e), named_input(t, 1, e));
    }
    done(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_once_each_gives_what_it_gives_alone),
        cmocka_unit_test(statistics_are_of_the_launch_that_is_chosen),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(a_snapshot_has_all_of_them),
        cmocka_unit_test(a_broken_rule_names_its_launch),
        cmocka_unit_test(memory_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
