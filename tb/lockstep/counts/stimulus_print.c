/* stimulus_print.c - what of a table of stimulus is missing, and the table as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/counts/stimulus_counts.h"

enum { LINE = 116 };

/* ---- what is missing -------------------------------------------------------------------------------------------- */

static const struct stimulus_gap *gap_of(const struct stimulus_table *table, const char *row, const char *value)
{
    for (const struct stimulus_gap *gap = table->module->gaps; gap && gap->row; gap++)
        if (strcmp(gap->row, row) == 0 && (!gap->value || strcmp(gap->value, value) == 0))
            return gap;
    return NULL;
}

/* Calls `found` for every count of the table. */
struct visit {
    const struct stimulus_table *table;
    FILE                        *out;
    unsigned                     missed, all;
    unsigned                     few; /* not 0: so many of them on one line */
    const struct stimulus_gap   *gap; /* of interest */
    bool                         zero;
};

static void visit(struct visit *visit, const char *row, const char *value, uint64_t hits)
{
    const struct stimulus_gap *gap = gap_of(visit->table, row, value);
    if (gap && gap == visit->gap)
        visit->zero = visit->zero || hits == 0;
    visit->all += !gap;
    if (hits || gap)
        return;
    visit->missed++;
    if (visit->few && visit->missed <= visit->few)
        fprintf(visit->out, "%s%s %s", visit->missed > 1 ? "; " : "", row, value);
    else if (visit->out && !visit->gap && !visit->few)
        fprintf(visit->out, "never: %s %s\n", row, value);
}

static void visit_cross(struct visit *to, const struct cross *cross)
{
    for (unsigned row = 0; row < cross->row->bins; row++)
        for (unsigned cell = 0; cell < cross->cells; cell++) {
            const unsigned bins = cross->column->bins;
            char           name[3 * LABEL], value[3 * LABEL], text[3][LABEL];
            snprintf(name, sizeof name, "%s %s", cross->row->name, stimulus_label(cross->row, row, text[0]));
            snprintf(value, sizeof value, "with %s %s%s%s", cross->column->name,
                     stimulus_label(cross->column, cell % bins, text[1]), cross->beside ? " " : "",
                     cross->beside ? stimulus_label(cross->beside, cell / bins, text[2]) : "");
            visit(to, name, value, cross->hits[(size_t)row * cross->cells + cell]);
        }
}

static void visit_all(struct visit *to)
{
    const struct stimulus_table *table = to->table;
    for (unsigned a = 0; a < table->axes; a++) {
        const struct axis *axis = &table->axis[a];
        char               text[LABEL];
        for (unsigned bin = 0; bin < axis->bins; bin++)
            if (stimulus_expected(axis, bin))
                visit(to, axis->name, stimulus_label(axis, bin, text), axis->hits[bin]);
        if (axis->strap)
            visit(to, axis->name, "changes", axis->changes);
        else if (axis->kind == AXIS_NUMBER)
            visit(to, axis->name, "second value", axis->values > 1);
    }
    for (unsigned c = 0; c < table->crosses; c++)
        visit_cross(to, &table->cross[c]);
    visit(to, "reset", "on the way", table->restarts);
}

unsigned stimulus_table_missed(const struct stimulus_table *table, FILE *out)
{
    struct visit all = {.table = table, .out = out};
    visit_all(&all);
    return all.missed;
}

unsigned stimulus_table_missed_first(const struct stimulus_table *table, FILE *out, unsigned *all)
{
    enum { FEW = 6 };
    struct visit first = {.table = table, .out = out, .few = FEW};
    visit_all(&first);
    if (first.missed > FEW)
        fprintf(out, " and %u more", first.missed - FEW);
    *all = first.all;
    return first.missed;
}

void stimulus_table_verdict(FILE *out, const struct stimulus_table *table)
{
    char    *text = NULL;
    size_t   size = 0;
    unsigned all = 0, missed = 0;
    FILE    *first = open_memstream(&text, &size);
    if (!first)
        return;
    missed = stimulus_table_missed_first(table, first, &all);
    if (fclose(first) == 0 && missed)
        fprintf(out, "never met, %u of %u classes of stimulus (--stimulus): %s\n", missed, all, text);
    free(text);
}

