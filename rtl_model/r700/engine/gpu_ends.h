/* gpu_ends.h - how long no wavefront can end: from its CF address, by the program's shortest way to an END_OF_PROGRAM.
 *
 * A CF instruction is executed fetch_clk + decode_clk clocks after the one before it of the same wavefront at the
 * earliest (cf_sequencer.h).  A wavefront whose n-th instruction from now on is the first that can have END_OF_PROGRAM
 * is in its wave table for n - 1 times as many clocks, and one more. */
#ifndef RTL_MODEL_R700_GPU_ENDS_H
#define RTL_MODEL_R700_GPU_ENDS_H

#include "rtl_model/r700/gpu.h"

struct gpu_ends {
    struct part_ends {
        uint16_t *steps; /* by CF address: instructions to the nearest END_OF_PROGRAM, itself among them; 1: unknown */
        unsigned  words; /* addresses */
    } part[PARTS_MAX];   /* of each launch */
};

/* Nothing is known without memory, and of a program that is too large. */
void gpu_ends_open(struct gpu_ends *ends, const struct gpu *gpu);
void gpu_ends_close(struct gpu_ends *ends);

/* A number of clocks n: for n + 1 clocks from now on the wave tables keep all present wavefronts, and all that are
 * launched meanwhile. */
uint64_t gpu_ends_after(const struct gpu_ends *ends, const struct gpu *gpu);

#endif
