/* run_live.h - `--live`: GTKWave shows the waveform of a run while it is written. */
#ifndef TOOLS_RUN_LIVE_H
#define TOOLS_RUN_LIVE_H

#include "kit/diag.h"
#include "trace/vcd.h"

/* Whether GTKWave can be opened on the waveform that is going to be written: a VCD file, the programs of GTKWave's
 * package and of the shell, a display. */
bool run_live_can(const struct trace_options *trace, struct diag *diag);

/* Opens GTKWave on the file, which grows for as long as this process lives, with the view of its save file.  GTKWave
 * stays when the run has ended; a run goes on when its window is closed. */
bool run_live_open(const char *waveform, const char *save_file, struct diag *diag);

#endif
