/* bins.h - classes of stimulus of the user's own: expressions over a module's ports and registers, counted in the
 * clocks of a comparison.
 *
 *     clamped add: i_op = ADD && i_clamp = 1
 *
 * The language is that of --trigger (trace/trigger/trigger.h), with the signals of one module: its inputs as they have
 * settled, its registers as they are before the edge. */
#ifndef TB_LOCKSTEP_COUNTS_BINS_H
#define TB_LOCKSTEP_COUNTS_BINS_H

#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"
#include "trace/trigger/trigger.h"

enum { BINS_MAX = 256, BIN_NAME = 64 };

struct bins {
    struct bin {
        char            name[BIN_NAME];
        char           *text; /* the expression */
        struct trigger *trigger;
        uint64_t        hits;
    } bin[BINS_MAX];
    unsigned            count;
    struct rtl_instance instance; /* the module; what it holds is said with each clock */
};

/* Of one module; signals' names of values and elements are lockstep_looks'.  The bins must stay where they are. */
void bins_open(struct bins *bins, const struct lockstep_module *module);
void bins_close(struct bins *bins); /* one that was never opened is allowed */

/* Adds "NAME: EXPRESSION" (`--bin`), or those of a file's lines; what stands behind # is passed over.  False and a
 * diagnosis with the column: no such text, a name that another one has, an expression that cannot be asked. */
bool bins_add(struct bins *bins, const char *text, struct diag *diag);
bool bins_read(struct bins *bins, const char *path, struct diag *diag);

/* Counts a clock of `state`, before the edge. */
void bins_take(struct bins *bins, void *state, uint64_t cycle);
/* The next clock does not follow the last one: a reset. */
void bins_restart(struct bins *bins);

/* "bins: 1 of 3 met; never: a, b"; nothing without a bin. */
void bins_verdict(FILE *out, const struct bins *bins);
/* A line for each, with its count. */
void bins_print(FILE *out, const struct bins *bins);

#endif
