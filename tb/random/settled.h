/* settled.h - wires that were left as they were against all wires settled again: there must be no difference. */
#ifndef TB_RANDOM_SETTLED_H
#define TB_RANDOM_SETTLED_H

#include "kit/diag.h"
#include "rtl_model/r700/gpu.h"

/* To be called between gpu_wire and gpu_edge.  Settles all wires of the machine; false when that changes one of them,
 * or which modules take the clock, and `diag` says which. */
bool settled_alike(struct gpu *gpu, struct diag *diag);

#endif
