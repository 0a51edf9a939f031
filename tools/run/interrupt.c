/* interrupt.c - notes the signals that end a command. */
#include "tools/run/interrupt.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NOTICE_BYTES = 160 };

static const struct {
    int         number;
    const char *name;
} interrupts[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}};
enum { INTERRUPTS = sizeof interrupts / sizeof interrupts[0] };

/* What a handler can reach. */
static volatile sig_atomic_t interrupted;
static struct timespec       interrupted_at;
static char                  notices[INTERRUPTS][NOTICE_BYTES];

/* A supervisor may send a signal twice in a row, to the process and to its group.  Only one that comes a second or more
 * after the first, when the command should have ended, ends the process at once. */
static void on_interrupt(int number)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    if (!interrupted) {
        interrupted_at = time;
        interrupted = number;
    } else if (time.tv_sec - interrupted_at.tv_sec > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* For SIGINT and SIGTERM that were ignored when the command started: they stay without effect, but not without a word.
 */
static void on_ignored(int number)
{
    const int error = errno;
    for (unsigned i = 0; i < INTERRUPTS; i++)
        if (interrupts[i].number == number && write(STDERR_FILENO, notices[i], strlen(notices[i])) < 0)
            break; /* it is not read */
    errno = error;
}

/* In a child, which may become another program: exec would make the default of a signal that is handled. */
static void ignore_again(void)
{
    for (unsigned i = 0; i < INTERRUPTS; i++)
        if (notices[i][0] != '\0')
            signal(interrupts[i].number, SIG_IGN);
}

/* SIGHUP keeps silent: `nohup` is there so that the end of a terminal means nothing. */
static void say_when_ignored(const bool *ignored)
{
    const struct sigaction action = {.sa_handler = on_ignored, .sa_flags = SA_RESTART};
    for (unsigned i = 0; i < 2; i++)
        if (ignored[i]) {
            snprintf(notices[i], sizeof notices[i],
                     "wekiva: %s is ignored since the start (nohup, background): %s ends the command\n",
                     interrupts[i].name, ignored[!i] ? "SIGKILL" : interrupts[!i].name);
            sigaction(interrupts[i].number, &action, NULL);
        }
    if (ignored[0] || ignored[1])
        pthread_atfork(NULL, NULL, ignore_again);
}

void interrupt_handle(void)
{
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    bool             ignored[INTERRUPTS] = {false};
    for (unsigned i = 0; i < INTERRUPTS; i++)
        if (sigaction(interrupts[i].number, NULL, &before) == 0) {
            ignored[i] = before.sa_handler == SIG_IGN;
            if (!ignored[i])
                sigaction(interrupts[i].number, &action, NULL);
        }
    say_when_ignored(ignored);
}

int interrupt_signal(void)
{
    return interrupted;
}

bool interrupt_came(void)
{
    return interrupted != 0;
}
