/* view_quads.c - the rows of a waveform that say what a SIMD's texture unit has in hand. */
#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_quad.h"
#include "rtl_model/r700/probes/view_stages.h"

enum { TEXTURE_ID_BITS = 8, QUAD_BITS = 4 }; /* as wide as the signals shown */

/* ---- the quad that the LOD unit has planned --------------------------------------------------------------------- */

static uint64_t quad_wave(const void *context, unsigned argument)
{
    const struct simd *simd = view_simd(context, argument);
    return view_when(simd->lod_unit.q.valid, simd->texture_return.q.f_number.entry[simd->lod_unit.q.entry],
                     VIEW_NUMBER_BITS);
}

static uint64_t quad_number(const void *context, unsigned argument)
{
    const struct lod_unit_reg *q = &view_simd(context, argument)->lod_unit.q;
    return view_when(q->valid, q->quad, QUAD_BITS);
}

/* Its instruction with resource and sampler; NULL: there is no quad. */
static const struct texture_context *quad_context(const void *context, unsigned argument, struct texture_context *room)
{
    const struct simd               *simd = view_simd(context, argument);
    const struct texture_return_reg *q = &simd->texture_return.q;
    const unsigned                   entry = simd->lod_unit.q.entry;
    if (!simd->lod_unit.q.valid)
        return NULL;
    return texture_context_of(&simd->contexts, &simd->fetch_state, q->f_low.entry[entry], q->f_high.entry[entry], room);
}

static uint64_t quad_fetch(const void *context, unsigned argument)
{
    struct texture_context              room;
    const struct texture_context *const quad = quad_context(context, argument, &room);
    return quad ? quad->op : TRACE_IDLE(VIEW_FETCH_BITS);
}

static uint64_t quad_mode(const void *context, unsigned argument)
{
    struct texture_context              room;
    const struct texture_context *const quad = quad_context(context, argument, &room);
    struct texture_query                query;
    if (!quad)
        return TRACE_IDLE(VIEW_MODE_BITS);
    texture_context_query(quad, &query);
    if (texture_op_sets(quad->op))
        return MODE_SET;
    if (texture_answers_alone(quad->op))
        return MODE_ANSWER;
    if (quad->op == ISA_FETCH_LD)
        return MODE_LOAD;
    return texture_op_gathers(&query) ? MODE_GATHER : texture_op_compares(&query) ? MODE_COMPARE : MODE_SAMPLE;
}

static uint64_t quad_texture(const void *context, unsigned argument)
{
    struct texture_context              room;
    const struct texture_context *const quad = quad_context(context, argument, &room);
    return quad ? quad->tex.resource_id : TRACE_IDLE(TEXTURE_ID_BITS);
}

/* Dimension and format of the resource: DIM above DATA_FORMAT. */
static uint64_t quad_kind(const void *context, unsigned argument)
{
    struct texture_context              room;
    const struct texture_context *const quad = quad_context(context, argument, &room);
    const struct fetch_state *const     state = &view_simd(context, argument)->fetch_state;
    if (!quad || fetch_state_resource(state, quad->tex.alt_const, quad->tex.resource_id) >= FETCH_RESOURCES)
        return TRACE_IDLE(VIEW_TEXTURE_BITS); /* an instruction that needs none */
    return (uint64_t)quad->resource.dim << VIEW_FORMAT_BITS | quad->resource.data_format;
}

/* ---- its sampler: of an instruction that has one ---------------------------------------------------------------- */

static const struct texture_context *sampled(const void *context, unsigned argument, struct texture_context *room,
                                             unsigned *number)
{
    const struct texture_context *const quad = quad_context(context, argument, room);
    const struct fetch_state *const     state = &view_simd(context, argument)->fetch_state;
    if (!quad || quad->op == ISA_FETCH_LD || texture_op_sets(quad->op))
        return NULL;
    *number = fetch_state_sampler(state, quad->tex.alt_const, quad->tex.sampler_id);
    return *number < FETCH_SAMPLERS ? quad : NULL;
}

