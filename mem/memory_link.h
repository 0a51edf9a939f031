/* memory_link.h - the way between a SIMD and the channels, both directions of the crossbar (RV770 timing T24; P: US
 * 8,195,882).
 *
 * A request travels `request_clk` clocks, then stands before the bank of its line, or the channel of its write, until
 * that takes it; those behind it wait.  Answers of banks and channels, one a clock, travel `return_clk` clocks to the
 * SIMD, which always takes them. */
#ifndef MEM_MEMORY_LINK_H
#define MEM_MEMORY_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/memory_request.h"

enum {
    LINK_REQUESTS = 2 * (LINE_CACHE_MISSES + MEMORY_OF_CLIENT),
    LINK_REPLIES = 128 /* as many as travel at once */
};

/* clang-format off */
#define MEMORY_LINK_SIGNALS(S)                                                                         \
    S(EN,    bool,        ask,          1, "the SIMD sends a request")                                 \
    S(IN,    uint64_t,    ask_line,    34, "its line")                                                 \
    S(IN,    uint16_t,    ask_id,      11, "requester and number")                                     \
    S(IN,    uint8_t,     ask_kind,     2, "enum memory_kind")                                         \
    S(IN,    uint8_t,     ask_half,     1, "write: which 32 bytes of the line")                        \
    S(IN,    uint32_t,    ask_mask,    32, "write: bytes that are written, a bit each")                \
    S(BUS,   sector_t,    ask_sector,   8, "write: the bytes")                                         \
    S(EN,    bool,        taken,        1, "a bank or a channel takes the request that has arrived")   \
    S(EN,    bool,        answer,       1, "a bank or a channel answers")                              \
    S(IN,    uint8_t,     answer_from,  5, "which: banks, then channels")                              \
    S(IN,    uint16_t,    answer_id,   11, "whose request")                                            \
    S(BUS,   line_data_t, answer_data,  8, "the line")                                                 \
    S(STRAP, uint16_t,    request_clk,  9, "clocks of a request's way")                                \
    S(STRAP, uint8_t,     return_clk,   7, "clocks of an answer's way")                                \
    S(STRAP, uint16_t,    places,       9, "requests for which there is room")                         \
    S(STRAP, uint8_t,     step,         4, "lines of a stretch in one channel, logarithm")             \
    S(STRAP, uint8_t,     bits,         3, "number of channels, logarithm")                            \
    S(OUT,   bool,        head,         1, "a request has arrived")                                    \
    S(OUT,   uint64_t,    head_line,   34, "its line")                                                 \
    S(OUT,   uint16_t,    head_id,     11, "requester and number")                                     \
    S(OUT,   uint8_t,     head_kind,    2, "enum memory_kind")                                         \
    S(OUT,   uint8_t,     head_half,    1, "write: which 32 bytes of the line")                        \
    S(OUT,   uint32_t,    head_mask,   32, "write: bytes that are written, a bit each")                \
    S(OUT,   uint16_t,    head_row,     9, "its row")                                                  \
    S(OUT,   uint8_t,     last_from,    5, "bank or channel that answered last")                       \
    S(LIVE,  bool,        reply,        1, "an answer reaches the SIMD")                               \
    S(OUT,   uint16_t,    reply_id,    11, "whose request")                                            \
    S(OUT,   uint8_t,     reply_row,    7, "row of its line")                                          \
    S(BUSY,  uint16_t,    requests,     9, "requests on their way, and before a bank")                 \
    S(DOWN,  uint32_t,    clock,       32, "their time (due.h)")                                       \
    S(DOWN,  uint16_t,    wait,        16, "clocks until the first one has arrived")                   \
    S(BUSY,  uint8_t,     replies,      8, "answers on their way")                                     \
    S(REG,   uint8_t,     reply_next,   7, "row of the first of them")                                 \
    S(DOWN,  uint32_t,    reply_clock, 32, "their time")                                               \
    S(DOWN,  uint16_t,    reply_wait,  16, "clocks until the first one arrives")                       \
    S(MEM,   uint64_t,    line,        34, "requests: line", LINK_REQUESTS)                            \
    S(MEM,   uint16_t,    id,          11, "requests: requester and number", LINK_REQUESTS)            \
    S(MEM,   uint8_t,     kind,         2, "requests: enum memory_kind", LINK_REQUESTS)                \
    S(MEM,   uint8_t,     half,         1, "writes: which 32 bytes", LINK_REQUESTS)                    \
    S(MEM,   uint32_t,    mask,        32, "writes: bytes that are written", LINK_REQUESTS)            \
    S(MEM,   sector_t,    sector,       8, "writes: the bytes", LINK_REQUESTS)                         \
    S(MEM,   uint32_t,    due,         32, "requests: when they have arrived", LINK_REQUESTS)          \
    S(MEM,   uint16_t,    back_id,     11, "answers: whose request", LINK_REPLIES)                     \
    S(MEM,   line_data_t, back,         8, "answers: the line", LINK_REPLIES)                          \
    S(MEM,   uint32_t,    back_due,    32, "answers: when they arrive", LINK_REPLIES)
/* clang-format on */

RTL_STRUCT(memory_link, MEMORY_LINK_SIGNALS);

RTL_RESET(memory_link, ZERO);
void memory_link_eval(const struct memory_link_in *in, const struct memory_link_reg *q, struct memory_link_reg *d,
                      const struct memory_link *link);
void memory_link_capture(struct memory_link *link);
bool memory_link_commit(struct memory_link *link);

RTL_LIFE(memory_link, SELF_BY_EVENTS, TAKES_STEADY, STORES_STEADY);

/* The channel of the request that has arrived. */
static inline unsigned memory_link_channel(const struct memory_link *link)
{
    return memory_channel_of(link->q.head_line, link->in.step, link->in.bits);
}

#endif
