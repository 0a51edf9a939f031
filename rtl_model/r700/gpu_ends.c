#include "rtl_model/r700/gpu_ends.h"

#include <stdlib.h>

#include "isa/r700/isa.h"

enum {
    WORDS_MOST = 1 << 16, /* of a program that is looked at */
    PASSES_MOST = 200,
    FAR = 1000 /* instructions */
};

/* ---- the program ------------------------------------------------------------------------------------------------ */

/* The instructions that it takes from this one on: what others need is known from above. */
static unsigned steps_from(const struct part_ends *ends, const uint32_t *dwords, unsigned at)
{
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (!op || op->id == ISA_CF_INST_RETURN || at + 1 >= ends->words)
        return 1;
    isa_unpack_cf(dwords, &cf); /* END_OF_PROGRAM stands in the same place in the export formats */
    if (op->klass != ISA_CF_ALU && cf.end_of_program)
        return 1;
    unsigned   next = ends->steps[at + 1];
    const bool jumps = op->klass != ISA_CF_ALU && op->klass != ISA_CF_EXPORT && op->klass != ISA_CF_FETCH;
    if (jumps && op->flags & ISA_CF_USES_ADDR) {
        const unsigned there = cf.addr < ends->words ? ends->steps[cf.addr] : 0;
        next = there < next ? there : next;
    }
    return next < FAR ? next + 1 : FAR;
}

/* Once over the program, from its end; true when something has become nearer. */
static bool pass(struct part_ends *ends, const uint32_t *dwords)
{
    bool changed = false;
    for (unsigned at = ends->words; at-- > 0;) {
        const unsigned steps = steps_from(ends, dwords + 2 * (size_t)at, at);
        changed |= steps != ends->steps[at];
        ends->steps[at] = (uint16_t)steps;
    }
    return changed;
}

static void open_part(struct part_ends *ends, const struct gpu_setup *setup)
{
    const struct instruction_memory *program = &setup->simd_memory.program;
    const unsigned                   fetch_base = setup->simd.fetch_base;
    const unsigned                   words = fetch_base ? fetch_base : program->count / 2;
    *ends = (struct part_ends){0};
    if (words > WORDS_MOST || !(ends->steps = malloc(words * sizeof *ends->steps)))
        return;
    ends->words = words;
    for (unsigned at = 0; at < words; at++)
        ends->steps[at] = FAR;
    unsigned passes = 0;
    while (passes < PASSES_MOST && pass(ends, program->dwords))
        passes++;
    if (passes == PASSES_MOST) {
        free(ends->steps);
        *ends = (struct part_ends){0};
    }
}

void gpu_ends_open(struct gpu_ends *ends, const struct gpu *gpu)
{
    *ends = (struct gpu_ends){0};
    for (unsigned n = 0; n < gpu->parts; n++)
        open_part(&ends->part[n], &gpu->part[n]->setup);
}

void gpu_ends_close(struct gpu_ends *ends)
{
    for (unsigned n = 0; n < PARTS_MAX; n++)
        free(ends->part[n].steps);
    *ends = (struct gpu_ends){0};
}

/* ---- wavefronts ------------------------------------------------------------------------------------------------- */

static unsigned steps_at(const struct part_ends *ends, uint32_t pc)
{
    return pc < ends->words ? ends->steps[pc] : 1;
}

static unsigned least_steps(const struct part_ends *ends, const struct wave_table *waves, unsigned least)
{
    for (unsigned slot = 0; slot < waves->in.slots && least > 1; slot++) {
        const unsigned steps = waves->phase[slot] == WAVE_ENDING ? 1 : steps_at(ends, waves->pc[slot]);
        if (waves->phase[slot] != WAVE_FREE && steps < least)
            least = steps;
    }
    return least;
}

uint64_t gpu_ends_after(const struct gpu_ends *ends, const struct gpu *gpu)
{
    const struct cf_sequencer_in *straps = &gpu->simd->cf.in;
    unsigned                      least = FAR;
    for (unsigned n = 0; n < gpu->parts; n++) {
        const struct gpu_part  *part = gpu->part[n];
        const struct part_ends *of = &ends->part[n];
        /* Of those that are launched meanwhile. */
        const unsigned launched = steps_at(of, part->setup.simd.first_pc);
        least = launched < least ? launched : least;
        for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++)
            least = least_steps(of, &gpu->simd[i].waves, least);
    }
    return (uint64_t)(least - 1) * (straps->fetch_clk + straps->decode_clk);
}
