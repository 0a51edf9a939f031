/* measure.h - one run of which only numbers are wanted: a point of `wekiva sweep`, a side of `wekiva compare`. */
#ifndef TOOLS_MEASURE_H
#define TOOLS_MEASURE_H

#include "tools/sweep/measure_rows.h"

struct measure {
    const char        *program; /* NULL: what the launch names */
    struct launch     *launch;  /* its programs are loaded into it, and their names */
    const char        *chip;    /* NULL: as launch or program say */
    const char *const *sets;
    unsigned           set_count;
    uint64_t           max_cycles, no_progress; /* as of `wekiva run` */
    bool               warm;                    /* it runs twice, and the second time counts */
    unsigned           forgets;  /* caches of lines that are emptied between the two: bits of enum launch_cache */
    bool               counters; /* its performance counters, too (docs/counters.md), and more slowly */
    bool               lines;    /* `observed` has what its lines cost (tools/profile.h), where there is one launch */
};

enum measured_status {
    MEASURED_DONE,
    MEASURED_MISMATCH, /* what came out is not what the launch expects */
    MEASURED_STOPPED,  /* the program broke a rule */
    MEASURED_LIMIT,    /* not finished at max_cycles, or a wavefront stands still */
    MEASURED_REFUSED,  /* the machine does not take program, launch or parameters */
    MEASURED_STATES
};

/* What it was.  The rows live as long as the machine in it. */
struct measured {
    enum measured_status     status;
    bool                     interrupted;
    struct diag              why; /* unless it is done */
    uint64_t                 cycles;
    uint64_t                 compared, wrong; /* values, kills and words of buffers */
    const char              *chip;            /* its name */
    unsigned                 threads;
    uint64_t                 program_hash;
    struct measured_rows     rows;
    struct result_parameter *parameters;
    unsigned                 parameter_count;
    struct observing         observed;
    struct machine_chip      of_chip;
    struct rtl_machine       machine;
    struct program           program;
};

/* "done", "mismatch", "stopped", "cycle limit", "refused" */
const char *measured_name(enum measured_status status);

/* False when it came to no end: memory is out, or a file cannot be read any more, which `diag` says, or the command has
 * been interrupted, and `diag` is empty.  To be freed in any case. */
bool measure_run(const struct measure *what, struct measured *measured, struct diag *diag);
void measured_free(struct measured *measured);

#endif
