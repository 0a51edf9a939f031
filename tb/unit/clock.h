/* clock.h - what the tests of clocked modules share: one clock is eval, capture (by modules with memories), commit. */
#ifndef TB_UNIT_CLOCK_H
#define TB_UNIT_CLOCK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

/* One clock of a module without memories. */
#define TICK(eval, module) (rtl_eval(eval, module), rtl_commit(module))

/* Runs `tick` and expects every register of `module` to keep its value. */
#define ASSERT_HOLDS(module, tick)                                                                                     \
    do {                                                                                                               \
        unsigned char held[sizeof(module)->q];                                                                         \
        memcpy(held, &(module)->q, sizeof held);                                                                       \
        tick;                                                                                                          \
        assert_memory_equal(&(module)->q, held, sizeof held);                                                          \
    } while (0)

/* A row whose lane i holds base + i. */
static inline lanes_t ramp(uint32_t base)
{
    lanes_t row;
    for (unsigned i = 0; i < LANES; i++)
        row.lane[i] = base + i;
    return row;
}

/* A quarter whose lane i holds base + i. */
static inline quarter_t quarter_ramp(uint32_t base)
{
    quarter_t quarter;
    for (unsigned i = 0; i < QUARTER; i++)
        quarter.lane[i] = base + i;
    return quarter;
}

/* A quarter with one value in all lanes. */
static inline quarter_t quarter_of(uint32_t value)
{
    quarter_t quarter;
    for (unsigned i = 0; i < QUARTER; i++)
        quarter.lane[i] = value;
    return quarter;
}

#endif
