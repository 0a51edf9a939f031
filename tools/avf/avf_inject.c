/* avf_inject.c - runs each flip to its end, in processes.
 *
 * A worker takes its share of the flips by their clocks and clocks one machine from one to the next; there a child of
 * it is a copy of the machine at this clock.  The child inverts the bit, runs on, and says what became of it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/avf/avf.h"
#include "tools/run/interrupt.h"

/* Processor time after which a child is ended, and so many times the clean run's: in a state that the model does not
 * know a clock may not end. */
enum { CHILD_SECONDS = 60, CHILD_TIMES = 1000 };

/* ---- a child ----------------------------------------------------------------------------------------------------- */

static void say(struct avf_outcome *outcome, enum avf_class class, const char *text)
{
    outcome->class = class;
    snprintf(outcome->message, sizeof outcome->message, "%s", text);
}

/* To the end, from the flip's clock on. */
static void follow(const struct avf *avf, const struct flip *flip, struct avf_outcome *outcome)
{
    const struct rtl_machine      *machine = avf->machine;
    const struct rtl_machine_kind *kind = machine->kind;
    struct diag                    diag = {0};
    char                           text[AVF_MESSAGE] = "";
    flip_apply(machine, flip);
    kind->run(machine->of, avf->limit);
    outcome->cycles = *machine->cycle;
    if (kind->stopped(machine->of, &diag)) {
        say(outcome, AVF_RULE, diag.what);
    } else if (!kind->finished(machine->of)) {
        uint64_t clocks;
        say(outcome, AVF_HANG, rtl_machine_standing(machine, &clocks, &diag) ? diag.what : "");
    } else if (!avf_results_agree(avf, machine, text)) {
        say(outcome, AVF_WRONG, text);
    } else {
        say(outcome, *machine->cycle == avf->cycles ? AVF_MASKED : AVF_RETIMED, "");
    }
}

_Noreturn static void be_child(const struct avf *avf, const struct flip *flip, int outcome_to, int text_to)
{
    const rlim_t        seconds = CHILD_SECONDS + (rlim_t)(CHILD_TIMES * avf->seconds);
    const struct rlimit no_core = {0, 0}, time = {seconds, seconds};
    struct avf_outcome  outcome = {0};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_CPU, &time);
    signal(SIGTERM, SIG_DFL);
    dup2(text_to, STDERR_FILENO);
    follow(avf, flip, &outcome);
    _exit(write(outcome_to, &outcome, sizeof outcome) == (ssize_t)sizeof outcome ? 0 : 1);
}

/* ---- a worker ---------------------------------------------------------------------------------------------------- */

