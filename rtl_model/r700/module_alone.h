/* module_alone.h - one module of the lists (simd.def, gpu.def) without the others: its owner drives its wires and
 * takes its clock. */
#ifndef RTL_MODEL_R700_MODULE_ALONE_H
#define RTL_MODEL_R700_MODULE_ALONE_H

#include "rtl_model/machine.h"

/* What a module does for the owner of its state. */
struct module_life {
    const struct rtl_module *module;
    size_t                   bytes; /* of its state */
    void (*clock)(void *state);     /* the next state and the edge, with the inputs that stand in it */
    void (*reset)(void *state);     /* inputs and straps stay */
    bool in_simd;                   /* not of the chip alone */
};
/* The modules of the lists, each type once: number `i`, or NULL behind the last one. */
const struct module_life *module_life(unsigned i);
/* The state that module_alone_create gives, without what its inputs point to; false: not enough memory.  `variant` 0 is
 * that of the first of the module's instances in an rv770; others have the straps of other instances, chips and
 * launches. */
bool module_life_reset(const struct module_life *life, unsigned variant, void *state);

struct module_alone;

/* The module of that name ("predicate"), after reset, its wires 0, its straps those of an rv770 that runs a pixel
 * program of one wavefront, 16 GPRs and 4 stack entries; a strap that is written before the first clock resets it anew.
 * NULL and `diag` with all names when there is none. */
struct module_alone *module_alone_create(const char *name, struct diag *diag);
void                 module_alone_free(struct module_alone *alone);

/* Valid as long as the module. */
struct rtl_machine module_alone_machine(struct module_alone *alone);

#endif
