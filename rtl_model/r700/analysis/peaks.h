/* peaks.h - what a chip of R700 can do in a clock (peaks.def; RV770 timing tables 1.3, 1.4). */
#ifndef RTL_MODEL_R700_PEAKS_H
#define RTL_MODEL_R700_PEAKS_H

#include "rtl_model/peak.h"

/* machine_family.peaks, machine_family.board, machine_family.traffic */
unsigned                            r700_peaks(const void *chip, struct machine_peak *rows, unsigned limit);
const char                         *r700_board(const void *chip, unsigned *mhz);
extern const struct machine_traffic r700_traffic[];

#endif