static ssize_t read_all(int from, void *to, size_t size)
{
    size_t got = 0;
    char   rest[512];
    for (;;) {
        const bool    full = got == size;
        const ssize_t n = read(from, full ? rest : (char *)to + got, full ? sizeof rest : size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return (ssize_t)got;
        got += full ? 0 : (size_t)n;
    }
}

/* What a child has said on its error output, in a line: of an assertion what is behind the program's name. */
static void take_text(char text[AVF_MESSAGE], int status, struct avf_outcome *outcome)
{
    char *end = strchr(text, '\n'), *start = strstr(text, ": ");
    if (end)
        *end = '\0';
    start = start ? start + 2 : text;
    if (!*start && WIFSIGNALED(status))
        snprintf(text, AVF_MESSAGE, "ended by signal %d", WTERMSIG(status));
    say(outcome, AVF_UNDEFINED, *start ? start : text);
}

/* False: no process could be made. */
static bool run_child(const struct avf *avf, const struct flip *flip, struct avf_outcome *outcome)
{
    int  outcomes[2], texts[2], status = 0;
    char text[AVF_MESSAGE] = "";
    if (pipe(outcomes) != 0)
        return false;
    if (pipe(texts) != 0)
        return close(outcomes[0]), close(outcomes[1]), false;
    const pid_t child = fork();
    if (child == 0)
        be_child(avf, flip, outcomes[1], texts[1]);
    close(outcomes[1]);
    close(texts[1]);
    read_all(texts[0], text, sizeof text - 1);
    const bool whole = read_all(outcomes[0], outcome, sizeof *outcome) == (ssize_t)sizeof *outcome;
    close(outcomes[0]);
    close(texts[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!whole) {
        *outcome = (struct avf_outcome){0};
        take_text(text, status, outcome);
    }
    return child > 0;
}

struct message {
    unsigned           flip;
    bool               failed;
    struct avf_outcome outcome;
};

/* Every so many of the flips in their order. */
_Noreturn static void be_worker(const struct avf *avf, const unsigned *order, unsigned first, unsigned jobs, int to)
{
    const struct rtl_machine *machine = avf->machine;
    for (unsigned k = first; k < avf->flip_count && !interrupt_came(); k += jobs) {
        struct message           message = {.flip = order[k]};
        const struct flip *const flip = &avf->flips[order[k]].of;
        if (*machine->cycle < flip->cycle)
            machine->kind->run(machine->of, flip->cycle);
        message.failed = !run_child(avf, flip, &message.outcome);
        if (interrupt_came() || write(to, &message, sizeof message) != (ssize_t)sizeof message || message.failed)
            break;
    }
    _exit(0);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

struct by_cycle {
    uint64_t cycle;
    unsigned flip;
};

static int compare_cycles(const void *left, const void *right)
{
    const struct by_cycle *a = left, *b = right;
    if (a->cycle != b->cycle)
        return a->cycle < b->cycle ? -1 : 1;
    return a->flip < b->flip ? -1 : 1;
}

/* The flips by their clocks; NULL: no memory. */
static unsigned *order_flips(const struct avf *avf)
{
    struct by_cycle *const list = calloc(avf->flip_count + 1, sizeof *list);
    unsigned *const        order = calloc(avf->flip_count + 1, sizeof *order);
    if (list && order) {
        for (unsigned i = 0; i < avf->flip_count; i++)
            list[i] = (struct by_cycle){avf->flips[i].of.cycle, i};
        qsort(list, avf->flip_count, sizeof *list, compare_cycles);
        for (unsigned i = 0; i < avf->flip_count; i++)
            order[i] = list[i].flip;
    } else {
        free(order);
    }
    free(list);
    return list ? order : NULL;
}

static void show_progress(const struct avf *avf, unsigned done, bool on)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K");
    if (on)
        fprintf(stderr, "%u of %u flips", done, avf->flip_count);
    fflush(stderr);
}

/* Until all have told of theirs, one has failed, or a signal comes. */
static unsigned gather(struct avf *avf, int from)
{
    struct message message;
    unsigned       done = 0;
    while (done < avf->flip_count && !interrupt_came()) {
        const ssize_t got = read(from, &message, sizeof message);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != (ssize_t)sizeof message || message.failed)
            break;
        struct avf_flip *const flip = &avf->flips[message.flip];
        flip->outcome = message.outcome;
        avf->rows[flip->row].flips++;
        avf->rows[flip->row].of[flip->outcome.class]++;
        show_progress(avf, ++done, true);
    }
    show_progress(avf, done, false);
    return done;
}

static bool run_workers(struct avf *avf, const unsigned *order, unsigned jobs, struct diag *diag)
{
    int      ends[2];
    pid_t    workers[AVF_JOBS_MAX];
    unsigned started = 0, done = 0;
    if (pipe(ends) != 0)
        return diag_set(diag, NULL, 0, "no pipe between processes: %s", strerror(errno));
    while (started < jobs && (workers[started] = fork()) >= 0) {
        if (workers[started] == 0)
            close(ends[0]), be_worker(avf, order, started, jobs, ends[1]);
        started++;
    }
    const int error = errno;
    close(ends[1]);
    if (started == jobs)
        done = gather(avf, ends[0]);
    close(ends[0]);
    for (unsigned i = 0; i < started; i++) {
        kill(workers[i], SIGTERM);
        waitpid(workers[i], NULL, 0);
    }
    if (done == avf->flip_count)
        return true;
    if (interrupt_came())
        return diag_set(diag, NULL, 0, "interrupted after %u of %u flips", done, avf->flip_count);
    return diag_set(diag, NULL, 0, "no further process after %u of %u flips: %s", done, avf->flip_count,
                    started < jobs ? strerror(error) : "not enough memory, or too many processes");
}

bool avf_inject(struct avf *avf, unsigned jobs, struct diag *diag)
{
    unsigned *const order = order_flips(avf);
    if (!order)
        return diag_set(diag, NULL, 0, "not enough memory for the order of flips");
    jobs = jobs < avf->flip_count ? jobs : avf->flip_count;
    jobs = jobs < AVF_JOBS_MAX ? jobs : AVF_JOBS_MAX;
    const bool good = !avf->flip_count || run_workers(avf, order, jobs, diag);
    free(order);
    return good;
}
