/* saif.h - toggles as a file (Switching Activity Interchange Format). */
#ifndef TRACE_ACTIVITY_SAIF_H
#define TRACE_ACTIVITY_SAIF_H

#include <stdbool.h>

struct trace;

/* The whole file of what a trace has counted, into its `saif`; false without memory. */
bool saif_write(struct trace *trace);

#endif
