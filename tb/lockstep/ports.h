/* ports.h - the ports that a Verilog block has, beside the ports of its module's list. */
#ifndef TB_LOCKSTEP_PORTS_H
#define TB_LOCKSTEP_PORTS_H

#include <stdbool.h>

#include "kit/ports.h"
#include "tb/lockstep/lockstep.h"

/* The ports of a module (kit/ports.h). */
bool ports_expected(const struct lockstep_module *module, struct port_table *table, struct diag *diag);

/* The port of the module's NOW row, or NULL. */
const struct port *ports_now(const struct port_table *table);
/* Its value by the C module. */
void ports_show_now(const struct lockstep_module *module, const struct port_table *table, const void *state,
                    void *beside);

/* A port of a block. */
struct found_port {
    char     name[PORT_NAME];       /* as the list has it: its own, or what a map says (port_map.h) */
    char     theirs[PORT_NAME];     /* its own */
    char     symbol[2 * PORT_NAME]; /* in the class that Verilator writes */
    char     direction;             /* 'i', 'o', or 'x': both ways */
    unsigned width;                 /* 0: an unpacked array */
    bool     clocks;                /* the block waits for its edges */
    bool     low;                   /* a reset that is active low */
    bool     constant;              /* an input that has `value` for ever */
    uint64_t value;
};

struct found_table {
    struct found_port port[PORTS_MAX];
    unsigned          count;
};

/* Reads the ports out of the class that Verilator writes for a block (its VTOP.h), behind which there is a line for
 * each signal whose edges the block waits for: PORTS_EDGE and its name. */
#define PORTS_EDGE "// edge of "
bool ports_found(const char *header, struct found_table *found, struct diag *diag);

/* True when the block has every port that it needs, as wide and of the direction, no further input, and at least one
 * output of the list.  In the place of a module (`replaces`) it needs more: statistics, memories that others read.
 * Otherwise the diagnosis names each that is wrong and says what was expected. */
bool ports_agree(const struct port_table *expected, const struct found_table *found, bool replaces, struct diag *diag);

/* The found port of that name, or NULL. */
const struct found_port *ports_lookup(const struct found_table *found, const char *name);

#endif
