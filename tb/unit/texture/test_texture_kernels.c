/* test_texture_kernels.c - filters with more than four texels: bicubic (TD_FILTER4) and text (CLEARTYPE_KERNEL). */
#include "tb/unit/texture/texture_kit.h"

static struct scene plain(void)
{
    struct scene scene;
    scene_make(&scene);
    return scene;
}

static struct texture_plan plan_of(struct scene *scene)
{
    struct texture_plan plan;
    scene_plan(scene, &plan);
    return plan;
}

/* ---- bicubic ---------------------------------------------------------------------------------------------------- */

static struct scene bicubic(void)
{
    struct scene scene = plain();
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_BICUBIC;
    scene_load_catmull_rom(&scene);
    return scene;
}

/* The four weights along X with Y in the middle of a texel, in 1/512. */
static void weights_along_x(struct scene *scene, int weight[4])
{
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct texture_taps taps = scene_taps(scene, 0, pass);
        for (unsigned i = 0; i < 2; i++)
            weight[2 * pass + i] = taps.tap[2 + i].weight / (TEXTURE_ONE / 512); /* the second row */
    }
}

/* phase 8 of Catmull-Rom is (-32, 288, 288, -32), sum 512. */
static void bicubic_has_16_phases_of_which_9_are_stored(void **state)
{
    struct scene scene = bicubic();
    int          weight[4], expected[4];
    (void)state;
    scene_at(&scene, 4.0f / 8, 3.5f / 8, 0, 0);
    weights_along_x(&scene, weight);
    assert_int_equal(weight[0], -32);
    assert_int_equal(weight[1], 288);
    assert_int_equal(weight[2], 288);
    assert_int_equal(weight[3], -32);
    for (unsigned phase = 0; phase < 16; phase++) {
        scene_at(&scene, (3.5f + (float)phase / 16) / 8, 3.5f / 8, 0, 0);
        weights_along_x(&scene, weight);
        catmull_rom(phase <= 8 ? phase : 16 - phase, expected);
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(weight[i], expected[phase <= 8 ? i : 3 - i]);
    }
}

static void ramp(const struct texture_tap *tap, uint32_t value[4])
{
    static const uint8_t texel[8] = {3, 200, 17, 99, 255, 0, 130, 61};
    value[0] = texel[tap->x];
}
static void mirrored_ramp(const struct texture_tap *tap, uint32_t value[4])
{
    struct texture_tap other = *tap;
    other.x = 7 - tap->x;
    ramp(&other, value);
}

/* 11/16 uses phase 5 from the other end, and is 5/16 of the mirrored texture, bit for bit. */
static void mirrored_phases_are_mirrored_textures(void **state)
{
    struct scene one = bicubic(), other = bicubic();
    (void)state;
    one.texel = ramp;
    other.texel = mirrored_ramp;
    for (unsigned phase = 0; phase <= 16; phase++) {
        scene_at(&one, (3.5f + (float)phase / 16) / 8, 3.5f / 8, 0, 0);
        scene_at(&other, (4.5f - (float)phase / 16) / 8, 3.5f / 8, 0, 0);
        assert_int_equal(bits_of(scene_x(&one)), bits_of(scene_x(&other)));
    }
}

static void bicubic_is_four_passes_of_four_texels(void **state)
{
    struct scene scene = bicubic();
    (void)state;
    scene_at(&scene, 4.0f / 8, 4.0f / 8, 0, 0);
    assert_int_equal(plan_of(&scene).passes, 4);
    int64_t sum = 0;
    for (unsigned pass = 0; pass < 4; pass++) {
        const struct texture_taps taps = scene_taps(&scene, 0, pass);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(taps.tap[i].x, 2 + 2 * (pass & 1) + (i & 1));
            assert_int_equal(taps.tap[i].y, 2 + 2 * (pass >> 1) + (i >> 1));
            sum += taps.tap[i].weight;
        }
    }
    assert_int_equal(sum, TEXTURE_ONE);
    scene.resource.dim = TEX_DIM_1D;
    assert_int_equal(plan_of(&scene).passes, 2);
}

