/* results.c - exports collected by target and thread, and the order they are written in. */
#include "rtl_model/results.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool results_init(struct result_exports *exports, unsigned threads, struct diag *diag)
{
    memset(exports, 0, sizeof *exports);
    exports->threads = threads;
    exports->killed = calloc(threads + 1, 1);
    exports->valid = malloc(threads + 1);
    if (!exports->killed || !exports->valid) {
        results_free(exports);
        return diag_set(diag, NULL, 0, "out of memory for the results of %u threads", threads);
    }
    memset(exports->valid, 1, threads);
    return true;
}

void results_free(struct result_exports *exports)
{
    for (unsigned i = 0; i < exports->column_count; i++) {
        free(exports->columns[i].values);
        free(exports->columns[i].written);
    }
    free(exports->columns);
    free(exports->killed);
    free(exports->valid);
    results_strips_free(exports);
    memset(exports, 0, sizeof *exports);
}

static struct result_column *find(const struct result_exports *exports, enum launch_export_type type,
                                  unsigned array_base)
{
    for (unsigned i = 0; i < exports->column_count; i++)
        if (exports->columns[i].type == type && exports->columns[i].array_base == array_base)
            return &exports->columns[i];
    return NULL;
}

const struct result_column *results_find(const struct result_exports *exports, enum launch_export_type type,
                                         unsigned array_base)
{
    return find(exports, type, array_base);
}

struct result_column *results_column(struct result_exports *exports, enum launch_export_type type, unsigned array_base)
{
    struct result_column *column = find(exports, type, array_base);
    if (column)
        return column;
    struct result_column *more = realloc(exports->columns, (exports->column_count + 1) * sizeof *more);
    if (!more)
        return NULL;
    exports->columns = more;
    column = &more[exports->column_count];
    *column = (struct result_column){.type = type, .array_base = array_base};
    column->values = calloc(exports->threads + 1, sizeof *column->values);
    column->written = calloc(exports->threads + 1, 1);
    if (!column->values || !column->written) {
        free(column->values);
        free(column->written);
        return NULL;
    }
    exports->column_count++;
    return column;
}

void results_export(struct result_column *column, unsigned thread, unsigned mask, const uint32_t value[4])
{
    for (unsigned component = 0; component < 4; component++)
        if (mask >> component & 1)
            column->values[thread][component] = value[component];
    column->written[thread] |= (uint8_t)(mask & 15);
}

const uint32_t *results_value(const struct result_exports *exports, const struct result_column *column, unsigned thread)
{
    static const uint32_t nothing[4];
    assert(thread < exports->threads);
    if (!column || exports->killed[thread] || !exports->valid[thread])
        return nothing;
    return column->values[thread];
}

/* ---- layout ---------------------------------------------------------------------------------------------------- */

static int compare_targets(const void *left, const void *right)
{
    const struct result_target *a = left, *b = right;
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    return (a->array_base > b->array_base) - (a->array_base < b->array_base);
}

bool results_layout(const struct launch *launch, const struct result_exports *exports, struct result_layout *layout,
                    struct diag *diag)
{
    unsigned listed = launch ? launch->expect.export_count : 0;
    layout->count = listed ? listed : exports->column_count;
    layout->targets = calloc(layout->count + 1, sizeof *layout->targets);
    if (!layout->targets)
        return diag_set(diag, NULL, 0, "out of memory for %u exports", layout->count);
    for (unsigned i = 0; i < layout->count; i++) {
        struct result_target *target = &layout->targets[i];
        target->type = listed ? launch->expect.exports[i].type : exports->columns[i].type;
        target->array_base = listed ? launch->expect.exports[i].array_base : exports->columns[i].array_base;
        target->column = results_find(exports, target->type, target->array_base);
    }
    if (!listed)
        qsort(layout->targets, layout->count, sizeof *layout->targets, compare_targets);
    return true;
}
