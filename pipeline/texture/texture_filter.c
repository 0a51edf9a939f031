#include "pipeline/texture/texture_filter.h"

#include <string.h>

#include "pipeline/texture/texture_border.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_shape.h"

enum { SPECIAL_NAN = 1, SPECIAL_PLUS = 2, SPECIAL_MINUS = 4 };

/* What a compare and BC_FRAC_MODE filter instead of texels: 0 and 1. */
static const struct texel_channel one_or_none = {
    .kind = TEXEL_NORM, .bits = 1, .divisor = 1, .shift = TEXEL_NUMBER_BITS - 1};

void texture_sum_begin(struct texture_sum *sum, const struct texture_lane_plan *plan)
{
    *sum = (struct texture_sum){.box = plan->box};
}

/* ---- numbers --------------------------------------------------------------------------------------------------- */

static int64_t shifted(int64_t value, int shift)
{
    return shift >= 0 ? value * (1ll << shift) : (value - (value & ((1ll << -shift) - 1))) / (1ll << -shift);
}

/* ---- floats ---------------------------------------------------------------------------------------------------- */

/* Products of 24-bit mantissas and weights, aligned to the largest exponent so far; what lies below the lowest bit is
 * cut off: 2^-52 of the largest texel at most. */
static void add_float(struct texture_channel_sum *sum, int32_t weight, uint32_t value)
{
    const unsigned exponent = float_exponent(value);
    const uint32_t mantissa = (value & FLOAT_MANTISSA) | (uint32_t)(exponent != 0) << FLOAT_BITS;
    const bool     negative = (value >> 31 ^ (uint32_t)(weight < 0)) & 1;
    const int      place = (int)(exponent ? exponent : 1) - FLOAT_BIAS - FLOAT_BITS;
    int64_t        product = (int64_t)weight * mantissa * (value >> 31 ? -1 : 1);

    if (exponent == FLOAT_LAST) {
        sum->special |= value & FLOAT_MANTISSA ? SPECIAL_NAN : negative ? SPECIAL_MINUS : SPECIAL_PLUS;
        return;
    }
    if (!product)
        return;
    const int distance = sum->sum ? place - sum->exponent : 0, far = 63;
    if (!sum->sum || distance > 0)
        sum->exponent = (int16_t)place;
    if (distance > 0)
        sum->sum = shifted(sum->sum, -(distance < far ? distance : far - 1));
    if (distance < 0)
        product = shifted(product, distance > -far ? distance : 1 - far);
    sum->sum += product;
}

static uint32_t end_float(const struct texture_channel_sum *sum)
{
    if (sum->special & SPECIAL_NAN || sum->special == (SPECIAL_PLUS | SPECIAL_MINUS))
        return ALU_DEFAULT_NAN;
    if (sum->special)
        return FLOAT_INFINITY | (sum->special & SPECIAL_MINUS ? FLOAT_SIGN : 0);
    return float_of(sum->sum < 0, (uint64_t)(sum->sum < 0 ? -sum->sum : sum->sum), sum->exponent - TEXTURE_ONE_BITS);
}

/* ---- a channel's sum ------------------------------------------------------------------------------------------- */

void texture_channel_add(struct texture_channel_sum *sum, bool is_float, int32_t weight, int64_t number)
{
    if (is_float)
        add_float(sum, weight, (uint32_t)number);
    else
        sum->sum += weight * number;
}

uint32_t texture_channel_end(const struct texture_channel_sum *sum, bool is_float, uint32_t divisor, int shift,
                             unsigned box)
{
    return is_float ? end_float(sum) : texel_quotient(sum->sum, divisor * box, -shift - TEXTURE_ONE_BITS);
}

/* ---- one tap --------------------------------------------------------------------------------------------------- */

/* Whether 0 and 1 are filtered in place of an element. */
static bool counts(const struct texture_query *query, unsigned i)
{
    return query->tex->bc_frac_mode || (i == 0 && texture_op_compares(query));
}

/* An element, and what is filtered of it. */
struct element {
    unsigned                    number;
    bool                        counts;
    const struct texel_channel *channel;
};
static struct element element_of(const struct texture_query *query, unsigned i)
{
    const bool counted = counts(query, i);
    return (struct element){i, counted, counted ? &one_or_none : &query->format->channel[i]};
}

static bool is_one(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                   const uint32_t value[4])
{
    return query->tex->bc_frac_mode ? tap->border : texture_compare(query, lane, tap, value[0]);
}

