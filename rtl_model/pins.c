#include "rtl_model/pins.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kit/hash.h"
#include "kit/walk.h"

enum { WORD = 32, ELEMENTS_MAX = 64 };

/* ---- bits ------------------------------------------------------------------------------------------------------- */

static uint64_t get_bits(const uint32_t *words, unsigned first, unsigned bits)
{
    const unsigned at = first / WORD, shift = first % WORD;
    uint64_t       value = words[at] >> shift;
    for (unsigned have = WORD - shift, next = at + 1; have < bits; have += WORD, next++)
        value |= (uint64_t)words[next] << have;
    return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

/* Into bits that are 0. */
static void put_bits(uint32_t *words, unsigned first, unsigned bits, uint64_t value)
{
    const unsigned at = first / WORD, shift = first % WORD;
    words[at] |= (uint32_t)value << shift;
    for (unsigned done = WORD - shift, next = at + 1; done < bits; done += WORD, next++)
        words[next] |= (uint32_t)(value >> done);
}

static void clear_bits(uint32_t *words, unsigned first, unsigned bits)
{
    for (unsigned at = first; at < first + bits;) {
        const unsigned shift = at % WORD, left = first + bits - at, span = left < WORD - shift ? left : WORD - shift;
        words[at / WORD] &= ~((span < WORD ? (1u << span) - 1 : UINT32_MAX) << shift);
        at += span;
    }
}

/* ---- which ------------------------------------------------------------------------------------------------------ */

static bool is_far(const struct port *port)
{
    return (port->role == PORT_ROW && port->out) || (port->role == PORT_WORD && !port->out);
}

/* Those of templates first. */
enum rank { GIVEN, STATISTIC, MEMORY, PRIVATE, RANKS };
static enum rank rank_of(const struct port *port)
{
    if (!port->optional && (port->role == PORT_SIGNAL || port->role == PORT_BUS || is_far(port)))
        return GIVEN;
    return port->role != PORT_SIGNAL ? MEMORY : port->needed ? STATISTIC : PRIVATE;
}

static enum pin_image image_of(const struct port *port)
{
    return !port->out ? PINS_IN : port_follows(port) ? PINS_FOLLOWING : PINS_REGISTERS;
}

static void add_pins(struct pins *pins, enum pin_image image, enum rank rank)
{
    for (unsigned i = 0; i < pins->table.count; i++) {
        const struct port *const port = &pins->table.port[i];
        if (image_of(port) != image || rank_of(port) != rank || (is_far(port) && !pins->reads) ||
            port->source->kind == RTL_NOW)
            continue;
        pins->pin[pins->count++] = (struct pin){port, image, pins->bits[image]};
        pins->layout = hash_text(pins->layout, port->name);
        pins->layout = hash_bytes(pins->layout, &pins->bits[image], sizeof pins->bits[image]);
        pins->bits[image] += port->width;
        assert(!is_far(port) || port->signal->count <= ELEMENTS_MAX);
    }
}

unsigned pins_words(const struct pins *pins, enum pin_image image)
{
    return (pins->bits[image] + WORD - 1) / WORD;
}

struct pins *pins_open(struct rtl_machine *machine, struct diag *diag)
{
    const struct module_life *const life = module_alone_life(machine);
    struct pins                    *pins = life ? calloc(1, sizeof *pins) : NULL;
    if (!pins) {
        diag_set(diag, NULL, 0, life ? "not enough memory" : "the machine is not one module alone");
        return NULL;
    }
    pins->machine = machine;
    pins->life = life;
    pins->reads = module_alone_reads(machine);
    pins->layout = hash_text(HASH_START, life->module->name);
    bool good = ports_list(life->module, NULL, &pins->table, diag);
    for (unsigned image = 0; good && image < PIN_IMAGES; image++) {
        for (unsigned rank = 0; rank < RANKS; rank++)
            add_pins(pins, (enum pin_image)image, (enum rank)rank);
        pins->words[image] = calloc(pins_words(pins, (enum pin_image)image) + 1, sizeof *pins->words[image]);
        good = pins->words[image];
    }
    good = good && (pins->kept = malloc(life->bytes));
    if (good)
        return pins;
    diag_set(diag, NULL, 0, "not enough memory");
    pins_free(pins);
    return NULL;
}

void pins_free(struct pins *pins)
{
    if (!pins)
        return;
    for (unsigned image = 0; image < PIN_IMAGES; image++)
        free(pins->words[image]);
    free(pins->kept);
    free(pins);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static unsigned char *state_of(const struct pins *pins)
{
    return pins->machine->instances[0].state;
}

static void *place_of(const struct rtl_signal *signal, const void *state)
{
    return (void *)(uintptr_t)rtl_place(signal, state);
}

/* A signal's elements to where they lie, and back; `direct`: the same bytes on both sides. */
static bool is_direct(const struct pin *pin)
{
    const unsigned bits = pin->port->signal->bits;
    return bits == 8 * RTL_ELEMENT_BYTES(bits) && pin->first % WORD == 0 && pin->port->width % WORD == 0;
}

static void unpack(const struct pins *pins, const struct pin *pin)
{
    const struct rtl_signal *const signal = pin->port->signal;
    const unsigned                 bytes = RTL_ELEMENT_BYTES(signal->bits);
    const uint32_t *const          words = pins->words[PINS_IN];
    unsigned char *const           to = place_of(pin->port->source, state_of(pins));
    if (is_direct(pin)) {
        memcpy(to, &words[pin->first / WORD], pin->port->width / 8); /* little-endian host */
        return;
    }
    for (unsigned e = 0; e < signal->count; e++) {
        const uint64_t value = get_bits(words, pin->first + e * signal->bits, signal->bits);
        memcpy(to + (size_t)e * bytes, &value, bytes);
    }
}

static void pack(const struct pins *pins, const struct pin *pin)
{
    const struct rtl_signal *const signal = pin->port->signal;
    uint32_t *const                words = pins->words[pin->image];
    if (is_direct(pin)) {
        memcpy(&words[pin->first / WORD], place_of(signal, state_of(pins)), pin->port->width / 8);
        return;
    }
    clear_bits(words, pin->first, pin->port->width);
    for (unsigned e = 0; e < signal->count; e++)
        put_bits(words, pin->first + e * signal->bits, signal->bits, rtl_read(signal, state_of(pins), 0, e));
}

/* ---- memories --------------------------------------------------------------------------------------------------- */

/* The pin of another port of the same memory. */
static const struct pin *other_pin(const struct pins *pins, const struct pin *pin)
{
    const struct port *const other = pin->port + (pin->port->role == PORT_ROW ? 1 : -1);
    for (unsigned i = 0; i < pins->count; i++)
        if (pins->pin[i].port == other)
            return &pins->pin[i];
    assert(false && "a memory has two ports");
    return NULL;
}

static void far_rows(const struct pins *pins, const struct pin *pin, uint16_t rows[ELEMENTS_MAX])
{
    memset(rows, 0, ELEMENTS_MAX * sizeof rows[0]);
    pins->reads(state_of(pins), (unsigned)(pin->port->source - pins->life->module->far), rows);
}

/* What lies in the rows that the module reads, to where it reads it. */
static void scatter(const struct pins *pins, const struct pin *pin)
{
    const struct rtl_signal *const memory = pin->port->source;
    const unsigned                 bytes = RTL_ELEMENT_BYTES(memory->bits);
    unsigned char *const           to = place_of(memory, state_of(pins));
    uint16_t                       rows[ELEMENTS_MAX];
    far_rows(pins, pin, rows);
    for (unsigned e = 0; e < memory->count; e++) {
        const uint64_t value = get_bits(pins->words[PINS_IN], pin->first + e * memory->bits, memory->bits);
        if (rows[e] < memory->rows)
            memcpy(to + rows[e] * rtl_row_bytes(memory) + (size_t)e * bytes, &value, bytes);
    }
}

/* Outputs of this clock: rows that the module asks for; what lies in rows of its memories that inputs name. */
static void follow(const struct pins *pins, const struct pin *pin)
{
    const struct rtl_signal *const memory = pin->port->source;
    const struct pin *const        row = pin->port->role == PORT_WORD ? other_pin(pins, pin) : NULL;
    const unsigned                 bits = pin->port->signal->bits;
    uint16_t                       rows[ELEMENTS_MAX];
    clear_bits(pins->words[PINS_FOLLOWING], pin->first, pin->port->width);
    if (!row)
        far_rows(pins, pin, rows);
    for (unsigned e = 0; e < memory->count; e++) {
        uint64_t value = row ? 0 : rows[e];
        if (row) {
            const unsigned wide = row->port->signal->bits;
            const uint64_t number = get_bits(pins->words[PINS_IN], row->first + e * wide, wide);
            value = number < memory->rows ? rtl_read(memory, state_of(pins), (unsigned)number, e) : 0;
        }
        put_bits(pins->words[PINS_FOLLOWING], pin->first + e * bits, bits, value);
    }
}

/* ---- for a bench ------------------------------------------------------------------------------------------------ */

void pins_put(struct pins *pins, unsigned first, unsigned count, const uint32_t *words)
{
    const unsigned all = pins_words(pins, PINS_IN);
    if (first >= all)
        return;
    count = count < all - first ? count : all - first;
    if (memcmp(pins->words[PINS_IN] + first, words, count * sizeof *words) == 0)
        return;
    memcpy(pins->words[PINS_IN] + first, words, count * sizeof *words);
    pins->driven = false;
    pins->made[PINS_FOLLOWING] = 0;
}

/* The machine may have been clocked or written by another way. */
static void catch_up(struct pins *pins)
{
    if (pins->changes == module_alone_changes(pins->machine))
        return;
    pins->changes = module_alone_changes(pins->machine);
    pins->driven = false;
    pins->made[PINS_REGISTERS] = pins->made[PINS_FOLLOWING] = 0;
}

void pins_settle(struct pins *pins)
{
    catch_up(pins);
    for (unsigned i = 0; !pins->driven && i < pins->count; i++)
        if (pins->pin[i].image == PINS_IN && pins->pin[i].port->role <= PORT_BUS)
            unpack(pins, &pins->pin[i]);
    pins->driven = true;
}

void pins_get(struct pins *pins, enum pin_image image, unsigned first, unsigned count, uint32_t *words)
{
    const unsigned all = pins_words(pins, image), end = first < all && count < all - first ? first + count : all;
    unsigned       number = 0;
    catch_up(pins);
    if (image == PINS_FOLLOWING)
        pins_settle(pins);
    for (unsigned i = 0; i < pins->count && image != PINS_IN; i++) {
        const struct pin *const pin = &pins->pin[i];
        if (pin->image != image || number++ < pins->made[image])
            continue;
        if (pin->first >= end * WORD)
            break;
        if (image == PINS_FOLLOWING)
            follow(pins, pin);
        else
            pack(pins, pin);
        pins->made[image] = number;
    }
    for (unsigned w = 0; w < count; w++)
        words[w] = first + w < all ? pins->words[image][first + w] : 0;
}

/* Memories of the state that was kept. */
static void keep_memories(const struct pins *pins)
{
    const struct rtl_module *const module = pins->life->module;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal *const signal = &module->signals[s];
        if (signal->kind == RTL_MEM)
            memcpy(state_of(pins) + signal->offset, (unsigned char *)pins->kept + signal->offset,
                   rtl_signal_bytes(signal));
    }
}

void pins_clock(struct pins *pins, enum pin_edge edge)
{
    const struct rtl_machine *const machine = pins->machine;
    pins_settle(pins);
    for (unsigned i = 0; edge != PINS_RESET && pins->reads && i < pins->count; i++)
        if (pins->pin[i].image == PINS_IN && pins->pin[i].port->role == PORT_WORD)
            scatter(pins, &pins->pin[i]);
    if (edge == PINS_RESET)
        ++*machine->cycle;
    else
        machine->kind->edge(machine->of);
    if (edge == PINS_LOAD)
        memcpy(pins->kept, state_of(pins), pins->life->bytes);
    if (edge != PINS_CLOCK)
        pins->life->reset(state_of(pins));
    if (edge == PINS_LOAD)
        keep_memories(pins);
    pins->made[PINS_REGISTERS] = pins->made[PINS_FOLLOWING] = 0;
    pins->changes = module_alone_changes(machine);
}
