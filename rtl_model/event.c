#include "rtl_model/event.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool list_signals(struct event *event, struct diag *diag)
{
    const struct rtl_machine *machine = event->machine;
    const unsigned            own = machine->instance_count;
    const bool                good = derive_open(&event->derive, &event->rows->derivation);
    const unsigned            derived = event->derive.instance_count, words = own / 64 + 1;
    event->instances = calloc(own + derived, sizeof *event->instances);
    event->every = malloc(words * sizeof *event->every);
    event->moved = calloc(derived / 64 + 1, sizeof *event->moved);
    if (!good || !event->instances || !event->every || !event->moved)
        return diag_set(diag, NULL, 0, "not enough memory for an event");
    memcpy(event->instances, machine->instances, own * sizeof *event->instances);
    for (unsigned i = 0; i < derived; i++)
        event->instances[own + i] = event->derive.instances[i];
    memset(event->every, 0xff, words * sizeof *event->every);
    return true;
}

bool event_open(struct event *event, const struct rtl_machine *machine, struct machine_rows *rows, const char *text,
                struct diag *diag)
{
    const struct machine_looks *looks = machine->kind->looks;
    const unsigned              own = machine->instance_count;
    *event = (struct event){.machine = machine, .rows = rows, .asked = *machine->cycle};
    if (!rows || !list_signals(event, diag))
        return false;
    const struct trigger_names names = {.instances = event->instances,
                                        .count = own + event->derive.instance_count,
                                        .views = looks->views,
                                        .view_count = looks->view_count,
                                        .elements = looks->elements,
                                        .element_types = looks->element_types};
    unsigned                   instance;
    event->trigger = trigger_parse(text, &names, diag);
    for (unsigned n = 0; event->trigger && (instance = trigger_instance(event->trigger, n)) != UINT_MAX; n++)
        event->derived |= instance >= own;
    return event->trigger;
}

void event_close(struct event *event)
{
    if (event->rows) {
        derive_close(&event->derive);
        event->rows->free(event->rows);
    }
    free(event->instances);
    free(event->every);
    free(event->moved);
    trigger_free(event->trigger);
    *event = (struct event){0};
}

bool event_begins(struct event *event)
{
    const struct rtl_machine *machine = event->machine;
    event->asked = *machine->cycle + 1;
    return trigger_begins(event->trigger, *machine->cycle, machine->kind->stopped(machine->of, NULL));
}

/* Signals of the view are made of any others. */
void event_look(struct event *event)
{
    const struct rtl_machine *machine = event->machine;
    unsigned                  instance;
    if (event->derived) {
        machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
        derive_cycle(&event->derive, event->every, event->moved);
        return;
    }
    for (unsigned n = 0; (instance = trigger_instance(event->trigger, n)) != UINT_MAX; n++)
        machine->kind->look(machine->of, instance);
}

static bool asks(void *context)
{
    struct event *event = context;
    return *event->machine->cycle >= event->asked && event_begins(event);
}

/* As the machine's `search`, if it can. */
static bool search_registers(struct event *event, uint64_t end, bool *found)
{
    const struct rtl_machine *machine = event->machine;
    unsigned                  instances[TRIGGER_INSTANCES], count = 0;
    while (count < TRIGGER_INSTANCES && (instances[count] = trigger_instance(event->trigger, count)) != UINT_MAX)
        count++;
    const enum trigger_reads    reads = trigger_reads(event->trigger);
    const struct machine_search search = {instances, count, reads == TRIGGER_COUNTERS, asks, event};
    return machine->kind->search && reads != TRIGGER_WIRES && !event->derived &&
           machine->kind->search(machine->of, end, &search, found);
}

bool event_search(struct event *event, uint64_t end)
{
    const struct rtl_machine *machine = event->machine;
    bool                      found = false;
    if (search_registers(event, end, &found))
        return found;
    for (; *machine->cycle < end && !machine->kind->finished(machine->of) && !machine->kind->stopped(machine->of, NULL);
         machine->kind->edge(machine->of)) {
        machine->kind->wire(machine->of);
        event_look(event);
        if (asks(event))
            return true;
    }
    return false;
}
