/* alias.h - wires that always have the value of another signal, found in the rows that drive them (wire.h).
 *
 * A wire has it for one of two reasons:
 *   - its row is a register of one instance and nothing else, or a wire of a group of nets;
 *   - its row is, with the instances put in for the names of the sources and `i`, the row of another wire: each is a
 *     function of the same registers, memories and nets.
 * A net is no alias: it is 0 without its condition, and is driven when a source of its events has changed.  What names
 * the wires that were driven before it (`in`) is none, nor is a BUS, which is shown where it is driven. */
#ifndef KIT_ALIAS_H
#define KIT_ALIAS_H

#include <stdbool.h>

#include "kit/wire.h"

/* Signals by their places in the tables of instances; width, elements and rows are the same. */
struct rtl_alias {
    unsigned instance, signal;       /* the wire */
    unsigned of_instance, of_signal; /* whose value it has: no alias itself */
};

/* The aliases among `count` instances, a machine's by their numbers (AT_member); wiring[n] is NULL where nothing drives
 * wires.  In the order of instances.  The caller frees them.  NULL: no memory, or with *found 0 none. */
struct rtl_alias *rtl_aliases(const struct rtl_instance *instances, const struct rtl_wiring *const *wiring,
                              unsigned count, unsigned *found);

#endif
