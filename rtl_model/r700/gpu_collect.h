/* gpu_collect.h - what is taken of a SIMD around a clock edge, for the results: exports, kills, registers, hazards.
 * The machine does not know of it. */
#ifndef RTL_MODEL_R700_GPU_COLLECT_H
#define RTL_MODEL_R700_GPU_COLLECT_H

#include "rtl_model/r700/gpu.h"

/* What is kept from before the edge to behind it. */
struct gpu_before {
    bool        steps, ends; /* wavefronts whose valid bits this edge may clear */
    uint8_t     step_slot, end_slot;
    lane_mask_t step_valid, end_valid;
    uint64_t    free[WAVE_SETS]; /* the wave table's free_set */
};

/* Before the edge, wires driven; behind it. */
void gpu_collect_before(struct gpu *gpu, unsigned simd, struct gpu_before *before);
void gpu_collect_after(struct gpu *gpu, unsigned simd, const struct gpu_before *before);

#endif
