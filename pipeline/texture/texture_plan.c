#include "pipeline/texture/texture_plan.h"

#include "pipeline/texture/texture_axis.h"
#include "pipeline/texture/texture_lod.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_shape.h"

enum {
    WEIGHT_BITS = 6, /* of a level's and a slice's fraction */
    WEIGHT_ONE = 1 << WEIGHT_BITS,
    FILTER4_BITS = 4, /* of coordinates for the 16 phases */
    POINT_BITS = 14   /* GUESS: Direct3D 10 asks for 8 at least; so near to an edge the ALU has erred more */
};

/* ---- filter ---------------------------------------------------------------------------------------------------- */

/* GUESS: the text filter takes place of whatever filters a texture of one bit has, where the sampler has a kernel; no
 * document says how it is asked for. */
static bool is_text(const struct texture_query *query)
{
    const uint32_t format = query->resource->data_format;
    return (format == TEX_FMT_1 || format == TEX_FMT_1_REVERSED) && query->units->cleartype_width &&
           query->units->cleartype_height && !texture_op_gathers(query);
}

static enum texture_filter_kind filter_kind(const struct texture_query *query, uint32_t xy_filter)
{
    if (query->format->integers) /* MESA: the hardware takes the nearest texel of integers, for gathers, too */
        return TEXTURE_POINT;
    if (texture_op_gathers(query))
        return TEXTURE_BILINEAR;
    switch (xy_filter) {
    case TEX_XY_FILTER_BILINEAR:
    case TEX_XY_FILTER_ANISO_BILINEAR:
        return TEXTURE_BILINEAR;
    case TEX_XY_FILTER_BICUBIC:
        return TEXTURE_BICUBIC;
    default:
        return TEXTURE_POINT;
    }
}

/* The passes beside and below one another that cover the filter's texels, two by two. */
static void tiles(const struct texture_query *query, struct texture_lane_plan *plan)
{
    const bool flat = texture_lod_axes(query->resource) == 1;
    plan->width = plan->height = 1;
    if (plan->filter == TEXTURE_BICUBIC)
        plan->width = plan->height = 2;
    if (plan->filter == TEXTURE_TEXT) {
        plan->width = (uint8_t)(query->units->cleartype_width / 2 + 1);
        plan->height = (uint8_t)(query->units->cleartype_height / 2 + 1);
    }
    if (flat)
        plan->height = 1;
}

static void choose_filter(const struct texture_query *query, const struct texture_lod *lod,
                          struct texture_lane_plan *plan)
{
    const uint32_t xy_filter = lod->minified ? query->sampler->xy_min_filter : query->sampler->xy_mag_filter;
    const bool     text = is_text(query);
    plan->filter = (uint8_t)(text ? TEXTURE_TEXT : filter_kind(query, xy_filter));
    plan->fraction_bits = (uint8_t)(plan->filter == TEXTURE_POINT     ? POINT_BITS
                                    : plan->filter == TEXTURE_BICUBIC ? FILTER4_BITS
                                                                      : texture_precision(query));
    plan->box = text ? (uint8_t)(query->units->cleartype_width * query->units->cleartype_height) : 1;
    if (!text && !query->format->integers && !texture_op_gathers(query) && xy_filter & TEX_XY_FILTER_ANISO_POINT) {
        plan->probes = lod->probes;
        plan->axis[0] = lod->axis[0];
        plan->axis[1] = lod->axis[1];
    }
    tiles(query, plan);
}

/* ---- levels and slices ----------------------------------------------------------------------------------------- */

/* PERF_MIP, PERF_Z: a fraction up to `eighths` / 8 becomes 0, one from 1 - eighths / 8 on 1 (R5XX TX_FILTER1 TRI_PERF).
 * GUESS: PERF_MIP's third bit, by continuation: from 4 on there is nothing left between. */
static unsigned steeper(unsigned fraction, unsigned eighths)
{
    const unsigned low = eighths * (WEIGHT_ONE / 8);
    if (eighths >= 4)
        return fraction < WEIGHT_ONE / 2 ? 0 : WEIGHT_ONE;
    if (fraction <= low)
        return 0;
    if (fraction >= WEIGHT_ONE - low)
        return WEIGHT_ONE;
    return ((fraction - low) * 4 + (4 - eighths) / 2) / (4 - eighths);
}

