/* sweep_baseline.c - the point that another one is compared with: some axes have the baseline's value, all others keep
 * the point's own. */
#include "tools/sweep/sweep_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"

/* Tied axes change together: the first of them stands for all. */
static unsigned leader(const struct sweep *sweep, unsigned axis)
{
    for (unsigned i = 0; sweep->axes[axis].tied && i < axis; i++)
        if (sweep->axes[i].tied)
            return i;
    return axis;
}

/* The first values of the machine's axes; where only programs, launches or threads vary, of those. */
static void choose_first(const struct sweep *sweep, struct sweep_baseline *baseline)
{
    bool any = false;
    for (unsigned pass = 0; !any && pass < 2; pass++)
        for (unsigned i = 0; i < sweep->axis_count; i++) {
            const struct sweep_axis *axis = &sweep->axes[i];
            const bool               machine = axis->kind == SWEEP_CHIP || axis->kind == SWEEP_SET;
            if (axis->count < 2 || (int)i == sweep_seed_axis(sweep) || machine == (pass == 1))
                continue;
            baseline->fixed[leader(sweep, i)] = any = true;
        }
}

/* ---- NAME=VALUE[,NAME=VALUE]... ---------------------------------------------------------------------------------- */

static const char *axis_name(const void *context, unsigned i)
{
    const struct sweep *sweep = context;
    return i < sweep->axis_count ? sweep->axes[i].name : NULL;
}

static const char *value_text(const void *context, unsigned i)
{
    const struct sweep_axis *axis = context;
    return i < axis->count ? axis->values[i].text : NULL;
}

static bool unknown(const char *word, const char *what, const char *(*name)(const void *context, unsigned i),
                    const void *context, struct diag *diag)
{
    const char *const near = nearest_name(word, name, context);
    return diag_set(diag, NULL, 0, "--baseline: %s '%.200s' in this sweep, %s%.200s%s", what, word,
                    near ? "did you mean " : "expected one like ", near ? near : name(context, 0), near ? "?" : "");
}

/* The value by its text, or by what tables show of it. */
static bool find_value(const struct sweep_axis *axis, const char *text, unsigned *value, struct diag *diag)
{
    for (unsigned v = 0; v < axis->count; v++) {
        char *const shown = sweep_short_name(axis, v);
        const bool  same = strcmp(axis->values[v].text, text) == 0 || (shown && strcmp(shown, text) == 0);
        free(shown);
        if (same) {
            *value = v;
            return true;
        }
    }
    char what[160];
    snprintf(what, sizeof what, "%.100s has no value", axis->name);
    return unknown(text, what, value_text, axis, diag);
}

static bool take_one(const struct sweep *sweep, char *item, struct sweep_baseline *baseline, struct diag *diag)
{
    char *const equals = strchr(item, '=');
    unsigned    axis = 0;
    if (!equals || equals == item || !equals[1])
        return diag_set(diag, NULL, 0, "--baseline %.200s: expected NAME=VALUE[,NAME=VALUE]...", item);
    *equals = '\0';
    while (axis < sweep->axis_count && strcmp(sweep->axes[axis].name, item) != 0)
        axis++;
    if (axis == sweep->axis_count)
        return sweep->axis_count ? unknown(item, "no axis", axis_name, sweep, diag) : false;
    if ((int)axis == sweep_seed_axis(sweep))
        return diag_set(diag, NULL, 0, "--baseline: %s: seeds are compared with the same seeds", item);
    const unsigned first = leader(sweep, axis);
    if (baseline->fixed[first])
        return diag_set(diag, NULL, 0, "--baseline: %s has a value already%s", item,
                        sweep->axes[axis].tied ? ": axes of --points go together" : "");
    baseline->fixed[first] = true;
    return find_value(&sweep->axes[axis], equals + 1, &baseline->at[first], diag);
}

bool sweep_baseline_find(const struct sweep *sweep, const char *text, struct sweep_baseline *baseline,
                         struct diag *diag)
{
    *baseline = (struct sweep_baseline){0};
    if (!text) {
        choose_first(sweep, baseline);
        return true;
    }
    for (;; text++) {
        const size_t length = strcspn(text, ",");
        char *const  item = strndup(text, length);
        const bool   good =
            item ? take_one(sweep, item, baseline, diag) : diag_set(diag, NULL, 0, "not enough memory for the table");
        free(item);
        if (!good || !text[length])
            return good;
        text += length;
    }
}

