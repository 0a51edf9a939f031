/* changes.h - which variables have changed, from the words that have: for whoever writes them, in whatever form. */
#ifndef TRACE_CHANGES_H
#define TRACE_CHANGES_H

#include "trace/internal.h"

#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
#include <emmintrin.h>
#endif

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
static inline char *put_carefully(struct trace *trace, char *to, const struct variable *variable, uint64_t value,
                                  uint64_t before, put_change *put)
{
    if (value & variable->over)
        note_wide(trace, variable, value);
    trace->moved[variable->origin] |= !trace->first;
    if (trace->first || (value ^ before) & ~variable->over)
        to = put(trace, to, variable, value & ~variable->over);
    return to;
}

/* Each variable of which a byte differs, in the order of memory.  Made anew for each form: `put` is a constant. */
__attribute__((always_inline)) static inline char *take_word(struct trace *trace, char *to, size_t number, uint64_t now,
                                                             put_change *put)
{
    const struct word     *word = &trace->words[number];
    const struct variable *variables = trace->variables + word->first_variable;
    const uint64_t         before = trace->written[number];
    const bool             careful = trace->first || trace->wide;
    uint64_t               change = (trace->first ? ~UINT64_C(0) : now ^ before) & trace->masks[number];
    trace->written[number] = now;
    while (change) {
        const struct variable *variable = &variables[word->at[(unsigned)__builtin_ctzll(change) / 8]];
        const uint64_t         value = (now & variable->place) >> variable->shift;
        change &= ~variable->place;
        if (__builtin_expect((value & variable->over) != 0 || careful, 0)) {
            to = put_carefully(trace, to, variable, value, (before & variable->place) >> variable->shift, put);
            continue;
        }
        to = put(trace, to, variable, value);
        trace->moved[variable->origin] = true;
    }
    return to;
}

/* Words of a piece that differ where it counts: word w is bit 2 w. */
static inline unsigned changed_words(const uint64_t *now, const uint64_t *before, const uint64_t *mask)
{
    unsigned changed = 0;
#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
    for (unsigned half = 0; half < PIECE_WORDS; half += 2) {
        const __m128i differ = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(now + half)),
                                             _mm_loadu_si128((const __m128i *)(before + half))),
                      counts = _mm_and_si128(differ, _mm_loadu_si128((const __m128i *)(mask + half))),
                      same = _mm_cmpeq_epi32(counts, _mm_setzero_si128());
        changed |= (~(unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) & 15) << 2 * half;
    }
    return (changed | changed >> 1) & 0x55;
#else
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        changed |= (unsigned)(((now[w] ^ before[w]) & mask[w]) != 0) << 2 * w;
    return changed;
#endif
}

__attribute__((always_inline)) static inline char *take_piece(struct trace *trace, char *to,
                                                              const struct record *record, put_change *put)
{
    const size_t number = record->what * PIECE_WORDS;
    unsigned     left = changed_words(record->word, trace->written + number, trace->masks + number);
    for (left = trace->first ? 0x55 : left; left; left &= left - 1) {
        const unsigned w = (unsigned)__builtin_ctz(left) / 2;
        to = take_word(trace, to, number + w, record->word[w], put);
    }
    return to;
}

/* The beginning and the end of a cycle. */
static inline void take_cycle(struct trace *trace, const struct record *record)
{
    trace->first = !trace->started;
    trace->cycle = record->word[0];
    derive_find(&trace->derive, trace->cycle, record->word[1]);
}

static inline void take_end(struct trace *trace)
{
    if (trace->first)
        trace->first_cycle = trace->cycle;
    trace->final_cycle = trace->cycle;
    trace->started = true;
}

#endif
