/* interrupt.c - notes the signals that end a command. */
#include "tools/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

/* What a handler can reach. */
static volatile sig_atomic_t interrupted;
static struct timespec       interrupted_at;

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

void interrupt_handle(void)
{
    static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    for (unsigned i = 0; i < sizeof interrupts / sizeof interrupts[0]; i++)
        if (sigaction(interrupts[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(interrupts[i], &action, NULL);
}

int interrupt_signal(void)
{
    return interrupted;
}

bool interrupt_came(void)
{
    return interrupted != 0;
}
