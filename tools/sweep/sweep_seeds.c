/* sweep_seeds.c - the table of a sweep with an axis of seeds: a row for all seeds of a point, their mean, how far they
 * lie apart, and whether the difference from a baseline is more than that.
 *
 * The comparison is paired: the difference is taken seed by seed, whose delays both have. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/sweep/student.h"

static const char seed_name[] = "start_seed";

bool sweep_make_seeds(struct sweep *sweep, uint64_t count, struct diag *diag)
{
    char list[48];
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (strcmp(sweep->axes[i].name, seed_name) == 0)
            return diag_set(diag, NULL, 0, "--seeds: %s has values of its own, too: expected one of them", seed_name);
    snprintf(list, sizeof list, "1..%" PRIu64, count);
    sweep->seeds = true;
    return sweep_add(sweep, SWEEP_SET, seed_name, list, diag);
}

int sweep_seed_axis(const struct sweep *sweep)
{
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (!sweep->axes[i].tied && sweep->axes[i].count > 1 && strcmp(sweep->axes[i].name, seed_name) == 0)
            return (int)i;
    return -1;
}

/* ---- groups of points -------------------------------------------------------------------------------------------- */

/* The points that differ in their seed alone are a group. */
struct groups {
    const struct sweep_table *table;
    unsigned                  seeds;
    uint64_t                  stride; /* from one seed to the next */
    uint64_t                  count;  /* of groups, in the order of points */
    int64_t                  *row;    /* [group * seeds + seed], of the table; ABSENT, NOT_DONE */
    struct sweep_table        lines;  /* first points of the groups of which any is there */
    bool                      whole;  /* each line has all seeds */
};

static uint64_t group_of(const struct groups *groups, uint64_t point)
{
    return point / (groups->stride * groups->seeds) * groups->stride + point % groups->stride;
}

/* Its point of the first seed. */
static uint64_t first_point(const struct groups *groups, uint64_t group)
{
    return group / groups->stride * groups->stride * groups->seeds + group % groups->stride;
}

static void groups_free(struct groups *groups)
{
    free(groups->row);
    free(groups->lines.points);
}

enum { ABSENT = -1, NOT_DONE = -2 };

/* The groups of which some point is there, and whether each of them has all. */
static void find_lines(struct groups *groups)
{
    groups->whole = true;
    for (uint64_t group = 0; group < groups->count; group++) {
        unsigned done = 0, there = 0;
        for (unsigned s = 0; s < groups->seeds; s++) {
            done += groups->row[group * groups->seeds + s] >= 0;
            there += groups->row[group * groups->seeds + s] != ABSENT;
        }
        groups->whole = groups->whole && (!there || done == groups->seeds);
        if (there)
            groups->lines.points[groups->lines.rows++] = first_point(groups, group);
    }
}

static bool groups_make(struct groups *groups, const struct sweep_table *table, struct diag *diag)
{
    const struct sweep *sweep = table->sweep;
    const unsigned      axis = (unsigned)sweep_seed_axis(sweep);
    struct sweep_column status = {0};
    *groups = (struct groups){.table = table, .seeds = sweep->axes[axis].count, .stride = sweep_stride(sweep, axis)};
    groups->count = sweep->points / groups->seeds;
    groups->row = malloc(sweep->points * sizeof *groups->row);
    groups->lines = (struct sweep_table){.sweep = sweep, .store = table->store};
    groups->lines.points = malloc((table->rows + 1) * sizeof *groups->lines.points);
    if (!groups->row || !groups->lines.points)
        return diag_set(diag, NULL, 0, "not enough memory for the table");
    if (!sweep_column_make(table, "status", &status, diag))
        return false;
    for (uint64_t i = 0; i < sweep->points; i++)
        groups->row[i] = ABSENT;
    for (unsigned i = 0; i < table->rows; i++) {
        const uint64_t seed = table->points[i] / groups->stride % groups->seeds;
        const bool     done = status.text[i] && strcmp(status.text[i], "done") == 0;
        groups->row[group_of(groups, table->points[i]) * groups->seeds + seed] = done ? (int64_t)i : NOT_DONE;
    }
    sweep_column_free(&status);
    find_lines(groups);
    return true;
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* What a column of the table is for each seed of a group; NAN where there is no such point. */
static void values_of(const struct groups *groups, const struct sweep_column *column, uint64_t group, double *values)
{
    for (unsigned s = 0; s < groups->seeds; s++) {
        const int64_t row = groups->row[group * groups->seeds + s];
        values[s] = row >= 0 ? column->number[row] : NAN;
    }
}

/* The axes but that of seeds, of each line. */
static unsigned take_axes(const struct groups *groups, struct sweep_column *columns)
{
    unsigned       kept = 0;
    const unsigned count = sweep_table_axes(&groups->lines, columns);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(columns[i].name, seed_name) == 0)
            sweep_column_free(&columns[i]);
        else
            columns[kept++] = columns[i];
    return kept;
}

