#include "rtl_model/flip.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kit/alias.h"
#include "kit/walk.h"

struct trigger_names flip_names(const struct rtl_machine *machine)
{
    const struct machine_looks *looks = machine->kind->looks;
    return (struct trigger_names){.instances = machine->instances,
                                  .count = machine->instance_count,
                                  .views = looks->views,
                                  .view_count = looks->view_count,
                                  .elements = looks->elements,
                                  .element_types = looks->element_types};
}

bool flip_is_state(const struct rtl_signal *signal)
{
    return rtl_is_register(signal->kind) || signal->kind == RTL_MEM;
}

/* A decimal number that is all of the text up to `end`. */
static bool number(const char *text, const char *end, uint64_t *value)
{
    char *behind;
    *value = strtoull(text, &behind, 10);
    return *text >= '0' && *text <= '9' && behind == end && *value < UINT64_MAX;
}

static bool wrong_bit(const char *text, const char *name, unsigned bits, struct diag *diag)
{
    return bits == 1 ? diag_set(diag, NULL, 0, "%.300s: %.300s has one bit: expected bit 0", text, name)
                     : diag_set(diag, NULL, 0, "%.300s: %.300s has %u bits: expected bit 0 to %u", text, name, bits,
                                bits - 1);
}

/* "w0.t17.R1.x": no signal's name begins so. */
static bool is_register(const char *name)
{
    const size_t digits = name[0] == 'w' ? strspn(name + 1, "0123456789") : 0;
    return digits && strncmp(name + 1 + digits, ".t", 2) == 0;
}

static bool parse_register(const char *text, const char *name, uint64_t bit, const struct rtl_machine *machine,
                           struct flip *flip, struct diag *diag)
{
    const struct machine_results *results = machine->kind->results;
    struct machine_place          place;
    if (!results->locate(machine->of, name, &place, diag))
        return false;
    if (bit >= 32)
        return wrong_bit(text, name, 32, diag);
    return (size_t)snprintf(flip->reg, sizeof flip->reg, "%s", name) < sizeof flip->reg ||
           diag_set(diag, NULL, 0, "%.300s: expected a shorter name", text);
}

/* The register whose value a wire always has, if there is one. */
static bool find_driver(const struct rtl_machine *machine, const struct trigger_signal *wire,
                        struct trigger_signal *driver)
{
    const struct rtl_signal *const signals = machine->instances[wire->instance].module->signals;
    unsigned                       count = 0, a = 0;
    struct rtl_alias *const aliases = machine->kind->aliases ? machine->kind->aliases(machine->of, &count) : NULL;
    while (aliases && a < count &&
           !(aliases[a].instance == wire->instance && &signals[aliases[a].signal] == wire->signal))
        a++;
    *driver = *wire;
    if (aliases && a < count) {
        driver->instance = aliases[a].of_instance;
        driver->signal = &machine->instances[driver->instance].module->signals[aliases[a].of_signal];
    }
    free(aliases);
    return flip_is_state(driver->signal);
}

/* It follows from registers in each clock: no bit of it stays inverted. */
static bool is_wire(const char *text, const struct rtl_machine *machine, const struct trigger_names *names,
                    const struct trigger_signal *wire, struct diag *diag)
{
    char                  full[TRIGGER_NAME_BYTES], by[TRIGGER_NAME_BYTES] = "a register (o_, r_) or a memory (m_)";
    struct trigger_signal driver;
    const bool            driven = find_driver(machine, wire, &driver);
    if (driven)
        trigger_name(names, &driver, by);
    return diag_set(diag, NULL, 0, "%.300s: %.200s is a wire: expected %.200s%s", text, trigger_name(names, wire, full),
                    by, driven ? ", whose value it has" : "");
}

static bool parse_signal(const char *text, const char *name, uint64_t bit, const struct rtl_machine *machine,
                         struct flip *flip, struct diag *diag)
{
    const struct trigger_names names = flip_names(machine);
    char                       full[TRIGGER_NAME_BYTES];
    if (!trigger_find(&names, UINT_MAX, name, &flip->of, diag))
        return false;
    if (!flip_is_state(flip->of.signal))
        return is_wire(text, machine, &names, &flip->of, diag);
    trigger_name(&names, &flip->of, full);
    return bit < flip->of.signal->bits || wrong_bit(text, full, flip->of.signal->bits, diag);
}

bool flip_parse(const char *text, const struct rtl_machine *machine, struct flip *flip, struct diag *diag)
{
    char              name[TRIGGER_NAME_BYTES];
    const char *const at = strrchr(text, '@'), *const colon = strrchr(text, ':');
    uint64_t bit;
    *flip = (struct flip){.bit = 0};
    if (!at || !colon || colon > at || colon == text || (size_t)(colon - text) >= sizeof name ||
        !number(colon + 1, at, &bit) || !number(at + 1, at + strlen(at), &flip->cycle))
        return diag_set(diag, NULL, 0, "%.300s: expected SIGNAL:BIT@CYCLE, as gpr_file.m_x.row0.lane00:31@120", text);
    memcpy(name, text, (size_t)(colon - text));
    name[colon - text] = '\0';
    flip->bit = (unsigned)bit;
    return machine->kind->results->locate && is_register(name) ? parse_register(text, name, bit, machine, flip, diag)
                                                               : parse_signal(text, name, bit, machine, flip, diag);
}

const char *flip_name(const struct trigger_names *names, const struct flip *flip, char name[TRIGGER_NAME_BYTES])
{
    if (!flip->reg[0])
        return trigger_name(names, &flip->of, name);
    snprintf(name, TRIGGER_NAME_BYTES, "%s", flip->reg);
    return name;
}

const char *flip_text(const struct trigger_names *names, const struct flip *flip, char text[FLIP_TEXT])
{
    char name[TRIGGER_NAME_BYTES];
    snprintf(text, FLIP_TEXT, "%s:%u@%" PRIu64, flip_name(names, flip, name), flip->bit, flip->cycle);
    return text;
}

bool flip_apply(const struct rtl_machine *machine, const struct flip *flip)
{
    struct machine_place place = {flip->of.signal, flip->of.instance, flip->of.row, flip->of.element};
    struct diag          diag;
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    if (flip->reg[0])
        machine->kind->results->locate(machine->of, flip->reg, &place, &diag);
    if (!place.signal)
        return false;
    const struct rtl_instance *instance = &machine->instances[place.instance];
    const uint64_t             value = rtl_read(place.signal, instance->state, place.row, place.element);
    rtl_write(instance->module, place.signal, instance->state, place.row, place.element,
              value ^ UINT64_C(1) << flip->bit);
    machine->kind->plain(machine->of);
    machine->kind->touch(machine->of);
    return true;
}
