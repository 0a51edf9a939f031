/* signals.h - a machine's signals, and those of its view (trace/derive.h), in one list in which names are looked for.
 */
#ifndef RTL_MODEL_SIGNALS_H
#define RTL_MODEL_SIGNALS_H

#include "rtl_model/machine.h"
#include "trace/derive.h"
#include "trace/trigger/trigger.h"

struct machine_signals {
    const struct rtl_machine *machine; /* NULL: not open */
    struct machine_rows      *rows;
    struct derive             derive;
    struct rtl_instance      *instances;     /* the machine's, then those of the view */
    uint64_t                 *every, *moved; /* sets */
    struct trigger_names      names;
};

/* `rows` are the list's from here on; NULL: none could be made, and `diag` says why.  False: no memory; it is to be
 * closed all the same. */
bool signals_open(struct machine_signals *signals, const struct rtl_machine *machine, struct machine_rows *rows,
                  struct diag *diag);
/* An empty one is allowed. */
void signals_close(struct machine_signals *signals);

/* Whether an instance, by its place, is one of the view. */
bool signals_derived(const struct machine_signals *signals, unsigned instance);
/* Brings an instance up to date, of a machine whose wires are driven; one of the view with all of it, for its signals
 * are made of any others. */
void signals_look(struct machine_signals *signals, unsigned instance);

#endif
