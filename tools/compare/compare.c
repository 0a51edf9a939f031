/* compare.c - lays what two runs have counted side by side. */
#include "tools/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums over SIMDs stand beside what is added up in them. */
static const char sums[] = "gpu.simds.";

/* ---- order ------------------------------------------------------------------------------------------------------- */

static int by_place(const void *one, const void *other)
{
    const struct compare_count *a = one, *b = other;
    const int                   paths = strcmp(a->path, b->path);
    return paths ? paths : strcmp(a->name, b->name);
}

static int by_name(const void *one, const void *other)
{
    return strcmp(((const struct compare_setting *)one)->name, ((const struct compare_setting *)other)->name);
}

/* What differs, then what one side alone has, then what is the same. */
static int rank(const struct compare_row *row)
{
    return row->difference == 0 ? 2 : row->has[0] != row->has[1];
}

/* The most points first, then the largest relative difference, then by place. */
static int by_points(const void *one, const void *other)
{
    const struct compare_row *a = one, *b = other;
    if (rank(a) != rank(b))
        return rank(a) - rank(b);
    if (a->points != b->points)
        return a->points < b->points ? 1 : -1;
    if (a->difference != b->difference)
        return a->difference < b->difference ? 1 : -1;
    const int paths = strcmp(a->path, b->path);
    return paths ? paths : strcmp(a->name, b->name);
}

/* ---- chances ----------------------------------------------------------------------------------------------------- */

/* Why a chance to issue was lost, or that it was used. */
static bool is_chance(const char *name)
{
    return strncmp(name, "stall_", 6) == 0 || strcmp(name, "used") == 0;
}

