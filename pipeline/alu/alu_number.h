/* alu_number.h - binary32 words: classes, flushing and NaN rules that all float operations share.
 *
 * Tests return ~0 or 0, so that a lane is chosen by masks and never by a branch. */
#ifndef PIPELINE_ALU_NUMBER_H
#define PIPELINE_ALU_NUMBER_H

#include "kit/bits.h"
#include "pipeline/alu/alu_functions.h"

/* Everything a dispatcher calls becomes part of it, so that its lane loops vectorise as LANE_LOOPS says.  clang has no
 * clones of a function that is flattened. */
#if defined(__GNUC__) && !defined(__clang__)
#define FLATTEN __attribute__((flatten))
#else
#define FLATTEN
#endif

#define FLOAT_SIGN 0x80000000u
#define FLOAT_EXPONENT 0x7f800000u
#define FLOAT_MANTISSA 0x007fffffu
#define FLOAT_QUIET 0x00400000u
#define FLOAT_INFINITY FLOAT_EXPONENT
#define FLOAT_MAX 0x7f7fffffu /* MAX_FLOAT of ISA 9.2 */
#define FLOAT_ONE 0x3f800000u
#define FLOAT_TWO 0x40000000u
#define FLOAT_FOUR 0x40800000u
#define FLOAT_HALF 0x3f000000u

static inline uint32_t when(bool condition)
{
    return 0u - (uint32_t)condition;
}

static inline uint32_t select_bits(uint32_t mask, uint32_t yes, uint32_t no)
{
    return (yes & mask) | (no & ~mask);
}

static inline uint32_t magnitude(uint32_t a)
{
    return a & ~FLOAT_SIGN;
}

/* Signed comparisons, because that is what vector units have. */
static inline uint32_t is_nan(uint32_t a)
{
    return when((int32_t)magnitude(a) > (int32_t)FLOAT_INFINITY);
}

/* Zero or denormal. */
static inline uint32_t is_zero(uint32_t a)
{
    return when((a & FLOAT_EXPONENT) == 0);
}

/* A denormal becomes a zero of the same sign. */
static inline uint32_t flush(uint32_t a)
{
    return a & (FLOAT_SIGN | ~is_zero(a));
}

/* The result of a float operation on `a` and `b`, whatever NaN the host has made of it.
 * GUESS: a result that IEEE rounding with gradual underflow makes a denormal is flushed, so one that rounds up to the
 * smallest normal number stays. */
static inline uint32_t settle(float value, uint32_t a, uint32_t b)
{
    const uint32_t bits = as_bits(value);
    const uint32_t nan = select_bits(is_nan(a), a, select_bits(is_nan(b), b, ALU_DEFAULT_NAN)) | FLOAT_QUIET;
    return select_bits(is_nan(bits), nan, flush(bits));
}

#endif
