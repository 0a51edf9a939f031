/* ref_number.h - binary32 arithmetic through double: exact or innocently rounded, then rounded once to single.
 *
 * Products of two singles are exact in double, and a sum rounded to 53 and then to 24 bits is the sum rounded to 24
 * bits (53 >= 2 * 24 + 2).  Denormal operands and results are zeros of the same sign.  A NaN is the first NaN operand
 * made quiet, or 0xffc00000 when the operation made it (the machine's documented choice; the manual's notes to table
 * 9.2 pair this word with NaN64). */
#ifndef TB_REF_REF_NUMBER_H
#define TB_REF_REF_NUMBER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define REF_ONE 0x3f800000u
#define REF_TWO 0x40000000u
#define REF_FOUR 0x40800000u
#define REF_HALF 0x3f000000u
#define REF_LARGEST 0x7f7fffffu
#define REF_MADE_NAN 0xffc00000u

static inline bool ref_is_nan(uint32_t bits)
{
    return (bits >> 23 & 0xff) == 0xff && (bits & 0x7fffff) != 0;
}
static inline bool ref_is_zero(uint32_t bits) /* denormals are zeros */
{
    return (bits >> 23 & 0xff) == 0;
}
static inline uint32_t ref_quiet(uint32_t bits)
{
    return ref_is_nan(bits) ? bits | 0x00400000 : bits;
}

static inline double ref_number(uint32_t bits)
{
    float value;
    if (ref_is_zero(bits))
        return bits >> 31 ? -0.0 : 0.0;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline uint32_t ref_single(double number)
{
    const float value = (float)number;
    uint32_t    bits;
    if (isnan(number))
        return REF_MADE_NAN;
    memcpy(&bits, &value, sizeof bits);
    return ref_is_zero(bits) ? bits & 0x80000000 : bits;
}

static inline uint32_t ref_add(uint32_t a, uint32_t b)
{
    if (ref_is_nan(a))
        return ref_quiet(a);
    if (ref_is_nan(b))
        return ref_quiet(b);
    return ref_single(ref_number(a) + ref_number(b));
}

static inline uint32_t ref_mul_ieee(uint32_t a, uint32_t b)
{
    if (ref_is_nan(a))
        return ref_quiet(a);
    if (ref_is_nan(b))
        return ref_quiet(b);
    return ref_single(ref_number(a) * ref_number(b));
}

/* Zero times anything is zero. */
static inline uint32_t ref_mul(uint32_t a, uint32_t b)
{
    return ref_is_zero(a) || ref_is_zero(b) ? 0 : ref_mul_ieee(a, b);
}

/* An operand that is itself the result: flushed, quiet. */
static inline uint32_t ref_kept(uint32_t a)
{
    return ref_is_zero(a) ? a & 0x80000000 : ref_quiet(a);
}

#endif
