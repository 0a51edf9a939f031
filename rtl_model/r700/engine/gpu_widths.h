/* gpu_widths.h - tables of signals as wide as a chip needs them: those of the lists, or of widths.def. */
#ifndef RTL_MODEL_R700_GPU_WIDTHS_H
#define RTL_MODEL_R700_GPU_WIDTHS_H

#include "kit/rtl.h"
#include "rtl_model/r700/chip.h"

struct gpu_widths;

/* Whether the widths of widths.def are enough. */
bool gpu_widths_fit(const struct chip_config *chip);

/* The narrow tables; NULL: no memory.  The table that an instance of a module has. */
struct gpu_widths       *gpu_widths_open(void);
void                     gpu_widths_free(struct gpu_widths *widths);
const struct rtl_module *gpu_widths_of(const struct gpu_widths *widths, const struct rtl_module *module);

#endif
