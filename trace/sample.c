/* sample.c - compares pieces of memory with what was sampled before, and hands on what differs. */
#include <string.h>

#include "trace/internal.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(WEKIVA_PORTABLE)
#define WIDE_PIECES 1
#include <immintrin.h>
#endif

/* ---- a piece ---------------------------------------------------------------------------------------------------- */

static void put_piece(struct trace *trace, struct piece *piece, const uint64_t *now)
{
    struct record *record = ring_place(&trace->ring);
    record->what = piece->number;
    memcpy(record->word, now, PIECE_BYTES);
    memcpy(piece->last, now, PIECE_BYTES);
    ring_put_placed(&trace->ring);
}

static void compare_words(struct trace *trace, struct piece *piece, const uint64_t *now, bool all)
{
    uint64_t different = all;
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        different |= (now[w] ^ piece->last[w]) & piece->mask[w];
    if (different)
        put_piece(trace, piece, now);
}

/* What may not be read whole. */
static void compare_rest(struct trace *trace, struct piece *piece, unsigned bytes, bool all)
{
    const unsigned char *from = piece->live;
    uint64_t             now[PIECE_WORDS] = {0};
    unsigned             byte = 0;
    for (; byte + WORD_BYTES <= bytes; byte += WORD_BYTES)
        memcpy(&now[byte / WORD_BYTES], from + byte, WORD_BYTES);
    for (; byte < bytes; byte++)
        now[byte / WORD_BYTES] |= (uint64_t)from[byte] << 8 * (byte % WORD_BYTES);
    compare_words(trace, piece, now, all);
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* Whether the pieces from this one on lie one behind the other, and are as they were. */
static bool unchanged(const struct piece *piece)
{
    if (piece[PIECES_AT_ONCE - 1].live != piece->live + (PIECES_AT_ONCE - 1) * PIECE_BYTES)
        return false;
    for (unsigned i = 0; i < PIECES_AT_ONCE; i++)
        if (memcmp(piece[i].live, piece[i].last, PIECE_BYTES) != 0)
            return false;
    return true;
}

static void compare_part(struct trace *trace, struct piece *piece, struct piece *behind, uint8_t rest, bool all)
{
    struct piece *const end = behind - (rest != 0);
    uint64_t            now[PIECE_WORDS];
    for (; piece < end; piece++) {
        while (!all && end - piece >= PIECES_AT_ONCE && unchanged(piece))
            piece += PIECES_AT_ONCE;
        if (piece == end)
            break;
        memcpy(now, piece->live, sizeof now);
        compare_words(trace, piece, now, all);
    }
    if (rest)
        compare_rest(trace, end, rest, all);
}

static void compare_instance(struct trace *trace, const struct watched *one, bool wires, bool registers, bool all)
{
    struct piece *const *const at = one->at;
    if (wires && at[FIRST_WIRES] < at[FIRST_REGISTERS])
        compare_part(trace, at[FIRST_WIRES], at[FIRST_REGISTERS], one->wires_rest, all);
    if (registers && at[FIRST_REGISTERS] < at[BEHIND_REGISTERS])
        compare_part(trace, at[FIRST_REGISTERS], at[BEHIND_REGISTERS], one->registers_rest, all);
}

/* A word of a set of `count`, bits beyond it cleared. */
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
__attribute__((target("avx2"), always_inline)) static inline void compare_wide(struct trace *trace, struct piece *piece,
                                                                               const struct piece *end)
{
    for (; piece < end; piece++) {
        const __m256i now = _mm256_loadu_si256((const __m256i *)piece->live),
                      changed = _mm256_xor_si256(now, _mm256_loadu_si256((const __m256i *)piece->last));
        if (__builtin_expect(_mm256_testz_si256(changed, _mm256_loadu_si256((const __m256i *)piece->mask)), 1))
            continue;
        struct record *record = ring_place(&trace->ring);
        record->what = piece->number;
        _mm256_storeu_si256((__m256i *)record->word, now);
        _mm256_storeu_si256((__m256i *)piece->last, now);
        ring_put_placed(&trace->ring);
    }
}

/* Wires and registers lie one behind the other. */
__attribute__((target("avx2"))) static void sample_wide(struct trace *trace, const struct watched *watched,
                                                        unsigned count, const struct trace_changed *sets)
{
    for (unsigned w = 0; w * 64 < count; w++, watched += 64) {
        const uint64_t wires = members(sets->wires, w, count), registers = members(sets->registers, w, count);
        for (uint64_t left = wires | registers; left; left &= left - 1) {
            const unsigned        bit = (unsigned)__builtin_ctzll(left);
            const struct watched *one = &watched[bit];
            const unsigned        has_wires = wires >> bit & 1, has_registers = registers >> bit & 1;
            if (one->plain)
                compare_wide(trace, one->at[!has_wires], one->at[FIRST_REGISTERS + has_registers]);
            else
                compare_instance(trace, one, has_wires, has_registers, false);
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
