/* gpu_next.c - the launches of a row on one machine (docs/launch.md, `launches`): each begins as after reset, so it
 * takes the clocks that it takes alone, but for what the one before has left in memory and in the SIMDs.
 *
 * GUESS: caches are cold and no clock passes between two launches: drivers ask for a flush, and how long a command
 * processor takes is in no source.  The launch file may keep lines of memory (`invalidate`). */
#include "rtl_model/r700/gpu.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/engine/gpu_lines.h"
#include "rtl_model/r700/engine/gpu_sharing.h"
#include "rtl_model/r700/gpu_parts.h"

/* What a launch leaves in its SIMDs. */
struct share {
    uint32_t *lds, *globals;
    unsigned  global_gprs; /* of a lane */
};
struct left {
    struct share of[PARTS_MAX];
    bool         same; /* the launch that comes is the one that has been */

    struct gpu_lines *lines;
};

/* Of the launch that is chosen. */
static bool take_share(const struct gpu *gpu, struct share *share)
{
    share->global_gprs = gpu_chosen(gpu)->setup.simd.global_gprs;
    share->lds = calloc(gpu_lds(gpu, NULL), sizeof *share->lds);
    share->globals = calloc(gpu_globals(gpu, NULL) + 1, sizeof *share->globals);
    const bool good = share->lds && share->globals;
    if (good) {
        gpu_lds(gpu, share->lds);
        gpu_globals(gpu, share->globals);
    }
    return good;
}

static bool take(struct gpu *gpu, unsigned caches, struct left *left)
{
    bool good = (left->lines = gpu_take_lines(gpu, caches));
    for (unsigned n = 0; good && n < gpu->parts; n++) {
        gpu_choose(gpu, n);
        good = take_share(gpu, &left->of[n]);
    }
    gpu_choose(gpu, 0);
    return good;
}

static void forget(struct left *left)
{
    for (unsigned n = 0; n < PARTS_MAX; n++) {
        free(left->of[n].lds);
        free(left->of[n].globals);
    }
    gpu_lines_free(left->lines);
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
    for (unsigned n = 0; n < gpu->parts; n++) {
        gpu_put_lds(gpu, gpu->part[n], left->of[n].lds);
        gpu_put_globals(gpu, gpu->part[n], left->of[n].globals, left->of[n].global_gprs);
    }
    if (lies_as_before(&gpu->setup.memory, &before->memory))
        gpu_give_lines(gpu, left->lines);
    gpu_share(gpu);
    gpu_touch(gpu);
}

/* What has been collected of the launch before. */
static bool collect_anew(struct gpu_part *part, struct diag *diag)
{
    results_free(&part->exports);
    free(part->hazards.list);
    part->hazards = (struct result_hazards){0};
    memset(part->writes, 0, sizeof part->writes);
    gpu_gprs_free(part);
    return results_init(&part->exports, part->launch->threads, diag);
}

static bool collect_all_anew(struct gpu *gpu, struct diag *diag)
{
    const bool gprs = gpu->gprs.words;
    bool       good = true;
    for (unsigned n = 0; good && n < gpu->parts; n++)
        good = collect_anew(gpu->part[n], diag);
    return good && (!gprs || gpu_collect_gprs(gpu, diag));
}

/* Straps have a say in what decoded groups become. */
static bool restart(struct gpu *gpu, struct diag *diag)
{
    gpu->began = gpu->cycle;
    gpu_restart(gpu);
    if (!gpu->groups)
        return true;
    memset(gpu->groups, 0, sizeof *gpu->groups);
    return gpu_hasten(gpu, diag);
}

static bool begin(struct gpu *gpu, const struct gpu_setup *before, const struct left *left, struct diag *diag)
{
    if (!gpu_parts_next(gpu, before, diag) || !collect_all_anew(gpu, diag) || !restart(gpu, diag))
        return false;
    give(gpu, before, left);
    return gpu_jobs_restart(gpu, diag);
}

/* Several launches at once are the same as before: a file has one set of them. */
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
    forget(&left);
    return good;
}
