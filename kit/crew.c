/* crew.c - a crew sleeps when it has waited for a moment: works may follow each other in microseconds, or may not. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "kit/crew.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Polls for another thread's change, before it sleeps: some ten microseconds, of which the last are yielded to
 * other threads. */
enum { LOOKS = 400, LOOKS_YIELDING = 16 };

struct member {
    struct crew *crew;
    unsigned     number;
    pthread_t    thread;
};

struct crew {
    unsigned        pieces, threads, started; /* started: without the caller */
    crew_piece_t   *piece;
    void           *context;
    atomic_uint     work;               /* its number, from 1 on */
    atomic_uint     taken[CREW_PIECES]; /* the number of the work in which a thread has begun with it */
    atomic_uint     left;               /* pieces that are not done */
    atomic_uint     asleep;             /* members that wait for a work; whether the caller waits for its end */
    atomic_bool     waited_for, closing;
    pthread_mutex_t lock;
    pthread_cond_t  begun, ended;
    struct member   members[];
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* ---- a work ----------------------------------------------------------------------------------------------------- */

/* A late thread takes no piece of the next work for one of this: it would need the last one's number. */
static bool take(struct crew *crew, unsigned piece, unsigned work)
{
    unsigned before = work - 1;
    return atomic_compare_exchange_strong(&crew->taken[piece], &before, work);
}

static void piece_done(struct crew *crew)
{
    if (atomic_fetch_sub(&crew->left, 1) > 1 || !atomic_load(&crew->waited_for))
        return;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
}

static void do_pieces(struct crew *crew, unsigned number, unsigned work)
{
    const unsigned first = number * crew->pieces / crew->threads;
    for (unsigned i = 0; i < crew->pieces; i++) {
        const unsigned piece = (first + i) % crew->pieces;
        if (!take(crew, piece, work))
            continue;
        crew->piece(crew->context, piece, number);
        piece_done(crew);
    }
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

static bool is_new(struct crew *crew, unsigned work)
{
    return atomic_load(&crew->work) != work || atomic_load(&crew->closing);
}

static void wait_for_work(struct crew *crew, unsigned work)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        if (is_new(crew, work))
            return;
        if (i < LOOKS - LOOKS_YIELDING)
            relax();
        else
            sched_yield();
    }
    pthread_mutex_lock(&crew->lock);
    atomic_fetch_add(&crew->asleep, 1);
    while (!is_new(crew, work))
        pthread_cond_wait(&crew->begun, &crew->lock);
    atomic_fetch_sub(&crew->asleep, 1);
    pthread_mutex_unlock(&crew->lock);
}

static void *live(void *context)
{
    const struct member *member = context;
    struct crew         *crew = member->crew;
    for (unsigned work = 0;;) {
        wait_for_work(crew, work);
        if (atomic_load(&crew->closing))
            return NULL;
        work = atomic_load(&crew->work);
        do_pieces(crew, member->number, work);
    }
}

/* Signals that come from outside are for the caller; faults are a thread's own. */
static void block_signals(sigset_t *before)
{
    static const int own[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t         blocked;
    sigfillset(&blocked);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        sigdelset(&blocked, own[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

struct crew *crew_open(unsigned threads, unsigned pieces)
{
    struct crew *crew = calloc(1, sizeof *crew + threads * sizeof crew->members[0]);
    sigset_t     before;
    if (!crew)
        return NULL;
    crew->threads = threads;
    crew->pieces = pieces;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    block_signals(&before);
    for (unsigned i = 1; i < threads; i++) {
        struct member *member = &crew->members[i];
        *member = (struct member){.crew = crew, .number = i};
        if (pthread_create(&member->thread, NULL, live, member) != 0)
            break;
        crew->started = i;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return crew;
}

/* ---- the caller ------------------------------------------------------------------------------------------------- */

/* A thread that goes to sleep has seen the old number with the lock, or sees the new one; the other way round in the
 * wait. */
static void wake_members(struct crew *crew)
{
    if (!atomic_load(&crew->asleep))
        return;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->lock);
}

static void wait_for_end(struct crew *crew)
{
    for (unsigned i = 0; i < LOOKS; i++) {
        if (!atomic_load(&crew->left))
            return;
        relax();
    }
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->waited_for, true);
    while (atomic_load(&crew->left))
        pthread_cond_wait(&crew->ended, &crew->lock);
    atomic_store(&crew->waited_for, false);
    pthread_mutex_unlock(&crew->lock);
}

void crew_do(struct crew *crew, crew_piece_t *piece, void *context)
{
    crew->piece = piece;
    crew->context = context;
    atomic_store(&crew->left, crew->pieces);
    const unsigned work = atomic_fetch_add(&crew->work, 1) + 1;
    wake_members(crew);
    do_pieces(crew, 0, work);
    wait_for_end(crew);
}

void crew_close(struct crew *crew)
{
    if (!crew)
        return;
    atomic_store(&crew->closing, true);
    wake_members(crew);
    for (unsigned i = 1; i <= crew->started; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->begun);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

unsigned crew_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&set);
}
