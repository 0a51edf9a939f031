#include "tb/lockstep/differs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

struct row {
    const struct port *port;
    bool               ever;
    unsigned           element; /* of the first difference */
};

struct differs {
    const struct block *block;
    struct rtl_module   module;
    struct rtl_signal  *signals;
    struct row         *rows;
    unsigned char      *values;
    unsigned            count;
};

/* ---- comparing -------------------------------------------------------------------------------------------------- */

struct differs *differs_open(const struct block *block, bool (*is_compared)(const struct port *port))
{
    const unsigned  most = block_compared_count(block) + 1;
    struct differs *differs = calloc(1, sizeof *differs);
    if (!differs)
        return NULL;
    differs->block = block;
    differs->signals = calloc(most, sizeof *differs->signals);
    differs->rows = calloc(most, sizeof *differs->rows);
    differs->values = calloc(most, 1);
    if (!differs->signals || !differs->rows || !differs->values) {
        differs_close(differs);
        return NULL;
    }
    for (unsigned i = 0; i + 1 < most; i++) {
        const struct port *const port = block_compared(block, i);
        if (!is_compared(port))
            continue;
        differs->rows[differs->count].port = port;
        differs->signals[differs->count] = (struct rtl_signal){.name = port->name,
                                                               .doc = "",
                                                               .type = DIFFERS_TYPE,
                                                               .kind = RTL_REG,
                                                               .bits = 1,
                                                               .count = 1,
                                                               .rows = 1,
                                                               .offset = differs->count};
        differs->count++;
    }
    differs->module =
        (struct rtl_module){.name = rtl_plain, .signals = differs->signals, .signal_count = differs->count};
    return differs;
}

void differs_close(struct differs *differs)
{
    if (!differs)
        return;
    free(differs->signals);
    free(differs->rows);
    free(differs->values);
    free(differs);
}

const struct rtl_module *differs_module(const struct differs *differs)
{
    return &differs->module;
}

void *differs_state(const struct differs *differs)
{
    return differs->values;
}

static const void *place_of(const struct port *port, const struct differs_side *side)
{
    return port->beside ? side->beside : side->state;
}

const struct port *differs_look(struct differs *differs, const struct differs_side *model,
                                const struct differs_side *rtl)
{
    const struct port *first = NULL;
    for (unsigned i = 0; i < differs->count; i++) {
        struct row *const              row = &differs->rows[i];
        const struct rtl_signal *const signal = row->port->signal;
        unsigned                       e = 0;
        while (e < signal->count &&
               rtl_read(signal, place_of(row->port, model), 0, e) == rtl_read(signal, place_of(row->port, rtl), 0, e))
            e++;
        differs->values[i] = e < signal->count;
        if (e == signal->count)
            continue;
        first = first ? first : row->port;
        row->element = row->ever ? row->element : e;
        row->ever = true;
    }
    return first;
}

/* ---- what a viewer shows ---------------------------------------------------------------------------------------- */

void differs_view_free(struct differs_view *view)
{
    for (unsigned i = 0; i < view->text_count; i++)
        free(view->texts[i]);
    free(view->texts);
    free(view->rows);
    *view = (struct differs_view){.count = 0};
}

static void add_row(struct differs_view *view, struct gtkw_row row)
{
    if (view->count + 1 >= view->room) {
        const unsigned room = view->room * 2 + 64;
        void          *more = realloc(view->rows, room * sizeof *view->rows);
        view->failed |= !more;
        if (!more)
            return;
        view->rows = more;
        view->room = room;
    }
    view->rows[view->count++] = row;
    view->rows[view->count] = (struct gtkw_row){.heading = NULL};
}

void differs_view_add(struct differs_view *view, const struct gtkw_row *rows)
{
    for (; rows && (rows->heading || rows->signal); rows++)
        add_row(view, *rows);
}

