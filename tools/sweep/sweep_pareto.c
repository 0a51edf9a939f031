/* sweep_pareto.c - the Pareto set of a sweep: rows to which no other is better in one of two columns and no worse in
 * the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/sweep/sweep_table.h"

struct goal {
    struct sweep_column column;
    double              sign;
};

static bool make_goal(const struct sweep_table *table, const char *name, size_t length, struct goal *goal,
                      struct diag *diag)
{
    const bool more = name[0] == '-';
    char      *text = strndup(name + more, length - more);
    const bool good = text && sweep_column_make(table, text, &goal->column, diag);
    goal->sign = more ? -1 : 1;
    free(text);
    if (good && !goal->column.numeric)
        return diag_set(diag, NULL, 0, "--pareto: %.200s has no numbers", goal->column.name);
    return good;
}

/* A row as the goals see it: less is better in both. */
struct candidate {
    double   x, y;
    unsigned row;
};

static int compare_candidates(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

/* From the least X on, a row is in the set when its Y is less than that of all before it; equal ones all are. */
static void mark(struct sweep_table *table, struct candidate *candidates, unsigned count)
{
    double x = NAN, y = INFINITY;
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (unsigned i = 0; i < count; i++) {
        const struct candidate *at = &candidates[i];
        if (!(at->y < y) && !(at->x == x && at->y == y))
            continue;
        x = at->x;
        y = at->y;
        table->pareto[at->row] = 1;
        table->pareto_count++;
    }
}

bool sweep_table_pareto(struct sweep_table *table, const char *columns, struct diag *diag)
{
    const char *const   comma = strchr(columns, ',');
    struct goal         goals[2] = {0};
    struct sweep_column status = {0};
    if (!comma || comma == columns || !comma[1] || strchr(comma + 1, ','))
        return diag_set(diag, NULL, 0, "--pareto %.200s: expected two columns, X,Y", columns);
    bool good = make_goal(table, columns, (size_t)(comma - columns), &goals[0], diag) &&
                make_goal(table, comma + 1, strlen(comma + 1), &goals[1], diag) &&
                sweep_column_make(table, "status", &status, diag);
    struct candidate *candidates = good ? calloc(table->rows + 1, sizeof *candidates) : NULL;
    unsigned          count = 0;
    table->pareto = candidates ? calloc(table->rows + 1, 1) : NULL;
    for (unsigned i = 0; table->pareto && i < table->rows; i++) {
        const struct candidate at = {goals[0].sign * goals[0].column.number[i],
                                     goals[1].sign * goals[1].column.number[i], i};
        if (strcmp(status.text[i], "done") == 0 && !isnan(at.x) && !isnan(at.y))
            candidates[count++] = at;
    }
    if (table->pareto)
        mark(table, candidates, count);
    free(candidates);
    sweep_column_free(&goals[0].column);
    sweep_column_free(&goals[1].column);
    sweep_column_free(&status);
    return good && (table->pareto || diag_set(diag, NULL, 0, "not enough memory for the table"));
}
