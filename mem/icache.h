/* icache.h - an instruction cache: one per clause type and SIMD (ISA 2.4; RV770 timing S14, S15).
 *
 * One look-up a clock; the answer is registered, one clock later.  A miss takes one of MISSES trackers, waits
 * `miss_clk` clocks for memory and fills the least recently used way of the set; `fill_*` then announces the line, and
 * a requester that waits for it looks it up again.  The tracker goes on with the next lines of the program, `lines` in
 * all, that are not there, one a clock.  A miss that finds no free tracker is refused, and so is a look-up of a line
 * that arrives, or is replaced, at the edge that answers.  Size, ways and latencies are straps. */
#ifndef MEM_ICACHE_H
#define MEM_ICACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/instruction_line.h"
#include "kit/rtl.h"

enum {
    ICACHE_LINES = 1024, /* largest size: 64 KB of 64-byte lines */
    ICACHE_LINE_WORDS = INSTRUCTION_LINE_WORDS,
    ICACHE_LINE_DWORDS = 2 * ICACHE_LINE_WORDS,
    ICACHE_MISSES = 15 /* trackers; how many a miss can take is a strap */
};

typedef struct {
    uint64_t word[ICACHE_LINE_WORDS];
} icache_line_t;
typedef struct {
    uint32_t entry[ICACHE_MISSES];
} icache_miss_t;

/* The instruction memory behind the cache: dwords from the program's base, reads beyond `count` give 0. */
struct instruction_memory {
    const uint32_t *dwords;
    unsigned        count;
};

static inline uint32_t instruction_memory_lines(const struct instruction_memory *memory)
{
    return (memory->count + ICACHE_LINE_DWORDS - 1) / ICACHE_LINE_DWORDS;
}

/* clang-format off */
#define ICACHE_SIGNALS(S)                                                                              \
    S(EN,    bool,                      look,       1, "a look-up is requested")                       \
    S(IN,    uint32_t,                  look_line, 20, "its line: 64-bit word address / 8")            \
    S(IN,    uint8_t,                   look_id,    4, "the requester")                                \
    S(IN,    uint32_t,                  program_lines, 21, "lines of the program")                     \
    S(FAR,   struct instruction_memory, memory,    32, "the program")                                  \
    S(STRAP, uint16_t,                  sets,      11, "number of sets, a power of two")               \
    S(STRAP, uint16_t,                  ways,      11, "ways of a set")                                \
    S(STRAP, uint16_t,                  miss_clk,  16, "clocks from miss to fill")                     \
    S(STRAP, uint8_t,                   misses,     4, "trackers that misses can take")                \
    S(STRAP, uint8_t,                   lines,      4, "lines that a miss brings")                     \
    S(STROBE,  bool,                      answer,     1, "the look-up of the previous clock is answered") \
    S(OUT,   bool,                      hit,        1, "its line is in the cache")                     \
    S(STROBE,   bool,                      refused,    1, "it is not, and nothing was started: ask again") \
    S(OUT,   uint8_t,                   answer_id,  4, "its requester")                                \
    S(OUT,   uint16_t,                  way,       10, "hit: where the line lies")                     \
    S(STROBE,  bool,                      fill,       1, "a line has arrived from memory")               \
    S(OUT,   uint32_t,                  fill_line, 20, "which line")                                   \
    S(OUT,   uint16_t,                  fill_way,  10, "where it was put")                             \
    S(LIVE,  uint8_t,                   missing,    4, "misses under way")                             \
    S(REG,   uint16_t,                  touched,   10, "way used by the look-up")                      \
    S(REG,   uint32_t,                  use_clock, 32, "look-ups so far, the age that replacement compares") \
    S(STAT,  uint32_t,                  hits,      32, "look-ups that hit")                            \
    S(STAT,  uint32_t,                  misses,    32, "look-ups that missed")                         \
    S(REG,   icache_miss_t,             miss_line, 32, "per tracker: line + 1, or 0 when free")        \
    S(REG,   icache_miss_t,             miss_more, 32, "per tracker: lines that it brings behind this one") \
    S(DOWN,  icache_miss_t,             miss_wait, 32, "per tracker: clocks left")                     \
    S(MEM,   uint32_t,                  tag,       32, "line + 1, or 0 when empty", ICACHE_LINES)      \
    S(MEM,   uint32_t,                  used,      32, "use_clock of the last look-up", ICACHE_LINES)  \
    S(MEM,   icache_line_t,             data,      64, "the instruction words", ICACHE_LINES)
/* clang-format on */

RTL_STRUCT(icache, ICACHE_SIGNALS);

RTL_RESET(icache, ZERO);
void icache_eval(const struct icache_in *in, const struct icache_reg *q, struct icache_reg *d,
                 const struct icache *cache);
/* It has a line, and waits for none. */
bool icache_holds(const struct icache *cache, uint32_t line);
/* After a reset: has the lines of another one. */
void icache_inherit(struct icache *cache, const struct icache *from);
/* The words of a line of the program go into a way. */
void icache_fill_data(struct icache *cache, unsigned way, uint32_t line);
/* The clock edge: the look-up marks its way as used, a fill writes its line.  True when an output changes. */
bool icache_commit(struct icache *cache);

RTL_LIFE(icache, SELF_BY_EVENTS, KEEPS, STORES_STEADY);

#endif
