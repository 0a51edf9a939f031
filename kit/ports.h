/* ports.h - the ports of a Verilog block as a module's signal list makes them. */
#ifndef KIT_PORTS_H
#define KIT_PORTS_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/diag.h"
#include "kit/rtl.h"

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
    bool                     untold; /* of a block: the C module does not say it, for nothing asks it for the row */
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
 * stay where it is.  Memories whose names are in `inner` (NULL last; may be NULL) no other module reads. */
bool ports_list(const struct rtl_module *list, const char *const *inner, struct port_table *table, struct diag *diag);

/* Where the port's value lies, of a module's struct and what is beside it. */
void *port_place(const struct port *port, const void *state, const void *beside);

/* The buses of a module that stands alone lead to their ports' values beside it. */
void ports_connect(const struct port_table *table, void *state, void *beside);
/* Of a module in a machine: what its buses lead to is copied beside it; 0 when they lead nowhere. */
void ports_take_buses(const struct port_table *table, const void *state, void *beside);

/* An output that follows the inputs: of a memory, or one whose meaning begins with "combinational".  All others are
 * registers. */
bool port_follows(const struct port *port);

/* "64 bits: 16 elements of 4 bits" or "1 bit": how wide a signal's port is. */
const char *port_shape(const struct rtl_signal *signal, char *text, size_t size);

/* One that a block must have, or that a machine needs whose module it replaces: those of templates. */
bool port_is_given(const struct port *port);

#endif
