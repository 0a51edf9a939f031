/* test_gpu.c - the programs of tb/corpus through the library: their exports match what was computed elsewhere, and
 * their cycle counts are those of tb/golden/cycles.txt.  A change of a cycle count is reviewed, never waved through.
 *
 * WEKIVA_CYCLES=FILE in the environment writes the counts of this run in the form of the golden file. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rtl_model/r700/gpu.h"
#include "tb/random/settled.h"

enum { CASES_MAX = 64, NAME = 64, GOLDEN_MAX = 256 };

static const char        corpus[] = "tb/corpus/llvm-rv770", golden_file[] = "tb/golden/cycles.txt";
static const char *const chips[] = {"rv770", "rv730", "rv710"};

struct golden {
    char               name[NAME], chip[16];
    unsigned long long cycles;
};

static char          names[CASES_MAX][NAME];
static unsigned      name_count;
static struct golden golden[GOLDEN_MAX];
static unsigned      golden_count;

static int by_name(const void *left, const void *right)
{
    return strcmp(left, right);
}

static int find_cases(void **state)
{
    (void)state;
    DIR *folder = opendir(corpus);
    if (!folder)
        return -1;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s/launch.json", corpus, entry->d_name);
        if (entry->d_name[0] != '.' && access(path, R_OK) == 0 && name_count < CASES_MAX)
            snprintf(names[name_count++], NAME, "%.*s", NAME - 1, entry->d_name);
    }
    closedir(folder);
    qsort(names, name_count, NAME, by_name);

    char  line[256];
    FILE *file = fopen(golden_file, "r");
    while (file && fgets(line, sizeof line, file)) {
        struct golden *row = &golden[golden_count];
        if (line[0] != '#' && golden_count < GOLDEN_MAX &&
            sscanf(line, "%63s %15s %llu", row->name, row->chip, &row->cycles) == 3)
            golden_count++;
    }
    if (file)
        fclose(file);
    return 0;
}

struct run {
    struct chip_config chip;
    struct launch     *launch;
    struct program     program;
    struct gpu        *gpu;
};

static struct gpu *make_gpu(struct run *run, bool fast, struct diag *diag)
{
    return (fast ? gpu_create_fast : gpu_create)(&run->chip, &run->program, run->launch, diag);
}

static void make_case(const char *name, const char *chip, struct run *run)
{
    char        path[512], message[2048];
    struct diag diag = {0};
    memset(run, 0, sizeof *run);
    snprintf(path, sizeof path, "%s/%s/launch.json", corpus, name);
    if (!chip_load(chip, &run->chip, &diag) || !chip_set(&run->chip, "simds=1", &diag) ||
        !(run->launch = launch_load(path, &diag)) || !program_load(run->launch->program.path, &run->program, &diag) ||
        !(run->gpu = make_gpu(run, false, &diag)))
        fail_msg("%s on %s: %s", name, chip, diag_text(&diag, message, sizeof message));
}

static void run_case(const char *name, const char *chip, struct run *run)
{
    char        message[2048];
    struct diag diag = {0};
    make_case(name, chip, run);
    if (gpu_run(run->gpu, 1000000, &diag) != GPU_FINISHED)
        fail_msg("%s on %s: %s", name, chip, diag_text(&diag, message, sizeof message));
}

static void run_free(struct run *run)
{
    gpu_free(run->gpu);
    program_free(&run->program);
    launch_free(run->launch);
}

static void every_program_of_the_corpus_exports_what_was_computed_elsewhere(void **state)
{
    (void)state;
    assert_in_range(name_count, 10, CASES_MAX - 1);
    for (unsigned n = 0; n < name_count; n++)
        for (unsigned c = 0; c < sizeof chips / sizeof chips[0]; c++) {
            struct run            run;
            struct result_summary summary;
            char                  message[512];
            run_case(names[n], chips[c], &run);
            results_compare(run.launch, gpu_exports(run.gpu), NULL, 0, &summary);
            assert_true(summary.expected);
            assert_true(summary.compared >= run.launch->threads);
            if (!summary.match)
                fail_msg("%s on %s: %s", names[n], chips[c],
                         results_difference_text(run.launch, &summary, message, sizeof message));
            run_free(&run);
        }
}

static void one_wrong_bit_in_an_export_is_seen(void **state)
{
    (void)state;
    struct run            run;
    struct result_summary summary;
    run_case(names[0], "rv770", &run);
    run.gpu->exports.columns[0].values[77][0] ^= 0x00800000u;
    results_compare(run.launch, gpu_exports(run.gpu), NULL, 0, &summary);
    assert_false(summary.match);
    assert_int_equal(summary.wrong, 1);
    assert_int_equal(summary.first.thread, 77);
    run_free(&run);
}

static const struct golden *find_golden(const char *name, const char *chip)
{
    for (unsigned g = 0; g < golden_count; g++)
        if (strcmp(golden[g].name, name) == 0 && strcmp(golden[g].chip, chip) == 0)
            return &golden[g];
    return NULL;
}

static void cycle_counts_are_the_golden_ones(void **state)
{
    (void)state;
    const char *const path = getenv("WEKIVA_CYCLES");
    FILE             *out = path ? fopen(path, "w") : NULL;
    unsigned          wrong = 0;
    for (unsigned n = 0; n < name_count; n++)
        for (unsigned c = 0; c < sizeof chips / sizeof chips[0]; c++) {
            struct run run;
            run_case(names[n], chips[c], &run);
            const struct golden     *row = find_golden(names[n], chips[c]);
            const unsigned long long cycles = run.gpu->cycle;
            if (out)
                fprintf(out, "%-14s %s %llu\n", names[n], chips[c], cycles);
            if (!row || row->cycles != cycles) {
                print_error("%s on %s: %llu cycles, %s has %lld\n", names[n], chips[c], cycles, golden_file,
                            row ? (long long)row->cycles : -1);
                wrong++;
            }
            run_free(&run);
        }
    if (out)
        fclose(out);
    assert_int_equal(wrong, 0);
    assert_int_equal(golden_count, name_count * sizeof chips / sizeof chips[0]);
}

static void gpu_run_stops_at_the_cycle_limit_and_goes_on(void **state)
{
    (void)state;
    struct run  run, whole;
    struct diag diag;
    run_case(names[0], "rv770", &whole);
    make_case(names[0], "rv770", &run);
    assert_int_equal(gpu_run(run.gpu, whole.gpu->cycle - 1, &diag), GPU_CYCLE_LIMIT);
    assert_int_equal(run.gpu->cycle, whole.gpu->cycle - 1);
    assert_false(gpu_finished(run.gpu));
    assert_int_equal(gpu_run(run.gpu, whole.gpu->cycle, &diag), GPU_FINISHED);
    assert_int_equal(run.gpu->cycle, whole.gpu->cycle);
    assert_int_equal(gpu_run(run.gpu, 0, &diag), GPU_FINISHED); /* at the end nothing moves */
    assert_int_equal(run.gpu->cycle, whole.gpu->cycle);
    run_free(&run);
    run_free(&whole);
}

