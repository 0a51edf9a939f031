#include "tools/sweep/measure_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 64 };

static bool no_memory(struct diag *diag)
{
    return diag_set(diag, NULL, 0, "not enough memory for the results");
}

void measured_rows_free(struct measured_rows *rows)
{
    free(rows->statistics);
    free(rows->counters);
    free(rows->names);
    *rows = (struct measured_rows){0};
}

static const struct launch *first_of(const struct rtl_machine *machine, const struct launch *first)
{
    return first->together ? first : machine->launch;
}

/* The next of several at once, or NULL. */
static const struct launch *beside(const struct launch *launch)
{
    return launch->together ? launch->next : NULL;
}

/* ---- how many ---------------------------------------------------------------------------------------------------- */

/* Room for all rows of all launches, twice: a sum is a row of its launch, and of all. */
static bool make_room(struct measured_rows *rows, struct rtl_machine *machine, const struct observing *observed,
                      const struct launch *first)
{
    const struct machine_results *of = machine->kind->results;
    struct result_statistic       no_statistics[1];
    struct result_counter         no_counters[1];
    size_t                        statistics = 1, counters = 1;
    for (const struct launch *launch = first; launch; launch = beside(launch)) {
        if (launch->together)
            rtl_machine_choose(machine, launch);
        statistics += 2 * of->statistics(machine->of, no_statistics, 0);
        counters += observed->by ? 2 * observed->by->counters(observed->by, false, no_counters, 0) : 0;
    }
    rows->statistics = calloc(statistics, sizeof *rows->statistics);
    rows->counters = calloc(counters, sizeof *rows->counters);
    rows->names = first->together ? calloc(statistics + counters, PATH_SIZE) : NULL;
    return rows->statistics && rows->counters && (rows->names || !first->together);
}

/* ---- several at once --------------------------------------------------------------------------------------------- */

static const char *name_path(struct measured_rows *rows, const struct launch *launch, const char *path)
{
    char *const name = rows->names + PATH_SIZE * (rows->statistic_count + rows->counter_count);
    snprintf(name, PATH_SIZE, "launch%u.%s", launch->number, path);
    return name;
}

/* Of the whole run: each launch adds its share. */
static void add_sum(struct measured_rows *rows, const struct result_statistic *row)
{
    for (unsigned i = 0; i < rows->statistic_count; i++) {
        struct result_statistic *const sum = &rows->statistics[i];
        if (sum->scope == RESULT_SUM && sum->path == row->path && strcmp(sum->name, row->name) == 0) {
            sum->value += row->value;
            return;
        }
    }
    rows->statistics[rows->statistic_count++] = *row;
}

static void add_of_launch(struct measured_rows *rows, const struct launch *launch, const struct result_statistic *row)
{
    struct result_statistic *const to = &rows->statistics[rows->statistic_count];
    *to = *row;
    to->path = name_path(rows, launch, row->path);
    to->scope = RESULT_OF_LAUNCH;
    rows->statistic_count++;
}

static void add_statistic(struct measured_rows *rows, const struct launch *launch, const struct result_statistic *row)
{
    if (row->scope == RESULT_SUM)
        add_sum(rows, row);
    if (row->scope == RESULT_SUM || row->scope == RESULT_OF_LAUNCH)
        add_of_launch(rows, launch, row);
    else if (row->scope == RESULT_OF_PLACE || launch->number == 0)
        rows->statistics[rows->statistic_count++] = *row;
}

static bool add_statistics(struct measured_rows *rows, const struct rtl_machine *machine, const struct launch *launch)
{
    const struct machine_results *of = machine->kind->results;
    struct result_statistic       none[1];
    const unsigned                count = of->statistics(machine->of, none, 0);
    struct result_statistic      *own = calloc(count + 1, sizeof *own);
    if (!own)
        return false;
    of->statistics(machine->of, own, count);
    for (unsigned i = 0; i < count; i++)
        add_statistic(rows, launch, &own[i]);
    free(own);
    return true;
}

/* Those of the whole machine come last. */
static void add_counters(struct measured_rows *rows, struct machine_observer *by, const struct launch *launch)
{
    struct result_counter *const first = &rows->counters[rows->counter_count];
    by->all = !launch;
    const unsigned count = by->counters(by, false, first, 0);
    by->counters(by, false, first, count);
    by->all = false;
    for (unsigned i = 0; i < count; i++, rows->counter_count++)
        if (launch)
            first[i].path = name_path(rows, launch, first[i].path);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void take_one(struct measured_rows *rows, const struct rtl_machine *machine, const struct observing *observed)
{
    const struct machine_results *of = machine->kind->results;
    rows->statistic_count = of->statistics(machine->of, rows->statistics, 0);
    of->statistics(machine->of, rows->statistics, rows->statistic_count);
    if (!observed->by)
        return;
    rows->counter_count = observed->by->counters(observed->by, false, rows->counters, 0);
    observed->by->counters(observed->by, false, rows->counters, rows->counter_count);
}

bool measured_rows_take(struct measured_rows *rows, struct rtl_machine *machine, const struct observing *observed,
                        const struct launch *first, uint64_t cycles, struct diag *diag)
{
    machine->kind->look(machine->of, (unsigned)MACHINE_REGISTERS);
    if (observed->by)
        observing_settle(observed, machine);
    first = first_of(machine, first);
    if (!make_room(rows, machine, observed, first))
        return no_memory(diag);
    if (!first->together) {
        take_one(rows, machine, observed);
        return true;
    }
    rows->statistics[rows->statistic_count++] =
        (struct result_statistic){"gpu", "cycles", cycles, "clocks", "clock edges of the run", RESULT_OF_PLACE};
    for (const struct launch *launch = first; launch; launch = beside(launch)) {
        rtl_machine_choose(machine, launch);
        if (!add_statistics(rows, machine, launch))
            return no_memory(diag);
        if (observed->by)
            add_counters(rows, observed->by, launch);
    }
    if (observed->by)
        add_counters(rows, observed->by, NULL);
    return true;
}
