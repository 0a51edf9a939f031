/* run_trace.h - the waveform of `wekiva run` and the files that open it in GTKWave. */
#ifndef TOOLS_RUN_TRACE_H
#define TOOLS_RUN_TRACE_H

#include "kit/paths.h"
#include "tools/run/run_loop.h"
#include "trace/gtkw.h"

/* What a waveform of the run shows beside the machine's signals; NULL and why. */
struct machine_rows *run_trace_rows(const struct run *run, struct diag *diag);

/* Opens the waveform and writes its save file, so that both can be looked at while the run goes on. */
bool run_trace_open(struct run *run, struct diag *diag);
/* Writes the save file again, now with the run's length, and ends the waveform, when there is one.  What is not whole
 * is removed, and told in the run. */
void run_trace_close(struct run *run);

/* Takes note of all files of a waveform (kit/paths.h), before it is opened.  When `use` is PATH_READ it is there: only
 * the files that open it are written. */
bool run_trace_take_view(const char *path, const struct machine_looks *looks, struct path_set *paths, enum path_use use,
                         struct diag *diag);

/* How a waveform is shown, that of a run or of both sides of a comparison; `program` gets the path of this one. */
struct gtkw_options run_trace_viewer(const struct machine_looks *looks, bool comparison, char program[PATH_BYTES]);

/* The line that opens a waveform by its save file: `gtkwave OUT.gtkw`, ready for a shell. */
void run_trace_line(FILE *out, const char *save_file);
/* Before it: that the save file of the waveform `path` has another name, when it has. */
void run_trace_kept(FILE *out, const char *path, const char *save_file);

#endif
