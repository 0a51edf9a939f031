/* fst_file.c - writes a .fst file, block by block. */
#include "trace/fst/fst_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/hash.h"

enum { VERSION_BYTES = 128, DATE_BYTES = 119, TIME_SCALE = -10 /* 10 to the power of it, seconds */ };
_Static_assert(TRACE_UNIT_PS == 100, "the unit of time is 1e-10 s");

/* ---- bytes ------------------------------------------------------------------------------------------------------ */

static void write_at(struct fst *fst, uint64_t offset, const uint8_t *from, size_t bytes)
{
    while (bytes > 0 && !fst->error) {
        const ssize_t done = pwrite(fst->fd, from, bytes, (off_t)offset);
        if (done > 0) {
            from += done;
            offset += (uint64_t)done;
            bytes -= (size_t)done;
        } else if (done == 0 || errno != EINTR) {
            fst->error = done == 0 ? EIO : errno;
        }
    }
}

/* Its type comes last: until then a reader ends here. */
void fst_file_store(struct fst *fst, unsigned type)
{
    fst_block_end(&fst->block);
    if (fst->block.lost && !fst->error)
        fst->error = ENOMEM;
    if (fst->error)
        return;
    write_at(fst, fst->size, fst->block.at, fst->block.used);
    write_at(fst, fst->size, &(uint8_t){(uint8_t)type}, 1);
    fst->size += fst->block.used;
}

/* No date: the same run gives the same bytes. */
void fst_file_header(struct fst *fst)
{
    static const char       version[VERSION_BYTES] = "wekiva", date[DATE_BYTES];
    const double            byte_order = 2.7182818284590452354;
    struct fst_bytes *const block = &fst->block;
    const bool              again = fst->size > 0;
    fst_block_begin(block);
    fst_put_number(block, fst->first_time);
    fst_put_number(block, fst->end);
    fst_put(block, &byte_order, sizeof byte_order);
    fst_put_number(block, 0); /* memory of the writer */
    fst_put_number(block, fst->scopes);
    fst_put_number(block, fst->variables);
    fst_put_number(block, fst->identifiers);
    fst_put_number(block, fst->sections);
    fst_put_byte(block, TIME_SCALE & 255);
    fst_put(block, version, sizeof version);
    fst_put(block, date, sizeof date);
    fst_put_byte(block, 0);   /* Verilog */
    fst_put_number(block, 0); /* time zero */
    if (!again) {
        fst_file_store(fst, BLOCK_HEADER);
        return;
    }
    fst_block_end(block);
    if (!block->lost)
        write_at(fst, 1, block->at + 1, block->used - 1);
}

/* ---- times ------------------------------------------------------------------------------------------------------ */

static void add_time(struct fst *fst, uint64_t time)
{
    fst_put_varint(&fst->times, fst->time_count ? time - fst->end : time);
    fst->chains.now = fst->time_count++;
    fst->end = time;
}

void fst_file_time(struct fst *fst, uint64_t time)
{
    if (fst->sections == 0 && fst->time_count == 0)
        fst->first_time = fst->begin = time;
    add_time(fst, time);
}

void fst_file_blackout(struct fst *fst, uint64_t time, bool told)
{
    fst_put_byte(&fst->blackouts, told);
    fst_put_varint(&fst->blackouts, time - fst->blackout_time);
    fst->blackout_time = time;
    fst->blackout_count++;
}

/* ---- the frame: all values in letters -----------------------------------------------------------------------------
 */

static void put_digits(const struct trace *trace, unsigned number, unsigned bits, uint64_t value)
{
    const struct fst *const fst = trace->fst;
    char *const             to = (char *)fst->frame.at + fst->digit_of[number];
    for (unsigned i = 0; i < bits; i++)
        to[bits - 1 - i] = (char)('0' + (value >> i & 1));
}

