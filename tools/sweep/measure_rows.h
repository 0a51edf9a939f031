/* measure_rows.h - statistics and counters of a run: of its launch, or of several launches at once. */
#ifndef TOOLS_MEASURE_ROWS_H
#define TOOLS_MEASURE_ROWS_H

#include "rtl_model/observing.h"

/* Of several launches at once what each place has counted has its place's name, and what the machine has counted the
 * machine's; what is a launch's alone has the launch's before it, "launch1.gpu", and so have its sums. */
struct measured_rows {
    struct result_statistic *statistics;
    unsigned                 statistic_count;
    struct result_counter   *counters;
    unsigned                 counter_count;
    char                    *names; /* of paths with a launch's name */
};

/* Of a run from the `first` launch on that has taken so many clocks; counters only if somebody observes.  Of a row of
 * launches the last one's.  To be freed in any case. */
bool measured_rows_take(struct measured_rows *rows, struct rtl_machine *machine, const struct observing *observed,
                        const struct launch *first, uint64_t cycles, struct diag *diag);
void measured_rows_free(struct measured_rows *rows);

#endif
