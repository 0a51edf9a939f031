/* cosim.h - `wekiva cosim`: what its options say, and what it does then. */
#ifndef TOOLS_COSIM_H
#define TOOLS_COSIM_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/build/tree.h"
#include "tb/lockstep/counts/stimulus_file.h"
#include "tb/lockstep/limits.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/pairs.h"
#include "tb/lockstep/port_map.h"

struct cosim {
    const struct lockstep_module *module;
    struct block_source           source;
    const char                   *map_text, *map_file; /* --map, --ports */
    struct port_map               map;
    const char                   *limit[LIMITS_MAX]; /* --only, --fix: their texts */
    bool                          fixed[LIMITS_MAX];
    unsigned                      limit_count;
    struct limits                 limits;
    const char                   *pair[PAIRS_TEXTS]; /* --pair: their texts */
    unsigned                      pair_count;
    uint64_t                      lag;
    const char                   *bin[BINS_MAX]; /* --bin: their texts */
    unsigned                      bin_count;
    const char                   *bins_file;
    const char                   *trace, *input, *scope, *record, *coverage, *save;
    uint64_t                      cycles, seed, seeds, faults, window;
    uint64_t                      prove_seconds;
    bool                          cycles_given, write_template, list, stimulus, prove, merge;
    bool                          shows_proof; /* its input is the run that --prove has found */
};

/* Whether no file that is written is read, and all can be written. */
bool cosim_spares(const struct cosim *cosim, struct diag *diag);
/* The modules; the start of a block of one's own.  The exit status. */
int cosim_list(void);
int cosim_template(const struct cosim *cosim);
/* Compares to the first difference, one seed after the other; the exit status. */
int cosim_run(struct cosim *cosim);
/* Opens the record that the inputs go to; NULL without --record. */
bool cosim_record_open(const struct cosim *cosim, struct record **record, struct diag *diag);
/* From --input to --record; the exit status. */
int cosim_convert(const struct cosim *cosim);
/* Opens the report that comparisons add to, with the bins of the options. */
bool cosim_report_open(const struct cosim *cosim, struct stimulus_report *report, struct diag *diag);
/* Adds up reports that --save has written; the exit status. */
int cosim_merge(const struct cosim *cosim, char *const files[], unsigned count);
/* Proves, or shows the run in which the block and the twin differ; the exit status. */
int cosim_prove(struct cosim *cosim);

#endif
