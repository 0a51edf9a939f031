/* changes.h - which variables have changed, from the words that have: for writers of any form. */
#ifndef TRACE_CHANGES_H
#define TRACE_CHANGES_H

#include "trace/activity/activity.h"
#include "trace/internal.h"

/* Writes a value, `to` a place if the form needs one; returns the next. */
typedef char *put_change(struct trace *trace, char *to, const struct variable *variable, uint64_t value);

/* A register that holds more than its declared width is a fault of the model: kept for trace_close. */
static inline void note_wide(struct trace *trace, const struct variable *variable, uint64_t value)
{
    if (trace->wide)
        return;
    trace->wide = variable->origin + 1;
    trace->wide_value = value;
    trace->wide_cycle = trace->cycle;
    atomic_store(&trace->too_wide, true);
}

/* In the first cycle, and since a value has been too wide: then what changes may be bits that are not written. */
__attribute__((noinline)) static char *put_carefully(struct trace *trace, char *to, struct word *word, uint64_t now,
                                                     put_change *put)
{
    const uint64_t before = word->written;
    uint64_t       change = (trace->first ? ~UINT64_C(0) : now ^ before) & word->mask;
    word->written = now;
    word->moved |= trace->started ? (now ^ before) & word->mask : 0;
    while (change) {
        const struct variable *variable =
            &trace->variables[word->first_variable + word->at[(unsigned)__builtin_ctzll(change) / 8]];
        const uint64_t value = (now & variable->place) >> variable->shift,
                       old = (before & variable->place) >> variable->shift;
        change &= ~variable->place;
        if (value & variable->over)
            note_wide(trace, variable, value);
        if (trace->first || (value ^ old) & ~variable->over)
            to = put(trace, to, variable, value & ~variable->over);
    }
    return to;
}

/* Made anew for each form: `put` is a constant. */
__attribute__((always_inline)) static inline char *take_carefully(struct trace *trace, char *to,
                                                                  const struct record *record, put_change *put)
{
    struct word *const word = trace->words + record->what * PIECE_WORDS;
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        to = put_carefully(trace, to, &word[w], record->word[w], put);
    return to;
}

/* Each variable of which a byte differs, in the order of memory. */
__attribute__((always_inline)) static inline char *take_word(struct trace *trace, char *to, struct word *word,
                                                             uint64_t now, put_change *put)
{
    uint64_t change = (now ^ word->written) & word->mask;
    if (!change)
        return to;
    if (__builtin_expect((now & word->over) != 0, 0))
        return put_carefully(trace, to, word, now, put);
    const struct variable *const variables = trace->variables + word->first_variable;
    word->written = now;
    word->moved |= change;
    do {
        const struct variable *variable = &variables[word->at[(unsigned)__builtin_ctzll(change) / 8]];
        const uint64_t         place = variable->place;
        change &= ~place;
        to = put(trace, to, variable, (now & place) >> variable->shift);
    } while (change);
    return to;
}

__attribute__((always_inline)) static inline char *take_piece(struct trace *trace, char *to,
                                                              const struct record *record, put_change *put)
{
    struct word *const word = trace->words + record->what * PIECE_WORDS;
#pragma GCC unroll 4
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        to = take_word(trace, to, &word[w], record->word[w], put);
    return to;
}

/* For the put_change of a trace that counts. */
static inline void count_change(struct trace *trace, const struct variable *variable, uint64_t value)
{
    activity_put(trace->activity, (size_t)(variable - trace->variables), value);
}

/* What is new of the variables, in the first cycle and while nothing is wrong, or else. */
__attribute__((always_inline)) static inline char *take_record(struct trace *trace, char *to,
                                                               const struct record *record, put_change *put)
{
    return trace->first || trace->wide ? take_carefully(trace, to, record, put) : take_piece(trace, to, record, put);
}

/* The beginning and the end of a cycle.  In the first one, and in one behind a pause, everything is written. */
static inline void take_cycle(struct trace *trace, const struct record *record)
{
    trace->cycle = record->word[0];
    trace->first = !trace->started || record->word[2];
    derive_find(&trace->derive, trace->cycle, record->word[1]);
    if (trace->activity)
        activity_begin_cycle(trace->activity, trace->cycle, trace->first);
}

static inline void take_end(struct trace *trace)
{
    if (!trace->started)
        trace->first_cycle = trace->cycle;
    trace->final_cycle = trace->cycle;
    trace->started = true;
    if (trace->activity)
        activity_end_cycle(trace->activity);
}

#endif
