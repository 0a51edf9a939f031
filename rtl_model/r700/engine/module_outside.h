/* module_outside.h - what lies outside of R700's modules when they stand alone (rtl_model/alone.h). */
#ifndef RTL_MODEL_R700_MODULE_OUTSIDE_H
#define RTL_MODEL_R700_MODULE_OUTSIDE_H

#include "rtl_model/alone.h"

/* NULL: the module of that name has no such inputs. */
const struct module_outside *module_outside(const char *module);

#endif
