/* run_trigger.h - a waveform of what lies around an event: the run goes on without one, states of it are kept in memory
 * (rtl_model/history.h), and when the event has come the clocks around it are run once more, with the waveform. */
#ifndef TOOLS_RUN_TRIGGER_H
#define TOOLS_RUN_TRIGGER_H

#include "tools/run/run_loop.h"

/* Of --trigger, or of --last; its waveform, if it is --trigger's, has been opened. */
bool run_trigger_open(struct run *run, struct diag *diag);
void run_trigger_close(struct run *run);

/* The machine has begun another launch. */
void run_trigger_begin(struct run *run);

/* Clocks the machine to cycle `end`, or where it finishes or stops before.  It may be in an earlier cycle than before
 * when it returns, and clocks from there are the same. */
void run_trigger_clock(struct run *run, uint64_t end);
/* Where the clock stands still: the event may have come with it. */
void run_trigger_end(struct run *run);

/* Of --last, in the clock in which something was found to be wrong: the waveform of the last cycles, once. */
void run_trigger_last(struct run *run);

/* The cycle of the first event, or NULL. */
const uint64_t *run_trigger_event(const struct run *run);
/* What there is to tell: cycles of events, for the line of the waveform. */
void run_trigger_print(FILE *out, const struct run *run);

#endif
