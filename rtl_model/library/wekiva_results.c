/* wekiva_results.c - the public library: what a run has produced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/library/wekiva_internal.h"

_Static_assert((int)WK_EXPORT_PIXEL == (int)LAUNCH_EXPORT_PIXEL && (int)WK_EXPORT_POSITION == (int)LAUNCH_EXPORT_POS &&
                   (int)WK_EXPORT_PARAMETER == (int)LAUNCH_EXPORT_PARAM,
               "one numbering of exports");

/* NULL: a module alone has none. */
static const struct machine_results *results_of(const struct wk_machine *machine)
{
    return machine ? machine->machine.kind->results : NULL;
}

static const struct result_exports *exports_of(const struct wk_machine *machine)
{
    const struct machine_results *results = results_of(machine);
    return results ? results->exports(machine->machine.of) : NULL;
}

unsigned wk_threads(const struct wk_machine *machine)
{
    const struct result_exports *exports = exports_of(machine);
    return exports ? exports->threads : 0;
}

unsigned wk_export_count(const struct wk_machine *machine)
{
    const struct result_exports *exports = exports_of(machine);
    return exports ? exports->column_count : 0;
}

enum wk_status wk_export_at(const struct wk_machine *machine, unsigned number, struct wk_export *target)
{
    if (!target || number >= wk_export_count(machine))
        return WK_BAD_ARGUMENT;
    const struct result_column *column = &exports_of(machine)->columns[number];
    *target = (struct wk_export){(enum wk_export_type)column->type, column->array_base, ""};
    results_target_name(column->type, column->array_base, target->name);
    return WK_OK;
}

enum wk_status wk_export_value(const struct wk_machine *machine, unsigned number, unsigned thread, uint32_t value[4],
                               unsigned *written)
{
    if (!value || number >= wk_export_count(machine) || thread >= wk_threads(machine))
        return WK_BAD_ARGUMENT;
    const struct result_exports *exports = exports_of(machine);
    memcpy(value, results_value(exports, &exports->columns[number], thread), 4 * sizeof value[0]);
    if (written)
        *written = exports->columns[number].written[thread];
    return WK_OK;
}

unsigned wk_export_values(const struct wk_machine *machine, unsigned number, uint32_t (*values)[4],
                          unsigned char *written, unsigned limit)
{
    if (number >= wk_export_count(machine))
        return 0;
    const struct result_exports *exports = exports_of(machine);
    const struct result_column  *column = &exports->columns[number];
    for (unsigned thread = 0; thread < exports->threads && thread < limit; thread++) {
        if (values)
            memcpy(values[thread], results_value(exports, column, thread), sizeof values[thread]);
        if (written)
            written[thread] = column->written[thread];
    }
    return exports->threads;
}

int wk_killed(const struct wk_machine *machine, unsigned thread)
{
    return thread < wk_threads(machine) && exports_of(machine)->killed[thread];
}

unsigned wk_emit_count(const struct wk_machine *machine)
{
    const struct result_exports *exports = exports_of(machine);
    return exports ? (unsigned)exports->emit_count : 0;
}

enum wk_status wk_emit_at(const struct wk_machine *machine, unsigned number, struct wk_emit *emit)
{
    if (!emit || number >= wk_emit_count(machine))
        return WK_BAD_ARGUMENT;
    const struct result_emit *from = &exports_of(machine)->emits[number];
    *emit = (struct wk_emit){.cycle = from->cycle,
                             .wave = from->wave,
                             .address = from->address,
                             .first = from->first,
                             .vertex = from->vertex,
                             .cut = from->cut,
                             .threads = from->threads};
    return WK_OK;
}

const char *wk_strip(const struct wk_machine *machine, unsigned thread)
{
    return thread < wk_threads(machine) ? results_strip(exports_of(machine), thread) : NULL;
}

unsigned wk_buffer_count(const struct wk_machine *machine)
{
    const struct machine_results *results = results_of(machine);
    return results ? results->buffers(machine->machine.of, NULL, 0) : 0;
}

enum wk_status wk_buffer_at(const struct wk_machine *machine, unsigned number, struct wk_buffer *buffer)
{
    const unsigned count = wk_buffer_count(machine);
    if (!buffer || number >= count)
        return WK_BAD_ARGUMENT;
    struct result_buffer *all = calloc(count, sizeof *all);
    if (!all)
        return WK_REFUSED;
    results_of(machine)->buffers(machine->machine.of, all, count);
    *buffer = (struct wk_buffer){all[number].name, all[number].bytes, all[number].size};
    free(all);
    return WK_OK;
}

