#include "mem/memory_port.h"

RTL_TABLE(memory_port, MEMORY_PORT_SIGNALS);

void memory_port_eval(const struct memory_port_in *in, const struct memory_port_reg *q, struct memory_port_reg *d)
{
    d->ask = in->take;
    if (!in->take)
        return;
    d->ask_line = in->line;
    d->ask_id = in->id;
    d->ask_kind = in->kind;
    d->last = (uint8_t)memory_client_of(in->id);
    if (in->kind != MEMORY_WRITE) {
        d->reads = q->reads + 1;
        return;
    }
    d->ask_half = in->half;
    d->ask_mask = in->mask;
    d->ask_row = (uint8_t)((q->ask_row + 1) % PORT_SECTORS);
    d->writes = q->writes + 1;
}

void memory_port_capture(struct memory_port *port)
{
    if (port->in.take && port->in.kind == MEMORY_WRITE)
        port->sectors[port->d.ask_row] = *port->in.sector;
}
