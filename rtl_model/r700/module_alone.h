/* module_alone.h - one module of the SIMD without the others: whoever has it drives its wires and takes its clock. */
#ifndef RTL_MODEL_R700_MODULE_ALONE_H
#define RTL_MODEL_R700_MODULE_ALONE_H

#include "rtl_model/machine.h"

struct module_alone;

/* The module of that name ("predicate"), after reset, its wires and straps 0.  NULL and `diag` when there is none that
 * works alone: only those do that any inputs of their widths leave in order. */
struct module_alone *module_alone_create(const char *name, struct diag *diag);
void                 module_alone_free(struct module_alone *alone);

/* Valid as long as the module. */
struct rtl_machine module_alone_machine(struct module_alone *alone);

#endif
