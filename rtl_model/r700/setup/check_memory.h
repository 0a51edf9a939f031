/* check_memory.h - what of memory writes and reads is refused before a run (ISA 3.4.2, ch. 7, 9.1, 10.1, 10.5). */
#ifndef RTL_MODEL_R700_CHECK_MEMORY_H
#define RTL_MODEL_R700_CHECK_MEMORY_H

#include "rtl_model/r700/setup/setup.h"

/* Each notes the buffer as one that the program uses.  NULL, or why the instruction is refused. */
const char *check_memory_write(struct gpu_setup *setup, enum launch_stage stage, const uint32_t dwords[2]);
const char *check_memory_read(struct gpu_setup *setup, const uint32_t dwords[4]);

/* When the whole program has been looked at: wavefronts for which the buffers that it uses have room. */
unsigned check_memory_areas(const struct gpu_setup *setup);

#endif
