/* sweep_run.c - the points of a sweep, several at once: threads take the next one, and write it when it is over. */
#include "tools/sweep/sweep_run.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/run/interrupt.h"

/* ---- one point -------------------------------------------------------------------------------------------------- */

bool sweep_measure(const struct sweep *sweep, uint64_t point, enum sweep_extra extra, struct measured *measured,
                   struct launch **launch, struct diag *diag)
{
    struct sweep_setting setting;
    struct diag          why = {0};
    bool good = sweep_setting_make(sweep, point, &setting) || diag_set(diag, NULL, 0, "not enough memory");
    *measured = (struct measured){0};
    *launch = NULL;
    good = good && sweep_setting_launch(sweep, &setting, launch, &why, diag);
    if (good && why.what[0]) {
        measured->status = MEASURED_REFUSED;
        measured->why = why;
    } else if (good) {
        const struct measure what = {.program = setting.program,
                                     .launch = *launch,
                                     .chip = setting.chip,
                                     .sets = (const char *const *)setting.sets,
                                     .set_count = setting.set_count,
                                     .max_cycles = sweep->max_cycles,
                                     .no_progress = sweep->no_progress,
                                     .warm = sweep->warm,
                                     .counters = extra == SWEEP_COUNTERS || sweep->counters,
                                     .lines = extra == SWEEP_LINES};
        good = measure_run(&what, measured, diag);
        good = good && sweep_setting_has(sweep, &setting, measured->program_hash, diag);
    }
    sweep_setting_free(&setting);
    return good;
}

/* ---- all points ------------------------------------------------------------------------------------------------- */

struct crowd {
    struct sweep_work *work;
    const uint8_t     *finished; /* a bit each */
    pthread_mutex_t    mutex;
    pthread_cond_t     told;
    uint64_t           next;    /* point that is not looked at yet */
    unsigned           working; /* threads */
    bool               failed;
    struct diag        diag;
};

/* The next point of this part that is not there; under the mutex. */
static bool take_point(struct crowd *crowd, uint64_t *point)
{
    const struct sweep_work *work = crowd->work;
    while (crowd->next < work->sweep->points &&
           (crowd->next % work->parts != work->part - 1 || crowd->finished[crowd->next / 8] >> crowd->next % 8 & 1))
        crowd->next++;
    *point = crowd->next;
    return !crowd->failed && !interrupt_came() && crowd->next++ < work->sweep->points;
}

static void *work_on(void *context)
{
    struct crowd *crowd = context;
    uint64_t      point;
    pthread_mutex_lock(&crowd->mutex);
    while (take_point(crowd, &point)) {
        struct measured measured;
        struct launch  *launch;
        struct diag     diag = {0};
        pthread_mutex_unlock(&crowd->mutex);
        bool       good = sweep_measure(crowd->work->sweep, point, SWEEP_PLAIN, &measured, &launch, &diag);
        const bool interrupted = measured.interrupted;
        pthread_mutex_lock(&crowd->mutex);
        if (good && !crowd->failed)
            good = sweep_store_put(crowd->work->store, point, &measured, &diag);
        crowd->work->done += good;
        if (!good && !interrupted && !crowd->failed) {
            crowd->failed = true;
            crowd->diag = diag;
        }
        pthread_cond_signal(&crowd->told);
        pthread_mutex_unlock(&crowd->mutex);
        measured_free(&measured);
        if (launch)
            launch_free(launch);
        pthread_mutex_lock(&crowd->mutex);
    }
    crowd->working--;
    pthread_cond_signal(&crowd->told);
    pthread_mutex_unlock(&crowd->mutex);
    return NULL;
}

/* ---- progress --------------------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_time(char *text, size_t size, double seconds)
{
    const unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole < 100)
        snprintf(text, size, "%lu s", whole);
    else if (whole < 6000)
        snprintf(text, size, "%lu min", (whole + 30) / 60);
    else
        snprintf(text, size, "%lu h %02lu min", whole / 3600, whole % 3600 / 60);
}

static void show(const struct sweep_work *work, uint64_t done, double seconds, bool last)
{
    enum { WIDTH = 30 };
    char           bar[WIDTH + 1], left[32] = "";
    const uint64_t there = work->before + done;
    const unsigned full = work->all ? (unsigned)(WIDTH * there / work->all) : WIDTH;
    memset(bar, '.', WIDTH);
    memset(bar, '#', full);
    bar[WIDTH] = '\0';
    const double rate = seconds > 0 ? (double)done / seconds : 0;
    if (rate > 0)
        print_time(left, sizeof left, (double)(work->all - there) / rate);
    fprintf(stderr, "\r\033[K[%s] %" PRIu64 " of %" PRIu64 " points", bar, there, work->all);
    if (rate > 0)
        fprintf(stderr, ", %.3g points/s, %s left", rate, left);
    if (last)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

/* Shows how far it is until the last thread has ended; the mutex is held. */
static void watch(struct crowd *crowd)
{
    const bool   shows = !crowd->work->quiet && isatty(STDERR_FILENO);
    const double start = now();
    double       next = start + 0.3;
    while (crowd->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crowd->told, &crowd->mutex, &until);
        if (shows && now() >= next) {
            show(crowd->work, crowd->work->done, now() - start, false);
            next = now() + 0.2;
        }
    }
    if (shows && next > start + 0.3)
        show(crowd->work, crowd->work->done, now() - start, true);
}

static void count(struct sweep_work *work, const uint8_t *finished)
{
    work->all = work->before = work->done = 0;
    for (uint64_t point = work->part - 1; point < work->sweep->points; point += work->parts) {
        work->all++;
        work->before += finished[point / 8] >> point % 8 & 1;
    }
}

/* The caller starts them all, and then watches; when the system gives fewer threads, those do the work. */
static bool start(struct crowd *crowd, struct diag *diag)
{
    const struct sweep_work *work = crowd->work;
    const uint64_t           left = work->all - work->before;
    const unsigned           threads = work->jobs < left ? work->jobs : (unsigned)left;
    pthread_t                thread[SWEEP_JOBS_MAX];
    unsigned                 started = 0;
    int                      error = 0;
    pthread_mutex_lock(&crowd->mutex);
    for (; started < threads; started++, crowd->working++)
        if ((error = pthread_create(&thread[started], NULL, work_on, crowd)) != 0)
            break;
    if (threads && !started)
        crowd->failed = !diag_set(&crowd->diag, NULL, 0, "cannot start a thread: %s", strerror(error));
    watch(crowd);
    pthread_mutex_unlock(&crowd->mutex);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (crowd->failed)
        *diag = crowd->diag;
    return !crowd->failed;
}

bool sweep_run(struct sweep_work *work, struct diag *diag)
{
    struct crowd crowd = {.work = work};
    uint64_t     there;
    uint8_t     *finished = calloc(work->sweep->points / 8 + 1, 1);
    bool         good = finished || diag_set(diag, NULL, 0, "not enough memory");
    good = good && sweep_store_finished(work->store, finished, &there, diag);
    if (good) {
        crowd.finished = finished;
        count(work, finished);
        pthread_mutex_init(&crowd.mutex, NULL);
        pthread_cond_init(&crowd.told, NULL);
        good = start(&crowd, diag);
        pthread_cond_destroy(&crowd.told);
        pthread_mutex_destroy(&crowd.mutex);
    }
    free(finished);
    return good;
}