static void add_step(struct texture_lane_plan *plan, unsigned level, uint32_t slice, bool border, unsigned weight)
{
    if (weight)
        plan->step[plan->steps++] = (struct texture_step){
            .level = (uint8_t)level, .slice = (uint16_t)slice, .border = border, .weight = (uint16_t)weight};
}

static bool filters_slices(const struct texture_query *query, const struct texture_lane_plan *plan)
{
    const uint32_t z_filter = query->sampler->z_filter; /* none: as X and Y (R5XX VOL_FILTER, MESA) */
    if (query->format->integers || texture_op_gathers(query) || plan->filter == TEXTURE_TEXT)
        return false;
    return z_filter == TEX_Z_FILTER_NONE ? plan->filter != TEXTURE_POINT : z_filter == TEX_Z_FILTER_LINEAR;
}

/* Slices of a volume's level, or of an array that is treated as one; fractions as fine as levels' (docs/texture.md). */
static void volume_steps(const struct texture_query *query, unsigned lane, unsigned level, unsigned weight,
                         struct texture_lane_plan *plan)
{
    const struct texture_resource *resource = query->resource;
    const unsigned                 element = texture_slice_element(query);
    const bool                     linear = filters_slices(query, plan), array = texture_is_array(resource);
    const bool                     in_texels = texture_in_texels(query->tex, element);
    const unsigned bits = !linear ? POINT_BITS : plan->filter == TEXTURE_BICUBIC ? FILTER4_BITS : WEIGHT_BITS;
    const struct texture_axis axis = {
        .size = (uint16_t)texture_size(resource, 2, level),
        .scale = (uint16_t)(in_texels ? 1 : texture_size(resource, 2, level)),
        .level = (uint8_t)(in_texels && !array ? level : 0),
        .clamp = (uint8_t)texture_axis_clamp((enum tex_clamp)query->sampler->clamp_z, in_texels, !linear,
                                             query->sampler->point_sampling_clamp),
        .fraction_bits = (uint8_t)bits,
        .reach = linear,
        .offset = (int8_t)(((int)query->tex->offset_z ^ 16) - 16),
    };
    const struct texture_place place = texture_axis_place(&axis, query->coordinate[lane][element]);
    const unsigned rest = linear ? WEIGHT_BITS - bits : 0; /* what is steeper has no more bits than before */
    const unsigned fraction = linear ? steeper(place.fraction << rest, query->sampler->perf_z) >> rest << rest : 0;
    const unsigned first = array ? resource->base_array : 0;
    if (!plan->steps)
        plan->slice_fraction = (uint8_t)fraction;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t   slice;
        const bool inside = texture_axis_texel(&axis, place.first + (int32_t)i, &slice);
        add_step(plan, texture_level_number(resource, level), first + slice, !inside,
                 weight * (i ? fraction : WEIGHT_ONE - fraction));
    }
}

static uint32_t whole_number(uint32_t value, uint32_t last)
{
    const int64_t number = texture_fixed(value, 1, 0, 1u << 15);
    return number < 0 ? 0 : number > last ? last : (uint32_t)number;
}

static void level_steps(const struct texture_query *query, unsigned lane, unsigned level, unsigned weight,
                        struct texture_lane_plan *plan)
{
    const struct texture_resource *resource = query->resource;
    const unsigned                 number = texture_level_number(resource, level);
    if (!weight)
        return;
    if (resource->dim == TEX_DIM_3D || texture_slices_filtered(query)) {
        volume_steps(query, lane, level, weight, plan);
    } else if (texture_is_array(resource)) { /* Direct3D 10: the nearest slice, ties to even */
        const uint32_t z = query->coordinate[lane][texture_slice_element(query)];
        const uint32_t slice = resource->base_array + whole_number(z, texture_size(resource, 2, 0) - 1);
        add_step(plan, number, slice, false, weight * WEIGHT_ONE);
    } else if (resource->dim == TEX_DIM_CUBEMAP) {
        const uint32_t cube = whole_number(query->cube_index[lane], resource->tex_depth);
        plan->face = (uint8_t)whole_number(query->coordinate[lane][2], 5);
        add_step(plan, number, 8 * cube + plan->face, false, weight * WEIGHT_ONE);
    } else {
        add_step(plan, number, 0, false, weight * WEIGHT_ONE);
    }
}

