/* peaks.h - what a chip of R580 can do in a clock (peaks.def). */
#ifndef RTL_MODEL_R580_PEAKS_H
#define RTL_MODEL_R580_PEAKS_H

#include "rtl_model/peak.h"

/* machine_family.peaks, machine_family.board, machine_family.traffic */
unsigned                            r580_peaks(const void *chip, struct machine_peak *rows, unsigned limit);
const char                         *r580_board(const void *chip, unsigned *mhz);
extern const struct machine_traffic r580_traffic[];

#endif
