/* part.c - the text of a stretch of cycles, from one process to another: blocks of it, each behind the cycles that
 * begin in it; at the end what else whoever writes knows of the stretch. */
#define _DEFAULT_SOURCE /* madvise */
#include "trace/part.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/internal.h"

/* Text is kept until it is asked for: a stretch that has more waits for its turn.  Memory that is never used costs
 * nothing; what is used comes in large pages where there are some. */
enum { KEPT_BYTES = 64 << 20, LARGE_PAGE = 2 << 20 };

/* So many records at most make a block; a variable of a byte makes most text of it. */
enum { BLOCK_RECORDS = 1024, VALUE_TEXT = 1 + 8 + TAIL_BYTES, BLOCK_WORDS = BLOCK_RECORDS * PIECE_WORDS };
_Static_assert(BLOCK_RECORDS *PIECE_BYTES *VALUE_TEXT <= SINK_BYTES, "the text of a block is not flushed");

/* Its cycles and words come behind this, then its text; one without text is the end. */
struct block {
    uint64_t cycles, words, bytes;
    uint64_t wide, wide_value, wide_cycle; /* as in the trace */
};

struct cycle {
    uint64_t number, found; /* what derive_found says */
    uint64_t at;            /* its text begins there in the block */
};

/* More of word->moved of the trace. */
struct moved {
    uint64_t cycle, word, bits;
};

struct part {
    int            fd;
    bool           dropped, lost;
    unsigned char *kept;
    size_t         used;
    uint64_t      *told; /* of word->moved, by word */
    struct block   block;
    struct cycle   cycle[BLOCK_RECORDS];
    struct moved   moved[BLOCK_WORDS];
};

bool trace_has_parts(const struct trace *trace)
{
    return !trace->fst && !trace->sink.child;
}

/* ---- the process that makes it ----------------------------------------------------------------------------------- */

