/* timeline.h - a run and its past: any signal in any cycle that has been, from states that are kept (history.h) and by
 * running again from the one before.
 *
 * Two machines of a launch: one runs on, the other one is wherever it was last asked for.  What is shown of a cycle is
 * what a waveform has there: wires that have settled before the clock edge; the last one is where the run stands. */
#ifndef RTL_MODEL_TIMELINE_H
#define RTL_MODEL_TIMELINE_H

#include "rtl_model/event.h"
#include "rtl_model/history.h"
#include "rtl_model/signals.h"

enum { TIMELINE_BYTES = 64 << 20 };

enum timeline_state { TIMELINE_RUNS, TIMELINE_FINISHED, TIMELINE_STOPPED, TIMELINE_LIMIT, TIMELINE_STANDS };

struct timeline {
    const struct rtl_machine *now, *past;
    struct history           *history;
    struct machine_signals    signals;                 /* of the past one */
    uint64_t                  max_cycles, no_progress; /* as options of a run */
    enum timeline_state       state;
    uint64_t                  first;    /* the first cycle */
    uint64_t                  repeated; /* clocks that have been run again */
    struct diag               why;      /* of a state other than TIMELINE_RUNS: what is to be said of it */
};

/* Both machines are at their beginning, and outlive it.  False: no memory; it is to be closed all the same. */
bool timeline_open(struct timeline *timeline, const struct rtl_machine *now, const struct rtl_machine *past,
                   uint64_t max_cycles, uint64_t no_progress, struct diag *diag);
/* An empty one is allowed. */
void timeline_close(struct timeline *timeline);

/* Runs on to cycle `end`, or to where the run is over: the state says so. */
void timeline_run(struct timeline *timeline, uint64_t end);
/* Where the run stands: the last cycle of which there is something to show. */
uint64_t timeline_latest(const struct timeline *timeline);

/* Calls `visit` with the values of these signals in cycle `from`, and in each up to `to`, included, in which one of
 * them is another than in the one before; both are cycles that have been.  False: no memory, or `visit` has. */
typedef bool timeline_visit(void *context, uint64_t cycle, const uint64_t *values);
bool timeline_values(struct timeline *timeline, const struct trigger_signal *signals, unsigned count, uint64_t from,
                     uint64_t to, timeline_visit *visit, void *context);

/* The first cycle behind `after` in which an expression holds; the run goes on as far as need be.  False: there is
 * none, and the run is over; or the expression is wrong, and `diag` says what. */
enum timeline_answer { TIMELINE_FOUND, TIMELINE_NEVER, TIMELINE_WRONG };
enum timeline_answer timeline_first(struct timeline *timeline, const char *expression, uint64_t after, uint64_t *cycle,
                                    struct diag *diag);

#endif
