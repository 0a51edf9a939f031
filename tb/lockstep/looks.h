/* looks.h - which rows of a block's memories are compared in a clock, through its read ports: mostly those that the
 * clock may change, else others that have held something since the reset. */
#ifndef TB_LOCKSTEP_LOOKS_H
#define TB_LOCKSTEP_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/lockstep/ports.h"

struct looks;

/* Of the read ports that a block has (`there`); module and ports outlive it.  NULL: not enough memory. */
struct looks *looks_open(const struct lockstep_module *module, const struct port_table *ports, uint64_t seed);
void          looks_close(struct looks *looks); /* NULL is allowed */

/* After a reset: rows hold nothing, or what the reset has cleared. */
void looks_forget(struct looks *looks);
/* The rows that the inputs of `state` may change hold something. */
void looks_know(struct looks *looks, const void *state);
/* Names a row to each element of each read port. */
void looks_choose(struct looks *looks, const void *state, void *beside);
/* What the block says of rows that hold nothing becomes the model's; the others count as compared. */
void looks_excuse(struct looks *looks, void *model_beside, const void *rtl_beside);
/* Of port number `i`, a memory's PORT_ROW: how many rows were compared since the beginning. */
unsigned looks_compared(const struct looks *looks, unsigned i);

/* Rows that `before` compared, of the same module and ports, count as well. */
void looks_add(struct looks *looks, const struct looks *before);

#endif
