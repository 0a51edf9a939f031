/* prove.h - equivalence of a Verilog block with the module's twin, by yosys and its ABC.
 *
 * The model of a proof: the registers of both sides have any values, each its own; two clocks with rst high in which
 * the inputs are 0, straps apart; then clocks with any inputs and the same straps.  An X of the sources, a wire that is
 * not driven and an index out of range are any value, in each clock another one; but the same expression of the same
 * signals is one signal on both sides, and a register with the same next value one register.  What a comparison
 * (session.h) looks at after each clock is equal in all of these runs, or there is a run in which it is not. */
#ifndef TB_LOCKSTEP_PROVE_H
#define TB_LOCKSTEP_PROVE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/build/tree.h"
#include "tb/lockstep/limits.h"
#include "tb/lockstep/ports.h"
#include "tb/lockstep/prove/prove_read.h"

struct prove_order {
    const struct lockstep_module *module;
    struct block_source           source; /* the block; `rtl` NULL: the twin itself */
    const struct port_table      *ports;  /* of the module's list; `there`: those of the block */
    const struct found_table     *found;  /* the block's own */
    const struct limits          *limits; /* of the inputs, or NULL */
    uint64_t                      cycles; /* how far a bounded search goes */
    unsigned                      seconds;
};

enum prove_verdict { PROVE_EQUAL, PROVE_BOUNDED, PROVE_DIFFERS };

struct prove {
    enum prove_verdict   verdict;
    const struct limits *limits; /* of the order */
    bool                 stateless, out_of_time;
    char                 how[128];     /* of PROVE_EQUAL: what decided */
    uint64_t             cycles;       /* equal after each of so many clocks since reset; of PROVE_DIFFERS: the first
                                          cycle at which they are not */
    char              port[PORT_NAME]; /* that differs */
    unsigned          compared;        /* ports */
    struct prove_side twin;            /* its ports */
    unsigned char    *input;           /* of PROVE_DIFFERS: a byte for each bit, of each frame; prove_input finds it */
    unsigned          frames, inputs;  /* two of the reset, then one for each cycle */
    struct {
        char     name[PORT_NAME];
        unsigned first, width; /* bits of `input` */
    } port_input[PORTS_MAX];
    unsigned port_inputs;
};

/* False and a diagnosis when yosys is missing or cannot read one of the two, FILE:LINE as it says it. */
bool prove_run(const struct prove_order *order, struct prove *prove, struct diag *diag);
void prove_free(struct prove *prove);

/* The inputs of a frame into `state` and `beside`; inputs that the search has left open are 0. */
void prove_input(const struct prove *prove, const struct port_table *ports, unsigned frame, void *state, void *beside);

/* Whether a port is compared: an output of the list that both sides have. */
bool prove_compares(const struct prove *prove, const struct port *port);

#endif
