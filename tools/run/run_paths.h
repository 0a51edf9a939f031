/* run_paths.h - the files of a run, so that none is destroyed (kit/paths.h). */
#ifndef TOOLS_RUN_PATHS_H
#define TOOLS_RUN_PATHS_H

#include "rtl_model/machine.h"
#include "tools/run/run_options.h"

/* Before the first output is created; `launch` as it was loaded. */
bool run_paths(const struct run_options *options, struct launch *launch, const struct machine_looks *looks,
               struct diag *diag);

#endif
