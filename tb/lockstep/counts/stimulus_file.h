/* stimulus_file.h - reports of stimulus: what the inputs of some comparisons were, their bins and how they ended, in
 * one; as files (JSON) that are added up. */
#ifndef TB_LOCKSTEP_COUNTS_STIMULUS_FILE_H
#define TB_LOCKSTEP_COUNTS_STIMULUS_FILE_H

#include "tb/lockstep/counts/bins.h"
#include "tb/lockstep/counts/stimulus_table.h"

/* One comparison. */
struct stimulus_run {
    uint64_t seed, cycles;
    uint64_t input;        /* of recorded inputs the hash of the file, else 0 */
    char     limits[1024]; /* how the inputs were restricted, or empty */
    char     ended[160];   /* "agreed", or what was different */
};

struct stimulus_report {
    const struct lockstep_module *module; /* NULL: not open */
    struct stimulus_table        *table;
    struct bins                   bins;
    struct stimulus_run          *runs;
    unsigned                      run_count;
};

bool stimulus_report_open(struct stimulus_report *report, const struct lockstep_module *module, struct diag *diag);
void stimulus_report_close(struct stimulus_report *report); /* one that is not open is allowed */
bool stimulus_report_note(struct stimulus_report *report, const struct stimulus_run *run);

bool stimulus_report_write(const struct stimulus_report *report, const char *path, struct diag *diag);
/* Adds what a file has, to a report that is not open, too.  False and a diagnosis: no such file, one of another module
 * or of another program's table, a run that is there already, a bin that has another expression.  The report is then
 * good for nothing but to be closed. */
bool stimulus_report_add(struct stimulus_report *report, const char *path, struct diag *diag);

/* Runs that did not agree. */
unsigned stimulus_report_failed(const struct stimulus_report *report);
/* "predicate: 4 runs, 4000 cycles agree", what never was met, the bins. */
void stimulus_report_verdict(FILE *out, const struct stimulus_report *report);

#endif
