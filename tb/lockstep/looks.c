#include "tb/lockstep/looks.h"

#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/rows.h"

/* Of a memory's PORT_ROW: the rows that have held something since the reset. */
struct look {
    uint16_t *row; /* the first `known` of them; NULL: no such port */
    bool     *is_known, *is_compared;
    unsigned  known, compared; /* compared: in any life */
};

struct looks {
    const struct lockstep_module *module;
    const struct port_table      *ports;
    struct stimulus               random;
    struct look                   of[PORTS_MAX];
};

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static bool make_look(struct look *look, unsigned rows)
{
    look->row = calloc(rows, sizeof *look->row);
    look->is_known = calloc(rows, sizeof *look->is_known);
    look->is_compared = calloc(rows, sizeof *look->is_compared);
    return look->row && look->is_known && look->is_compared;
}

struct looks *looks_open(const struct lockstep_module *module, const struct port_table *ports, uint64_t seed)
{
    struct looks *looks = calloc(1, sizeof *looks);
    bool          good = looks;
    if (!looks)
        return NULL;
    looks->module = module;
    looks->ports = ports;
    stimulus_seed(&looks->random, ~seed);
    for (unsigned i = 0; good && i < ports->count; i++)
        if (ports->port[i].role == PORT_ROW && !ports->port[i].out && ports->port[i].there)
            good = make_look(&looks->of[i], ports->port[i].source->rows);
    if (good)
        return looks;
    looks_close(looks);
    return NULL;
}

void looks_close(struct looks *looks)
{
    for (unsigned i = 0; looks && i < PORTS_MAX; i++) {
        free(looks->of[i].row);
        free(looks->of[i].is_known);
        free(looks->of[i].is_compared);
    }
    free(looks);
}

/* ---- rows that hold something ----------------------------------------------------------------------------------- */

static void know(struct look *look, unsigned row)
{
    if (!look->is_known[row])
        look->row[look->known++] = (uint16_t)row;
    look->is_known[row] = true;
}

void looks_forget(struct looks *looks)
{
    for (unsigned i = 0; i < looks->ports->count; i++) {
        struct look   *look = &looks->of[i];
        const unsigned rows = looks->ports->port[i].source->rows;
        if (!look->row)
            continue;
        look->known = 0;
        memset(look->is_known, 0, rows * sizeof *look->is_known);
        for (unsigned row = 0; looks->module->clears && row < rows; row++)
            know(look, row);
    }
}

void looks_know(struct looks *looks, const void *state)
{
    struct rows rows;
    rows_find(looks->module, state, &rows);
    for (unsigned i = 0; i < looks->ports->count; i++) {
        const struct rtl_signal *memory = looks->ports->port[i].source;
        const unsigned           count = looks->of[i].row ? rows_of(&rows, memory) : 0;
        for (unsigned n = 0; n < count; n++)
            know(&looks->of[i], rows_at(&rows, memory, n));
    }
}

/* ---- rows that are compared ------------------------------------------------------------------------------------- */

/* Mostly a row that this clock may change, else one that is known, else any. */
static unsigned some_row(struct stimulus *random, const struct look *look, const struct rows *rows,
                         const struct rtl_signal *memory)
{
    const unsigned touched = rows_of(rows, memory);
    if (touched && (!look->known || stimulus_chance(random, 75)))
        return rows_at(rows, memory, stimulus_below(random, touched));
    return look->known ? look->row[stimulus_below(random, look->known)] : 0;
}

/* Two rows, or in half of the clocks any, spread over the elements. */
void looks_choose(struct looks *looks, const void *state, void *beside)
{
    struct stimulus *const random = &looks->random;
    struct rows            rows;
    rows_find(looks->module, state, &rows);
    for (unsigned i = 0; i < looks->ports->count; i++) {
        const struct port *port = &looks->ports->port[i];
        const struct look *look = &looks->of[i];
        if (!look->row)
            continue;
        const unsigned one = some_row(random, look, &rows, port->source);
        const unsigned other = some_row(random, look, &rows, port->source);
        const uint64_t mask = stimulus_mask(random);
        const bool     any = port->signal->count > 1 && stimulus_chance(random, 50);
        for (unsigned e = 0; e < port->signal->count; e++)
            rows_name(port, beside, e,
                      any                  ? some_row(random, look, &rows, port->source)
                      : mask >> e % 64 & 1 ? one
                                           : other);
    }
}

static void note_compared(struct look *look, unsigned row)
{
    look->compared += !look->is_compared[row];
    look->is_compared[row] = true;
}

void looks_excuse(struct looks *looks, void *model_beside, const void *rtl_beside)
{
    for (unsigned i = 0; i < looks->ports->count; i++) {
        const struct port *row = &looks->ports->port[i], *word = row + 1;
        struct look       *look = &looks->of[i];
        if (!look->row)
            continue;
        const unsigned             bytes = RTL_ELEMENT_BYTES(word->signal->bits);
        unsigned char *const       to = port_place(word, NULL, model_beside);
        const unsigned char *const from = port_place(word, NULL, rtl_beside);
        for (unsigned e = 0; e < word->signal->count; e++) {
            const unsigned number = rows_named(row, model_beside, e);
            if (look->is_known[number])
                note_compared(look, number);
            else
                memcpy(to + e * bytes, from + e * bytes, bytes);
        }
    }
}

unsigned looks_compared(const struct looks *looks, unsigned i)
{
    return looks->of[i].compared;
}

void looks_add(struct looks *looks, const struct looks *before)
{
    for (unsigned i = 0; i < looks->ports->count; i++)
        for (unsigned row = 0; looks->of[i].row && row < looks->ports->port[i].source->rows; row++)
            if (before->of[i].is_compared[row])
                note_compared(&looks->of[i], row);
}
