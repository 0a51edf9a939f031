/* test_texture_lod.c - gradients, level of detail, levels, probes (ISA 9.4; 3D 8; Direct3D 10's definition). */
#include "pipeline/texture/texture_lod.h"
#include "pipeline/texture/texture_number.h"
#include "tb/unit/texture/texture_kit.h"

#include <math.h>

/* 256 x 64 texels, nine levels, linear between levels. */
static struct scene levels(void)
{
    struct scene scene;
    scene_make(&scene);
    scene.resource.tex_width = 255;
    scene.resource.tex_height = 63;
    scene.resource.last_level = 8;
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    return scene;
}

/* Coordinates of a quad with slopes in texels. */
static void slopes(struct scene *scene, float xh, float yh, float xv, float yv)
{
    const float x[4] = {0, xh, xv, xh + xv}, y[4] = {0, yh, yv, yh + yv};
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        scene->query.coordinate[lane][0] = bits_of(x[lane] / 256);
        scene->query.coordinate[lane][1] = bits_of(y[lane] / 64);
    }
}

static struct texture_lane_plan lane_plan(struct scene *scene, unsigned lane)
{
    struct texture_plan plan;
    scene_plan(scene, &plan);
    return plan.lane[lane];
}

static int lod_of(struct scene *scene)
{
    return lane_plan(scene, 0).lod;
}

/* Against the host's logarithm, mantissas with a step of 1/65536 and all exponents. */
static void half_a_logarithm_is_the_nearest(void **state)
{
    (void)state;
    for (uint32_t exponent = 1; exponent < 255; exponent += 7)
        for (uint32_t mantissa = 0; mantissa < 1 << 23; mantissa += 128) {
            const uint32_t value = exponent << 23 | mantissa;
            const double   exact = 32 * log2((double)number_of(value));
            if (fabs(texture_half_logarithm(value) - exact) > 0.5 + 0.004) /* a mantissa's bits below 2^-16 */
                fail_msg("0x%08x: %d, exactly %f", value, texture_half_logarithm(value), exact);
        }
}

static void the_longer_slope_in_texels_is_the_level(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 1, 0, 0, 1);
    assert_int_equal(lod_of(&scene), 0);
    slopes(&scene, 4, 0, 0, 1);
    assert_int_equal(lod_of(&scene), 2 * 64);
    slopes(&scene, 1, 0, 0, 8);
    assert_int_equal(lod_of(&scene), 3 * 64);
    slopes(&scene, 3, 4, 0, 1); /* 5: log2 is 2.3219 */
    assert_int_equal(lod_of(&scene), 149);
    slopes(&scene, 0.25f, 0, 0, 0.125f);
    assert_int_equal(lod_of(&scene), -2 * 64);
    slopes(&scene, 0, 0, 0, 0);
    assert_int_equal(lod_of(&scene), -16 * 64);
}

/* Direct3D 10: the larger of a NaN and a number is the number; what limits make of a NaN is the upper one. */
static void a_slope_that_is_no_number_counts_as_the_other(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, NAN, 0, 0, 8);
    assert_int_equal(lod_of(&scene), 3 * 64);
    slopes(&scene, 4, 0, NAN, 1);
    assert_int_equal(lod_of(&scene), 2 * 64);
    scene.sampler.lod_uses_minor_axis = 1;
    assert_int_equal(lod_of(&scene), 2 * 64);
    scene.sampler.lod_uses_minor_axis = 0;
    slopes(&scene, NAN, 0, 0, NAN);
    assert_int_equal(lod_of(&scene), 1023);
    slopes(&scene, INFINITY, 0, 0, 1);
    assert_int_equal(lod_of(&scene), 1023);
    slopes(&scene, NAN, 0, 0, INFINITY);
    assert_int_equal(lod_of(&scene), 1023);
}

static void the_quad_has_one_slope(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 4, 0, 0, 1);
    scene.query.coordinate[3][0] = bits_of(0.75f);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        assert_int_equal(lane_plan(&scene, lane).lod, 2 * 64);
}

static void volumes_count_z_and_rows_of_one_texture_do_not_count_y(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 1, 8, 0, 0);
    scene.resource.dim = TEX_DIM_1D;
    assert_int_equal(lod_of(&scene), 0);
    scene.resource.dim = TEX_DIM_3D;
    scene.resource.tex_depth = 15;
    slopes(&scene, 1, 0, 0, 0);
    scene.query.coordinate[2][2] = bits_of(0.5f); /* 8 texels of depth */
    assert_int_equal(lod_of(&scene), 3 * 64);
    scene.resource.dim = TEX_DIM_2D_ARRAY;
    assert_int_equal(lod_of(&scene), 0);
}

