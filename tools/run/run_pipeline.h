/* run_pipeline.h - the pipeline views of `wekiva run`: --pipeline and --perfetto. */
#ifndef TOOLS_RUN_PIPELINE_H
#define TOOLS_RUN_PIPELINE_H

#include "kit/paths.h"
#include "tools/run/run_loop.h"

/* "0-3,7": wavefronts by their numbers in the launch.  False: it is something else. */
bool run_pipeline_waves(const char *text, struct run_options *options);

/* Takes note of their files. */
bool run_pipeline_take_files(const struct run_options *options, struct path_set *paths, struct diag *diag);

/* Creates the files that the options name. */
bool run_pipeline_open(struct run *run, struct diag *diag);

/* The clock.  Whether the present cycle is in the views, which then begin if they have not; up to `end`, in the place
 * of the machine's; where the window begins or ends, if that is before `end`. */
bool     run_pipeline_here(struct run *run);
void     run_pipeline_run(struct run *run, uint64_t end);
uint64_t run_pipeline_border(const struct run *run, uint64_t end);
/* Behind an edge, called by what clocks the machine; between two chunks: a view that is full ends.  False: lost. */
void run_pipeline_clock(struct run *run);
bool run_pipeline_check(struct run *run);
/* The launch is over. */
void run_pipeline_pause(struct run *run);

/* Ends the files, when there are any.  What is not whole is removed, and told in the run. */
void run_pipeline_close(struct run *run);

#endif
