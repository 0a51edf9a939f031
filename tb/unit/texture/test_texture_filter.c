/* test_texture_filter.c - what becomes of weighted texels: rounding, formats, key, gather (3D 8; ISA 9.4). */
#include "tb/unit/texture/texture_kit.h"

#include <stdlib.h>

static uint32_t shown[2][4]; /* the texels with even and odd x */

static void striped(const struct texture_tap *tap, uint32_t value[4])
{
    memcpy(value, shown[tap->x & 1], sizeof shown[0]);
}

static struct scene plain(void)
{
    struct scene scene;
    scene_make(&scene);
    scene.resource.dim = TEX_DIM_1D;
    scene.texel = striped;
    memset(shown, 0, sizeof shown);
    return scene;
}

/* 64ths of the way from texel 2 to texel 3. */
static float between(struct scene *scene, unsigned part)
{
    scene_at(scene, (2.5f + (float)part / 64) / 8, 0, 0, 0);
    return scene_x(scene);
}

static void texels(uint32_t even, uint32_t odd)
{
    shown[0][0] = even;
    shown[1][0] = odd;
}

/* The float nearest to a quotient of integers, by long division in the host's long double. */
static float nearest(long double a, long double b)
{
    return (float)(a / b);
}

static void a_mean_is_rounded_once_at_the_end(void **state)
{
    struct scene scene = plain();
    (void)state;
    for (unsigned i = 0; i <= 64; i++) {
        texels(7, 201);
        assert_float_equal(between(&scene, i), nearest(7 * (64 - i) + 201 * i, 64 * 255), 0);
    }
    scene.resource.data_format = TEX_FMT_16;
    texels(1, 65534);
    assert_float_equal(between(&scene, 21), nearest(1 * 43 + 65534 * 21, 64 * 65535.0L), 0);
    scene.resource.format_comp_x = TEX_FORMAT_COMP_SIGNED;
    texels((uint32_t)-32768, 5); /* the least is -1 before it is filtered */
    assert_float_equal(between(&scene, 32), nearest(-32767 + 5, 2 * 32767.0L), 0);
    scene.resource.srf_mode_all = TEX_SRF_MODE_NO_ZERO;
    texels((uint32_t)-32768, 5);
    assert_float_equal(between(&scene, 32), nearest(-65535 + 11, 2 * 65535.0L), 0);
    scene.resource.srf_mode_all = 0;
    scene.resource.format_comp_x = TEX_FORMAT_COMP_UNSIGNED_BIASED;
    texels(0, 65535);
    assert_float_equal(between(&scene, 16), -0.5f, 0);
    scene.resource.format_comp_x = 0;
    scene.resource.num_format_all = TEX_NUM_FORMAT_SCALED;
    texels(3, 65535);
    assert_float_equal(between(&scene, 32), 32769, 0);
}

/* docs/texture.md, "Worked out". */
static void the_page_s_value_is_right(void **state)
{
    struct scene scene = plain();
    (void)state;
    texels(201, 7);
    scene_at(&scene, 0.48f, 0, 0, 0);
    assert_int_equal(bits_of(scene_x(&scene)), 0x3e93f3f4);
}

static void all_elements_are_filtered(void **state)
{
    struct scene scene = plain();
    uint32_t     result[4];
    (void)state;
    scene.resource.data_format = TEX_FMT_8_8_8_8;
    for (unsigned i = 0; i < 4; i++)
        shown[1][i] = 51 * (i + 1);
    scene_at(&scene, 3.0f / 8, 0, 0, 0);
    scene_sample(&scene, 0, result);
    for (unsigned i = 0; i < 4; i++)
        assert_float_equal(number_of(result[i]), (float)(i + 1) / 10, 0);
}

/* One texel with all the weight is what it would be without a filter: every bit of it. */
static void a_single_texel_passes_unchanged(void **state)
{
    static const uint32_t words[] = {0x7f800001, 0xffc12345, 0x7f800000, 0x00000001, 0x80000000, 0x3f800001};
    struct scene          scene = plain();
    (void)state;
    for (unsigned i = 0; i < LENGTH(words); i++) {
        scene.resource.data_format = TEX_FMT_32_FLOAT;
        scene.resource.num_format_all = 0;
        texels(words[i], 0x7fc00000);
        between(&scene, 0);
        uint32_t result[4];
        scene_sample(&scene, 0, result);
        assert_int_equal(result[0], words[i]);
        scene.resource.data_format = TEX_FMT_32;
        scene.resource.num_format_all = TEX_NUM_FORMAT_INT;
        scene_sample(&scene, 0, result);
        assert_int_equal(result[0], words[i]);
        scene.resource.num_format_all = 0;
        scene_sample(&scene, 0, result);
        assert_float_equal(number_of(result[0]), nearest(words[i], 4294967295.0L), 0);
    }
}

/* ---- floats ----------------------------------------------------------------------------------------------------- */

static float float_mean(struct scene *scene, float a, float b, unsigned part)
{
    scene->resource.data_format = TEX_FMT_32_FLOAT;
    texels(bits_of(a), bits_of(b));
    return between(scene, part);
}

