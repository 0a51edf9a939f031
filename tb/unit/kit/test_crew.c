/* test_crew.c - threads that share the pieces of a work: each once, all done when it is, again and again, after any
 * pause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kit/crew.h"

enum { THREADS = 5 };

struct count {
    unsigned    done[CREW_PIECES]; /* by the thread with the piece */
    atomic_bool busy[THREADS];
    atomic_bool wrong;
};

static void count_piece(void *context, unsigned piece, unsigned thread)
{
    struct count *count = context;
    if (thread >= THREADS || atomic_exchange(&count->busy[thread], true))
        atomic_store(&count->wrong, true);
    count->done[piece]++;
    atomic_store(&count->busy[thread], false);
}

static void pause_for(long microseconds)
{
    const struct timespec time = {.tv_nsec = 1000 * microseconds};
    nanosleep(&time, NULL);
}

static void every_piece_of_every_work_is_done_once(void **state)
{
    (void)state;
    static const unsigned pieces[] = {1, 2, 10, CREW_PIECES};
    for (unsigned threads = 1; threads <= THREADS; threads++)
        for (unsigned p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
            struct count count = {.wrong = false};
            struct crew *crew = crew_open(threads, pieces[p]);
            assert_non_null(crew);
            for (unsigned work = 1; work <= 500; work++) {
                crew_do(crew, count_piece, &count);
                for (unsigned i = 0; i < CREW_PIECES; i++)
                    assert_int_equal(count.done[i], i < pieces[p] ? work : 0);
            }
            assert_false(count.wrong);
            crew_close(crew);
        }
    crew_close(NULL);
}

/* Members have gone to sleep, or are about to. */
static void a_crew_works_after_a_pause(void **state)
{
    (void)state;
    struct count count = {.wrong = false};
    struct crew *crew = crew_open(THREADS, 8);
    assert_non_null(crew);
    for (unsigned work = 1; work <= 60; work++) {
        pause_for(work % 20 ? (long)(work % 4) * 13 : 2000);
        crew_do(crew, count_piece, &count);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(count.done[i], work);
    }
    assert_false(count.wrong);
    crew_close(crew);
}

/* Two pieces that are done only together. */
static void meet(void *context, unsigned piece, unsigned thread)
{
    atomic_uint *here = context;
    (void)piece;
    (void)thread;
    atomic_fetch_add(here, 1);
    while (atomic_load(here) < 2)
        pause_for(100);
}

static void members_work_at_the_same_time(void **state)
{
    (void)state;
    atomic_uint  here = 0;
    struct crew *crew = crew_open(2, 2);
    assert_non_null(crew);
    alarm(60);
    crew_do(crew, meet, &here);
    alarm(0);
    assert_int_equal(here, 2);
    crew_close(crew);
}

/* A slow piece is not left behind. */
static void last_piece_slowly(void *context, unsigned piece, unsigned thread)
{
    bool *done = context;
    (void)thread;
    if (piece == 3)
        pause_for(3000);
    done[piece] = true;
}

static void the_caller_waits_for_all(void **state)
{
    (void)state;
    struct crew *crew = crew_open(4, 4);
    assert_non_null(crew);
    for (unsigned work = 0; work < 20; work++) {
        bool done[4] = {false};
        crew_do(crew, last_piece_slowly, done);
        assert_true(done[0] && done[1] && done[2] && done[3]);
    }
    crew_close(crew);
}

static atomic_bool handled_elsewhere;
static pthread_t   caller;

static void on_signal(int signal)
{
    (void)signal;
    if (!pthread_equal(pthread_self(), caller))
        atomic_store(&handled_elsewhere, true);
}

static void send_it(void *context, unsigned piece, unsigned thread)
{
    (void)context;
    (void)piece;
    if (thread)
        kill(getpid(), SIGUSR1);
    pause_for(100);
}

static void signals_are_the_callers(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = on_signal}, before;
    struct crew     *crew = crew_open(3, 12);
    assert_non_null(crew);
    caller = pthread_self();
    sigaction(SIGUSR1, &action, &before);
    for (unsigned work = 0; work < 5; work++)
        crew_do(crew, send_it, NULL);
    sigaction(SIGUSR1, &before, NULL);
    assert_false(handled_elsewhere);
    crew_close(crew);
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_true(crew_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_of_every_work_is_done_once),
        cmocka_unit_test(a_crew_works_after_a_pause),
        cmocka_unit_test(members_work_at_the_same_time),
        cmocka_unit_test(the_caller_waits_for_all),
        cmocka_unit_test(signals_are_the_callers),
        cmocka_unit_test(there_is_a_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
