/* memory_request.h - requests of a SIMD to the memory behind it, and how addresses are dealt out to the channels
 * (RV770 timing M1, M2, M7). */
#ifndef MEM_MEMORY_REQUEST_H
#define MEM_MEMORY_REQUEST_H

#include <stdint.h>

#include "mem/line.h"

/* A line by way of L2; a line as it is in memory; 32 bytes to memory.  Each has an answer: a line, or that the bytes
 * have been written. */
enum memory_kind { MEMORY_LINE, MEMORY_DIRECT, MEMORY_WRITE };

/* Requesters of a SIMD. */
enum memory_client { CLIENT_TEXTURE, CLIENT_VERTEX, CLIENT_EXPORT, CLIENT_READ, MEMORY_CLIENTS };

enum {
    SECTOR_BYTES = 32,   /* of a write (M7) */
    MEMORY_OWN_BITS = 9, /* of an id: what the client calls it, a way of its cache, say; above them the client */
    MEMORY_ID_BITS = MEMORY_OWN_BITS + 2,
    MEMORY_OF_CLIENT = 64, /* requests of reads, and of writes, that may be without an answer; of a cache: its misses */
    MEMORY_CHANNELS = 16
};

typedef struct {
    uint8_t byte[SECTOR_BYTES];
} sector_t;

static inline uint16_t memory_id(enum memory_client client, unsigned own)
{
    return (uint16_t)((unsigned)client << MEMORY_OWN_BITS | own);
}
static inline enum memory_client memory_client_of(unsigned id)
{
    return (enum memory_client)(id >> MEMORY_OWN_BITS);
}
static inline uint16_t memory_own_of(unsigned id)
{
    return (uint16_t)(id & ((1u << MEMORY_OWN_BITS) - 1));
}

/* Stretches of 2^step lines go to the 2^bits channels in turn.  A line's channel, its number among the lines of that
 * channel, and back. */
static inline unsigned memory_channel_of(uint64_t line, unsigned step, unsigned bits)
{
    return (unsigned)(line >> step) & ((1u << bits) - 1);
}
static inline uint64_t memory_line_in_channel(uint64_t line, unsigned step, unsigned bits)
{
    return line >> (step + bits) << step | (line & ((UINT64_C(1) << step) - 1));
}
static inline uint64_t memory_line_of(uint64_t in_channel, unsigned channel, unsigned step, unsigned bits)
{
    return in_channel >> step << (step + bits) | (uint64_t)channel << step | (in_channel & ((UINT64_C(1) << step) - 1));
}

#endif
