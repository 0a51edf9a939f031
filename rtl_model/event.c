#include "rtl_model/event.h"

#include <limits.h>

bool event_open(struct event *event, struct machine_signals *signals, const char *text, struct diag *diag)
{
    unsigned instance;
    *event = (struct event){.signals = signals, .asked = *signals->machine->cycle};
    event->trigger = trigger_parse(text, &signals->names, diag);
    for (unsigned n = 0; event->trigger && (instance = trigger_instance(event->trigger, n)) != UINT_MAX; n++)
        event->derived |= signals_derived(signals, instance);
    return event->trigger;
}

void event_close(struct event *event)
{
    trigger_free(event->trigger);
    *event = (struct event){0};
}

bool event_begins(struct event *event)
{
    const struct rtl_machine *machine = event->signals->machine;
    const bool                broken = machine->kind->stopped(machine->of, NULL);
    event->asked = *machine->cycle + 1;
    return event->level ? trigger_holds(event->trigger, *machine->cycle, broken)
                        : trigger_begins(event->trigger, *machine->cycle, broken);
}

void event_look(struct event *event)
{
    unsigned instance;
    if (event->derived) {
        signals_look(event->signals, event->signals->machine->instance_count);
        return;
    }
    for (unsigned n = 0; (instance = trigger_instance(event->trigger, n)) != UINT_MAX; n++)
        signals_look(event->signals, instance);
}

static bool asks(void *context)
{
    struct event *event = context;
    return *event->signals->machine->cycle >= event->asked && event_begins(event);
}

/* As the machine's `search`, if it can. */
static bool search_registers(struct event *event, uint64_t end, bool *found)
{
    const struct rtl_machine *machine = event->signals->machine;
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
    const struct rtl_machine *machine = event->signals->machine;
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
