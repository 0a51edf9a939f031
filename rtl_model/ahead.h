/* ahead.h - a run that goes ahead of its waveform, whose windows other processes sample meanwhile, side by side.
 *
 * Such a process is made by fork in the last clock before its window.  So it has the machine and all that looks at it
 * as they are there, for no more than the pages that change in it or here.  It samples that clock to have
 * something to compare with, clocks its machine through the window, and what it samples comes through a pipe; windows
 * are taken in their order (trace/part.h).  Every byte of the waveform is as if all of it had been sampled here. */
#ifndef RTL_MODEL_AHEAD_H
#define RTL_MODEL_AHEAD_H

#include "rtl_model/machine.h"

/* More processes than these would wait for the run. */
enum { AHEAD_PROCESSES = 8 };

/* Clocks of the first window, and most of one: to make a process costs as much as a few thousand.  A window has no more
 * than so many bytes of text, as far as can be told from those before it. */
enum { AHEAD_FIRST = 4096, AHEAD_CLOCKS = 65536, AHEAD_BYTES = 32 << 20 };

struct ahead_plan {
    unsigned processes;   /* at once, at least 1 */
    uint64_t clocks;      /* of a window; 0: as it suits */
    uint64_t first, last; /* cycles of the waveform, both included; the machine is in the first one */
};

struct ahead;

/* Of a waveform with parts (trace/part.h), of which nothing has been sampled; it and the machine outlive this.  NULL
 * without memory. */
struct ahead *ahead_open(const struct rtl_machine *machine, struct trace *trace, const struct ahead_plan *plan);

/* To be called in every cycle that ahead_next has said: begins windows, which may mean to wait for the first one that
 * is under way.  False: the system gives no process, or one has ended before its window. */
bool     ahead_step(struct ahead *ahead, struct diag *diag);
uint64_t ahead_next(const struct ahead *ahead, uint64_t end);
bool     ahead_has_begun(const struct ahead *ahead);

/* All of the waveform up to this cycle is handed on. */
bool ahead_finish(struct ahead *ahead, uint64_t last, struct diag *diag);
/* The same as far as it goes, for the handler of a fatal signal (trace_rescue). */
void ahead_rescue(struct ahead *ahead);

/* Processes that are under way are ended, what they have is dropped.  NULL is allowed. */
void ahead_close(struct ahead *ahead);

#endif
