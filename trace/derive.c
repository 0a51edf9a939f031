/* derive.c - signals that no module has, as a signal table of their own over an array of values. */
#include "trace/derive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char derived_name[] = "view";
enum { MARK_NAME = 32 };

bool derive_owns(const struct rtl_instance *instance)
{
    return instance->module->name == derived_name;
}

bool derive_always(const struct derive *derive, const struct rtl_signal *signal)
{
    for (unsigned i = 0; i < derive->row_count; i++)
        if (&derive->signals[i] == signal)
            return i >= derive->list->row_count || derive->list->rows[i].always;
    return false;
}

/* The next signal: in the scope of the one before, or in a new one. */
static void add_signal(struct derive *derive, const char *path, const char *name, const char *type, unsigned bits)
{
    const unsigned n = derive->row_count++;
    if (n == 0 || strcmp(path, derive->instances[derive->instance_count - 1].path) != 0) {
        const unsigned k = derive->instance_count++;
        derive->modules[k] = (struct rtl_module){.name = derived_name, .signals = &derive->signals[n]};
        derive->instances[k] = (struct rtl_instance){path, &derive->modules[k], &derive->values[n]};
    }
    struct rtl_module *module = &derive->modules[derive->instance_count - 1];
    derive->signals[n] = (struct rtl_signal){.name = name,
                                             .doc = "",
                                             .type = type,
                                             .kind = RTL_OUT,
                                             .bits = bits,
                                             .count = 1,
                                             .rows = 1,
                                             .offset = module->signal_count * sizeof *derive->values};
    module->signal_count++;
}

static void fill_tables(struct derive *derive)
{
    const struct trace_derivation *list = derive->list;
    for (unsigned i = 0; i < list->row_count; i++)
        add_signal(derive, list->rows[i].path, list->rows[i].name, list->rows[i].type, list->rows[i].bits);
    for (unsigned i = 0; list->found_path && i < list->mark_count; i++) {
        char *name = derive->names + MARK_NAME * i;
        snprintf(name, MARK_NAME, "%s", list->marks[i].name);
        for (char *blank = name; (blank = strchr(blank, ' '));)
            *blank = '_';
        add_signal(derive, list->found_path, name, "bool", 1);
    }
    if (list->found_path && list->work)
        add_signal(derive, list->found_path, "work", "uint8_t", 8);
}

bool derive_open(struct derive *derive, const struct trace_derivation *list)
{
    static const struct trace_derivation none;
    *derive = (struct derive){.list = list ? list : &none};
    const size_t rows = derive->list->row_count + derive->list->mark_count + 1;
    derive->values = calloc(rows, sizeof *derive->values);
    derive->signals = calloc(rows, sizeof *derive->signals);
    derive->modules = calloc(rows, sizeof *derive->modules);
    derive->instances = calloc(rows, sizeof *derive->instances);
    derive->names = calloc(derive->list->mark_count + 1, MARK_NAME);
    derive->marked = calloc(derive->list->mark_count + 1, sizeof *derive->marked);
    derive->work = calloc(1, sizeof *derive->work);
    if (!derive->values || !derive->signals || !derive->modules || !derive->instances || !derive->names ||
        !derive->marked || !derive->work)
        return false;
    fill_tables(derive);
    return true;
}

void derive_close(struct derive *derive)
{
    free(derive->values);
    free(derive->names);
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

void derive_find(struct derive *derive, uint64_t cycle)
{
    const struct trace_derivation *list = derive->list;
    const uint64_t                *found = derive->values + list->row_count;
    if (list->work)
        add_work(derive->work, cycle, (unsigned)found[list->mark_count]);
    for (unsigned i = 0; i < list->mark_count; i++)
        if (found[i] && (!derive->marked[i].seen || list->marks[i].last))
            derive->marked[i] = (struct trace_marked){true, cycle};
}

void derive_cycle(struct derive *derive, uint64_t cycle)
{
    const struct trace_derivation *list = derive->list;
    uint64_t                      *found = derive->values + list->row_count;
    if (list->begin)
        list->begin(list->context);
    for (unsigned i = 0; i < list->row_count; i++)
        derive->values[i] = list->rows[i].value(list->context, list->rows[i].argument);
    for (unsigned i = 0; i < list->mark_count; i++)
        found[i] = list->marks[i].value(list->context, list->marks[i].argument) != 0;
    found[list->mark_count] = list->work ? list->work(list->context) : 0;
    derive_find(derive, cycle);
}
