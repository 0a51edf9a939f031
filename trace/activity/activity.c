#include "trace/activity/activity.h"

#include <stdlib.h>

#include "kit/walk.h"
#include "trace/changes.h"

enum { CLOCK, CYCLE, OTHERS }; /* behind the trace's variables */

struct activity *activity_open(const struct trace *trace)
{
    struct activity *const activity = calloc(1, sizeof *activity);
    size_t                 bits = 0;
    if (!activity)
        return NULL;
    activity->count = trace->identifier_count;
    activity->of = calloc(activity->count + OTHERS, sizeof *activity->of);
    for (unsigned i = 0; activity->of && i < activity->count + OTHERS; i++) {
        struct activity_of *const of = &activity->of[i];
        of->bits = i < activity->count ? trace->variables[i].bits : i - activity->count == CLOCK ? 1 : 64;
        of->first = bits;
        bits += of->bits;
    }
    activity->bits = calloc(bits, sizeof *activity->bits);
    if (activity->of && activity->bits)
        return activity;
    activity_free(activity);
    return NULL;
}

void activity_free(struct activity *activity)
{
    if (!activity)
        return;
    free(activity->of);
    free(activity->bits);
    free(activity);
}

void activity_begin_cycle(struct activity *activity, uint64_t cycle, bool first)
{
    activity->first = first;
    activity_put(activity, activity->count + CLOCK, 1);
    activity_put(activity, activity->count + CYCLE, cycle);
}

void activity_end_cycle(struct activity *activity)
{
    activity->first = false;
    activity->time += TRACE_CYCLE_TIME / 2;
    activity_put(activity, activity->count + CLOCK, 0);
    activity->time += TRACE_CYCLE_TIME / 2;
}

uint64_t activity_ones(const struct activity *activity, const struct activity_of *of, unsigned bit)
{
    return activity->bits[of->first + bit].ones + (of->value >> bit & 1 ? activity->time : 0);
}

static inline char *count_only(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    count_change(trace, variable, value);
    return to;
}

void activity_take(void *context, const struct record *records, size_t count)
{
    struct trace *const trace = context;
    for (const struct record *record = records; record < records + count; record++)
        if (record->what == RECORD_CYCLE)
            take_cycle(trace, record);
        else if (record->what == RECORD_END)
            take_end(trace);
        else
            take_record(trace, NULL, record, count_only);
}

/* ---- by instance ------------------------------------------------------------------------------------------------ */

/* Counts of the model are no registers of the hardware. */
static bool is_hardware(const struct origin *origin)
{
    return !derive_owns(origin->instance) && !rtl_is_plain(origin->instance->module) &&
           origin->signal->kind != RTL_STAT;
}

uint64_t trace_toggles(const struct trace *trace, struct trace_toggles *of)
{
    const struct activity *const activity = trace->activity;
    for (unsigned v = 0; v < activity->count; v++) {
        const struct origin *const origin = &trace->origins[trace->variables[v].origin];
        if (!is_hardware(origin))
            continue;
        struct trace_toggles *const to = &of[origin->instance - trace->instances];
        to->bits += activity->of[v].bits;
        for (unsigned bit = 0; bit < activity->of[v].bits; bit++)
            to->toggles += activity->bits[activity->of[v].first + bit].toggles;
    }
    return activity->time / TRACE_CYCLE_TIME;
}
