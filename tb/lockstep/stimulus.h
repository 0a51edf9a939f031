/* stimulus.h - repeatable constrained-random values for lockstep: the same seed gives the same stream everywhere. */
#ifndef TB_LOCKSTEP_STIMULUS_H
#define TB_LOCKSTEP_STIMULUS_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"

struct stimulus {
    uint64_t state;
};

void     stimulus_seed(struct stimulus *random, uint64_t seed);
uint64_t stimulus_bits(struct stimulus *random, unsigned bits);       /* `bits` random bits, 1..64 */
uint32_t stimulus_below(struct stimulus *random, uint32_t limit);     /* 0 .. limit - 1; limit >= 1 */
bool     stimulus_chance(struct stimulus *random, unsigned per_cent); /* true in so many of a hundred */
/* A word for a 32-bit operand: a corner (zeros, denormals, infinities, NaNs, powers of two, integers' ends, small
 * integers, neighbours of these) in half the cases, else any bits or an ordinary float. */
uint32_t stimulus_word(struct stimulus *random);
/* Lane masks with corners: none, all, one lane, a quarter, a checkerboard, any. */
uint64_t stimulus_mask(struct stimulus *random);
void     stimulus_quarter(struct stimulus *random, quarter_t *quarter);
void     stimulus_lanes(struct stimulus *random, lanes_t *lanes);

/* What of a driver's edge classes is met (lockstep.h), as a bit each. */
uint64_t stimulus_edges(const bool *is, unsigned count);

#endif