/* A text that lives as long as the rows. */
static const char *text(struct differs_view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *text(struct differs_view *view, const char *format, ...)
{
    enum { MOST = 1024 };
    char *const made = malloc(MOST);
    if (view->text_count == view->text_room) {
        const unsigned room = view->text_room * 2 + 64;
        void          *more = realloc(view->texts, room * sizeof *view->texts);
        view->texts = more ? more : view->texts;
        view->text_room = more ? room : view->text_room;
    }
    if (!made || view->text_count == view->text_room) {
        view->failed = true;
        free(made);
        return "";
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made, MOST, format, arguments);
    va_end(arguments);
    view->texts[view->text_count++] = made;
    return made;
}

/* What a waveform calls an element of a vector: the names of its type, or a number. */
static const char *element_of(struct differs_view *view, const struct port *port, unsigned element,
                              const struct trace_options *trace)
{
    const struct rtl_signal *signal = port->signal;
    if (signal->count == 1)
        return "";
    for (unsigned t = 0; t < trace->element_types; t++)
        if (strcmp(trace->elements[t].type, signal->type) == 0)
            return text(view, ".%s", trace->elements[t].names[element]);
    return signal->count < TRACE_SHORT_VECTOR ? text(view, ".e%u", element) : text(view, ".lane%02u", element);
}

static void add_side(struct differs_view *view, const char *scope, const char *whose, const struct port *port,
                     const char *element)
{
    add_row(view, (struct gtkw_row){
                      .signal = text(view, "%s.%s%s%s", scope, rtl_prefix(port->signal), port->signal->name, element),
                      .label = text(view, "%s%s %s", port->name, element, whose),
                      .still = true});
}

/* An input, as it changes; of vectors a closed group. */
static void add_input(struct differs_view *view, const char *scope, const struct port *port)
{
    const char *const name = text(view, "%s.%s%s", scope, rtl_prefix(port->signal), port->signal->name);
    if (port->signal->count == 1)
        add_row(view, (struct gtkw_row){.signal = name});
    else
        add_row(view, (struct gtkw_row){.signal = text(view, "%s.*", name), .label = port->name, .closed = true});
}

/* Each by its name within the block; of many the first ones. */
static void add_inside(struct differs_view *view, const struct differs_scopes *scopes)
{
    enum { MOST = 60 };
    const struct rtl_instance *const instances = scopes->inside;
    unsigned                         count = 0;
    add_row(view, (struct gtkw_row){.heading = "inside the block"});
    for (unsigned i = 0; i < scopes->inside_count; i++) {
        const char *const path = instances[i].path, *const top = instances[0].path;
        const char *within = path + strlen(top);
        within += *within == '.';
        for (unsigned s = 0; s < instances[i].module->signal_count && count < MOST; s++, count++) {
            const char *const name = instances[i].module->signals[s].name;
            add_row(view, (struct gtkw_row){.signal = text(view, "%s.%s", path, name),
                                            .label = text(view, "%s%s%s", within, *within ? "." : "", name)});
        }
    }
}

void differs_view(struct differs_view *view, const struct differs *differs, const struct differs_scopes *scopes,
                  const struct trace_options *trace)
{
    const struct port_table *ports = block_ports(differs->block);
    bool                     any = false;
    for (unsigned i = 0; i < differs->count; i++) {
        const struct row *const row = &differs->rows[i];
        if (!row->ever)
            continue;
        if (!any)
            add_row(view, (struct gtkw_row){.heading = text(view, "differs: %s", scopes->model)});
        any = true;
        const char *const element = element_of(view, row->port, row->element, trace);
        add_row(view, (struct gtkw_row){.signal = text(view, "%s.%s", scopes->differs, row->port->name),
                                        .label = text(view, "%s differs", row->port->name),
                                        .still = true});
        add_side(view, scopes->model, "model", row->port, element);
        add_side(view, scopes->rtl, "block", row->port, element);
    }
    if (!any)
        return;
    add_row(view, (struct gtkw_row){.heading = "its inputs"});
    for (unsigned i = 0; i < ports->count; i++)
        if (!ports->port[i].out && ports->port[i].role == PORT_SIGNAL)
            add_input(view, scopes->model, &ports->port[i]);
    add_inside(view, scopes);
}
