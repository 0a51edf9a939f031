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
#define PREDICATE_SIGNALS(IN, OUT, REG)                                                                 \
    IN (bool,           start,         1, "the first group of a clause enters the pipeline")            \
    IN (lane_mask_t,    start_active, 64, "the wavefront's active mask")                                \
    IN (bool,           set,           1, "a quarter's flags arrive")                                   \
    IN (uint8_t,        quarter,       2, "which quarter")                                              \
    IN (uint8_t,        update,        2, "bit 0 UPDATE_PRED, bit 1 UPDATE_EXECUTE_MASK")               \
    IN (bool,           kills,         1, "they are KILL*'s")                                           \
    IN (quarter_mask_t, mask,         16, "lanes that executed")                                        \
    IN (quarter_mask_t, flags,        16, "their flags")                                                \
    OUT(lane_mask_t,    predicate,    64, "predicate")                                                  \
    OUT(lane_mask_t,    active,       64, "active mask after the clause")                               \
    OUT(lane_mask_t,    killed,       64, "threads killed by the clause")
/* clang-format on */

RTL_STRUCT(predicate, PREDICATE_SIGNALS);

extern const struct rtl_module predicate_rtl;

void predicate_reset(struct predicate *predicate);
void predicate_eval(const struct predicate_in *in, const struct predicate_reg *q, struct predicate_reg *d);

#endif
