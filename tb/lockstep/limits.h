/* limits.h - inputs that a user holds to some of their values: --only i_op=ADD,MULADD and --fix i_clamp=0. */
#ifndef TB_LOCKSTEP_LIMITS_H
#define TB_LOCKSTEP_LIMITS_H

#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/ports.h"
#include "trace/views.h"

enum { LIMITS_MAX = 32, LIMIT_VALUES = 64 };

struct limits {
    struct limit {
        char     port[PORT_NAME];
        uint64_t value[LIMIT_VALUES]; /* of every element */
        unsigned count;
    } row[LIMITS_MAX];
    unsigned count;
};

/* Adds "PORT=VALUE,VALUE", numbers or names of the enumeration that `views` gives the port; with `fixed` one value.
 * False and a diagnosis for a port that is no input of the module (with the nearest one), for a value that it cannot
 * have, and for a port that has a row. */
bool limits_add(struct limits *limits, const struct lockstep_module *module, const char *text, bool fixed,
                const struct trace_view *views, unsigned view_count, struct diag *diag);

/* Each limited input that has another value gets one of its own, by `random`. */
void limits_apply(const struct limits *limits, const struct port_table *ports, void *state, void *beside,
                  struct stimulus *random);

/* The row of a port, or NULL. */
const struct limit *limits_of(const struct limits *limits, const char *port);

/* Whether a row has a value. */
bool limits_allow(const struct limit *row, uint64_t value);

/* "inputs were restricted: i_op=0x3,0x10 i_clamp=0x0", nothing without a row. */
void limits_print(FILE *out, const struct limits *limits);

#endif
