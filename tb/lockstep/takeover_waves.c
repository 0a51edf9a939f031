#include "tb/lockstep/takeover_waves.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/differs.h"
#include "tb/lockstep/inside.h"

/* A block in the waveform. */
struct shown {
    struct inside     *inside;
    struct differs    *differs; /* of a block beside a module, */
    struct rtl_module  list;    /* and its outputs; else NULL and none */
    struct rtl_signal *signals;
    char (*names)[PORT_NAME];                          /* theirs, as in the module's own scope */
    char rtl[PORT_NAME * 2], differing[PORT_NAME * 2]; /* scopes */
};

void shown_free(struct shown *shown)
{
    if (!shown)
        return;
    inside_close(shown->inside);
    differs_close(shown->differs);
    free(shown->signals);
    free(shown->names);
    free(shown);
}

void takeover_show_inside(struct takeover *takeover)
{
    takeover->inside = true;
}

/* The outputs that a block has, where `along` reads them to. */
static bool list_outputs(struct shown *shown, const struct place *place)
{
    const unsigned count = block_compared_count(place->block);
    shown->signals = calloc(count + 1, sizeof *shown->signals);
    shown->names = calloc(count + 1, sizeof *shown->names);
    shown->list = (struct rtl_module){.name = rtl_plain, .signals = shown->signals};
    for (unsigned i = 0; shown->signals && shown->names && i < count; i++) {
        const struct port *const port = block_compared(place->block, i);
        const unsigned           n = shown->list.signal_count;
        if (port->role != PORT_SIGNAL || port->beside)
            continue;
        snprintf(shown->names[n], sizeof shown->names[n], "%s%s", rtl_prefix(port->signal), port->signal->name);
        shown->signals[n] = *port->signal;
        shown->signals[n].name = shown->names[n];
        shown->list.signal_count++;
    }
    return shown->signals && shown->names;
}

static struct shown *open_shown(const struct takeover *takeover, const struct place *place)
{
    const char *const path = takeover_path(takeover, &place->where);
    struct shown     *shown = calloc(1, sizeof *shown);
    if (!shown)
        return NULL;
    snprintf(shown->rtl, sizeof shown->rtl, "%.200s.rtl", path);
    snprintf(shown->differing, sizeof shown->differing, "%.200s.differs", path);
    shown->inside = inside_open(place->block, shown->rtl);
    if (place->along)
        shown->differs = differs_open(place->block, along_is_compared);
    if (shown->inside && (!place->along || (shown->differs && list_outputs(shown, place))))
        return shown;
    shown_free(shown);
    return NULL;
}

/* How many instances a block adds; with `to` they are put there. */
static unsigned instances_of(const struct place *place, struct rtl_instance *to)
{
    const struct shown              *shown = place->shown;
    unsigned                         inside, count = 0;
    const struct rtl_instance *const own = inside_instances(shown->inside, &inside);
    if (shown->differs) {
        if (to) {
            to[0] = (struct rtl_instance){shown->rtl, &shown->list, along_state(place->along)};
            to[1] =
                (struct rtl_instance){shown->differing, differs_module(shown->differs), differs_state(shown->differs)};
        }
        count = 2;
    }
    for (unsigned i = 0; to && i < inside; i++)
        to[count + i] = own[i];
    return count + inside;
}

bool takeover_show(struct takeover *takeover, struct rtl_machine *machine)
{
    unsigned count = machine->instance_count;
    for (unsigned i = 0; takeover->inside && i < takeover->count; i++) {
        struct place *const place = &takeover->place[i];
        if (!place->block)
            continue;
        if (!(place->shown = open_shown(takeover, place)))
            return false;
        count += instances_of(place, NULL);
    }
    takeover->instances = malloc((count + 1) * sizeof *takeover->instances);
    if (!takeover->instances)
        return false;
    memcpy(takeover->instances, machine->instances, machine->instance_count * sizeof *machine->instances);
    count = machine->instance_count;
    for (unsigned i = 0; i < takeover->count; i++)
        if (takeover->place[i].shown)
            count += instances_of(&takeover->place[i], takeover->instances + count);
    machine->instances = takeover->instances;
    machine->instance_count = takeover->instance_count = count;
    return true;
}

void takeover_look(struct takeover *takeover)
{
    for (unsigned i = 0; i < takeover->count && !takeover->failed; i++) {
        struct place *const       place = &takeover->place[i];
        const struct shown *const shown = place->shown;
        if (!shown || place->ended || !takeover_drive(takeover, place))
            continue;
        inside_look(shown->inside);
        if (!place->along)
            continue;
        along_read_rows(place->along, place->beside);
        differs_look(shown->differs, &(struct differs_side){place->state, place->beside},
                     &(struct differs_side){along_state(place->along), place->beside});
    }
}

static void view_place(const struct takeover *takeover, const struct place *place, struct differs_view *view,
                       const struct trace_options *trace)
{
    struct differs_scopes scopes = {
        .model = takeover_path(takeover, &place->where), .rtl = place->shown->rtl, .differs = place->shown->differing};
    scopes.inside = inside_instances(place->shown->inside, &scopes.inside_count);
    differs_view(view, place->shown->differs, &scopes, trace);
}

/* The instance that differs first comes first. */
void takeover_view(const struct takeover *takeover, struct differs_view *view, const struct trace_options *trace)
{
    const uint64_t *const first = takeover_differs(takeover);
    for (unsigned later = 0; first && later < 2; later++)
        for (unsigned i = 0; i < takeover->count; i++) {
            const struct place *const place = &takeover->place[i];
            const uint64_t *const     cycle = place->along && place->shown ? along_differs(place->along) : NULL;
            if (cycle && (*cycle > *first) == later)
                view_place(takeover, place, view, trace);
        }
}
