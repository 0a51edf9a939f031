/* event.h - looks for the clock in which an expression over a machine's signals, those of its view among them, begins
 * to hold (trace/trigger/trigger.h). */
#ifndef RTL_MODEL_EVENT_H
#define RTL_MODEL_EVENT_H

#include "rtl_model/signals.h"

struct event {
    struct machine_signals *signals;
    struct trigger         *trigger; /* NULL: not open */
    bool                    derived; /* the expression has signals of the view */
    bool                    level;   /* asked is whether it holds, not whether it begins to */
    uint64_t                asked;   /* cycles before this have been asked */
};

/* From the present cycle on; the signals outlive it.  False: no memory, or what is wrong in the expression, with its
 * column. */
bool event_open(struct event *event, struct machine_signals *signals, const char *text, struct diag *diag);
/* An empty one is allowed. */
void event_close(struct event *event);

/* What it reads is brought up to date, of a machine whose wires are driven. */
void event_look(struct event *event);
/* Whether it begins in this clock, of which it has not been asked, of a machine that is up to date. */
bool event_begins(struct event *event);
/* Clocks the machine to cycle `end`, or to where it finishes or stops before; true: to the event, before that. */
bool event_search(struct event *event, uint64_t end);

#endif
