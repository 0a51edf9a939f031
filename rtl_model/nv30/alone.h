/* alone.h - the modules of nv30.def, each without the others (rtl_model/alone.h). */
#ifndef RTL_MODEL_NV30_ALONE_H
#define RTL_MODEL_NV30_ALONE_H

#include "rtl_model/alone.h"

extern const struct module_lives nv30_lives;

#endif