static void coordinates_in_texels_have_slopes_in_texels(void **state)
{
    struct scene scene = levels();
    (void)state;
    scene.tex.coord_type_x = scene.tex.coord_type_y = 0;
    scene.query.coordinate[1][0] = bits_of(4);
    assert_int_equal(lod_of(&scene), 2 * 64);
}

static void slopes_are_those_of_the_base_level(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 8, 0, 0, 1);
    scene.resource.base_level = 2; /* 64 texels wide: 2 of them */
    assert_int_equal(lod_of(&scene), 64);
    assert_int_equal(lane_plan(&scene, 0).step[0].level, 3);
}

static void set_gradients_are_each_lane_s_own(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 1, 0, 0, 1);
    scene.query.op = ISA_FETCH_SAMPLE_G;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.gradient_v[lane][1] = bits_of((float)(1 << lane) / 64);
    for (int lane = 0; lane < TEXTURE_QUAD; lane++)
        assert_int_equal(lane_plan(&scene, (unsigned)lane).lod, 64 * lane);
}

static void a_level_may_be_given_or_moved(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 4, 0, 0, 1);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.coordinate[lane][3] = bits_of(1.25f + (float)lane);
    scene.query.op = ISA_FETCH_SAMPLE_L;
    assert_int_equal(lod_of(&scene), 80);
    assert_int_equal(lane_plan(&scene, 3).lod, 80 + 3 * 64);
    scene.query.op = ISA_FETCH_SAMPLE_LB;
    assert_int_equal(lod_of(&scene), 2 * 64 + 80);
    scene.query.op = ISA_FETCH_SAMPLE_LZ;
    assert_int_equal(lod_of(&scene), 0);
    scene.query.op = ISA_FETCH_SAMPLE;
    assert_int_equal(lod_of(&scene), 2 * 64);
}

static void biases_add_up_and_level_zero_has_none(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 4, 0, 0, 1);
    scene.sampler.lod_bias = -32;
    scene.sampler.lod_bias_sec = 5;
    scene.tex.lod_bias = 128 - 64; /* -4 */
    assert_int_equal(lod_of(&scene), 2 * 64 - 32 + 5 - 4 * 64);
    scene.tex.lod_bias = 63; /* 3 15/16 */
    assert_int_equal(lod_of(&scene), 2 * 64 - 32 + 5 + 252);
    scene.query.op = ISA_FETCH_SAMPLE_LZ;
    assert_int_equal(lod_of(&scene), 0);
    scene.query.op = ISA_FETCH_SAMPLE_L;
    scene.sampler.lod_bias = 2047;
    assert_int_equal(lod_of(&scene), 16 * 64 - 1);
    scene.sampler.lod_bias = -2048;
    assert_int_equal(lod_of(&scene), -16 * 64);
}

static void limits_are_the_sampler_s_then_the_texture_s(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 64, 0, 0, 1); /* 6 */
    scene.sampler.max_lod = 200;
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 200);
    assert_int_equal(lane_plan(&scene, 0).lod, 6 * 64);
    scene.sampler.min_lod = 300;
    scene.sampler.max_lod = 0x3ff;
    slopes(&scene, 1, 0, 0, 1);
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 300);
    scene.resource.last_level = 3;
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 192);
    scene.resource.base_level = 1;
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 128);
    scene.resource.base_level = 4;
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 0);
}

static void the_level_chooses_the_filter(void **state)
{
    struct scene scene = levels();
    (void)state;
    scene.sampler.xy_min_filter = TEX_XY_FILTER_POINT;
    slopes(&scene, 1, 0, 0, 1);
    assert_int_equal(lane_plan(&scene, 0).filter, TEXTURE_BILINEAR); /* 0 and below: magnified */
    slopes(&scene, 1.02f, 0, 0, 1);
    assert_int_equal(lane_plan(&scene, 0).filter, TEXTURE_POINT);
    scene.resource.last_level = 0; /* minified all the same: there is only no smaller level */
    assert_int_equal(lane_plan(&scene, 0).filter, TEXTURE_POINT);
    assert_int_equal(lane_plan(&scene, 0).lod_clamped, 0);
    scene.sampler.max_lod = 0;
    assert_int_equal(lane_plan(&scene, 0).filter, TEXTURE_BILINEAR);
}

