#include "tb/lockstep/load.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/rows.h"

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void fill(const struct rtl_signal *memory, unsigned char *state, struct stimulus *random)
{
    const unsigned       bytes = RTL_ELEMENT_BYTES(memory->bits);
    const size_t         elements = (size_t)memory->rows * memory->count;
    unsigned char *const place = state + memory->offset;
    for (size_t e = 0; e < elements; e++) {
        const uint64_t value = memory->bits == 32 ? stimulus_word(random) : stimulus_bits(random, memory->bits);
        memcpy(place + e * bytes, &value, bytes); /* little-endian host */
    }
}

/* The rows of a step, from the copy to the module's memories. */
static void keep_rows(const struct rows *rows, const unsigned char *copy, unsigned char *state)
{
    for (unsigned r = 0; r < rows->ranges; r++) {
        const struct rows_range *range = &rows->range[r];
        const size_t             bytes = rtl_row_bytes(range->memory);
        const size_t             at = range->memory->offset + range->first * bytes;
        memcpy(state + at, copy + at, range->count * bytes);
    }
}

static bool write_copy(const struct lockstep_module *module, struct block *block, unsigned char *state, void *beside,
                       unsigned char *copy, struct stimulus *random, struct diag *diag)
{
    struct rows rows;
    for (unsigned s = 0; random && s < module->signals->signal_count; s++)
        if (module->signals->signals[s].kind == RTL_MEM)
            fill(&module->signals->signals[s], copy, random);
    for (unsigned step = 0; module->load(copy, step); step++) {
        if (random && stimulus_chance(random, 50))
            continue;
        ports_take_buses(block_ports(block), copy, beside);
        if (!block_drive(block, copy, beside, diag) || !block_load(block, diag))
            return false;
        rows_find(module, copy, &rows);
        keep_rows(&rows, copy, state);
    }
    return true;
}

bool load_write(const struct lockstep_module *module, struct block *block, void *state, void *beside,
                struct stimulus *random, struct diag *diag)
{
    enum { ALIGNMENT = 64 };
    const size_t bytes = (module->state_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void        *copy = aligned_alloc(ALIGNMENT, bytes);
    if (!copy)
        return diag_set(diag, NULL, 0, "not enough memory");
    memcpy(copy, state, module->state_size);
    const bool good = write_copy(module, block, state, beside, copy, random, diag);
    free(copy);
    return good;
}

/* ---- reading back ----------------------------------------------------------------------------------------------- */

static bool row_agrees(const struct port *word, unsigned row, const void *state, const void *beside,
                       struct load_difference *difference)
{
    for (unsigned e = 0; e < word->signal->count; e++) {
        const uint64_t expected = rtl_read(word->source, state, row, e), got = rtl_read(word->signal, beside, 0, e);
        if (expected == got)
            continue;
        *difference = (struct load_difference){word, row, e, expected, got};
        return false;
    }
    return true;
}

/* Names the row to every read port that has so many; false when there is none. */
static bool name_row(const struct port_table *ports, unsigned number, void *beside)
{
    bool any = false;
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *row = &ports->port[i];
        if (row->role != PORT_ROW || row->out || !row->there || number >= row->source->rows)
            continue;
        for (unsigned e = 0; e < row->signal->count; e++)
            rows_name(row, beside, e, number);
        any = true;
    }
    return any;
}

bool load_agrees(struct block *block, const void *state, void *beside, void *to, void *to_beside,
                 struct load_difference *difference)
{
    const struct port_table *ports = block_ports(block);
    for (unsigned number = 0; name_row(ports, number, beside); number++) {
        block_drive(block, state, beside, NULL);
        block_settle(block);
        block_read(block, to, to_beside);
        for (unsigned i = 0; i < ports->count; i++) {
            const struct port *port = &ports->port[i];
            if (port->role == PORT_WORD && port->out && port->there && number < port->source->rows &&
                !row_agrees(port, number, state, to_beside, difference))
                return false;
        }
    }
    return true;
}
