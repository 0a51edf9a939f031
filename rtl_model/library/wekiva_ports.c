/* wekiva_ports.c - the public library: the ports of a module alone, packed. */
#include "rtl_model/library/wekiva_internal.h"

_Static_assert(WK_INPUTS == (int)PINS_IN && WK_REGISTERS == (int)PINS_REGISTERS && WK_FOLLOWING == (int)PINS_FOLLOWING,
               "images by their numbers");
_Static_assert(WK_EDGE == (int)PINS_CLOCK && WK_EDGE_RESET == (int)PINS_RESET && WK_EDGE_LOAD == (int)PINS_LOAD,
               "edges by their numbers");

static struct pins *pins_of(struct wk_machine *machine)
{
    if (machine && !machine->pins)
        machine->pins = pins_open(&machine->machine, NULL);
    return machine ? machine->pins : NULL;
}

unsigned wk_port_count(struct wk_machine *machine)
{
    const struct pins *const pins = pins_of(machine);
    return pins ? pins->count : 0;
}

enum wk_status wk_port_at(struct wk_machine *machine, unsigned number, struct wk_port *port)
{
    const struct pins *const pins = pins_of(machine);
    if (!pins || !port || number >= pins->count)
        return WK_BAD_ARGUMENT;
    const struct pin *const        pin = &pins->pin[number];
    const struct rtl_signal *const signal = pin->port->signal;
    *port = (struct wk_port){.name = pin->port->name,
                             .type = signal->type,
                             .meaning = signal->doc,
                             .image = (enum wk_image)pin->image,
                             .first = pin->first,
                             .bits = signal->bits,
                             .elements = signal->count,
                             .strap = signal->kind == RTL_STRAP,
                             .given = port_is_given(pin->port)};
    return WK_OK;
}

uint64_t wk_ports_layout(struct wk_machine *machine)
{
    const struct pins *const pins = pins_of(machine);
    return pins ? pins->layout : 0;
}

enum wk_status wk_ports_put(struct wk_machine *machine, unsigned first, unsigned count, const uint32_t *words)
{
    struct pins *const pins = pins_of(machine);
    if (!pins || !words)
        return WK_BAD_ARGUMENT;
    pins_put(pins, first, count, words);
    return WK_OK;
}

enum wk_status wk_ports_get(struct wk_machine *machine, enum wk_image image, unsigned first, unsigned count,
                            uint32_t *words)
{
    struct pins *const pins = pins_of(machine);
    if (!pins || !words || (unsigned)image > WK_FOLLOWING)
        return WK_BAD_ARGUMENT;
    pins_get(pins, (enum pin_image)image, first, count, words);
    return WK_OK;
}

enum wk_status wk_ports_clock(struct wk_machine *machine, enum wk_edge edge)
{
    struct pins *const pins = pins_of(machine);
    if (!pins || (unsigned)edge > WK_EDGE_LOAD)
        return WK_BAD_ARGUMENT;
    pins_settle(pins);
    if (machine->trace)
        library_look(machine);
    pins_clock(pins, (enum pin_edge)edge);
    return WK_OK;
}
