/* standing.h - for how long a part of a program has stood still: a machine has a row for each place in which a part, a
 * wavefront or a quad, may be.  No module reads it, and no snapshot has it. */
#ifndef RTL_MODEL_STANDING_H
#define RTL_MODEL_STANDING_H

#include <stdint.h>

/* The last step of the part in a place, or its launch. */
struct standing_slot {
    uint64_t clock; /* 0: none is known */
    uint32_t part;  /* its number in the launch */
};

/* It makes a step. */
static inline void standing_step(struct standing_slot *known, uint32_t part, uint64_t clock)
{
    *known = (struct standing_slot){clock, part};
}

/* Clocks since its last step, at `clock`.  One of which none is known in this launch, which began at `began`, is
 * counted from the first call on: it has come just now, or with a snapshot, perhaps of an earlier clock. */
static inline uint64_t standing_clocks(struct standing_slot *known, uint32_t part, uint64_t began, uint64_t clock)
{
    if (!known->clock || known->part != part || known->clock < began || known->clock > clock)
        standing_step(known, part, clock);
    return clock - known->clock;
}

#endif
