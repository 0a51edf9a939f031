/* gtkw.h - a GTKWave save file beside a waveform: groups, radixes, names, disassembly and colours, ready to read.
 *
 * For OUT.vcd or OUT.fst it writes
 *   OUT.gtkw            the overview; behind it one group per module instance in which each signal has the view of its
 *                       type (views.h); lane vectors and memories are closed groups within it
 *   OUT-TYPE.txt        the names of an enumeration type, as a translate file
 *   OUT-filter-KIND.sh  starts `wekiva filter KIND`, which disassembles instruction words
 * They name one another by absolute path, so that GTKWave may be started anywhere: `gtkwave OUT.gtkw`. */
#ifndef TRACE_GTKW_H
#define TRACE_GTKW_H

#include <stdbool.h>

#include "kit/diag.h"
#include "trace/vcd.h"
#include "trace/views.h"

/* A line, or some, of the overview at the top. */
struct gtkw_row {
    const char *heading; /* a heading, shown when anything below it is; NULL: */
    const char *signal;  /* a pattern (fnmatch) of signals by full name, in the order of the file */
    const char *label;   /* the name shown; NULL: the last part of the signal's own */
    unsigned    most;    /* so many at most, the others in a closed group; 0: all */
    bool        still;   /* also signals that never changed */
};

struct gtkw_options {
    const struct trace_view *views; /* of the simulator's types; may be NULL */
    unsigned                 view_count;
    const char              *program; /* absolute path of wekiva; NULL: instruction words in hex */
    const char              *open;    /* patterns (as in trace_options.scope) of instance paths: groups that are open
                                         at the start; NULL: none */
    const struct gtkw_row *overview;  /* ends with a row of NULLs; may be NULL */
};

/* May be called at any time between trace_open and trace_close.  Called after the run as well, the first zoom fits its
 * length or its first busy stretch, its marks are marked, and the overview leaves out what never changed. */
bool gtkw_write(const struct trace *trace, const struct gtkw_options *options, struct diag *diag);

#endif
