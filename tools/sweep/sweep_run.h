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

/* What a point is made of, as text; valid as long as the sweep. */
struct sweep_setting {
    const char *program, *launch, *chip, *threads; /* NULL: not an axis */
    char       *sets[SWEEP_AXES_MAX];              /* "kc_miss_clk=100" */
    unsigned    set_count;
    char       *keys[SWEEP_AXES_MAX]; /* of the launch: "num_gprs=8" */
    unsigned    key_count;
};
/* False without memory; to be freed in any case. */
bool sweep_setting_make(const struct sweep *sweep, uint64_t point, struct sweep_setting *setting);
/* One value of an axis more. */
bool sweep_setting_add(struct sweep_setting *setting, const struct sweep_axis *axis, unsigned value);
void sweep_setting_free(struct sweep_setting *setting);
/* Files may change behind the begin of a sweep: whether the launch with its files, and a program, are as they were. */
bool sweep_setting_holds(const struct sweep *sweep, const struct sweep_setting *setting, const struct launch *launch,
                         struct diag *diag);
bool sweep_setting_has(const struct sweep *sweep, const struct sweep_setting *setting, uint64_t program_hash,
                       struct diag *diag);

/* The launch of a point, which is as it was when the sweep began; false and `why` when the point's keys and threads are
 * not for it. */
bool sweep_setting_launch(const struct sweep *sweep, const struct sweep_setting *setting, struct launch **launch,
                          struct diag *why, struct diag *diag);

/* One point, which need not be stored; also with the counters of docs/counters.md, or with what lines cost. */
enum sweep_extra { SWEEP_PLAIN, SWEEP_COUNTERS, SWEEP_LINES };
bool sweep_measure(const struct sweep *sweep, uint64_t point, enum sweep_extra extra, struct measured *measured,
                   struct launch **launch, struct diag *diag);

#endif
