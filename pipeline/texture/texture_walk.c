/* texture_walk.c - the walker and the addressers behind it: which texels a pass reads, and their weights. */
#include "pipeline/alu/alu_float.h"
#include "pipeline/texture/texture_axis.h"
#include "pipeline/texture/texture_cube.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_shape.h"
#include "pipeline/texture/texture_weight.h"

enum { POINT_REACH = 0, BILINEAR_REACH = 1, BICUBIC_REACH = 3 };

/* One axis of a pass: two texels' numbers and weights. */
struct side {
    struct texture_axis axis;
    int32_t             texel[2];
    int32_t             weight[2];
};

/* ---- axes ------------------------------------------------------------------------------------------------------ */

static unsigned reach_of(const struct texture_query *query, const struct texture_lane_plan *plan, bool vertical)
{
    switch ((enum texture_filter_kind)plan->filter) {
    case TEXTURE_POINT:
        return POINT_REACH;
    case TEXTURE_BILINEAR:
        return BILINEAR_REACH;
    case TEXTURE_BICUBIC:
        return BICUBIC_REACH;
    case TEXTURE_TEXT:
        return vertical ? query->units->cleartype_height : query->units->cleartype_width;
    }
    return 0;
}

static bool seamless(const struct texture_query *query)
{
    return query->resource->dim == TEX_DIM_CUBEMAP && !(query->units->ta_cntl_aux & TA_DISABLE_CUBE_WRAP);
}

static enum tex_clamp clamp_of(const struct texture_query *query, const struct texture_lane_plan *plan, bool vertical)
{
    const struct texture_sampler *sampler = query->sampler;
    if (seamless(query)) /* neighbours are found by number */
        return TEX_CLAMP_LAST_TEXEL;
    if (plan->filter == TEXTURE_TEXT) /* Direct3D's text filter: border, of 0 */
        return TEX_CLAMP_BORDER;
    return texture_axis_clamp((enum tex_clamp)(vertical ? sampler->clamp_y : sampler->clamp_x),
                              texture_in_texels(query->tex, vertical), plan->filter == TEXTURE_POINT,
                              sampler->point_sampling_clamp);
}

static void axis_of(const struct texture_query *query, const struct texture_lane_plan *plan, unsigned level,
                    bool vertical, struct texture_axis *axis)
{
    const struct texture_resource *resource = query->resource;
    const bool                     in_texels = texture_in_texels(query->tex, vertical);
    const unsigned                 above = level - texture_level_number(resource, 0);
    const unsigned                 size = texture_size(resource, vertical, above);
    const uint32_t                 offset = vertical ? query->tex->offset_y : query->tex->offset_x;
    *axis = (struct texture_axis){
        .size = (uint16_t)size,
        .scale = (uint16_t)(in_texels ? 1 : size),
        .level = (uint8_t)(in_texels ? above : 0),
        .clamp = (uint8_t)clamp_of(query, plan, vertical),
        .fraction_bits = plan->fraction_bits,
        .reach = (uint8_t)reach_of(query, plan, vertical),
        .offset = (int8_t)(((int)offset ^ 16) - 16),
        .from_one = resource->dim == TEX_DIM_CUBEMAP,
        .halves = query->sampler->mc_coord_truncate && plan->filter == TEXTURE_BILINEAR,
    };
}

void texture_axes(const struct texture_query *query, unsigned filter, unsigned fraction_bits, unsigned level,
                  struct texture_axis axis[2])
{
    const struct texture_lane_plan plan = {.filter = (uint8_t)filter, .fraction_bits = (uint8_t)fraction_bits};
    axis_of(query, &plan, level, false, &axis[0]);
    axis_of(query, &plan, level, true, &axis[1]);
}

uint32_t texture_probe_at(unsigned probes, unsigned probe, uint32_t gradient, uint32_t coordinate)
{
    const int32_t part = 2 * (int32_t)probe + 1 - (1 << probes);
    if (!probes)
        return coordinate;
    const uint32_t share = float_of(part < 0, (uint64_t)(part < 0 ? -part : part), -((int)probes + 1));
    return op_add(coordinate, op_mul_ieee(gradient, share));
}

uint32_t texture_fraction(const struct texture_query *query, const struct texture_lane_plan *plan, unsigned level,
                          bool vertical, uint32_t coordinate)
{
    struct texture_axis axis;
    axis_of(query, plan, level, vertical, &axis);
    return texture_axis_place(&axis, coordinate).fraction;
}

