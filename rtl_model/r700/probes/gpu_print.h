/* gpu_print.h - what an R700 has to say of a run and of its set-up, as lines of text. */
#ifndef RTL_MODEL_R700_GPU_PRINT_H
#define RTL_MODEL_R700_GPU_PRINT_H

#include <stdio.h>

#include "rtl_model/r700/gpu.h"

/* Cycles, threads, how full the ALU's slots were, where the chances to issue went. */
void gpu_print_summary(const struct gpu *gpu, FILE *out);

/* Stage, sizes, the chip with every parameter, registers of the launch that nothing has read. */
void gpu_print_setup(const struct gpu *gpu, FILE *out);

#endif
