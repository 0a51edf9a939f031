/* sweep_table.h - columns of a sweep's results: what tables, plots and Pareto sets are made of.
 *
 * A column is an axis, a parameter of the chip, `point`, `cycles`, `status`, `alu_used`, `slots_used`, or a statistic:
 * PATH.NAME, the end of a path and a name (alu_cache.misses), or a name alone; what several instances count is added
 * up. A/B is the ratio of two of them. */
#ifndef TOOLS_SWEEP_TABLE_H
#define TOOLS_SWEEP_TABLE_H

#include "tools/sweep/sweep_store.h"

struct sweep_column {
    char   *name, *unit;
    bool    numeric;
    double *number; /* NAN: this point has none */
    char  **text;   /* of what is not numeric; NULL: none */
};

struct sweep_table {
    const struct sweep *sweep;
    struct sweep_store *store;
    uint64_t           *points; /* of the rows */
    unsigned            rows;
    bool                all_done; /* and done is what they all are */
    uint8_t            *pareto;   /* a row belongs to the set; NULL: not asked for */
    unsigned            pareto_count;
};

bool sweep_table_open(struct sweep_table *table, const struct sweep *sweep, struct sweep_store *store,
                      struct diag *diag);
void sweep_table_close(struct sweep_table *table);

/* The row of a point, or -1. */
long sweep_table_row(const struct sweep_table *table, uint64_t point);

bool sweep_column_make(const struct sweep_table *table, const char *name, struct sweep_column *column,
                       struct diag *diag);
/* One of numbers, all of them NAN. */
bool sweep_column_empty(const struct sweep_table *table, const char *name, const char *unit,
                        struct sweep_column *column, struct diag *diag);
void sweep_column_free(struct sweep_column *column);

/* Axes with more than one value, as columns: of files what their names do not have in common. */
unsigned sweep_table_axes(const struct sweep_table *table, struct sweep_column columns[SWEEP_AXES_MAX]);
/* The name of a value, as tables show it; the caller frees it. */
char *sweep_short_name(const struct sweep_axis *axis, unsigned value);

/* Marks the rows to which no other is better in one of X,Y and no worse in the other; less is better, behind a minus
 * sign more. */
bool sweep_table_pareto(struct sweep_table *table, const char *columns, struct diag *diag);

/* "12", "0.25": a number as tables show it. */
void sweep_number(char *text, size_t size, double number);

#endif
