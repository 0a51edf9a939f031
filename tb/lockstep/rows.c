#include "tb/lockstep/rows.h"

#include <assert.h>
#include <string.h>

#include "kit/walk.h"

/* ---- which ------------------------------------------------------------------------------------------------------ */

void rows_touch(struct rows *rows, const void *place, unsigned count)
{
    const size_t offset = (size_t)((const unsigned char *)place - rows->state);
    for (unsigned s = 0; s < rows->list->signal_count; s++) {
        const struct rtl_signal *memory = &rows->list->signals[s];
        if (memory->kind != RTL_MEM || offset < memory->offset || offset >= memory->offset + rtl_signal_bytes(memory))
            continue;
        const unsigned first = (unsigned)((offset - memory->offset) / rtl_row_bytes(memory));
        assert(first + count <= memory->rows && rows->ranges < ROWS_RANGES);
        rows->range[rows->ranges++] = (struct rows_range){memory, first, count};
        return;
    }
    assert(false && "the place is no row of a memory");
}

void rows_find(const struct lockstep_module *module, const void *state, struct rows *rows)
{
    rows->list = module->signals;
    rows->state = state;
    rows->ranges = 0;
    if (module->touches)
        module->touches(state, rows);
    for (unsigned s = 0; !module->touches && s < module->signals->signal_count; s++)
        if (module->signals->signals[s].kind == RTL_MEM)
            rows_touch(rows, rows->state + module->signals->signals[s].offset, module->signals->signals[s].rows);
}

unsigned rows_of(const struct rows *rows, const struct rtl_signal *memory)
{
    unsigned count = 0;
    for (unsigned r = 0; r < rows->ranges; r++)
        if (rows->range[r].memory == memory)
            count += rows->range[r].count;
    return count;
}

unsigned rows_at(const struct rows *rows, const struct rtl_signal *memory, unsigned i)
{
    for (unsigned r = 0; r < rows->ranges; r++) {
        const struct rows_range *range = &rows->range[r];
        if (range->memory != memory)
            continue;
        if (i < range->count)
            return range->first + i;
        i -= range->count;
    }
    assert(false && "no such row");
    return 0;
}

unsigned rows_named(const struct port *row, const void *beside, unsigned element)
{
    return (unsigned)rtl_read(row->signal, beside, 0, element);
}

void rows_name(const struct port *row, void *beside, unsigned element, unsigned number)
{
    const unsigned bytes = RTL_ELEMENT_BYTES(row->signal->bits);
    memcpy((unsigned char *)beside + row->signal->offset + (size_t)element * bytes, &number, bytes);
}

/* ---- what lies there -------------------------------------------------------------------------------------------- */

/* Elements of the rows named, from the memory to the port, or from the port to the memory.  A row that the memory does
 * not have is 0, and so is one of a memory that is not there yet. */
static void copy_rows(const struct port *row, const struct port *word, const void *memory, void *beside, bool to_port)
{
    const struct rtl_signal *signal = word->signal;
    const size_t             bytes = RTL_ELEMENT_BYTES(signal->bits), row_bytes = rtl_row_bytes(signal);
    unsigned char           *port = port_place(word, NULL, beside);
    for (unsigned e = 0; e < signal->count; e++) {
        const unsigned number = rows_named(row, beside, e);
        if (!memory || number >= word->source->rows) {
            memset(port + e * bytes, 0, bytes);
            continue;
        }
        unsigned char *const place = (unsigned char *)(uintptr_t)memory + number * row_bytes + e * bytes;
        if (to_port)
            memcpy(port + e * bytes, place, bytes);
        else
            memcpy(place, port + e * bytes, bytes);
    }
}

/* Every pair of ports of one memory, the row first. */
#define EACH_MEMORY(table, row, word)                                                                                  \
    for (const struct port *row = (table)->port, *word = row + 1; word < (table)->port + (table)->count;               \
         row = word, word++)                                                                                           \
        if (row->role == PORT_ROW)

void rows_show(const struct port_table *table, const void *state, void *beside)
{
    EACH_MEMORY(table, row, word)
    if (word->out)
        copy_rows(row, word, rtl_place(word->source, state), beside, true);
}

void rows_ask(const struct lockstep_module *module, const struct port_table *table, const void *state, void *beside)
{
    enum { ELEMENTS_MAX = 64 };
    EACH_MEMORY(table, row, word)
    {
        uint16_t number[ELEMENTS_MAX] = {0};
        if (word->out || !module->reads)
            continue;
        assert(row->signal->count <= ELEMENTS_MAX);
        module->reads(state, (unsigned)(row->source - module->signals->far), number);
        for (unsigned e = 0; e < row->signal->count; e++)
            rows_name(row, beside, e, number[e]);
    }
}

void rows_copy(const struct port_table *table, void *beside, const void *from)
{
    EACH_MEMORY(table, row, word)
    if (!word->out)
        memcpy(port_place(row, NULL, beside), port_place(row, NULL, from), rtl_row_bytes(row->signal));
}

void rows_gather(const struct port_table *table, const void *state, void *beside)
{
    EACH_MEMORY(table, row, word)
    if (!word->out)
        copy_rows(row, word, rtl_place(word->source, state), beside, true);
}

void rows_scatter(const struct port_table *table, void *state, const void *beside)
{
    EACH_MEMORY(table, row, word)
    if (!word->out)
        copy_rows(row, word, rtl_place(word->source, state), (void *)(uintptr_t)beside, false);
}
