/* views.h - how the signals of the R700 look in a waveform viewer, by the name of their C type (trace/views.h). */
#ifndef TOOLS_VIEWS_H
#define TOOLS_VIEWS_H

#include "trace/gtkw.h"
#include "trace/vcd.h"
#include "trace/views.h"

extern const struct trace_view wekiva_views[];
extern const unsigned          wekiva_view_count;

/* What the elements of vectors are called (trace/vcd.h). */
extern const struct trace_elements wekiva_elements[];
extern const unsigned              wekiva_element_types;

/* What the viewer shows at once (trace/gtkw.h). */
extern const struct gtkw_row wekiva_overview[];

#endif