unsigned stimulus_table_closed_gaps(const struct stimulus_table *table, FILE *out)
{
    unsigned closed = 0;
    for (const struct stimulus_gap *gap = table->module->gaps; gap && gap->row; gap++) {
        struct visit one = {.table = table, .gap = gap};
        visit_all(&one);
        if (one.zero)
            continue;
        closed++;
        if (out)
            fprintf(out, "reached, or none: %s %s\n", gap->row, gap->value ? gap->value : "");
    }
    return closed;
}

/* ---- printing --------------------------------------------------------------------------------------------------- */

struct lines {
    FILE *out;
    int   at;
};

static void put(struct lines *lines, const char *text)
{
    const int length = (int)strlen(text);
    if (lines->at + 2 + length > LINE)
        lines->at = fprintf(lines->out, "\n%24s", "") - 1;
    lines->at += fprintf(lines->out, "  %s", text);
}

static void print_axis(FILE *out, const struct axis *axis)
{
    struct lines lines = {out, fprintf(out, "  %-22s", axis->name)};
    char         text[2 * LABEL + 32], label[LABEL];
    for (unsigned bin = 0; bin < axis->bins; bin++) {
        if (!axis->hits[bin] && !stimulus_expected(axis, bin) && axis->kind != AXIS_NUMBER)
            continue;
        snprintf(text, sizeof text, "%s: %" PRIu64, stimulus_label(axis, bin, label), axis->hits[bin]);
        put(&lines, text);
    }
    if (axis->kind == AXIS_NUMBER) {
        snprintf(text, sizeof text, "values: %u%s, bits that were 0 and 1: %d of %u", axis->values,
                 axis->values == VALUES_KEPT ? " or more" : "", __builtin_popcountll(axis->zeros & axis->ones),
                 axis->signal->bits);
        put(&lines, text);
    }
    if (axis->strap) {
        snprintf(text, sizeof text, "changes: %" PRIu64, axis->changes);
        put(&lines, text);
    }
    fputc('\n', out);
}

/* A line for each value of a row: of each cross the cells that were reached, and the least count. */
static void print_crosses(FILE *out, const struct stimulus_table *table)
{
    const struct axis *row = table->cross[0].row;
    char               text[LABEL];
    fprintf(out, "  %-22s  cells reached of all, least count in brackets, of:", row->name);
    for (unsigned c = 0; c < table->crosses; c++)
        fprintf(out, "%s %s%s%s", c ? "," : "", table->cross[c].column->name, table->cross[c].beside ? " x " : "",
                table->cross[c].beside ? table->cross[c].beside->name : "");
    fputc('\n', out);
    for (unsigned bin = 0; bin < row->bins; bin++) {
        fprintf(out, "    %-20s", stimulus_label(row, bin, text));
        for (unsigned c = 0; c < table->crosses; c++) {
            const struct cross *cross = &table->cross[c];
            const uint64_t     *hits = cross->hits + (size_t)bin * cross->cells;
            uint64_t            least = UINT64_MAX;
            unsigned            reached = 0;
            for (unsigned cell = 0; cell < cross->cells; cell++) {
                reached += hits[cell] > 0;
                least = hits[cell] < least ? hits[cell] : least;
            }
            fprintf(out, "  %u/%u (%" PRIu64 ")", reached, cross->cells, least);
        }
        fputc('\n', out);
    }
}

void stimulus_table_print(FILE *out, const struct stimulus_table *table)
{
    fprintf(out, "\nstimulus of %s: counts over %" PRIu64 " cycles, %" PRIu64 " resets on the way\n",
            table->module->name, table->cycles, table->restarts);
    for (unsigned a = 0; a < table->axes; a++)
        print_axis(out, &table->axis[a]);
    if (table->crosses)
        print_crosses(out, table);
    for (const struct stimulus_gap *gap = table->module->gaps; gap && gap->row; gap++)
        fprintf(out, "may stay zero: %s%s%s: %s\n", gap->row, gap->value ? " " : "", gap->value ? gap->value : "",
                gap->why);
    fprintf(out, "stimulus of %s: %u counts are zero that should not be\n", table->module->name,
            stimulus_table_missed(table, out));
}