static void levels_are_filtered_as_the_sampler_says(void **state)
{
    struct scene scene = levels();
    (void)state;
    slopes(&scene, 3, 0, 0, 1); /* 1.585: 101/64 */
    struct texture_lane_plan plan = lane_plan(&scene, 0);
    assert_int_equal(plan.steps, 2);
    assert_int_equal(plan.step[0].level, 1);
    assert_int_equal(plan.step[0].weight, (64 - 37) * 64);
    assert_int_equal(plan.step[1].level, 2);
    assert_int_equal(plan.step[1].weight, 37 * 64);
    assert_int_equal(plan.passes, 2);
    scene.sampler.mip_filter = TEX_Z_FILTER_POINT;
    plan = lane_plan(&scene, 0);
    assert_int_equal(plan.steps, 1);
    assert_int_equal(plan.step[0].level, 2); /* nearest */
    scene.sampler.mip_filter = TEX_Z_FILTER_NONE;
    assert_int_equal(lane_plan(&scene, 0).step[0].level, 0);
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR; /* whole levels and the last one need no second */
    slopes(&scene, 4, 0, 0, 1);
    assert_int_equal(lane_plan(&scene, 0).steps, 1);
    slopes(&scene, 200, 0, 0, 1);
    scene.resource.last_level = 2;
    plan = lane_plan(&scene, 0);
    assert_int_equal(plan.steps, 1);
    assert_int_equal(plan.step[0].level, 2);
}

static unsigned fraction_after(struct scene *scene, unsigned perf, float level)
{
    scene->sampler.perf_mip = perf;
    scene_at(scene, 0, 0, 0, level);
    return lane_plan(scene, 0).level_fraction;
}

/* R5XX TX_FILTER1 TRI_PERF: with a break point of 1/4, 0.25 gives 0, 0.5 0.5, 0.75 1; and in between
 * (f - b) / (1 - 2b). */
static void steeper_levels_need_fewer_fetches(void **state)
{
    struct scene scene = levels();
    (void)state;
    scene.query.op = ISA_FETCH_SAMPLE_L;
    assert_int_equal(fraction_after(&scene, 2, 1.25f), 0);
    assert_int_equal(fraction_after(&scene, 2, 1.5f), 32);
    assert_int_equal(fraction_after(&scene, 2, 1.75f), 64);
    assert_int_equal(lane_plan(&scene, 0).steps, 1);
    assert_int_equal(lane_plan(&scene, 0).step[0].level, 2);
    for (unsigned perf = 0; perf < 4; perf++)
        for (unsigned i = 0; i < 64; i++) {
            const double b = perf / 8.0, f = (i / 64.0 - b) / (1 - 2 * b);
            const double expected = 64 * (f < 0 ? 0 : f > 1 ? 1 : f);
            assert_true(fabs(fraction_after(&scene, perf, 1 + (float)i / 64) - expected) <= 0.5);
        }
    for (unsigned perf = 4; perf < 8; perf++) {
        assert_int_equal(fraction_after(&scene, perf, 1 + 31 / 64.0f), 0);
        assert_int_equal(fraction_after(&scene, perf, 1.5f), 64);
    }
}

/* ---- probes ----------------------------------------------------------------------------------------------------- */

static struct scene anisotropic(unsigned most)
{
    struct scene scene = levels();
    scene.sampler.xy_mag_filter = scene.sampler.xy_min_filter = TEX_XY_FILTER_ANISO_BILINEAR;
    scene.sampler.max_aniso = most;
    scene.resource.max_aniso = 4;
    return scene;
}

static void check_probes(struct scene *scene, unsigned logarithm, int lod)
{
    const struct texture_lane_plan plan = lane_plan(scene, 0);
    assert_int_equal(plan.probes, logarithm);
    assert_int_equal(plan.lod, lod);
}

static void a_longer_axis_has_probes_and_a_finer_level(void **state)
{
    struct scene scene = anisotropic(4);
    (void)state;
    slopes(&scene, 8, 0, 0, 2); /* 4 probes of 2 texels */
    check_probes(&scene, 2, 64);
    slopes(&scene, 0, 2, 64, 0); /* 32 would be needed: 16 of 4 texels */
    check_probes(&scene, 4, 2 * 64);
    assert_int_equal(lane_plan(&scene, 0).axis[0], bits_of(0.25f));
    slopes(&scene, 6, 0, 0, 2); /* 3: 4 probes, but no finer than the shorter axis */
    check_probes(&scene, 2, 64);
    slopes(&scene, 2, 0, 0, 2);
    check_probes(&scene, 0, 64);
    slopes(&scene, 1, 0, 0, 0.125f); /* magnified: a texel is not looked at twice */
    check_probes(&scene, 0, 0);
    slopes(&scene, 2, 0, 0, 0.125f);
    check_probes(&scene, 1, 0);
}

static void integers_have_no_probes(void **state)
{
    struct scene scene = anisotropic(4);
    (void)state;
    slopes(&scene, 8, 0, 0, 2);
    scene.resource.num_format_all = TEX_NUM_FORMAT_INT;
    assert_int_equal(lane_plan(&scene, 0).probes, 0);
    assert_int_equal(lane_plan(&scene, 0).filter, TEXTURE_POINT);
}

