/* fst_chains.c - the changes of a block of a .fst file, chained by signal. */
#include "trace/fst_chains.h"

#include <stdlib.h>

/* Bytes of a chunk, of a chain's first segment and of its longest; segments begin at multiples of ALIGNMENT. */
enum { CHUNK_BYTES = 1 << 20, FIRST_SEGMENT = 64, LONGEST_SEGMENT = 4096, ALIGNMENT = sizeof(struct fst_segment) };

struct fst_chunk {
    struct fst_chunk *next;
    size_t            used;
    uint8_t           bytes[];
};

bool fst_chains_open(struct fst_chains *chains, unsigned count)
{
    *chains = (struct fst_chains){.of = calloc(count, sizeof *chains->of), .count = count};
    if (chains->of)
        fst_chains_clear(chains);
    return chains->of;
}

void fst_chains_close(struct fst_chains *chains)
{
    for (struct fst_chunk *chunk = chains->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    fst_bytes_free(&chains->gathered);
    free(chains->of);
    *chains = (struct fst_chains){0};
}

/* An empty chain has no place for a change. */
void fst_chains_clear(struct fst_chains *chains)
{
    static uint8_t none[2];
    for (unsigned i = 0; i < chains->count; i++)
        chains->of[i] = (struct fst_chain){.at = none + 1, .last = none};
    chains->present = chains->chunks;
    if (chains->present)
        chains->present->used = 0;
    chains->now = 0;
    chains->used = 0;
}

/* Behind the present one, which is full or not there. */
static bool next_chunk(struct fst_chains *chains)
{
    struct fst_chunk **const link = chains->present ? &chains->present->next : &chains->chunks;
    if (!*link) {
        *link = malloc(sizeof **link + CHUNK_BYTES);
        if (*link)
            (*link)->next = NULL;
    }
    if (!*link)
        return false;
    chains->present = *link;
    chains->present->used = 0;
    return true;
}

static struct fst_segment *new_segment(struct fst_chains *chains, size_t bytes)
{
    const size_t all = (sizeof(struct fst_segment) + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if ((!chains->present || chains->present->used + all > CHUNK_BYTES) && !next_chunk(chains))
        return NULL;
    struct fst_segment *segment = (struct fst_segment *)(void *)(chains->present->bytes + chains->present->used);
    chains->present->used += all;
    segment->next = NULL;
    return segment;
}

/* Without memory, here is a place for what is of no use any more. */
uint8_t *fst_chains_grow(struct fst_chains *chains, struct fst_chain *chain, size_t bytes)
{
    chain->last = NULL;
    if (chains->lost)
        return chains->spare;
    struct fst_segment *const before = chain->segment;
    size_t                    room = FIRST_SEGMENT;
    if (before) {
        before->used = (size_t)(chain->at - before->bytes);
        room = 2 * before->used < LONGEST_SEGMENT ? 2 * before->used : LONGEST_SEGMENT;
    }
    room = room < bytes ? bytes : room;
    struct fst_segment *const segment = new_segment(chains, room);
    chains->lost |= !segment;
    if (!segment)
        return chains->spare;
    *(before ? &before->next : &chain->first) = segment;
    chain->segment = segment;
    chain->at = segment->bytes;
    chain->last = segment->bytes + room - FST_CHANGE_BYTES;
    return chain->at;
}

const uint8_t *fst_chains_gather(struct fst_chains *chains, const struct fst_chain *chain, size_t *bytes)
{
    chains->gathered.used = 0;
    for (const struct fst_segment *segment = chain->first; segment != chain->segment; segment = segment->next)
        fst_put(&chains->gathered, segment->bytes, segment->used);
    const size_t rest = chain->segment ? (size_t)(chain->at - chain->segment->bytes) : 0;
    *bytes = chains->gathered.used + rest;
    if (rest == *bytes)
        return chain->segment ? chain->segment->bytes : NULL;
    fst_put(&chains->gathered, chain->segment->bytes, rest);
    chains->lost |= chains->gathered.lost;
    return chains->gathered.at;
}

/* x is number 0 of the values of a bit that are no number. */
void fst_chains_put_none(struct fst_chains *chains, unsigned index, unsigned bits)
{
    struct fst_chain *const chain = &chains->of[index];
    const uint32_t          delta = chains->now - chain->time;
    uint8_t *const          from = fst_chains_grow(chains, chain, FST_LETTERS_BYTES);
    uint8_t                *at = fst_varint(from, bits == 1 ? delta << 4 | 1 : delta << 1 | 1);
    if (bits > 1) {
        memset(at, 'x', bits);
        at += bits;
    }
    chain->time = chains->now;
    chain->at = at;
    chains->used += (size_t)(at - from);
}