static void floats_have_one_exponent(void **state)
{
    struct scene scene = plain();
    (void)state;
    assert_float_equal(float_mean(&scene, 1, 3, 16), 1.5f, 0);
    assert_float_equal(float_mean(&scene, 0x1p100f, -0x1p100f, 32), 0, 0);
    assert_float_equal(float_mean(&scene, 0x1p-30f, 1, 32), 0.5f, 0);
    assert_float_equal(float_mean(&scene, 1, 0x1p-23f, 32), 0.5f + 0x1p-24f, 0);
    assert_float_equal(float_mean(&scene, 0x1p-126f, 0, 32), 0x1p-127f, 0); /* small ones stay */
    assert_float_equal(float_mean(&scene, 0x1.fffffep127f, 0x1.fffffep127f, 32), 0x1.fffffep127f, 0);
    srand(2);
    for (unsigned i = 0; i < 20000; i++) {
        const float a = (float)(rand() % 20001 - 10000) * (float)(1 << rand() % 20),
                    b = (float)(rand() % 20001 - 10000);
        const unsigned part = (unsigned)rand() % 65;
        assert_float_equal(float_mean(&scene, a, b, part),
                           (float)(((long double)a * (64 - part) + (long double)b * part) / 64), 0);
    }
}

static void infinities_and_nans_win(void **state)
{
    struct scene scene = plain();
    (void)state;
    assert_true(isinf(float_mean(&scene, 1, INFINITY, 1)));
    assert_true(float_mean(&scene, 1, -INFINITY, 1) < 0);
    assert_true(isnan(float_mean(&scene, INFINITY, -INFINITY, 1)));
    assert_true(isnan(float_mean(&scene, 1, NAN, 1)));
    assert_float_equal(float_mean(&scene, 1, NAN, 0), 1, 0); /* without a weight it is not there */
}

/* ---- key, gather, selection -------------------------------------------------------------------------------------- */

static struct scene keyed(enum tex_chroma_key mode)
{
    struct scene scene = plain();
    scene.resource.data_format = TEX_FMT_8_8;
    scene.sampler.chroma_key = mode;
    scene.units.border[0] = bits_of(1);
    scene.units.border[1] = bits_of(0.2f);
    shown[0][0] = 255;
    shown[0][1] = 51;
    shown[1][0] = 255;
    shown[1][1] = 255;
    shown[0][3] = shown[1][3] = 1;
    return scene;
}

/* 3D 8 CHROMA_KEY. */
static void a_key_kills_or_leaves_the_mean(void **state)
{
    struct scene scene = keyed(TEX_CHROMA_KEY_KILL);
    uint32_t     result[4];
    (void)state;
    assert_float_equal(between(&scene, 16), -1, 0);
    assert_float_equal(between(&scene, 64), 1, 0); /* texel 3 alone has another colour */
    scene = keyed(TEX_CHROMA_KEY_BLEND);
    assert_float_equal(between(&scene, 16), 0.25f, 0);
    scene_sample(&scene, 0, result);
    assert_float_equal(number_of(result[3]), 0.25f, 0);
    assert_float_equal(between(&scene, 0), 0, 0);
    scene = keyed(TEX_CHROMA_KEY_DISABLED);
    assert_float_equal(between(&scene, 16), 1, 0);
}

static void place_texel(const struct texture_tap *tap, uint32_t value[4])
{
    value[0] = tap->x;
    value[1] = tap->y;
}

/* MESA: Evergreen's GATHER4 gives (1,0) (0,1) (1,1) (0,0) of the four. */
static void a_gather_returns_one_element_of_four_texels(void **state)
{
    struct scene scene = plain();
    uint32_t     result[4], out[4];
    (void)state;
    scene.resource.dim = TEX_DIM_2D;
    scene.resource.data_format = TEX_FMT_8_8;
    scene.query.op = ISA_FETCH_FETCH4;
    scene.texel = place_texel;
    scene_at(&scene, 3.75f / 8, 5.75f / 8, 0, 0);
    for (unsigned select = 0; select < 2; select++) {
        scene.resource.dst_sel_x = select;
        scene_sample(&scene, 0, result);
        for (unsigned i = 0; i < 4; i++) {
            static const uint8_t is[2][4] = {{4, 3, 4, 3}, {5, 6, 6, 5}};
            assert_int_equal(result[i], bits_of((float)is[select][i] / 255));
        }
    }
    scene.resource.dst_sel_y = TEX_SEL_0; /* no selection any more */
    texture_select(&scene.query, result, out);
    assert_memory_equal(out, result, sizeof out);
}

static void a_resource_selects_elements_and_constants(void **state)
{
    struct scene   scene = plain();
    const uint32_t value[4] = {11, 12, 13, 14};
    uint32_t       out[4];
    (void)state;
    scene.resource.dst_sel_x = TEX_SEL_W;
    scene.resource.dst_sel_y = TEX_SEL_X;
    scene.resource.dst_sel_z = TEX_SEL_0;
    scene.resource.dst_sel_w = TEX_SEL_1;
    scene_settle(&scene);
    texture_select(&scene.query, value, out);
    assert_int_equal(out[0], 14);
    assert_int_equal(out[1], 11);
    assert_int_equal(out[2], 0);
    assert_int_equal(out[3], bits_of(1));
    scene.resource.num_format_all = TEX_NUM_FORMAT_INT;
    scene_settle(&scene);
    texture_select(&scene.query, value, out);
    assert_int_equal(out[3], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mean_is_rounded_once_at_the_end),
        cmocka_unit_test(the_page_s_value_is_right),
        cmocka_unit_test(all_elements_are_filtered),
        cmocka_unit_test(a_single_texel_passes_unchanged),
        cmocka_unit_test(floats_have_one_exponent),
        cmocka_unit_test(infinities_and_nans_win),
        cmocka_unit_test(a_key_kills_or_leaves_the_mean),
        cmocka_unit_test(a_gather_returns_one_element_of_four_texels),
        cmocka_unit_test(a_resource_selects_elements_and_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
