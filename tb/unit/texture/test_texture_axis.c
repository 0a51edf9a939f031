/* test_texture_axis.c - coordinates to texels and weights: clamp modes, precision, offsets, LD (3D 8; Direct3D 10). */
#include "pipeline/texture/texture_axis.h"
#include "tb/unit/texture/texture_kit.h"

static void texel_is_its_place(const struct texture_tap *tap, uint32_t value[4])
{
    value[0] = tap->x + 16 * tap->y;
}

static struct scene plain(void)
{
    struct scene scene;
    scene_make(&scene);
    scene.texel = texel_is_its_place;
    return scene;
}

static void a_point_is_the_texel_that_holds_it(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_POINT;
    for (unsigned x = 0; x < 8; x++)
        for (unsigned y = 0; y < 8; y++) {
            scene_at(&scene, ((float)x + 0.25f) / 8, ((float)y + 0.75f) / 8, 0, 0);
            assert_float_equal(scene_x(&scene), (float)(x + 16 * y) / 255, 0);
        }
}

/* Two texels along X and the weight of the second in 1/64. */
struct mode_case {
    enum tex_clamp clamp;
    float          coordinate;  /* in texels of eight */
    int            left, right; /* texel, -1 border */
    unsigned       weight;      /* of the right one in 1/64 */
};

static void check_mode(const struct mode_case *mode, unsigned row)
{
    struct scene scene = plain();
    scene.sampler.clamp_x = mode->clamp;
    scene.resource.dim = TEX_DIM_1D;
    scene_at(&scene, mode->coordinate / 8, 0, 0, 0);
    const struct texture_taps taps = scene_taps(&scene, 0, 0);
    const int                 expected[2] = {mode->left, mode->right};
    const int32_t             weight[2] = {(int32_t)(64 - mode->weight) << 22, (int32_t)mode->weight << 22};
    for (unsigned i = 0; i < 2; i++) {
        const struct texture_tap *tap = &taps.tap[i];
        if (tap->weight != weight[i] || tap->used != (weight[i] != 0))
            fail_msg("row %u tap %u: weight %d, expected %d", row, i, tap->weight, weight[i]);
        if (tap->used && (tap->border ? -1 : (int)tap->x) != expected[i])
            fail_msg("row %u tap %u: texel %d, expected %d", row, i, tap->border ? -1 : (int)tap->x, expected[i]);
    }
    assert_false(taps.tap[2].used || taps.tap[3].used);
}

/* Worked by hand: the filter's middle is the coordinate less one half. */
static void clamp_modes_choose_texels(void **state)
{
    static const struct mode_case modes[] = {
        {TEX_WRAP, 3.5f, 3, 4, 0},
        {TEX_WRAP, 3.75f, 3, 4, 16},
        {TEX_WRAP, 0.25f, 7, 0, 48},
        {TEX_WRAP, 7.75f, 7, 0, 16},
        {TEX_WRAP, -0.25f, 7, 0, 16},
        {TEX_WRAP, 8 * 1000 + 3.75f, 3, 4, 16},
        {TEX_WRAP, -8 * 1000 + 3.75f, 3, 4, 16},
        {TEX_MIRROR, 0.25f, 0, 0, 48},
        {TEX_MIRROR, 7.75f, 7, 7, 16},
        {TEX_MIRROR, -1.25f, 1, 0, 16},
        {TEX_MIRROR, 9.75f, 6, 5, 16}, /* 9.25: texel 9 is 6, 10 is 5 */
        {TEX_MIRROR, 8 * 16 + 2.75f, 2, 3, 16},
        {TEX_CLAMP_LAST_TEXEL, -100, 0, 0, 32},
        {TEX_CLAMP_LAST_TEXEL, 0.25f, 0, 0, 48},
        {TEX_CLAMP_LAST_TEXEL, 7.75f, 7, 7, 16},
        {TEX_CLAMP_LAST_TEXEL, 1e30f, 7, 7, 32},
        {TEX_MIRROR_ONCE_LAST_TEXEL, -1.25f, 1, 0, 16},
        {TEX_MIRROR_ONCE_LAST_TEXEL, -100, 7, 7, 32},
        {TEX_MIRROR_ONCE_LAST_TEXEL, 100, 7, 7, 32},
        {TEX_CLAMP_HALF_BORDER, 0.25f, -1, 0, 48},
        {TEX_CLAMP_HALF_BORDER, -100, -1, 0, 32}, /* stops at 0: half of the border */
        {TEX_CLAMP_HALF_BORDER, 100, 7, -1, 32},
        {TEX_MIRROR_ONCE_HALF_BORDER, -100, 7, -1, 32},
        {TEX_MIRROR_ONCE_HALF_BORDER, -0.25f, 0, 0, 48},
        {TEX_CLAMP_BORDER, -0.25f, -1, 0, 16},
        {TEX_CLAMP_BORDER, -100, -1, -1, 32},
        {TEX_CLAMP_BORDER, 8.25f, 7, -1, 48},
        {TEX_MIRROR_ONCE_BORDER, -7.75f, -1, 7, 48}, /* as 7.75 from the other side */
        {TEX_MIRROR_ONCE_BORDER, 100, -1, -1, 32},
    };
    (void)state;
    for (unsigned i = 0; i < LENGTH(modes); i++)
        check_mode(&modes[i], i);
}

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

