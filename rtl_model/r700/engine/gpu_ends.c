#include "rtl_model/r700/engine/gpu_ends.h"

#include <stdlib.h>

enum {
    WORDS_MOST = 1 << 16, /* of a program that is looked at */
    FAR = 1000            /* instructions */
};

/* ---- the program ------------------------------------------------------------------------------------------------ */

/* Steps of the rows behind each one, while they become fewer. */
struct nearest {
    struct part_ends       *ends;
    const struct flow_code *code;
    uint16_t               *behind; /* one for each row: the fewest steps of its successors */
};

/* What leads out of the program, or is reserved, is an end for all that is known. */
static bool visit(void *context, const struct flow_row *row)
{
    const struct nearest *nearest = context;
    unsigned steps = row->next.count || row->next.returns ? nearest->behind[row - nearest->code->rows] + 1u : 1;
    for (unsigned i = 0; i < row->next.count; i++)
        if (row->next.edge[i].to >= nearest->ends->words)
            steps = 1;
    nearest->ends->steps[row->at] = (uint16_t)(steps < FAR ? steps : FAR);
    return true;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    const struct nearest *nearest = context;
    const uint16_t        steps = nearest->ends->steps[from->at];
    uint16_t *const       behind = &nearest->behind[to - nearest->code->rows];
    (void)kind;
    if (steps >= *behind)
        return false;
    *behind = steps;
    return true;
}

static bool solve(struct part_ends *ends, const struct flow_code *code)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL, .backward = true, .visit = visit, .join = join};
    struct nearest                   nearest = {ends, code, malloc(((size_t)code->count + 1) * sizeof *nearest.behind)};
    for (unsigned n = 0; nearest.behind && n < code->count; n++)
        nearest.behind[n] = FAR;
    const bool good = nearest.behind && flow_solve(code, &lattice, &nearest) == FLOW_SOLVED;
    free(nearest.behind);
    return good;
}

static void close_part(struct part_ends *ends)
{
    free(ends->steps);
    *ends = (struct part_ends){0};
}

static void open_part(struct part_ends *ends, const struct flow_code *code)
{
    const unsigned words = code->program.words;
    *ends = (struct part_ends){0};
    if (words > WORDS_MOST || !(ends->steps = malloc((words + 1) * sizeof *ends->steps)))
        return;
    ends->words = words;
    for (unsigned at = 0; at < words; at++)
        ends->steps[at] = 1;
    if (!solve(ends, code))
        close_part(ends);
}

void gpu_ends_open(struct gpu_ends *ends, const struct gpu *gpu)
{
    *ends = (struct gpu_ends){0};
    for (unsigned n = 0; n < gpu->parts; n++)
        open_part(&ends->part[n], &gpu->part[n]->setup.code);
}

void gpu_ends_close(struct gpu_ends *ends)
{
    for (unsigned n = 0; n < PARTS_MAX; n++)
        close_part(&ends->part[n]);
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
        /* Of wavefronts that are launched meanwhile. */
        const unsigned launched = steps_at(of, part->setup.simd.first_pc);
        least = launched < least ? launched : least;
        for (unsigned i = part->first_simd; i < part->first_simd + part->own_simds; i++)
            least = least_steps(of, &gpu->simd[i].waves, least);
    }
    return (uint64_t)(least - 1) * (straps->fetch_clk + straps->decode_clk);
}