static uint64_t quad_sampler(const void *context, unsigned argument)
{
    struct texture_context room;
    unsigned               number;
    return sampled(context, argument, &room, &number) ? number : TRACE_IDLE(VIEW_SAMPLER_BITS);
}

/* The argument: X, Y or Z. */
static uint64_t quad_clamp(const void *context, unsigned argument)
{
    struct texture_context              room;
    unsigned                            number;
    const struct texture_context *const quad = sampled(context, argument, &room, &number);
    if (!quad)
        return TRACE_IDLE(VIEW_CLAMP_BITS);
    return (const uint32_t[]){quad->sampler.clamp_x, quad->sampler.clamp_y,
                              quad->sampler.clamp_z}[view_argument(argument)];
}

static uint64_t quad_border(const void *context, unsigned argument)
{
    struct texture_context              room;
    unsigned                            number;
    const struct texture_context *const quad = sampled(context, argument, &room, &number);
    return quad ? quad->sampler.border_color_type : TRACE_IDLE(VIEW_BORDER_BITS);
}

/* ---- its plan: that of the first thread which reads ------------------------------------------------------------- */

static bool planned(const void *context, unsigned argument, struct texture_lane_plan *lane)
{
    const struct lod_unit_reg *q = &view_simd(context, argument)->lod_unit.q;
    struct texture_plan        plan;
    if (!q->valid || q->alone || !q->lanes)
        return false;
    texture_plan_unpack(&q->plan, &plan);
    *lane = plan.lane[__builtin_ctz(q->lanes)];
    return lane->steps;
}

/* The smallest number of a level, and the largest above it. */
static uint64_t quad_levels(const void *context, unsigned argument)
{
    struct texture_lane_plan lane;
    if (!planned(context, argument, &lane))
        return TRACE_IDLE(2 * VIEW_LEVEL_BITS);
    return (uint64_t)lane.step[lane.steps - 1].level << VIEW_LEVEL_BITS | lane.step[0].level;
}

static uint64_t quad_filter(const void *context, unsigned argument)
{
    struct texture_lane_plan lane;
    if (!planned(context, argument, &lane))
        return TRACE_IDLE(VIEW_FILTER_BITS);
    return (uint64_t)lane.probes << VIEW_KIND_BITS | lane.filter;
}

/* ---- the pass that the walker has addressed --------------------------------------------------------------------- */

static uint64_t pass_wave(const void *context, unsigned argument)
{
    const struct simd *simd = view_simd(context, argument);
    return view_when(simd->texture_walker.q.valid, simd->texture_return.q.f_number.entry[simd->texture_walker.q.entry],
                     VIEW_NUMBER_BITS);
}

static uint64_t pass_quad(const void *context, unsigned argument)
{
    const struct texture_walker_reg *q = &view_simd(context, argument)->texture_walker.q;
    return view_when(q->valid, q->quad, QUAD_BITS);
}

static enum view_tap tap_of(const struct texture_walker_reg *q, unsigned tap)
{
    const unsigned mark = q->mark.tap[tap];
    return !(mark & WALKER_USED) ? TAP_NONE : mark & WALKER_BORDER ? TAP_BORDER : TAP_TEXEL;
}

static bool has_taps(const struct texture_walker_reg *q)
{
    return q->valid && !q->alone;
}

/* Taps of a thread; none when it does not read in this pass. */
static uint64_t pass_taps(const void *context, unsigned argument)
{
    const struct texture_walker_reg *q = &view_simd(context, argument)->texture_walker.q;
    uint64_t                         taps = 0;
    for (unsigned t = 0; has_taps(q) && t < TEXTURE_TAPS; t++)
        taps |= (uint64_t)tap_of(q, view_argument(argument) * TEXTURE_TAPS + t) << VIEW_TAP_BITS * t;
    return taps ? taps : TRACE_IDLE(VIEW_TAPS_BITS);
}

