/* ring.c - a bounded row of chunks between two threads. */
#include "trace/ring.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

static void wait_for(sem_t *chunks)
{
    while (sem_wait(chunks) != 0 && errno == EINTR)
        continue;
}

static struct record *chunk(const struct ring *ring, unsigned number)
{
    return ring->records + (size_t)(number % RING_CHUNKS) * RING_RECORDS;
}

/* Begins to fill the next chunk. */
static void begin(struct ring *ring)
{
    struct record *first = chunk(ring, atomic_load_explicit(&ring->handed_on, memory_order_relaxed));
    ring->next = first;
    ring->end = first + RING_RECORDS;
}

static void finish(struct ring *ring)
{
    if (ring->finish)
        ring->finish(ring->context);
    atomic_store(&ring->finished, true);
}

/* A chunk that is filled and none that is handed on: the end. */
static void *take_all(void *context)
{
    struct ring *ring = context;
    for (unsigned taken = 0;; taken++) {
        wait_for(&ring->filled);
        if (taken == atomic_load(&ring->handed_on))
            break;
        ring->take(ring->context, chunk(ring, taken), ring->used[taken % RING_CHUNKS]);
        atomic_store(&ring->taken, taken + 1);
        sem_post(&ring->empty);
    }
    finish(ring);
    return NULL;
}

/* Signals that come from outside are for the others; faults and failing writes are this thread's own. */
static void block_signals(sigset_t *before)
{
    static const int own[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGXFSZ};
    sigset_t         blocked;
    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

static bool start_thread(struct ring *ring)
{
    sigset_t before;
    block_signals(&before);
    const bool started = pthread_create(&ring->thread, NULL, take_all, ring) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool ring_open(struct ring *ring, void (*take)(void *context, const struct record *records, size_t count),
               void *context, bool alone)
{
    *ring = (struct ring){.take = take, .context = context};
    ring->records = malloc((size_t)RING_CHUNKS * RING_RECORDS * sizeof *ring->records);
    if (!ring->records)
        return false;
    sem_init(&ring->filled, 0, 0);
    sem_init(&ring->empty, 0, RING_CHUNKS - 1);
    begin(ring);
    ring->threaded = !alone && start_thread(ring);
    return true;
}

void ring_finish_with(struct ring *ring, void (*how)(void *context))
{
    ring->finish = how;
}

void ring_hand_on(struct ring *ring)
{
    const unsigned number = atomic_load_explicit(&ring->handed_on, memory_order_relaxed);
    struct record *first = chunk(ring, number);
    const size_t   used = (size_t)(ring->next - first);
    if (used == 0)
        return;
    ring->next = first; /* a handler that comes now finds nothing to hand on */
    if (!ring->threaded) {
        ring->take(ring->context, first, used);
        return;
    }
    ring->used[number % RING_CHUNKS] = used;
    atomic_store(&ring->handed_on, number + 1);
    sem_post(&ring->filled);
    wait_for(&ring->empty);
    begin(ring);
}

/* A thread that has all other chunks knows that they have been taken. */
void ring_settle(struct ring *ring)
{
    if (!ring->records)
        return;
    ring_hand_on(ring);
    for (unsigned i = 0; ring->threaded && i < RING_CHUNKS - 1; i++)
        wait_for(&ring->empty);
    for (unsigned i = 0; ring->threaded && i < RING_CHUNKS - 1; i++)
        sem_post(&ring->empty);
}

enum { PATIENCE = 10000 }; /* milliseconds */

static bool wait_until_taken(const struct ring *ring)
{
    for (unsigned i = 0; i < PATIENCE && atomic_load(&ring->taken) != atomic_load(&ring->handed_on); i++)
        poll(NULL, 0, 1);
    return atomic_load(&ring->taken) == atomic_load(&ring->handed_on);
}

static bool wait_until_finished(struct ring *ring)
{
    if (!ring->finish)
        return true;
    sem_post(&ring->filled);
    for (unsigned i = 0; i < PATIENCE && !atomic_load(&ring->finished); i++)
        poll(NULL, 0, 1);
    return atomic_load(&ring->finished);
}

bool ring_rescue(struct ring *ring)
{
    const unsigned number = atomic_load(&ring->handed_on);
    const size_t   used = (size_t)(ring->next - chunk(ring, number));
    if (ring->threaded && pthread_equal(pthread_self(), ring->thread))
        return false;
    if (!ring->threaded) {
        ring_hand_on(ring);
        return !ring->finish;
    }
    if (used > 0 && used <= RING_RECORDS) {
        ring->used[number % RING_CHUNKS] = used;
        atomic_store(&ring->handed_on, number + 1);
        sem_post(&ring->filled);
    }
    return wait_until_taken(ring) && wait_until_finished(ring);
}

void ring_close(struct ring *ring)
{
    if (!ring->records)
        return;
    ring_settle(ring);
    if (ring->threaded) {
        sem_post(&ring->filled);
        pthread_join(ring->thread, NULL);
    } else {
        finish(ring);
    }
    sem_destroy(&ring->filled);
    sem_destroy(&ring->empty);
    free(ring->records);
    ring->records = NULL;
}
