/* record_wave.c - records out of waveforms of any simulator: what the ports are when clk rises, before anything that
 * changes with it.
 *
 * A port is a vector as wide as a block's, or, as this program's own waveforms have it, a scope of its elements. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"
#include "tb/lockstep/records/record_internal.h"
#include "trace/values.h"
#include "trace/vcd.h"

enum { NAME_BYTES = 4096, ALL = UINT16_MAX };

/* A variable of the file that is a port, or an element of one. */
struct bound {
    const struct header_variable *variable;
    uint16_t                      port, element; /* ALL: the whole port */
    size_t                        place;         /* of its first element, among the values */
    unsigned                      bits, line;    /* line: of the last change */
    bool                          unknown;       /* some bit is x or z */
};

struct wave {
    struct record                *record;
    const struct record_names    *names;
    struct header                 header;
    struct values                 values;
    char                          scope[NAME_BYTES];
    const struct header_variable *clock, *reset; /* reset: or NULL */
    bool                          low;           /* of the reset */
    struct bound                 *bound;
    unsigned                      count, room;
    uint32_t                     *first, *of;  /* of[first[n]] .. of[first[n + 1] - 1] are those of identifier n */
    unsigned char                *held, *next; /* values before the time that was read last, and from it on */
    struct bound                 *was;         /* `bound` before that time */
    bool                          high, held_reset;
};

/* ---- the scope -------------------------------------------------------------------------------------------------- */

static const char *their_name(const struct wave *wave, const char *ours)
{
    const char *other = record_other_name(wave->names, ours);
    return other ? other : ours;
}

/* Where in a variable's name the port's begins, if a component of it is the port; else NULL. */
static const char *component(const char *name, const char *port)
{
    const size_t length = strlen(port);
    for (const char *at = strstr(name, port); at; at = strstr(at + 1, port))
        if ((at == name || at[-1] == '.') && (!at[length] || at[length] == '.'))
            return at;
    return NULL;
}

struct scope {
    char    *name;        /* ends with its dot */
    unsigned ports, last; /* last: the port that was counted last */
};

struct scopes {
    struct scope *scope;
    unsigned      count;
};

static bool note_scope(struct scopes *scopes, const char *name, size_t length, unsigned port)
{
    for (unsigned i = 0; i < scopes->count; i++)
        if (strlen(scopes->scope[i].name) == length && strncmp(scopes->scope[i].name, name, length) == 0) {
            scopes->scope[i].ports += scopes->scope[i].last != port;
            scopes->scope[i].last = port;
            return true;
        }
    void *more = realloc(scopes->scope, (scopes->count + 1) * sizeof *scopes->scope);
    if (!more)
        return false;
    scopes->scope = more;
    scopes->scope[scopes->count] = (struct scope){strndup(name, length), 1, port};
    return scopes->scope[scopes->count++].name;
}

/* The scopes that have an input, with how many inputs. */
static bool find_scopes(const struct wave *wave, struct scopes *scopes)
{
    for (unsigned p = 0; p < wave->record->all->count; p++) {
        const struct port *port = &wave->record->all->port[p];
        const char        *name = their_name(wave, port->name);
        for (unsigned v = 0; record_reads(port, false) && v < wave->header.count; v++) {
            const char *const all = wave->header.variables[v].name, *const at = component(all, name);
            if (at && !note_scope(scopes, all, (size_t)(at - all), p))
                return false;
        }
    }
    return true;
}

