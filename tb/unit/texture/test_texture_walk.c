/* test_texture_walk.c - which texels an instruction reads: LD, slices, volumes, cubes, bicubic, text (ISA 9.4; 3D 8,
 * 14). */
#include "pipeline/texture/texture_layout.h"
#include "tb/unit/texture/texture_kit.h"

#include <stdlib.h>

static struct scene plain(void)
{
    struct scene scene;
    scene_make(&scene);
    return scene;
}

static void integers_at(struct scene *scene, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t at[4] = {x, y, z, w};
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        memcpy(scene->query.coordinate[lane], at, sizeof at);
}

static struct texture_plan plan_of(struct scene *scene)
{
    struct texture_plan plan;
    scene_plan(scene, &plan);
    return plan;
}

/* ---- LD --------------------------------------------------------------------------------------------------------- */

static struct scene ld(enum tex_dim dim)
{
    struct scene scene = plain();
    scene.resource.dim = dim;
    scene.resource.tex_depth = 3;
    scene.resource.last_level = 2;
    scene.query.op = ISA_FETCH_LD;
    return scene;
}

static void check_ld(struct scene *scene, bool used, uint32_t x, uint32_t y, uint32_t slice, uint8_t level,
                     uint8_t sample)
{
    const struct texture_taps taps = scene_taps(scene, 0, 0);
    assert_int_equal(taps.tap[0].used, used);
    assert_false(taps.tap[1].used || taps.tap[2].used || taps.tap[3].used);
    if (!used)
        return;
    assert_int_equal(taps.tap[0].x, x);
    assert_int_equal(taps.tap[0].y, y);
    assert_int_equal(taps.tap[0].slice, slice);
    assert_int_equal(taps.tap[0].level, level);
    assert_int_equal(taps.tap[0].sample, sample);
    assert_int_equal(taps.tap[0].weight, TEXTURE_ONE);
}

static void ld_takes_integers_and_a_level(void **state)
{
    struct scene scene = ld(TEX_DIM_2D);
    (void)state;
    scene.tex.offset_x = 2; /* offsets do not count (MESA adds them itself) */
    integers_at(&scene, 7, 6, 99, 0);
    check_ld(&scene, true, 7, 6, 0, 0, 0);
    integers_at(&scene, 3, 2, 0, 1);
    check_ld(&scene, true, 3, 2, 0, 1, 0);
    integers_at(&scene, 4, 2, 0, 1);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    integers_at(&scene, 0, 8, 0, 0);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    integers_at(&scene, UINT32_MAX, 0, 0, 0);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    integers_at(&scene, 0, 0, 0, 3);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    scene.resource.base_level = 1;
    integers_at(&scene, 1, 1, 0, 1);
    check_ld(&scene, true, 1, 1, 0, 2, 0);
    integers_at(&scene, 1, 1, 0, 2);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
}

static void ld_of_other_dimensions(void **state)
{
    struct scene scene = ld(TEX_DIM_1D);
    (void)state;
    integers_at(&scene, 7, 77, 78, 0);
    check_ld(&scene, true, 7, 0, 0, 0, 0);
    scene = ld(TEX_DIM_3D);
    integers_at(&scene, 1, 2, 3, 0);
    check_ld(&scene, true, 1, 2, 3, 0, 0);
    integers_at(&scene, 1, 2, 2, 1); /* two slices on level 1 */
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    scene = ld(TEX_DIM_1D_ARRAY);
    scene.resource.base_array = 1;
    scene.resource.last_array = 3;
    integers_at(&scene, 1, 77, 2, 1);
    check_ld(&scene, true, 1, 0, 3, 1, 0);
    integers_at(&scene, 1, 0, 3, 0);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
    scene = ld(TEX_DIM_2D_ARRAY_MSAA); /* LAST_LEVEL: four samples, the sample in W */
    scene.resource.last_array = 3;
    integers_at(&scene, 1, 2, 3, 3);
    check_ld(&scene, true, 1, 2, 3, 0, 3);
    integers_at(&scene, 1, 2, 3, 4);
    check_ld(&scene, false, 0, 0, 0, 0, 0);
}

