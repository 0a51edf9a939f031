#include "pipeline/texture_context.h"

#include <assert.h>
#include <math.h>
#include <string.h>

_Static_assert((int)FETCH_RESOURCE_WORDS == (int)TEXTURE_RESOURCE_WORDS, "words of a resource");
_Static_assert((int)FETCH_SAMPLER_WORDS == (int)TEXTURE_SAMPLER_WORDS, "words of a sampler");
_Static_assert((int)FETCH_FILTER4_WORDS == (int)TEXTURE_FILTER4, "words of TD_FILTER4");

enum { KERNEL_WIDTH = 7, KERNEL_HEIGHT_AT = 3 }; /* TD_PS_SAMPLER_CLEARTYPE_KERNEL: WIDTH [2:0], HEIGHT [5:3] */

/* What belongs to a sampler: kernels are those of PS alone. */
static void find_units(const struct fetch_state *state, unsigned sampler, struct texture_units *units)
{
    const uint8_t kernel = sampler < FETCH_KERNELS ? state->kernel[sampler] : 0;
    memcpy(units->border, state->border[sampler].element, sizeof units->border);
    units->cleartype_width = kernel & KERNEL_WIDTH;
    units->cleartype_height = kernel >> KERNEL_HEIGHT_AT;
    units->filter4 = state->filter4;
    units->ta_cntl_aux = state->q.ta_cntl_aux;
}

/* Numbers that do not exist are refused before a run (check.h); here they are the last ones. */
static unsigned limited(unsigned number, unsigned count)
{
    return number < count ? number : count - 1;
}

static unsigned resource_of(const struct fetch_state *state, const struct isa_tex *tex)
{
    return limited(fetch_state_resource(state, tex->alt_const, tex->resource_id), FETCH_RESOURCES);
}
static unsigned sampler_of(const struct fetch_state *state, const struct isa_tex *tex)
{
    return limited(fetch_state_sampler(state, tex->alt_const, tex->sampler_id), FETCH_SAMPLERS);
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static bool is_plain(const struct texture_query *query)
{
    bool plain = query->format->fractions && !query->tex->bc_frac_mode && !texture_op_compares(query) &&
                 !texture_op_gathers(query) && !query->sampler->chroma_key;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        plain &= query->format->channel[e].divisor < 1u << TEXEL_NUMBER_BITS;
    return plain;
}

/* The element of a texel that the instruction's `select` is, by way of the resource's. */
static uint8_t from_of(const struct texture_resource *resource, unsigned select)
{
    const uint32_t own[4] = {resource->dst_sel_x, resource->dst_sel_y, resource->dst_sel_z, resource->dst_sel_w};
    if (select >= 4)
        return select == ISA_SEL_1 ? FROM_ONE : FROM_0;
    return (uint8_t)(own[select] <= TEX_SEL_W ? own[select] : own[select] == TEX_SEL_1 ? FROM_ONE : FROM_0);
}

static void find_sums(struct texture_context *context)
{
    const struct isa_tex      *tex = &context->tex;
    const struct texel_format *format = &context->format;
    const unsigned             select[4] = {tex->dst_sel_x, tex->dst_sel_y, tex->dst_sel_z, tex->dst_sel_w};
    struct texture_query       query;
    texture_context_query(context, &query);
    context->plain = is_plain(&query);
    context->bytes8 = context->plain && format->straight && format->bytes == 4;
    for (unsigned e = 0; e < 4; e++) {
        const struct texel_channel *channel = &format->channel[e];
        context->bytes8 &= format->width[e] == 8;
        context->whole[e] = ldexp(channel->divisor, channel->shift + TEXTURE_ONE_BITS);
        context->from[e] = from_of(&context->resource, select[e]);
    }
}

/* ---- a context -------------------------------------------------------------------------------------------------- */

void texture_context_make(const struct fetch_state *state, uint64_t low, uint32_t high, struct texture_context *context)
{
    const uint32_t             dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), high};
    const struct isa_fetch_op *op = isa_fetch_lookup(isa_cf_ops[ISA_CF_INST_TEX].opcode, dwords);
    isa_unpack_tex(dwords, &context->tex);
    const unsigned sampler = sampler_of(state, &context->tex);
    context->op = op ? op->id : ISA_FETCH_LD;
    texture_resource_unpack(state->resource[resource_of(state, &context->tex)].word, &context->resource);
    texture_sampler_unpack(state->sampler[sampler].word, &context->sampler);
    texel_format_of(&context->resource, &context->sampler, &context->format);
    find_units(state, sampler, &context->units);
    find_sums(context);
    context->levels = 0;
}

const struct texture_level *texture_context_level(struct texture_context *context, uint32_t gb_tiling_config,
                                                  unsigned level)
{
    assert(level < TEXTURE_LEVELS);
    if (!context->levels || context->levels_tiling != gb_tiling_config) {
        texture_tiling_of(gb_tiling_config, &context->tiling);
        context->levels_tiling = gb_tiling_config;
        context->levels = 0;
    }
    if (!(context->levels >> level & 1))
        texture_level_of(&context->resource, &context->tiling, level, &context->level[level]);
    context->levels |= UINT32_C(1) << level;
    return &context->level[level];
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */

static bool same_words(const uint32_t *a, const uint32_t *b, unsigned count)
{
    uint32_t different = 0;
    for (unsigned i = 0; i < count; i++)
        different |= a[i] ^ b[i];
    return !different;
}

/* Border and kernel, which are copied and not decoded, are those of the state each time. */
struct texture_context *texture_context_of(const struct texture_contexts *contexts, const struct fetch_state *state,
                                           uint64_t low, uint32_t high, struct texture_context *room)
{
    if (!contexts || !contexts->kept) {
        texture_context_make(state, low, high, room);
        return room;
    }
    const uint64_t             mixed = (low ^ low >> 32 ^ high) * 0x9e3779b97f4a7c15u;
    struct kept_context *const entry = &contexts->kept[mixed >> KEPT_SHIFT];
    struct texture_context    *context = &entry->context;
    const bool                 same = entry->used && entry->low == low && entry->high == high;
    if (same &&
        same_words(entry->resource.word, state->resource[resource_of(state, &context->tex)].word,
                   FETCH_RESOURCE_WORDS) &&
        same_words(entry->sampler.word, state->sampler[sampler_of(state, &context->tex)].word, FETCH_SAMPLER_WORDS)) {
        find_units(state, sampler_of(state, &context->tex), &context->units);
        return context;
    }
    texture_context_make(state, low, high, context);
    entry->used = true;
    entry->low = low;
    entry->high = high;
    entry->resource = state->resource[resource_of(state, &context->tex)];
    entry->sampler = state->sampler[sampler_of(state, &context->tex)];
    return context;
}

void texture_context_query(const struct texture_context *context, struct texture_query *query)
{
    memset(query, 0, sizeof *query);
    query->op = context->op;
    query->tex = &context->tex;
    query->resource = &context->resource;
    query->sampler = &context->sampler;
    query->format = &context->format;
    query->units = &context->units;
}