uint64_t sweep_baseline_point(const struct sweep *sweep, const struct sweep_baseline *baseline, uint64_t point)
{
    unsigned at[SWEEP_AXES_MAX];
    uint64_t number = 0;
    sweep_point(sweep, point, at);
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (leader(sweep, i) == i)
            number += (baseline->fixed[i] ? baseline->at[i] : at[i]) * sweep_stride(sweep, i);
    return number;
}

/* ---- ratios ------------------------------------------------------------------------------------------------------ */

bool sweep_ratio_column(const struct sweep_table *table, const char *text, struct sweep_column *column,
                        struct diag *diag)
{
    struct sweep_baseline baseline;
    struct sweep_column   cycles = {0};
    bool                  good = sweep_baseline_find(table->sweep, text, &baseline, diag) &&
                sweep_column_make(table, "done_cycles", &cycles, diag);
    good = good && sweep_column_empty(table, "ratio", "", column, diag);
    for (unsigned i = 0; good && i < table->rows; i++) {
        const long base = sweep_table_row(table, sweep_baseline_point(table->sweep, &baseline, table->points[i]));
        if (base >= 0)
            column->number[i] = cycles.number[i] / cycles.number[base];
    }
    sweep_column_free(&cycles);
    return good;
}

/* The axes over which means are taken; false: there is none. */
static bool find_over(const struct sweep *sweep, struct sweep_baseline *over)
{
    bool any = false;
    *over = (struct sweep_baseline){0};
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        const bool               work = axis->kind == SWEEP_PROGRAM || axis->kind == SWEEP_LAUNCH;
        over->fixed[i] = work && axis->count > 1 && !axis->tied;
        any = any || over->fixed[i];
    }
    return any;
}

/* What all ratios of a group come to. */
struct mean {
    double   logarithms;
    unsigned count;
};

static bool put_means(const struct sweep_table *lines, const struct sweep_baseline *over, const struct mean *means,
                      struct sweep_column *columns, unsigned *count, struct diag *diag)
{
    const unsigned axes = sweep_table_axes(lines, columns);
    for (unsigned i = 0; i < axes; i++) {
        unsigned axis = 0;
        while (strcmp(lines->sweep->axes[axis].name, columns[i].name) != 0)
            axis++;
        if (over->fixed[axis])
            sweep_column_free(&columns[i]);
        else
            columns[(*count)++] = columns[i];
    }
    struct sweep_column *const mean = &columns[*count], *const of = mean + 1;
    if (!sweep_column_empty(lines, "geomean", "", mean, diag))
        return false;
    ++*count;
    if (!sweep_column_empty(lines, "of", "", of, diag))
        return false;
    ++*count;
    for (unsigned i = 0; i < lines->rows; i++) {
        const struct mean *from = &means[lines->points[i]];
        of->number[i] = from->count;
        mean->number[i] = from->count ? exp(from->logarithms / from->count) : NAN;
    }
    return true;
}

bool sweep_ratio_means(const struct sweep_table *table, const struct sweep_column *ratio, struct sweep_column *columns,
                       unsigned *count, unsigned *rows, struct diag *diag)
{
    struct sweep_baseline over;
    struct sweep_table    lines = {.sweep = table->sweep, .store = table->store};
    *count = *rows = 0;
    if (!find_over(table->sweep, &over))
        return true;
    struct mean *means = calloc(table->sweep->points, sizeof *means);
    uint8_t     *there = calloc(table->sweep->points, sizeof *there);
    lines.points = malloc((table->rows + 1) * sizeof *lines.points);
    bool good = (means && there && lines.points) || diag_set(diag, NULL, 0, "not enough memory for the table");
    for (unsigned i = 0; good && i < table->rows; i++) {
        const uint64_t group = sweep_baseline_point(table->sweep, &over, table->points[i]);
        if (!there[group])
            lines.points[lines.rows++] = group;
        there[group] = 1;
        if (!isnan(ratio->number[i])) {
            means[group].logarithms += log(ratio->number[i]);
            means[group].count++;
        }
    }
    good = good && put_means(&lines, &over, means, columns, count, diag);
    *rows = lines.rows;
    free(means);
    free(there);
    free(lines.points);
    return good;
}
