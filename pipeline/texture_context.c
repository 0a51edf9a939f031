#include "pipeline/texture_context.h"

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

void texture_context_make(const struct fetch_state *state, uint64_t low, uint32_t high, struct texture_context *context)
{
    const uint32_t             dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), high};
    const struct isa_fetch_op *op = isa_fetch_lookup(isa_cf_ops[ISA_CF_INST_TEX].opcode, dwords);
    struct isa_tex            *tex = &context->tex;
    isa_unpack_tex(dwords, tex);
    const unsigned resource = limited(fetch_state_resource(state, tex->alt_const, tex->resource_id), FETCH_RESOURCES);
    const unsigned sampler = limited(fetch_state_sampler(state, tex->alt_const, tex->sampler_id), FETCH_SAMPLERS);
    context->op = op ? op->id : ISA_FETCH_LD;
    texture_resource_unpack(state->resource[resource].word, &context->resource);
    texture_sampler_unpack(state->sampler[sampler].word, &context->sampler);
    texel_format_of(&context->resource, &context->sampler, &context->format);
    find_units(state, sampler, &context->units);
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
