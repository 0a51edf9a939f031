/* settled.h - those who sleep against the same ones clocked: there must be no difference. */
#ifndef TB_RANDOM_SETTLED_H
#define TB_RANDOM_SETTLED_H

#include "kit/diag.h"
#include "rtl_model/r700/gpu.h"

/* To be called between gpu_wire and gpu_edge.  False when a module that does not look would be awake (a source of its
 * wires is not listed), or when one that sleeps would change (an event or a register that keeps it awake is not marked
 * as such); `diag` says which. */
bool sleepers_hold(struct gpu *gpu, struct diag *diag);

#endif