static bool add_mean(const struct groups *groups, const char *name, double *values, struct sweep_seed_columns *all,
                     struct diag *diag)
{
    struct sweep_column  of = {0};
    struct sweep_column *mean = &all->column[all->count];
    bool                 good = sweep_column_make(groups->table, name, &of, diag);
    if (good && !of.numeric)
        good = diag_set(diag, NULL, 0, "--show %.200s: has no numbers, of which seeds have a mean", name);
    good = good && sweep_column_empty(&groups->lines, name, of.unit, mean, diag);
    all->count += good;
    for (unsigned i = 0; good && i < groups->lines.rows; i++) {
        values_of(groups, &of, group_of(groups, groups->lines.points[i]), values);
        mean->number[i] = spread_of(values, groups->seeds).mean;
    }
    sweep_column_free(&of);
    return good;
}

/* The columns behind the axes. */
enum { MEAN, DEVIATION, HALF, SEEDS, CHANGE, CHANGE_HALF, VERDICT, COMPARED };
static const char *const titles[COMPARED] = {"cycles", "deviation", "+-95%", "seeds", "change%", "+-95%", "verdict"};

static const char *verdict_of(const struct spread *change)
{
    if (change->count < 2)
        return "-";
    if (change->mean == 0 && change->deviation == 0)
        return "same";
    return fabs(change->mean) <= change->half ? "noise" : change->mean < 0 ? "faster" : "slower";
}

/* A line; `values` has room for the seeds, twice. */
static void compare(const struct groups *groups, const struct sweep_column *cycles,
                    const struct sweep_baseline *baseline, struct sweep_column *to, unsigned line, double *values)
{
    double *const  base = values + groups->seeds;
    const uint64_t point = groups->lines.points[line];
    const uint64_t other = sweep_baseline_point(groups->table->sweep, baseline, point);
    values_of(groups, cycles, group_of(groups, point), values);
    values_of(groups, cycles, group_of(groups, other), base);
    const struct spread own = spread_of(values, groups->seeds), of_base = spread_of(base, groups->seeds);
    for (unsigned s = 0; s < groups->seeds; s++)
        values[s] -= base[s];
    const struct spread change = spread_of(values, groups->seeds);
    const bool          itself = other == point;
    to[MEAN].number[line] = own.mean;
    to[DEVIATION].number[line] = own.deviation;
    to[HALF].number[line] = own.half;
    to[SEEDS].number[line] = own.count;
    to[CHANGE].number[line] = itself ? NAN : 100 * change.mean / of_base.mean;
    to[CHANGE_HALF].number[line] = itself ? NAN : 100 * change.half / of_base.mean;
    to[VERDICT].text[line] = (char *)(itself ? "baseline" : verdict_of(&change));
}

static bool add_comparison(const struct groups *groups, const char *text, double *values,
                           struct sweep_seed_columns *all, struct diag *diag)
{
    struct sweep_baseline baseline;
    struct sweep_column   cycles = {0}, *to = &all->column[all->count];
    bool                  good = sweep_baseline_find(groups->table->sweep, text, &baseline, diag) &&
                sweep_column_make(groups->table, "cycles", &cycles, diag);
    for (unsigned c = 0; good && c < COMPARED; c++, all->count += good)
        good = sweep_column_empty(&groups->lines, titles[c], c < SEEDS ? "clocks" : "", &to[c], diag);
    if (good) {
        to[VERDICT].text = calloc(groups->lines.rows + 1, sizeof *to[VERDICT].text);
        to[VERDICT].numeric = false;
        good = to[VERDICT].text || diag_set(diag, NULL, 0, "not enough memory for the table");
    }
    for (unsigned i = 0; good && i < groups->lines.rows; i++)
        compare(groups, &cycles, &baseline, to, i, values);
    sweep_column_free(&cycles);
    return good;
}

/* A column that says nothing: all seeds are there, or no line has another one to compare with. */
static void leave_out(struct sweep_seed_columns *all, unsigned at)
{
    sweep_column_free(&all->column[at]);
    memmove(&all->column[at], &all->column[at + 1], (all->count - at - 1) * sizeof all->column[0]);
    all->count--;
}

bool sweep_seed_columns(const struct sweep_table *table, const struct sweep_report *report,
                        struct sweep_seed_columns *all, struct diag *diag)
{
    struct groups groups;
    double       *values = NULL;
    bool          good = groups_make(&groups, table, diag);
    *all = (struct sweep_seed_columns){.rows = groups.lines.rows, .seeds = groups.seeds};
    if (good) {
        values = malloc(2 * groups.seeds * sizeof *values);
        good = values || diag_set(diag, NULL, 0, "not enough memory for the table");
    }
    if (good)
        all->count = take_axes(&groups, all->column);
    const unsigned first = all->count;
    good = good && add_comparison(&groups, report->baseline, values, all, diag);
    if (good && all->rows < 2)
        for (unsigned c = VERDICT; c >= CHANGE; c--)
            leave_out(all, first + c);
    if (good && groups.whole)
        leave_out(all, first + SEEDS);
    for (unsigned i = 0; good && i < report->shown_count; i++)
        good = add_mean(&groups, report->shown[i], values, all, diag);
    free(values);
    groups_free(&groups);
    return good;
}

void sweep_seed_columns_free(struct sweep_seed_columns *all)
{
    for (unsigned c = 0; c < all->count; c++)
        sweep_column_free(&all->column[c]);
}
