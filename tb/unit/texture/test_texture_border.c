/* test_texture_border.c - what a filter takes instead of a texel: border colours and comparisons (3D 8, 14; ISA 9.4).
 */
#include "tb/unit/texture/texture_kit.h"

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

static void texels(uint32_t even, uint32_t odd)
{
    shown[0][0] = even;
    shown[1][0] = odd;
}

/* ---- border ----------------------------------------------------------------------------------------------------- */

static struct scene bordered(enum tex_border_color type)
{
    struct scene scene = plain();
    scene.sampler.clamp_x = TEX_CLAMP_BORDER;
    scene.sampler.border_color_type = type;
    scene.resource.data_format = TEX_FMT_8_8_8_8;
    return scene;
}

/* A part of border in 64ths beside texel 7. */
static void beside_border(struct scene *scene, unsigned part, uint32_t result[4])
{
    scene_at(scene, (7.5f + (float)part / 64) / 8, 0, 0, 0);
    scene_sample(scene, 0, result);
}

static void border_colours_are_three_and_a_register(void **state)
{
    static const float color[4][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}, {0.25f, 0.3f, 0.75f, 0.1f}};
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        struct scene scene = bordered((enum tex_border_color)type);
        uint32_t     result[4];
        for (unsigned i = 0; i < 4; i++)
            scene.units.border[i] = bits_of(color[3][i]);
        beside_border(&scene, 64, result);
        for (unsigned i = 0; i < 4; i++)
            assert_float_equal(number_of(result[i]), color[type][i], 0);
        for (unsigned i = 0; i < 4; i++)
            shown[1][i] = 255;
        beside_border(&scene, 16, result);
        for (unsigned i = 0; i < 4; i++)
            assert_float_equal(number_of(result[i]), 0.75f + color[type][i] / 4, 0x1p-24f);
    }
}

static uint32_t border_alone(struct scene *scene, uint32_t color)
{
    uint32_t result[4];
    scene->units.border[0] = color;
    beside_border(scene, 64, result);
    return result[0];
}

/* Direct3D 10: within what the format can hold; integers are not converted. */
static void a_border_is_within_the_format(void **state)
{
    struct scene scene = bordered(TEX_BORDER_COLOR_REGISTER);
    uint32_t     result[4];
    (void)state;
    assert_int_equal(border_alone(&scene, bits_of(2.5f)), bits_of(1));
    assert_int_equal(border_alone(&scene, bits_of(-2.5f)), 0);
    assert_int_equal(border_alone(&scene, 0x7fc00000), 0);
    beside_border(&scene, 16, result);
    assert_int_equal(result[0], 0);
    scene.resource.format_comp_x = TEX_FORMAT_COMP_SIGNED;
    assert_int_equal(border_alone(&scene, bits_of(-2.5f)), bits_of(-1));
    assert_int_equal(border_alone(&scene, bits_of(-0.3f)), bits_of(-0.3f));
    scene.resource.data_format = TEX_FMT_32_FLOAT;
    assert_int_equal(border_alone(&scene, bits_of(-2.5f)), bits_of(-2.5f));
    scene.units.border[0] = bits_of(4);
    beside_border(&scene, 16, result);
    assert_float_equal(number_of(result[0]), 1, 0);
    scene.resource.data_format = TEX_FMT_32;
    scene.resource.num_format_all = TEX_NUM_FORMAT_INT;
    assert_int_equal(border_alone(&scene, 0xdeadbeef), 0xdeadbeef);
    scene.sampler.border_color_type = TEX_BORDER_COLOR_OPAQUE_WHITE;
    assert_int_equal(border_alone(&scene, 0), 1);
    scene.resource.num_format_all = TEX_NUM_FORMAT_SCALED;
    scene.resource.data_format = TEX_FMT_8;
    scene.sampler.border_color_type = TEX_BORDER_COLOR_REGISTER;
    scene.units.border[0] = bits_of(100);
    shown[1][0] = 20;
    beside_border(&scene, 32, result);
    assert_float_equal(number_of(result[0]), 60, 0);
    assert_int_equal(border_alone(&scene, bits_of(-1000)), bits_of(-256)); /* as far as eight bits reach, or one more */
    beside_border(&scene, 32, result);
    assert_float_equal(number_of(result[0]), -118, 0);
}

