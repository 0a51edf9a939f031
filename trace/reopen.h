/* reopen.h - a waveform that was written before, as gtkw.h takes it: for another save file. */
#ifndef TRACE_REOPEN_H
#define TRACE_REOPEN_H

#include "trace/header.h"
#include "trace/vcd.h"

/* The signals of `instances` that the file has, under the names and widths of options->elements, and those of
 * options->derived, whose functions are not called: marks and work come from its rows in the file.  Reads the whole
 * file; the header gets what it found.  Of the options it takes path, elements and derived.  NULL and a diagnosis
 * when there is no such signal. */
struct trace *trace_reopen(const struct trace_options *options, struct header *header,
                           const struct rtl_instance *instances, unsigned count, struct diag *diag);
/* Frees it; nothing is written. */
void trace_forget(struct trace *trace);

/* The first and the last cycle. */
void trace_cycles(const struct trace *trace, uint64_t *first, uint64_t *last);

#endif
