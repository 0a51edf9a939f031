/* gpu_parts.h - the launch of a machine, or the several that run at once (docs/launch.md, `together`), each on SIMDs of
 * its own. */
#ifndef RTL_MODEL_R700_GPU_PARTS_H
#define RTL_MODEL_R700_GPU_PARTS_H

#include "rtl_model/r700/gpu.h"

/* Set-up and empty results of the launch and, when it is the first of several at once, of those beside it.  After
 * `false` the machine is to be closed all the same. */
bool gpu_parts_open(struct gpu *gpu, const struct program *program, const struct launch *launch, struct diag *diag);
void gpu_parts_close(struct gpu *gpu);
/* Set-up of the launch that the machine has now, or of the launches that have run at once and do so again; `before` is
 * the former set-up of the first one. */
bool gpu_parts_next(struct gpu *gpu, const struct gpu_setup *before, struct diag *diag);

#endif
