/* stimulus_table.h - what the random inputs of a comparison were: a row for every signal of a module, for every strap
 * and for what its driver declares, edge classes among it, so that a driver that leaves something out shows.
 *
 * Signals of up to three bits and enumerations have a count for each value, floats for each class (zeros, denormals,
 * numbers, infinities, NaN), lane masks for none, one, some and all; other numbers for 0 and for anything else, with
 * how many values and bits there were.  Of straps it is counted how often they changed. */
#ifndef TB_LOCKSTEP_COUNTS_STIMULUS_TABLE_H
#define TB_LOCKSTEP_COUNTS_STIMULUS_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"
#include "trace/views.h"

struct stimulus_table;

/* `views` (or NULL) tells the names of enumerations' values. */
struct stimulus_table *stimulus_table_open(const struct lockstep_module *module, const struct trace_view *views,
                                           unsigned view_count, struct diag *diag);
void                   stimulus_table_close(struct stimulus_table *table); /* NULL is allowed */

/* Counts a cycle: inputs that are driven, what buses lead to among them, and registers before the edge. */
void stimulus_table_take(struct stimulus_table *table, const void *state);
/* Another comparison begins, of which what is counted is added. */
void stimulus_table_begin(struct stimulus_table *table);
/* Counts a reset on the way; what is taken next does not follow what was taken last. */
void stimulus_table_restart(struct stimulus_table *table);

/* How many counts are zero and are no gap that the driver declares; with `out` a line names each. */
unsigned stimulus_table_missed(const struct stimulus_table *table, FILE *out);
/* The same on one line, the first few by name; of `all` so many counts that should not be zero. */
unsigned stimulus_table_missed_first(const struct stimulus_table *table, FILE *out, unsigned *all);
/* "never met, 2 of 39 classes of stimulus (--stimulus): ...", nothing when all were. */
void stimulus_table_verdict(FILE *out, const struct stimulus_table *table);
/* How many declared gaps were reached after all, or are gaps of nothing; the same. */
unsigned stimulus_table_closed_gaps(const struct stimulus_table *table, FILE *out);
void     stimulus_table_print(FILE *out, const struct stimulus_table *table);

#endif
