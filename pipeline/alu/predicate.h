/* predicate.h - predicate, active mask and kills of the ALU clause that runs in one wavefront slot
 * (ISA 4.8.1.1, 4.9.3, 4.10).
 *
 * The predicate starts as the active mask and is read by the group after the one that sets it; the active and the
 * valid mask leave when the clause ends. */
#ifndef PIPELINE_PREDICATE_H
#define PIPELINE_PREDICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

/* clang-format off */
#define PREDICATE_SIGNALS(S)                                                                           \
    S(EN,    bool,           start,         1, "the first group of a clause enters the pipeline")      \
    S(IN,    lane_mask_t,    start_active, 64, "the wavefront's active mask")                          \
    S(EN,    bool,           set,           1, "a quarter's flags arrive")                             \
    S(IN,    uint8_t,        quarter,       2, "which quarter")                                        \
    S(IN,    uint8_t,        update,        2, "bit 0 UPDATE_PRED, bit 1 UPDATE_EXECUTE_MASK")         \
    S(IN,    bool,           kills,         1, "they are KILL*'s")                                     \
    S(IN,    quarter_mask_t, mask,         16, "lanes that executed")                                  \
    S(IN,    quarter_mask_t, flags,        16, "their flags")                                          \
    S(OUT,   lane_mask_t,    predicate,    64, "predicate")                                            \
    S(OUT,   lane_mask_t,    active,       64, "active mask after the clause")                         \
    S(OUT,   lane_mask_t,    killed,       64, "threads killed by the clause")
/* clang-format on */

RTL_STRUCT(predicate, PREDICATE_SIGNALS);

RTL_RESET(predicate, ZERO);
void predicate_eval(const struct predicate_in *in, const struct predicate_reg *q, struct predicate_reg *d);

RTL_LIFE(predicate, ALONE, KEEPS, COPIES);

#endif
