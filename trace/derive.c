/* derive.c - signals that no module has, as a signal table of their own over an array of values. */
#include "trace/derive.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char derived_name[] = "view";
enum { MARK_NAME = 32, WORK_SHIFT = 56 };

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
    derive->home[n] = derive->instance_count - 1;
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

static void add_to(uint64_t *set, unsigned number)
{
    set[number / 64] |= UINT64_C(1) << number % 64;
}

/* The rows by what they change with, otherwise in their order. */
static void sort_rows(struct derive *derive)
{
    const struct trace_derivation *list = derive->list;
    unsigned                       sorted = 0;
    for (unsigned from = 0; sorted < list->row_count;) {
        struct derive_part part = {from, sorted, 0};
        unsigned           next = UINT_MAX;
        for (unsigned i = 0; i < list->row_count; i++)
            if (list->rows[i].from == from)
                derive->in_order[sorted++] = (struct derive_row){list->rows[i].value, &derive->values[i],
                                                                 list->rows[i].argument, derive->home[i]};
            else if (list->rows[i].from > from && list->rows[i].from < next)
                next = list->rows[i].from;
        part.count = sorted - part.first;
        if (part.count && from) {
            add_to(derive->with_part, from - 1);
            derive->part_of[from - 1] = derive->part_count;
        }
        if (part.count)
            derive->parts[derive->part_count++] = part;
        from = next;
    }
    for (unsigned i = 0; i < list->mark_from_count; i++)
        add_to(derive->with_mark, list->mark_from[i] - 1);
}

/* How many instances the list names, at most. */
static unsigned named(const struct trace_derivation *list)
{
    unsigned most = 0;
    for (unsigned i = 0; i < list->row_count; i++)
        most = list->rows[i].from > most ? list->rows[i].from : most;
    for (unsigned i = 0; i < list->mark_from_count; i++)
        most = list->mark_from[i] > most ? list->mark_from[i] : most;
    return most;
}

bool derive_open(struct derive *derive, const struct trace_derivation *list)
{
    static const struct trace_derivation none;
    *derive = (struct derive){.list = list ? list : &none};
    assert(derive->list->mark_count <= WORK_SHIFT);
    const size_t   rows = derive->list->row_count + derive->list->mark_count + 1;
    const unsigned instances = named(derive->list);
    derive->set_words = instances / 64 + 1;
    derive->part_of = calloc(instances + 1, sizeof *derive->part_of);
    derive->with_part = calloc(derive->set_words, sizeof *derive->with_part);
    derive->with_mark = calloc(derive->set_words, sizeof *derive->with_mark);
    derive->own = calloc(derive->set_words, sizeof *derive->own);
    derive->values = calloc(1, rows * sizeof *derive->values + DERIVE_BEHIND);
    derive->signals = calloc(rows, sizeof *derive->signals);
    derive->modules = calloc(rows, sizeof *derive->modules);
    derive->instances = calloc(rows, sizeof *derive->instances);
    derive->names = calloc(derive->list->mark_count + 1, MARK_NAME);
    derive->marked = calloc(derive->list->mark_count + 1, sizeof *derive->marked);
    derive->work = calloc(1, sizeof *derive->work);
    derive->home = calloc(rows, sizeof *derive->home);
    derive->in_order = calloc(rows, sizeof *derive->in_order);
    derive->parts = calloc(rows, sizeof *derive->parts);
    if (!derive->own || !derive->part_of || !derive->with_part || !derive->with_mark || !derive->home ||
        !derive->in_order || !derive->parts || !derive->values || !derive->signals || !derive->modules ||
        !derive->instances || !derive->names || !derive->marked || !derive->work)
        return false;
    fill_tables(derive);
    sort_rows(derive);
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
    free(derive->home);
    free(derive->in_order);
    free(derive->parts);
    free(derive->part_of);
    free(derive->with_part);
    free(derive->own);
    free(derive->with_mark);
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
        if (derive->list->marks[i].look == LOOK_BEFORE && derive->marked[i].seen)
            return true;
    return false;
}

uint64_t derive_found(const struct derive *derive)
{
    const uint64_t *values = derive->values + derive->list->row_count;
    uint64_t        found = values[derive->list->mark_count] << WORK_SHIFT;
    for (unsigned i = 0; i < derive->list->mark_count; i++)
        found |= values[i] << i;
    return found;
}

void derive_find(struct derive *derive, uint64_t cycle, uint64_t found)
{
    const struct trace_derivation *list = derive->list;
    if (list->work)
        add_work(derive->work, cycle, (unsigned)(found >> WORK_SHIFT));
    for (unsigned i = 0; i < list->mark_count; i++)
        if (found >> i & 1 && (!derive->marked[i].seen || list->marks[i].last))
            derive->marked[i] = (struct trace_marked){true, cycle};
}

static inline void set_value(uint64_t *at, unsigned home, uint64_t value, uint64_t *moved)
{
    if (*at == value)
        return;
    moved[home / 64] |= UINT64_C(1) << home % 64;
    *at = value;
}

static void compute_part(struct derive *derive, const struct derive_part *part, uint64_t *moved)
{
    const void *const              context = derive->list->context;
    const struct derive_row *const end = derive->in_order + part->first + part->count;
    for (const struct derive_row *row = derive->in_order + part->first; row < end; row++)
        set_value(row->at, row->home, row->value(context, row->argument), moved);
}

/* Rows of several instances: those of part 0, if there are any. */
static void compute_several(struct derive *derive, uint64_t *moved)
{
    if (derive->part_count && derive->parts[0].from == 0)
        compute_part(derive, &derive->parts[0], moved);
}

static void compute_marks(struct derive *derive, uint64_t *moved)
{
    const struct trace_derivation *list = derive->list;
    uint64_t *const                values = derive->values + list->row_count;
    const unsigned *const          home = derive->home + list->row_count;
    for (unsigned i = 0; i < list->mark_count; i++)
        set_value(&values[i], home[i], list->marks[i].value(list->context, list->marks[i].argument) != 0, moved);
    const unsigned work = list->mark_count;
    set_value(&values[work], home[work], list->work ? list->work(list->context) : 0, moved);
}

static void compute_rows(struct derive *derive, const uint64_t *changed, uint64_t *moved)
{
    const struct trace_derivation *list = derive->list;
    for (unsigned w = 0; w < derive->set_words; w++)
        derive->own[w] = changed[w] & derive->with_part[w];
    if (!list->begin || list->begin(list->context, changed, derive->own))
        compute_several(derive, moved);
    for (unsigned w = 0; w < derive->set_words; w++)
        for (uint64_t left = derive->own[w]; left; left &= left - 1) {
            const unsigned number = w * 64 + (unsigned)__builtin_ctzll(left);
            compute_part(derive, &derive->parts[derive->part_of[number]], moved);
        }
}

void derive_cycle(struct derive *derive, const uint64_t *changed, uint64_t *moved)
{
    bool marks = !derive->list->mark_from;
    if (!derive->no_rows)
        compute_rows(derive, changed, moved);
    for (unsigned w = 0; w < derive->set_words; w++)
        marks |= (changed[w] & derive->with_mark[w]) != 0;
    if (marks)
        compute_marks(derive, moved);
}
