/* items.h - the signals of a machine as the CXXRTL debug protocol has them: scopes, and items in them.
 *
 * Scopes are those of the waveform, with blanks for dots.  A scalar, or an element of a short vector, is a node; a
 * vector of lanes or a memory is one memory item: the lanes of a row lie one behind the other. */
#ifndef TOOLS_SERVE_ITEMS_H
#define TOOLS_SERVE_ITEMS_H

#include <jansson.h>

#include "rtl_model/signals.h"

struct items {
    const struct trigger_names *names;
    const struct rtl_instance **by_path; /* in the order of their paths */
};

/* False without memory. */
bool items_open(struct items *items, const struct trigger_names *names);
void items_close(struct items *items);

/* What a designation means: a node, or rows of a memory item. */
struct item {
    struct trigger_signal signal;
    unsigned              depth; /* of a memory item, or 0 */
};
/* Of an identifier; false: there is none. */
bool items_find(const struct items *items, const char *identifier, struct item *item);
/* A row of a memory item. */
struct trigger_signal item_row(const struct item *item, unsigned row);

/* The descriptions of a scope's scopes or items, of a whole machine's with NULL.  NULL: there is no such scope, or no
 * memory. */
json_t *items_scopes(const struct items *items, const char *scope);
json_t *items_items(const struct items *items, const char *scope);

#endif
