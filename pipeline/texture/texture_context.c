#include "pipeline/texture/texture_context.h"

#include <assert.h>
#include <math.h>
#include <string.h>

_Static_assert((int)FETCH_RESOURCE_WORDS == (int)TEXTURE_RESOURCE_WORDS, "words of a resource");
_Static_assert((int)FETCH_SAMPLER_WORDS == (int)TEXTURE_SAMPLER_WORDS, "words of a sampler");
_Static_assert((int)FETCH_FILTER4_WORDS == (int)TEXTURE_FILTER4, "words of TD_FILTER4");

enum { KERNEL_WIDTH = 7, KERNEL_HEIGHT_AT = 3 }; /* TD_PS_SAMPLER_CLEARTYPE_KERNEL: WIDTH [2:0], HEIGHT [5:3] */

/* Kernels are those of PS alone. */
static uint8_t kernel_of(const struct fetch_state *state, unsigned sampler)
{
    return sampler < FETCH_KERNELS ? state->kernel[sampler] : 0;
}

static void find_border(const struct fetch_state *state, unsigned sampler, struct texture_units *units)
{
    memcpy(units->border, state->border[sampler].element, sizeof units->border);
    units->filter4 = state->filter4;
}

/* What belongs to a sampler. */
static void find_units(const struct fetch_state *state, unsigned sampler, struct texture_units *units)
{
    const uint8_t kernel = kernel_of(state, sampler);
    find_border(state, sampler, units);
    units->cleartype_width = kernel & KERNEL_WIDTH;
    units->cleartype_height = kernel >> KERNEL_HEIGHT_AT;
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

/* ---- plans ------------------------------------------------------------------------------------------------------ */

static bool shares_plans(const struct texture_context *context)
{
    struct texture_query query;
    texture_context_query(context, &query);
    return texture_plan_is_shared(&query);
}

const uint32_t *texture_context_plan(struct texture_context *context, const struct texture_lod *lod)
{
    struct context_plan *const plan = &context->plan[(unsigned)lod->clamped % CONTEXT_PLANS];
    struct texture_lane_plan   lane;
    struct texture_query       query;
    if (!context->shares_plans || lod->probes)
        return NULL;
    if (plan->used && plan->lod == lod->lod && plan->clamped == lod->clamped && plan->minified == lod->minified)
        return plan->word;
    texture_context_query(context, &query);
    texture_plan_lane(&query, 0, lod, &lane);
    *plan = (struct context_plan){.used = true, .minified = lod->minified, .lod = lod->lod, .clamped = lod->clamped};
    texture_plan_pack_lane(&lane, plan->word);
    return plan->word;
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
    texture_tiling_of(state->q.gb_tiling_config, &context->tiling);
    context->levels = 0;
    memset(context->lattice, 0, sizeof context->lattice);
    memset(context->plan, 0, sizeof context->plan);
    context->shares_plans = shares_plans(context);
}

const struct texture_level *texture_context_level(struct texture_context *context, unsigned level)
{
    assert(level < TEXTURE_LEVELS);
    if (!(context->levels >> level & 1))
        texture_level_of(&context->resource, &context->tiling, level, &context->level[level]);
    context->levels |= UINT32_C(1) << level;
    return &context->level[level];
}

const struct texture_lattice *texture_context_lattice(struct texture_context *context, unsigned filter,
                                                      unsigned fraction_bits, unsigned level)
{
    struct texture_lattice *const lattice = &context->lattice[(level + 2 * filter) % CONTEXT_LATTICES];
    struct texture_query          query;
    if (lattice->used && lattice->filter == filter && lattice->fraction_bits == fraction_bits &&
        lattice->level == level)
        return lattice;
    texture_context_query(context, &query);
    texture_lattice_make(&query, filter, fraction_bits, texture_context_level(context, level), &context->tiling, level,
                         lattice);
    return lattice;
}

/* ---- what is kept ------------------------------------------------------------------------------------------------ */

/* The words of an instruction whose fields are `tex`. */
static void words_of(const struct fetch_state *state, uint64_t low, uint32_t high, const struct isa_tex *tex,
                     struct context_words *words)
{
    const unsigned  sampler = sampler_of(state, tex);
    uint32_t *const word = words->word;
    enum {
        RESOURCE_AT = 3,
        SAMPLER_AT = RESOURCE_AT + FETCH_RESOURCE_WORDS,
        REST_AT = SAMPLER_AT + FETCH_SAMPLER_WORDS
    };
    _Static_assert((int)REST_AT + 3 == (int)CONTEXT_WORDS, "nothing is left out");
    word[0] = (uint32_t)low;
    word[1] = (uint32_t)(low >> 32);
    word[2] = high;
    memcpy(&word[RESOURCE_AT], &state->resource[resource_of(state, tex)], sizeof(fetch_resource_t));
    memcpy(&word[SAMPLER_AT], &state->sampler[sampler], sizeof(fetch_sampler_t));
    word[REST_AT] = kernel_of(state, sampler);
    word[REST_AT + 1] = state->q.ta_cntl_aux;
    word[REST_AT + 2] = state->q.gb_tiling_config;
}

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
    struct context_words       words;
    words_of(state, low, high, &context->tex, &words); /* of another instruction than its own they differ anyway */
    if (entry->used && !rtl_differ(&words, &entry->words, sizeof words)) {
        find_border(state, sampler_of(state, &context->tex), &context->units);
        return context;
    }
    texture_context_make(state, low, high, context);
    entry->used = true;
    words_of(state, low, high, &context->tex, &entry->words);
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
