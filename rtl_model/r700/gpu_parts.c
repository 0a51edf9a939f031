/* gpu_parts.c - launches at once: the SIMDs and the queue of each, and when it is over.
 *
 * GUESS: a SIMD works for one launch, from the first to the last wavefront.  A SIMD of the hardware takes wavefronts of
 * all types (RV770 timing S1), which its modules here cannot: they have one program's sizes, constants and resources as
 * straps.  What the launches share is all that lies above the SIMDs: the dispatcher, the chip's wavefronts, L2,
 * memory. */
#include "rtl_model/r700/gpu_parts.h"

#include <stdlib.h>

#include "rtl_model/r700/setup/by_type.h"
#include "rtl_model/r700/setup/check.h"

/* ---- SIMDs ------------------------------------------------------------------------------------------------------ */

/* Launches without `simds` share the SIMDs that are left; the first ones have one more. */
static bool share_simds(const struct gpu *gpu, const struct launch *first, unsigned simds[PARTS_MAX], struct diag *diag)
{
    unsigned asked = 0, others = 0;
    for (const struct launch *launch = first; launch; launch = launch->next) {
        asked += launch->simds;
        others += launch->simds == 0;
    }
    if (asked + others > gpu->simds)
        return diag_set(diag, first->path, first->line[LAUNCH_KEY_TOGETHER],
                        "together: launches at once need %u SIMDs, each one at least, and %s has %u", asked + others,
                        gpu->chip.name, gpu->simds);
    unsigned left = gpu->simds - asked;
    for (const struct launch *launch = first; launch; launch = launch->next) {
        unsigned *const own = &simds[launch->number];
        *own = launch->simds ? launch->simds : (left + others - 1) / others;
        if (launch->simds)
            continue;
        left -= *own;
        others--;
    }
    return true;
}

/* ---- queues ----------------------------------------------------------------------------------------------------- */

/* One that no launch has: the next one behind, or the last one before. */
static unsigned free_queue(const unsigned launches[ISA_PROGRAM_TYPES], unsigned taken, unsigned type)
{
    unsigned queue = type;
    while (++queue < ISA_PROGRAM_TYPES)
        if (!launches[queue] && !(taken >> queue & 1))
            return queue;
    for (queue = type; queue-- > 0;)
        if (!launches[queue] && !(taken >> queue & 1))
            break;
    return queue;
}

/* The dispatcher has one for each type, as many as there are launches at most.
 *
 * GUESS: of several launches of a type each has a queue, its own type's and those of types that no launch has, in the
 * order of launches, so that each can begin at once, and the first one first.  Limits are the type's, of all of them.
 */
static enum isa_program_type queue_of(const struct gpu_part *part, const struct launch *first)
{
    const enum isa_program_type own = part->setup.simd.type;
    unsigned                    launches[ISA_PROGRAM_TYPES] = {0}, taken = 0, before = 0, queues = 0;
    if (!first->together)
        return own;
    for (const struct launch *launch = first; launch; launch = launch->next) {
        const enum isa_program_type type = setup_type(launch->stage);
        launches[type]++;
        before += type == own && launch->number < part->launch->number;
    }
    for (unsigned type = 0; type <= (unsigned)own; type++) {
        queues = launches[type] ? 1u << type : 0;
        for (unsigned more = 1; more < launches[type]; more++)
            queues |= 1u << free_queue(launches, taken | queues, type);
        taken |= queues;
    }
    while (before--)
        queues &= queues - 1;
    return (enum isa_program_type)__builtin_ctz(queues);
}

/* ---- their life ------------------------------------------------------------------------------------------------- */

static bool open_part(struct gpu *gpu, struct gpu_part *part, const struct setup_beside *beside, struct diag *diag)
{
    const struct launch *const launch = part->launch;
    const char *const          name = launch->program.path ? launch->program.path : launch->path;
    if (!gpu_setup_beside(&gpu->chip, part->program, launch, beside, &part->setup, diag))
        return false;
    part->setup.simd.queue = queue_of(part, gpu->launch);
    return program_check(name, &part->setup, launch->stage, diag);
}

bool gpu_parts_next(struct gpu *gpu, const struct gpu_setup *before, struct diag *diag)
{
    bool good = true;
    for (unsigned n = 0; good && n < gpu->parts; n++) {
        struct gpu_part *const    part = gpu->part[n];
        const struct setup_beside beside = {.first = n ? &gpu->setup : NULL,
                                            .before = n ? NULL : before,
                                            .number = n,
                                            .first_simd = part->first_simd,
                                            .simds = part->own_simds};
        if (n)
            gpu_setup_free(&part->setup);
        good = open_part(gpu, part, &beside, diag);
    }
    return good;
}

bool gpu_parts_open(struct gpu *gpu, const struct program *program, const struct launch *launch, struct diag *diag)
{
    const struct launch *const first = launch;
    unsigned                   simds[PARTS_MAX] = {gpu->simds};
    struct setup_beside        beside = {0};
    gpu->part[0] = &gpu->first;
    if (first->together && !share_simds(gpu, first, simds, diag))
        return false;
    for (uint32_t waves = 0; launch; launch = first->together ? launch->next : NULL) {
        const unsigned n = gpu->parts;
        if (n && !(gpu->part[n] = calloc(1, sizeof *gpu->part[n])))
            return diag_set(diag, launch->path, 0, "not enough memory for launch %u", n);
        struct gpu_part *const part = gpu->part[n];
        part->program = n ? launch->program.loaded : program;
        part->launch = launch;
        part->first_simd = beside.first_simd;
        part->own_simds = beside.simds = simds[n];
        part->first_wave = waves;
        beside.number = n;
        beside.first = n ? &gpu->setup : NULL;
        const bool good = open_part(gpu, part, &beside, diag) && results_init(&part->exports, launch->threads, diag);
        gpu->parts++;
        if (!good)
            return false;
        beside.first_simd += simds[n];
        waves += gpu_part_waves(gpu, part);
    }
    return true;
}

void gpu_parts_close(struct gpu *gpu)
{
    for (unsigned n = gpu->parts; n-- > 0;) {
        struct gpu_part *const part = gpu->part[n];
        results_free(&part->exports);
        gpu_gprs_free(part);
        free(part->hazards.list);
        gpu_setup_free(&part->setup);
        if (n)
            free(part);
    }
    gpu->parts = 0;
}

void gpu_choose(struct gpu *gpu, unsigned number)
{
    if (number < gpu->parts)
        gpu->chosen = number;
}

/* ---- when each is over ------------------------------------------------------------------------------------------ */

void gpu_note_idle(struct gpu *gpu, unsigned number, uint64_t clock)
{
    const struct simd *const simd = &gpu->simd[number];
    if (simd->waves.q.resident || simd_is_writing(simd))
        gpu->idle[number] = 0;
    else if (!gpu->idle[number] && simd_finished(simd)) /* else it has not begun, which threads see at other clocks */
        gpu->idle[number] = clock;
}

uint64_t gpu_part_cycles(const struct gpu *gpu, const struct gpu_part *part)
{
    uint64_t last = 0;
    uint32_t ended = 0;
    if (gpu->parts == 1)
        return gpu->cycle - gpu->began;
    for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++) {
        ended += simd_finished(&gpu->simd[i]);
        if (simd_finished(&gpu->simd[i]) && !gpu->idle[i])
            last = gpu->cycle;
        last = gpu->idle[i] > last ? gpu->idle[i] : last;
    }
    return (ended == gpu_part_waves(gpu, part) ? last : gpu->cycle) - gpu->began;
}
