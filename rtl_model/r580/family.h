/* family.h - R580, of the R500 family: its chip and its machine. */
#ifndef RTL_MODEL_R580_FAMILY_H
#define RTL_MODEL_R580_FAMILY_H

#include "rtl_model/machine.h"
#include "rtl_model/r580/fragment.h"

extern const struct machine_family r580_family;

/* It takes over the fragment. */
struct rtl_machine fragment_machine(struct fragment *fragment);

#endif
