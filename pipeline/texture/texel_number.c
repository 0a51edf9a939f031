/* texel_number.c - the number that an element stands for, correctly rounded. */
#include "pipeline/texture/texel.h"

#include <assert.h>

int64_t texel_numerator(const struct texel_channel *channel, uint32_t value)
{
    const int64_t number = channel->is_signed ? (int64_t)(int32_t)value : (int64_t)value;
    const int64_t one = channel->divisor;
    switch (channel->kind) {
    case TEXEL_NORM:
        return number < -one ? -one : number;
    case TEXEL_NO_ZERO:
        return 2 * number + 1;
    case TEXEL_BIASED:
        return 2 * number - one;
    default:
        return number;
    }
}

static unsigned leading_zeros(uint64_t a)
{
    return (unsigned)__builtin_clzll(a);
}

uint32_t texel_quotient(int64_t numerator, uint32_t divisor, int exponent)
{
    enum { FRACTION = 23, BIAS = 127, TOP = 63 };
    const uint32_t sign = numerator < 0 ? UINT32_C(1) << 31 : 0;
    const uint64_t magnitude = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    if (!magnitude)
        return 0;
    /* At least 32 bits of the quotient; the lowest one also stands for what is behind it. */
    const uint64_t dividend = magnitude << leading_zeros(magnitude);
    const uint64_t quotient = dividend / divisor | (dividend % divisor != 0);
    const unsigned top = TOP - leading_zeros(quotient), drop = top - FRACTION;
    const uint64_t rest = quotient << (TOP + 1 - drop), half = UINT64_C(1) << TOP;
    const uint32_t mantissa = (uint32_t)(quotient >> drop); /* with its leading one */
    const bool     up = rest > half || (rest == half && mantissa & 1);
    const int      biased = exponent - (int)leading_zeros(magnitude) + (int)top + BIAS;
    assert(biased > 0 && biased < 2 * BIAS);
    return sign | (((uint32_t)(biased - 1) << FRACTION) + mantissa + up); /* a carry is one of the exponent */
}

uint32_t texel_channel_result(const struct texel_channel *channel, uint32_t value)
{
    if (channel->kind == TEXEL_INTEGER || channel->kind == TEXEL_FLOAT)
        return value;
    return texel_quotient(texel_numerator(channel, value), channel->divisor, 0);
}

uint32_t texel_one(const struct texel_format *format)
{
    return format->integers ? 1 : 0x3f800000u;
}
