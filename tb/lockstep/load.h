/* load.h - memories that a launch fills before the first clock: written into a block while rst is high, by its own
 * write port, and read back through its read ports. */
#ifndef TB_LOCKSTEP_LOAD_H
#define TB_LOCKSTEP_LOAD_H

#include "tb/lockstep/block.h"

/* The first element of a row that the block holds otherwise. */
struct load_difference {
    const struct port *word; /* the read port */
    unsigned           row, element;
    uint64_t           expected, got;
};

/* What lies in the memories of `state` goes into the block, which has been reset; `random` (NULL: all rows) chooses a
 * half of the rows, and gives these any contents, in `state` too.  `beside` is of the block's table.  False as
 * block_clock. */
bool load_write(const struct lockstep_module *module, struct block *block, void *state, void *beside,
                struct stimulus *random, struct diag *diag);

/* Whether all rows of the block hold what lies in the memories of `state`; `beside` then names the row that does not.
 * Nothing is clocked.  What the block says goes to `to` and `to_beside`, which may be the same. */
bool load_agrees(struct block *block, const void *state, void *beside, void *to, void *to_beside,
                 struct load_difference *difference);

#endif
