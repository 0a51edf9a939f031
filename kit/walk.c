#include "kit/walk.h"
#include "kit/hash.h"

#include <assert.h>
#include <string.h>

size_t rtl_row_bytes(const struct rtl_signal *signal)
{
    return (size_t)signal->count * RTL_ELEMENT_BYTES(signal->bits);
}

size_t rtl_signal_bytes(const struct rtl_signal *signal)
{
    return signal->rows * rtl_row_bytes(signal);
}

static size_t element_offset(const struct rtl_signal *signal, unsigned row, unsigned element)
{
    assert(row < signal->rows && element < signal->count);
    return row * rtl_row_bytes(signal) + (size_t)element * RTL_ELEMENT_BYTES(signal->bits);
}

const void *rtl_place(const struct rtl_signal *signal, const void *state)
{
    const unsigned char *place = (const unsigned char *)state + signal->offset;
    if (signal->kind != RTL_BUS)
        return place;
    const void *driver;
    memcpy(&driver, place, sizeof driver);
    return driver;
}

uint64_t rtl_read(const struct rtl_signal *signal, const void *state, unsigned row, unsigned element)
{
    uint64_t             value = 0;
    const unsigned char *place = rtl_place(signal, state);
    if (place)
        memcpy(&value, place + element_offset(signal, row, element), RTL_ELEMENT_BYTES(signal->bits));
    return value; /* little-endian host */
}

void rtl_write(const struct rtl_module *module, const struct rtl_signal *signal, void *state, unsigned row,
               unsigned element, uint64_t value)
{
    unsigned char *place = (unsigned char *)state + signal->offset + element_offset(signal, row, element);
    assert(signal->kind != RTL_BUS);
    memcpy(place, &value, RTL_ELEMENT_BYTES(signal->bits));
    if (rtl_is_register(signal->kind))
        memcpy(place + module->next_state, &value, RTL_ELEMENT_BYTES(signal->bits));
}

const struct rtl_signal *rtl_find(const struct rtl_module *module, const char *name)
{
    for (unsigned s = 0; s < module->signal_count; s++)
        if (strcmp(module->signals[s].name, name) == 0)
            return &module->signals[s];
    return NULL;
}

const char rtl_plain[] = "plain";

const char *rtl_prefix(const struct rtl_signal *signal)
{
    static const char *const prefix[] = {
        [RTL_EN] = "i_",   [RTL_IN] = "i_",    [RTL_BUS] = "i_",  [RTL_STRAP] = "i_",  [RTL_NET] = "n_",
        [RTL_OUT] = "o_",  [RTL_DATA] = "o_",  [RTL_LIVE] = "o_", [RTL_STROBE] = "o_", [RTL_REG] = "r_",
        [RTL_BUSY] = "r_", [RTL_PULSE] = "r_", [RTL_STAT] = "r_", [RTL_DOWN] = "r_",   [RTL_MEM] = "m_"};
    return prefix[signal->kind];
}

uint64_t rtl_compare(const struct rtl_instance *left, const struct rtl_instance *right, unsigned count,
                     struct rtl_difference *first)
{
    uint64_t differences = 0;
    for (unsigned i = 0; i < count; i++) {
        assert(strcmp(left[i].module->name, right[i].module->name) == 0 &&
               left[i].module->signal_count == right[i].module->signal_count);
        const struct rtl_module *module = left[i].module;
        for (unsigned s = 0; s < module->signal_count; s++) {
            const struct rtl_signal *signal = &module->signals[s];
            if (rtl_is_wire(signal->kind) ||
                memcmp((const char *)left[i].state + signal->offset, (const char *)right[i].state + signal->offset,
                       rtl_signal_bytes(signal)) == 0)
                continue;
            for (unsigned row = 0; row < signal->rows; row++)
                for (unsigned e = 0; e < signal->count; e++) {
                    const uint64_t a = rtl_read(signal, left[i].state, row, e);
                    const uint64_t b = rtl_read(signal, right[i].state, row, e);
                    if (a != b && differences++ == 0 && first)
                        *first = (struct rtl_difference){&left[i], signal, row, e, a, b};
                }
        }
    }
    return differences;
}

uint64_t rtl_layout(const struct rtl_instance *instances, unsigned count)
{
    uint64_t hash = HASH_START;
    for (unsigned i = 0; i < count; i++) {
        const struct rtl_module *module = instances[i].module;
        hash = hash_text(hash, instances[i].path);
        for (unsigned s = 0; s < module->signal_count; s++) {
            const struct rtl_signal *signal = &module->signals[s];
            const uint32_t           shape[] = {signal->kind, signal->bits, signal->count, signal->rows};
            hash = hash_text(hash, signal->name);
            hash = hash_bytes(hash, shape, sizeof shape);
        }
    }
    return hash;
}