/* In the middle of a run, and behind it. */
static void a_machine_that_has_run_can_be_reset(void **state)
{
    (void)state;
    static const uint64_t cycles[] = {1, 700, 20000};
    for (unsigned i = 0; i < sizeof cycles / sizeof cycles[0]; i++) {
        struct run  used, new;
        struct diag diag = {0};
        make_case("literals4", "rv770", &used);
        make_case("literals4", "rv770", &new);
        gpu_run(used.gpu, cycles[i], &diag);
        assert_false(machines_agree(used.gpu, new.gpu, false, NULL));
        gpu_reset(used.gpu);
        used.gpu->cycle = 0;
        for (unsigned clock = 0; clock < 900; clock++) {
            gpu_wire(used.gpu), gpu_wire(new.gpu);
            gpu_look(used.gpu), gpu_look(new.gpu);
            if (!machines_agree(used.gpu, new.gpu, true, &diag))
                fail_msg("clock %u: %s", clock, diag.what);
            gpu_edge(used.gpu), gpu_edge(new.gpu);
        }
        run_free(&used);
        run_free(&new);
    }
}

/* Whenever that is: the register file of a machine that goes by rows is not filled before. */
static void rows_that_no_wavefront_has_had_are_undefined_to_an_observer(void **state)
{
    (void)state;
    static const char *const programs[] = {"literals4", "live_100", "cb_fifteen"};
    bool                     spared = false;
    for (unsigned i = 0; i < 12; i++) {
        struct run     run;
        struct diag    diag = {0};
        const uint64_t cycle = (uint64_t)i * i * 9;
        make_case(programs[i % 3], "rv770", &run);
        struct gpu *const fast = make_gpu(&run, true, &diag);
        assert_non_null(fast);
        spared = spared || fast->simd->gprs.w[0].lane[0] == 0;
        gpu_run(run.gpu, cycle, &diag);
        gpu_run(fast, cycle, &diag);
        for (unsigned look = 0; look < 2; look++) { /* it goes on as if not observed */
            gpu_wire(run.gpu), gpu_wire(fast);
            gpu_look(run.gpu), gpu_look(fast);
            if (!machines_agree(run.gpu, fast, true, &diag))
                fail_msg("%s, clock %u: %s", programs[i % 3], (unsigned)fast->cycle, diag.what);
            for (unsigned row = 0; row < GPR_ROWS; row++)
                assert_memory_equal(&run.gpu->simd->gprs.x[row], &fast->simd->gprs.x[row], sizeof(lanes_t));
            gpu_run(run.gpu, cycle + 500, &diag);
            gpu_run(fast, cycle + 500, &diag);
        }
        gpu_free(fast);
        run_free(&run);
    }
    assert_true(spared);
}

static void statistics_of_a_run_add_up(void **state)
{
    (void)state;
    struct run              run;
    struct result_statistic rows[256];
    uint64_t                groups = 0, launched = 0, finished = 0;
    run_case("literals4", "rv770", &run);
    const unsigned count = gpu_statistics(run.gpu, rows, 256);
    assert_in_range(count, 10, 256);
    for (unsigned i = 0; i < count; i++) {
        groups += strcmp(rows[i].name, "groups") == 0 ? rows[i].value : 0;
        launched += strcmp(rows[i].name, "waves_launched") == 0 ? rows[i].value : 0;
        finished += strcmp(rows[i].name, "waves_finished") == 0 ? rows[i].value : 0;
        if (strcmp(rows[i].name, "cycles") == 0)
            assert_int_equal(rows[i].value, run.gpu->cycle);
    }
    assert_int_equal(launched, 2);
    assert_int_equal(finished, 2);
    assert_true(groups > 0 && groups % 2 == 0); /* both wavefronts run the same groups */
    assert_int_equal(gpu_statistics(run.gpu, rows, 1), count);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_program_of_the_corpus_exports_what_was_computed_elsewhere),
        cmocka_unit_test(one_wrong_bit_in_an_export_is_seen),
        cmocka_unit_test(cycle_counts_are_the_golden_ones),
        cmocka_unit_test(gpu_run_stops_at_the_cycle_limit_and_goes_on),
        cmocka_unit_test(a_machine_that_has_run_can_be_reset),
        cmocka_unit_test(rows_that_no_wavefront_has_had_are_undefined_to_an_observer),
        cmocka_unit_test(statistics_of_a_run_add_up),
    };
    return cmocka_run_group_tests(tests, find_cases, NULL);
}
