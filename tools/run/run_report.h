/* run_report.h - what `wekiva run` says at the end: the summary, result.json, statistics, the files of --out. */
#ifndef TOOLS_RUN_REPORT_H
#define TOOLS_RUN_REPORT_H

#include "tools/run/run_loop.h"

/* How the run ended, as far as the results tell it. */
struct run_outcome {
    enum run_end          end;
    const char           *message; /* why it stopped, or NULL */
    struct result_summary summary; /* of the comparison; only when the run finished */
};

/* Compares with the launch file's `expect`, when the program finished. */
bool run_compare(const struct run *run, struct run_outcome *outcome, struct diag *diag);

/* Keeps and writes what a launch of a row has to say, when it is over. */
bool run_report_launch(struct run *run, const struct run_outcome *outcome, struct diag *diag);

/* Writes everything that the options ask for, of a row what there is of it as a whole.  Returns `status`, or
 * STATUS_BAD_INPUT after a message. */
int run_report(const struct run *run, const struct run_outcome *outcome, int status);

/* Inputs and full configuration, for --verbose. */
void run_print_configuration(FILE *out, const struct run *run);

/* What blocks beside modules came to, to the output, or to the error output where a result goes there or one differs;
 * false when one differs. */
bool run_report_beside(const struct run *run);

#endif
