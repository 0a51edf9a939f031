/* texture_filter_ports.c - what the twin of the filter is given of a pass. */
#include "tb/lockstep/drivers/texture_filter.h"

#include "pipeline/texture/texture_border.h"
#include "pipeline/texture/texture_shape.h"

enum { NUMBER_BITS = 24 };

/* What compares and BC_FRAC_MODE filter instead of texels: 0 and 1. */
static const struct texel_channel one_or_none = {.kind = TEXEL_NORM, .bits = 1, .divisor = 1};

static bool counts(const struct texture_query *query, unsigned e)
{
    return query->tex->bc_frac_mode || (e == 0 && texture_op_compares(query));
}

static const struct texel_channel *channel_of(const struct texture_query *query, unsigned e)
{
    return counts(query, e) ? &one_or_none : &query->format->channel[e];
}

static int shift_of(const struct texel_channel *channel)
{
    return NUMBER_BITS - (channel->kind == TEXEL_SCALED ? (int)channel->bits : 32 - __builtin_clz(channel->divisor));
}

static bool is_one(const struct texture_query *query, unsigned lane, const struct texture_tap *tap, uint32_t value)
{
    return query->tex->bc_frac_mode ? tap->border : texture_compare(query, lane, tap, value);
}

/* An element as a register gets it, and as a number of 24 bits and a sign, or a float's bits. */
static uint32_t single_of(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                          const uint32_t value[TEXEL_ELEMENTS], unsigned e)
{
    if (counts(query, e))
        return is_one(query, lane, tap, value[0]) ? 0x3f800000u : 0;
    return tap->border ? texture_border_alone(channel_of(query, e), e, texture_border(query, e))
                       : texel_channel_result(channel_of(query, e), value[e]);
}

static uint32_t number_of(const struct texture_query *query, unsigned lane, const struct texture_tap *tap,
                          const uint32_t value[TEXEL_ELEMENTS], unsigned e)
{
    const struct texel_channel *channel = channel_of(query, e);
    const int                   shift = shift_of(channel);
    if (!counts(query, e) && tap->border)
        return (uint32_t)texture_border_number(channel, e, texture_border(query, e), shift);
    if (!counts(query, e) && channel->kind == TEXEL_FLOAT)
        return value[e];
    const int64_t number = counts(query, e) ? is_one(query, lane, tap, value[0]) : texel_numerator(channel, value[e]);
    return (uint32_t)(shift >= 0 ? number * (INT64_C(1) << shift) : number >> -shift);
}

static void show_format(const struct texture_query *query, struct texture_filter_in *in)
{
    const struct texture_resource *resource = query->resource;
    const struct isa_tex          *tex = query->tex;
    in->is_float = in->integer = 0;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const struct texel_channel *channel = channel_of(query, e);
        in->is_float = (uint8_t)(in->is_float | (channel->kind == TEXEL_FLOAT) << e);
        in->integer = (uint8_t)(in->integer | (channel->kind == TEXEL_INTEGER) << e);
        in->divisor.element[e] = channel->divisor;
        in->shift.element[e] = (uint8_t)(shift_of(channel) & 63);
    }
    in->gathers = texture_op_gathers(query);
    in->gathered = (uint8_t)(resource->dst_sel_x <= TEX_SEL_W ? resource->dst_sel_x : 0);
    in->kills = query->sampler->chroma_key == TEX_CHROMA_KEY_KILL;
    in->select = (filter_bytes_t){{(uint8_t)resource->dst_sel_x, (uint8_t)resource->dst_sel_y,
                                   (uint8_t)resource->dst_sel_z, (uint8_t)resource->dst_sel_w}};
    in->dst_select = (filter_bytes_t){
        {(uint8_t)tex->dst_sel_x, (uint8_t)tex->dst_sel_y, (uint8_t)tex->dst_sel_z, (uint8_t)tex->dst_sel_w}};
    in->one = texel_one(query->format);
}

static void show_tap(const struct texture_query *query, const struct pass *pass, unsigned at,
                     struct texture_filter_in *in)
{
    const struct texture_tap *tap = &pass->tap[at];
    const uint32_t *const     value = pass->value[at];
    if (!tap->used)
        return;
    in->used = (uint16_t)(in->used | 1u << at);
    in->border = (uint16_t)(in->border | (unsigned)tap->border << at);
    in->keyed = (uint16_t)(in->keyed | (unsigned)texture_matches_key(query, tap, value) << at);
    in->weight.tap[at] = (uint32_t)tap->weight;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        in->number.value[TEXEL_ELEMENTS * at + e] = number_of(query, at / TEXTURE_TAPS, tap, value, e);
        in->texel_single.value[TEXEL_ELEMENTS * at + e] = single_of(query, at / TEXTURE_TAPS, tap, value, e);
    }
}

void texture_filter_show(const struct texture_query *query, const struct pass *pass, struct texture_filter_in *in)
{
    static const struct texture_tap border = {.used = true, .border = true};
    static const uint32_t           none[TEXEL_ELEMENTS];
    show_format(query, in);
    in->used = in->border = in->keyed = 0;
    for (unsigned at = 0; at < TEXTURE_QUAD * TEXEL_ELEMENTS; at++) {
        const unsigned lane = at / TEXEL_ELEMENTS, e = at % TEXEL_ELEMENTS;
        in->border_number.value[at] = number_of(query, lane, &border, none, e);
        in->border_single.value[at] = single_of(query, lane, &border, none, e);
    }
    for (unsigned at = 0; at < LANES_TAPS; at++)
        show_tap(query, pass, at, in);
}
