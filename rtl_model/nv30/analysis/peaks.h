/* peaks.h - what a chip of NV30 can do in a clock (peaks.def). */
#ifndef RTL_MODEL_NV30_PEAKS_H
#define RTL_MODEL_NV30_PEAKS_H

#include "rtl_model/peak.h"

/* machine_family.peaks, machine_family.board, machine_family.traffic */
unsigned                            nv30_peaks(const void *chip, struct machine_peak *rows, unsigned limit);
const char                         *nv30_board(const void *chip, unsigned *mhz);
extern const struct machine_traffic nv30_traffic[];

#endif
