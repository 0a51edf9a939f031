/* part.h - a .vcd file of which another process makes a stretch of cycles; its text goes through a pipe to the process
 * that writes the file.
 *
 *     in the process that makes it, by fork of one whose trace has sampled nothing itself:
 *         trace_part_begin(trace, fd, true);
 *         trace_sample(trace, cycle - 1);      only to be compared with
 *         trace_part_keep(trace);
 *         trace_sample(trace, cycle); ...
 *         trace_part_end(trace);
 *     in the one that writes, stretch after stretch:
 *         trace_part_take(trace, fd, last, &bytes); */
#ifndef TRACE_PART_H
#define TRACE_PART_H

#include "trace/vcd.h"

/* Whether the file is one of text that nobody but this process writes. */
bool trace_has_parts(const struct trace *trace);

/* From now on text goes to `fd`, and from the trace's own file and thread this process keeps away.  With `dropped` it
 * goes nowhere until trace_part_keep.  False without memory. */
bool trace_part_begin(struct trace *trace, int fd, bool dropped);
void trace_part_keep(struct trace *trace);
/* False: not all has been taken. */
bool trace_part_end(struct trace *trace);

/* Writes a stretch up to its end, or to that of the waveform, and says how many bytes it has; cycles behind `last` are
 * left out.  False: it is not whole. */
bool trace_part_take(struct trace *trace, int fd, uint64_t last, uint64_t *bytes);

#endif
