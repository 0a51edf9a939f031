/* ports.h - the ports of a Verilog block as a module's signal lists demand them, and those that a block really has. */
#ifndef TB_LOCKSTEP_PORTS_H
#define TB_LOCKSTEP_PORTS_H

#include <stdbool.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"

enum { PORTS_MAX = 256, PORT_NAME = 64 };

/* A port that the signal lists name.  Of registers (REG) it is optional. */
struct port {
    char                     name[PORT_NAME]; /* i_valid, o_result */
    const struct rtl_signal *signal;
    bool                     payload, out, optional;
    unsigned                 width; /* bits x count */
};

struct port_table {
    struct port port[PORTS_MAX];
    unsigned    count;
};

/* Inputs, outputs and registers of the list, then the payload's.  False when there are more than PORTS_MAX. */
bool ports_expected(const struct lockstep_module *module, struct port_table *table, struct diag *diag);

/* A port of a block. */
struct found_port {
    char     name[PORT_NAME];
    char     direction; /* 'i', 'o', or 'x': both ways */
    unsigned width;     /* 0: an unpacked array */
};

struct found_table {
    struct found_port port[PORTS_MAX];
    unsigned          count;
};

/* Reads the ports out of the class that Verilator writes for a block (its VTOP.h). */
bool ports_found(const char *header, struct found_table *found, struct diag *diag);

/* True when the block has every port that it needs, as wide and of the direction, and no further input.  Otherwise the
 * diagnosis names each that is wrong and says what was expected. */
bool ports_agree(const struct port_table *expected, const struct found_table *found, struct diag *diag);

/* The found port of that name, or NULL. */
const struct found_port *ports_lookup(const struct found_table *found, const char *name);

/* An output that follows the inputs; its meaning begins with "combinational".  All others are registers. */
bool port_follows(const struct rtl_signal *signal);

/* "64 bits: 16 elements of 4 bits" or "1 bit": how wide a signal's port is. */
const char *port_shape(const struct rtl_signal *signal, char *text, size_t size);

#endif