/* Texel and weight of the second one in 1/256, of a coordinate in texels of an axis. */
static struct texture_place place(const struct texture_axis *axis, float coordinate)
{
    return texture_axis_place(axis, bits_of(coordinate));
}

static struct texture_axis of_8_texels(unsigned bits)
{
    return (struct texture_axis){
        .size = 8, .scale = 8, .clamp = TEX_CLAMP_BORDER, .fraction_bits = (uint8_t)bits, .reach = 1};
}

static unsigned steps_over_a_texel(unsigned bits)
{
    const struct texture_axis axis = of_8_texels(bits);
    unsigned                  steps = 0, last = place(&axis, 3.5f / 8).fraction;
    for (unsigned i = 1; i <= 1 << 14; i++) {
        const unsigned now = place(&axis, (3.5f + (float)i / (1 << 14)) / 8).fraction;
        steps += now != last;
        last = now;
    }
    return steps;
}

/* 64 with 6 bits, 256 with 8. */
static void a_sweep_over_a_texel_has_as_many_steps_as_the_precision(void **state)
{
    (void)state;
    assert_int_equal(steps_over_a_texel(6), 64);
    assert_int_equal(steps_over_a_texel(8), 256);
    assert_int_equal(steps_over_a_texel(4), 16);
}

static void precision_is_asked_for_by_register_or_sampler(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene_at(&scene, (3.5f + 1 / 256.0f) / 8, 0, 0, 0);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].weight, TEXTURE_ONE / 2); /* 1/256 is nearer to 0 than to 1/64 */
    scene.units.ta_cntl_aux = 1u << 31;
    assert_int_equal(scene_taps(&scene, 0, 0).tap[1].weight, TEXTURE_ONE / 512);
    scene.units.ta_cntl_aux = 0;
    scene.sampler.high_precision_filter = 1;
    assert_int_equal(scene_taps(&scene, 0, 0).tap[1].weight, TEXTURE_ONE / 512);
}

/* Direct3D 10: to the nearest, ties to even; so a point just below an edge may lie beyond it. */
static void coordinates_are_rounded_once(void **state)
{
    struct texture_axis axis = of_8_texels(8);
    (void)state;
    axis.reach = 0;
    assert_int_equal(place(&axis, 0x1.fep-3f + 0x0.004p-3f).fraction, 0xfe); /* 1.9921875 + 1/8192 of 8 x */
    assert_int_equal(place(&axis, (1 + 1.5f / 256) / 8).fraction, 2);        /* ties */
    assert_int_equal(place(&axis, (1 + 2.5f / 256) / 8).fraction, 2);
    assert_int_equal(place(&axis, (2 - 0.4f / 256) / 8).first, 2);
    assert_int_equal(place(&axis, (2 - 0.6f / 256) / 8).first, 1);
    assert_int_equal(place(&axis, -(2 - 0.6f / 256) / 8).first, -2);
    assert_int_equal(place(&axis, -(2 - 0.6f / 256) / 8).fraction, 1);
}

static void what_is_no_number_is_0_and_infinities_lie_far_out(void **state)
{
    struct texture_axis axis = of_8_texels(6);
    uint32_t            texel;
    (void)state;
    assert_int_equal(texture_axis_place(&axis, 0x7fc00000).first, -1);
    assert_int_equal(texture_axis_place(&axis, 0x7fc00000).fraction, 32);
    axis.clamp = TEX_CLAMP_LAST_TEXEL;
    assert_true(texture_axis_texel(&axis, texture_axis_place(&axis, 0x7f800000).first, &texel));
    assert_int_equal(texel, 7);
    assert_true(texture_axis_texel(&axis, texture_axis_place(&axis, 0xff800000).first, &texel));
    assert_int_equal(texel, 0);
    axis.clamp = TEX_WRAP; /* no fraction is left of an infinity */
    assert_int_equal(texture_axis_place(&axis, 0x7f800000).first, -1);
}

/* The fraction of a repeated coordinate is exact, however large its whole part. */
static void repeated_coordinates_lose_nothing_far_out(void **state)
{
    struct texture_axis axis = of_8_texels(8);
    (void)state;
    axis.clamp = TEX_WRAP;
    axis.reach = 0;
    axis.size = axis.scale = 8191;
    for (int sign = -1; sign <= 1; sign += 2) {
        const struct texture_place near = place(&axis, (float)sign * 0.25f),
                                   far = place(&axis, (float)sign * 2097152.25f);
        assert_int_equal(near.fraction, far.fraction);
        assert_int_equal(near.first, far.first);
    }
    assert_int_equal(place(&axis, 0.25f).first, 2047); /* 2047.75 */
    assert_int_equal(place(&axis, 0.25f).fraction, 192);
}

