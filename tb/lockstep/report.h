/* report.h - what lockstep tells about a difference: in words, and as a waveform of both sides. */
#ifndef TB_LOCKSTEP_REPORT_H
#define TB_LOCKSTEP_REPORT_H

#include <stdio.h>

#include "tb/lockstep/session.h"
#include "trace/gtkw.h"
#include "trace/vcd.h"

/* How values of enumerations are called (trace/views.h). */
struct report_names {
    const struct trace_view *views;
    unsigned                 count;
};

/* The difference, and inputs and outputs of the last cycles before it. */
void report_difference(FILE *out, const struct session *session, const struct difference *difference,
                       const struct report_names *names);

/* Where they differ alone, and both values: "gpu.simd0.arbiter_even: first difference at cycle 12: o_stall" and a line
 * for each. */
void report_values(FILE *out, const char *name, const struct difference *difference, const struct report_names *names);

/* The same where the block itself ended the comparison, with `what` (block_failure). */
void report_failure(FILE *out, const struct session *session, const char *what, const struct report_names *names);

/* Writes the kept cycles to a waveform: scope `model` has the C module, scope `rtl` the block, `differs` where they
 * differ, and what the block has inside lies in `rtl.TOP`.  `trace` has the path
 * and element names, `view` what the save file beside it needs, `saved` gets its path (trace/gtkw.h). */
bool report_waves(struct session *session, const struct trace_options *trace, const struct gtkw_options *view,
                  char **saved, struct diag *diag);

/* The ports as a list of signals, for a side's memory.  `rtl`: only the registers that the block shows.  The caller
 * frees `signals`; their names live as long as the block. */
bool report_list(const struct session *session, bool rtl, struct rtl_module *list);

#endif
