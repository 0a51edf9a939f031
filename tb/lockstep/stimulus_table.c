#include "tb/lockstep/stimulus_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

enum { SMALL_BITS = 3, VALUES_KEPT = 256, NAME = 80, LABEL = 64, CROSSES_MAX = 16, LINE = 116 };

enum axis_kind { AXIS_PART, AXIS_EDGES, AXIS_NAMES, AXIS_VALUES, AXIS_FLOAT, AXIS_MASK, AXIS_NUMBER };

/* A signal or a part, and how often it had each of its values. */
struct axis {
    char                        name[NAME];
    enum axis_kind              kind;
    const struct stimulus_part *part;
    const char *const          *edges;
    const struct rtl_signal    *signal;
    bool                        strap;
    struct trace_view           view;
    unsigned                    bins;
    uint64_t                   *hits;
    /* Numbers: the values, the first VALUES_KEPT of them, and the bits that were 0 and 1. */
    uint64_t value[VALUES_KEPT];
    unsigned values;
    uint64_t zeros, ones;
    /* Straps: the bytes of the cycle before. */
    unsigned char *last;
    bool           followed;
    uint64_t       changes;
};

struct cross {
    const struct axis *row, *column, *beside;
    unsigned           cells; /* of a row */
    uint64_t          *hits;
};

struct stimulus_table {
    const struct lockstep_module *module;
    struct axis                  *axis;
    unsigned                      axes;
    struct cross                  cross[CROSSES_MAX];
    unsigned                      crosses;
    uint64_t                      cycles, restarts;
};

/* ---- values and their classes ----------------------------------------------------------------------------------- */

static const char *const float_labels[] = {"+0",      "-0",   "+denormal", "-denormal", "+number",
                                           "-number", "+inf", "-inf",      "NaN"};
static const char *const mask_labels[] = {"none", "one", "some", "all"};

static unsigned float_class(uint32_t word)
{
    const uint32_t magnitude = word & 0x7fffffffu, sign = word >> 31;
    if (magnitude > 0x7f800000u)
        return 8;
    return sign + (magnitude == 0 ? 0u : magnitude < 0x00800000u ? 2u : magnitude < 0x7f800000u ? 4u : 6u);
}

static unsigned mask_class(uint64_t mask, unsigned bits)
{
    const uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return mask == 0 ? 0 : mask == all ? 3 : mask & (mask - 1) ? 2 : 1;
}

static unsigned bin_of(const struct axis *axis, uint64_t value)
{
    switch (axis->kind) {
    case AXIS_FLOAT:
        return float_class((uint32_t)value);
    case AXIS_MASK:
        return mask_class(value, axis->signal->bits);
    case AXIS_NUMBER:
        return value != 0;
    default:
        return value < axis->bins ? (unsigned)value : axis->bins - 1;
    }
}

static const char *label_of(const struct axis *axis, unsigned bin, char text[LABEL])
{
    switch (axis->kind) {
    case AXIS_PART:
        return axis->part->label(bin);
    case AXIS_EDGES:
        return axis->edges[bin];
    case AXIS_NAMES: /* a value without a name is never offered, or shows as its number */
        if (axis->view.name(bin))
            return axis->view.name(bin);
        break;
    case AXIS_FLOAT:
        return float_labels[bin];
    case AXIS_MASK:
        return mask_labels[bin];
    case AXIS_NUMBER:
        return bin ? "other" : "0";
    case AXIS_VALUES:
        break;
    }
    snprintf(text, LABEL, "%u", bin);
    return text;
}

/* A value that an enumeration has no name for need not occur; straps must change, numbers must have two values. */
static bool expected(const struct axis *axis, unsigned bin)
{
    return !axis->strap && axis->kind != AXIS_NUMBER && (axis->kind != AXIS_NAMES || axis->view.name(bin));
}

/* Elements of a signal, of a bus those of all rows. */
static unsigned elements_of(const struct axis *axis)
{
    return axis->signal->count * axis->signal->rows;
}

