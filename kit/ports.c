#include "kit/ports.h"

#include <stdio.h>
#include <string.h>

#include "kit/walk.h"

/* ---- from the list ---------------------------------------------------------------------------------------------- */

static bool add_port(struct port_table *table, const struct rtl_signal *source, const struct port *port,
                     const char *suffix, struct diag *diag)
{
    struct port *to = &table->port[table->count];
    if (table->count == PORTS_MAX)
        return diag_set(diag, NULL, 0, "more than %d ports", PORTS_MAX);
    table->count++;
    *to = *port;
    to->source = source;
    to->width = to->signal->bits * to->signal->count;
    snprintf(to->name, sizeof to->name, "%s%s%s", to->out ? "o_" : "i_", source->name, suffix);
    return true;
}

/* A signal that no module's struct has. */
static struct rtl_signal *add_own(struct port_table *table, const struct rtl_signal *source, const char *suffix)
{
    enum { ALIGNMENT = 64 };
    struct rtl_signal *own = &table->own[table->owned].signal;
    char *const        name = table->own[table->owned].name;
    snprintf(name, PORT_NAME, "%s%s", source->name, suffix);
    *own = *source;
    own->name = name;
    own->rows = 1;
    own->offset = (table->beside + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return own;
}

static void place_own(struct port_table *table, const struct rtl_signal *own)
{
    table->beside = own->offset + rtl_row_bytes(own);
    table->owned++;
}

static bool add_bus(struct port_table *table, const struct rtl_signal *bus, struct diag *diag)
{
    if (table->owned == PORTS_MAX)
        return diag_set(diag, NULL, 0, "more than %d ports", PORTS_MAX);
    struct rtl_signal *own = add_own(table, bus, "");
    own->kind = RTL_IN;
    own->count = bus->count * bus->rows;
    place_own(table, own);
    return add_port(table, bus, &(struct port){.signal = own, .role = PORT_BUS, .beside = true}, "", diag);
}

static unsigned bits_of(unsigned rows)
{
    unsigned bits = 1;
    while (rows > 1u << bits)
        bits++;
    return bits;
}

static bool is_inner(const char *const *inner, const struct rtl_signal *memory)
{
    for (const char *const *name = inner; name && *name; name++)
        if (strcmp(*name, memory->name) == 0)
            return true;
    return false;
}

/* A read port of a memory, or with `far` the other end of one; `needed`: by the machine. */
static bool add_memory(struct port_table *table, const struct rtl_signal *memory, bool far, bool needed,
                       struct diag *diag)
{
    if (table->owned + 2 > PORTS_MAX)
        return diag_set(diag, NULL, 0, "more than %d ports", PORTS_MAX);
    struct rtl_signal *row = add_own(table, memory, "_row");
    char *const        doc = table->own[table->owned].doc;
    row->kind = far ? RTL_OUT : RTL_IN;
    row->bits = bits_of(memory->rows);
    row->type = row->bits > 8 ? "uint16_t" : "uint8_t";
    snprintf(doc, PORT_DOC, "%s%s: the row that is read%s", far ? "combinational: " : "", memory->name,
             memory->count > 1 ? ", of each element" : "");
    row->doc = doc;
    place_own(table, row);
    struct rtl_signal *word = add_own(table, memory, "");
    word->kind = far ? RTL_IN : RTL_OUT;
    place_own(table, word);
    struct port port = {
        .signal = row, .role = PORT_ROW, .beside = true, .out = far, .optional = !far, .needed = needed};
    if (!add_port(table, memory, &port, "_row", diag))
        return false;
    port.signal = word;
    port.role = PORT_WORD;
    port.out = !far;
    return add_port(table, memory, &port, "", diag);
}

static bool add_signal(struct port_table *table, const char *const *inner, const struct rtl_signal *signal,
                       struct diag *diag)
{
    const bool counts = signal->kind == RTL_STAT || signal->statistic;
    if (signal->kind == RTL_BUS)
        return add_bus(table, signal, diag);
    if (signal->kind == RTL_MEM)
        return add_memory(table, signal, false, !is_inner(inner, signal), diag);
    return add_port(table, signal,
                    &(struct port){.signal = signal,
                                   .out = !rtl_is_wire(signal->kind),
                                   .optional = rtl_is_register(signal->kind) && !rtl_is_output(signal->kind),
                                   .needed = counts && !rtl_is_wire(signal->kind)},
                    "", diag);
}

/* What follows the inputs lies in no struct. */
static bool add_now(struct port_table *table, const struct rtl_signal *now, struct diag *diag)
{
    if (table->owned == PORTS_MAX)
        return diag_set(diag, NULL, 0, "more than %d ports", PORTS_MAX);
    struct rtl_signal *own = add_own(table, now, "");
    own->kind = RTL_OUT;
    place_own(table, own);
    return add_port(table, now, &(struct port){.signal = own, .out = true, .beside = true}, "", diag);
}

bool ports_list(const struct rtl_module *list, const char *const *inner, struct port_table *table, struct diag *diag)
{
    bool good = true;
    table->count = table->owned = 0;
    table->beside = 0;
    for (unsigned s = 0; good && s < list->signal_count; s++)
        good = add_signal(table, inner, &list->signals[s], diag);
    for (unsigned n = 0; good && n < list->now_count; n++)
        good = add_now(table, &list->now[n], diag);
    for (unsigned f = 0; good && f < list->far_count; f++)
        good = list->far[f].rows == 1 || add_memory(table, &list->far[f], true, true, diag);
    return good;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

void *port_place(const struct port *port, const void *state, const void *beside)
{
    return (unsigned char *)(uintptr_t)(port->beside ? beside : state) + port->signal->offset;
}

void ports_connect(const struct port_table *table, void *state, void *beside)
{
    for (unsigned i = 0; i < table->count; i++) {
        const struct port *port = &table->port[i];
        const void        *place = port_place(port, state, beside);
        if (port->role == PORT_BUS)
            memcpy((unsigned char *)state + port->source->offset, &place, sizeof place);
    }
}

void ports_take_buses(const struct port_table *table, const void *state, void *beside)
{
    for (unsigned i = 0; i < table->count; i++) {
        const struct port *port = &table->port[i];
        if (port->role != PORT_BUS)
            continue;
        const void *from = rtl_place(port->source, state);
        if (from)
            memcpy(port_place(port, state, beside), from, rtl_row_bytes(port->signal));
        else
            memset(port_place(port, state, beside), 0, rtl_row_bytes(port->signal));
    }
}

/* ---- what they are ---------------------------------------------------------------------------------------------- */

bool port_follows(const struct port *port)
{
    static const char word[] = "combinational";
    return port->out && (port->role != PORT_SIGNAL || strncmp(port->signal->doc, word, sizeof word - 1) == 0);
}

const char *port_shape(const struct rtl_signal *signal, char *text, size_t size)
{
    const unsigned width = signal->bits * signal->count;
    if (signal->count > 1)
        snprintf(text, size, "%u bits: %u elements of %u bit%s", width, signal->count, signal->bits,
                 signal->bits > 1 ? "s" : "");
    else
        snprintf(text, size, "%u bit%s", width, width > 1 ? "s" : "");
    return text;
}

bool port_is_given(const struct port *port)
{
    return !port->optional || port->needed;
}
