/* fst_chains.c - the changes of a block of a .fst file, chained by signal. */
#include "trace/fst/fst_chains.h"

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
    *chains = (struct fst_chains){.count = count};
    chains->of = calloc(count, sizeof *chains->of);
    chains->first = calloc(count, sizeof(struct fst_segment *));
    if (!chains->of || !chains->first)
        return false;
    fst_chains_clear(chains);
    return true;
}

void fst_chains_close(struct fst_chains *chains)
{
    for (struct fst_chunk *chunk = chains->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    fst_bytes_free(&chains->gathered);
    free(chains->of);
    free(chains->first);
    *chains = (struct fst_chains){0};
}

void fst_chains_set_bits(struct fst_chains *chains, unsigned index, unsigned bits)
{
    chains->of[index].bytes = (uint8_t)(bits > 1 ? (bits + 7) / 8 : 0);
    chains->of[index].up = (uint8_t)(64 - bits);
}

/* An empty chain has no place for a change. */
void fst_chains_clear(struct fst_chains *chains)
{
    static uint8_t none[2];
    for (unsigned i = 0; i < chains->count; i++) {
        struct fst_chain *chain = &chains->of[i];
        chain->at = none + 1;
        chain->last = none;
        chain->segment = NULL;
        chain->time = 0;
        chains->first[i] = NULL;
    }
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
    chains->used += bytes;
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
    *(before ? &before->next : &chains->first[chain - chains->of]) = segment;
    chain->segment = segment;
    chain->at = segment->bytes;
    chain->last = segment->bytes + room - FST_CHANGE_BYTES;
    return chain->at;
}

const uint8_t *fst_chains_gather(struct fst_chains *chains, unsigned index, size_t *bytes)
{
    const struct fst_chain *const chain = &chains->of[index];
    const size_t                  rest = (size_t)(chain->at - chain->segment->bytes);
    chains->gathered.used = 0;
    for (const struct fst_segment *segment = chains->first[index]; segment != chain->segment; segment = segment->next)
        fst_put(&chains->gathered, segment->bytes, segment->used);
    *bytes = chains->gathered.used + rest;
    if (rest == *bytes)
        return chain->segment->bytes;
    fst_put(&chains->gathered, chain->segment->bytes, rest);
    chains->lost |= chains->gathered.lost;
    return chains->gathered.at;
}

/* In letters, which a time that is odd says; of one bit x is number 0 of the values that are no number. */
void fst_chains_put_none(struct fst_chains *chains, unsigned index)
{
    struct fst_chain *const chain = &chains->of[index];
    const uint32_t          since = chains->now - chain->time;
    const unsigned          letters = chain->bytes ? 64u - chain->up : 0;
    uint8_t *const          at =
        fst_varint(fst_chains_grow(chains, chain, FST_LETTERS_BYTES), letters ? since << 1 | 1 : since << 4 | 1);
    memset(at, 'x', letters);
    chain->time = chains->now;
    chain->at = at + letters;
}
