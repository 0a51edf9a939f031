/* views.h - how the signals of the R700 look in a waveform viewer, by the name of their C type (trace/views.h). */
#ifndef RTL_MODEL_R700_VIEWS_H
#define RTL_MODEL_R700_VIEWS_H

#include "trace/gtkw.h"
#include "trace/vcd.h"
#include "trace/views.h"

extern const struct trace_view r700_views[];
extern const unsigned          r700_view_count;

/* What the elements of vectors are called (trace/vcd.h). */
extern const struct trace_elements r700_elements[];
extern const unsigned              r700_element_types;

/* What the viewer shows at once (trace/gtkw.h). */
extern const struct gtkw_row r700_overview[];

#endif
