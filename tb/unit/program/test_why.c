/* test_why.c - chains of lost chances (rtl_model/r700/probes/why.h) of random programs: each ends in a cause, says the
 * reason that the arbiter counts, and looking at them changes nothing.  WEKIVA_WHY=1000 tries so many programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rtl_model/r700/gpu_machine.h"
#include "rtl_model/r700/probes/why.h"
#include "rtl_model/r700/wires_control.h"
#include "tb/random/random.h"

/* With sanitizers a program takes ten times as long. */
#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 5 };
#else
enum { PROGRAMS = 24 };
#endif

static struct random_case  program;
static struct random_judge judge;

/* What has been seen of all programs. */
static uint64_t causes[STALLS][WHY_CAUSES];
static uint64_t counted[PIPE_ARBITERS][STALLS];

static void check_parameters(const struct why_chain *chain)
{
    for (unsigned i = 0; i < WHY_PARAMETERS && chain->parameter[i]; i++) {
        unsigned p = 0;
        while (p < CHIP_PARAMETERS && strcmp(chip_parameters[p].name, chain->parameter[i]) != 0)
            p++;
        if (p == CHIP_PARAMETERS)
            fail_msg("%s is no parameter", chain->parameter[i]);
    }
}

static void check_chain(const struct pipe_watch *watch, unsigned i, unsigned arbiter, uint32_t next, uint64_t seed)
{
    struct gpu        *gpu = watch->gpu;
    struct why_chain   chain;
    const struct simd *simd = &gpu->simd[i];
    why_find(watch, i, (enum pipe_arbiter)arbiter, next, &chain);
    const struct arbiter_in *in = arbiter == PIPE_SLOT_CF ? &simd->cf_arbiter.in : &simd->alu_arbiter[arbiter].in;
    assert_int_equal(chain.chance, in->chance);
    if (!chain.chance)
        return;
    counted[arbiter][chain.reason]++; /* whichever wavefront is meant */
    assert_int_equal(chain.reason, in->why);
    if (chain.reason == STALL_NONE) {
        assert_int_equal(chain.cause, WHY_USED);
        return;
    }
    causes[chain.reason][chain.cause]++;
    check_parameters(&chain);
    if (chain.cause == WHY_UNKNOWN || chain.cause == WHY_USED || chain.count == 0)
        fail_msg("seed %llu, cycle %llu, arbiter %u: %s has no cause", (unsigned long long)seed,
                 (unsigned long long)gpu->cycle, arbiter, stall_names[chain.reason]);
    for (unsigned k = 0; k < chain.count; k++) {
        if (chain.link[k].since > gpu->cycle || (chain.link[k].until && chain.link[k].until < gpu->cycle))
            fail_msg("seed %llu, cycle %llu: '%s' is not now", (unsigned long long)seed, (unsigned long long)gpu->cycle,
                     chain.link[k].text);
    }
}

/* Every chance of a run, and the same run without anybody who asks. */
static void check_run(const struct chip_config *chip, const struct program *words, const struct launch *launch,
                      uint64_t seed)
{
    struct diag              diag = {0};
    struct gpu              *gpu = gpu_create_fast(chip, words, launch, &diag);
    struct gpu              *alone = gpu_create_fast(chip, words, launch, &diag);
    struct machine_pipeline *view = gpu ? pipe_watch_open(gpu, &diag) : NULL;
    if (!gpu || !alone || !view)
        fail_msg("seed %llu: %s", (unsigned long long)seed, diag.what);
    const struct pipe_watch *watch = (const struct pipe_watch *)view;
    memset(counted, 0, sizeof counted);
    view->begin(view);
    while (!gpu_finished(gpu) && !gpu_stopped(gpu, NULL)) {
        gpu_wire(gpu);
        gpu_look(gpu);
        for (unsigned i = 0; i < gpu->simds; i++)
            for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++)
                check_chain(watch, i, arbiter, gpu->cycle % 2 ? (uint32_t)(gpu->cycle / 2 % 8) : PIPE_NOBODY, seed);
        gpu_edge(gpu);
        view->clock(view);
    }
    gpu_look_at_registers(gpu);
    for (unsigned r = 0; r < STALLS && gpu->simds == 1; r++) {
        assert_int_equal(counted[PIPE_SLOT_EVEN][r], gpu->simd->alu_arbiter[0].q.stalls.reason[r]);
        assert_int_equal(counted[PIPE_SLOT_ODD][r], gpu->simd->alu_arbiter[1].q.stalls.reason[r]);
        assert_int_equal(counted[PIPE_SLOT_CF][r], gpu->simd->cf_arbiter.q.stalls.reason[r]);
    }
    gpu_run(alone, 0, &diag);
    assert_int_equal(alone->cycle, gpu->cycle);
    view->end(view);
    view->free(view);
    gpu_free(alone);
    gpu_free(gpu);
}

/* A legal program as `wekiva fuzz` writes it; false: the case is none. */
static bool check_program(uint64_t seed, const char *folder)
{
    const struct random_weights weights = random_default_weights();
    struct diag                 diag = {0};
    struct program              words = {0};
    struct chip_config          chip;
    char                        path[64];
    random_generate(seed, &weights, &program);
    if (random_run(&judge, &program, &diag) != RANDOM_SAME)
        return false;
    random_chip(&program, &judge.chip, &chip);
    assert_true(random_save(&judge, &program, folder, "", &diag));
    snprintf(path, sizeof path, "%s/launch.json", folder);
    struct launch *launch = launch_load_row(path, &diag);
    if (!launch || !program_load(launch->program.path, &words, &diag))
        fail_msg("seed %llu: %s: %s", (unsigned long long)seed, diag.file, diag.what);
    check_run(&chip, &words, launch, seed);
    program_free(&words);
    launch_free(launch);
    return true;
}

static void chains_of_random_programs(void **unused)
{
    char              folder[] = "/tmp/wekiva-why-XXXXXX", command[64];
    const char *const wanted = getenv("WEKIVA_WHY");
    const unsigned    programs = wanted ? (unsigned)strtoul(wanted, NULL, 10) : PROGRAMS;
    struct diag       diag;
    unsigned          legal = 0, kinds = 0;
    (void)unused;
    judge.brief = true;
    assert_true(chip_load("rv770", &judge.chip, &diag));
    assert_non_null(mkdtemp(folder));
    for (uint64_t seed = 1; legal < programs; seed++)
        legal += check_program(seed, folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    for (unsigned r = 0; r < STALLS; r++)
        for (unsigned c = 0; c < WHY_CAUSES; c++) {
            kinds += causes[r][c] != 0;
            if (causes[r][c] && wanted)
                print_message("%-22s %-12s %llu\n", stall_names[r], why_cause_names[c],
                              (unsigned long long)causes[r][c]);
        }
    assert_true(kinds > 15 || programs < 5); /* else it shows nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chains_of_random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
