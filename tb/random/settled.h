/* settled.h - sleeping modules against the same modules clocked, edges taken by each module alone against the machine's
 * edges: there must be no difference. */
#ifndef TB_RANDOM_SETTLED_H
#define TB_RANDOM_SETTLED_H

#include "kit/diag.h"
#include "rtl_model/r700/gpu.h"

/* To be called between gpu_wire and gpu_edge.  False when a net that was left alone would change, when a module that
 * does not look would be awake (a source of its wires is not listed), or when one that sleeps would change (an event or
 * a register that keeps it awake is not marked as such; modules of more than 8 KB are clocked in every 17th cycle);
 * `diag` says which.  The cheaper half looks at nets and wires alone. */
bool sleepers_hold(struct gpu *gpu, struct diag *diag);
bool sleepers_look(struct gpu *gpu, struct diag *diag);

/* gpu_edge, checked: each module becomes what it would if it took its edge alone and all others were as before it.
 * False when one reads a row or a register that another one changes first, in the order of simd.def or, by turns, the
 * other way round; large modules as above. */
bool edge_holds(struct gpu *gpu, struct diag *diag);

/* Whether two machines of the same launch show the same in registers and memories, in wires too if both have been
 * looked at (gpu_look); memories of more than 4 KB are compared in every 16th cycle.  `diag`, or NULL, says what
 * differs. */
bool machines_agree(const struct gpu *left, const struct gpu *right, bool wires, struct diag *diag);
/* All registers and memories. */
bool machines_agree_whole(const struct gpu *left, const struct gpu *right, struct diag *diag);

#endif
