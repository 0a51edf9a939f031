/* run_counters.h - the counters of `wekiva run`: --counters and --counters-every. */
#ifndef TOOLS_RUN_COUNTERS_H
#define TOOLS_RUN_COUNTERS_H

#include "rtl_model/observing.h"
#include "tools/run/run_options.h"

struct run_counters {
    struct observing       observed; /* of the present launch */
    struct result_counter *rows;
    unsigned               row_count;
    struct result_counter *columns; /* of the file: those of all launches at once */
    unsigned               column_count;
    FILE                  *file;       /* of --counters-every, or NULL */
    uint64_t               from, next; /* the stretch of clocks that is being counted, and its end */
};

/* From here on the launch that the machine runs is counted, if the options want it; in place of the one before. */
bool run_counters_begin(struct run_counters *counters, const struct run_options *options,
                        const struct rtl_machine *machine, struct diag *diag);
/* Between two clocks: writes the line of a stretch that is over.  False: the file does not take it. */
bool run_counters_step(struct run_counters *counters, const struct run_options *options,
                       const struct rtl_machine *machine, struct diag *diag);
/* The launch is over, or the run: its last line; rows and row_count are its counters. */
bool run_counters_end(struct run_counters *counters, const struct run_options *options,
                      const struct rtl_machine *machine, struct diag *diag);
/* Of several launches at once the machine has chosen another one: then rows and row_count are its counters. */
bool run_counters_choose(struct run_counters *counters, struct diag *diag);
/* The counters of the whole machine, for the summary. */
void run_counters_print(FILE *out, const struct run_counters *counters);
/* False: the file is not whole.  An empty one is allowed. */
bool run_counters_close(struct run_counters *counters, const struct run_options *options, struct diag *diag);

#endif