static void flush(struct part *part)
{
    for (size_t done = 0; done < part->used && !part->lost;) {
        const ssize_t n = write(part->fd, part->kept + done, part->used - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            part->lost = true;
    }
    part->used = 0;
}

static void put(struct part *part, const void *bytes, size_t count)
{
    if (KEPT_BYTES - part->used < count)
        flush(part);
    memcpy(part->kept + part->used, bytes, count);
    part->used += count;
}

void part_begin_cycle(struct part *part, uint64_t cycle, uint64_t found, size_t at)
{
    part->cycle[part->block.cycles++] = (struct cycle){cycle, found, at};
}

static void note_moved(struct trace *trace, const struct record *record)
{
    struct part *const part = trace->part;
    for (uint64_t w = record->what * PIECE_WORDS; w < (record->what + 1) * PIECE_WORDS; w++) {
        const uint64_t bits = trace->words[w].moved & ~part->told[w];
        if (bits)
            part->moved[part->block.words++] = (struct moved){trace->cycle, w, bits};
        part->told[w] |= bits;
    }
}

static void put_block(struct trace *trace)
{
    struct part *const part = trace->part;
    part->block.bytes = trace->sink.used;
    part->block.wide = trace->wide;
    part->block.wide_value = trace->wide_value;
    part->block.wide_cycle = trace->wide_cycle;
    put(part, &part->block, sizeof part->block);
    put(part, part->cycle, part->block.cycles * sizeof *part->cycle);
    put(part, part->moved, part->block.words * sizeof *part->moved);
    put(part, trace->sink.buffer, trace->sink.used);
}

/* So many of the records are of one cycle. */
static size_t of_a_cycle(const struct record *records, size_t count)
{
    size_t n = 0;
    while (n < count && records[n++].what != RECORD_END)
        continue;
    return n;
}

static void take(void *context, const struct record *records, size_t count)
{
    struct trace *const trace = context;
    struct part *const  part = trace->part;
    for (size_t done = 0; done < count;) {
        const size_t end = count - done < BLOCK_RECORDS ? count : done + BLOCK_RECORDS;
        trace->sink.used = part->block.cycles = part->block.words = 0;
        while (done < end) {
            const size_t some = of_a_cycle(records + done, end - done);
            text_take(trace, records + done, some);
            for (size_t i = done; i < done + some; i++)
                if (records[i].what < RECORD_END)
                    note_moved(trace, &records[i]);
            done += some;
        }
        if (!part->dropped && trace->sink.used)
            put_block(trace);
    }
    trace->sink.used = 0;
}

/* Whoever writes, here, has written nothing yet. */
bool trace_part_begin(struct trace *trace, int fd, bool dropped)
{
    struct part *part = calloc(1, sizeof *part);
    if (!part)
        return false;
    part->fd = fd;
    part->dropped = dropped;
    part->kept = aligned_alloc(LARGE_PAGE, KEPT_BYTES);
#ifdef MADV_HUGEPAGE
    if (part->kept)
        madvise(part->kept, KEPT_BYTES, MADV_HUGEPAGE);
#endif
    part->told = calloc(trace->word_count, sizeof *part->told);
    trace->part = part;
    trace->limit = 0;
    trace->sampled = trace->started = false;
    for (unsigned w = 0; w < trace->word_count; w++)
        trace->words[w].moved = 0;
    return part->kept && part->told && ring_open(&trace->ring, take, trace, true);
}

void trace_part_keep(struct trace *trace)
{
    ring_settle(&trace->ring);
    trace->part->dropped = false;
}

bool trace_part_end(struct trace *trace)
{
    struct part *const part = trace->part;
    ring_settle(&trace->ring);
    put(part, &(struct block){0}, sizeof part->block);
    flush(part);
    return !part->lost;
}

/* ---- the process that writes ------------------------------------------------------------------------------------- */

static bool get(int fd, void *to, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t n = read(fd, (unsigned char *)to + done, bytes - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool get_text(struct sink *sink, int fd, size_t bytes)
{
    while (bytes) {
        char *const  to = sink_room(sink);
        const size_t room = SINK_BYTES - sink->used, some = bytes < room ? bytes : room;
        if (!get(fd, to, some))
            return false;
        sink->used += some;
        bytes -= some;
    }
    return true;
}

/* As the end of a cycle is seen by text.c. */
static bool is_full(struct trace *trace, size_t more)
{
    if (!trace->limit || !trace->started || sink_size(&trace->sink) + more < trace->limit)
        return false;
    atomic_store(&trace->full, true);
    return true;
}

/* How much of a block's text is to be written. */
static size_t take_cycles(struct trace *trace, const struct block *block, const struct cycle *cycles, uint64_t last)
{
    for (uint64_t i = 0; i < block->cycles; i++) {
        if (is_full(trace, cycles[i].at) || cycles[i].number > last)
            return cycles[i].at;
        derive_find(&trace->derive, cycles[i].number, cycles[i].found);
        if (!trace->started)
            trace->first_cycle = cycles[i].number;
        trace->final_cycle = cycles[i].number;
        trace->started = true;
    }
    return block->bytes;
}

/* What else is known of the cycles that have been taken. */
static void take_rest(struct trace *trace, const struct block *block, const struct moved *moved)
{
    for (uint64_t i = 0; i < block->words && moved[i].cycle <= trace->final_cycle; i++)
        trace->words[moved[i].word].moved |= moved[i].bits;
    if (!block->wide || trace->wide || block->wide_cycle > trace->final_cycle)
        return;
    trace->wide = (unsigned)block->wide;
    trace->wide_value = block->wide_value;
    trace->wide_cycle = block->wide_cycle;
    atomic_store(&trace->too_wide, true);
}

/* False: it does not come, or whoever called was interrupted in a block that only he can go on with. */
static bool get_block(struct trace *trace, int fd, struct block *block, struct cycle *cycles, struct moved *moved)
{
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    if (trace->in_block)
        return false;
    while (poll(&waits, 1, -1) < 0 && errno == EINTR)
        continue;
    trace->in_block = true;
    return get(fd, block, sizeof *block) && block->cycles <= BLOCK_RECORDS && block->words <= BLOCK_WORDS &&
           get(fd, cycles, block->cycles * sizeof *cycles) && get(fd, moved, block->words * sizeof *moved);
}

/* Nothing here that the handler of a fatal signal may not do (trace_rescue). */
bool trace_part_take(struct trace *trace, int fd, uint64_t last, uint64_t *bytes)
{
    struct block block;
    struct cycle cycles[BLOCK_RECORDS];
    struct moved moved[BLOCK_WORDS];
    size_t       wanted;
    *bytes = 0;
    do {
        if (!get_block(trace, fd, &block, cycles, moved))
            return false;
        wanted = take_cycles(trace, &block, cycles, last);
        take_rest(trace, &block, moved);
        if (!get_text(&trace->sink, fd, wanted))
            return false;
        trace->in_block = false;
        *bytes += wanted;
        if (!block.bytes)
            is_full(trace, 0);
        if (trace->sink.error)
            atomic_store(&trace->lost, true);
    } while (block.bytes && wanted == block.bytes && !trace_full(trace) && !trace_failed(trace));
    return true;
}
