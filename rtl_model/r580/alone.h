/* alone.h - the modules of machine.def, each without the others (rtl_model/alone.h). */
#ifndef RTL_MODEL_R580_ALONE_H
#define RTL_MODEL_R580_ALONE_H

#include "rtl_model/alone.h"

extern const struct module_lives r580_lives;

#endif
