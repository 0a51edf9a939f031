/* chip_peaks.h - `wekiva chips --peaks`: what a chip can do in a clock and in a second (rtl_model/peak.h). */
#ifndef TOOLS_CHIP_PEAKS_H
#define TOOLS_CHIP_PEAKS_H

#include <jansson.h>
#include <stdio.h>

#include "rtl_model/machine.h"

/* At `mhz`; 0: that of a board with the chip. */
void chip_peaks_print(FILE *out, const struct machine_chip *chip, unsigned mhz);
/* {"name", "mhz", "board", "peaks": [...]}; NULL: no memory. */
json_t *chip_peaks_json(const struct machine_chip *chip, unsigned mhz);

#endif
