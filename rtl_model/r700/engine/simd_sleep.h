/* simd_sleep.h - a SIMD whose control repeats itself sleeps, as a whole, until that ends.
 *
 * Most programs wait most of the time.  Then registers and memories are the same after a rotation, but for counters
 * (STAT) and countdowns (DOWN).  Each further rotation does the same until a countdown ends or the dispatcher launches
 * a wavefront.  A SIMD sleeps after such a rotation.  At its wake-up the effect of all these clocks is added
 * (kit/pass.h).
 *
 * gpu_run lets SIMDs sleep, and wakes them before it returns.  In a machine that is shown clock by clock a SIMD sleeps
 * when none of its wires, counters, countdowns and phases is shown (gpu_show_only), until a look wakes it. */
#ifndef RTL_MODEL_R700_SIMD_SLEEP_H
#define RTL_MODEL_R700_SIMD_SLEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/rotation.h"

enum {
    SLEEP_BEFORE = 1, /* quiet clocks before anything is noted: shorter pauses cost nothing */
    SLEEP_STREAK = SLEEP_BEFORE + ROTATION_CLOCKS, /* quiet clocks before sleep */
    SLEEP_MODULES = 12,                            /* that move in them: with more it is no pause */
    SLEEP_NOTE = 72                                /* words of a module's note */
};

struct simd;

struct simd_sleep {
    bool     event;  /* in this clock something other than counters, countdowns and the rotation has changed */
    unsigned streak; /* clocks without an event */
    unsigned noted;
    uint8_t  number[SLEEP_MODULES]; /* modules that have moved in the last SLEEP_STREAK - SLEEP_BEFORE of them, */
    uint32_t note[SLEEP_MODULES][SLEEP_NOTE]; /* and their counters and clocks left before */
    uint64_t until;                           /* asleep before this clock of its own; 0: awake */
    uint64_t slept;                           /* clocks, so far: for measurements */
};

static inline bool simd_is_asleep(const struct simd_sleep *sleep)
{
    return sleep->until != 0;
}

/* Nothing is known of the past. */
static inline void simd_sleep_forget(struct simd_sleep *sleep)
{
    sleep->streak = sleep->noted = 0;
    sleep->until = 0;
}

/* Parts of simd_commit: before the edges of this clock, behind a long streak; before that of a module, while no event
 * has been. */
void simd_sleep_begin(struct simd *simd);
void simd_sleep_note(struct simd *simd, unsigned number);

/* Goes to sleep if nothing will happen for a while. */
void simd_doze(struct simd *simd);

/* Brings it to a clock, at most that until which it sleeps. */
void simd_wake(struct simd *simd, uint64_t clock);

#endif
