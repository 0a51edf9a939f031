/* offers.h - the default stimulus of a module that has no driver of its own, made from its list: events in stretches of
 * different density, numbers uniform or at corners, names of enumerations, repeats of what came before; all of it
 * within the module's contract (contract.h). */
#ifndef TB_LOCKSTEP_OFFERS_H
#define TB_LOCKSTEP_OFFERS_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/lockstep/lockstep.h"

struct offers;

enum { OFFERS_LIFETIME = 3000 }; /* clocks from one reset to the next */

/* NULL: not enough memory. */
struct offers *offers_open(const struct lockstep_module *module);
void           offers_close(struct offers *offers);

/* The module after reset, with straps of one of the chips and, of FAR rows, something that they lead to: memories hold
 * random words when a block has a port there, else zeros. */
bool offers_reset(struct offers *offers, void *state, struct stimulus *random);
/* The inputs of the next clock; what buses lead to is written there. */
void offers_drive(struct offers *offers, void *state, struct stimulus *random);

/* Whether the C module looks where a block cannot; what it does there to save time alone does not count. */
bool offers_look_outside(const struct lockstep_module *module);
/* Where, a line; or nothing. */
void offers_print(FILE *out, const struct lockstep_module *module);

#endif
