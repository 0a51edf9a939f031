/* by_type.h - straps of a launch that has one type of program: a number for it, 0 for the others. */
#ifndef RTL_MODEL_R700_BY_TYPE_H
#define RTL_MODEL_R700_BY_TYPE_H

#include "rtl_model/r700/simd.h"

static inline type_byte_t byte_of_type(const struct simd_launch *launch, unsigned value)
{
    type_byte_t to = {{0}};
    to.type[launch->type] = (uint8_t)value;
    return to;
}
static inline type_half_t half_of_type(const struct simd_launch *launch, unsigned value)
{
    type_half_t to = {{0}};
    to.type[launch->type] = (uint16_t)value;
    return to;
}
static inline type_word_t word_of_type(const struct simd_launch *launch, uint32_t value)
{
    type_word_t to = {{0}};
    to.type[launch->type] = value;
    return to;
}

#endif
