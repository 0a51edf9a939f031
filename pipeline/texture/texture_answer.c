/* texture_answer.c - instructions that query a texture, a level or a gradient, and read no texel (ISA 9.4, 10.4). */
#include "pipeline/texture/texture_axis.h"
#include "pipeline/texture/texture_border.h"
#include "pipeline/texture/texture_lod.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_shape.h"

bool texture_answers_alone(enum isa_fetch_id op)
{
    return op >= ISA_FETCH_GET_TEXTURE_RESINFO && op <= ISA_FETCH_KEEP_GRADIENTS;
}

/* Sizes of level X, integers; of a level that is not there 0 (Direct3D 10's resinfo).  W: levels, or samples. */
static void answer_sizes(const struct texture_query *query, unsigned lane, uint32_t result[4])
{
    const struct texture_resource *resource = query->resource;
    const bool                     samples = query->op == ISA_FETCH_GET_NUMBER_OF_SAMPLES;
    const uint32_t                 level = samples ? 0 : query->coordinate[lane][0];
    const bool                     there = level <= texture_last_level(resource);
    const bool                     volume = resource->dim == TEX_DIM_3D || texture_is_array(resource);
    result[0] = there ? texture_size(resource, 0, level) : 0;
    result[1] = there && texture_lod_axes(resource) > 1 ? texture_size(resource, 1, level) : 0;
    result[2] = there && volume ? texture_size(resource, 2, level) : 0;
    result[3] = samples ? texture_samples(resource) : texture_last_level(resource) + 1;
}

static uint32_t part_of(uint32_t value, unsigned bits)
{
    return float_of(false, value, -(int)bits);
}

/* The fractions of a bilinear fetch of the (larger) level, between slices and between levels. */
static void answer_lerp(const struct texture_query *query, const struct texture_plan *plan, unsigned lane,
                        uint32_t result[4])
{
    const struct texture_lane_plan *own = &plan->lane[lane];
    uint32_t                        fraction[2] = {0, 0};
    for (unsigned i = 0; own->steps && i < texture_lod_axes(query->resource) && i < 2; i++)
        fraction[i] = texture_fraction(query, own, own->step[0].level, i, query->coordinate[lane][i]);
    result[0] = part_of(fraction[0], own->fraction_bits);
    result[1] = part_of(fraction[1], own->fraction_bits);
    result[2] = part_of(own->slice_fraction, LOD_BITS);
    result[3] = part_of(own->level_fraction, LOD_BITS);
}

static uint32_t lod_float(int lod)
{
    return float_of(lod < 0, (uint64_t)(lod < 0 ? -lod : lod), -LOD_BITS);
}

void texture_answer(const struct texture_query *query, uint32_t result[TEXTURE_QUAD][4])
{
    uint32_t            h[4], v[4];
    struct texture_plan plan = {0};
    texture_gradients(query, h, v);
    if (query->op == ISA_FETCH_GET_COMP_TEX_LOD || query->op == ISA_FETCH_GET_LERP)
        texture_plan_make(query, &plan);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        for (unsigned i = 0; i < 4; i++)
            result[lane][i] = query->op == ISA_FETCH_GET_GRADIENTS_H   ? h[i]
                              : query->op == ISA_FETCH_GET_GRADIENTS_V ? v[i]
                              : query->op == ISA_FETCH_KEEP_GRADIENTS  ? texture_border(query, i)
                                                                       : 0;
        if (query->op == ISA_FETCH_GET_TEXTURE_RESINFO || query->op == ISA_FETCH_GET_NUMBER_OF_SAMPLES)
            answer_sizes(query, lane, result[lane]);
        if (query->op == ISA_FETCH_GET_LERP)
            answer_lerp(query, &plan, lane, result[lane]);
        if (query->op == ISA_FETCH_GET_COMP_TEX_LOD) {
            result[lane][0] = lod_float(plan.lane[lane].lod_clamped);
            result[lane][1] = lod_float(plan.lane[lane].lod);
        }
    }
}
