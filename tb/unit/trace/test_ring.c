/* test_ring.c - records between two threads: all of them, in order, whatever is full; and in one thread alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/ring.h"

enum { MANY = RING_CHUNKS * RING_RECORDS * 3 + 17 };

struct taken {
    uint64_t    records; /* in order */
    bool        wrong;
    pthread_t   thread;
    sem_t       may; /* take a chunk, when `held` */
    bool        held;
    atomic_uint waits; /* chunks that have come to be taken */
};

static void take(void *context, const struct record *records, size_t count)
{
    struct taken *taken = context;
    atomic_fetch_add(&taken->waits, 1);
    while (taken->held && sem_wait(&taken->may) != 0)
        continue;
    taken->thread = pthread_self();
    for (size_t i = 0; i < count; i++, taken->records++)
        taken->wrong |= records[i].what != (uint32_t)taken->records % 1000 ||
                        record_value(&records[i]) != taken->records * 0x100000001u;
}

static void put(struct ring *ring, uint64_t number)
{
    ring_put(ring, (uint32_t)(number % 1000), number * 0x100000001u);
}

static void all_records_come_in_order(void **state)
{
    (void)state;
    for (unsigned alone = 0; alone < 2; alone++) {
        struct ring  ring;
        struct taken taken = {0};
        assert_true(ring_open(&ring, take, &taken, alone));
        assert_int_equal(ring.threaded, !alone);
        for (uint64_t i = 0; i < MANY; i++)
            put(&ring, i);
        ring_close(&ring);
        assert_int_equal(taken.records, MANY);
        assert_false(taken.wrong);
        assert_int_equal(pthread_equal(taken.thread, pthread_self()) != 0, alone);
    }
}

static void settled_is_taken(void **state)
{
    (void)state;
    struct ring  ring;
    struct taken taken = {0};
    assert_true(ring_open(&ring, take, &taken, false));
    for (uint64_t i = 0; i < 3 * RING_RECORDS; i++) {
        put(&ring, i);
        if (i % 777 == 0) {
            ring_settle(&ring);
            assert_int_equal(taken.records, i + 1);
        }
    }
    ring_settle(&ring);
    ring_settle(&ring);
    assert_int_equal(taken.records, 3 * RING_RECORDS);
    ring_close(&ring);
    assert_false(taken.wrong);
}

struct filler {
    struct ring  *ring;
    atomic_ullong filled; /* records */
};

static void *fill(void *context)
{
    struct filler *filler = context;
    for (uint64_t i = 0; i < MANY; i++) {
        put(filler->ring, i);
        atomic_store(&filler->filled, i + 1);
    }
    return NULL;
}

/* With a taker that takes nothing the filler gets as far as all chunks go, and one chunk further for each that is
 * taken. */
static void the_writer_waits_while_it_is_full(void **state)
{
    (void)state;
    struct ring   ring;
    struct taken  taken = {.held = true};
    struct filler filler = {&ring, 0};
    pthread_t     thread;
    sem_init(&taken.may, 0, 0);
    assert_true(ring_open(&ring, take, &taken, false));
    assert_int_equal(pthread_create(&thread, NULL, fill, &filler), 0);
    for (uint64_t chunks = RING_CHUNKS; chunks < RING_CHUNKS + 5; chunks++) {
        while (atomic_load(&filler.filled) < chunks * RING_RECORDS)
            sched_yield();
        while (atomic_load(&taken.waits) <= chunks - RING_CHUNKS)
            sched_yield();
        assert_true(atomic_load(&ring.handed_on) <= chunks);
        assert_true(atomic_load(&filler.filled) <= chunks * RING_RECORDS);
        sem_post(&taken.may);
    }
    taken.held = false;
    sem_post(&taken.may);
    assert_int_equal(pthread_join(thread, NULL), 0);
    ring_close(&ring);
    assert_int_equal(taken.records, MANY);
    assert_false(taken.wrong);
    sem_destroy(&taken.may);
}

/* ---- a last resort ----------------------------------------------------------------------------------------------- */

static struct ring *rescued;
static bool         rescue_is;

static void on_signal(int number)
{
    (void)number;
    rescue_is = ring_rescue(rescued);
}

/* In a process of its own, which is over then: the ring is of no use any more. */
static bool in_child(bool (*body)(bool alone), bool alone)
{
    int         status = 1;
    const pid_t child = fork();
    if (child == 0)
        _exit(!body(alone));
    waitpid(child, &status, 0);
    return status == 0;
}

static bool rescues_all(bool alone)
{
    struct ring  ring;
    struct taken taken = {0};
    rescued = &ring;
    signal(SIGUSR1, on_signal);
    if (!ring_open(&ring, take, &taken, alone))
        return false;
    for (uint64_t i = 0; i < RING_RECORDS + 5; i++)
        put(&ring, i);
    raise(SIGUSR1);
    return rescue_is && taken.records == RING_RECORDS + 5 && !taken.wrong;
}

static void a_handler_rescues_what_has_been_put(void **state)
{
    (void)state;
    assert_true(in_child(rescues_all, false));
    assert_true(in_child(rescues_all, true));
}

/* A signal that is the taker's own. */
static void take_and_fail(void *context, const struct record *records, size_t count)
{
    (void)context, (void)records, (void)count;
    raise(SIGPIPE);
}

static bool does_not_wait(bool alone)
{
    struct ring ring;
    rescued = &ring;
    rescue_is = true;
    signal(SIGPIPE, on_signal);
    if (!ring_open(&ring, take_and_fail, NULL, alone))
        return false;
    put(&ring, 0);
    ring_close(&ring);
    return !rescue_is;
}

static void a_handler_that_interrupts_the_taker_does_not_wait(void **state)
{
    (void)state;
    assert_true(in_child(does_not_wait, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_records_come_in_order),
        cmocka_unit_test(settled_is_taken),
        cmocka_unit_test(the_writer_waits_while_it_is_full),
        cmocka_unit_test(a_handler_rescues_what_has_been_put),
        cmocka_unit_test(a_handler_that_interrupts_the_taker_does_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
