#include "rtl_model/r700/probes/view_quads.h"

#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_quad.h"

/* ---- the quad that the LOD unit has planned ---------------------------------------------------------------------- */

static enum view_mode mode_of(const struct texture_context *context)
{
    struct texture_query query;
    texture_context_query(context, &query);
    if (texture_op_sets(context->op))
        return MODE_SET;
    if (texture_answers_alone(context->op))
        return MODE_ANSWER;
    if (context->op == ISA_FETCH_LD)
        return MODE_LOAD;
    return texture_op_gathers(&query) ? MODE_GATHER : texture_op_compares(&query) ? MODE_COMPARE : MODE_SAMPLE;
}

struct view_quad view_quad_of(const struct lod_unit_reg *lod, const struct texture_return *flights,
                              const struct fetch_state *state, const struct texture_contexts *contexts)
{
    struct texture_context room;
    if (!lod->valid)
        return (struct view_quad){.resource = FETCH_RESOURCES, .sampler = FETCH_SAMPLERS};
    const struct texture_context *const context = texture_context_of(
        contexts, state, flights->q.f_low.entry[lod->entry], flights->q.f_high.entry[lod->entry], &room);
    const bool samples = context->op != ISA_FETCH_LD && !texture_op_sets(context->op);
    return (struct view_quad){.there = true,
                              .op = context->op,
                              .mode = mode_of(context),
                              .id = context->tex.resource_id,
                              .resource = fetch_state_resource(state, context->tex.alt_const, context->tex.resource_id),
                              .kind = context->resource.dim << VIEW_FORMAT_BITS | context->resource.data_format,
                              .sampler =
                                  samples ? fetch_state_sampler(state, context->tex.alt_const, context->tex.sampler_id)
                                          : FETCH_SAMPLERS,
                              .clamp = {context->sampler.clamp_x, context->sampler.clamp_y, context->sampler.clamp_z},
                              .border = context->sampler.border_color_type};
}

struct texture_lane_plan view_lane_of(const struct lod_unit_reg *lod)
{
    struct texture_plan plan;
    if (!lod->valid || lod->alone || !lod->lanes)
        return (struct texture_lane_plan){.steps = 0};
    texture_plan_unpack(&lod->plan, &plan);
    return plan.lane[__builtin_ctz(lod->lanes)];
}

/* ---- the pass that the walker has addressed ---------------------------------------------------------------------- */

static enum view_tap tap_of(const struct texture_walker_reg *walker, unsigned tap)
{
    const unsigned mark = walker->mark.tap[tap];
    return !(mark & WALKER_USED) ? TAP_NONE : mark & WALKER_BORDER ? TAP_BORDER : TAP_TEXEL;
}

bool view_has_tap(const struct texture_walker_reg *walker, unsigned tap)
{
    return walker->valid && !walker->alone && tap_of(walker, tap) != TAP_NONE;
}

uint64_t view_taps_of(const struct texture_walker_reg *walker, unsigned thread)
{
    uint64_t taps = 0;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++)
        if (view_has_tap(walker, thread * TEXTURE_TAPS + t))
            taps |= (uint64_t)tap_of(walker, thread * TEXTURE_TAPS + t) << VIEW_TAP_BITS * t;
    return taps;
}

uint32_t view_weight_of(const struct texture_walker_reg *walker, unsigned tap)
{
    const int64_t weight = (int32_t)walker->weight.tap[tap];
    return float_of(weight < 0, (uint64_t)(weight < 0 ? -weight : weight), -TEXTURE_ONE_BITS);
}
