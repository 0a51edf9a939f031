/* rows.h - rows of memories: which of a module's own the inputs of a clock may change, what lies in those that a read
 * port names, and those of a far memory. */
#ifndef TB_LOCKSTEP_ROWS_H
#define TB_LOCKSTEP_ROWS_H

#include "tb/lockstep/ports.h"

enum { ROWS_RANGES = 128 };

/* What an adapter's `touches` fills. */
struct rows {
    const struct rtl_module *list;
    const unsigned char     *state;
    struct rows_range {
        const struct rtl_signal *memory;
        unsigned                 first, count;
    } range[ROWS_RANGES];
    unsigned ranges;
};

/* For an adapter: `place` is a row of one of the module's memories, &file->x[row]; it and the ones behind it. */
void rows_touch(struct rows *rows, const void *place, unsigned count);

/* The rows of all memories that the inputs of this clock may change. */
void rows_find(const struct lockstep_module *module, const void *state, struct rows *rows);
/* How many of one memory, and the number `i` of them. */
unsigned rows_of(const struct rows *rows, const struct rtl_signal *memory);
unsigned rows_at(const struct rows *rows, const struct rtl_signal *memory, unsigned i);

/* The row that a PORT_ROW names for an element. */
unsigned rows_named(const struct port *row, const void *beside, unsigned element);
void     rows_name(const struct port *row, void *beside, unsigned element, unsigned number);

/* A module's own memories: what lies in the rows named, to the ports. */
void rows_show(const struct port_table *table, const void *state, void *beside);
/* Far memories: the rows that the C module reads, or the rows that a block asks for (`from` beside it); what lies in
 * the rows named, to the ports; and the reverse, for a module that stands alone. */
void rows_ask(const struct lockstep_module *module, const struct port_table *table, const void *state, void *beside);
void rows_copy(const struct port_table *table, void *beside, const void *from);
void rows_gather(const struct port_table *table, const void *state, void *beside);
void rows_scatter(const struct port_table *table, void *state, const void *beside);

#endif