typedef unsigned ranges_fn(const void *machine, struct machine_range *rows, unsigned limit);

static unsigned range_count(const struct wk_machine *machine, ranges_fn *ranges)
{
    return ranges ? ranges(machine->machine.of, NULL, 0) : 0;
}

static enum wk_status range_at(const struct wk_machine *machine, ranges_fn *ranges, unsigned number,
                               struct wk_memory *range)
{
    const unsigned count = range_count(machine, ranges);
    if (!range || number >= count)
        return WK_BAD_ARGUMENT;
    struct machine_range *all = calloc(count, sizeof *all);
    if (!all)
        return WK_REFUSED;
    ranges(machine->machine.of, all, count);
    *range = (struct wk_memory){all[number].address, all[number].bytes, all[number].size};
    free(all);
    return WK_OK;
}

static ranges_fn *memory_of(const struct wk_machine *machine)
{
    return results_of(machine) ? results_of(machine)->memory : NULL;
}
static ranges_fn *placed_of(const struct wk_machine *machine)
{
    return results_of(machine) ? results_of(machine)->placed : NULL;
}

unsigned wk_memory_count(const struct wk_machine *machine)
{
    return range_count(machine, memory_of(machine));
}
enum wk_status wk_memory_at(const struct wk_machine *machine, unsigned number, struct wk_memory *range)
{
    return range_at(machine, memory_of(machine), number, range);
}
unsigned wk_placed_count(const struct wk_machine *machine)
{
    return range_count(machine, placed_of(machine));
}
enum wk_status wk_placed_at(const struct wk_machine *machine, unsigned number, struct wk_memory *range)
{
    return range_at(machine, placed_of(machine), number, range);
}

enum wk_status wk_compare(const struct wk_machine *machine, struct wk_comparison *comparison,
                          struct wk_diagnostic *diagnostic)
{
    const struct machine_results *results = results_of(machine);
    if (!results || !comparison)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_compare: machine or comparison is NULL, or a module alone");
    const struct rtl_machine *m = &machine->machine;
    const unsigned            count = results->buffers(m->of, NULL, 0);
    struct result_buffer     *buffers = calloc((size_t)count + 1, sizeof *buffers);
    struct result_summary     summary;
    if (!buffers)
        return library_bad(diagnostic, WK_REFUSED, "not enough memory for the results");
    results->buffers(m->of, buffers, count);
    results_compare(m->launch, results->exports(m->of), buffers, count, &summary);
    free(buffers);
    *comparison = (struct wk_comparison){
        .expected = summary.expected,
        .match = summary.match,
        .compared = summary.compared + summary.kills_compared + summary.strips_compared + summary.words_compared,
        .wrong = summary.wrong + summary.kills_wrong + summary.strips_wrong + summary.words_wrong};
    results_difference_text(m->launch, &summary, comparison->first, sizeof comparison->first);
    return WK_OK;
}

unsigned wk_statistics(const struct wk_machine *machine, struct wk_statistic *rows, unsigned limit)
{
    const struct machine_results *results = results_of(machine);
    struct result_statistic       none[1];
    if (!results)
        return 0;
    const unsigned           count = results->statistics(machine->machine.of, none, 0);
    const unsigned           wanted = !rows ? 0 : limit < count ? limit : count;
    struct result_statistic *all = calloc((size_t)count, sizeof *all);
    if (!all)
        return 0;
    machine->machine.kind->look(machine->machine.of, (unsigned)MACHINE_REGISTERS);
    results->statistics(machine->machine.of, all, count);
    for (unsigned i = 0; i < wanted; i++)
        rows[i] = (struct wk_statistic){all[i].path, all[i].name, all[i].unit, all[i].description, all[i].value};
    free(all);
    return count;
}

unsigned wk_parameters(const struct wk_machine *machine, struct wk_parameter *rows, unsigned limit)
{
    const struct machine_results *results = results_of(machine);
    struct result_parameter       none[1];
    if (!results)
        return 0;
    const unsigned           count = results->parameters(machine->machine.of, none, 0);
    const unsigned           wanted = !rows ? 0 : limit < count ? limit : count;
    struct result_parameter *all = calloc((size_t)count, sizeof *all);
    if (!all)
        return 0;
    results->parameters(machine->machine.of, all, count);
    for (unsigned i = 0; i < wanted; i++)
        rows[i] = (struct wk_parameter){all[i].name, all[i].unit, all[i].source, all[i].value, all[i].text};
    free(all);
    return count;
}