static uint64_t element_of(const struct axis *axis, const void *state, unsigned element)
{
    return rtl_read(axis->signal, state, element / axis->signal->count, element % axis->signal->count);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static void choose_kind(struct axis *axis, const struct trace_view *views, unsigned view_count)
{
    const struct rtl_signal *signal = axis->signal;
    axis->view = trace_view_of(signal, views, view_count);
    if (axis->view.kind == VIEW_NAMES) {
        axis->kind = AXIS_NAMES;
        for (axis->bins = 1u << signal->bits; axis->bins > 1 && !axis->view.name(axis->bins - 1);)
            axis->bins--;
    } else if (signal->bits <= SMALL_BITS) {
        axis->kind = AXIS_VALUES;
        axis->bins = 1u << signal->bits;
    } else if (signal->bits == 32 && axis->view.kind == VIEW_FLOAT) {
        axis->kind = AXIS_FLOAT;
        axis->bins = sizeof float_labels / sizeof float_labels[0];
    } else if (strstr(signal->type, "mask")) {
        axis->kind = AXIS_MASK;
        axis->bins = sizeof mask_labels / sizeof mask_labels[0];
    } else {
        axis->kind = AXIS_NUMBER;
        axis->bins = 2;
    }
}

static bool add_list(struct stimulus_table *table, const struct rtl_module *list, const struct trace_view *views,
                     unsigned view_count)
{
    for (unsigned s = 0; s < list->signal_count; s++) {
        const struct rtl_signal *signal = &list->signals[s];
        struct axis             *axis = &table->axis[table->axes];
        if (signal->kind == RTL_MEM)
            continue;
        table->axes++;
        axis->signal = signal;
        axis->strap = signal->kind == RTL_STRAP;
        snprintf(axis->name, sizeof axis->name, "%s%s", rtl_prefix(signal), signal->name);
        choose_kind(axis, views, view_count);
        axis->hits = calloc(axis->bins, sizeof *axis->hits);
        axis->last = malloc(rtl_row_bytes(signal));
        if (!axis->hits || !axis->last)
            return false;
    }
    return true;
}

static bool add_edges(struct stimulus_table *table)
{
    struct axis *axis = &table->axis[table->axes];
    if (!table->module->edges)
        return true;
    table->axes++;
    axis->kind = AXIS_EDGES;
    axis->edges = table->module->edges;
    while (axis->edges[axis->bins])
        axis->bins++;
    snprintf(axis->name, sizeof axis->name, "edge");
    return (axis->hits = calloc(axis->bins, sizeof *axis->hits));
}

static bool add_parts(struct stimulus_table *table)
{
    for (const struct stimulus_part *part = table->module->parts; part && part->name; part++) {
        struct axis *axis = &table->axis[table->axes++];
        axis->kind = AXIS_PART;
        axis->part = part;
        axis->bins = part->count;
        snprintf(axis->name, sizeof axis->name, "%s", part->name);
        axis->hits = calloc(axis->bins, sizeof *axis->hits);
        if (!axis->hits)
            return false;
    }
    return true;
}

static const struct axis *find_axis(const struct stimulus_table *table, const char *name)
{
    for (unsigned a = 0; name && a < table->axes; a++)
        if (strcmp(table->axis[a].name, name) == 0)
            return &table->axis[a];
    return NULL;
}

static bool add_crosses(struct stimulus_table *table)
{
    for (const struct stimulus_cross *cross = table->module->crosses; cross && cross->row; cross++) {
        struct cross *to = &table->cross[table->crosses];
        if (table->crosses == CROSSES_MAX)
            return false;
        table->crosses++;
        to->row = find_axis(table, cross->row);
        to->column = find_axis(table, cross->column);
        to->beside = find_axis(table, cross->beside);
        if (!to->row || !to->row->part || !to->column || (cross->beside && (!to->beside || !to->beside->part)))
            return false;
        to->cells = to->column->bins * (to->beside ? to->beside->bins : 1);
        to->hits = calloc((size_t)to->row->bins * to->cells, sizeof *to->hits);
        if (!to->hits)
            return false;
    }
    return true;
}

struct stimulus_table *stimulus_table_open(const struct lockstep_module *module, const struct trace_view *views,
                                           unsigned view_count, struct diag *diag)
{
    struct stimulus_table *table = calloc(1, sizeof *table);
    unsigned               count = module->signals->signal_count;
    for (const struct stimulus_part *part = module->parts; part && part->name; part++)
        count++;
    if (table) {
        table->module = module;
        table->axis = calloc(count + 2, sizeof *table->axis);
    }
    if (table && table->axis && add_parts(table) && add_edges(table) &&
        add_list(table, module->signals, views, view_count) && add_crosses(table))
        return table;
    stimulus_table_close(table);
    diag_set(diag, NULL, 0, "not enough memory for the table of inputs");
    return NULL;
}

void stimulus_table_close(struct stimulus_table *table)
{
    if (!table)
        return;
    for (unsigned a = 0; a < table->axes; a++) {
        free(table->axis[a].hits);
        free(table->axis[a].last);
    }
    for (unsigned c = 0; c < table->crosses; c++)
        free(table->cross[c].hits);
    free(table->axis);
    free(table);
}

/* ---- taking ----------------------------------------------------------------------------------------------------- */

static void take_number(struct axis *axis, uint64_t value)
{
    unsigned i = 0;
    axis->ones |= value;
    axis->zeros |= ~value;
    if (axis->values == VALUES_KEPT)
        return;
    while (i < axis->values && axis->value[i] != value)
        i++;
    if (i == axis->values)
        axis->value[axis->values++] = value;
}

static void take_signal(struct axis *axis, const void *state)
{
    for (unsigned e = 0; e < elements_of(axis); e++) {
        const uint64_t value = element_of(axis, state, e);
        axis->hits[bin_of(axis, value)]++;
        if (axis->kind == AXIS_NUMBER)
            take_number(axis, value);
    }
    if (!axis->strap)
        return;
    const unsigned char *now = rtl_place(axis->signal, state);
    const size_t         bytes = rtl_row_bytes(axis->signal);
    axis->changes += axis->followed && memcmp(axis->last, now, bytes) != 0;
    memcpy(axis->last, now, bytes);
    axis->followed = true;
}

static void take_edges(struct axis *axis, uint64_t met)
{
    for (unsigned bin = 0; bin < axis->bins; bin++)
        axis->hits[bin] += met >> bin & 1;
}

static void take_cross(struct cross *cross, const void *state)
{
    const int row = cross->row->part->of(state);
    const int beside = cross->beside ? cross->beside->part->of(state) : 0;
    if (row < 0 || beside < 0)
        return;
    uint64_t      *hits = cross->hits + (size_t)row * cross->cells + (size_t)beside * cross->column->bins;
    const unsigned count = cross->column->part ? 1 : elements_of(cross->column);
    for (unsigned e = 0; e < count; e++) {
        const int bin = cross->column->part ? cross->column->part->of(state)
                                            : (int)bin_of(cross->column, element_of(cross->column, state, e));
        if (bin >= 0)
            hits[bin]++;
    }
}

void stimulus_table_take(struct stimulus_table *table, const void *state)
{
    table->cycles++;
    for (unsigned a = 0; a < table->axes; a++) {
        struct axis *axis = &table->axis[a];
        const int    bin = axis->part ? axis->part->of(state) : -1;
        if (axis->edges)
            take_edges(axis, table->module->met(state));
        else if (!axis->part)
            take_signal(axis, state);
        else if (bin >= 0)
            axis->hits[bin]++;
    }
    for (unsigned c = 0; c < table->crosses; c++)
        take_cross(&table->cross[c], state);
}

void stimulus_table_restart(struct stimulus_table *table)
{
    table->restarts++;
}

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
            snprintf(name, sizeof name, "%s %s", cross->row->name, label_of(cross->row, row, text[0]));
            snprintf(value, sizeof value, "with %s %s%s%s", cross->column->name,
                     label_of(cross->column, cell % bins, text[1]), cross->beside ? " " : "",
                     cross->beside ? label_of(cross->beside, cell / bins, text[2]) : "");
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
            if (expected(axis, bin))
                visit(to, axis->name, label_of(axis, bin, text), axis->hits[bin]);
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
        if (!axis->hits[bin] && !expected(axis, bin) && axis->kind != AXIS_NUMBER)
            continue;
        snprintf(text, sizeof text, "%s: %" PRIu64, label_of(axis, bin, label), axis->hits[bin]);
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
        fprintf(out, "    %-20s", label_of(row, bin, text));
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
