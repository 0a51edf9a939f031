/* area.h - what parts of a chip may take of its die (docs/area.md).
 *
 * A family's rows are formulas over the parameters of a chip, and inputs that the user may set. */
#ifndef RTL_MODEL_AREA_H
#define RTL_MODEL_AREA_H

#include "rtl_model/energy.h"

/* "cell_um2"; 0 of the die: nobody published it. */
struct area_input {
    const char            *name, *source;
    double                 value;
    enum energy_confidence confidence;
};

struct area_row {
    const char            *block, *part; /* "SIMDs", "register file" */
    double                 bits, mm2;    /* bits 0: logic */
    enum energy_confidence confidence;
    const char            *formula, *source; /* of bits; of mm2 where there are none */
};

enum { AREA_INPUTS = 12, AREA_ROWS = 24 };

/* The input that is the measured die. */
#define AREA_DIE "die_mm2"

#endif
