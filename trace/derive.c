/* derive.c - signals that no module has, as a signal table of their own over an array of values. */
#include "trace/derive.h"

#include <stdlib.h>
#include <string.h>

static const char derived_name[] = "view";

bool derive_owns(const struct rtl_instance *instance)
{
    return instance->module->name == derived_name;
}

bool derive_always(const struct derive *derive, const struct rtl_signal *signal)
{
    for (unsigned i = 0; i < derive->list->row_count; i++)
        if (&derive->signals[i] == signal)
            return derive->list->rows[i].always;
    return false;
}

static void fill_tables(struct derive *derive)
{
    const struct trace_derivation *list = derive->list;
    for (unsigned i = 0; i < list->row_count; i++) {
        const struct trace_derived *row = &list->rows[i];
        if (i == 0 || strcmp(row->path, list->rows[i - 1].path) != 0) {
            const unsigned n = derive->instance_count++;
            derive->modules[n] = (struct rtl_module){.name = derived_name, .signals = &derive->signals[i]};
            derive->instances[n] = (struct rtl_instance){row->path, &derive->modules[n], &derive->values[i]};
        }
        struct rtl_module *module = &derive->modules[derive->instance_count - 1];
        derive->signals[i] = (struct rtl_signal){.name = row->name,
                                                 .doc = "",
                                                 .type = row->type,
                                                 .kind = RTL_OUT,
                                                 .bits = row->bits,
                                                 .count = 1,
                                                 .rows = 1,
                                                 .offset = module->signal_count * sizeof *derive->values};
        module->signal_count++;
    }
}

bool derive_open(struct derive *derive, const struct trace_derivation *list)
{
    static const struct trace_derivation none;
    *derive = (struct derive){.list = list ? list : &none};
    const size_t rows = derive->list->row_count + 1;
    derive->values = calloc(rows, sizeof *derive->values);
    derive->signals = calloc(rows, sizeof *derive->signals);
    derive->modules = calloc(rows, sizeof *derive->modules);
    derive->instances = calloc(rows, sizeof *derive->instances);
    derive->marked = calloc(derive->list->mark_count + 1, sizeof *derive->marked);
    derive->work = calloc(1, sizeof *derive->work);
    if (!derive->values || !derive->signals || !derive->modules || !derive->instances || !derive->marked ||
        !derive->work)
        return false;
    fill_tables(derive);
    return true;
}

void derive_close(struct derive *derive)
{
    free(derive->values);
    free(derive->signals);
    free(derive->modules);
    free(derive->instances);
    free(derive->marked);
    free(derive->work);
}

static void add_work(struct trace_work *work, uint64_t cycle, unsigned amount)
{
    if (!work->width) {
        work->first = cycle;
        work->width = WORK_WIDTH;
    }
    while ((cycle - work->first) / work->width >= WORK_BUCKETS) {
        for (unsigned i = 0; i < WORK_BUCKETS / 2; i++)
            work->bucket[i] = work->bucket[2 * i] + work->bucket[2 * i + 1];
        memset(work->bucket + WORK_BUCKETS / 2, 0, sizeof work->bucket / 2);
        work->width *= 2;
    }
    const unsigned at = (unsigned)((cycle - work->first) / work->width);
    work->used = at + 1;
    if (work->bucket[at] <= UINT32_MAX - amount)
        work->bucket[at] += amount;
}

static uint64_t stretch_work(const struct trace_work *work, unsigned from, unsigned buckets)
{
    uint64_t sum = 0;
    for (unsigned i = from; i < from + buckets && i < work->used; i++)
        sum += work->bucket[i];
    return sum;
}

uint64_t derive_busy(const struct derive *derive, uint64_t cycles)
{
    const struct trace_work *work = derive->work;
    const uint64_t           wanted = work->width ? cycles / work->width : 0;
    const unsigned           buckets = wanted < 1 ? 1 : wanted < WORK_BUCKETS ? (unsigned)wanted : WORK_BUCKETS;
    uint64_t                 most = 0;
    for (unsigned i = 0; i < work->used; i++) {
        const uint64_t here = stretch_work(work, i, buckets);
        most = here > most ? here : most;
    }
    for (unsigned i = 0; i < work->used; i++)
        if (10 * stretch_work(work, i, buckets) >= 9 * most)
            return work->first + i * work->width;
    return work->first;
}

bool derive_looked(const struct derive *derive)
{
    for (unsigned i = 0; i < derive->list->mark_count; i++)
        if (derive->list->marks[i].look && derive->marked[i].seen)
            return true;
    return false;
}

void derive_cycle(struct derive *derive, uint64_t cycle)
{
    const struct trace_derivation *list = derive->list;
    if (list->begin)
        list->begin(list->context);
    for (unsigned i = 0; i < list->row_count; i++)
        derive->values[i] = list->rows[i].value(list->context, list->rows[i].argument);
    if (list->work)
        add_work(derive->work, cycle, list->work(list->context));
    for (unsigned i = 0; i < list->mark_count; i++) {
        const struct trace_mark *mark = &list->marks[i];
        struct trace_marked     *marked = &derive->marked[i];
        if ((!marked->seen || mark->last) && mark->value(list->context, mark->argument))
            *marked = (struct trace_marked){true, cycle};
    }
}
