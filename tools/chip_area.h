/* chip_area.h - `wekiva chips --area`: what the parts of a chip may take of its die (rtl_model/area.h). */
#ifndef TOOLS_CHIP_AREA_H
#define TOOLS_CHIP_AREA_H

#include <jansson.h>
#include <stdio.h>

#include "rtl_model/machine.h"

/* Inputs of the user: "efficiency=0.6". */
struct area_assumptions {
    const char *text[AREA_INPUTS];
    unsigned    count;
};

struct chip_area {
    struct area_input input[AREA_INPUTS];
    struct area_row   row[AREA_ROWS], preset[AREA_ROWS]; /* of the chip; of the preset from which it was made */
    unsigned          inputs, rows;
};

/* False and one line: the family has no areas, or an assumption is wrong. */
bool chip_area_make(struct chip_area *area, const struct machine_chip *chip, const struct area_assumptions *assumed,
                    struct diag *diag);
void chip_area_print(FILE *out, const struct machine_chip *chip, const struct chip_area *area);
/* {"name", "mm2", "preset_mm2", "inputs", "rows"}; NULL: no memory. */
json_t *chip_area_json(const struct machine_chip *chip, const struct chip_area *area);

#endif
