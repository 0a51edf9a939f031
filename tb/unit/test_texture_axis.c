/* test_texture_axis.c - coordinates to texels and weights: clamp modes, precision, offsets, LD (3D 8; Direct3D 10). */
#include "tb/unit/texture_kit.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_is_the_texel_that_holds_it),
        cmocka_unit_test(clamp_modes_choose_texels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
