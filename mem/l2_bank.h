/* l2_bank.h - a bank of L2, without its lines: requests of all SIMDs for the lines of one channel, answered in order
 * (RV770 timing T21 to T25; 64 bytes a clock: table 1.4).
 *
 * A request is taken, looked up in the bank's line_cache in the next clock, and has the answer in the one after that:
 * one a clock.  One that was not taken there is looked up again, and the one behind it with it, so the order stays.  It
 * then waits `hit_clk` clocks, and until its line has come from the channel, and goes back when all before it have. */
#ifndef MEM_L2_BANK_H
#define MEM_L2_BANK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/memory_request.h"

enum { BANK_QUEUE = 128 }; /* GUESS: requests between look-up and answer, enough for one a clock at a hit's latency */

/* clang-format off */
#define L2_BANK_SIGNALS(S)                                                                             \
    S(EN,    bool,     take,        1, "a request is taken")                                           \
    S(IN,    uint64_t, take_line,  34, "its line, as a number among those of the channel")             \
    S(IN,    uint8_t,  take_simd,   5, "its SIMD")                                                     \
    S(IN,    uint16_t, take_id,    11, "its requester and its number there")                           \
    S(IN,    bool,     found,       1, "the look-up of the previous clock has a way")                  \
    S(IN,    uint16_t, found_way,   12, "which")                                                        \
    S(IN,    uint32_t, found_stamp, 32, "its stamp")                                                   \
    S(EN,    bool,     served,      1, "the link takes the first one's answer")                        \
    S(STRAP, uint8_t,  simds,       5, "SIMDs")                                                        \
    S(STRAP, uint16_t, hit_clk,    12, "clocks from the look-up's answer to that of the bank")         \
    S(STRAP, uint8_t,  step,        4, "lines of a stretch in one channel, logarithm")                 \
    S(STRAP, uint8_t,  bits,        3, "number of channels, logarithm")                                \
    S(OUT,   bool,     full,        1, "no request can be taken")                                      \
    S(OUT,   uint8_t,  last,        5, "SIMD whose request was taken last")                            \
    S(LIVE,  bool,     look,        1, "a request is to be looked up")                                 \
    S(OUT,   uint64_t, look_line,  34, "its line")                                                     \
    S(LIVE,  bool,     looked,      1, "one was looked up in the previous clock")                      \
    S(OUT,   uint64_t, looked_line, 34, "its line")                                                    \
    S(OUT,   bool,     due,         1, "the first one can be answered when its line is there")         \
    S(OUT,   uint8_t,  head_simd,   5, "its SIMD")                                                     \
    S(OUT,   uint16_t, head_id,    11, "its requester and its number there")                           \
    S(OUT,   uint16_t, head_way,    12, "way of its line")                                              \
    S(OUT,   uint32_t, head_stamp, 32, "stamp of its look-up; 0: there is none")                       \
    S(REG,   uint8_t,  look_simd,   5, "to be looked up: SIMD")                                        \
    S(REG,   uint16_t, look_id,    11, "to be looked up: requester and number")                        \
    S(REG,   uint8_t,  looked_simd, 5, "looked up: SIMD")                                              \
    S(REG,   uint16_t, looked_id,  11, "looked up: requester and number")                              \
    S(BUSY,  uint8_t,  queued,      8, "requests that have a way")                                     \
    S(REG,   uint8_t,  first,       7, "row of the first of them")                                     \
    S(DOWN,  uint32_t, clock,      32, "their time (due.h)")                                           \
    S(DOWN,  uint16_t, wait,       16, "clocks until the first one can be answered")                   \
    S(STAT,  uint32_t, answers,    32, "lines sent")                                                   \
    S(MEM,   uint8_t,  simd,        5, "requests: SIMD", BANK_QUEUE)                                   \
    S(MEM,   uint16_t, id,         11, "requests: requester and number", BANK_QUEUE)                   \
    S(MEM,   uint16_t, way,         12, "requests: way of the line", BANK_QUEUE)                        \
    S(MEM,   uint32_t, stamp,      32, "requests: stamp of the look-up", BANK_QUEUE)                   \
    S(MEM,   uint32_t, ready,      32, "requests: when they can be answered", BANK_QUEUE)
/* clang-format on */

RTL_STRUCT(l2_bank, L2_BANK_SIGNALS);

RTL_RESET(l2_bank, ZERO);
void l2_bank_eval(const struct l2_bank_in *in, const struct l2_bank_reg *q, struct l2_bank_reg *d,
                  const struct l2_bank *bank);
bool l2_bank_commit(struct l2_bank *bank);

/* What is found for a look-up is written to a row, without an event; but for that rows have no clocks. */
static inline uint64_t l2_bank_rows_rest(const struct l2_bank *bank)
{
    return bank->q.looked ? 0 : UINT64_MAX;
}
static inline void l2_bank_rows_tick(struct l2_bank *bank, uint64_t edges)
{
    (void)bank, (void)edges;
}

RTL_LIFE(l2_bank, SELF_BY_EVENTS, KEEPS, COUNTS);

/* Whether the look-up of the previous clock, of which a line_cache has `taken` so many, is done again before the next.
 */
static inline bool l2_bank_again(const struct l2_bank *bank, unsigned taken)
{
    return bank->q.looked && !(taken & 1);
}

#endif