/* As a float, to the nearest where 24 bits do not hold it; o_weight is exact. */
static uint64_t pass_weight(const void *context, unsigned argument)
{
    const struct texture_walker_reg *q = &view_simd(context, argument)->texture_walker.q;
    const unsigned                   tap = view_argument(argument);
    if (!has_taps(q) || tap_of(q, tap) == TAP_NONE)
        return VIEW_NO_WEIGHT;
    const int64_t weight = (int32_t)q->weight.tap[tap];
    return float_of(weight < 0, (uint64_t)(weight < 0 ? -weight : weight), -TEXTURE_ONE_BITS);
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

#define QUAD "view_number_t", QUAD_BITS + 1
#define TAPS(thread)                                                                                                   \
    {                                                                                                                  \
        OF_TAPS, "thread" #thread, "view_taps_t", VIEW_TAPS_BITS + 1, pass_taps, thread, AT_texture_walker             \
    }
#define WEIGHT(thread, place, tap)                                                                                     \
    {                                                                                                                  \
        OF_WEIGHTS, "thread" #thread "_" place, "view_weight_t", 32, pass_weight, thread *TEXTURE_TAPS + tap,          \
            AT_texture_walker                                                                                          \
    }
#define WEIGHTS(thread)                                                                                                \
    WEIGHT(thread, "x0y0", 0), WEIGHT(thread, "x1y0", 1), WEIGHT(thread, "x0y1", 2), WEIGHT(thread, "x1y1", 3)

const struct view_row view_quads[] = {
    {OF_TEXTURES, "wavefront", VIEW_NUMBER, quad_wave, 0, AT_lod_unit},
    {OF_TEXTURES, "quad", QUAD, quad_number, 0, AT_lod_unit},
    {OF_TEXTURES, "instruction", "view_fetch_t", VIEW_FETCH_BITS + 1, quad_fetch, 0, AT_lod_unit},
    {OF_TEXTURES, "mode", "view_mode_t", VIEW_MODE_BITS + 1, quad_mode, 0, AT_lod_unit},
    {OF_TEXTURES, "id", "view_number_t", TEXTURE_ID_BITS + 1, quad_texture, 0, AT_lod_unit},
    {OF_TEXTURES, "kind", "view_texture_t", VIEW_TEXTURE_BITS + 1, quad_kind, 0, AT_lod_unit},
    {OF_TEXTURES, "levels", "view_levels_t", 2 * VIEW_LEVEL_BITS + 1, quad_levels, 0, AT_lod_unit},
    {OF_TEXTURES, "filter", "view_filter_t", VIEW_FILTER_BITS + 1, quad_filter, 0, AT_lod_unit},
    {OF_TEXTURES, "sampler", "view_sampler_t", VIEW_SAMPLER_BITS + 1, quad_sampler, 0, AT_lod_unit},
    {OF_TEXTURES, "clamp_x", "view_clamp_t", VIEW_CLAMP_BITS + 1, quad_clamp, 0, AT_lod_unit},
    {OF_TEXTURES, "clamp_y", "view_clamp_t", VIEW_CLAMP_BITS + 1, quad_clamp, 1, AT_lod_unit},
    {OF_TEXTURES, "clamp_z", "view_clamp_t", VIEW_CLAMP_BITS + 1, quad_clamp, 2, AT_lod_unit},
    {OF_TEXTURES, "border", "view_border_t", VIEW_BORDER_BITS + 1, quad_border, 0, AT_lod_unit},
    {OF_TAPS, "wavefront", VIEW_NUMBER, pass_wave, 0, AT_texture_walker},
    {OF_TAPS, "quad", QUAD, pass_quad, 0, AT_texture_walker},
    TAPS(0),
    TAPS(1),
    TAPS(2),
    TAPS(3),
    WEIGHTS(0),
    WEIGHTS(1),
    WEIGHTS(2),
    WEIGHTS(3),
};
const unsigned view_quad_count = sizeof view_quads / sizeof view_quads[0];
_Static_assert(TEXTURE_QUAD == 4 && TEXTURE_TAPS == 4, "a row for every tap");
_Static_assert(ISA_FETCH_COUNT < 1 << VIEW_FETCH_BITS && FETCH_SAMPLERS < 1 << VIEW_SAMPLER_BITS, "numbers fit");