static void side_make(const struct texture_query *query, const struct texture_lane_plan *plan,
                      const struct texture_step *step, unsigned lane, bool vertical, unsigned probe, unsigned tile,
                      struct side *side)
{
    const bool flat = vertical && texture_lod_axes(query->resource) == 1;
    axis_of(query, plan, step->level, vertical, &side->axis);
    const struct texture_kernel kernel = {.filter = plan->filter,
                                          .fraction_bits = plan->fraction_bits,
                                          .reach = side->axis.reach,
                                          .vertical = vertical,
                                          .flat = flat,
                                          .filter4 = query->units->filter4};
    const uint32_t at = texture_probe_at(plan->probes, probe, plan->axis[vertical], query->coordinate[lane][vertical]);
    const struct texture_place place = texture_axis_place(&side->axis, at);
    for (unsigned i = 0; i < 2; i++) {
        side->texel[i] = flat ? 0 : place.first + (int32_t)(2 * tile + i);
        side->weight[i] = texture_side_weight(&kernel, place.fraction, 2 * tile + i);
    }
}

/* ---- taps ------------------------------------------------------------------------------------------------------ */

/* No texel lies beyond a cube's corner: the other three of a bilinear filter share its weight (Direct3D 10, OpenGL's
 * seamless cubes), and what a third leaves over goes to the one on the sample's own face, opposite. */
static void share_corner(struct texture_tap tap[TEXTURE_TAPS], unsigned corner)
{
    const int32_t weight = tap[corner].weight, third = weight / 3;
    tap[corner].weight = 0;
    tap[corner].used = false;
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        if (i == corner)
            continue;
        tap[i].weight += i == 3 - corner ? weight - 2 * third : third;
        tap[i].used = tap[i].weight != 0;
    }
}

static void cube_taps(const struct texture_lane_plan *plan, bool gathers, const struct side side[2],
                      struct texture_tap tap[TEXTURE_TAPS])
{
    unsigned corners = 0, corner = 0;
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        const struct texture_cube_texel texel =
            texture_cube_texel(side[0].axis.size, plan->face, side[0].texel[i & 1], side[1].texel[i >> 1]);
        tap[i].x = texel.x;
        tap[i].y = texel.y;
        tap[i].slice = tap[i].slice - plan->face + texel.face;
        corners += texel.corner;
        corner = texel.corner ? i : corner;
    }
    if (corners == 1 && plan->filter == TEXTURE_BILINEAR && !gathers)
        share_corner(tap, corner);
}

static void ld_tap(const struct texture_query *query, const struct texture_step *step, const uint32_t at[4],
                   struct texture_tap *tap)
{
    *tap = (struct texture_tap){.x = at[0],
                                .y = texture_lod_axes(query->resource) > 1 ? at[1] : 0,
                                .slice = step->slice,
                                .level = step->level,
                                .sample = texture_multisampled(query->resource) ? (uint8_t)at[3] : 0,
                                .used = true,
                                .weight = TEXTURE_ONE};
}

static void step_taps(const struct texture_query *query, const struct texture_lane_plan *plan,
                      const struct texture_step *step, const struct side side[2], struct texture_tap tap[TEXTURE_TAPS])
{
    const bool     gathers = texture_op_gathers(query), wraps = seamless(query);
    const unsigned bits = texture_weight_bits(plan->filter, plan->fraction_bits);
    uint32_t       at[2][2] = {{0}};
    bool           inside[2][2] = {{true, true}, {true, true}};
    for (unsigned i = 0; !wraps && i < TEXTURE_TAPS; i++)
        if (gathers || side[i >> 1].weight[i & 1])
            inside[i >> 1][i & 1] =
                texture_axis_texel(&side[i >> 1].axis, side[i >> 1].texel[i & 1], &at[i >> 1][i & 1]);
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        const bool weighs = side[0].weight[i & 1] && side[1].weight[i >> 1];
        if (!weighs && !gathers && !wraps) /* beside a cube's corner it may get a weight yet */
            continue;
        tap[i] =
            (struct texture_tap){.x = at[0][i & 1], .y = at[1][i >> 1], .slice = step->slice, .level = step->level};
        tap[i].weight =
            texture_tap_weight(bits, plan->probes, step->weight, side[0].weight[i & 1], side[1].weight[i >> 1]);
        tap[i].used = tap[i].weight != 0 || gathers;
        tap[i].border = step->border || !inside[0][i & 1] || !inside[1][i >> 1];
    }
    if (wraps)
        cube_taps(plan, gathers, side, tap);
}

void texture_plan_taps(const struct texture_query *query, const struct texture_plan *plan, unsigned lane, unsigned pass,
                       struct texture_taps *taps)
{
    const struct texture_lane_plan *own = &plan->lane[lane];
    *taps = (struct texture_taps){0};
    if (pass >= own->passes)
        return;
    const unsigned             tile = pass % (own->width * own->height), rest = pass / (own->width * own->height);
    const unsigned             probe = rest & ((1u << own->probes) - 1);
    const struct texture_step *step = &own->step[rest >> own->probes];
    if (query->op == ISA_FETCH_LD) {
        ld_tap(query, step, query->coordinate[lane], &taps->tap[0]);
        return;
    }
    struct side side[2];
    side_make(query, own, step, lane, false, probe, tile % own->width, &side[0]);
    side_make(query, own, step, lane, true, probe, tile / own->width, &side[1]);
    step_taps(query, own, step, side, taps->tap);
}
