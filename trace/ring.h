/* ring.h - records on their way from sampler to writer: a bounded row of chunks, emptied by a second
 * thread.  The sampler waits while it is full. */
#ifndef TRACE_RING_H
#define TRACE_RING_H

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is new, and up to four words of it. */
enum { RECORD_WORDS = 4 };
struct record {
    uint64_t what, word[RECORD_WORDS];
};
static inline uint64_t record_value(const struct record *record)
{
    return record->word[0];
}

enum { RING_CHUNKS = 8, RING_RECORDS = 2048 };

struct ring {
    void (*take)(void *context, const struct record *records, size_t count);
    void (*finish)(void *context); /* or NULL */
    void          *context;
    struct record *records;           /* of all chunks */
    struct record *next, *end;        /* of the chunk that is being filled */
    size_t         used[RING_CHUNKS]; /* records of the chunks that are handed on */
    atomic_uint    handed_on, taken;  /* chunks */
    sem_t          filled, empty;     /* chunks; the one that is being filled is neither */
    pthread_t      thread;
    bool           threaded;
    atomic_bool    finished;
};

/* `take` gets all records in order, in a thread of its own.  With `alone`, or when the system gives no thread, the
 * caller's does it.  False without memory. */
bool ring_open(struct ring *ring, void (*take)(void *context, const struct record *records, size_t count),
               void *context, bool alone);
/* What the writer calls once, behind the last record. */
void ring_finish_with(struct ring *ring, void (*finish)(void *context));
/* Waits until all have been taken; ring_close ends the thread then. */
void ring_settle(struct ring *ring);
void ring_close(struct ring *ring);

/* The last resort of a handler that interrupted the sampler, or `take`: as ring_settle, with nothing but calls
 * that a handler may make; the second thread then calls `finish`.  False when it interrupted `take` itself, there is
 * something to be finished but no thread to do it, or it waited in vain. */
bool ring_rescue(struct ring *ring);

/* The chunk is full, or is to go. */
void ring_hand_on(struct ring *ring);

/* The place of the next record, to be filled and then put. */
static inline struct record *ring_place(struct ring *ring)
{
    if (ring->next == ring->end)
        ring_hand_on(ring);
    return ring->next;
}
static inline void ring_put_placed(struct ring *ring)
{
    atomic_signal_fence(memory_order_release); /* a handler that comes now finds a whole record, or none */
    ring->next++;
}

static inline void ring_put(struct ring *ring, uint64_t what, uint64_t value)
{
    struct record *record = ring_place(ring);
    record->what = what;
    record->word[0] = value;
    ring_put_placed(ring);
}

#endif