static void ld_outside_is_zero(void **state)
{
    struct scene scene = ld(TEX_DIM_2D);
    uint32_t     result[4];
    (void)state;
    integers_at(&scene, 8, 0, 0, 0);
    assert_int_equal(plan_of(&scene).passes, 1); /* of nothing */
    scene_sample(&scene, 0, result);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(result[i], 0);
}

/* ---- slices ----------------------------------------------------------------------------------------------------- */

static unsigned slice_of(struct scene *scene, float z)
{
    scene_at(scene, 0.5f, 0.5f, z, 0);
    const struct texture_plan plan = plan_of(scene);
    assert_int_equal(plan.lane[0].steps, 1);
    return plan.lane[0].step[0].slice;
}

static void a_texture_of_one_row_has_no_border_above(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.dim = TEX_DIM_1D;
    scene.sampler.clamp_y = TEX_CLAMP_BORDER;
    scene_at(&scene, 0.5f, 17, 0, 0);
    assert_false(scene_taps(&scene, 0, 0).tap[0].border);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].y, 0);
}

/* Direct3D 10: to the nearest, ties to even, within the view. */
static void an_array_has_the_nearest_slice(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.dim = TEX_DIM_2D_ARRAY;
    scene.resource.tex_depth = 9;
    scene.resource.base_array = 2;
    scene.resource.last_array = 7;
    scene.sampler.tex_array_override = 1;
    scene.tex.coord_type_z = 0;
    assert_int_equal(slice_of(&scene, 0), 2);
    assert_int_equal(slice_of(&scene, 1.4f), 3);
    assert_int_equal(slice_of(&scene, 1.5f), 4);
    assert_int_equal(slice_of(&scene, 2.5f), 4);
    assert_int_equal(slice_of(&scene, -3), 2);
    assert_int_equal(slice_of(&scene, 100), 7);
}

/* MESA: without TEX_ARRAY_OVERRIDE there is a filter between the slices. */
static void slices_are_filtered_without_the_override(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.dim = TEX_DIM_2D_ARRAY;
    scene.resource.tex_depth = scene.resource.last_array = 9;
    scene.tex.coord_type_z = 0;
    scene.sampler.clamp_z = TEX_CLAMP_LAST_TEXEL;
    scene_at(&scene, 0.5f, 0.5f, 3.75f, 0);
    const struct texture_plan plan = plan_of(&scene);
    assert_int_equal(plan.lane[0].steps, 2);
    assert_int_equal(plan.lane[0].step[0].slice, 3);
    assert_int_equal(plan.lane[0].step[1].slice, 4);
    assert_int_equal(plan.lane[0].step[1].weight, 1024);
}

/* MESA: with a level in W and a reference in Z, the slice of a 1D array is Y. */
static void the_slice_of_a_1d_array_is_z_or_y(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.dim = TEX_DIM_1D_ARRAY;
    scene.resource.tex_depth = scene.resource.last_array = 7;
    scene.sampler.tex_array_override = 1;
    scene_at(&scene, 0.5f, 5, 3, 0);
    assert_int_equal(plan_of(&scene).lane[0].step[0].slice, 3);
    scene.query.op = ISA_FETCH_SAMPLE_C;
    assert_int_equal(plan_of(&scene).lane[0].step[0].slice, 3);
    scene.query.op = ISA_FETCH_SAMPLE_L;
    assert_int_equal(plan_of(&scene).lane[0].step[0].slice, 3);
    scene.query.op = ISA_FETCH_SAMPLE_C_L;
    assert_int_equal(plan_of(&scene).lane[0].step[0].slice, 5);
    scene.query.op = ISA_FETCH_SAMPLE_C_LB;
    assert_int_equal(plan_of(&scene).lane[0].step[0].slice, 5);
}

static struct scene volume(void)
{
    struct scene scene = plain();
    scene.resource.dim = TEX_DIM_3D;
    scene.resource.tex_depth = 7;
    scene.resource.last_level = 3;
    return scene;
}

static void check_slices(struct scene *scene, float z, unsigned steps, unsigned first, unsigned second, unsigned weight)
{
    scene_at(scene, 0.5f, 0.5f, z, 0);
    const struct texture_plan plan = plan_of(scene);
    assert_int_equal(plan.lane[0].steps, steps);
    assert_int_equal(plan.lane[0].step[0].slice, first);
    if (steps > 1) {
        assert_int_equal(plan.lane[0].step[1].slice, second);
        assert_int_equal(plan.lane[0].step[1].weight, weight * 64);
    }
}

