/* observing.h - a machine's clocks with an observer (rtl_model/observer.h) of each. */
#ifndef RTL_MODEL_OBSERVING_H
#define RTL_MODEL_OBSERVING_H

#include "rtl_model/machine.h"

struct observing {
    struct machine_observer *by;    /* or NULL: none */
    uint64_t                *shown; /* sets for rtl_machine_kind.show; the second behind the first */
    size_t                   words; /* of each */
};

/* From here on an observer looks at the launch that the machine runs, in place of one that has.  False: none does on
 * such machines, or memory is out. */
bool observing_begin(struct observing *observing, const struct rtl_machine *machine, enum observed_detail detail,
                     struct diag *diag);
/* Shows it a clock: between wires and edge, of which the wires have not been shown yet. */
void observing_look(const struct observing *observing, const struct rtl_machine *machine, bool lanes);
/* Wires, a look, and edge. */
void observing_clock(const struct observing *observing, const struct rtl_machine *machine);
/* Clocks it to cycle `end`, or to where the machine finishes or stops before; without an observer, too. */
void observing_run(const struct observing *observing, const struct rtl_machine *machine, uint64_t end);
/* What registers say up to now is taken. */
void observing_settle(const struct observing *observing, const struct rtl_machine *machine);
void observing_end(struct observing *observing);

#endif
