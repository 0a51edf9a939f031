/* rotation.h - the 8-clock rotation of a SIMD: clocks 0..3 belong to the even wavefront slot, 4..7 to the odd one
 * (RV770 timing S3, 2.12).  While one executes, the other reads its operands. */
#ifndef PIPELINE_ROTATION_H
#define PIPELINE_ROTATION_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"

enum { ROTATION_CLOCKS = 8, SLOT_CLOCKS = 4 };

/* clang-format off */
#define ROTATION_SIGNALS(S)                                                                            \
    S(EN,    bool,    run,   1, "the clock: always")                                                   \
    S(OUT,   uint8_t, clock, 3, "0..3: the even wavefront executes and the odd one reads; 4..7: the other way")
/* clang-format on */

RTL_STRUCT(rotation, ROTATION_SIGNALS);

RTL_RESET(rotation, ZERO);

static inline void rotation_eval(const struct rotation_in *in, const struct rotation_reg *q, struct rotation_reg *d)
{
    d->clock = (uint8_t)((q->clock + in->run) % ROTATION_CLOCKS);
}

static inline unsigned rotation_phase(const struct rotation *rotation)
{
    return rotation->q.clock;
}

/* The wavefront slot that executes, and the quarter that enters the pipeline. */
static inline unsigned rotation_parity(const struct rotation *rotation)
{
    return rotation->q.clock / SLOT_CLOCKS;
}
static inline unsigned rotation_quarter(const struct rotation *rotation)
{
    return rotation->q.clock % SLOT_CLOCKS;
}

RTL_LIFE(rotation, ALONE, KEEPS, COPIES);

#endif
