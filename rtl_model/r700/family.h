/* family.h - R700: one of the families of machines (rtl_model/machine.h). */
#ifndef RTL_MODEL_R700_FAMILY_H
#define RTL_MODEL_R700_FAMILY_H

#include "rtl_model/machine.h"

extern const struct machine_family r700_family;

#endif