static bool choose_scope(struct wave *wave, struct diag *diag)
{
    const char    *path = wave->record->path;
    struct scopes  scopes = {NULL, 0};
    const unsigned none = UINT32_MAX;
    unsigned       best = none, other = none;
    bool           good = find_scopes(wave, &scopes) || diag_set(diag, path, 0, "not enough memory");
    for (unsigned i = 0; i < scopes.count; i++) {
        if (best == none || scopes.scope[i].ports > scopes.scope[best].ports) {
            best = i;
            other = none;
        } else if (scopes.scope[i].ports == scopes.scope[best].ports) {
            other = i;
        }
    }
    if (good && best == none)
        good = diag_set(diag, path, 0, "has no input of %s: expected the names of --template, or --map",
                        wave->record->module);
    if (good && other != none)
        good = diag_set(diag, path, 0, "has the inputs of %s in %.*s and in %.*s: expected one of them with --scope",
                        wave->record->module, (int)strlen(scopes.scope[best].name) - 1, scopes.scope[best].name,
                        (int)strlen(scopes.scope[other].name) - 1, scopes.scope[other].name);
    if (good)
        snprintf(wave->scope, sizeof wave->scope, "%s", scopes.scope[best].name);
    for (unsigned i = 0; i < scopes.count; i++)
        free(scopes.scope[i].name);
    free(scopes.scope);
    return good;
}

/* ---- variables -------------------------------------------------------------------------------------------------- */

