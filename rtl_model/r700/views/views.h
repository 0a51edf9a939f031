/* views.h - how the signals of the R700 look in a waveform viewer, by the name of their C type (trace/views.h). */
#ifndef RTL_MODEL_R700_VIEWS_H
#define RTL_MODEL_R700_VIEWS_H

#include "rtl_model/machine.h"

extern const struct machine_looks r700_looks;

/* Parts of it, from view_layout.c. */
enum { R700_ELEMENT_TYPES = 24 };
extern const struct trace_elements r700_elements[R700_ELEMENT_TYPES];
extern const struct gtkw_row       r700_overview[];

#endif
