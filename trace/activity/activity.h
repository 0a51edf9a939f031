/* activity.h - how often each bit of a waveform's signals changes and how long it is 1: counted by the writer, from the
 * changes that it writes, or would write. */
#ifndef TRACE_ACTIVITY_H
#define TRACE_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record;
struct trace;

/* Toggles of a bit, and units of time in which it is 1: while it is, `ones` lacks the time at its end. */
struct activity_bit {
    uint64_t ones, toggles;
};

/* A variable, with its present value. */
struct activity_of {
    uint64_t value;
    size_t   first; /* of its bits */
    unsigned bits;
};

struct activity {
    struct activity_of  *of; /* as the trace's variables; behind them clk and cycle */
    struct activity_bit *bits;
    unsigned             count; /* of variables */
    uint64_t             time;  /* units, without those between two windows */
    bool                 first; /* values that are told now are no toggles */
};

/* Of a trace whose variables are in their order; NULL without memory. */
struct activity *activity_open(const struct trace *trace);
void             activity_free(struct activity *activity);

/* The beginning and the end of a cycle; `first`: of it all values are told. */
void activity_begin_cycle(struct activity *activity, uint64_t cycle, bool first);
void activity_end_cycle(struct activity *activity);

/* Units of time in which a bit has been 1, between two cycles. */
uint64_t activity_ones(const struct activity *activity, const struct activity_of *of, unsigned bit);

/* For a trace without a waveform: counts what records say.  `context` is the trace. */
void activity_take(void *context, const struct record *records, size_t count);

static inline void activity_put(struct activity *activity, size_t variable, uint64_t value)
{
    struct activity_of *const  of = &activity->of[variable];
    struct activity_bit *const bits = activity->bits + of->first;
    uint64_t                   changed = value ^ of->value;
    of->value = value;
    for (; changed; changed &= changed - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(changed);
        bits[bit].ones += value >> bit & 1 ? -activity->time : activity->time;
        bits[bit].toggles += !activity->first;
    }
}

#endif
