/* gpu_next.c - the launches of a row on one machine (docs/launch.md, `launches`): each begins as after reset, so it
 * takes the clocks that it takes alone, but for what the one before has left in memory and in the SIMDs.
 *
 * GUESS: caches are cold and no clock passes between two launches: drivers ask for a flush, and how long a command
 * processor takes is in no source.  The launch file may keep lines of memory (`invalidate`). */
#include "rtl_model/r700/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/by_type.h"
#include "rtl_model/r700/check.h"
#include "rtl_model/r700/gpu_jobs.h"
#include "rtl_model/r700/gpu_lines.h"
#include "rtl_model/r700/gpu_sharing.h"

/* What a launch leaves in the SIMDs. */
struct left {
    uint32_t *lds, *globals;
    unsigned  global_gprs; /* of a lane */
    bool      same;        /* the launch that comes is the one that has been */

    struct gpu_lines *lines;
};

static bool take(const struct gpu *gpu, unsigned caches, struct left *left)
{
    left->global_gprs = gpu->setup.simd.global_gprs;
    left->lds = calloc(gpu_lds(gpu, NULL) + 1, sizeof *left->lds);
    left->globals = calloc(gpu_globals(gpu, NULL) + 1, sizeof *left->globals);
    left->lines = gpu_take_lines(gpu, caches);
    if (!left->lds || !left->globals || !left->lines)
        return false;
    gpu_lds(gpu, left->lds);
    gpu_globals(gpu, left->globals);
    return true;
}

/* Nothing has moved: another program or other constants, which lie in memory too, may take more room. */
static bool lies_as_before(const struct gpu_memory *memory, const struct gpu_memory *before)
{
    bool same = memory->count == before->count;
    for (unsigned i = 0; same && i < memory->count; i++)
        same = memory->ranges[i].address == before->ranges[i].address;
    return same;
}

/* What the launch itself says wins.  A line is known by its address. */
static void give(struct gpu *gpu, const struct gpu_setup *before, const struct left *left)
{
    if (left->same)
        gpu_give_program_lines(gpu, left->lines);
    gpu_put_lds(gpu, left->lds);
    gpu_put_globals(gpu, left->globals, left->global_gprs);
    if (lies_as_before(&gpu->setup.memory, &before->memory))
        gpu_give_lines(gpu, left->lines);
    gpu_share(gpu);
    gpu_touch(gpu);
}

/* What has been collected of the launch before. */
static bool collect_anew(struct gpu *gpu, struct diag *diag)
{
    const bool gprs = gpu->gprs.words;
    results_free(&gpu->exports);
    free(gpu->hazards.list);
    gpu->hazards = (struct result_hazards){0};
    memset(gpu->writes, 0, sizeof gpu->writes);
    gpu_gprs_free(&gpu->first);
    return results_init(&gpu->exports, gpu->launch->threads, diag) && (!gprs || gpu_collect_gprs(gpu, diag));
}

static bool begin(struct gpu *gpu, const struct gpu_setup *before, const struct left *left, struct diag *diag)
{
    const struct launch *launch = gpu->launch;
    const char *const    name = launch->program.path ? launch->program.path : launch->path;
    if (!gpu_setup_next(&gpu->chip, gpu->program, launch, before, &gpu->setup, diag) ||
        !program_check(name, &gpu->setup, launch->stage, diag) || !collect_anew(gpu, diag))
        return false;
    gpu->began = gpu->cycle;
    gpu_restart(gpu);
    if (gpu->groups) { /* straps have a say in what groups become */
        memset(gpu->groups, 0, sizeof *gpu->groups);
        if (!gpu_hasten(gpu, diag))
            return false;
    }
    give(gpu, before, left);
    return gpu_jobs_restart(gpu, diag);
}

bool gpu_next(struct gpu *gpu, const struct program *program, const struct launch *launch, struct diag *diag)
{
    struct left       left = {0};
    struct gpu_setup *before = malloc(sizeof *before);
    gpu_look(gpu);
    left.same = gpu->program == program && gpu->launch == launch;
    bool good =
        (before && take(gpu, launch->keeps, &left)) || diag_set(diag, NULL, 0, "not enough memory for the next launch");
    if (good) {
        *before = gpu->setup;
        gpu->program = program;
        gpu->launch = launch;
        good = begin(gpu, before, &left, diag);
        gpu_setup_free(before);
    }
    free(before);
    free(left.lds);
    free(left.globals);
    gpu_lines_free(left.lines);
    return good;
}
