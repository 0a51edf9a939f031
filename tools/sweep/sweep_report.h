/* sweep_report.h - results of a sweep for people: a table, CSV, a page, plots. */
#ifndef TOOLS_SWEEP_REPORT_H
#define TOOLS_SWEEP_REPORT_H

#include "tools/sweep/sweep_table.h"

enum { REPORT_SHOWN_MAX = 32, REPORT_PLOTS_MAX = 8 };

struct sweep_report {
    const char *csv, *html;
    const char *plots[REPORT_PLOTS_MAX];
    unsigned    plot_count;
    const char *x, *y; /* of plots; NULL: the axis with the most numbers, cycles */
    const char *pareto;
    const char *baseline;                /* NAME=VALUE..., or NULL */
    char       *shown[REPORT_SHOWN_MAX]; /* columns beside the axes and cycles */
    unsigned    shown_count;
    bool        quiet;          /* no table */
    int         argument_count; /* the command line, for the page */
    char      **arguments;
};

/* Whether one of its files is the standard output, which then has nothing else. */
bool sweep_report_is_output(const struct sweep_report *report);

/* Finds out before a long sweep whether its points will have the columns that the report asks for: a few of them run
 * for a clock each, and are not kept. */
bool sweep_report_try(struct sweep *sweep, const struct sweep_report *report, struct diag *diag);

/* Everything that the report asks for. */
bool sweep_report(const struct sweep *sweep, struct sweep_store *store, const struct sweep_report *report,
                  struct diag *diag);

/* The columns of the table: axes with several values, what is shown, cycles, and status unless all are done. */
enum { REPORT_COLUMNS_MAX = SWEEP_AXES_MAX + REPORT_SHOWN_MAX + 4 };
bool sweep_report_columns(const struct sweep_table *table, const struct sweep_report *report,
                          struct sweep_column columns[REPORT_COLUMNS_MAX], unsigned *count, struct diag *diag);
/* ---- sweep_seeds.c, sweep_baseline.c ---------------------------------------------------------------------------- */

/* In place of the table, of a sweep with an axis of seeds: a row for all seeds of a point. */
enum { REPORT_SEED_COLUMNS = 7 };
struct sweep_seed_columns {
    struct sweep_column column[REPORT_COLUMNS_MAX + REPORT_SEED_COLUMNS];
    unsigned            count, rows, seeds;
};
bool sweep_seed_columns(const struct sweep_table *table, const struct sweep_report *report,
                        struct sweep_seed_columns *all, struct diag *diag);
void sweep_seed_columns_free(struct sweep_seed_columns *all);

/* The point with which another one is compared: some of its axes have a value of the baseline's. */
struct sweep_baseline {
    bool     fixed[SWEEP_AXES_MAX]; /* of tied axes the first */
    unsigned at[SWEEP_AXES_MAX];
};
/* By NAME=VALUE[,NAME=VALUE]..., or NULL: the first values of the machine's axes. */
bool     sweep_baseline_find(const struct sweep *sweep, const char *text, struct sweep_baseline *baseline,
                             struct diag *diag);
uint64_t sweep_baseline_point(const struct sweep *sweep, const struct sweep_baseline *baseline, uint64_t point);

/* Cycles as a ratio to those of the baseline, of points that are done; their geometric means over programs and
 * launches, as columns with rows of their own, none where there are no several programs or launches. */
bool sweep_ratio_column(const struct sweep_table *table, const char *text, struct sweep_column *column,
                        struct diag *diag);
bool sweep_ratio_means(const struct sweep_table *table, const struct sweep_column *ratio, struct sweep_column *columns,
                       unsigned *count, unsigned *rows, struct diag *diag);

/* Of a sweep of `--sensitivity`, in place of the table and of the plot: parameters, the greatest effect first; the
 * plot's data and command for gnuplot. */
bool sweep_put_sensitivity(FILE *out, const struct sweep_table *table, bool html, struct diag *diag);
bool sweep_put_tornado(FILE *out, const struct sweep_table *table, struct diag *diag);
/* The text of a cell. */
const char *sweep_report_cell(const struct sweep_column *column, unsigned row, char *text, size_t size);

/* ---- sweep_csv.c, sweep_html.c ----------------------------------------------------------------------------------- */

bool sweep_write_csv(const struct sweep_table *table, const char *path, struct diag *diag);
bool sweep_write_html(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag);

#endif
