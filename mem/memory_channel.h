/* memory_channel.h - a channel of the memory: lines of its addresses for its bank of L2, and what SIMDs read or write
 * beside L2 (RV770 timing M1 to M3, M7).
 *
 * Requests are taken one a clock, of the bank and of the links in turn, while there is room; they are done in order,
 * `latency_clk` clocks after they were taken, at most one in line_clk / 16 clocks.  What is done reads or writes memory
 * in that moment: later requests see it.  A line for L2 goes there at once; anything else waits for its link. */
#ifndef MEM_MEMORY_CHANNEL_H
#define MEM_MEMORY_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/gpu_memory.h"
#include "mem/memory_request.h"

enum { CHANNEL_REQUESTS = 128 };

/* The memory behind all channels, each of which touches addresses of its own. */
struct memory_store {
    struct gpu_memory *memory;
};

/* clang-format off */
#define MEMORY_CHANNEL_SIGNALS(S)                                                                      \
    S(EN,    bool,                take,       1, "a request is taken")                                 \
    S(IN,    uint64_t,            line,      34, "its line")                                           \
    S(IN,    uint8_t,             from,       5, "its SIMD, or behind the last one the bank of L2")    \
    S(IN,    uint16_t,            id,        12, "requester and number; of L2: the way")               \
    S(IN,    uint8_t,             kind,       2, "enum memory_kind")                                   \
    S(IN,    uint8_t,             half,       1, "write: which 32 bytes")                              \
    S(IN,    uint32_t,            mask,      32, "write: bytes that are written, a bit each")          \
    S(BUS,   sector_t,            sector,     8, "write: the bytes")                                   \
    S(EN,    bool,                served,     1, "the requester takes the answer")                     \
    S(FAR,   struct memory_store, memory,     8, "the memory")                                         \
    S(STRAP, uint8_t,             simds,      5, "SIMDs")                                              \
    S(STRAP, uint16_t,            latency_clk, 12, "clocks from taking to the answer")                 \
    S(STRAP, uint16_t,            line_clk,  10, "sixteenths of a clock from line to line")            \
    S(STRAP, uint8_t,             room,       8, "requests under way")                                 \
    S(OUT,   bool,                full,       1, "no request can be taken")                            \
    S(OUT,   uint8_t,             last,       5, "from whom the last one was taken")                   \
    S(OUT,   bool,                due,        1, "the first one has been done")                        \
    S(OUT,   uint8_t,             head_from,  5, "its SIMD, or L2")                                    \
    S(OUT,   uint16_t,            head_id,   12, "requester and number")                               \
    S(BUSY,  uint8_t,             queued,     8, "requests under way")                                 \
    S(REG,   uint8_t,             first,      7, "row of the first of them")                           \
    S(DOWN,  uint32_t,            clock,     32, "their time (due.h)")                                 \
    S(DOWN,  uint16_t,            wait,      16, "clocks until the first one is done")                 \
    S(REG,   uint32_t,            last_due,  32, "when the last one is done")                          \
    S(REG,   uint8_t,             part,       4, "and so many sixteenths of a clock later")            \
    S(STAT,  uint32_t,            lines,     32, "lines of 64 bytes read")                             \
    S(STAT,  uint32_t,            writes,    32, "writes of up to 32 bytes")                           \
    S(MEM,   uint64_t,            r_line,    34, "requests: line", CHANNEL_REQUESTS)                   \
    S(MEM,   uint8_t,             r_from,     5, "requests: the requester", CHANNEL_REQUESTS)          \
    S(MEM,   uint16_t,            r_id,      12, "requests: for what", CHANNEL_REQUESTS)               \
    S(MEM,   uint8_t,             r_kind,     2, "requests: enum memory_kind", CHANNEL_REQUESTS)       \
    S(MEM,   uint8_t,             r_half,     1, "writes: which 32 bytes", CHANNEL_REQUESTS)           \
    S(MEM,   uint32_t,            r_mask,    32, "writes: bytes that are written", CHANNEL_REQUESTS)   \
    S(MEM,   sector_t,            r_sector,   8, "writes: the bytes", CHANNEL_REQUESTS)                \
    S(MEM,   uint32_t,            r_due,     32, "requests: when they are done", CHANNEL_REQUESTS)     \
    S(MEM,   line_data_t,         data,       8, "the first one's line", 1)
/* clang-format on */

RTL_STRUCT(memory_channel, MEMORY_CHANNEL_SIGNALS);

RTL_RESET(memory_channel, ZERO);
void memory_channel_eval(const struct memory_channel_in *in, const struct memory_channel_reg *q,
                         struct memory_channel_reg *d, const struct memory_channel *channel);
void memory_channel_capture(struct memory_channel *channel);
bool memory_channel_commit(struct memory_channel *channel);

RTL_LIFE(memory_channel, SELF_BY_EVENTS, TAKES_STEADY, STORES_STEADY);

/* The first request is its bank's. */
static inline bool memory_channel_is_for_l2(const struct memory_channel *channel)
{
    return channel->q.head_from == channel->in.simds;
}

#endif
