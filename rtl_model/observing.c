#include "rtl_model/observing.h"

#include <stdlib.h>

#include "rtl_model/shown.h"

bool observing_begin(struct observing *observing, const struct rtl_machine *machine, enum observed_detail detail,
                     struct diag *diag)
{
    observing_end(observing);
    if (!machine->kind->results->observe)
        return diag_set(diag, NULL, 0, "machines of this family have no counters, and no costs of lines");
    observing->words = machine->instance_count / 64 + 1;
    observing->shown = calloc(2 * observing->words, sizeof *observing->shown);
    if (!observing->shown)
        return diag_set(diag, NULL, 0, "not enough memory for counters");
    observing->by = machine->kind->results->observe(machine->of, detail, diag);
    if (observing->by)
        machine_show_for(machine, NULL, observing->by);
    return observing->by;
}

void observing_look(const struct observing *observing, const struct rtl_machine *machine, bool lanes)
{
    if (machine->kind->show) /* else `wire` has brought everything up to date */
        machine->kind->show(machine->of, lanes, observing->shown, observing->shown + observing->words);
    observing->by->clock(observing->by);
}

void observing_clock(const struct observing *observing, const struct rtl_machine *machine)
{
    machine->kind->wire(machine->of);
    observing_look(observing, machine, false);
    machine->kind->edge(machine->of);
}

void observing_run(const struct observing *observing, const struct rtl_machine *machine, uint64_t end)
{
    const struct rtl_machine_kind *kind = machine->kind;
    if (!observing->by)
        kind->run(machine->of, end);
    else
        while (*machine->cycle < end && !kind->finished(machine->of) && !kind->stopped(machine->of, NULL))
            observing_clock(observing, machine);
}

void observing_settle(const struct observing *observing, const struct rtl_machine *machine)
{
    machine->kind->look(machine->of, (unsigned)MACHINE_REGISTERS);
    observing->by->settle(observing->by);
}

void observing_end(struct observing *observing)
{
    if (observing->by)
        observing->by->free(observing->by);
    free(observing->shown);
    *observing = (struct observing){0};
}