static void offsets_are_half_texels(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.dim = TEX_DIM_1D;
    scene_at(&scene, 3.5f / 8, 0, 0, 0);
    scene.tex.offset_x = 3; /* 1.5 */
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 4);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[1].weight, TEXTURE_ONE / 2);
    scene.tex.offset_x = 32 - 2; /* -1 */
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 2);
    scene.tex.offset_x = 16; /* -8 */
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 3);
    scene.resource.dim = TEX_DIM_2D;
    scene.tex.offset_x = 0;
    scene.tex.offset_y = 4;
    scene_at(&scene, 3.5f / 8, 3.5f / 8, 0, 0);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].y, 5);
}

/* R5XX TX_FILTER1 MC_COORD_TRUNCATE. */
static void truncated_fractions_are_0_or_a_half(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.sampler.mc_coord_truncate = 1;
    for (unsigned i = 0; i < 64; i++) {
        scene_at(&scene, (3.5f + (float)i / 64) / 8, 3.5f / 8, 0, 0);
        assert_int_equal(scene_taps(&scene, 0, 0).tap[1].weight, i < 32 ? 0 : TEXTURE_ONE / 2);
    }
}

/* ---- coordinates in texels -------------------------------------------------------------------------------------- */

static void coordinates_in_texels_are_halved_from_level_to_level(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.resource.last_level = 3;
    scene.resource.dim = TEX_DIM_1D;
    scene.sampler.mip_filter = TEX_Z_FILTER_POINT;
    scene.tex.coord_type_x = 0;
    scene.query.op = ISA_FETCH_SAMPLE_L;
    scene_at(&scene, 6.5f, 0, 0, 0);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 6);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].weight, TEXTURE_ONE);
    scene_at(&scene, 6.5f, 0, 0, 1); /* 3.25 - 0.5 */
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].level, 1);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 2);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[1].weight, TEXTURE_ONE / 4 * 3);
}

/* ISA 10.4 COORD_TYPE. */
static void coordinates_in_texels_neither_repeat_nor_mirror(void **state)
{
    static const enum tex_clamp once[] = {[TEX_WRAP] = TEX_CLAMP_LAST_TEXEL,
                                          [TEX_MIRROR] = TEX_CLAMP_LAST_TEXEL,
                                          [TEX_CLAMP_LAST_TEXEL] = TEX_CLAMP_LAST_TEXEL,
                                          [TEX_MIRROR_ONCE_LAST_TEXEL] = TEX_CLAMP_LAST_TEXEL,
                                          [TEX_CLAMP_HALF_BORDER] = TEX_CLAMP_HALF_BORDER,
                                          [TEX_MIRROR_ONCE_HALF_BORDER] = TEX_CLAMP_HALF_BORDER,
                                          [TEX_CLAMP_BORDER] = TEX_CLAMP_BORDER,
                                          [TEX_MIRROR_ONCE_BORDER] = TEX_CLAMP_BORDER};
    (void)state;
    for (unsigned i = 0; i < LENGTH(once); i++) {
        assert_int_equal(texture_axis_clamp((enum tex_clamp)i, true, false, false), once[i]);
        assert_int_equal(texture_axis_clamp((enum tex_clamp)i, false, false, true), i);
    }
}

static void points_meet_no_half_border(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_POINT;
    scene.sampler.clamp_x = TEX_CLAMP_HALF_BORDER;
    scene_at(&scene, 1, 0, 0, 0);
    assert_false(scene_taps(&scene, 0, 0).tap[0].border);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 7);
    scene.sampler.clamp_x = TEX_MIRROR_ONCE_HALF_BORDER;
    scene_at(&scene, -2, 0, 0, 0);
    assert_false(scene_taps(&scene, 0, 0).tap[0].border);
    scene.sampler.clamp_x = TEX_CLAMP_BORDER;
    scene_at(&scene, 1, 0, 0, 0);
    assert_true(scene_taps(&scene, 0, 0).tap[0].border);
    scene.sampler.point_sampling_clamp = 1;
    assert_false(scene_taps(&scene, 0, 0).tap[0].border);
    scene.sampler.clamp_x = TEX_MIRROR_ONCE_BORDER;
    scene_at(&scene, -1.5f, 0, 0, 0);
    assert_false(scene_taps(&scene, 0, 0).tap[0].border);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].x, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_the_texel_that_holds_it),
        cmocka_unit_test(clamp_modes_choose_texels),
        cmocka_unit_test(a_sweep_over_a_texel_has_as_many_steps_as_the_precision),
        cmocka_unit_test(precision_is_asked_for_by_register_or_sampler),
        cmocka_unit_test(coordinates_are_rounded_once),
        cmocka_unit_test(what_is_no_number_is_0_and_infinities_lie_far_out),
        cmocka_unit_test(repeated_coordinates_lose_nothing_far_out),
        cmocka_unit_test(offsets_are_half_texels),
        cmocka_unit_test(truncated_fractions_are_0_or_a_half),
        cmocka_unit_test(coordinates_in_texels_are_halved_from_level_to_level),
        cmocka_unit_test(coordinates_in_texels_neither_repeat_nor_mirror),
        cmocka_unit_test(points_meet_no_half_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
