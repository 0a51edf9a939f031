/* fst.h - a .fst file, GTKWave's compressed form of a waveform.
 *
 * It has what the .vcd file of the same run has, scopes, variables, values and times, and the names of enumerations. */
#ifndef TRACE_FST_H
#define TRACE_FST_H

#include <stdbool.h>

#include "trace/internal.h"

/* Begins the file that the trace's sink has opened, its header included; false and a diagnosis when that cannot be. */
bool fst_open(struct trace *trace, struct diag *diag);

/* Writes what records say, then the rest of the file; `context` is the trace.  What goes wrong becomes the sink's. */
void fst_take(void *context, const struct record *records, size_t count);
void fst_end(void *context);

#endif
