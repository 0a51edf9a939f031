/* area.h - what a chip of R700 takes of its die (area.def). */
#ifndef RTL_MODEL_R700_AREA_H
#define RTL_MODEL_R700_AREA_H

#include "rtl_model/area.h"

/* machine_family.area_inputs, machine_family.area */
unsigned r700_area_inputs(const void *chip, struct area_input inputs[AREA_INPUTS]);
unsigned r700_area(const void *chip, const struct area_input *inputs, struct area_row rows[AREA_ROWS]);

#endif
