/* prove_miter.h - the two sides of a proof in one module: the same inputs, an output for each port that differs. */
#ifndef TB_LOCKSTEP_PROVE_MITER_H
#define TB_LOCKSTEP_PROVE_MITER_H

#include <stdio.h>

#include "tb/lockstep/prove/prove.h"

/* Module wekiva_miter, over wekiva_twin and wekiva_block; its outputs are the compared ports in the order of the list,
 * its inputs have the list's names. */
void prove_write_miter(FILE *file, const struct prove_order *order, const struct prove *prove);

/* Techmap of $shiftx: what is out of range is any value. */
extern const char prove_shiftx[];

#endif
