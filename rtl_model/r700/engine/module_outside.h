/* module_outside.h - what lies outside a module that stands alone: the memory to which its FAR inputs point, as an
 * instance of its own, `outside`, of rows that the module's driver writes. */
#ifndef RTL_MODEL_R700_MODULE_OUTSIDE_H
#define RTL_MODEL_R700_MODULE_OUTSIDE_H

#include "kit/rtl.h"

struct module_outside {
    const struct rtl_module *rows;  /* its table */
    size_t                   bytes; /* of its state */
    void (*connect)(void *module, void *outside);
};

/* NULL: the module of that name has no such inputs. */
const struct module_outside *module_outside(const char *module);

#endif
