/* gpu_machine.h - an R700 as one of the machines (rtl_model/machine.h). */
#ifndef RTL_MODEL_R700_GPU_MACHINE_H
#define RTL_MODEL_R700_GPU_MACHINE_H

#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"

/* Valid as long as the GPU. */
struct rtl_machine gpu_machine(struct gpu *gpu);
/* The other way round; NULL: it is another machine. */
struct gpu *gpu_of(const struct rtl_machine *machine);

#endif
