/* icache.h - an instruction cache: one per clause type and SIMD (ISA 2.4; RV770 timing S14, S15).
 *
 * One look-up a clock; the answer is registered, one clock later.  A miss takes one of MISSES trackers, waits
 * `miss_clk` clocks for memory and fills the least recently used way of the set; `fill_*` then announces the line, and
 * whoever waits for it looks it up again.  A miss that finds no free tracker is refused, and so is a look-up of a line
 * that arrives, or is replaced, at the edge that answers.  Size, ways and latencies are straps. */
#ifndef MEM_ICACHE_H
#define MEM_ICACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/instruction_line.h"
#include "kit/rtl.h"

enum {
    ICACHE_LINES = 1024, /* largest size: 64 KB of 64-byte lines */
    ICACHE_LINE_WORDS = INSTRUCTION_LINE_WORDS,
    ICACHE_LINE_DWORDS = 2 * ICACHE_LINE_WORDS,
    ICACHE_MISSES = 8 /* trackers.  GUESS: no source says how many misses can be under way */
};

typedef struct {
    uint64_t word[ICACHE_LINE_WORDS];
} icache_line_t;
typedef struct {
    uint32_t entry[ICACHE_MISSES];
} icache_miss_t;

/* clang-format off */
#define ICACHE_SIGNALS(IN, OUT, REG)                                                                    \
    IN (bool,          look,       1, "a look-up is asked for")                                         \
    IN (uint32_t,      look_line, 20, "its line: 64-bit word address / 8")                              \
    IN (uint8_t,       look_id,    4, "who asks")                                                       \
    IN (uint16_t,      sets,      11, "strap: number of sets, a power of two")                          \
    IN (uint16_t,      ways,      11, "strap: ways of a set")                                           \
    IN (uint16_t,      miss_clk,  16, "strap: clocks from miss to fill")                                \
    OUT(bool,          answer,     1, "the look-up of the previous clock is answered")                  \
    OUT(bool,          hit,        1, "its line is in the cache")                                       \
    OUT(bool,          refused,    1, "it is not, and nothing was started: ask again")                  \
    OUT(uint8_t,       answer_id,  4, "who asked")                                                      \
    OUT(uint16_t,      way,       10, "hit: where the line lies")                                       \
    OUT(bool,          fill,       1, "a line has arrived from memory")                                 \
    OUT(uint32_t,      fill_line, 20, "which line")                                                     \
    OUT(uint16_t,      fill_way,  10, "where it was put")                                               \
    OUT(uint8_t,       missing,    4, "misses under way")                                               \
    REG(uint16_t,      touched,   10, "way used by the look-up")                                        \
    REG(uint32_t,      use_clock, 32, "look-ups so far, the age that replacement compares")             \
    REG(uint32_t,      hits,      32, "look-ups that hit, since reset")                                 \
    REG(uint32_t,      misses,    32, "look-ups that missed, since reset")                              \
    REG(icache_miss_t, miss_line, 32, "per tracker: line + 1, or 0 when free")                          \
    REG(icache_miss_t, miss_wait, 32, "per tracker: clocks left")

#define ICACHE_MEMORIES(MEM)                                                                            \
    MEM(uint32_t,      tag,  ICACHE_LINES, 32, "line + 1, or 0 when empty")                             \
    MEM(uint32_t,      used, ICACHE_LINES, 32, "use_clock of the last look-up")                         \
    MEM(icache_line_t, data, ICACHE_LINES, 64, "the instruction words")
/* clang-format on */

RTL_STRUCT_MEM(icache, ICACHE_SIGNALS, ICACHE_MEMORIES);

extern const struct rtl_module icache_rtl;

/* The instruction memory behind the cache: dwords from the program's base, reads beyond `count` give 0. */
struct instruction_memory {
    const uint32_t *dwords;
    unsigned        count;
};

void icache_reset(struct icache *cache);
void icache_eval(const struct icache_in *in, const struct icache_reg *q, struct icache_reg *d,
                 const struct icache *cache);
/* The clock edge: the look-up marks its way as used, a fill writes its line. */
void icache_commit(struct icache *cache, const struct instruction_memory *memory);

#endif
