/* gpu_parts.c - launches at once: who has which SIMDs and which queue, and when each is over.
 *
 * GUESS: a SIMD works for one launch, from the first to the last wavefront.  A SIMD of the hardware takes wavefronts of
 * all types (RV770 timing S1), which its modules here cannot: they have one program's sizes, constants and resources as
 * straps.  What the launches share is all that lies above the SIMDs: the dispatcher, the chip's wavefronts, L2,
 * memory. */
#include "rtl_model/r700/gpu_parts.h"

#include <stdlib.h>

#include "rtl_model/r700/by_type.h"
#include "rtl_model/r700/check.h"

/* ---- SIMDs ------------------------------------------------------------------------------------------------------ */

/* Those that no launch asks for are shared by those that do not ask, the first ones have one more. */
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

static bool is_taken(const struct gpu *gpu, unsigned before, enum isa_program_type type, unsigned *by)
{
    for (*by = 0; *by < before; ++*by)
        if (gpu->part[*by]->setup.simd.type == type)
            return true;
    return false;
}

/* The dispatcher has one for each type.
 *
 * GUESS: a second compute program waits in the queue of VS, whose registers it takes (LLVM). */
static bool choose_queue(const struct gpu *gpu, struct gpu_part *part, unsigned number, struct diag *diag)
{
    enum isa_program_type *const type = &part->setup.simd.type;
    unsigned                     by, by_vs;
    if (!is_taken(gpu, number, *type, &by))
        return true;
    if (*type == ISA_CS && !is_taken(gpu, number, ISA_VS, &by_vs)) {
        *type = ISA_VS;
        return true;
    }
    return diag_set(diag, part->launch->path, part->launch->line[LAUNCH_KEY_STAGE],
                    "launch %u: stage %s: the dispatcher has one queue for each type of programs, and launch %u is in "
                    "it: expected another stage, or `launches`",
                    part->launch->number, launch_stage_name(part->launch->stage), by);
}

/* ---- their life ------------------------------------------------------------------------------------------------- */

static bool open_part(struct gpu *gpu, struct gpu_part *part, const struct setup_beside *beside, struct diag *diag)
{
    const struct launch *const launch = part->launch;
    const char *const          name = launch->program.path ? launch->program.path : launch->path;
    return gpu_setup_beside(&gpu->chip, part->program, launch, beside, &part->setup, diag) &&
           choose_queue(gpu, part, beside->number, diag) && program_check(name, &part->setup, launch->stage, diag);
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
    else if (!gpu->idle[number])
        gpu->idle[number] = clock;
}

uint64_t gpu_part_cycles(const struct gpu *gpu, const struct gpu_part *part)
{
    uint64_t last = 0;
    uint32_t ended = 0;
    if (gpu->parts == 1)
        return gpu->cycle - gpu->began;
    for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++) {
        ended += gpu->simd[i].waves.q.finished;
        if (gpu->simd[i].waves.q.finished && !gpu->idle[i])
            last = gpu->cycle;
        last = gpu->idle[i] > last ? gpu->idle[i] : last;
    }
    return (ended == gpu_part_waves(gpu, part) ? last : gpu->cycle) - gpu->began;
}
