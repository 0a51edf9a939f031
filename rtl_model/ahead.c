/* ahead.c - processes for windows of a waveform, and what they have sampled, in order. */
#include "rtl_model/ahead.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/part.h"

/* Why a window's process ends with this status, while there is somebody to take what it has. */
enum { NO_MEMORY = 1 };

struct window {
    pid_t    pid;
    int      fd; /* of which its text is read */
    uint64_t clocks;
};

struct ahead {
    struct rtl_machine machine;
    struct trace      *trace;
    struct ahead_plan  plan;
    uint64_t           next;         /* first cycle of the window that begins next */
    uint64_t           clocks, most; /* of it; of those behind it */
    bool               taking;       /* for a handler: a window is half taken */
    unsigned           count;        /* under way, the oldest first */
    struct window      window[];
};

struct ahead *ahead_open(const struct rtl_machine *machine, struct trace *trace, const struct ahead_plan *plan)
{
    struct ahead *ahead = calloc(1, sizeof *ahead + plan->processes * sizeof *ahead->window);
    if (!ahead)
        return NULL;
    ahead->machine = *machine;
    ahead->trace = trace;
    ahead->plan = *plan;
    ahead->clocks = plan->clocks ? plan->clocks : AHEAD_FIRST;
    ahead->most = AHEAD_CLOCKS;
    ahead->next = plan->first;
    return ahead;
}

/* ---- in a window's process --------------------------------------------------------------------------------------- */

static void sample(const struct ahead *ahead)
{
    const struct rtl_machine *m = &ahead->machine;
    struct trace *const       trace = ahead->trace;
    m->kind->wire(m->of);
    if (m->kind->show) {
        const struct trace_changed changed = trace_sets(trace);
        m->kind->show(m->of, trace_has_lanes(trace), changed.wires, changed.registers);
        trace_sample_changed(trace, *m->cycle, &changed);
    } else {
        trace_sample(trace, *m->cycle);
    }
}

static bool sample_window(const struct ahead *ahead, int fd, uint64_t first, uint64_t last)
{
    const struct rtl_machine *m = &ahead->machine;
    if (!trace_part_begin(ahead->trace, fd, *m->cycle < first))
        return false;
    if (*m->cycle < first) {
        sample(ahead);
        trace_part_keep(ahead->trace);
        m->kind->edge(m->of);
    }
    sample(ahead);
    while (*m->cycle < last && !m->kind->finished(m->of) && !m->kind->stopped(m->of, NULL)) {
        m->kind->edge(m->of);
        sample(ahead);
    }
    return trace_part_end(ahead->trace);
}

/* Signals that come from outside are for the process that writes. */
static void block_signals(sigset_t *before)
{
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigprocmask(SIG_BLOCK, &blocked, before);
}

/* Windows become longer from one to the next, but no longer than what is known of their text allows. */
static void note_text(struct ahead *ahead, uint64_t clocks, uint64_t bytes)
{
    const uint64_t most = clocks * AHEAD_BYTES / (bytes + 1) + 1;
    ahead->most = most < AHEAD_CLOCKS ? most : AHEAD_CLOCKS;
}

static uint64_t clocks_of_next(const struct ahead *ahead)
{
    const uint64_t clocks = 2 * ahead->clocks < ahead->most ? 2 * ahead->clocks : ahead->most;
    return ahead->plan.clocks ? ahead->plan.clocks : clocks;
}

/* ---- windows that are under way ---------------------------------------------------------------------------------- */

