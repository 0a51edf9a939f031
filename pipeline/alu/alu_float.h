/* alu_float.h - single-precision arithmetic and rounding to integral values (ISA 9.2).
 *
 * Operands and results are words; each function is one lane of the instruction it is named after. */
#ifndef PIPELINE_ALU_FLOAT_H
#define PIPELINE_ALU_FLOAT_H

#include "pipeline/alu/alu_number.h"

/* ADD, ISA 9.2 */
static inline uint32_t op_add(uint32_t a, uint32_t b)
{
    return settle(as_float(flush(a)) + as_float(flush(b)), a, b);
}

/* MUL_IEEE, ISA 9.2 */
static inline uint32_t op_mul_ieee(uint32_t a, uint32_t b)
{
    return settle(as_float(flush(a)) * as_float(flush(b)), a, b);
}

/* MUL, ISA 9.2: zero times anything, NaN and infinity too, is zero.
 * GUESS: that zero is +0, whatever the signs; the page gives no sign. */
static inline uint32_t op_mul(uint32_t a, uint32_t b)
{
    return op_mul_ieee(a, b) & ~(is_zero(a) | is_zero(b));
}

/* MULADD, ISA 9.2: a MUL and an ADD with a rounding each, not fused (compilers rely on it).
 * GUESS: a denormal product is flushed before the addition, as it would be between two instructions. */
static inline uint32_t op_muladd(uint32_t a, uint32_t b, uint32_t c)
{
    return op_add(op_mul(a, b), c);
}

/* MULADD_IEEE, ISA 9.2 */
static inline uint32_t op_muladd_ieee(uint32_t a, uint32_t b, uint32_t c)
{
    return op_add(op_mul_ieee(a, b), c);
}

/* The factors of *_M2, *_M4, *_D2 and of OMOD, ISA 4.9.1: a product that is flushed again.  No NaN but the operand. */
static inline uint32_t op_scale(uint32_t a, uint32_t factor)
{
    return op_mul_ieee(a, factor);
}

/* MUL_LIT, ISA 9.2: -MAX_FLOAT when src1 is -MAX_FLOAT, -infinity or NaN, or src2 is NaN or not positive. */
static inline uint32_t op_mul_lit(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t lowest = FLOAT_SIGN | FLOAT_MAX;
    const uint32_t dark = when(b == lowest) | when(b == (FLOAT_SIGN | FLOAT_INFINITY)) | is_nan(b) | is_nan(c) |
                          is_zero(c) | when((int32_t)c < 0);
    return select_bits(dark, lowest, op_mul(a, b));
}

/* MAX, ISA 9.2: src0 if src0 >= src1, else src1; so src1 when either is a NaN.  GUESS: a NaN leaves quiet. */
static inline uint32_t op_max(uint32_t a, uint32_t b)
{
    const uint32_t x = flush(a), y = flush(b);
    const uint32_t larger = select_bits(when(as_float(x) >= as_float(y)), x, y);
    return larger | (is_nan(larger) & FLOAT_QUIET);
}

/* MIN, ISA 9.2: src0 if src0 < src1, else src1. */
static inline uint32_t op_min(uint32_t a, uint32_t b)
{
    const uint32_t x = flush(a), y = flush(b);
    const uint32_t smaller = select_bits(when(as_float(x) < as_float(y)), x, y);
    return smaller | (is_nan(smaller) & FLOAT_QUIET);
}

/* MAX_DX10, ISA 9.2: the page prints the comparison of MAX and says that NaNs are handled as in DirectX 10, where
 * the operand that is a number wins. */
static inline uint32_t op_max_dx10(uint32_t a, uint32_t b)
{
    return select_bits(is_nan(b), op_max(b, a), op_max(a, b));
}

/* MIN_DX10, ISA 9.2: as MAX_DX10. */
static inline uint32_t op_min_dx10(uint32_t a, uint32_t b)
{
    return select_bits(is_nan(b), op_min(b, a), op_min(a, b));
}

/* From 2^23 on every float is integral; the lanes below are the ones to round. */
static inline uint32_t has_fraction(uint32_t a)
{
    return when((int32_t)magnitude(a) < 0x4b000000);
}

static inline uint32_t quiet(uint32_t a)
{
    return a | (is_nan(a) & FLOAT_QUIET);
}

/* TRUNC, ISA 9.2.  GUESS: a result of zero has the sign of the operand. */
static inline uint32_t op_trunc(uint32_t a)
{
    const uint32_t x = flush(a), small = has_fraction(x);
    const uint32_t whole = as_bits((float)(int32_t)as_float(magnitude(x) & small));
    return select_bits(small, whole | (x & FLOAT_SIGN), quiet(x));
}

/* CEIL, ISA 9.2: TRUNC, and one more above zero where that was not exact. */
static inline uint32_t op_ceil(uint32_t a)
{
    const uint32_t x = flush(a), whole = op_trunc(x);
    const uint32_t step = FLOAT_ONE & when((int32_t)x > 0) & when(x != whole) & has_fraction(x);
    return select_bits(when(step != 0), as_bits(as_float(whole & has_fraction(x)) + as_float(step)), whole);
}

/* FLOOR, ISA 9.2: TRUNC, and one less below zero where that was not exact. */
static inline uint32_t op_floor(uint32_t a)
{
    const uint32_t x = flush(a), whole = op_trunc(x);
    const uint32_t step = FLOAT_ONE & when((int32_t)x < 0) & when(x != whole) & has_fraction(x);
    return select_bits(when(step != 0), as_bits(as_float(whole & has_fraction(x)) - as_float(step)), whole);
}

/* RNDNE, ISA 9.2: to the nearest integral value, ties to the even one.  Adding one half and taking the floor, as the
 * page writes it, would move odd values from 2^23 to 2^24; its title decides.  GUESS: a zero keeps the sign.
 * The sum with 2^23 has no fraction bits, so the addition itself rounds. */
static inline uint32_t op_rndne(uint32_t a)
{
    const uint32_t x = flush(a), small = has_fraction(x);
    const float    sum = as_float(magnitude(x) & small) + 0x1p23f;
    return select_bits(small, as_bits(sum - 0x1p23f) | (x & FLOAT_SIGN), quiet(x));
}

/* FRACT, ISA 9.2: src0 - FLOOR(src0), so 1.0 for a negative operand too small to lower it. */
static inline uint32_t op_fract(uint32_t a)
{
    return op_add(a, op_floor(a) ^ FLOAT_SIGN);
}

/* MOV, ISA 9.2: every bit is kept, denormals and signalling NaNs too. */
static inline uint32_t op_mov(uint32_t a)
{
    return a;
}

#endif
