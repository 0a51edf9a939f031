/* line_cache.h - a read-only cache of memory lines: texture L1 and vertex cache of a SIMD, a bank of the chip's L2
 * (RV770 timing T16 to T25, V6; the order of tags and data: Igehy, Eldridge, Proudfoot 1998).
 *
 * Tags early, data late.  Up to LINE_LOOKS different lines are looked up in a clock; the answer, registered, says
 * which of them have a way.  A line that is not there gets the least recently used way of its set at once, and its data
 * come there later: a second look-up of it adds no request.  The unit that looks up keeps the ways in a queue in order
 * and reads them, by way and offset, when none of them is waited for any more (line_cache_has).  A hit behind a miss
 * waits for it because that queue is in order; the cache itself answers at once.
 *
 * Each clock with look-ups has a stamp.  A way that was looked up at or after the stamp `oldest`, of the oldest entry
 * of that queue, is not replaced, nor is one of the answer that stands now.  A look-up is not taken when all ways of
 * its set are held like that, or when `misses` lines are pending: repeat it.  So that none waits for ever, a unit
 * that holds ways and requests more must not hold all of a set: ways is at least the lines that one entry names.
 *
 * Requests for lines leave one a clock at most, in the order of their misses, and may come back in any order.
 * Invalidation empties the tags: ways that a reader has, or that are waited for, keep their data for him. */
#ifndef MEM_LINE_CACHE_H
#define MEM_LINE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/line.h"

/* Where lines were found last, which says only the tag to look at first: no state of the machine.  NULL: unknown.
 */
enum { LINE_HINTS = 1024 };
struct line_hints {
    uint16_t *way; /* of the set */
};

/* What a block in the module's place says for line_cache_found. */
struct line_found {
    bool        given;
    line_ways_t way;
};

/* clang-format off */
/* The rows, for each size: the type of a set of ways, bits of a way, of how many there are, and lines. */
#define LINE_CACHE_ROWS_OF(S, set_t, way_bits, size_bits, lines)                                       \
    S(EN,    uint8_t,        look,        4, "look-ups, a bit each: of different lines")               \
    S(IN,    line_numbers_t, look_line,  34, "their lines: byte address / 64")                         \
    S(IN,    uint32_t,       oldest,     32, "stamp of the oldest look-up that is still to be read; 0: none") \
    S(EN,    bool,           ask_taken,   1, "the request for a line has been taken")                  \
    S(EN,    bool,           fill,        1, "a line has come")                                        \
    S(IN,    uint16_t,       fill_way,    way_bits, "for which way")                                          \
    S(BUS,   line_data_t,    fill_data,   8, "its bytes")                                              \
    S(EN,    bool,           invalidate,  1, "no line is known any more")                              \
    S(FAR,   struct line_hints, hints,     64, "where lines were found last")                          \
    S(STRAP, uint16_t,       sets,       size_bits, "number of sets, a power of two")                         \
    S(STRAP, uint16_t,       ways,       size_bits, "ways of a set")                                          \
    S(STRAP, uint8_t,        misses,      8, "lines that can be waited for")                           \
    S(LIVE,  uint8_t,        answer,      4, "look-ups of the previous clock, a bit each")             \
    S(OUT,   uint8_t,        taken,       4, "those of them that have a way; the others ask again")    \
    S(OUT,   line_ways_t,    way,         way_bits, "which")                                                  \
    S(OUT,   uint32_t,       stamp,      32, "of these look-ups: clocks with look-ups so far")         \
    S(OUT,   bool,           ask,         1, "a line is requested")                                    \
    S(OUT,   uint64_t,       ask_line,   34, "which")                                                  \
    S(OUT,   uint16_t,       ask_way,     way_bits, "for which way")                                          \
    S(OUT,   uint8_t,        missing,     8, "lines that are waited for")                              \
    S(OUT,   set_t,          waiting,    64, "their ways, a bit each")                                 \
    S(REG,   uint8_t,        hit,         4, "of the look-ups that were taken: no line was requested") \
    S(REG,   uint8_t,        first,       7, "row of the requested line")                              \
    S(REG,   uint8_t,        asking,      8, "lines to be requested")                                  \
    S(STAT,  uint32_t,       hits,       32, "look-ups of lines that were there")                      \
    S(STAT,  uint32_t,       merged,     32, "look-ups of lines that were on their way")               \
    S(STAT,  uint32_t,       missed,     32, "look-ups that requested their line", "misses")           \
    S(STAT,  uint32_t,       refused,    32, "look-ups that had to be made again")                     \
    S(MEM,   uint64_t,       tag,        35, "line + 1, or 0 when empty", lines)            \
    S(MEM,   uint32_t,       used,       32, "stamp of the last look-up", lines)            \
    S(MEM,   line_data_t,    data,        8, "bytes", lines)                                \
    S(MEM,   uint64_t,       ask_lines,  34, "lines to be requested, in order", LINE_CACHE_MISSES)     \
    S(MEM,   uint16_t,       ask_ways,    way_bits, "their ways", LINE_CACHE_MISSES)
