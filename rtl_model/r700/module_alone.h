/* module_alone.h - the modules of R700's lists (simd.def, gpu.def), each without the others (rtl_model/alone.h). */
#ifndef RTL_MODEL_R700_MODULE_ALONE_H
#define RTL_MODEL_R700_MODULE_ALONE_H

#include "rtl_model/alone.h"

extern const struct module_lives r700_lives;

/* Two of its functions.  The program is a pixel program of one wavefront, 16 GPRs and 4 stack entries. */
const struct module_life *module_life(unsigned i);
bool                      module_life_reset(const struct module_life *life, const void *chip, void *state);

/* The same with the straps of an instance, a chip and a launch, by the low 14 bits of a number. */
bool module_life_vary(const struct module_life *life, unsigned variant, void *state);

#endif