/* Elements that the format lacks are 0 0 0 1 in its border, too. */
static void a_border_has_the_format_s_elements(void **state)
{
    struct scene scene = bordered(TEX_BORDER_COLOR_REGISTER);
    uint32_t     result[4];
    (void)state;
    scene.resource.data_format = TEX_FMT_8;
    for (unsigned i = 0; i < 4; i++)
        scene.units.border[i] = bits_of(0.5f);
    shown[1][3] = 1;
    for (unsigned part = 16; part <= 64; part += 48) {
        beside_border(&scene, part, result);
        assert_float_equal(number_of(result[0]), (float)part / 128, 0);
        assert_int_equal(result[1], 0);
        assert_int_equal(result[2], 0);
        assert_int_equal(result[3], bits_of(1));
    }
}

/* ISA 10.4 BC_FRAC_MODE. */
static void the_share_of_the_border_can_be_asked_for(void **state)
{
    struct scene scene = bordered(TEX_BORDER_COLOR_TRANS_BLACK);
    uint32_t     result[4];
    (void)state;
    scene.tex.bc_frac_mode = 1;
    memset(shown, 0xff, sizeof shown);
    for (unsigned part = 0; part <= 64; part += 8) {
        beside_border(&scene, part, result);
        for (unsigned i = 0; i < 4; i++)
            assert_float_equal(number_of(result[i]), (float)part / 64, 0);
    }
}

/* ---- compare ---------------------------------------------------------------------------------------------------- */

static struct scene shadow(enum tex_format format)
{
    struct scene scene = plain();
    scene.resource.data_format = format;
    scene.query.op = ISA_FETCH_SAMPLE_C;
    return scene;
}

static float compared(struct scene *scene, enum tex_depth_compare function, float reference, unsigned part)
{
    scene->sampler.depth_compare_function = function;
    scene_at(scene, (2.5f + (float)part / 64) / 8, 0, 0, reference);
    return scene_x(scene);
}

/* 3D 8: function number by less, equal, greater. */
static void functions_compare_the_reference_with_the_texel(void **state)
{
    static const bool is[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    (void)state;
    for (unsigned function = 0; function < 8; function++)
        for (unsigned i = 0; i < 3; i++) {
            struct scene scene = shadow(TEX_FMT_16);
            texels(0x8000, 0x8000);
            const float reference = (float)(0x7fff + i) / 65535;
            assert_float_equal(compared(&scene, (enum tex_depth_compare)function, reference, 0), is[function][i], 0);
            scene = shadow(TEX_FMT_32_FLOAT);
            texels(bits_of(0.5f), 0);
            assert_float_equal(compared(&scene, (enum tex_depth_compare)function, 0.25f * (float)(i + 1), 0),
                               is[function][i], 0);
        }
}

static void comparisons_are_filtered_not_depths(void **state)
{
    struct scene scene = shadow(TEX_FMT_16);
    (void)state;
    texels(0, 65535);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_LESS, 0.9f, 16), 0.25f, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_GREATER, 0.1f, 16), 0.75f, 0);
}

/* ISA 9.4: the reference becomes a number of the texel's format; NaNs and infinities 0 and the ends where it has none.
 */
