/* gpu_collected.h - what lies outside the machine's modules so far, as bytes: exports, hazards, what has been written
 * to memory, and, when the machine collects them (gpu_collect_gprs), the registers of the threads that have ended.
 * Beside the snapshot of the machine (kit/snapshot.h) they are a run that can be continued. */
#ifndef RTL_MODEL_R700_GPU_COLLECTED_H
#define RTL_MODEL_R700_GPU_COLLECTED_H

#include "rtl_model/r700/gpu.h"

size_t gpu_collected_bytes(const struct gpu *gpu);
void   gpu_collected_put(unsigned char *to, const struct gpu *gpu);

/* Whether the bytes are whole, and of a machine of the same chip, program and launch at the start of `cycle`; a machine
 * that collects registers wants those of the threads that ended before.  `path` stands for them in the diagnosis. */
bool gpu_collected_check(const char *path, const unsigned char *data, size_t size, const struct gpu *gpu,
                         uint64_t cycle, struct diag *diag);
/* Takes bytes that have been checked.  False: nothing has been taken. */
bool gpu_collected_take(const char *path, const unsigned char *data, struct gpu *gpu, struct diag *diag);

#endif