static void a_volume_is_filtered_as_z_filter_says(void **state)
{
    struct scene scene = volume();
    (void)state;
    check_slices(&scene, 3.75f / 8, 2, 3, 4, 16); /* none: as X and Y (MESA sets no Z_FILTER) */
    check_slices(&scene, 3.5f / 8, 1, 3, 0, 0);
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_POINT;
    check_slices(&scene, 3.75f / 8, 1, 3, 0, 0);
    scene.sampler.z_filter = TEX_Z_FILTER_LINEAR;
    check_slices(&scene, 3.75f / 8, 2, 3, 4, 16);
    scene.sampler.perf_z = 2; /* 1/4 gives 0, 3/8 a quarter */
    check_slices(&scene, 3.75f / 8, 1, 3, 0, 0);
    check_slices(&scene, 3.875f / 8, 2, 3, 4, 16);
    scene.sampler.perf_z = 0;
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_BILINEAR;
    scene.sampler.z_filter = TEX_Z_FILTER_POINT;
    check_slices(&scene, 3.75f / 8, 1, 3, 0, 0);
    scene.tex.offset_z = 2;
    check_slices(&scene, 3.75f / 8, 1, 4, 0, 0);
}

static void a_volume_ends_as_clamp_z_says(void **state)
{
    struct scene scene = volume();
    (void)state;
    check_slices(&scene, 0.25f / 8, 2, 7, 0, 48);
    scene.sampler.clamp_z = TEX_CLAMP_LAST_TEXEL;
    check_slices(&scene, 0.25f / 8, 2, 0, 0, 48);
    scene.sampler.clamp_z = TEX_CLAMP_BORDER;
    scene_at(&scene, 0.5f, 0.5f, 0.25f / 8, 0);
    assert_true(plan_of(&scene).lane[0].step[0].border);
    assert_true(scene_taps(&scene, 0, 0).tap[0].border);
    assert_false(scene_taps(&scene, 0, 1).tap[0].border);
}

static void a_smaller_level_has_fewer_slices(void **state)
{
    struct scene scene = volume();
    (void)state;
    scene.query.op = ISA_FETCH_SAMPLE_L;
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    scene_at(&scene, 0.5f, 0.5f, 3.25f / 8, 0.5f);
    const struct texture_plan plan = plan_of(&scene);
    assert_int_equal(plan.lane[0].steps, 4);
    assert_int_equal(plan.passes, 4);
    assert_int_equal(plan.lane[0].step[1].slice, 3); /* 2.75 of 8, 1.125 of 4 */
    assert_int_equal(plan.lane[0].step[1].weight, 32 * 48);
    assert_int_equal(plan.lane[0].step[3].slice, 2);
    assert_int_equal(plan.lane[0].step[3].level, 1);
    assert_int_equal(plan.lane[0].step[3].weight, 32 * 8);
}

/* ---- integers, gathers, weights ---------------------------------------------------------------------------------- */

/* MESA: the hardware takes the nearest texel of integers whatever the filter. */
static void integers_are_not_filtered(void **state)
{
    struct scene scene = volume();
    (void)state;
    scene.resource.num_format_all = TEX_NUM_FORMAT_INT;
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    scene.query.op = ISA_FETCH_SAMPLE_L;
    scene_at(&scene, 3.75f / 8, 3.75f / 8, 3.75f / 8, 0.5f);
    const struct texture_plan plan = plan_of(&scene);
    assert_int_equal(plan.passes, 1);
    assert_int_equal(plan.lane[0].step[0].level, 1);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].weight, TEXTURE_ONE);
}

static void a_gather_takes_the_four_texels_of_a_bilinear_filter(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_POINT;
    scene.query.op = ISA_FETCH_FETCH4;
    scene.resource.last_level = 3;
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    scene_at(&scene, 3.5f / 8, 5.5f / 8, 0, 3);
    const struct texture_taps taps = scene_taps(&scene, 0, 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(taps.tap[i].used); /* those without weight, too */
        assert_int_equal(taps.tap[i].x, 3 + (i & 1));
        assert_int_equal(taps.tap[i].y, 5 + (i >> 1));
        assert_int_equal(taps.tap[i].level, 0);
    }
    scene.query.op = ISA_FETCH_SAMPLE;
    scene.sampler.fetch_4 = 1;
    assert_true(scene_taps(&scene, 0, 0).tap[3].used);
    assert_int_equal(plan_of(&scene).passes, 1);
}