static int end_process(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static bool tell_end(int status, struct diag *diag)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY)
        return diag_set(diag, NULL, 0, "not enough memory in a process that samples the waveform");
    return diag_set(diag, NULL, 0, "a process that sampled the waveform has ended, by %s %d",
                    WIFSIGNALED(status) ? "signal" : "exit status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

static bool take_oldest(struct ahead *ahead, uint64_t last, struct diag *diag)
{
    const struct window window = ahead->window[0];
    uint64_t            bytes;
    const bool          whole = trace_part_take(ahead->trace, window.fd, last, &bytes);
    memmove(ahead->window, ahead->window + 1, --ahead->count * sizeof window);
    note_text(ahead, window.clocks, bytes);
    close(window.fd);
    if (whole)
        kill(window.pid, SIGKILL); /* it has ended, or nobody wants what is left */
    const int status = end_process(window.pid);
    return whole || tell_end(status, diag);
}

/* Of the ends of pipes a window's process has its own alone: so it hears when there is nobody to take anything.  It
 * ends when the run is killed, and by its own fault at once: what the run rescues then is not here. */
static void leave_the_run(const struct ahead *ahead, int other_end, pid_t run)
{
    static const int own[] = {SIGPIPE, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    close(other_end);
    for (unsigned i = 0; i < ahead->count; i++)
        close(ahead->window[i].fd);
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        signal(own[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != run)
        _exit(1);
}

static pid_t start(struct ahead *ahead, const int ends[2], uint64_t last)
{
    const pid_t run = getpid(), pid = fork();
    if (pid != 0)
        return pid;
    leave_the_run(ahead, ends[0], run);
    _exit(sample_window(ahead, ends[1], ahead->next, last) ? 0 : NO_MEMORY);
}

static bool begin_process(struct ahead *ahead, uint64_t last, struct diag *diag)
{
    int      ends[2];
    sigset_t before;
    if (pipe(ends) != 0)
        return diag_set(diag, NULL, 0, "no pipe for a process that samples the waveform: %s", strerror(errno));
    block_signals(&before);
    const pid_t pid = start(ahead, ends, last);
    const int   error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return diag_set(diag, NULL, 0, "no process to sample the waveform: %s", strerror(error));
    }
    ahead->window[ahead->count++] = (struct window){pid, ends[0], last + 1 - ahead->next};
    return true;
}

/* Where the system refuses a process because there are too many, those that are under way are enough from here on. */
static bool begin(struct ahead *ahead, struct diag *diag)
{
    const uint64_t left = ahead->plan.last - ahead->next;
    const uint64_t last = ahead->next + (left < ahead->clocks - 1 ? left : ahead->clocks - 1);
    if (ahead->count == ahead->plan.processes && !take_oldest(ahead, UINT64_MAX, diag))
        return false;
    while (!begin_process(ahead, last, diag)) {
        if (!ahead->count)
            return false;
        ahead->plan.processes = ahead->count;
        if (!take_oldest(ahead, UINT64_MAX, diag))
            return false;
    }
    ahead->next = last + 1;
    ahead->clocks = clocks_of_next(ahead);
    return true;
}

/* ---- in the run -------------------------------------------------------------------------------------------------- */

/* The first window begins in its first cycle, the others in the one before. */
static uint64_t due(const struct ahead *ahead)
{
    return ahead->next > ahead->plan.last ? UINT64_MAX : ahead->next - (ahead->next != ahead->plan.first);
}

bool ahead_step(struct ahead *ahead, struct diag *diag)
{
    while (*ahead->machine.cycle == due(ahead))
        if (!begin(ahead, diag))
            return false;
    return true;
}

uint64_t ahead_next(const struct ahead *ahead, uint64_t end)
{
    return due(ahead) < end ? due(ahead) : end;
}

bool ahead_has_begun(const struct ahead *ahead)
{
    return ahead->next != ahead->plan.first;
}

bool ahead_finish(struct ahead *ahead, uint64_t last, struct diag *diag)
{
    while (ahead->count && !trace_full(ahead->trace) && !trace_failed(ahead->trace))
        if (!take_oldest(ahead, last, diag))
            return false;
    return true;
}

void ahead_rescue(struct ahead *ahead)
{
    uint64_t bytes;
    for (unsigned i = 0; i < ahead->count; i++)
        if (!trace_part_take(ahead->trace, ahead->window[i].fd, UINT64_MAX, &bytes))
            break;
}

void ahead_close(struct ahead *ahead)
{
    if (!ahead)
        return;
    for (unsigned i = 0; i < ahead->count; i++) {
        close(ahead->window[i].fd);
        kill(ahead->window[i].pid, SIGKILL);
        end_process(ahead->window[i].pid);
    }
    free(ahead);
}
