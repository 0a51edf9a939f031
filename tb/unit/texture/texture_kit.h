/* texture_kit.h - a texture whose texels are a function, sampled by the units' arithmetic: plan, taps, filter. */
#ifndef TB_UNIT_TEXTURE_KIT_H
#define TB_UNIT_TEXTURE_KIT_H

#include "pipeline/texture/texture_filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float number_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* What an instruction of a quad meets.  `texel` gives the elements of a texel as texel_decode would. */
struct scene {
    struct isa_tex          tex;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texture_units    units;
    struct texel_format     format;
    struct texture_query    query;
    uint32_t                filter4[TEXTURE_FILTER4];
    void (*texel)(const struct texture_tap *tap, uint32_t value[4]);
};

/* A 2D texture of 8 x 8 texels of 8 bits, bilinear, repeated, normalised coordinates; all lanes; LOD limits open. */
static inline void scene_make(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    scene->tex = (struct isa_tex){.coord_type_x = 1, .coord_type_y = 1, .coord_type_z = 1, .coord_type_w = 1};
    scene->resource = (struct texture_resource){.dim = TEX_DIM_2D,
                                                .tex_width = 7,
                                                .tex_height = 7,
                                                .data_format = TEX_FMT_8,
                                                .dst_sel_y = TEX_SEL_Y,
                                                .dst_sel_z = TEX_SEL_Z,
                                                .dst_sel_w = TEX_SEL_W,
                                                .type = TEX_VALID_TEXTURE};
    scene->sampler = (struct texture_sampler){
        .xy_mag_filter = TEX_XY_FILTER_BILINEAR, .xy_min_filter = TEX_XY_FILTER_BILINEAR, .max_lod = 0x3ff};
    scene->query.op = ISA_FETCH_SAMPLE;
    scene->query.lanes = 15;
}

/* After changes to the words. */
static inline void scene_settle(struct scene *scene)
{
    texel_format_of(&scene->resource, &scene->sampler, &scene->format);
    scene->units.filter4 = scene->filter4;
    scene->query.tex = &scene->tex;
    scene->query.resource = &scene->resource;
    scene->query.sampler = &scene->sampler;
    scene->query.format = &scene->format;
    scene->query.units = &scene->units;
}

/* One coordinate for all lanes: the gradients are zero. */
static inline void scene_at(struct scene *scene, float x, float y, float z, float w)
{
    const uint32_t at[4] = {bits_of(x), bits_of(y), bits_of(z), bits_of(w)};
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        memcpy(scene->query.coordinate[lane], at, sizeof at);
}

static inline void scene_plan(struct scene *scene, struct texture_plan *plan)
{
    scene_settle(scene);
    texture_plan_make(&scene->query, plan);
}

/* The taps of a lane in one pass. */
static inline struct texture_taps scene_taps(struct scene *scene, unsigned lane, unsigned pass)
{
    struct texture_plan plan;
    struct texture_taps taps;
    scene_plan(scene, &plan);
    texture_plan_taps(&scene->query, &plan, lane, pass, &taps);
    return taps;
}

/* A lane's result before the resource's DST_SEL. */
static inline void scene_sample(struct scene *scene, unsigned lane, uint32_t result[4])
{
    struct texture_plan plan;
    struct texture_sum  sum;
    scene_plan(scene, &plan);
    texture_sum_begin(&sum, &plan.lane[lane]);
    for (unsigned pass = 0; pass < plan.passes; pass++) {
        struct texture_taps taps;
        texture_plan_taps(&scene->query, &plan, lane, pass, &taps);
        for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
            uint32_t value[4] = {0, 0, 0, 1};
            if (taps.tap[i].used && !taps.tap[i].border)
                scene->texel(&taps.tap[i], value);
            texture_sum_add(&sum, &scene->query, lane, i, &taps.tap[i], value);
        }
    }
    texture_sum_end(&sum, &scene->query, result);
}

static inline float scene_x(struct scene *scene)
{
    uint32_t result[4];
    scene_sample(scene, 0, result);
    return number_of(result[0]);
}

/* ---- TD_FILTER4 -------------------------------------------------------------------------------------------------- */

/* Catmull-Rom of phase p / 16 in 1/512, worked out from its polynomials. */
static inline void catmull_rom(unsigned phase, int weight[4])
{
    const double f = phase / 16.0;
    const double w[4] = {(-f + 2 * f * f - f * f * f) / 2, (2 - 5 * f * f + 3 * f * f * f) / 2,
                         (f + 4 * f * f - 3 * f * f * f) / 2, (-f * f + f * f * f) / 2};
    int          sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        weight[i] = (int)lrint(512 * w[i]);
        sum += weight[i];
    }
    weight[1] += 512 - sum;
}

static inline void scene_load_catmull_rom(struct scene *scene)
{
    for (unsigned vertical = 0; vertical < 2; vertical++)
        for (unsigned phase = 0; phase <= 8; phase++) {
            int w[4];
            catmull_rom(phase, w);
            for (unsigned pair = 0; pair < 2; pair++)
                scene->filter4[vertical * 18 + phase * 2 + pair] =
                    ((uint32_t)w[2 * pair] & 0x7ff) << 11 | ((uint32_t)w[2 * pair + 1] & 0x7ff);
        }
}

#endif