static uint32_t random_word(void)
{
    return (uint32_t)rand() << 17 ^ (uint32_t)rand() << 5 ^ (uint32_t)rand();
}

static void random_scene(struct scene *scene)
{
    uint32_t words[TEXTURE_RESOURCE_WORDS];
    scene_make(scene);
    for (unsigned i = 0; i < TEXTURE_RESOURCE_WORDS; i++)
        words[i] = random_word();
    texture_resource_unpack(words, &scene->resource);
    for (unsigned i = 0; i < 3; i++)
        words[i] = random_word();
    texture_sampler_unpack(words, &scene->sampler);
    for (unsigned i = 0; i < 4; i++)
        words[i] = random_word();
    isa_unpack_tex(words, &scene->tex);
    scene_load_catmull_rom(scene);
    scene->units.ta_cntl_aux = random_word();
    scene->units.cleartype_width = rand() & 7;
    scene->units.cleartype_height = rand() & 7;
    scene->query.op = (enum isa_fetch_id)(ISA_FETCH_FETCH4 + rand() % 17);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        for (unsigned i = 0; i < 4; i++)
            scene->query.coordinate[lane][i] = rand() % 8 ? bits_of((float)(rand() % 4096) / 1024) : random_word();
        for (unsigned i = 0; i < 3; i++) {
            scene->query.gradient_h[lane][i] = bits_of((float)(rand() % 64) / 4096);
            scene->query.gradient_v[lane][i] = bits_of((float)(rand() % 64) / 4096);
        }
    }
}

static void check_lane(struct scene *scene, const struct texture_plan *plan, unsigned lane)
{
    const struct texture_lane_plan *own = &plan->lane[lane];
    const bool                      gathers = texture_op_gathers(&scene->query);
    int64_t                         sum = 0;
    for (unsigned pass = 0; pass < own->passes; pass++) {
        struct texture_taps taps;
        texture_plan_taps(&scene->query, plan, lane, pass, &taps);
        for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
            const struct texture_tap *tap = &taps.tap[i];
            if (!tap->used)
                continue;
            uint32_t size[3];
            texture_level_size(&scene->resource, tap->level, size);
            if (tap->x >= size[0] || tap->y >= size[1])
                fail_msg("dim %u level %u: texel (%u, %u) of (%u, %u)", scene->resource.dim, tap->level, tap->x, tap->y,
                         size[0], size[1]);
            assert_true(tap->level <= scene->resource.last_level || tap->level == scene->resource.base_level);
            sum += tap->weight;
        }
    }
    if (!gathers)
        assert_int_equal(sum, (int64_t)own->box * TEXTURE_ONE);
}

/* Whatever the words are: texels lie in their level, weights add up to one. */
static void weights_add_up_for_all_words(void **state)
{
    (void)state;
    srand(1);
    for (unsigned i = 0; i < 40000; i++) {
        struct scene scene;
        random_scene(&scene);
        if (scene.resource.dim == TEX_DIM_CUBEMAP)
            scene.resource.tex_height = scene.resource.tex_width;
        const struct texture_plan plan = plan_of(&scene);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
            check_lane(&scene, &plan, lane);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ld_takes_integers_and_a_level),
        cmocka_unit_test(ld_of_other_dimensions),
        cmocka_unit_test(ld_outside_is_zero),
        cmocka_unit_test(a_texture_of_one_row_has_no_border_above),
        cmocka_unit_test(an_array_has_the_nearest_slice),
        cmocka_unit_test(slices_are_filtered_without_the_override),
        cmocka_unit_test(the_slice_of_a_1d_array_is_z_or_y),
        cmocka_unit_test(a_volume_is_filtered_as_z_filter_says),
        cmocka_unit_test(a_volume_ends_as_clamp_z_says),
        cmocka_unit_test(a_smaller_level_has_fewer_slices),
        cmocka_unit_test(integers_are_not_filtered),
        cmocka_unit_test(a_gather_takes_the_four_texels_of_a_bilinear_filter),
        cmocka_unit_test(weights_add_up_for_all_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
