/* test_ref_certain.c - what the reference for textures calls certain, and GET_LERP: values worked by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tb/ref/ref_texture.h"

enum { FMT_8 = 1, FMT_32_FLOAT = 14, POINT = 0, BILINEAR = 1, MIP_LINEAR = 2, LINEAR_ALIGNED = 1, ROW = 256 };

/* A texture of 8 x 8 texels with two levels, each in rows of 256 bytes. */
static struct scene {
    uint32_t                  resource[7], sampler[3];
    struct ref_texture_units  units;
    uint8_t                   bytes[ROW * 16];
    struct ref_texture_memory memory;
    struct isa_tex            tex;
    struct ref_texture_query  query;
} scene;

static int fresh(void **state)
{
    (void)state;
    memset(&scene, 0, sizeof scene);
    scene.resource[0] = REF_2D | LINEAR_ALIGNED << 3 | 31u << 8 | 7u << 19;
    scene.resource[1] = 7 | (uint32_t)FMT_8 << 26;
    scene.resource[3] = 8 * ROW >> 8;
    scene.resource[4] = 0 << 16 | 1 << 19 | 2 << 22 | 3 << 25;
    scene.resource[5] = 1;
    scene.resource[6] = 2u << 30;
    scene.sampler[0] = BILINEAR << 9 | BILINEAR << 12 | MIP_LINEAR << 17 | 2 | 2 << 3;
    scene.sampler[1] = 0x3ff << 10;
    scene.tex = (struct isa_tex){.coord_type_x = 1, .coord_type_y = 1, .coord_type_z = 1, .coord_type_w = 1};
    scene.units.tiling = 3 << 1 | 1 << 4;
    scene.memory = (struct ref_texture_memory){scene.bytes, 0, sizeof scene.bytes, NULL};
    scene.query = (struct ref_texture_query){.op = ISA_FETCH_SAMPLE,
                                             .tex = &scene.tex,
                                             .resource = scene.resource,
                                             .sampler = scene.sampler,
                                             .units = &scene.units,
                                             .memory = &scene.memory};
    return 0;
}

static uint32_t bits_of(double number)
{
    const float value = (float)number;
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The quad at (x, y), its neighbour so many texels to the right. */
static void place(double x, double y, double texels)
{
    for (unsigned lane = 0; lane < 4; lane++) {
        scene.query.coordinate[lane][0] = bits_of(lane & 1 ? texels / 8 : x);
        scene.query.coordinate[lane][1] = bits_of(y);
    }
}

static bool certain(void)
{
    struct ref_texture_result result;
    return ref_texture_certain(&scene.query, 0, &result);
}

/* 64 x the logarithm of the slope is 20 or 20.5; both levels are the same, or are not. */
static void the_middle_of_two_steps_is_in_doubt_where_it_counts(void **state)
{
    (void)state;
    place(0, 0, exp2(20 / 64.0));
    memset(scene.bytes + 8 * ROW, 255, 8 * ROW);
    assert_true(certain());
    place(0, 0, exp2(20.5 / 64.0));
    assert_false(certain());
    memset(scene.bytes, 255, 8 * ROW);
    assert_true(certain());
    memset(scene.bytes, 0, 8 * ROW);
    scene.query.op = ISA_FETCH_SAMPLE_LZ;
    assert_true(certain());
    scene.query.op = ISA_FETCH_GET_COMP_TEX_LOD;
    uint32_t result[4];
    assert_false(ref_texture_answer_certain(&scene.query, 0, result));
    place(0, 0, exp2(20 / 64.0));
    assert_true(ref_texture_answer_certain(&scene.query, 0, result));
}

/* Direct3D 10: the larger of a NaN and a number is the number, and what limits make of a NaN is the upper one. */
static void a_gradient_that_is_no_number_counts_as_the_other(void **state)
{
    uint32_t result[4];
    (void)state;
    scene.query.op = ISA_FETCH_GET_COMP_TEX_LOD;
    place(0, 0, NAN);
    scene.query.coordinate[2][1] = bits_of(2 / 8.0);
    assert_true(ref_texture_answer_certain(&scene.query, 0, result));
    assert_int_equal(result[1], bits_of(1));
    scene.query.coordinate[2][0] = bits_of(NAN);
    assert_true(ref_texture_answer_certain(&scene.query, 0, result));
    assert_int_equal(result[1], bits_of(1023 / 64.0));
    scene.query.coordinate[2][0] = bits_of(INFINITY);
    assert_true(ref_texture_answer_certain(&scene.query, 0, result));
    assert_int_equal(result[1], bits_of(1023 / 64.0));
}

/* The mean of 1 and the float two steps above it is a float, that of 1 and the next one lies between two. */
static void a_sum_between_two_floats_is_in_doubt(void **state)
{
    (void)state;
    const float one[2] = {1, 1 + 0x1p-22f}, other[2] = {1, 1 + 0x1p-23f};
    scene.resource[1] = 7 | (uint32_t)FMT_32_FLOAT << 26;
    scene.query.op = ISA_FETCH_SAMPLE_LZ;
    place(1 / 8.0, 0, 0); /* between the first two texels, above the first row */
    memcpy(scene.bytes, one, sizeof one);
    assert_true(certain());
    memcpy(scene.bytes, other, sizeof other);
    assert_false(certain());
}

/* 0.48 x 8 - 0.5 = 3.34, 0.27 x 8 - 0.5 = 1.66: 22 and 42 of 64; the level is 20 / 64. */
static void lerp_says_where_between_texels_and_levels(void **state)
{
    (void)state;
    uint32_t result[4];
    place(0.48, 0.27, 8 * 0.48 + exp2(20 / 64.0));
    scene.query.op = ISA_FETCH_GET_LERP;
    assert_true(ref_texture_answer_certain(&scene.query, 0, result));
    assert_int_equal(result[0], bits_of(22 / 64.0));
    assert_int_equal(result[1], bits_of(42 / 64.0));
    assert_int_equal(result[2], 0);
    assert_int_equal(result[3], bits_of(20 / 64.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_middle_of_two_steps_is_in_doubt_where_it_counts, fresh),
        cmocka_unit_test_setup(a_gradient_that_is_no_number_counts_as_the_other, fresh),
        cmocka_unit_test_setup(a_sum_between_two_floats_is_in_doubt, fresh),
        cmocka_unit_test_setup(lerp_says_where_between_texels_and_levels, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
