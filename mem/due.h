/* due.h - when the entries of a queue in order are due.
 *
 * The queue has a clock of its own that counts down while anything is in it, and begins anew when it was empty; an
 * entry has the time of that clock at which it is due.  So only two registers change while it waits: the clock, and
 * what is left until the head is due, both clocks left (DOWN), and a module with such a queue may rest. */
#ifndef MEM_DUE_H
#define MEM_DUE_H

#include <stdbool.h>
#include <stdint.h>

enum { DUE_START = INT32_MAX };

/* The time in this clock, of a queue with so many entries. */
static inline uint32_t due_now(uint32_t clock, unsigned count)
{
    return count ? clock : (uint32_t)DUE_START;
}

/* The clock's next state, with so many entries in the next clock. */
static inline uint32_t due_next(uint32_t now, unsigned count)
{
    return count ? now - 1 : 0;
}

/* Clocks left, in the next clock, until a time. */
static inline uint16_t due_wait(uint32_t next, uint32_t due)
{
    return (uint16_t)(next > due ? next - due : 0);
}

#endif
