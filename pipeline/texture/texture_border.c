#include "pipeline/texture/texture_border.h"

#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_shape.h"

/* ---- border ---------------------------------------------------------------------------------------------------- */

uint32_t texture_border(const struct texture_query *query, unsigned i)
{
    const bool     integers = query->format->channel[i].kind == TEXEL_INTEGER;
    const uint32_t one = integers ? 1 : FLOAT_ONE;
    switch ((enum tex_border_color)query->sampler->border_color_type) {
    case TEX_BORDER_COLOR_TRANS_BLACK:
        return 0;
    case TEX_BORDER_COLOR_OPAQUE_BLACK:
        return i == 3 ? one : 0;
    case TEX_BORDER_COLOR_OPAQUE_WHITE:
        return one;
    case TEX_BORDER_COLOR_REGISTER:
        break;
    }
    return query->units->border[i];
}

static bool is_fraction(const struct texel_channel *channel)
{
    return channel->kind == TEXEL_NORM || channel->kind == TEXEL_NO_ZERO || channel->kind == TEXEL_BIASED;
}

/* 0 to 1, or -1 to 1; of scaled integers up to 2^bits, of either sign.  A NaN is 0. */
static uint32_t clamped(const struct texel_channel *channel, uint32_t value)
{
    const bool     scaled = channel->kind == TEXEL_SCALED;
    const uint32_t most = scaled ? FLOAT_ONE + ((uint32_t)channel->bits << FLOAT_BITS) : FLOAT_ONE;
    const bool     below = channel->kind != TEXEL_NORM || channel->is_signed;
    if (is_nan(value) || (!below && value >> 31))
        return 0;
    return magnitude(value) > most ? (value & FLOAT_SIGN) | most : value;
}

uint32_t texture_border_alone(const struct texel_channel *channel, unsigned i, uint32_t border)
{
    if (!channel->bits)
        return texel_channel_result(channel, i == 3);
    return is_fraction(channel) || channel->kind == TEXEL_SCALED ? clamped(channel, border) : border;
}

int64_t texture_border_number(const struct texel_channel *channel, unsigned i, uint32_t border, int shift)
{
    if (!channel->bits)
        return i == 3 ? INT64_C(1) << shift : 0;
    switch ((enum texel_kind)channel->kind) {
    case TEXEL_NORM:
    case TEXEL_NO_ZERO:
    case TEXEL_BIASED:
        return texture_fixed(clamped(channel, border), channel->divisor, shift, INT64_MAX);
    case TEXEL_SCALED:
        return texture_fixed(border, 1, shift, 1ull << (channel->bits + shift));
    case TEXEL_FLOAT:
        return border;
    default:
        return 0;
    }
}

/* ---- compare --------------------------------------------------------------------------------------------------- */

/* Z where a level of detail or its bias is in W, else W (MESA; ISA 9.4 has both in W). */
static uint32_t reference(const struct texture_query *query, unsigned lane)
{
    const enum texture_lod_source source = texture_lod_source(query->op);
    return query->coordinate[lane][source == LOD_GIVEN || source == LOD_BIASED ? 2 : 3];
}

/* Floats in order; both zeros are one. */
static int64_t order(uint32_t value)
{
    return value >> 31 ? -(int64_t)magnitude(value) : (int64_t)value;
}

static bool passes(enum tex_depth_compare function, int64_t a, int64_t b)
{
    switch (function) {
    case TEX_DEPTH_COMPARE_NEVER:
        return false;
    case TEX_DEPTH_COMPARE_LESS:
        return a < b;
    case TEX_DEPTH_COMPARE_EQUAL:
        return a == b;
    case TEX_DEPTH_COMPARE_LESSEQUAL:
        return a <= b;
    case TEX_DEPTH_COMPARE_GREATER:
        return a > b;
    case TEX_DEPTH_COMPARE_NOTEQUAL:
        return a != b;
    case TEX_DEPTH_COMPARE_GREATEREQUAL:
        return a >= b;
    case TEX_DEPTH_COMPARE_ALWAYS:
        break;
    }
    return true;
}

/* A float in the precision of an element of 16, 11 or 10 bits: exponents of 5 bits. */
static uint32_t narrowed(unsigned width, uint32_t value)
{
    enum { LEAST = -14 /* exponent of the least normal number */, MOST = 15 };
    const int                  mantissa_bits = width == 16 ? 10 : (int)width - 5;
    const struct texture_float number = texture_float_of(value);
    if (width > 16 || is_nan(value) || magnitude(value) == FLOAT_INFINITY)
        return value;
    if (width != 16 && number.negative)
        return 0;
    const int      exponent = number.exponent + FLOAT_BITS;
    const int      unit = (exponent < LEAST ? LEAST : exponent) - mantissa_bits;
    const uint64_t mantissa = round_shift(number.mantissa, number.exponent - unit, UINT32_MAX);
    if (unit + mantissa_bits + (int)(mantissa >> (mantissa_bits + 1)) > MOST)
        return (value & FLOAT_SIGN) | FLOAT_INFINITY;
    return float_of(number.negative, mantissa, unit);
}

static bool compare_floats(const struct texture_query *query, uint32_t wanted, uint32_t found)
{
    const enum tex_depth_compare function = (enum tex_depth_compare)query->sampler->depth_compare_function;
    if (is_nan(wanted) || is_nan(found))
        return function == TEX_DEPTH_COMPARE_NOTEQUAL || function == TEX_DEPTH_COMPARE_ALWAYS;
    if (query->format->channel[0].kind == TEXEL_FLOAT)
        wanted = narrowed(query->format->width[0], wanted);
    return passes(function, order(wanted), order(found));
}

bool texture_compare(const struct texture_query *query, unsigned lane, const struct texture_tap *tap, uint32_t value)
{
    const struct texel_channel *channel = &query->format->channel[0];
    const uint32_t              wanted = reference(query, lane), border = texture_border(query, 0);
    if (!is_fraction(channel) && channel->kind != TEXEL_SCALED)
        return compare_floats(query, wanted, tap->border ? border : value);
    return passes((enum tex_depth_compare)query->sampler->depth_compare_function,
                  texture_border_number(channel, 0, wanted, 0),
                  tap->border ? texture_border_number(channel, 0, border, 0) : texel_numerator(channel, value));
}

/* ---- key ------------------------------------------------------------------------------------------------------- */

/* GUESS: the key is the border colour of the registers, element by element as a register gets the texel's; this family
 * has no other register for it.  A border is no texel. */
bool texture_matches_key(const struct texture_query *query, const struct texture_tap *tap, const uint32_t value[4])
{
    if (query->op == ISA_FETCH_LD || tap->border || query->tex->bc_frac_mode)
        return false;
    if (query->sampler->chroma_key != TEX_CHROMA_KEY_KILL && query->sampler->chroma_key != TEX_CHROMA_KEY_BLEND)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const struct texel_channel *channel = &query->format->channel[i];
        if (channel->bits && texel_channel_result(channel, value[i]) != query->units->border[i])
            return false;
    }
    return true;
}
