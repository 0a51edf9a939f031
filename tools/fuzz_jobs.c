#include "tools/fuzz_jobs.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/options.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"

static const double REPORT_SECONDS = 0.5;

/* What a process tells the first one; smaller than PIPE_BUF, so that it arrives whole. */
struct message {
    unsigned                 job;
    bool                     last;
    enum random_verdict      verdict; /* of the last program */
    uint64_t                 seed;    /* its seed */
    struct random_statistics statistics;
    struct diag              diag; /* RANDOM_FAILED: why */
};

bool say(const char *format, ...)
{
    struct output out;
    va_list       list;
    if (!output_open(&out))
        return false;
    va_start(list, format);
    vfprintf(out.file, format, list);
    va_end(list);
    return output_print(&out, STATUS_DONE) == STATUS_DONE;
}

double fuzz_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool fails(enum random_verdict verdict)
{
    return verdict == RANDOM_DIFFERENT || verdict == RANDOM_STOPPED || verdict == RANDOM_HANGS ||
           verdict == RANDOM_FAILED;
}

/* ---- one process ------------------------------------------------------------------------------------------------ */

typedef bool tell_t(void *context, const struct message *message); /* false: no listener */

static enum random_verdict run_one(struct fuzz_run *run, uint64_t seed, struct random_case *program, struct diag *diag)
{
    if (run->pixels_judge.kind)
        return random_pixels_run(&run->pixels_judge, seed, run->pixels, diag);
    random_generate(seed, &run->weights, program);
    return random_run(&run->judge, program, diag);
}

/* The seeds of one job, until one fails. */
static void run_job(struct fuzz_run *run, unsigned job, struct random_case *program, tell_t *tell, void *context)
{
    const struct random_statistics *statistics =
        run->pixels_judge.kind ? &run->pixels_judge.statistics : &run->judge.statistics;
    struct message message = {.job = job};
    struct diag    diag = {.what = ""};
    double         told = fuzz_seconds();
    /* Machines come and go by the thousand: their memory stays in the process. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    for (uint64_t i = job; i < run->programs && !fails(message.verdict) && !interrupt_came(); i += run->jobs) {
        message.seed = run->seed + i;
        message.verdict = run_one(run, message.seed, program, &diag);
        if (fuzz_seconds() - told < REPORT_SECONDS)
            continue;
        told = fuzz_seconds();
        message.statistics = *statistics;
        if (!fails(message.verdict) && !tell(context, &message))
            return;
    }
    message.last = true;
    message.statistics = *statistics;
    message.diag = diag;
    tell(context, &message);
}

static bool tell_pipe(void *context, const struct message *message)
{
    return write(*(const int *)context, message, sizeof *message) == (ssize_t)sizeof *message;
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

struct gathering {
    const struct fuzz_run   *run;
    struct fuzz_result      *result;
    struct random_statistics each[FUZZ_JOBS_MAX];
    unsigned                 ended;               /* jobs */
    uint64_t                 done[FUZZ_JOBS_MAX]; /* the last program that a job told of, counted from the first */
    bool                     over[FUZZ_JOBS_MAX]; /* it tells of no further one */
    uint64_t                 seed;                /* the last one that was told of */
    double                   start;
    struct diag             *diag;
    bool                     wrong;
};

static void show_progress(const struct gathering *g, bool on)
{
    static const char clear[] = "\r\033[K";
    const uint64_t    done = g->result->statistics.programs;
    const double      seconds = fuzz_seconds() - g->start;
    if (!isatty(STDERR_FILENO))
        return;
    fputs(clear, stderr);
    if (on)
        fprintf(stderr, "%" PRIu64 " of %" PRIu64 " programs, %.0f a second", done, g->run->programs,
                seconds > 0 ? (double)done / seconds : 0);
    fflush(stderr);
}

static void add(struct random_statistics *sum, const struct random_statistics *more)
{
    sum->programs += more->programs;
    sum->illegal += more->illegal;
    sum->undefined += more->undefined;
    sum->clauses += more->clauses;
    sum->instructions += more->instructions;
    sum->groups += more->groups;
    sum->cycles += more->cycles;
    sum->close += more->close;
    sum->pairs += more->pairs;
    sum->other_pairs += more->other_pairs;
}

