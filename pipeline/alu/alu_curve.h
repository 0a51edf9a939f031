/* alu_curve.h - arguments and results of RECIP*, RECIPSQRT*, SQRT, EXP, LOG*, RECIP_INT, RECIP_UINT (ISA 9.2).
 *
 * For each function, what goes into the table datapath and what is made of the value that comes out, bit for bit as in
 * docs/transcendental.md. */
#ifndef PIPELINE_ALU_CURVE_H
#define PIPELINE_ALU_CURVE_H

#include "pipeline/alu/alu_convert.h"
#include "pipeline/alu/alu_tables.h"

static inline uint32_t exponent_of(uint32_t a)
{
    return a >> 23 & 0xff;
}
static inline uint32_t mantissa_of(uint32_t a)
{
    return a & FLOAT_MANTISSA;
}
static inline uint32_t sign_of(uint32_t a)
{
    return a & FLOAT_SIGN;
}
static inline uint32_t is_infinite(uint32_t a)
{
    return when(magnitude(a) == FLOAT_INFINITY);
}

/* ---- RECIP ---------------------------------------------------------------------------------------------------- */

static inline uint32_t recip_argument(uint32_t a)
{
    return mantissa_of(a) << 3;
}

/* `value` is 1/m, 1/2 < 1/m <= 1.  A zero gives an infinity and the reverse, with the operand's sign. */
static inline uint32_t recip_result(uint32_t a, uint32_t value)
{
    const uint32_t bits = ((252 - exponent_of(a)) << 23) + ((value + 32) >> 6);
    const uint32_t finite = bits & when((int32_t)bits > (int32_t)FLOAT_MANTISSA);
    return select_bits(is_nan(a), quiet(a), sign_of(a) | select_bits(is_zero(a), FLOAT_INFINITY, finite));
}

/* ---- RECIPSQRT, SQRT -------------------------------------------------------------------------------------------- */

/* 1 when the exponent is odd, that is when the argument is in the upper half of the table. */
static inline uint32_t exponent_is_odd(uint32_t a)
{
    return ~exponent_of(a) & 1;
}

static inline uint32_t root_argument(uint32_t a)
{
    return exponent_is_odd(a) << 25 | mantissa_of(a) << 2;
}

static inline uint32_t root_of_negative(uint32_t a)
{
    return when((int32_t)a < 0) & ~is_zero(a);
}

/* Of -0: -infinity, which the pages of RECIPSQRT_CLAMPED and RECIPSQRT_FF provide for. */
static inline uint32_t rsqrt_result(uint32_t a, uint32_t value)
{
    const uint32_t exponent = (377 - exponent_of(a) + exponent_is_odd(a)) / 2;
    const uint32_t finite = ((exponent << 23) + ((value + 32) >> 6)) & ~is_infinite(a);
    const uint32_t real = select_bits(is_zero(a), sign_of(a) | FLOAT_INFINITY, finite);
    return select_bits(is_nan(a), quiet(a), select_bits(root_of_negative(a), ALU_DEFAULT_NAN, real));
}

/* The formula of this page is that of RECIPSQRT; its name and text are followed. */
static inline uint32_t sqrt_result(uint32_t a, uint32_t value)
{
    const uint32_t exponent = (exponent_of(a) + 125 - exponent_is_odd(a)) / 2;
    const uint32_t finite = (exponent << 23) + ((value + 64) >> 7);
    const uint32_t real = select_bits(is_zero(a) | is_infinite(a), flush(a), finite);
    return select_bits(is_nan(a), quiet(a), select_bits(root_of_negative(a), ALU_DEFAULT_NAN, real));
}

/* ---- EXP ------------------------------------------------------------------------------------------------------ */

/* The operand in two's complement with 24 fraction bits, ties away from zero.  Only for magnitudes below 128. */
static inline uint32_t exp_fixed(uint32_t a)
{
    const uint32_t whole = (mantissa_of(a) | (FLOAT_MANTISSA + 1)) << 8;
    const uint32_t rounded = (op_lshr_int(whole, 133 - exponent_of(a)) + 1) >> 1;
    const uint32_t sign = when((int32_t)a < 0);
    return (rounded ^ sign) - sign;
}

static inline uint32_t exp_argument(uint32_t a)
{
    return (exp_fixed(a) & 0x00ffffff) << 2;
}

