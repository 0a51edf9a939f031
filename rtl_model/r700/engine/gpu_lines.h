/* gpu_lines.h - caches of memory lines from outside: what a driver does with them between two pieces of work. */
#ifndef RTL_MODEL_R700_GPU_LINES_H
#define RTL_MODEL_R700_GPU_LINES_H

#include "rtl_model/launch/launch.h"

struct gpu;

/* Invalidates the lines of caches (a bit for each of enum launch_cache).  Data that a reader waits for, or has still to
 * read, stay.  The machine has been looked at, and is to be touched then. */
void gpu_forget_lines(struct gpu *gpu, unsigned caches);

/* The lines of caches before a reset, for those after it: a copy, or NULL without memory. */
struct gpu_lines *gpu_take_lines(const struct gpu *gpu, unsigned caches);
void              gpu_lines_free(struct gpu_lines *lines); /* NULL is allowed */
void              gpu_give_lines(struct gpu *gpu, const struct gpu_lines *lines);
/* Lines of instructions and constants, of the same launch. */
void gpu_give_program_lines(struct gpu *gpu, const struct gpu_lines *lines);

#endif
