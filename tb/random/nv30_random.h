/* nv30_random.h - random programs of NV30: every instruction but kills and those whose coordinates are computed, with
 * masks, swizzles, signs and both precisions. */
#ifndef TB_RANDOM_NV30_RANDOM_H
#define TB_RANDOM_NV30_RANDOM_H

#include "isa/nv30/nv30.h"

struct nv30_random {
    uint32_t state; /* the seed */
};
unsigned nv30_random_draw(struct nv30_random *row, unsigned below);
/* Of textures it reads units 0 to 3, 2D, at coordinate sets; the last one writes the result. */
void nv30_random_instruction(struct nv30_random *row, struct nv30_instruction *i, bool last);

#endif