/* The variable of that name, of any width. */
static const struct header_variable *named(const struct header *header, const char *name)
{
    unsigned low = 0, high = header->count;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const int      order = strcmp(header->variables[middle].name, name);
        if (order == 0)
            return &header->variables[middle];
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

static bool bind(struct wave *wave, const struct header_variable *variable, unsigned element, size_t place,
                 unsigned bits, struct diag *diag)
{
    const struct port *port = &wave->record->table.port[wave->record->table.count - 1];
    char               shape[64];
    if (variable->bits != bits)
        return diag_set(diag, wave->record->path, variable->line, "%.300s has %u bits: expected %s", variable->name,
                        variable->bits,
                        element == ALL ? port_shape(port->signal, shape, sizeof shape)
                                       : (snprintf(shape, sizeof shape, "%u", bits), shape)),
               diag_at(diag, 1);
    if (!header_slot(&wave->header, variable))
        return diag_set(diag, wave->record->path, variable->line, "its identifiers are too long");
    if (wave->count == wave->room) {
        const unsigned room = wave->room ? 2 * wave->room : 64;
        void          *more = realloc(wave->bound, room * sizeof *wave->bound);
        if (!more)
            return diag_set(diag, wave->record->path, 0, "not enough memory");
        wave->bound = more;
        wave->room = room;
    }
    wave->bound[wave->count++] = (struct bound){.variable = variable,
                                                .port = (uint16_t)(wave->record->table.count - 1),
                                                .element = (uint16_t)element,
                                                .place = place,
                                                .bits = bits,
                                                .unknown = true};
    return true;
}

/* What a waveform of this program calls an element. */
static const char *element_name(const struct rtl_signal *signal, unsigned element, char text[16])
{
    for (unsigned t = 0; t < lockstep_looks->element_types; t++)
        if (strcmp(lockstep_looks->elements[t].type, signal->type) == 0)
            return lockstep_looks->elements[t].names[element];
    snprintf(text, 16, signal->count < TRACE_SHORT_VECTOR ? "e%u" : "lane%02u", element);
    return text;
}

static bool bind_port(struct wave *wave, const struct port *port, struct diag *diag)
{
    const struct rtl_signal *signal = port->signal;
    char                     name[NAME_BYTES + PORT_NAME], text[16];
    const size_t             place = wave->record->last_bytes;
    const int                length = snprintf(name, sizeof name, "%s%s", wave->scope, their_name(wave, port->name));
    const struct header_variable *variable = named(&wave->header, name);
    bool                          taken = false;
    if (variable) {
        record_take_port(wave->record, port);
        return bind(wave, variable, ALL, place, port->width, diag);
    }
    for (unsigned e = 0; signal->count > 1 && e < signal->count; e++) {
        snprintf(name + length, sizeof name - (size_t)length, ".%s", element_name(signal, e, text));
        variable = named(&wave->header, name);
        if (variable && !taken)
            record_take_port(wave->record, port);
        taken |= variable != NULL;
        if (variable && !bind(wave, variable, e, place + e * RTL_ELEMENT_BYTES(signal->bits), signal->bits, diag))
            return false;
    }
    return true;
}

/* Of that name in the scope, or in one around it. */
static const struct header_variable *around(const struct wave *wave, const char *ours)
{
    char scope[NAME_BYTES], name[NAME_BYTES + PORT_NAME];
    snprintf(scope, sizeof scope, "%s", wave->scope);
    for (;;) {
        snprintf(name, sizeof name, "%s%s", scope, their_name(wave, ours));
        const struct header_variable *found = named(&wave->header, name);
        if ((found && found->bits == 1) || !scope[0])
            return found && found->bits == 1 ? found : NULL;
        scope[strlen(scope) - 1] = '\0';
        char *const dot = strrchr(scope, '.');
        *(dot ? dot + 1 : scope) = '\0';
    }
}

static bool bind_all(struct wave *wave, bool outputs, struct diag *diag)
{
    const struct port_map *map = wave->names ? wave->names->map : NULL;
    bool                   good = true;
    for (unsigned out = 0; out <= outputs; out++)
        for (unsigned p = 0; good && p < wave->record->all->count; p++) {
            const struct port *port = &wave->record->all->port[p];
            if (port->out == out && record_reads(port, outputs))
                good = bind_port(wave, port, diag);
        }
    if (good && !wave->count)
        good = diag_set(diag, wave->record->path, 0, "has no input of %s in the scope %.*s", wave->record->module,
                        (int)strlen(wave->scope) - 1, wave->scope);
    wave->clock = good ? around(wave, "clk") : NULL;
    wave->reset = good ? around(wave, "rst") : NULL;
    for (unsigned i = 0; map && i < map->count; i++)
        wave->low |= map->row[i].low;
    if (good && !wave->clock)
        good = diag_set(diag, wave->record->path, 0,
                        "has no %s of one bit in the scope %.*s or around it: expected the clock, or --map NAME=clk",
                        their_name(wave, "clk"), (int)strlen(wave->scope) - 1, wave->scope);
    return good;
}

/* ---- changes ---------------------------------------------------------------------------------------------------- */

/* Which variables have an identifier. */
static bool index_all(struct wave *wave, struct diag *diag)
{
    const uint32_t slots = wave->header.slot_count;
    wave->first = calloc(slots + 2, sizeof *wave->first);
    wave->of = calloc(wave->count + 1, sizeof *wave->of);
    wave->was = calloc(wave->count + 1, sizeof *wave->was);
    wave->held = calloc(2, wave->record->last_bytes + 1);
    if (!wave->first || !wave->of || !wave->was || !wave->held)
        return diag_set(diag, wave->record->path, 0, "not enough memory");
    wave->next = wave->held + wave->record->last_bytes + 1;
    for (unsigned i = 0; i < wave->count; i++)
        wave->first[wave->bound[i].variable->number + 2]++;
    for (uint32_t n = 2; n < slots + 2; n++)
        wave->first[n] += wave->first[n - 1];
    for (unsigned i = 0; i < wave->count; i++)
        wave->of[wave->first[wave->bound[i].variable->number + 1]++] = i;
    memcpy(wave->was, wave->bound, wave->count * sizeof *wave->bound);
    return true;
}

/* Left of the digits are zeros, or what the first one has when it is x or z (IEEE 1364-2005, 18.2.1). */
static void take_digits(struct wave *wave, struct bound *bound, const char *digits, size_t length)
{
    const struct rtl_signal *signal = wave->record->table.port[bound->port].signal;
    const unsigned           bytes = RTL_ELEMENT_BYTES(signal->bits);
    const bool               extended = length && strchr("xXzZ", digits[0]);
    const unsigned           elements = bound->element == ALL ? signal->count : 1;
    bound->unknown = extended && length < bound->bits;
    memset(wave->next + bound->place, 0, (size_t)elements * bytes);
    for (unsigned bit = 0; bit < bound->bits && bit < length; bit++) {
        const char     digit = digits[length - 1 - bit];
        const unsigned element = bit / signal->bits, at = bit % signal->bits;
        if (digit == '1')
            wave->next[bound->place + (size_t)element * bytes + at / 8] |= (unsigned char)(1u << at % 8);
        bound->unknown |= digit != '0' && digit != '1';
    }
}

static void changes(void *context, uint32_t number, const char *digits, size_t length, unsigned line)
{
    struct wave *wave = context;
    if (number >= wave->header.slot_count)
        return;
    for (uint32_t i = wave->first[number]; i < wave->first[number + 1]; i++) {
        struct bound *bound = &wave->bound[wave->of[i]];
        bound->line = line;
        take_digits(wave, bound, digits, length);
    }
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

/* What is x while rst is 1 is 0 there. */
static bool all_known(const struct wave *wave, bool reset, uint64_t time, struct diag *diag)
{
    for (unsigned i = 0; i < wave->count; i++) {
        const struct bound      *bound = &wave->was[i];
        const struct rtl_signal *signal = wave->record->table.port[bound->port].signal;
        const unsigned           elements = bound->element == ALL ? signal->count : 1;
        if (!bound->unknown)
            continue;
        if (!reset)
            return diag_set(diag, wave->record->path, bound->line,
                            "%.300s has an x or z at the rising edge of time %" PRIu64 ", clock %" PRIu64
                            ": expected 0 and 1",
                            bound->variable->name, time, wave->record->clocks + 1),
                   diag_at(diag, 1);
        memset(wave->held + bound->place, 0, (size_t)elements * RTL_ELEMENT_BYTES(signal->bits));
    }
    return true;
}

static bool edge(struct wave *wave, struct record_start *start, uint64_t time, struct diag *diag)
{
    if (!all_known(wave, wave->held_reset, time, diag))
        return false;
    memcpy(wave->record->now, wave->held, wave->record->last_bytes);
    if (record_clock(start, wave->held_reset))
        return true;
    return diag_set(diag, wave->record->path, 0, "at time %" PRIu64 " %s", time, RECORD_ONE_RESET);
}

static bool read_clocks(struct wave *wave, struct diag *diag)
{
    struct record_start start = {.record = wave->record};
    enum values_step    step = VALUES_END;
    uint64_t            time;
    bool good = record_start_open(&start, diag) && values_open(&wave->values, wave->record->path, &wave->header, diag);
    wave->values.digits = changes;
    wave->values.context = wave;
    wave->held_reset = wave->reset != NULL;
    wave->high = true; /* a clock that is 1 at first has not risen */
    while (good && (step = values_next(&wave->values, &time, diag)) == VALUES_TIME) {
        const struct header_slot *clock = header_slot(&wave->header, wave->clock);
        const struct header_slot *reset = header_slot(&wave->header, wave->reset);
        const bool                high = !(clock->unknown & 1) && (clock->value & 1);
        if (high && !wave->high)
            good = edge(wave, &start, time, diag);
        wave->high = high;
        wave->held_reset = reset && ((reset->unknown & 1) || (reset->value & 1) != wave->low);
        memcpy(wave->held, wave->next, wave->record->last_bytes);
        memcpy(wave->was, wave->bound, wave->count * sizeof *wave->bound);
    }
    values_close(&wave->values);
    free(start.values);
    return good && step == VALUES_END;
}

bool record_wave_read(struct record *record, const struct record_names *names, bool outputs, struct diag *diag)
{
    struct wave wave = {.record = record, .names = names};
    bool        good = header_read(record->path, &wave.header, diag);
    if (good && names && names->scope)
        snprintf(wave.scope, sizeof wave.scope, "%s.", names->scope);
    else if (good)
        good = choose_scope(&wave, diag);
    good = good && bind_all(&wave, outputs, diag) && record_begin(record, diag) && index_all(&wave, diag) &&
           read_clocks(&wave, diag);
    header_free(&wave.header);
    free(wave.bound);
    free(wave.was);
    free(wave.first);
    free(wave.of);
    free(wave.held);
    return good;
}
