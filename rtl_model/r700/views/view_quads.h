/* view_quads.h - what the rows of view_list.h ask of a SIMD's texture unit. */
#ifndef RTL_MODEL_R700_VIEW_QUADS_H
#define RTL_MODEL_R700_VIEW_QUADS_H

#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_quad.h"
#include "rtl_model/r700/views/view_rows.h"

/* The quad in the LOD unit. */
struct view_quad {
    bool     there;
    unsigned op;       /* enum isa_fetch_id */
    unsigned id;       /* of its texture */
    unsigned resource; /* among the machine's; FETCH_RESOURCES or more: its instruction needs none */
    unsigned kind;     /* DIM above DATA_FORMAT */
    unsigned sampler;  /* among the machine's; FETCH_SAMPLERS or more: it has none */
    unsigned clamp[3], border;
};
/* Its instruction with resource and sampler. */
static inline const struct texture_context *
view_context_of(const struct lod_unit_reg *lod, const struct texture_return *flights, const struct fetch_state *state,
                const struct texture_contexts *contexts, struct texture_context *room)
{
    return texture_context_of(contexts, state, flights->q.f_low.entry[lod->entry], flights->q.f_high.entry[lod->entry],
                              room);
}
/* Inline: a row takes what it shows of it. */
static inline struct view_quad view_quad_of(const struct lod_unit_reg *lod, const struct texture_return *flights,
                                            const struct fetch_state *state, const struct texture_contexts *contexts)
{
    struct texture_context room;
    if (!lod->valid)
        return (struct view_quad){.resource = FETCH_RESOURCES, .sampler = FETCH_SAMPLERS};
    const struct texture_context *const context = view_context_of(lod, flights, state, contexts, &room);
    const bool                          samples = context->op != ISA_FETCH_LD && !texture_op_sets(context->op);
    return (struct view_quad){.there = true,
                              .op = context->op,
                              .id = context->tex.resource_id,
                              .resource = fetch_state_resource(state, context->tex.alt_const, context->tex.resource_id),
                              .kind = context->resource.dim << VIEW_FORMAT_BITS | context->resource.data_format,
                              .sampler =
                                  samples ? fetch_state_sampler(state, context->tex.alt_const, context->tex.sampler_id)
                                          : FETCH_SAMPLERS,
                              .clamp = {context->sampler.clamp_x, context->sampler.clamp_y, context->sampler.clamp_z},
                              .border = context->sampler.border_color_type};
}

enum view_mode view_mode_of(const struct lod_unit_reg *lod, const struct texture_return *flights,
                            const struct fetch_state *state, const struct texture_contexts *contexts);

/* The plan of the first thread which reads; without steps: none does.  Steps go from the smallest number of a level to
 * the largest one. */
static inline struct texture_lane_plan view_lane_of(const struct lod_unit_reg *lod)
{
    struct texture_plan plan;
    if (!lod->valid || lod->alone || !lod->lanes)
        return (struct texture_lane_plan){.steps = 0};
    texture_plan_unpack(&lod->plan, &plan);
    return plan.lane[__builtin_ctz(lod->lanes)];
}

static inline enum view_tap view_tap_of(const struct texture_walker_reg *walker, unsigned tap)
{
    const unsigned mark = walker->mark.tap[tap];
    return !(mark & WALKER_USED) ? TAP_NONE : mark & WALKER_BORDER ? TAP_BORDER : TAP_TEXEL;
}

static inline bool view_has_tap(const struct texture_walker_reg *walker, unsigned tap)
{
    return walker->valid && !walker->alone && view_tap_of(walker, tap) != TAP_NONE;
}

/* Of the pass in the walker: the taps of a thread, 0: it does not read; the weight of a tap as a float, to the nearest
 * where 24 bits do not hold it (o_weight is exact). */
static inline uint64_t view_taps_of(const struct texture_walker_reg *walker, unsigned thread)
{
    uint64_t taps = 0;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++)
        if (view_has_tap(walker, thread * TEXTURE_TAPS + t))
            taps |= (uint64_t)view_tap_of(walker, thread * TEXTURE_TAPS + t) << VIEW_TAP_BITS * t;
    return taps;
}

static inline uint32_t view_weight_of(const struct texture_walker_reg *walker, unsigned tap)
{
    const int64_t weight = (int32_t)walker->weight.tap[tap];
    return float_of(weight < 0, (uint64_t)(weight < 0 ? -weight : weight), -TEXTURE_ONE_BITS);
}

#endif
