/* gpu_sharing.h - what threads share within a SIMD, from outside: local data share and global GPRs, loaded before a run
 * and read after it (docs/launch.md has the layouts). */
#ifndef RTL_MODEL_R700_GPU_SHARING_H
#define RTL_MODEL_R700_GPU_SHARING_H

#include "rtl_model/r700/gpu.h"

/* Puts there what the launch gives; part of gpu_reset. */
void gpu_share(struct gpu *gpu);

/* SIMD by SIMD: the words of the local data share; [lane][gpr][xyzw] of the global GPRs.  They return how many there
 * are; with NULL no more. */
size_t gpu_lds(const struct gpu *gpu, uint32_t *words);
size_t gpu_globals(const struct gpu *gpu, uint32_t *words);
/* Puts such words into the SIMDs of a launch: as many global GPRs as there are of `count`. */
void gpu_put_lds(struct gpu *gpu, const struct gpu_part *part, const uint32_t *words);
void gpu_put_globals(struct gpu *gpu, const struct gpu_part *part, const uint32_t *words, unsigned count);

#endif
