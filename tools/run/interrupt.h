/* interrupt.h - SIGINT, SIGTERM and SIGHUP end a command in order: it asks between two steps, says how far it came,
 * and exits with 128 + the signal. */
#ifndef TOOLS_INTERRUPT_H
#define TOOLS_INTERRUPT_H

#include <stdbool.h>

/* From here on the first signal is only noted; one that comes more than a second after it ends the process.  A signal
 * that is ignored stays so, in child processes too; SIGINT and SIGTERM then say on the error output that they are, and
 * which signal ends the command.  Called once. */
void interrupt_handle(void);

/* The signal, or 0. */
int  interrupt_signal(void);
bool interrupt_came(void);

#endif
