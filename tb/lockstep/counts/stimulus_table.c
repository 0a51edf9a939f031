#include "tb/lockstep/counts/stimulus_counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

enum { SMALL_BITS = 3 };

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

const char *stimulus_label(const struct axis *axis, unsigned bin, char text[LABEL])
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

bool stimulus_expected(const struct axis *axis, unsigned bin)
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

void stimulus_take_number(struct axis *axis, uint64_t value)
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
            stimulus_take_number(axis, value);
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

void stimulus_table_begin(struct stimulus_table *table)
{
    for (unsigned a = 0; a < table->axes; a++)
        table->axis[a].followed = false;
}

void stimulus_table_restart(struct stimulus_table *table)
{
    table->restarts++;
}
