/* machines.h - the modules of each machine and what drives their wires, for the documents of ports and the block
 * diagrams. */
#ifndef TB_DOCS_MACHINES_H
#define TB_DOCS_MACHINES_H

#include "kit/wire.h"

/* A member of a machine: a module, or nets; several instances may be one member. */
struct docs_member {
    const char              *name, *label; /* in the machine's struct; in its diagram */
    const char              *part;         /* the diagram that it is in; NULL: the machine has one */
    unsigned                 count;
    bool                     net, drawn;
    const struct rtl_module *module;
    const struct rtl_wiring *wiring; /* NULL: it has no wires */
    const struct rtl_driver *straps; /* up to an empty one; NULL: there are none */
};

struct docs_machine {
    const char                *folder;   /* of its pages, in docs/ports: "", "r580/" */
    const char                *text;     /* what the index begins with */
    const char *const         *headers;  /* where its modules are declared, up to NULL: "mem" */
    const char                *drawing;  /* the diagram's file, without its kind */
    const char                *drawn_as; /* what is in it: "simd" */
    const char                *layout;   /* its attributes */
    const char *const         *parts;    /* those of its members, up to NULL; NULL: it has one diagram */
    bool                       data;     /* sources that cannot wake are drawn, too */
    const struct rtl_instance *instances;
    unsigned                   instance_count;
    const struct docs_member  *members; /* in the order of waveforms */
    unsigned                   member_count;
};

/* With one SIMD and one channel.  NULL: not enough memory. */
const struct docs_machine *docs_r700(void);
const struct docs_machine *docs_r580(void);
const struct docs_machine *docs_nv30(void);

#endif