static void probes_are_limited_by_sampler_and_texture(void **state)
{
    struct scene scene = anisotropic(1);
    (void)state;
    slopes(&scene, 16, 0, 0, 1);
    check_probes(&scene, 1, 3 * 64);
    scene.sampler.max_aniso = 4;
    scene.resource.max_aniso = 2;
    check_probes(&scene, 2, 2 * 64);
    scene.resource.max_aniso = 7;
    scene.sampler.max_aniso = 7;
    slopes(&scene, 128, 0, 0, 1);
    check_probes(&scene, 4, 3 * 64);
    scene.sampler.xy_min_filter = TEX_XY_FILTER_BILINEAR;
    check_probes(&scene, 0, 7 * 64);
}

static void volumes_and_cubes_that_forbid_it_have_no_probes(void **state)
{
    struct scene scene = anisotropic(4);
    (void)state;
    slopes(&scene, 4, 0, 0, 1);
    scene.resource.dim = TEX_DIM_3D;
    check_probes(&scene, 0, 2 * 64);
    scene.resource.dim = TEX_DIM_2D_ARRAY;
    check_probes(&scene, 0, 2 * 64);
    scene.sampler.tex_array_override = 1;
    check_probes(&scene, 2, 0);
    scene.resource.dim = TEX_DIM_CUBEMAP;
    check_probes(&scene, 2, 0);
    scene.units.ta_cntl_aux = 2;
    check_probes(&scene, 0, 2 * 64);
}

static void the_minor_axis_may_be_the_level(void **state)
{
    struct scene scene = levels();
    (void)state;
    scene.sampler.lod_uses_minor_axis = 1;
    slopes(&scene, 8, 0, 0, 2);
    check_probes(&scene, 0, 64);
}

/* Four probes of an axis of 8 texels: at -3, -1, 1, 3 texels. */
static void probes_lie_evenly_along_the_axis(void **state)
{
    struct scene        scene = anisotropic(4);
    struct texture_plan plan;
    (void)state;
    slopes(&scene, 4, 0, 0, 1);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.coordinate[lane][0] = bits_of(number_of(scene.query.coordinate[lane][0]) + 100 / 256.0f);
    scene_plan(&scene, &plan);
    assert_int_equal(plan.passes, 4);
    for (unsigned pass = 0; pass < 4; pass++) {
        struct texture_taps taps;
        texture_plan_taps(&scene.query, &plan, 0, pass, &taps);
        assert_int_equal(taps.tap[0].x, 98 + pass); /* 100 - 1.5 + pass - 0.5 */
        assert_int_equal(taps.tap[0].weight + taps.tap[2].weight, TEXTURE_ONE / 4);
    }
}

/* ---- cubes ------------------------------------------------------------------------------------------------------ */

static void a_slope_between_two_faces_does_not_count(void **state)
{
    struct scene scene = levels();
    (void)state;
    scene.resource.dim = TEX_DIM_CUBEMAP;
    scene.resource.tex_height = 255;
    scene_at(&scene, 1.5f, 1.5f, 2, 0);
    scene.query.coordinate[1][0] = bits_of(1.75f); /* 64 texels */
    scene.query.coordinate[2][0] = bits_of(1.5f + 4 / 256.0f);
    assert_int_equal(lod_of(&scene), 6 * 64);
    scene.query.coordinate[1][2] = bits_of(3);
    assert_int_equal(lod_of(&scene), 2 * 64);
    scene.query.coordinate[2][2] = bits_of(4);
    assert_int_equal(lod_of(&scene), -16 * 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_a_logarithm_is_the_nearest),
        cmocka_unit_test(the_longer_slope_in_texels_is_the_level),
        cmocka_unit_test(a_slope_that_is_no_number_counts_as_the_other),
        cmocka_unit_test(the_quad_has_one_slope),
        cmocka_unit_test(volumes_count_z_and_rows_of_one_texture_do_not_count_y),
        cmocka_unit_test(coordinates_in_texels_have_slopes_in_texels),
        cmocka_unit_test(slopes_are_those_of_the_base_level),
        cmocka_unit_test(set_gradients_are_each_lane_s_own),
        cmocka_unit_test(a_level_may_be_given_or_moved),
        cmocka_unit_test(biases_add_up_and_level_zero_has_none),
        cmocka_unit_test(limits_are_the_sampler_s_then_the_texture_s),
        cmocka_unit_test(the_level_chooses_the_filter),
        cmocka_unit_test(levels_are_filtered_as_the_sampler_says),
        cmocka_unit_test(steeper_levels_need_fewer_fetches),
        cmocka_unit_test(a_longer_axis_has_probes_and_a_finer_level),
        cmocka_unit_test(integers_have_no_probes),
        cmocka_unit_test(probes_are_limited_by_sampler_and_texture),
        cmocka_unit_test(volumes_and_cubes_that_forbid_it_have_no_probes),
        cmocka_unit_test(the_minor_axis_may_be_the_level),
        cmocka_unit_test(probes_lie_evenly_along_the_axis),
        cmocka_unit_test(a_slope_between_two_faces_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
