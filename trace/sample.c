/* sample.c - compares pieces of memory with what was sampled before, and hands on those that differ. */
#include <string.h>

#include "trace/internal.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(WEKIVA_PORTABLE)
#define WIDE_PIECES 1
#include <immintrin.h>
#endif

/* ---- a piece ---------------------------------------------------------------------------------------------------- */

static void put_piece(struct trace *trace, uint32_t number, const uint64_t *now)
{
    struct record *record = ring_place(&trace->ring);
    record->what = number;
    memcpy(record->word, now, PIECE_BYTES);
    memcpy(trace->last + (size_t)number * PIECE_WORDS, now, PIECE_BYTES);
    ring_put_placed(&trace->ring);
}

static void compare_words(struct trace *trace, uint32_t number, const uint64_t *now, bool all)
{
    const uint64_t *last = trace->last + (size_t)number * PIECE_WORDS,
                   *mask = trace->masks + (size_t)number * PIECE_WORDS;
    uint64_t different = all;
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        different |= (now[w] ^ last[w]) & mask[w];
    if (different)
        put_piece(trace, number, now);
}

/* What may not be read whole. */
static void compare_rest(struct trace *trace, uint32_t number, unsigned bytes, bool all)
{
    const unsigned char *from = trace->live[number];
    uint64_t             now[PIECE_WORDS] = {0};
    unsigned             byte = 0;
    for (; byte + WORD_BYTES <= bytes; byte += WORD_BYTES)
        memcpy(&now[byte / WORD_BYTES], from + byte, WORD_BYTES);
    for (; byte < bytes; byte++)
        now[byte / WORD_BYTES] |= (uint64_t)from[byte] << 8 * (byte % WORD_BYTES);
    compare_words(trace, number, now, all);
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* Whether the pieces from this one on lie one behind the other, and are as they were. */
static bool unchanged(const struct trace *trace, uint32_t first)
{
    const size_t bytes = (PIECES_AT_ONCE - 1) * PIECE_BYTES;
    return trace->live[first + PIECES_AT_ONCE - 1] == trace->live[first] + bytes &&
           memcmp(trace->live[first], trace->last + (size_t)first * PIECE_WORDS, bytes + PIECE_BYTES) == 0;
}

static void compare_part(struct trace *trace, const struct part *part, bool all)
{
    const uint32_t end = part->first + part->count - (part->rest != 0);
    uint64_t       now[PIECE_WORDS];
    for (uint32_t k = part->first; k < end; k++) {
        while (!all && k + PIECES_AT_ONCE <= end && unchanged(trace, k))
            k += PIECES_AT_ONCE;
        if (k == end)
            break;
        memcpy(now, trace->live[k], sizeof now);
        compare_words(trace, k, now, all);
    }
    if (part->rest)
        compare_rest(trace, end, part->rest, all);
}

/* A word of a set of `count`, those that are none left out. */
static inline uint64_t members(const uint64_t *set, unsigned w, unsigned count)
{
    return set[w] & (count - w * 64 >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count % 64) - 1);
}

#define EACH_PART(watched, count, sets, COMPARE)                                                                       \
    for (unsigned w = 0; w * 64 < (count); w++) {                                                                      \
        const uint64_t wires = members((sets)->wires, w, count), registers = members((sets)->registers, w, count);     \
        for (uint64_t left = wires | registers; left; left &= left - 1) {                                              \
            const uint64_t        bit = left & -left;                                                                  \
            const struct watched *one = &(watched)[w * 64 + (unsigned)__builtin_ctzll(left)];                          \
            if (wires & bit)                                                                                           \
                COMPARE(&one->wires);                                                                                  \
            if (registers & bit)                                                                                       \
                COMPARE(&one->registers);                                                                              \
        }                                                                                                              \
    }

static void sample_any(struct trace *trace, const struct watched *watched, unsigned count,
                       const struct trace_changed *sets, bool all)
{
#define COMPARE_ANY(part) compare_part(trace, part, all)
    EACH_PART(watched, count, sets, COMPARE_ANY)
}

#ifdef WIDE_PIECES
/* Where the pieces lie, what was sampled, which bytes count. */
struct wide {
    const unsigned char *const *live;
    __m256i                    *last;
    const __m256i              *mask;
};

__attribute__((target("avx2"))) static inline void compare_wide(struct trace *trace, const struct wide *wide,
                                                                const struct part *part)
{
    const unsigned char *const *live = wide->live + part->first, *const *const end = live + part->count;
    __m256i       *last = wide->last + part->first;
    const __m256i *mask = wide->mask + part->first;
    if (!part->plain) {
        compare_part(trace, part, false);
        return;
    }
    for (; live < end; live++, last++, mask++) {
        const __m256i now = _mm256_loadu_si256((const __m256i *)*live),
                      changed = _mm256_xor_si256(now, _mm256_loadu_si256(last));
        if (__builtin_expect(_mm256_testz_si256(changed, _mm256_loadu_si256(mask)), 1))
            continue;
        struct record *record = ring_place(&trace->ring);
        record->what = (uint64_t)(live - wide->live);
        _mm256_storeu_si256((__m256i *)record->word, now);
        _mm256_storeu_si256(last, now);
        ring_put_placed(&trace->ring);
    }
}

__attribute__((target("avx2"))) static void sample_wide(struct trace *trace, const struct watched *watched,
                                                        unsigned count, const struct trace_changed *sets)
{
    const struct wide wide = {trace->live, (__m256i *)trace->last, (const __m256i *)trace->masks};
#define COMPARE_WIDE(part) compare_wide(trace, &wide, part)
    EACH_PART(watched, count, sets, COMPARE_WIDE)
}
#endif

void sample_sets(struct trace *trace, const struct watched *watched, unsigned count, const struct trace_changed *sets,
                 bool all)
{
#ifdef WIDE_PIECES
    if (!all && __builtin_cpu_supports("avx2")) {
        sample_wide(trace, watched, count, sets);
        return;
    }
#endif
    sample_any(trace, watched, count, sets, all);
}