static void mip_steps(const struct texture_query *query, unsigned lane, struct texture_lane_plan *plan)
{
    const uint32_t filter = query->sampler->mip_filter;
    const unsigned lod = plan->lod_clamped > 0 ? (unsigned)plan->lod_clamped : 0;
    const bool     text = plan->filter == TEXTURE_TEXT, linear = filter == TEX_Z_FILTER_LINEAR;
    unsigned       level = lod >> WEIGHT_BITS, fraction = 0;
    if (filter == TEX_Z_FILTER_NONE || text)
        level = 0;
    else if (!linear || query->format->integers || texture_op_gathers(query))
        level = (lod + WEIGHT_ONE / 2) >> WEIGHT_BITS;
    else
        fraction = steeper(lod & (WEIGHT_ONE - 1), query->sampler->perf_mip);
    plan->level_fraction = (uint8_t)fraction;
    level_steps(query, lane, level, WEIGHT_ONE - fraction, plan);
    level_steps(query, lane, level + 1, fraction, plan);
}

/* ---- LD -------------------------------------------------------------------------------------------------------- */

/* Integer coordinates, a level or a sample in W (ISA 10.4; MESA); outside of the texture nothing is read, and the
 * result is 0 (Direct3D 10). */
static void plan_ld(const struct texture_query *query, unsigned lane, struct texture_lane_plan *plan)
{
    const struct texture_resource *resource = query->resource;
    const uint32_t                *at = query->coordinate[lane];
    const bool                     samples = texture_multisampled(resource);
    const uint32_t                 level = samples ? 0 : at[3];
    const bool                     layers = resource->dim == TEX_DIM_3D || texture_is_array(resource);
    plan->filter = TEXTURE_POINT;
    plan->fraction_bits = POINT_BITS;
    plan->width = plan->height = plan->box = 1;
    if (level > texture_last_level(resource) || (samples && at[3] >= texture_samples(resource)))
        return;
    for (unsigned i = 0; i < 3; i++) {
        const bool counts = i < texture_lod_axes(resource) || (i == 2 && layers);
        if (counts && at[i] >= texture_size(resource, i, level))
            return;
    }
    const uint32_t first = texture_is_array(resource) ? resource->base_array : 0;
    add_step(plan, texture_level_number(resource, level), first + (layers ? at[2] : 0), false, WEIGHT_ONE * WEIGHT_ONE);
}

/* ---- a lane, a quad --------------------------------------------------------------------------------------------- */

void texture_plan_lane(const struct texture_query *query, unsigned lane, const struct texture_lod *lod,
                       struct texture_lane_plan *plan)
{
    *plan = (struct texture_lane_plan){0};
    if (query->op == ISA_FETCH_LD) {
        plan_ld(query, lane, plan);
    } else {
        plan->lod = lod->lod;
        plan->lod_clamped = lod->clamped;
        choose_filter(query, lod, plan);
        mip_steps(query, lane, plan);
    }
    plan->passes = (uint16_t)((plan->steps * plan->width * plan->height) << plan->probes);
}

bool texture_plan_is_shared(const struct texture_query *query)
{
    const struct texture_resource *resource = query->resource;
    return query->op != ISA_FETCH_LD && (resource->dim == TEX_DIM_1D || resource->dim == TEX_DIM_2D);
}

void texture_plan_make(const struct texture_query *query, struct texture_plan *plan)
{
    uint32_t           h[4], v[4];
    struct texture_lod lod[TEXTURE_QUAD];
    *plan = (struct texture_plan){.passes = 1};
    if (query->op != ISA_FETCH_LD) {
        texture_gradients(query, h, v);
        texture_lod_quad(query, h, v, lod);
    }
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        if (!(query->lanes >> lane & 1))
            continue;
        texture_plan_lane(query, lane, &lod[lane], &plan->lane[lane]);
        if (plan->lane[lane].passes > plan->passes)
            plan->passes = plan->lane[lane].passes;
    }
}