static bool gather(void *context, const struct message *message)
{
    struct gathering   *g = context;
    struct fuzz_result *result = g->result;
    g->each[message->job] = message->statistics;
    memset(&result->statistics, 0, sizeof result->statistics);
    for (unsigned job = 0; job < g->run->jobs; job++)
        add(&result->statistics, &g->each[job]);
    g->ended += message->last;
    g->over[message->job] = message->last;
    g->done[message->job] = message->seed - g->run->seed;
    g->seed = message->seed;
    if (message->last && message->verdict == RANDOM_FAILED) {
        g->wrong = true;
        *g->diag = message->diag;
    } else if (message->last && fails(message->verdict) &&
               (!result->failed || g->done[message->job] < result->seed - g->run->seed)) {
        result->failed = true;
        result->seed = message->seed;
    }
    show_progress(g, true);
    return true;
}

/* A program failed and every job is past it: it is the first one that fails, however the processes took turns. */
static bool first_failure_is_known(const struct gathering *g)
{
    bool known = g->result->failed;
    for (unsigned job = 0; known && job < g->run->jobs; job++)
        known = g->over[job] || g->done[job] > g->result->seed - g->run->seed;
    return known;
}

/* Starts the processes; returns how many there are. */
static unsigned start_jobs(struct fuzz_run *run, struct random_case *program, int pipe_ends[2], pid_t *children)
{
    unsigned started = 0;
    for (; started < run->jobs; started++) {
        children[started] = fork();
        if (children[started] < 0)
            break;
        if (children[started] == 0) {
            close(pipe_ends[0]);
            run_job(run, started, program, tell_pipe, &pipe_ends[1]);
            _exit(0);
        }
    }
    return started;
}

static bool run_processes(struct fuzz_run *run, struct random_case *program, struct gathering *g)
{
    int            pipe_ends[2];
    pid_t          children[FUZZ_JOBS_MAX];
    struct message message;
    ssize_t        got = 1;
    if (pipe(pipe_ends) != 0)
        return diag_set(g->diag, NULL, 0, "no pipe between processes: %s", strerror(errno));
    const unsigned started = start_jobs(run, program, pipe_ends, children);
    const int      error = errno;
    bool           told = false; /* the others, of an interrupt: they end after their program */
    close(pipe_ends[1]);
    while (started == run->jobs && g->ended < started && !first_failure_is_known(g) && !g->wrong && got > 0) {
        if (interrupt_came() && !told) {
            told = true;
            for (unsigned i = 0; i < started; i++)
                kill(children[i], SIGTERM);
        }
        got = read(pipe_ends[0], &message, sizeof message);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got == (ssize_t)sizeof message)
            gather(g, &message);
    }
    close(pipe_ends[0]);
    for (unsigned i = 0; i < started; i++) {
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, 0);
    }
    if (started < run->jobs)
        return diag_set(g->diag, NULL, 0, "no process %u: %s", started + 1, strerror(error));
    if (!g->wrong && !g->result->failed && g->ended < started && !interrupt_came())
        return diag_set(g->diag, NULL, 0, "a process ended before its last program, after seed %" PRIu64, g->seed);
    return !g->wrong;
}

bool fuzz_jobs_run(struct fuzz_run *run, struct random_case *program, struct fuzz_result *result, struct diag *diag)
{
    struct gathering g = {.run = run, .result = result, .start = fuzz_seconds(), .diag = diag};
    bool             good = true;
    memset(result, 0, sizeof *result);
    if (run->jobs > run->programs)
        run->jobs = run->programs;
    if (run->jobs > 1) {
        good = run_processes(run, program, &g);
    } else {
        run_job(run, 0, program, gather, &g);
        good = !g.wrong;
    }
    show_progress(&g, false);
    result->seconds = fuzz_seconds() - g.start;
    return good;
}