/* What the file says now. */
static void make_frame(struct trace *trace)
{
    put_digits(trace, CLOCK_NUMBER, 1, 0);
    put_digits(trace, CYCLE_NUMBER, 64, trace->cycle);
    for (unsigned w = 0; w < trace->word_count; w++) {
        const struct word *word = &trace->words[w];
        for (uint64_t left = word->mask; left;) {
            const struct variable *variable =
                &trace->variables[word->first_variable + word->at[(unsigned)__builtin_ctzll(left) / 8]];
            put_digits(trace, trace->numbers[variable->origin], variable->bits,
                       (word->written & variable->place) >> variable->shift);
            left &= ~variable->place;
        }
    }
}

static void pack_frame(struct fst *fst)
{
    fst->packed_frame.used = 0;
    fst_put_zlib(&fst->packed_frame, fst->frame.at, fst->digits);
}

/* ---- blocks of values ------------------------------------------------------------------------------------------- */

/* An identifier that has the same bytes, or its own. */
static unsigned find_stored(struct fst *fst, unsigned number)
{
    enum { HASHED = 64 };
    const struct fst_stored stored = fst->stored[number];
    const uint8_t *const    bytes = fst->block.at;
    size_t at = hash_of(bytes + stored.at, stored.bytes < HASHED ? stored.bytes : HASHED) & (fst->found_count - 1);
    for (; fst->found[at]; at = (at + 1) & (fst->found_count - 1)) {
        const struct fst_stored other = fst->stored[fst->found[at] - 1];
        if (other.bytes == stored.bytes && memcmp(bytes + other.at, bytes + stored.at, stored.bytes) == 0)
            return fst->found[at] - 1;
    }
    fst->found[at] = number + 1;
    return number;
}

/* What the index says next: of so many identifiers that have no change; of one. */
struct indexing {
    uint64_t quiet;
    size_t   at;     /* of the chain before */
    int64_t  before; /* what the alias before said */
};

static void put_quiet(struct fst *fst, struct indexing *indexing)
{
    if (indexing->quiet)
        fst_put_varint(&fst->index, indexing->quiet << 1);
    indexing->quiet = 0;
}

/* Begins with the length of what is compressed, or 0. */
static void store_chain(struct fst *fst, unsigned number, size_t start, struct indexing *indexing)
{
    enum { WORTH_IT = 32 };
    const size_t         at = fst->block.used;
    size_t               bytes;
    const uint8_t *const changes = fst_chains_gather(&fst->chains, fst->chain_of[number], &bytes);
    put_quiet(fst, indexing);
    fst->changes += bytes;
    fst_put_varint(&fst->block, bytes);
    if (bytes <= WORTH_IT || !fst_put_lz4(&fst->block, changes, bytes)) {
        fst->block.used = at;
        fst_put_byte(&fst->block, 0);
        fst_put(&fst->block, changes, bytes);
    }
    if (fst->block.lost || fst->chains.lost)
        return;
    fst->stored[number] = (struct fst_stored){at, fst->block.used - at};
    const unsigned of = find_stored(fst, number);
    if (of == number) {
        fst_put_signed(&fst->index, (int64_t)((at - start - indexing->at) << 1 | 1));
        indexing->at = at - start;
        return;
    }
    const int64_t alias = -(int64_t)of - 1;
    fst->block.used = at;
    fst_put_signed(&fst->index, (alias == indexing->before ? 0 : alias) * 2 + 1);
    indexing->before = alias;
}

static void store_chains(struct fst *fst)
{
    struct indexing indexing = {0};
    const size_t    start = fst->block.used;
    fst_put_byte(&fst->block, '4');
    memset(fst->found, 0, fst->found_count * sizeof *fst->found);
    for (unsigned i = 0; i < fst->identifiers; i++)
        if (fst->chains.first[fst->chain_of[i]])
            store_chain(fst, i, start, &indexing);
        else
            indexing.quiet++;
    put_quiet(fst, &indexing);
    fst_put(&fst->block, fst->index.at, fst->index.used);
    fst_put_number(&fst->block, fst->index.used);
}

static void put_packed(struct fst_bytes *block, const struct fst_bytes *packed)
{
    fst_put(block, packed->at, packed->used);
}

/* Lengths of what is packed stand before it, those of chains and times behind it.  Where there was no memory, the block
 * is not written, and the error is kept. */
