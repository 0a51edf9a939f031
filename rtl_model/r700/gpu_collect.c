#include "rtl_model/r700/gpu_collect.h"

#include <string.h>

#include "rtl_model/r700/hazards.h"

/* Takes the quarter that leaves the export unit. */
static void take_export(struct gpu *gpu, const struct export_unit_reg *out)
{
    const quarter_t *const element[EXPORT_ELEMENTS] = {&out->x, &out->y, &out->z, &out->w};
    const unsigned         lanes = gpu->chip.lanes;
    struct result_column  *column = results_column(&gpu->exports, (enum launch_export_type)out->type, out->index);
    if (!column) {
        gpu->out_of_memory = true;
        return;
    }
    for (unsigned i = 0; i < lanes; i++) {
        const uint64_t thread = (uint64_t)out->number * gpu->chip.wave_size + out->quarter * lanes + i;
        const uint32_t value[4] = {element[0]->lane[i], element[1]->lane[i], element[2]->lane[i], element[3]->lane[i]};
        if (out->lanes >> i & 1)
            results_export(column, (unsigned)thread, out->elements, value);
    }
}

void gpu_collect_before(struct gpu *gpu, unsigned number, struct gpu_before *before)
{
    const struct simd             *simd = &gpu->simd[number];
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct write_back_reg   *back = &simd->back.q;
    if (simd->exports.q.valid)
        take_export(gpu, &simd->exports.q);
    if (!hazards_look(simd, &gpu->setup.simd_memory.program, &gpu->hazards))
        gpu->out_of_memory = true;
    before->steps = cf->step;
    before->ends = back->finish;
    before->step_slot = cf->step_slot;
    before->end_slot = simd->clause[back->finish_clause].q.slot;
    before->step_valid = simd->flow.valid[before->step_slot];
    before->end_valid = simd->flow.valid[before->end_slot];
    memcpy(before->free, simd->waves.free_set, sizeof before->free);
}

/* Marks the threads whose valid bit the edge has cleared. */
static void note_kills(struct gpu *gpu, const struct simd *simd, unsigned slot, lane_mask_t before)
{
    const lane_mask_t killed = before & ~simd->flow.valid[slot];
    const uint64_t    first = (uint64_t)simd->waves.number[slot] * gpu->chip.wave_size;
    const unsigned    lanes = gpu->chip.lanes;
    for (unsigned t = 0; killed && t < gpu->chip.wave_size; t++)
        if (killed >> (t / lanes * QUARTER + t % lanes) & 1)
            gpu->exports.killed[first + t] = 1;
}

void gpu_collect_after(struct gpu *gpu, unsigned number, const struct gpu_before *before)
{
    const struct simd *simd = &gpu->simd[number];
    if (before->steps)
        note_kills(gpu, simd, before->step_slot, before->step_valid);
    if (before->ends)
        note_kills(gpu, simd, before->end_slot, before->end_valid);
    if (gpu->gprs.words)
        gpu_take_ended(gpu, number, before->free);
}
