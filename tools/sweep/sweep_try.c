/* sweep_try.c - whether the points of a sweep will have the columns that are asked for, before all of them run.
 *
 * Which statistics there are only a machine says.  The first point runs for one clock, into a database in memory; where
 * that does not have a column, a point with another value of each axis does, or one with its performance counters: then
 * all points are run with them. */
#include "tools/sweep/sweep_plot.h"
#include "tools/sweep/sweep_run.h"

enum { TRIES_MAX = 64 };

/* The `number`th point to be tried; false behind the last one. */
static bool point_of(const struct sweep *sweep, uint64_t number, uint64_t *point)
{
    *point = 0;
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const unsigned others = sweep_factor(sweep, i) - 1;
        if (number <= others) {
            *point = number * sweep_stride(sweep, i);
            return true;
        }
        number -= others;
    }
    return false;
}

static bool has_columns(const struct sweep *sweep, struct sweep_store *store, const struct sweep_report *report,
                        struct diag *diag)
{
    struct sweep_table table;
    bool               good = sweep_table_open(&table, sweep, store, diag);
    for (unsigned i = 0; good && i < report->shown_count; i++) {
        struct sweep_column column;
        good = sweep_column_make(&table, report->shown[i], &column, diag);
        if (good)
            sweep_column_free(&column);
    }
    good = good && (!report->pareto || sweep_table_pareto(&table, report->pareto, diag));
    good = good && (!(report->x || report->y) || sweep_plot_try(&table, report, diag));
    sweep_table_close(&table);
    return good;
}

/* False when the point cannot be run at all, or not be stored. */
static bool run_point(const struct sweep *sweep, struct sweep_store *store, uint64_t point, bool *taken,
                      struct diag *diag)
{
    struct measured measured;
    struct launch  *launch;
    const bool      good =
        sweep_measure(sweep, point, false, &measured, &launch, diag) && sweep_store_put(store, point, &measured, diag);
    *taken = *taken || (good && measured.status != MEASURED_REFUSED);
    measured_free(&measured);
    if (launch)
        launch_free(launch);
    return good;
}

/* Until a point has the columns. */
static bool try_points(struct sweep *one, const struct sweep_report *report, bool *found, bool *taken,
                       struct diag *diag)
{
    struct sweep_store store;
    uint64_t           point;
    *found = *taken = false;
    bool good = sweep_store_open(&store, ":memory:", one, diag);
    for (uint64_t number = 0; good && !*found && number < TRIES_MAX && point_of(one, number, &point); number++) {
        good = run_point(one, &store, point, taken, diag);
        *found = good && has_columns(one, &store, report, diag);
    }
    sweep_store_close(&store, NULL);
    return good;
}

bool sweep_report_try(struct sweep *sweep, const struct sweep_report *report, struct diag *diag)
{
    struct sweep one = *sweep;
    bool         found, taken;
    if (!report->shown_count && !report->pareto && !report->x && !report->y)
        return true;
    one.max_cycles = 1;
    one.warm = false;
    bool good = try_points(&one, report, &found, &taken, diag);
    if (good && !found && taken && !one.counters) {
        const struct diag without = *diag;
        one.counters = true;
        good = try_points(&one, report, &found, &taken, diag);
        sweep->counters = good && found;
        if (!good) /* launches in a row have none: the column is not one of theirs */
            *diag = without;
    }
    return good && (found || !taken); /* a sweep of refused points has no statistics */
}
