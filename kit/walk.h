/* walk.h - generic walks over the signal tables of a machine: dump, compare, and the element access they share. */
#ifndef KIT_WALK_H
#define KIT_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"

/* Bytes from one row of a signal to the next, and of the whole signal. */
size_t rtl_row_bytes(const struct rtl_signal *signal);
size_t rtl_signal_bytes(const struct rtl_signal *signal);

/* Where the signal's bytes lie: in the module's struct, or for a BUS where it is driven (NULL: nowhere). */
const void *rtl_place(const struct rtl_signal *signal, const void *state);

/* One element; `row` < signal->rows, `element` < signal->count. */
uint64_t rtl_read(const struct rtl_signal *signal, const void *state, unsigned row, unsigned element);

/* Sets one element of a register (in q and d alike, as after a clock edge), a wire other than a BUS, or a memory. */
void rtl_write(const struct rtl_module *module, const struct rtl_signal *signal, void *state, unsigned row,
               unsigned element, uint64_t value);

/* The signal of that name, or NULL. */
const struct rtl_signal *rtl_find(const struct rtl_module *module, const char *name);

/* `i_`, `n_`, `o_`, `r_` or `m_`: the prefix that a signal's name has in waves and in Verilog. */
const char *rtl_prefix(const struct rtl_signal *signal);
/* Signals of a module that no machine has are called as they are: its name is this one, by its address. */
extern const char  rtl_plain[];
static inline bool rtl_is_plain(const struct rtl_module *module)
{
    return module->name == rtl_plain;
}

struct rtl_difference {
    const struct rtl_instance *instance; /* of the first machine */
    const struct rtl_signal   *signal;
    unsigned                   row, element;
    uint64_t                   left, right;
};

/* Compares the registers and memories (not the wires) of two machines of one layout.  Returns the number of elements
 * that differ and fills `first` (which may be NULL) with the first of them. */
uint64_t rtl_compare(const struct rtl_instance *left, const struct rtl_instance *right, unsigned count,
                     struct rtl_difference *first);

/* A hash of paths, names, widths and depths: equal for machines of one layout. */
uint64_t rtl_layout(const struct rtl_instance *instances, unsigned count);

#endif