void fst_file_end_block(struct trace *trace, struct fst *fst)
{
    enum { CHANGES_AT = FST_HEAD_BYTES + 2 * 8 };
    struct fst_bytes *const block = &fst->block;
    fst->changes = 0;
    fst_block_begin(block);
    fst_put_number(block, fst->begin);
    fst_put_number(block, fst->end);
    fst_put_number(block, 0); /* bytes of all chains */
    fst_put_varint(block, fst->digits);
    fst_put_varint(block, fst->packed_frame.used);
    fst_put_varint(block, fst->identifiers);
    put_packed(block, &fst->packed_frame);
    fst_put_varint(block, fst->identifiers);
    store_chains(fst);
    fst_put_number_at(block, CHANGES_AT, fst->changes);
    const size_t times_at = block->used;
    fst_put_zlib(block, fst->times.at, fst->times.used);
    const size_t times_bytes = block->used - times_at;
    fst_put_number(block, fst->times.used);
    fst_put_number(block, times_bytes);
    fst_put_number(block, fst->time_count);
    block->lost |= fst->chains.lost || fst->times.lost || fst->index.lost || fst->packed_frame.lost;
    fst_file_store(fst, BLOCK_VALUES_ALIAS2);
    fst->sections++;
    fst_file_header(fst);
    fst->begin = fst->end;
    fst->times.used = fst->index.used = 0;
    fst->time_count = 0;
    fst_chains_clear(&fst->chains);
    add_time(fst, fst->begin);
    make_frame(trace);
    pack_frame(fst);
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

static bool make_room(const struct trace *trace, struct fst *fst)
{
    const unsigned count = FIRST_NUMBER + trace->identifier_count;
    for (fst->found_count = 1; fst->found_count < 2 * (size_t)count;)
        fst->found_count *= 2;
    fst->chain_of = calloc(count, sizeof *fst->chain_of);
    fst->digit_of = calloc(count, sizeof *fst->digit_of);
    fst->stored = calloc(count, sizeof *fst->stored);
    fst->found = calloc(fst->found_count, sizeof *fst->found);
    return fst_chains_open(&fst->chains, count) && fst->chain_of && fst->digit_of && fst->stored && fst->found;
}

bool fst_file_open(struct trace *trace, struct fst *fst)
{
    trace->fst = fst;
    if (!make_room(trace, fst))
        return false;
    fst->chain_of[CYCLE_NUMBER] = CYCLE_NUMBER;
    fst_chains_set_bits(&fst->chains, CLOCK_NUMBER, 1);
    fst_chains_set_bits(&fst->chains, CYCLE_NUMBER, 64);
    for (unsigned i = 0; i < trace->identifier_count; i++) {
        fst->chain_of[trace->numbers[trace->variables[i].origin]] = FIRST_NUMBER + i;
        fst_chains_set_bits(&fst->chains, FIRST_NUMBER + i, trace->variables[i].bits);
    }
    fst_names_write(trace, fst);
    if (!fst_bytes_room(&fst->frame, fst->digits) || fst->times.lost || fst->index.lost)
        return false;
    memset(fst->frame.at, 'x', fst->digits);
    pack_frame(fst);
    return !fst->packed_frame.lost;
}

static void write_blackouts(struct fst *fst)
{
    fst_block_begin(&fst->block);
    fst_put_varint(&fst->block, fst->blackout_count);
    fst_put(&fst->block, fst->blackouts.at, fst->blackouts.used);
    fst->block.lost |= fst->blackouts.lost;
    fst_file_store(fst, BLOCK_BLACKOUT);
}

void fst_file_end(struct trace *trace, struct fst *fst, uint64_t time)
{
    fst_file_time(fst, time);
    fst_file_end_block(trace, fst);
    if (fst->blackout_count)
        write_blackouts(fst);
}

void fst_file_free(struct fst *fst)
{
    struct fst_bytes *const all[] = {&fst->times, &fst->index,        &fst->block,
                                     &fst->frame, &fst->packed_frame, &fst->blackouts};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        fst_bytes_free(all[i]);
    fst_chains_close(&fst->chains);
    free(fst->chain_of);
    free(fst->digit_of);
    free(fst->stored);
    free(fst->found);
}