#define LINE_CACHE_SIGNALS(S)                                                                          \
    LINE_CACHE_ROWS_OF(S, line_set_t, 9, 10, LINE_CACHE_LINES)                                         \
    S(NOW,   line_ways_t,    found,      10, "the ways + 1 that the look-ups of this clock get; 0: none")
/* clang-format on */

RTL_STRUCT(line_cache, LINE_CACHE_SIGNALS);

RTL_RESET(line_cache, ZERO);
void line_cache_eval(const struct line_cache_in *in, const struct line_cache_reg *q, struct line_cache_reg *d,
                     const struct line_cache *cache);
/* First half of the edge: the bytes that have come; second half: tags and stamps.  True when an output changes. */
void line_cache_capture(struct line_cache *cache);
bool line_cache_commit(struct line_cache *cache);

RTL_LIFE(line_cache, SELF_BY_EVENTS, TAKES_STEADY, STORES_STEADY);

/* ---- for readers, and for wires with an answer in the same clock ------------------------------------------------- */

/* What becomes of look-ups. */
struct line_decision {
    uint8_t     taken, hit; /* a bit each */
    line_ways_t way;
};
void line_cache_decide(const struct line_cache *cache, const struct line_hints *hints, uint8_t look,
                       const line_numbers_t *lines, uint32_t oldest, struct line_decision *decision);

/* The output `found`: for units that need the ways in the clock of their look-ups. */
line_ways_t line_cache_found(const struct line_cache *cache, const struct line_hints *hints, uint8_t look,
                             const line_numbers_t *lines, uint32_t oldest);

/* As the wire `invalidate` does, by the host: the machine is to be touched then. */
void line_cache_forget(struct line_cache *cache);
/* After reset: the lines of another cache, without its pending ones. */
void line_cache_inherit(struct line_cache *cache, const struct line_cache *from);

/* Whether data are waited for at all.  The data of a way are there; of all ways of a set are. */
static inline bool line_cache_waits(const struct line_cache *cache)
{
    uint64_t waiting = 0;
    for (unsigned w = 0; w < LINE_CACHE_LINES / 64; w++)
        waiting |= cache->q.waiting.word[w];
    return waiting != 0;
}
static inline bool line_cache_has(const struct line_cache *cache, unsigned way)
{
    return !(cache->q.waiting.word[way / 64] >> way % 64 & 1);
}
static inline bool line_cache_has_all(const struct line_cache *cache, const line_set_t *ways)
{
    uint64_t waiting = 0;
    for (unsigned w = 0; w < LINE_CACHE_LINES / 64; w++)
        waiting |= cache->q.waiting.word[w] & ways->word[w];
    return !waiting;
}
/* Bytes of a way, from an offset on. */
static inline const uint8_t *line_cache_bytes(const struct line_cache *cache, unsigned way, unsigned offset)
{
    return &cache->data[way].byte[offset];
}

#endif