static void rows_and_columns_have_weights_of_their_own(void **state)
{
    struct scene scene = plain();
    (void)state;
    scene.sampler.xy_mag_filter = TEX_XY_FILTER_BICUBIC;
    scene.filter4[0] = 256 << 11; /* horizontal, phase 0: 1/2 of the first */
    scene.filter4[1] = 256;       /* and of the last one */
    scene.filter4[18] = 512;      /* vertical: the second */
    scene_at(&scene, 3.5f / 8, 3.5f / 8, 0, 0);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[2].weight, TEXTURE_ONE / 2);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[2].x, 2);
    assert_int_equal(scene_taps(&scene, 0, 0).tap[2].y, 3);
    assert_int_equal(scene_taps(&scene, 0, 1).tap[3].weight, TEXTURE_ONE / 2);
    assert_int_equal(scene_taps(&scene, 0, 1).tap[3].x, 5);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void ones(const struct texture_tap *tap, uint32_t value[4])
{
    (void)tap;
    value[0] = 1;
}

static struct scene text(unsigned width, unsigned height)
{
    struct scene scene = plain();
    scene.resource.data_format = TEX_FMT_1;
    scene.units.cleartype_width = (uint8_t)width;
    scene.units.cleartype_height = (uint8_t)height;
    scene.texel = ones;
    return scene;
}

/* 8 x 8 ones, a kernel of 3 x 1: in the middle 1, at u = 0 with a border of 0 (0 + 0.5 + 1) / 3. */
static void a_text_filter_is_a_box_with_soft_ends(void **state)
{
    struct scene scene = text(3, 1);
    (void)state;
    scene_at(&scene, 0.5f, 0.5f, 0, 0);
    assert_float_equal(scene_x(&scene), 1, 0);
    scene_at(&scene, 0, 0.5f, 0, 0);
    assert_float_equal(scene_x(&scene), 0.5f, 0);
    scene_at(&scene, 0, 0, 0, 0);
    assert_float_equal(scene_x(&scene), 0.25f, 0);
}

/* Microsoft's formula, in floating point, for every kernel; fractions of 6 bits. */
static void every_kernel_of_1_to_7(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 7; width++)
        for (unsigned height = 1; height <= 7; height++)
            for (unsigned i = 0; i < 64; i += 3) {
                struct scene scene = text(width, height);
                const double u = i / 8.0, v = (63 - i) / 16.0; /* texels */
                scene_at(&scene, (float)u / 8, (float)v / 8, 0, 0);
                double       sum = 0;
                const double uf = u - width / 2.0, vf = v - height / 2.0, beta = uf - floor(uf), alpha = vf - floor(vf);
                for (unsigned y = 0; y <= height; y++)
                    for (unsigned x = 0; x <= width; x++) {
                        const double tx = floor(uf) + x, ty = floor(vf) + y;
                        const double wx = x == 0 ? 1 - beta : x == width ? beta : 1;
                        const double wy = y == 0 ? 1 - alpha : y == height ? alpha : 1;
                        sum += tx >= 0 && tx < 8 && ty >= 0 && ty < 8 ? wx * wy : 0;
                    }
                assert_float_equal(scene_x(&scene), (float)(sum / (width * height)), 1e-7f);
                assert_int_equal(plan_of(&scene).passes, (width / 2 + 1) * (height / 2 + 1));
            }
}

static void a_text_filter_needs_a_kernel_and_one_bit(void **state)
{
    struct scene scene = text(3, 3);
    (void)state;
    assert_int_equal(plan_of(&scene).lane[0].filter, TEXTURE_TEXT);
    scene.resource.data_format = TEX_FMT_1_REVERSED;
    assert_int_equal(plan_of(&scene).lane[0].filter, TEXTURE_TEXT);
    scene.resource.data_format = TEX_FMT_8;
    assert_int_equal(plan_of(&scene).lane[0].filter, TEXTURE_BILINEAR);
    scene = text(3, 0);
    assert_int_equal(plan_of(&scene).lane[0].filter, TEXTURE_BILINEAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bicubic_has_16_phases_of_which_9_are_stored),
        cmocka_unit_test(mirrored_phases_are_mirrored_textures),
        cmocka_unit_test(bicubic_is_four_passes_of_four_texels),
        cmocka_unit_test(rows_and_columns_have_weights_of_their_own),
        cmocka_unit_test(a_text_filter_is_a_box_with_soft_ends),
        cmocka_unit_test(every_kernel_of_1_to_7),
        cmocka_unit_test(a_text_filter_needs_a_kernel_and_one_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
