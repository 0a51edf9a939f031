/* chip.h - the parameters of an NV30 (rtl_model/chip_table.h). */
#ifndef RTL_MODEL_NV30_CHIP_H
#define RTL_MODEL_NV30_CHIP_H

#include "kit/diag.h"
#include "rtl_model/chip_table.h"

/* It begins with a struct chip_head. */
struct nv30_chip {
    char name[32], base[8];
#define CHIP_PARAMETER(name, ...) uint32_t name;
#include "rtl_model/nv30/chip.def"
#undef CHIP_PARAMETER
};

enum {
#define CHIP_PARAMETER(name, ...) NV30_CHIP_##name,
#include "rtl_model/nv30/chip.def"
#undef CHIP_PARAMETER
    NV30_CHIP_PARAMETERS
};

extern const struct chip_table nv30_chips;

#endif