static void the_reference_takes_the_texel_s_format(void **state)
{
    struct scene scene = shadow(TEX_FMT_16);
    (void)state;
    texels(1, 1);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 1.49f / 65535, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 1.51f / 65535, 0), 0, 0);
    texels(65535, 65535);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 7, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, INFINITY, 0), 1, 0);
    texels(0, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, NAN, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, -INFINITY, 0), 1, 0);
    scene = shadow(TEX_FMT_32);
    texels(0xbfffffff, 0); /* 3221225471.25 */
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 0.75f, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_GREATER, 0.76f, 0), 1, 0);
    texels(0, 0);
    scene = shadow(TEX_FMT_32_FLOAT);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, -0.0f, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_LESSEQUAL, NAN, 0), 0, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_NOTEQUAL, NAN, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_ALWAYS, NAN, 0), 1, 0);
    texels(bits_of(-2), 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_LESS, -3, 0), 1, 0);
    scene = shadow(TEX_FMT_16_FLOAT); /* eleven bits of mantissa */
    texels(bits_of(1), 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 1 + 0x1p-11f, 0), 1, 0); /* a tie, to even */
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 1 + 0x1.8p-11f, 0), 0, 0);
    texels(bits_of(0x1p-24f), 0); /* the least of a half */
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 0x1.4p-24f, 0), 1, 0);
    texels(bits_of(INFINITY), 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 65520, 0), 1, 0);
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_EQUAL, 65519, 0), 0, 0);
}

/* MESA: in Z where W is a level of detail. */
static void the_reference_is_w_or_z(void **state)
{
    static const struct {
        enum isa_fetch_id op;
        bool              z;
    } of[] = {{ISA_FETCH_SAMPLE_C, false},     {ISA_FETCH_SAMPLE_C_L, true},    {ISA_FETCH_SAMPLE_C_LB, true},
              {ISA_FETCH_SAMPLE_C_LZ, false},  {ISA_FETCH_SAMPLE_C_G, false},   {ISA_FETCH_SAMPLE_C_G_L, true},
              {ISA_FETCH_SAMPLE_C_G_LB, true}, {ISA_FETCH_SAMPLE_C_G_LZ, false}};
    (void)state;
    for (unsigned i = 0; i < LENGTH(of); i++) {
        struct scene scene = shadow(TEX_FMT_16);
        texels(0x8000, 0x8000);
        scene.query.op = of[i].op;
        scene.sampler.depth_compare_function = TEX_DEPTH_COMPARE_LESS;
        scene_at(&scene, 2.5f / 8, 0, 1, 0);
        assert_float_equal(scene_x(&scene), !of[i].z, 0);
    }
}

static void a_sampler_may_make_any_sample_a_comparison(void **state)
{
    struct scene scene = shadow(TEX_FMT_16);
    (void)state;
    texels(0x8000, 0x8000);
    scene.query.op = ISA_FETCH_SAMPLE;
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_LESS, 0.25f, 0), (float)0x8000 / 65535, 0);
    scene.sampler.sample_is_pcf = 1;
    assert_float_equal(compared(&scene, TEX_DEPTH_COMPARE_LESS, 0.25f, 0), 1, 0);
}

static void a_border_is_compared_too(void **state)
{
    struct scene scene = shadow(TEX_FMT_16);
    (void)state;
    texels(0, 0);
    scene.sampler.clamp_x = TEX_CLAMP_BORDER;
    scene.sampler.border_color_type = TEX_BORDER_COLOR_OPAQUE_WHITE;
    scene.sampler.depth_compare_function = TEX_DEPTH_COMPARE_LESS;
    scene_at(&scene, 7.75f / 8, 0, 0, 0.5f);
    assert_float_equal(scene_x(&scene), 0.25f, 0);
    scene.sampler.border_color_type = TEX_BORDER_COLOR_REGISTER;
    scene.sampler.depth_compare_function = TEX_DEPTH_COMPARE_EQUAL;
    scene.units.border[0] = bits_of(0.5f);
    assert_float_equal(scene_x(&scene), 0.25f, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(border_colours_are_three_and_a_register),
        cmocka_unit_test(a_border_is_within_the_format),
        cmocka_unit_test(a_border_has_the_format_s_elements),
        cmocka_unit_test(the_share_of_the_border_can_be_asked_for),
        cmocka_unit_test(functions_compare_the_reference_with_the_texel),
        cmocka_unit_test(comparisons_are_filtered_not_depths),
        cmocka_unit_test(the_reference_takes_the_texel_s_format),
        cmocka_unit_test(the_reference_is_w_or_z),
        cmocka_unit_test(a_sampler_may_make_any_sample_a_comparison),
        cmocka_unit_test(a_border_is_compared_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
