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

static void compare_part(struct trace *trace, uint32_t first, uint32_t behind, uint8_t rest, bool all)
{
    const uint32_t end = behind - (rest != 0);
    uint64_t       now[PIECE_WORDS];
    for (uint32_t k = first; k < end; k++) {
        while (!all && k + PIECES_AT_ONCE <= end && unchanged(trace, k))
            k += PIECES_AT_ONCE;
        if (k == end)
            break;
        memcpy(now, trace->live[k], sizeof now);
        compare_words(trace, k, now, all);
    }
    if (rest)
        compare_rest(trace, end, rest, all);
}

static void compare_instance(struct trace *trace, const struct watched *one, bool wires, bool registers, bool all)
{
    if (wires)
        compare_part(trace, one->first, one->wires, one->wires_rest, all);
    if (registers)
        compare_part(trace, one->wires, one->end, one->registers_rest, all);
}

/* A word of a set of `count`, those that are none left out. */
static inline uint64_t members(const uint64_t *set, unsigned w, unsigned count)
{
    return set[w] & (count - w * 64 >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count % 64) - 1);
}

static void sample_any(struct trace *trace, const struct watched *watched, unsigned count,
                       const struct trace_changed *sets, bool all)
{
    for (unsigned w = 0; w * 64 < count; w++) {
        const uint64_t wires = members(sets->wires, w, count), registers = members(sets->registers, w, count);
        for (uint64_t left = wires | registers; left; left &= left - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(left);
            compare_instance(trace, &watched[w * 64 + bit], wires >> bit & 1, registers >> bit & 1, all);
        }
    }
}

#ifdef WIDE_PIECES
/* Wires and registers lie one behind the other. */
__attribute__((target("avx2"))) static void sample_wide(struct trace *trace, const struct watched *watched,
                                                        unsigned count, const struct trace_changed *sets)
{
    const unsigned char *const *const live = trace->live;
    const __m256i *const              mask = (const __m256i *)trace->masks;
    __m256i *const                    last = (__m256i *)trace->last;
    for (unsigned w = 0; w * 64 < count; w++, watched += 64) {
        const uint64_t wires = members(sets->wires, w, count), registers = members(sets->registers, w, count);
        for (uint64_t left = wires | registers; left; left &= left - 1) {
            const unsigned        bit = (unsigned)__builtin_ctzll(left);
            const struct watched *one = &watched[bit];
            if (!one->plain) {
                compare_instance(trace, one, wires >> bit & 1, registers >> bit & 1, false);
                continue;
            }
            const size_t end = registers >> bit & 1 ? one->end : one->wires;
            for (size_t k = wires >> bit & 1 ? one->first : one->wires; k < end; k++) {
                const __m256i now = _mm256_loadu_si256((const __m256i *)live[k]),
                              changed = _mm256_xor_si256(now, _mm256_loadu_si256(last + k));
                if (__builtin_expect(_mm256_testz_si256(changed, _mm256_loadu_si256(mask + k)), 1))
                    continue;
                struct record *record = ring_place(&trace->ring);
                record->what = k;
                _mm256_storeu_si256((__m256i *)record->word, now);
                _mm256_storeu_si256(last + k, now);
                ring_put_placed(&trace->ring);
            }
        }
    }
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
