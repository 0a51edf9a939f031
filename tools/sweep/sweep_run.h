/* sweep_run.h - runs the points of a sweep that its file does not have yet, as many at once as there are processors. */
#ifndef TOOLS_SWEEP_RUN_H
#define TOOLS_SWEEP_RUN_H

#include "tools/sweep/sweep_store.h"

enum { SWEEP_JOBS_MAX = 256 };

struct sweep_work {
    const struct sweep *sweep;
    struct sweep_store *store;
    unsigned            jobs;
    unsigned            part, parts; /* of the points: those whose number leaves part - 1 when it is divided by parts */
    bool                quiet;       /* no progress, on a terminal either */
    uint64_t            before, done, all; /* of the part: points that were there, have been run, belong to it */
};

/* False and `diag` when it cannot go on.  An interrupt ends it early. */
bool sweep_run(struct sweep_work *work, struct diag *diag);

/* One point, which need not be stored; `counters`: with those of docs/counters.md. */
bool sweep_measure(const struct sweep *sweep, uint64_t point, bool counters, struct measured *measured,
                   struct launch **launch, struct diag *diag);

#endif
