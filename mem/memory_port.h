/* memory_port.h - where a SIMD's requests leave it: one a clock, its clients in turn.
 *
 * No client has more requests without an answer than its misses, or MEMORY_OF_CLIENT, so there is always room behind
 * the port, and none outside has to acknowledge one.  Answers go to the clients without it. */
#ifndef MEM_MEMORY_PORT_H
#define MEM_MEMORY_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/memory_request.h"

enum { PORT_SECTORS = 2 }; /* the one that is sent, and the one that is taken meanwhile */

/* clang-format off */
#define MEMORY_PORT_SIGNALS(S)                                                                         \
    S(EN,    bool,     take,       1, "a client's request is taken")                                   \
    S(IN,    uint64_t, line,      34, "its line: byte address / 64")                                   \
    S(IN,    uint16_t, id,        11, "requester and number")                                          \
    S(IN,    uint8_t,  kind,       2, "enum memory_kind")                                              \
    S(IN,    uint8_t,  half,       1, "write: which 32 bytes of the line")                             \
    S(IN,    uint32_t, mask,      32, "write: bytes that are written, a bit each")                     \
    S(BUS,   sector_t, sector,     8, "write: the bytes")                                              \
    S(LIVE,  bool,     ask,        1, "a request is sent")                                             \
    S(OUT,   uint64_t, ask_line,  34, "its line")                                                      \
    S(OUT,   uint16_t, ask_id,    11, "requester and number")                                          \
    S(OUT,   uint8_t,  ask_kind,   2, "enum memory_kind")                                              \
    S(OUT,   uint8_t,  ask_half,   1, "write: which 32 bytes")                                         \
    S(OUT,   uint32_t, ask_mask,  32, "write: bytes")                                                  \
    S(OUT,   uint8_t,  ask_row,    1, "write: row of the bytes")                                       \
    S(OUT,   uint8_t,  last,       2, "the client whose request was taken last")                       \
    S(STAT,  uint32_t, reads,     32, "lines asked of the memory")                                     \
    S(STAT,  uint32_t, writes,    32, "writes sent to it")                                             \
    S(MEM,   sector_t, sectors,    8, "bytes of writes", PORT_SECTORS)
/* clang-format on */

RTL_STRUCT(memory_port, MEMORY_PORT_SIGNALS);

RTL_RESET(memory_port, ZERO);
void memory_port_eval(const struct memory_port_in *in, const struct memory_port_reg *q, struct memory_port_reg *d);
void memory_port_capture(struct memory_port *port);

RTL_LIFE(memory_port, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

/* Of the clients that ask, a bit each, the next one after the last, its number + 1, or 0. */
static inline uint8_t memory_port_turn(const struct memory_port *port, unsigned asking)
{
    for (unsigned n = 1; asking && n <= MEMORY_CLIENTS; n++) {
        const unsigned client = (port->q.last + n) % MEMORY_CLIENTS;
        if (asking >> client & 1)
            return (uint8_t)(client + 1);
    }
    return 0;
}

#endif
