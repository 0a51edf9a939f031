/* event.h - looks for the clock in which an expression over a machine's signals, those of its view among them, begins
 * to hold (trace/trigger/trigger.h). */
#ifndef RTL_MODEL_EVENT_H
#define RTL_MODEL_EVENT_H

#include "rtl_model/machine.h"
#include "trace/derive.h"
#include "trace/trigger/trigger.h"

/* The machine's own signals and those of the view (trace/derive.h) are one behind the other. */
struct event {
    const struct rtl_machine *machine; /* NULL: not open */
    struct machine_rows      *rows;
    struct derive             derive;
    struct rtl_instance      *instances;
    uint64_t                 *every, *moved; /* sets */
    bool                      derived;       /* the expression has signals of the view */
    struct trigger           *trigger;
    uint64_t                  asked; /* cycles before this have been asked */
};

/* From the present cycle on.  `rows` are the event's from here on; NULL: none could be made, and `diag` says why.
 * False: no memory, or what is wrong in the expression, with its column; it is to be closed all the same. */
bool event_open(struct event *event, const struct rtl_machine *machine, struct machine_rows *rows, const char *text,
                struct diag *diag);
/* An empty one is allowed. */
void event_close(struct event *event);

/* What it reads is brought up to date, of a machine whose wires are driven. */
void event_look(struct event *event);
/* Whether it begins in this clock, of which it has not been asked, of a machine that is up to date. */
bool event_begins(struct event *event);
/* Clocks the machine to cycle `end`, or to where it finishes or stops before; true: to the event, before that. */
bool event_search(struct event *event, uint64_t end);

#endif
