/* kcache.h - the constant cache: lines of 16 x 128 bits, locked by an ALU clause while it runs
 * (ISA 3.3.1, 4.6.4.1, 10.1 KCACHE_*; RV770 timing C2, C4, C6).
 *
 * A clause requests its lines one at a time.  A hit locks the line and answers one clock later; a miss waits
 * `miss_clk` clocks in the requester's tracker, then fills the least recently used line that is not locked, locks
 * it and answers.  When every line is locked the tracker waits.  GUESS: a miss on a line that another tracker waits for
 * waits its whole latency too, because nothing is published about requests that meet.  Fully associative; size and
 * latency are straps. */
#ifndef MEM_KCACHE_H
#define MEM_KCACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/slots.h"
#include "kit/rtl.h"

enum {
    KCACHE_LINES = 192,      /* largest size: 48 KB of 256-byte lines */
    KCACHE_LINE_DWORDS = 64, /* 16 constants of four words */
    KCACHE_REQUESTERS = 12,  /* one tracker per ALU clause in flight */
    KCACHE_BANKS = 16,
    KCACHE_BUFFERS = 2 * KCACHE_BANKS /* the stage's, then the banks of ALT_CONST (ISA 4.6.4.6) */
};

typedef struct {
    uint32_t word[KCACHE_LINE_DWORDS];
} kcache_line_t;
typedef struct {
    uint32_t requester[KCACHE_REQUESTERS];
} kcache_tracker_t;

/* The constant buffers behind the cache; constants beyond `vectors` read 0. */
struct constant_memory {
    const uint32_t *words[KCACHE_BUFFERS];
    unsigned        vectors[KCACHE_BUFFERS];
};

/* clang-format off */
#define KCACHE_SIGNALS(S)                                                                              \
    S(EN,    bool,                   look,        1, "a clause requests a line")                       \
    S(IN,    uint8_t,                look_id,     4, "which clause")                                   \
    S(IN,    uint8_t,                look_bank,   5, "constant buffer; from 16 on those of ALT_CONST") \
    S(IN,    uint16_t,               look_line,  10, "line of 16 constants in the buffer")             \
    S(EN,    uint8_t,                unlock,      4, "lines that a finished clause gives back, a bit each") \
    S(IN,    kcache_ways_t,          unlock_way,  8, "where they lie")                                 \
    S(FAR,   struct constant_memory, memory,     32, "the constant buffers")                           \
    S(STRAP, uint8_t,                lines,       8, "lines in the cache")                             \
    S(STRAP, uint16_t,               miss_clk,   16, "clocks from miss to fill")                       \
    S(LIVE,  bool,                   answer,      1, "a line is locked")                               \
    S(OUT,   uint8_t,                answer_id,   4, "for which clause")                               \
    S(OUT,   uint8_t,                answer_way,  8, "where it lies")                                  \
    S(LIVE,  uint8_t,                missing,     4, "misses under way")                               \
    S(OUT,   uint8_t,                locked,      8, "lines that some clause holds")                   \
    S(REG,   bool,                   fill,        1, "the answered line came from memory at this edge") \
    S(REG,   uint16_t,               fill_tag,   15, "its bank and line")                              \
    S(REG,   uint32_t,               use_clock,  32, "answers so far, the age that replacement compares") \
    S(STAT,  uint32_t,               hits,       32, "lines that were there")                          \
    S(STAT,  uint32_t,               misses,     32, "look-ups that missed; each brings the line anew") \
    S(REG,   kcache_tracker_t,       miss_tag,   32, "per clause: bank and line + 1, or 0 when idle")  \
    S(DOWN,  kcache_tracker_t,       miss_wait,  32, "per clause: clocks left")                        \
    S(MEM,   uint16_t,               tag,        16, "bank and line + 1, or 0 when empty", KCACHE_LINES) \
    S(MEM,   uint8_t,                locks,       8, "clauses that hold the line", KCACHE_LINES)       \
    S(MEM,   uint32_t,               used,       32, "use_clock of the last answer", KCACHE_LINES)     \
    S(MEM,   kcache_line_t,          data,       32, "sixteen constants x y z w", KCACHE_LINES)
/* clang-format on */

RTL_STRUCT(kcache, KCACHE_SIGNALS);

RTL_RESET(kcache, ZERO);
void kcache_eval(const struct kcache_in *in, const struct kcache_reg *q, struct kcache_reg *d,
                 const struct kcache *cache);
/* After a reset: has the lines of another one, of which no clause holds any. */
void kcache_inherit(struct kcache *cache, const struct kcache *from);
/* The clock edge: lines are unlocked, locked, filled.  True when a line was. */
bool kcache_commit(struct kcache *cache);
/* The words of bank and line `tag`, as a fill puts them into a way. */
void kcache_fill_data(struct kcache *cache, unsigned way, unsigned tag, const struct constant_memory *memory);

RTL_LIFE(kcache, SELF_BY_EVENTS, KEEPS, STORES_STEADY);

#endif
