/* alu_convert.h - conversions between floats and integers, and the values for AR (ISA 4.9.5, 9.2). */
#ifndef PIPELINE_ALU_CONVERT_H
#define PIPELINE_ALU_CONVERT_H

#include "pipeline/alu/alu_integer.h"

/* FLT_TO_INT, ISA 9.2: truncation; of a value that does not fit, the low-order 32 bits (the page says "does fit").
 * So 2^31 gives 0x80000000, and 2^32 + 512 gives 512.  An infinity and anything from 2^55 on has 32 zeros at the end.
 * GUESS: a NaN gives 0.
 * The mantissa moves right by 0..23 places (24 and more leave nothing) or left by 1..31. */
static inline uint32_t op_flt_to_int(uint32_t a)
{
    const uint32_t exponent = a >> 23 & 0xff;
    const uint32_t whole = (a & FLOAT_MANTISSA) | (FLOAT_MANTISSA + 1);
    const uint32_t right = 150 - exponent, left = exponent - 150;
    const uint32_t value = select_bits(when((int32_t)left < 0), op_lshr_int(whole, right), op_lshl_int(whole, left));
    const uint32_t sign = int_lt(a, 0);
    return ((value ^ sign) - sign) & ~is_nan(a);
}

/* FLT_TO_UINT has no page.  GUESS: as the page of the next family's manual (Evergreen ISA 9.2): truncation, the largest
 * number for what is too large, infinity too, and 0 for NaNs and everything negative, of which it names -infinity. */
static inline uint32_t op_flt_to_uint(uint32_t a)
{
    const uint32_t large = when((int32_t)a >= 0x4f800000);
    return (op_flt_to_int(a) | large) & when((int32_t)a >= 0) & ~is_nan(a);
}

/* INT_TO_FLT, UINT_TO_FLT, ISA 9.2: rounded to nearest even. */
static inline uint32_t op_int_to_flt(uint32_t a)
{
    return as_bits((float)(int32_t)a);
}
/* In two exact halves, so that the sum rounds once. */
static inline uint32_t op_uint_to_flt(uint32_t a)
{
    return as_bits((float)(int32_t)(a >> 16) * 0x1p16f + (float)(int32_t)(a & 0xffff));
}

/* Integral floats outside [-256, 255], and NaNs, become -256 on both sides: so the pages of MOVA and MOVA_FLOOR. */
static inline uint32_t address_of(uint32_t whole)
{
    const float    value = as_float(whole);
    const uint32_t inside = when(value >= -256.0f) & when(value <= 255.0f);
    return select_bits(inside, (uint32_t)(int32_t)as_float(whole & inside), (uint32_t)-256);
}

/* MOVA, ISA 9.2: the floor of the (rounded) sum with one half. */
static inline uint32_t op_mova(uint32_t a)
{
    return address_of(op_floor(op_add(a, FLOAT_HALF)));
}
static inline uint32_t op_mova_floor(uint32_t a)
{
    return address_of(op_floor(a));
}

/* MOVA_INT, ISA 9.2: both sides become -256, which the page writes 0x800 although the value has 9 bits.
 * MOVA_GPR_INT is in the list of ISA 10.2 and has no page.  GUESS: the same value. */
static inline uint32_t op_mova_int(uint32_t a)
{
    const uint32_t inside = int_ge(a, (uint32_t)-256) & int_ge(255, a);
    return select_bits(inside, a, (uint32_t)-256);
}

#endif
