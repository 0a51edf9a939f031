/* chip.h - the parameters of R580's fragment shader processor: the preset, files and overrides. */
#ifndef RTL_MODEL_R580_CHIP_H
#define RTL_MODEL_R580_CHIP_H

#include "rtl_model/chip_table.h"

/* It begins with a struct chip_head. */
struct us_chip {
    char name[32], base[8];
#define CHIP_PARAMETER(name, ...) uint32_t name;
#include "rtl_model/r580/chip.def"
#undef CHIP_PARAMETER
};

enum {
#define CHIP_PARAMETER(name, ...) US_CHIP_AT_##name,
#include "rtl_model/r580/chip.def"
#undef CHIP_PARAMETER
    US_CHIP_PARAMETERS
};
extern const struct chip_table r580_chips;

/* Rules between parameters. */
bool us_chip_validate(const struct us_chip *chip, struct diag *diag);

#endif
