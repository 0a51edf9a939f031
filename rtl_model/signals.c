#include "rtl_model/signals.h"

#include <stdlib.h>
#include <string.h>

bool signals_open(struct machine_signals *signals, const struct rtl_machine *machine, struct machine_rows *rows,
                  struct diag *diag)
{
    const struct machine_looks *looks = machine->kind->looks;
    const unsigned              own = machine->instance_count, words = own / 64 + 1;
    *signals = (struct machine_signals){.machine = machine, .rows = rows};
    if (!rows)
        return false;
    const bool     good = derive_open(&signals->derive, &rows->derivation);
    const unsigned derived = signals->derive.instance_count;
    signals->instances = calloc(own + derived, sizeof *signals->instances);
    signals->every = malloc(words * sizeof *signals->every);
    signals->moved = calloc(derived / 64 + 1, sizeof *signals->moved);
    if (!good || !signals->instances || !signals->every || !signals->moved)
        return diag_set(diag, NULL, 0, "not enough memory for the signals of a machine");
    memcpy(signals->instances, machine->instances, own * sizeof *signals->instances);
    for (unsigned i = 0; i < derived; i++)
        signals->instances[own + i] = signals->derive.instances[i];
    memset(signals->every, 0xff, words * sizeof *signals->every);
    signals->names = (struct trigger_names){.instances = signals->instances,
                                            .count = own + derived,
                                            .views = looks->views,
                                            .view_count = looks->view_count,
                                            .elements = looks->elements,
                                            .element_types = looks->element_types};
    return true;
}

void signals_close(struct machine_signals *signals)
{
    if (signals->rows) {
        derive_close(&signals->derive);
        signals->rows->free(signals->rows);
    }
    free(signals->instances);
    free(signals->every);
    free(signals->moved);
    *signals = (struct machine_signals){0};
}

bool signals_derived(const struct machine_signals *signals, unsigned instance)
{
    return instance >= signals->machine->instance_count;
}

void signals_look(struct machine_signals *signals, unsigned instance)
{
    const struct rtl_machine *machine = signals->machine;
    if (!signals_derived(signals, instance)) {
        machine->kind->look(machine->of, instance);
        return;
    }
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    derive_cycle(&signals->derive, signals->every, signals->moved);
}