/* A texel's or the border's element as the result it is alone. */
static uint32_t alone(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                      const uint32_t value[4], const struct element *element)
{
    const unsigned i = element->number;
    if (element->counts)
        return is_one(query, lane, tap, value) ? FLOAT_ONE : 0;
    if (tap->border)
        return texture_border_alone(element->channel, i, texture_border(query, i));
    return texel_channel_result(element->channel, value[i]);
}

/* As what is added up: a number of TEXEL_NUMBER_BITS, or a float's bits. */
static int64_t number(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                      const uint32_t value[4], const struct element *element)
{
    const struct texel_channel *channel = element->channel;
    const unsigned              i = element->number;
    const int                   shift = channel->shift;
    if (element->counts)
        return shifted(is_one(query, lane, tap, value), shift);
    if (tap->border)
        return texture_border_number(channel, i, texture_border(query, i), shift);
    return channel->kind == TEXEL_FLOAT ? value[i] : shifted(texel_numerator(channel, value[i]), shift);
}

static void gather(struct texture_sum *sum, const struct texture_query *query, unsigned lane, unsigned which,
                   const struct texture_tap *tap, const uint32_t value[4])
{
    /* X Y Z W are the texels (1,0) (0,1) (1,1) (0,0) of the filter (MESA: Evergreen's GATHER4, the same instruction).
     */
    static const uint8_t place[TEXTURE_TAPS] = {3, 0, 1, 2};
    /* The element that the resource's X is.  GUESS: constants there give X. */
    const uint32_t       select = query->resource->dst_sel_x;
    const struct element element = element_of(query, select <= TEX_SEL_W ? select : 0);
    sum->single[place[which]] = alone(query, lane, tap, value, &element);
    sum->taps++;
}

void texture_sum_add(struct texture_sum *sum, const struct texture_query *query, unsigned lane, unsigned which,
                     const struct texture_tap *tap, const uint32_t value[4])
{
    if (!tap->used)
        return;
    if (texture_op_gathers(query)) {
        gather(sum, query, lane, which, tap, value);
        return;
    }
    sum->taps++;
    if (texture_matches_key(query, tap, value)) {
        sum->killed = true;
        memset(sum->single, 0, sizeof sum->single);
        return;
    }
    sum->whole = sum->box == 1 && tap->weight == TEXTURE_ONE;
    for (unsigned i = 0; i < 4; i++) {
        const struct element element = element_of(query, i);
        const uint8_t        kind = element.channel->kind;
        if (sum->whole || kind == TEXEL_INTEGER)
            sum->single[i] = alone(query, lane, tap, value, &element);
        if (kind != TEXEL_INTEGER) /* of which there is never more than one texel */
            texture_channel_add(&sum->channel[i], kind == TEXEL_FLOAT, tap->weight,
                                number(query, lane, tap, value, &element));
    }
}

/* ---- end ------------------------------------------------------------------------------------------------------- */

static uint32_t end_channel(const struct texture_sum *sum, const struct texture_query *query, unsigned i)
{
    const struct texel_channel *channel = element_of(query, i).channel;
    if (channel->kind == TEXEL_INTEGER) /* never more than one texel */
        return sum->single[i];
    return texture_channel_end(&sum->channel[i], channel->kind == TEXEL_FLOAT, channel->divisor, channel->shift,
                               sum->box);
}

void texture_sum_end(const struct texture_sum *sum, const struct texture_query *query, uint32_t result[4])
{
    const bool gathers = texture_op_gathers(query);
    for (unsigned i = 0; i < 4; i++) {
        if (!sum->taps)
            result[i] = 0;
        else if (gathers || (sum->taps == 1 && sum->whole))
            result[i] = sum->single[i];
        else
            result[i] = end_channel(sum, query, i);
        /* GUESS: -1 in all elements; 3D 8 says that a negative value is returned. */
        if (sum->killed && query->sampler->chroma_key == TEX_CHROMA_KEY_KILL)
            result[i] = FLOAT_ONE | FLOAT_SIGN;
    }
}

void texture_select(const struct texture_query *query, const uint32_t value[4], uint32_t result[4])
{
    const struct texture_resource *resource = query->resource;
    const uint32_t select[4] = {resource->dst_sel_x, resource->dst_sel_y, resource->dst_sel_z, resource->dst_sel_w};
    const bool     straight = texture_op_gathers(query);
    for (unsigned i = 0; i < 4; i++)
        result[i] = straight                 ? value[i]
                    : select[i] <= TEX_SEL_W ? value[select[i]]
                    : select[i] == TEX_SEL_1 ? texel_one(query->format)
                                             : 0;
}
