/* view_dump.h - `wekiva view --dump`: the values of a waveform's signals as words, a line for each cycle in which one
 * of them changes. */
#ifndef TOOLS_VIEW_DUMP_H
#define TOOLS_VIEW_DUMP_H

#include <stdio.h>

#include "rtl_model/machine.h"
#include "trace/views.h"

enum { DUMP_MAX = 64 }; /* signals, and patterns */
enum { VIEW_WORD_BYTES = 256 };

/* A value of so many bits as the viewer shows it, without colours. */
const char *view_word(const struct trace_view *view, unsigned bits, uint64_t value, char text[VIEW_WORD_BYTES]);
/* How a variable is shown: its signal's view, or its bits. */
struct trace_view view_of_variable(const struct header_variable *variable, const struct machine_looks *looks);

struct view_dump {
    const char *patterns[DUMP_MAX]; /* full names; `*` and `?` as in --trace-scope */
    unsigned    pattern_count;
    uint64_t    from, to; /* cycles, both included */
};

/* Of a waveform whose signals have been looked up (trace_reopen).  The first line has the names, the second one what
 * holds in the first cycle.  False and a diagnosis when a pattern fits no signal, or when there are too many. */
bool view_dump(const struct view_dump *dump, const char *path, struct header *header, const struct machine_looks *looks,
               FILE *out, struct diag *diag);

#endif
