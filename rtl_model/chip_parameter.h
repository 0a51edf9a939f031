/* chip_parameter.h - one parameter of the chips of a family: a row of its chip.def. */
#ifndef RTL_MODEL_CHIP_PARAMETER_H
#define RTL_MODEL_CHIP_PARAMETER_H

#include <stddef.h>
#include <stdint.h>

struct chip_parameter {
    const char *name, *unit, *confidence, *source, *meaning;
    uint32_t    least, most;
    size_t      offset; /* in the family's struct of a chip */
};

#endif
