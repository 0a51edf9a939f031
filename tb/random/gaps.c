/* gaps.c - which groups the machine issues right behind the group before: the interpreter has no time, and what a group
 * reads may depend on it (ISA 4.11). */
#include <stdlib.h>

#include "pipeline/rotation.h"
#include "tb/random/observe.h"

static bool note(struct observe_gaps *gaps, uint64_t cycle)
{
    if (gaps->count == gaps->room) {
        const unsigned room = gaps->room ? 2 * gaps->room : 256;
        uint8_t       *grown = realloc(gaps->apart, room);
        if (!grown)
            return false;
        gaps->apart = grown;
        gaps->room = room;
    }
    gaps->apart[gaps->count] = !gaps->count || cycle - gaps->last != ROTATION_CLOCKS;
    gaps->count++;
    gaps->last = cycle;
    return true;
}

/* The group whose first quarter enters the slots in this clock. */
static bool look(struct observer *o, const struct gpu *gpu)
{
    const struct alu_issue_reg *group = &gpu->simd->issue[rotation_parity(&gpu->simd->rotation)].q;
    if (!group->executing || rotation_quarter(&gpu->simd->rotation) != 0)
        return true;
    return note(&o->gaps[group->wave], gpu->cycle);
}

bool observe_gaps(struct observer *o, const struct chip_config *chip, const struct program *program, struct diag *diag)
{
    const uint64_t limit = observe_limit(o);
    bool           good = true;
    struct diag    ended;
    struct gpu    *gpu = gpu_create(chip, program, o->launch, diag);
    if (!gpu)
        return false;
    if (!o->gaps && !(o->gaps = calloc(o->wave_count, sizeof *o->gaps)))
        good = diag_set(diag, NULL, 0, "not enough memory for the gaps of a run");
    for (unsigned i = 0; good && i < o->wave_count; i++)
        o->gaps[i].count = 0;
    while (good && !gpu_finished(gpu) && !gpu_stopped(gpu, &ended) && gpu->cycle < limit) {
        gpu_wire(gpu);
        good = look(o, gpu) || diag_set(diag, NULL, 0, "not enough memory for the gaps of a run");
        gpu_edge(gpu);
    }
    gpu_free(gpu);
    return good;
}
