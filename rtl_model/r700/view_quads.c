/* view_quads.c - the rows of a waveform that say what a SIMD's texture unit has in hand. */
#include "pipeline/texture_plan.h"
#include "pipeline/texture_quad.h"
#include "rtl_model/r700/view_stages.h"

enum { TEXTURE_ID_BITS = 8 };

/* ---- textures: the quad that the LOD unit has planned ----------------------------------------------------------- */

static uint64_t texture_wave(const void *context, unsigned argument)
{
    const struct simd *simd = view_simd(context, argument);
    return view_when(simd->lod_unit.q.valid, simd->texture_return.q.f_number.entry[simd->lod_unit.q.entry],
                     VIEW_NUMBER_BITS);
}

static struct isa_tex texture_instruction(const struct simd *simd)
{
    const struct texture_return_reg *q = &simd->texture_return.q;
    const uint64_t                   low = q->f_low.entry[simd->lod_unit.q.entry];
    struct isa_tex                   tex;
    isa_unpack_tex((const uint32_t[4]){(uint32_t)low, (uint32_t)(low >> 32), q->f_high.entry[simd->lod_unit.q.entry]},
                   &tex);
    return tex;
}

static uint64_t texture_id(const void *context, unsigned argument)
{
    const struct simd *simd = view_simd(context, argument);
    return view_when(simd->lod_unit.q.valid, simd->lod_unit.q.valid ? texture_instruction(simd).resource_id : 0,
                     TEXTURE_ID_BITS);
}

/* Dimension and format of the resource: DIM above DATA_FORMAT. */
static uint64_t texture_kind(const void *context, unsigned argument)
{
    const struct simd *simd = view_simd(context, argument);
    if (!simd->lod_unit.q.valid)
        return TRACE_IDLE(VIEW_TEXTURE_BITS);
    const struct isa_tex    tex = texture_instruction(simd);
    const unsigned          number = fetch_state_resource(&simd->fetch_state, tex.alt_const, tex.resource_id);
    struct texture_resource resource;
    if (number >= FETCH_RESOURCES) /* of an instruction that needs none */
        return TRACE_IDLE(VIEW_TEXTURE_BITS);
    texture_resource_unpack(simd->fetch_state.resource[number].word, &resource);
    return (uint64_t)resource.dim << VIEW_FORMAT_BITS | resource.data_format;
}

/* Levels of the first lane that reads: the smallest number, and the largest above it. */
static uint64_t texture_levels(const void *context, unsigned argument)
{
    const struct lod_unit_reg *q = &view_simd(context, argument)->lod_unit.q;
    struct texture_plan        plan;
    if (!q->valid || q->alone || !q->lanes)
        return TRACE_IDLE(2 * VIEW_LEVEL_BITS);
    texture_plan_unpack(&q->plan, &plan);
    const struct texture_lane_plan *lane = &plan.lane[__builtin_ctz(q->lanes)];
    if (!lane->steps)
        return TRACE_IDLE(2 * VIEW_LEVEL_BITS);
    return (uint64_t)lane->step[lane->steps - 1].level << VIEW_LEVEL_BITS | lane->step[0].level;
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

const struct view_row view_quads[] = {
    {OF_TEXTURES, "wavefront", VIEW_NUMBER, texture_wave, 0, AT_lod_unit},
    {OF_TEXTURES, "id", "view_number_t", TEXTURE_ID_BITS + 1, texture_id, 0, AT_lod_unit},
    {OF_TEXTURES, "kind", "view_texture_t", VIEW_TEXTURE_BITS + 1, texture_kind, 0, AT_lod_unit},
    {OF_TEXTURES, "levels", "view_levels_t", 2 * VIEW_LEVEL_BITS + 1, texture_levels, 0, AT_lod_unit},
};
const unsigned view_quad_count = sizeof view_quads / sizeof view_quads[0];