/* From 128 on infinity, below -126 zero: what is between there and -149 would be denormal. */
static inline uint32_t exp_result(uint32_t a, uint32_t value)
{
    const int32_t  power = (int32_t)exp_fixed(a) >> 24;
    const uint32_t finite = (((uint32_t)(126 + power) << 23) + ((value + 64) >> 7)) & when(power >= -126);
    const uint32_t huge = when(exponent_of(a) >= 134);
    const uint32_t limit = FLOAT_INFINITY & ~when((int32_t)a < 0);
    return select_bits(is_nan(a), quiet(a), select_bits(huge, limit, finite));
}

/* ---- LOG ------------------------------------------------------------------------------------------------------ */

/* From 15/16 to 17/16, where the logarithm is small, its ratio to x - 1 is looked up instead and multiplied by that. */
static inline uint32_t log_is_near_one(uint32_t a)
{
    return when((int32_t)a >= 0x3f700000) & when((int32_t)a < 0x3f880000);
}

/* x - 1 in units of 2^-24 */
static inline uint32_t log_distance(uint32_t a)
{
    const uint32_t above = when((int32_t)a >= (int32_t)FLOAT_ONE);
    return select_bits(above, mantissa_of(a) << 1, mantissa_of(a) - (FLOAT_MANTISSA + 1));
}

static inline uint32_t log_argument(uint32_t a)
{
    const uint32_t near = 1u << ALU_ARGUMENT_BITS | (log_distance(a) + (1u << 20)) << 5;
    return select_bits(log_is_near_one(a), near, mantissa_of(a) << 3);
}

/* exponent + logarithm of the mantissa, or 0 + distance * ratio; rounded once, for the doubles are exact. */
static inline uint32_t log_result(uint32_t a, uint32_t value)
{
    const uint32_t near = log_is_near_one(a);
    const int32_t  whole = (int32_t)((exponent_of(a) - 127) & ~near);
    const int32_t  factor = (int32_t)select_bits(near, log_distance(a), 1u << 24);
    const double   fixed = (double)whole + (double)factor * (double)(int32_t)value * 0x1p-54;
    const uint32_t finite = as_bits((float)fixed);
    const uint32_t positive = select_bits(is_infinite(a), FLOAT_INFINITY, finite);
    const uint32_t real = select_bits(root_of_negative(a), ALU_DEFAULT_NAN, positive);
    return select_bits(is_nan(a), quiet(a), select_bits(is_zero(a), FLOAT_SIGN | FLOAT_INFINITY, real));
}

/* ---- RECIP_INT, RECIP_UINT -------------------------------------------------------------------------------------- */

/* Leading zeros of a number that is not zero.  Without its second bit it cannot be rounded up to a power of two. */
static inline uint32_t leading_zeros(uint32_t a)
{
    return 158 - exponent_of(op_uint_to_flt(a & ~(a >> 1)));
}

/* The mantissa below the leading one, rounded up to 26 bits, so that its reciprocal is not too large.  Past the last
 * one it is the last one. */
static inline uint32_t recip_uint_argument(uint32_t a)
{
    const uint32_t mantissa = op_lshl_int(a, leading_zeros(a)) & 0x7fffffff;
    const uint32_t rounded = (mantissa + 31) >> 5;
    return rounded - (rounded >> ALU_ARGUMENT_BITS);
}

/* 2^32 / src0, never more than the exact quotient: six is more than the parabola is ever too high.
 * Exact for powers of two.  GUESS: 0 and 1, whose results do not exist or do not fit, give the largest number. */
static inline uint32_t recip_uint_result(uint32_t a, uint32_t value)
{
    const uint32_t zeros = leading_zeros(a);
    const uint32_t power = when((a & (a - 1)) == 0);
    const uint32_t quotient = op_lshr_int((value - 6) << 2, 31 - zeros);
    return select_bits(when(a < 2), ~0u, select_bits(power, op_lshl_int(2, zeros), quotient));
}

/* GUESS: "fractional signed integer" is read as 31 fraction bits and a sign: 2^31 / src0, towards zero. */
static inline uint32_t int_magnitude(uint32_t a)
{
    const uint32_t sign = when((int32_t)a < 0);
    return (a ^ sign) - sign;
}
static inline uint32_t recip_int_argument(uint32_t a)
{
    return recip_uint_argument(int_magnitude(a));
}
static inline uint32_t recip_int_result(uint32_t a, uint32_t value)
{
    const uint32_t sign = when((int32_t)a < 0);
    return ((recip_uint_result(int_magnitude(a), value) >> 1) ^ sign) - sign;
}

#endif
