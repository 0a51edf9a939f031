/* test_launch_texture.c - launch files: textures and samplers, their formats, filters and comparisons
 * (docs/launch.md). */
#include "tb/unit/start/launch_kit.h"

static void textures_are_read(void **state)
{
    (void)state;
    struct launch               *launch = load_full();
    const struct launch_texture *texture = launch->textures;
    assert_int_equal(launch->texture_count, 5);
    assert_int_equal(texture[0].id, 2);
    assert_int_equal(texture[0].dim, LAUNCH_DIM_2D);
    assert_int_equal(texture[0].width * 100 + texture[0].height * 10 + texture[0].depth, 221);
    assert_int_equal(texture[0].levels, 2);
    assert_int_equal(texture[0].format->number, 26);
    assert_int_equal(texture[0].num_format, LAUNCH_NUM_NORM);
    assert_false(texture[0].is_signed);
    assert_true(texture[0].srgb);
    assert_int_equal(texture[0].swizzle[0], LAUNCH_SEL_Z);
    assert_int_equal(texture[0].swizzle[3], LAUNCH_SEL_1);
    assert_int_equal(texture[1].dim, LAUNCH_DIM_CUBEMAP);
    assert_int_equal(texture[1].layers, 6);
    assert_int_equal(texture[1].num_format, LAUNCH_NUM_INT);
    assert_true(texture[1].is_signed);
    assert_int_equal(texture[1].swizzle[1], LAUNCH_SEL_Y);
    assert_int_equal(texture[2].dim, LAUNCH_DIM_3D);
    assert_true(texture[3].raw);
    assert_int_equal(texture[3].words[6], 0x80000000);
    assert_int_equal(texture[3].file.bytes, 32);
    assert_int_equal(texture[4].source, LAUNCH_SOURCE_BUFFER);
    launch_free(launch);
}

static void samplers_and_kernels_are_read(void **state)
{
    (void)state;
    struct launch               *launch = load_full();
    const struct launch_sampler *sampler = launch->samplers;
    assert_int_equal(launch->sampler_count, 4);
    assert_int_equal(sampler[0].clamp[0], 0);
    assert_int_equal(sampler[0].clamp[1], 2);
    assert_int_equal(sampler[0].clamp[2], 6);
    assert_int_equal(sampler[0].mag, LAUNCH_BILINEAR);
    assert_int_equal(sampler[0].min, LAUNCH_BICUBIC);
    assert_int_equal(sampler[0].mip, LAUNCH_MIP_LINEAR);
    assert_true(sampler[0].lod[0] == 0 && sampler[0].lod[1] == 15.99 && sampler[0].bias == -0.5);
    assert_int_equal(sampler[0].aniso, 8);
    assert_int_equal(sampler[0].compare, 3);
    assert_int_equal(sampler[0].border, LAUNCH_BORDER_REGISTER);
    assert_true(sampler[0].border_color[1] == 0.5f && sampler[0].border_color[2] == 1.0f);
    assert_true(sampler[1].lod[0] == 0 && sampler[1].lod[1] == 16 && sampler[1].bias == 0);
    assert_int_equal(sampler[1].clamp[0] | sampler[1].clamp[1] | sampler[1].clamp[2], LAUNCH_WRAP);
    assert_int_equal(sampler[1].mag | sampler[1].min, LAUNCH_POINT);
    assert_int_equal(sampler[1].mip, LAUNCH_MIP_NONE);
    assert_int_equal(sampler[1].border, LAUNCH_BORDER_TRANSPARENT_BLACK);
    assert_int_equal(sampler[1].aniso, 1);
    assert_int_equal(sampler[1].compare, LAUNCH_NEVER);
    assert_int_equal(sampler[2].border, LAUNCH_BORDER_OPAQUE_WHITE);
    assert_true(sampler[3].raw);
    assert_int_equal(sampler[3].words[2], 0x80000000);
    assert_int_equal(sampler[3].border, LAUNCH_BORDER_REGISTER);
    assert_int_equal(launch_word(&launch->bicubic_weights, 35), 35);
    assert_int_equal(launch->cleartype_kernel_count, 1);
    assert_int_equal(launch->cleartype_kernels[0].id * 100 + launch->cleartype_kernels[0].width * 10 +
                         launch->cleartype_kernels[0].height,
                     471);
    launch_free(launch);
}

static void number_formats_set_both_fields(void **state)
{
    (void)state;
    static const struct {
        const char            *name;
        enum launch_num_format num_format;
        bool                   is_signed;
    } rows[] = {
        {"\"unorm\"", LAUNCH_NUM_NORM, false},     {"\"snorm\"", LAUNCH_NUM_NORM, true},
        {"\"uint\"", LAUNCH_NUM_INT, false},       {"\"sint\"", LAUNCH_NUM_INT, true},
        {"\"uscaled\"", LAUNCH_NUM_SCALED, false}, {"\"sscaled\"", LAUNCH_NUM_SCALED, true},
    };
    for (size_t i = 0; i < LAUNCH_COUNT(rows); i++) {
        struct launch *launch = load_changed("\"sint\"", rows[i].name, NULL);
        assert_non_null(launch);
        assert_int_equal(launch->textures[1].num_format, rows[i].num_format);
        assert_int_equal(launch->textures[1].is_signed, rows[i].is_signed);
        launch_free(launch);
    }
}

static void float_formats_need_no_number(void **state)
{
    (void)state;
    static const char *const numbers[] = {"", ", \"number\": \"float\""};
    char                     change[128];
    for (size_t i = 0; i < LAUNCH_COUNT(numbers); i++) {
        snprintf(change, sizeof change, "\"width\": 8, \"height\": 2, \"format\": \"16_FLOAT\"%s", numbers[i]);
        struct launch *launch =
            load_changed("\"width\": 5, \"height\": 3, \"depth\": 2, \"format\": \"BC1\"", change, NULL);
        assert_non_null(launch);
        assert_int_equal(launch->textures[2].num_format, LAUNCH_NUM_NORM);
        assert_false(launch->textures[2].is_signed);
        launch_free(launch);
    }
}

static void compare_functions_have_the_manuals_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"never",     "less",      "equal",         "less_equal",
                                        "greater",   "not_equal", "greater_equal", "always",
                                        "lessequal", "notequal",  "greaterequal"};
    static const unsigned    numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 3, 5, 6};
    char                     change[64];
    for (size_t i = 0; i < LAUNCH_COUNT(names); i++) {
        snprintf(change, sizeof change, "\"%s\"", names[i]);
        struct launch *launch = load_changed("\"less_equal\"", change, NULL);
        assert_non_null(launch);
        assert_int_equal(launch->samplers[0].compare, numbers[i]);
        launch_free(launch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(textures_are_read),
        cmocka_unit_test(samplers_and_kernels_are_read),
        cmocka_unit_test(number_formats_set_both_fields),
        cmocka_unit_test(float_formats_need_no_number),
        cmocka_unit_test(compare_functions_have_the_manuals_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
