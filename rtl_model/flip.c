#include "rtl_model/flip.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

bool flip_parse(const char *text, const struct trigger_names *names, struct flip *flip, struct diag *diag)
{
    char              name[TRIGGER_NAME_BYTES], full[TRIGGER_NAME_BYTES];
    const char *const at = strrchr(text, '@'), *const colon = strrchr(text, ':');
    uint64_t bit;
    if (!at || !colon || colon > at || colon == text || (size_t)(colon - text) >= sizeof name ||
        !number(colon + 1, at, &bit) || !number(at + 1, at + strlen(at), &flip->cycle))
        return diag_set(diag, NULL, 0, "%.300s: expected SIGNAL:BIT@CYCLE, as gpr_file.m_x.row0.lane00:31@120", text);
    memcpy(name, text, (size_t)(colon - text));
    name[colon - text] = '\0';
    if (!trigger_find(names, UINT_MAX, name, &flip->of, diag))
        return false;
    const struct rtl_signal *signal = flip->of.signal;
    trigger_name(names, &flip->of, full);
    if (!flip_is_state(signal))
        return diag_set(diag, NULL, 0, "%.300s: %.300s is a wire: expected a register (o_, r_) or a memory (m_)", text,
                        full);
    if (bit >= signal->bits && signal->bits == 1)
        return diag_set(diag, NULL, 0, "%.300s: %.300s has one bit: expected bit 0", text, full);
    if (bit >= signal->bits)
        return diag_set(diag, NULL, 0, "%.300s: %.300s has %u bits: expected bit 0 to %u", text, full, signal->bits,
                        signal->bits - 1);
    flip->bit = (unsigned)bit;
    return true;
}

const char *flip_text(const struct trigger_names *names, const struct flip *flip, char text[FLIP_TEXT])
{
    char name[TRIGGER_NAME_BYTES];
    snprintf(text, FLIP_TEXT, "%s:%u@%" PRIu64, trigger_name(names, &flip->of, name), flip->bit, flip->cycle);
    return text;
}

void flip_apply(const struct rtl_machine *machine, const struct flip *flip)
{
    const struct rtl_instance *instance = &machine->instances[flip->of.instance];
    const struct rtl_signal   *signal = flip->of.signal;
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    const uint64_t value = rtl_read(signal, instance->state, flip->of.row, flip->of.element);
    rtl_write(instance->module, signal, instance->state, flip->of.row, flip->of.element,
              value ^ UINT64_C(1) << flip->bit);
    machine->kind->plain(machine->of);
    machine->kind->touch(machine->of);
}