/* All chances of an arbiter, or -1 when it is none; counts are in the order of their paths. */
static double chances(const struct compare_counts *of, const char *path)
{
    size_t from = 0, to = of->made;
    double all = 0;
    bool   arbiter = false;
    while (from < to) {
        const size_t middle = (from + to) / 2;
        if (strcmp(of->rows[middle].path, path) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    for (; from < of->made && strcmp(of->rows[from].path, path) == 0; from++)
        if (is_chance(of->rows[from].name)) {
            arbiter = arbiter || of->rows[from].name[0] == 's';
            all += of->rows[from].value;
        }
    return arbiter ? all : -1;
}

/* The clocks that one of a counter stands for: of a chance those between two of its arbiter, else one. */
static double clocks_each(const struct compare_side *side, const char *path, const char *name)
{
    const double all = is_chance(name) ? chances(&side->counts, path) : -1;
    return all > 0 ? (double)side->cycles / all : 1;
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static void measure(struct compare_row *row)
{
    const double most = fmax(fabs(row->value[0]), fabs(row->value[1]));
    if (row->has[0] != row->has[1])
        row->difference = most > 0;
    else
        row->difference = most > 0 ? fabs(row->value[1] - row->value[0]) / most : 0;
}

static void add_counter(struct compare_rows *to, const struct compare_count *one, const struct compare_count *other)
{
    const struct compare_count *any = one ? one : other;
    struct compare_row         *row = &to->rows[to->count++];
    *row = (struct compare_row){any->path, any->name, any->unit, {one, other}, {0, 0}, 0, 0};
    row->value[0] = one ? one->value : 0;
    row->value[1] = other ? other->value : 0;
    measure(row);
    to->differ += row->difference > 0;
}

static void make_points(const struct compare_side *const sides[2], struct compare_rows *rows)
{
    const double longest = fmax((double)sides[0]->cycles, (double)sides[1]->cycles);
    for (size_t i = 0; i < rows->count; i++) {
        struct compare_row *row = &rows->rows[i];
        const double        far = fabs(row->value[1] * clocks_each(sides[1], row->path, row->name) -
                                       row->value[0] * clocks_each(sides[0], row->path, row->name));
        row->points = strcmp(row->unit, "%") == 0 || longest == 0 ? far : 100 * far / longest;
    }
    if (rows->count)
        qsort(rows->rows, rows->count, sizeof *rows->rows, by_points);
}

static bool make_counters(const struct compare_counts *a, const struct compare_counts *b, struct compare_rows *to,
                          struct diag *diag)
{
    to->rows = calloc(a->made + b->made + 1, sizeof *to->rows);
    if (!to->rows)
        return diag_set(diag, NULL, 0, "not enough memory");
    for (size_t i = 0, j = 0; i < a->made || j < b->made;) {
        const int order = i == a->made ? 1 : j == b->made ? -1 : by_place(&a->rows[i], &b->rows[j]);
        add_counter(to, order <= 0 ? &a->rows[i] : NULL, order >= 0 ? &b->rows[j] : NULL);
        i += order <= 0;
        j += order >= 0;
    }
    return true;
}

/* ---- reasons ----------------------------------------------------------------------------------------------------- */

/* The last part of a path: the arbiter, whatever SIMD it is of. */
static const char *last_part(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

static struct compare_row *stall_row(struct compare_result *result, const struct compare_count *count)
{
    for (size_t i = 0; i < result->stall_count; i++)
        if (strcmp(result->stalls[i].path, last_part(count->path)) == 0 &&
            strcmp(result->stalls[i].name, count->name) == 0)
            return &result->stalls[i];
    struct compare_row *row = &result->stalls[result->stall_count++];
    *row = (struct compare_row){.path = last_part(count->path), .name = count->name, .unit = "%"};
    return row;
}

static bool is_reason(const struct compare_counts *of, const struct compare_count *count)
{
    return !strstr(count->path, sums) && is_chance(count->name) && chances(of, count->path) >= 0;
}

/* Counts become parts of all chances of their arbiter. */
static void make_parts(struct compare_result *result, unsigned s)
{
    for (size_t i = 0; i < result->stall_count; i++) {
        struct compare_row *row = &result->stalls[i];
        double              all = 0;
        bool                first = true;
        for (size_t j = 0; j < result->stall_count; j++)
            if (strcmp(result->stalls[j].path, row->path) == 0) {
                first = first && j >= i;
                all += result->stalls[j].value[s];
            }
        for (size_t j = i; first && all > 0 && j < result->stall_count; j++)
            if (strcmp(result->stalls[j].path, row->path) == 0)
                result->stalls[j].value[s] *= 100 / all;
    }
}

static bool make_stalls(struct compare_result *result, struct diag *diag)
{
    const struct compare_counts *const of[2] = {&result->sides[0]->counts, &result->sides[1]->counts};
    result->stalls = calloc(of[0]->made + of[1]->made + 1, sizeof *result->stalls);
    if (!result->stalls)
        return diag_set(diag, NULL, 0, "not enough memory");
    for (unsigned s = 0; s < 2; s++)
        for (size_t i = 0; i < of[s]->made; i++) {
            const struct compare_count *count = &of[s]->rows[i];
            if (!is_reason(of[s], count))
                continue;
            struct compare_row *row = stall_row(result, count);
            row->has[s] = true;
            row->value[s] += count->value;
        }
    for (unsigned s = 0; s < 2; s++)
        make_parts(result, s);
    for (size_t i = 0; i < result->stall_count; i++) /* by points of the hundred */
        result->stalls[i].difference = result->stalls[i].points =
            fabs(result->stalls[i].value[1] - result->stalls[i].value[0]);
    qsort(result->stalls, result->stall_count, sizeof *result->stalls, by_points);
    return true;
}

/* ---- settings ---------------------------------------------------------------------------------------------------- */

const char *compare_setting_of(const struct compare_side *side, const char *name)
{
    const struct compare_setting  key = {.name = (char *)(uintptr_t)name};
    const struct compare_setting *found =
        side->settings_made ? bsearch(&key, side->settings, side->settings_made, sizeof key, by_name) : NULL;
    return found ? found->value : NULL;
}

static void add_setting(struct compare_result *result, const char *name)
{
    const char *const one = compare_setting_of(result->sides[0], name), *const other =
                                                                            compare_setting_of(result->sides[1], name);
    if (!one != !other || (one && strcmp(one, other) != 0))
        result->settings[result->setting_count++] = (struct compare_row){.path = "", .name = name, .unit = ""};
}

static bool make_settings(struct compare_result *result, struct diag *diag)
{
    const struct compare_side *a = result->sides[0], *b = result->sides[1];
    result->settings = calloc(a->settings_made + b->settings_made + 1, sizeof *result->settings);
    if (!result->settings)
        return diag_set(diag, NULL, 0, "not enough memory");
    if (!a->settings_made || !b->settings_made) /* statistics alone do not say */
        return true;
    for (size_t i = 0; i < a->settings_made; i++)
        add_setting(result, a->settings[i].name);
    for (size_t i = 0; i < b->settings_made; i++)
        if (!compare_setting_of(a, b->settings[i].name))
            add_setting(result, b->settings[i].name);
    return true;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* Statistics alone do not say it: "-". */
static bool same_status(const char *one, const char *other)
{
    return strcmp(one, other) == 0 || strcmp(one, "-") == 0 || strcmp(other, "-") == 0;
}

/* A mismatch is a run to the end; statistics alone do not say. */
static bool is_cut_off(const char *status)
{
    return strcmp(status, "done") != 0 && strcmp(status, "mismatch") != 0 && strcmp(status, "-") != 0;
}

static void sort_counts(struct compare_counts *counts)
{
    if (counts->made)
        qsort(counts->rows, counts->made, sizeof *counts->rows, by_place);
}

void compare_result_free(struct compare_result *result)
{
    free(result->counters.rows);
    free(result->performance.rows);
    free(result->stalls);
    free(result->settings);
    *result = (struct compare_result){0};
}

bool compare_make(struct compare_side sides[2], struct compare_result *result, struct diag *diag)
{
    *result = (struct compare_result){.sides = {&sides[0], &sides[1]}};
    for (unsigned s = 0; s < 2; s++) {
        sort_counts(&sides[s].counts);
        sort_counts(&sides[s].performance);
        if (sides[s].settings_made)
            qsort(sides[s].settings, sides[s].settings_made, sizeof *sides[s].settings, by_name);
    }
    const bool perform = sides[0].performance.made && sides[1].performance.made;
    if (!make_counters(&sides[0].counts, &sides[1].counts, &result->counters, diag) ||
        (perform && !make_counters(&sides[0].performance, &sides[1].performance, &result->performance, diag)) ||
        !make_stalls(result, diag) || !make_settings(result, diag))
        return false;
    make_points(result->sides, &result->counters);
    make_points(result->sides, &result->performance);
    for (unsigned s = 0; s < 2; s++)
        result->cut_off[s] = is_cut_off(sides[s].status);
    result->same = !result->counters.differ && !result->performance.differ &&
                   sides[0].has_cycles == sides[1].has_cycles && sides[0].cycles == sides[1].cycles &&
                   same_status(sides[0].status, sides[1].status);
    return true;
}
