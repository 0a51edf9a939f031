/* views.h - how R580's signals look in a waveform: names of enumerations, what a viewer opens on, and rows that say at
 * once what is issued and what flow control does (scope us.view). */
#ifndef RTL_MODEL_R580_VIEWS_H
#define RTL_MODEL_R580_VIEWS_H

#include "rtl_model/machine.h"
#include "rtl_model/r580/fragment.h"

extern const struct machine_looks r580_looks;

struct machine_rows *us_rows_open(const struct fragment *fragment, struct diag *diag);
struct machine_rows *us_rows_recall(const struct header *header);

#endif
