/* by_type.h - what straps of a SIMD and of the chip share.  A launch waits in one queue: a number for it, 0 for the
 * others. */
#ifndef RTL_MODEL_R700_BY_TYPE_H
#define RTL_MODEL_R700_BY_TYPE_H

#include "pipeline/groups.h"
#include "rtl_model/r700/simd.h"

static inline type_byte_t byte_of_type(const struct simd_launch *launch, unsigned value)
{
    type_byte_t to = {{0}};
    to.type[launch->queue] = (uint8_t)value;
    return to;
}
static inline type_half_t half_of_type(const struct simd_launch *launch, unsigned value)
{
    type_half_t to = {{0}};
    to.type[launch->queue] = (uint16_t)value;
    return to;
}
static inline type_word_t word_of_type(const struct simd_launch *launch, uint32_t value)
{
    type_word_t to = {{0}};
    to.type[launch->queue] = value;
    return to;
}

/* Threads of a group, a wavefront's when the launch has none; how the launch's threads lie in wavefronts; how many. */
static inline unsigned launch_group(const struct chip_config *chip, const struct simd_launch *launch)
{
    return launch->group_size ? launch->group_size : chip->wave_size;
}
static inline struct wave_groups launch_groups(const struct chip_config *chip, const struct simd_launch *launch)
{
    return (struct wave_groups){launch->threads, launch_group(chip, launch), chip->wave_size};
}
static inline uint32_t launch_waves(const struct chip_config *chip, const struct simd_launch *launch)
{
    const struct wave_groups groups = launch_groups(chip, launch);
    return groups_waves(&groups);
}

/* Rows that wavefronts have for themselves; behind them lie global GPRs, then the clause temporaries of both slots. */
static inline unsigned private_rows(const struct chip_config *chip, const struct simd_launch *launch)
{
    return chip->max_gprs - PARITIES * launch->temporaries - launch->global_gprs;
}

/* Absolute GPR numbers: global GPRs and both slots' temporaries. */
static inline unsigned shared_gprs(const struct simd_launch *launch)
{
    return launch->global_gprs ? launch->global_gprs + PARITIES * launch->temporaries : 0;
}

#endif
