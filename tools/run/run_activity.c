#include "tools/run/run_activity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add(struct run_activity *activity, const char *module, const struct trace_toggles *more)
{
    unsigned at = 0;
    while (at < activity->count && strcmp(activity->rows[at].module, module) != 0)
        at++;
    struct run_activity_row *const row = &activity->rows[at];
    if (at == activity->count)
        activity->rows[activity->count++] = (struct run_activity_row){.module = module};
    row->instances++;
    row->bits += more->bits;
    row->toggles += more->toggles;
}

static int compare(const void *left, const void *right)
{
    const struct run_activity_row *const a = left, *const b = right;
    return a->toggles != b->toggles ? (a->toggles < b->toggles ? 1 : -1) : strcmp(a->module, b->module);
}

bool run_activity_take(struct run_activity *activity, const struct rtl_machine *machine, const struct trace *trace)
{
    struct trace_toggles *const of = calloc(machine->instance_count + 1, sizeof *of);
    activity->rows = of ? calloc(machine->instance_count + 1, sizeof *activity->rows) : NULL;
    if (activity->rows) {
        activity->cycles = trace_toggles(trace, of);
        for (unsigned i = 0; i < machine->instance_count; i++)
            if (of[i].bits)
                add(activity, machine->instances[i].module->name, &of[i]);
        qsort(activity->rows, activity->count, sizeof *activity->rows, compare);
    }
    free(of);
    return activity->rows;
}

static void print_row(FILE *out, const struct run_activity_row *row, const struct run_activity *activity)
{
    const double a_clock = (double)row->toggles / (double)activity->cycles;
    fprintf(out, "  %-21s %9u %9" PRIu64 " %14" PRIu64 " %12.1f %10.3f %%\n", row->module, row->instances, row->bits,
            row->toggles, a_clock, row->bits ? 100 * a_clock / (double)row->bits : 0);
}

void run_activity_print(FILE *out, const struct run_activity *activity)
{
    struct run_activity_row all = {.module = "all"};
    if (!activity->rows || !activity->cycles)
        return;
    fprintf(out, "toggles by module in %" PRIu64 " cycles:\n", activity->cycles);
    fprintf(out, "  %-21s %9s %9s %14s %12s %12s\n", "module", "instances", "bits", "toggles", "a clock", "of a bit");
    for (unsigned i = 0; i < activity->count; i++) {
        all.instances += activity->rows[i].instances;
        all.bits += activity->rows[i].bits;
        all.toggles += activity->rows[i].toggles;
    }
    print_row(out, &all, activity);
    for (unsigned i = 0; i < activity->count && activity->rows[i].toggles; i++)
        print_row(out, &activity->rows[i], activity);
}

void run_activity_free(struct run_activity *activity)
{
    free(activity->rows);
    *activity = (struct run_activity){0};
}
