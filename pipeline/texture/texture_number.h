/* texture_number.h - numbers of the texture units: floats to fixed point and back, and half of a logarithm.
 *
 * Integer code that a Verilog twin copies; the widths are in docs/texture.md ("Arithmetic"). */
#ifndef PIPELINE_TEXTURE_NUMBER_H
#define PIPELINE_TEXTURE_NUMBER_H

#include "pipeline/alu/alu_number.h"

enum { FLOAT_BITS = 23, FLOAT_BIAS = 127, FLOAT_LAST = 255 /* exponent of infinities and NaNs */ };

/* A float taken apart: mantissa x 2^exponent.  Denormals are zeros, as in the ALU. */
struct texture_float {
    uint32_t mantissa; /* 24 bits */
    int      exponent;
    bool     negative;
};

static inline unsigned float_exponent(uint32_t value)
{
    return value >> FLOAT_BITS & FLOAT_LAST;
}

static inline struct texture_float texture_float_of(uint32_t value)
{
    const unsigned exponent = float_exponent(value);
    return (struct texture_float){.mantissa = exponent ? (value & FLOAT_MANTISSA) | 1u << FLOAT_BITS : 0,
                                  .exponent = (int)exponent - FLOAT_BIAS - FLOAT_BITS,
                                  .negative = value >> 31};
}

/* magnitude x 2^shift, to the nearest integer, ties to even, at most `limit`. */
static inline uint64_t round_shift(uint64_t magnitude, int shift, uint64_t limit)
{
    if (!magnitude)
        return 0;
    if (shift >= 0)
        return shift > 62 || magnitude > limit >> shift ? limit : magnitude << shift;
    if (shift < -63)
        return 0;
    const unsigned down = (unsigned)-shift;
    const uint64_t whole = magnitude >> down, rest = magnitude & ((1ull << down) - 1), half = 1ull << (down - 1);
    const uint64_t rounded = whole + (rest > half || (rest == half && whole & 1));
    return rounded > limit ? limit : rounded;
}

/* value x scale with `bits` bits behind the point, to the nearest, ties to even (Direct3D 10's conversion of floats to
 * fixed point), within +-limit.  A NaN is 0. */
static inline int64_t texture_fixed(uint32_t value, uint32_t scale, int bits, uint64_t limit)
{
    const struct texture_float number = texture_float_of(value);
    if (is_nan(value))
        return 0;
    const int64_t size = (int64_t)round_shift((uint64_t)number.mantissa * scale, number.exponent + bits, limit);
    return number.negative ? -size : size;
}

/* The same of the value modulo 2, with its sign; an infinity is 0.  What is cut off is a whole number of pairs of the
 * scale, so that nothing is lost for repeated and mirrored coordinates, however large. */
static inline int64_t texture_fixed_around(uint32_t value, uint32_t scale, int bits)
{
    enum { ABOVE_2 = FLOAT_BIAS + FLOAT_BITS + 1 }; /* an exponent from which on no bit is worth less than 2 */
    struct texture_float number = texture_float_of(value);
    const unsigned       exponent = float_exponent(value);
    if (exponent >= ABOVE_2)
        return 0;
    if (exponent > FLOAT_BIAS)
        number.mantissa &= (1u << (ABOVE_2 - exponent)) - 1;
    const int64_t size = (int64_t)round_shift((uint64_t)number.mantissa * scale, number.exponent + bits, INT64_MAX);
    return number.negative ? -size : size;
}

/* magnitude x 2^exponent as a float, to the nearest, ties to even; small ones become denormals, large ones infinity. */
static inline uint32_t float_of(bool negative, uint64_t magnitude, int exponent)
{
    enum { LEAST = 1 - FLOAT_BIAS - FLOAT_BITS }; /* the exponent of a denormal's lowest bit */
    const uint32_t sign = negative ? FLOAT_SIGN : 0;
    if (!magnitude)
        return sign;
    const int length = 64 - __builtin_clzll(magnitude);
    int       unit = exponent + length - (FLOAT_BITS + 1); /* of the result's lowest bit */
    if (unit < LEAST)
        unit = LEAST;
    const uint64_t mantissa = round_shift(magnitude, exponent - unit, 1ull << (FLOAT_BITS + 1));
    /* A mantissa that has become 2^24 carries into the exponent, one that has become 2^23 leaves the denormals. */
    const int64_t bits = (int64_t)mantissa + ((int64_t)(unit - LEAST) << FLOAT_BITS);
    return sign | (bits >= FLOAT_INFINITY ? FLOAT_INFINITY : (uint32_t)bits);
}

static inline uint32_t float_of_integer(int64_t value)
{
    return float_of(value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 0);
}

/* Half of the logarithm of a positive float to the base 2, in 1/64, to the nearest: what a level of detail is of a
 * length squared.  0 gives the least, infinities and NaNs the largest. */
static inline int texture_half_logarithm(uint32_t value)
{
    /* 2^((2k + 1) / 64) - 1 in 1/65536: where the logarithm of a mantissa is rounded from k / 32 to the next. */
    static const uint16_t step[32] = {714,   2165,  3647,  5162,  6710,  8292,  9909,  11561, 13249, 14974, 16737,
                                      18539, 20380, 22261, 24183, 26148, 28156, 30207, 32304, 34446, 36635, 38873,
                                      41159, 43495, 45883, 48322, 50816, 53363, 55967, 58627, 61346, 64125};
    int                   count = 0;
    for (int k = 0; k < 32; k++)
        count += (value & FLOAT_MANTISSA) >> 7 >= step[k];
    return ((int)float_exponent(value) - FLOAT_BIAS) * 32 + count;
}

#endif
