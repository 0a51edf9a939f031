/* family.h - NV30: one of the families of machines (rtl_model/machine.h). */
#ifndef RTL_MODEL_NV30_FAMILY_H
#define RTL_MODEL_NV30_FAMILY_H

#include "rtl_model/machine.h"

extern const struct machine_family nv30_family;

#endif
