/* run_limit.h - `wekiva run --limit`: how much of what its chip can do a launch has used, and what it has used most of
 * (docs/guides/limit.md). */
#ifndef TOOLS_RUN_LIMIT_H
#define TOOLS_RUN_LIMIT_H

#include "tools/run/run_loop.h"

/* Before a run: false and one line where there will be nothing to print. */
bool run_limit_can(const struct run *run, struct diag *diag);
/* Of the launch that has run, at most MACHINE_PEAKS rows; false when memory is out. */
bool run_limit_rows(const struct run *run, struct result_limit *rows, unsigned *count);
bool run_limit_print(FILE *out, const struct run *run);

#endif
