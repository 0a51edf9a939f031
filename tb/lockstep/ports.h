/* ports.h - the ports of a Verilog block as a module's signal list makes them, and those that a block really has. */
#ifndef TB_LOCKSTEP_PORTS_H
#define TB_LOCKSTEP_PORTS_H

#include <stdbool.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"

enum { PORTS_MAX = 256, PORT_NAME = 128, PORT_DOC = 96 };

enum port_role {
    PORT_SIGNAL, /* a signal where it lies in the module's struct */
    PORT_BUS,    /* all rows of a bus */
    PORT_ROW,    /* which row of a memory each element reads */
    PORT_WORD    /* what lies there */
};

/* A port that the list makes.  Of registers and of a module's own memories it is optional, but may be needed by a
 * machine whose module the block replaces. */
struct port {
    char                     name[PORT_NAME]; /* i_valid, o_result */
    const struct rtl_signal *signal;          /* its shape and meaning; with `beside` not the list's */
    const struct rtl_signal *source;          /* the row of the list */
    enum port_role           role;
    bool                     beside; /* its value does not lie in the module's struct: `signal` says where beside it */
    bool                     out, optional, needed, there; /* there: the block has it */
    bool                     untold; /* the C module does not say it: the row of a far memory without an adapter */
    unsigned                 width;  /* bits of all elements */
};

struct port_table {
    struct port port[PORTS_MAX];
    unsigned    count;
    size_t      beside; /* bytes of what lies beside a module's struct */
    struct {
        struct rtl_signal signal;
        char              name[PORT_NAME], doc[PORT_DOC];
    } own[PORTS_MAX]; /* the signals of ports beside */
    unsigned owned;
};

/* Ports in the order of the list, a memory's far ones last.  False when there are more than PORTS_MAX.  The table must
 * stay where it is. */
bool ports_expected(const struct lockstep_module *module, struct port_table *table, struct diag *diag);

/* Where the port's value lies, of a module's struct and what is beside it. */
void *port_place(const struct port *port, const void *state, const void *beside);

/* The buses of a module that stands alone lead to their ports' values beside it. */
void ports_connect(const struct port_table *table, void *state, void *beside);
/* Of a module in a machine: what its buses lead to is copied beside it; 0 when they lead nowhere. */
void ports_take_buses(const struct port_table *table, const void *state, void *beside);

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

/* An output that follows the inputs: of a memory, or one whose meaning begins with "combinational".  All others are
 * registers. */
bool port_follows(const struct port *port);

/* "64 bits: 16 elements of 4 bits" or "1 bit": how wide a signal's port is. */
const char *port_shape(const struct rtl_signal *signal, char *text, size_t size);

#endif
