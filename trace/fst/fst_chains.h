/* fst_chains.h - the changes of a block of a .fst file, chained by signal: each has its time, counted in times of the
 * block from the change before, and its value.
 *
 * Signals are told by index, in any order.  A chain is a list of segments, each twice as long as the one before; all
 * lie in chunks, which the next block uses again. */
#ifndef TRACE_FST_CHAINS_H
#define TRACE_FST_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "trace/fst/fst_bytes.h"

/* Bytes of a change at most: the time and 64 bits, or 64 letters. */
enum { FST_CHANGE_BYTES = FST_VARINT_BYTES + 8, FST_LETTERS_BYTES = FST_VARINT_BYTES + 64 };

struct fst_segment {
    struct fst_segment *next;
    size_t              used; /* of all but a chain's last one */
    uint8_t             bytes[];
};

/* As large as a variable of a trace, so that one index serves both. */
struct fst_chain {
    uint8_t            *at, *last; /* of its last segment: the next byte, and the last one at which a change fits */
    struct fst_segment *segment;   /* the last one, or NULL */
    uint32_t            time;      /* of the last change */
    uint8_t             bytes;     /* of a value; of one bit 0 */
    uint8_t             up;        /* its bits are the highest of 64 when moved up by so many */
};

struct fst_chunk;
struct fst_chains {
    struct fst_chain    *of;
    struct fst_segment **first; /* segment of each */
    unsigned             count;
    uint32_t             now;  /* the time that changes have */
    size_t               used; /* bytes of all segments */
    struct fst_chunk    *chunks, *present;
    struct fst_bytes     gathered;
    uint8_t              spare[FST_LETTERS_BYTES]; /* without memory, what comes is put here */
    bool                 lost;
};

/* False without memory. */
bool fst_chains_open(struct fst_chains *chains, unsigned count);
void fst_chains_close(struct fst_chains *chains);

/* Another segment: the place of a change of at most so many bytes. */
uint8_t *fst_chains_grow(struct fst_chains *chains, struct fst_chain *chain, size_t bytes);

/* How many bits the values of a chain have. */
void fst_chains_set_bits(struct fst_chains *chains, unsigned index, unsigned bits);

/* The bytes of a chain that has any; they stay until the next call. */
const uint8_t *fst_chains_gather(struct fst_chains *chains, unsigned index, size_t *bytes);

/* All chains are empty, their time is 0. */
void fst_chains_clear(struct fst_chains *chains);

static inline void fst_chain_put(struct fst_chains *chains, struct fst_chain *chain, uint64_t value)
{
    const uint32_t now = chains->now, since = now - chain->time;
    const unsigned bytes = chain->bytes;
    uint8_t       *at = chain->at;
    if (__builtin_expect(at > chain->last, 0))
        at = fst_chains_grow(chains, chain, FST_CHANGE_BYTES);
    const uint32_t code = bytes ? since << 1 : since << 2 | (uint32_t)value << 1;
    if (__builtin_expect(code < 128, 1))
        *at++ = (uint8_t)code;
    else
        at = fst_varint(at, code);
    if (bytes) {
        value <<= chain->up;
        for (unsigned i = 0; i < 8; i++)
            at[i] = (uint8_t)(value >> (56 - 8 * i));
    }
    chain->time = now;
    chain->at = at + bytes;
}

/* It has no value: x. */
void fst_chains_put_none(struct fst_chains *chains, unsigned index);

#endif
