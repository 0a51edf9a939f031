/* test_alu_reduce.c - DOT4, DOT4_IEEE, MAX4, CUBE (ISA 4.8.2, 9.2) and the modifiers (ISA 4.7.2, 4.9.1). */
#include "pipeline/alu/alu_functions.h"
#include "tb/isa/alu_operands.h"
#include "tb/isa/count.h"
#include "tb/isa/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { X, Y, Z, W };

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float to_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- reductions ------------------------------------------------------------------------------------------------- */

static uint32_t dot(const uint32_t a[4], const uint32_t b[4], uint32_t (*mul)(uint32_t, uint32_t))
{
    uint32_t sum = oracle_add(mul(a[W], b[W]), mul(a[Z], b[Z]));
    sum = oracle_add(sum, mul(a[Y], b[Y]));
    return oracle_add(sum, mul(a[X], b[X]));
}

static uint32_t largest(const uint32_t a[4])
{
    uint32_t most = oracle_extreme(a[W], a[Z], true, false);
    most = oracle_extreme(most, a[Y], true, false);
    return oracle_extreme(most, a[X], true, false);
}

static void reductions_agree_with_the_oracle(void **state)
{
    struct alu_random random = {11};
    (void)state;
    for (unsigned n = 0; n < alu_iterations(3000); n++) {
        quarter_t src0[4], src1[4], result[4];
        for (int slot = 0; slot < 4; slot++)
            for (int i = 0; i < QUARTER; i++) {
                src0[slot].lane[i] = alu_random_operand(&random);
                src1[slot].lane[i] = alu_random_operand(&random);
            }
        static const enum isa_alu_id ids[3] = {ISA_OP2_DOT4, ISA_OP2_DOT4_IEEE, ISA_OP2_MAX4};
        for (int k = 0; k < 3; k++) {
            alu_reduce(ids[k], src0, src1, result);
            for (int i = 0; i < QUARTER; i++) {
                const uint32_t a[4] = {src0[X].lane[i], src0[Y].lane[i], src0[Z].lane[i], src0[W].lane[i]};
                const uint32_t b[4] = {src1[X].lane[i], src1[Y].lane[i], src1[Z].lane[i], src1[W].lane[i]};
                const uint32_t want = k == 2 ? largest(a) : dot(a, b, k ? oracle_mul_ieee : oracle_mul);
                for (int slot = 0; slot < 4; slot++)
                    assert_int_equal(result[slot].lane[i], want);
            }
            count_vectors(ids[k], QUARTER);
        }
    }
}

/* (x, y, z) through the page's swizzles: results of slots X, Y, Z, W. */
static void cube(uint32_t x, uint32_t y, uint32_t z, uint32_t out[4])
{
    static unsigned count;
    const unsigned  lane = count++ % QUARTER;
    const uint32_t  zzxy[4] = {z, z, x, y}, yxzz[4] = {y, x, z, z};
    quarter_t       src0[4] = {{{0}}}, src1[4] = {{{0}}}, result[4];
    for (int slot = 0; slot < 4; slot++) {
        src0[slot].lane[lane] = zzxy[slot];
        src1[slot].lane[lane] = yxzz[slot];
    }
    alu_reduce(ISA_OP2_CUBE, src0, src1, result);
    for (int slot = 0; slot < 4; slot++)
        out[slot] = result[slot].lane[lane];
    count_vectors(ISA_OP2_CUBE, 1);
}

static void expect_face(float x, float y, float z, float t, float s, float twice_major, float face)
{
    uint32_t out[4];
    cube(to_bits(x), to_bits(y), to_bits(z), out);
    assert_int_equal(out[X], to_bits(t));
    assert_int_equal(out[Y], to_bits(s));
    assert_int_equal(out[Z], to_bits(twice_major));
    assert_int_equal(out[W], to_bits(face));
}

static void a_cube_has_six_faces(void **state)
{
    (void)state;
    expect_face(5, 2, 3, -2, -3, 10, 0);
    expect_face(-5, 2, 3, -2, 3, -10, 1);
    expect_face(2, 5, 3, 3, 2, 10, 2);
    expect_face(2, -5, 3, -3, 2, -10, 3);
    expect_face(2, 3, 5, -3, 2, 10, 4);
    expect_face(2, 3, -5, -3, -2, -10, 5);
}

static void on_an_edge_of_the_cube_z_wins_over_y_over_x(void **state)
{
    (void)state;
    expect_face(1, 1, 1, -1, 1, 2, 4);
    expect_face(-1, 1, -1, -1, 1, -2, 5);
    expect_face(1, -1, 0.5f, -0.5f, 1, -2, 3);
    expect_face(1, 0.5f, 1, -0.5f, 1, 2, 4);
}

/* Denormals are zeros in float operations, the coordinates of a CUBE too. */
static void denormal_coordinates_of_a_cube_are_zeros_of_their_sign(void **state)
{
    static const uint32_t one = 0x3f800000, minus_zero = 0x80000000, small = 0x007fffff, minus_small = 0x807fffff;
    uint32_t              out[4];
    (void)state;
    cube(one, small, minus_small, out); /* tc = -y, sc = -z */
    assert_int_equal(out[X], minus_zero);
    assert_int_equal(out[Y], 0);
    cube(small, one, minus_small, out); /* tc = z, sc = x */
    assert_int_equal(out[X], minus_zero);
    assert_int_equal(out[Y], 0);
    cube(minus_small, small, one, out); /* tc = -y, sc = x */
    assert_int_equal(out[X], minus_zero);
    assert_int_equal(out[Y], minus_zero);
    cube(0, 0, minus_small, out); /* all zeros: z is the major axis, and -0 is not below 0 */
    assert_int_equal(out[Z], minus_zero);
    assert_int_equal(out[W], to_bits(4));
}

/* A direction is found again from face, sc / |ma| and tc / |ma|, as drivers do. */
static void face_and_coordinates_determine_the_direction(void **state)
{
    struct alu_random random = {5};
    (void)state;
    for (unsigned n = 0; n < 5000; n++) {
        float    v[3];
        uint32_t out[4];
        for (int k = 0; k < 3; k++)
            v[k] = (float)(int32_t)(alu_random_word(&random) % 2001) - 1000;
        cube(to_bits(v[0]), to_bits(v[1]), to_bits(v[2]), out);
        const float t = to_float(out[X]), s = to_float(out[Y]), major = to_float(out[Z]) / 2;
        const float back[6][3] = {{major, -t, -s}, {major, -t, s}, {s, major, t},
                                  {s, major, -t},  {s, -t, major}, {-s, -t, major}};
        const int   face = (int)to_float(out[W]);
        assert_in_range(face, 0, 5);
        assert_true(face % 2 == (major < 0));
        for (int k = 0; k < 3; k++)
            assert_true(back[face][k] == v[k]);
    }
}

static void reductions_other_than_the_four_give_zero(void **state)
{
    quarter_t src[4], result[4];
    (void)state;
    memset(src, 0x3f, sizeof src);
    memset(result, 0xff, sizeof result);
    alu_reduce(ISA_OP2_ADD, src, src, result);
    for (int slot = 0; slot < 4; slot++)
        for (int i = 0; i < QUARTER; i++)
            assert_int_equal(result[slot].lane[i], 0);
}

/* ---- modifiers -------------------------------------------------------------------------------------------------- */

static void input_modifiers_change_the_sign_bit_only(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ALU_CORNERS; n++)
        for (int how = 0; how < 4; how++) {
            const bool     absolute = how & 1, negate = how & 2;
            const uint32_t from = alu_corners[n], sign = from >> 31;
            const uint32_t wanted = absolute ? negate : negate ? !sign : sign;
            quarter_t      value;
            for (int i = 0; i < QUARTER; i++)
                value.lane[i] = from;
            alu_modify_input(&value, absolute, negate);
            for (int i = 0; i < QUARTER; i++)
                assert_int_equal(value.lane[i], (from & 0x7fffffff) | wanted << 31);
        }
}

static uint32_t modified(uint32_t from, unsigned omod, unsigned clamp)
{
    static unsigned count;
    const unsigned  lane = count++ % QUARTER;
    quarter_t       value = {{0}};
    value.lane[lane] = from;
    alu_modify_output(&value, omod, clamp);
    return value.lane[lane];
}

static void without_output_modifiers_every_bit_is_kept(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ALU_CORNERS; n++)
        assert_int_equal(modified(alu_corners[n], ISA_OMOD_OFF, false), alu_corners[n]);
}

static void scales_are_rounded_products(void **state)
{
    static const uint32_t factors[4] = {0, 0x40000000, 0x40800000, 0x3f000000};
    struct alu_random     random = {17};
    (void)state;
    for (unsigned n = 0; n < ALU_CORNERS + 5000; n++) {
        const uint32_t from = n < ALU_CORNERS ? alu_corners[n] : alu_random_operand(&random);
        for (unsigned omod = ISA_OMOD_M2; omod <= ISA_OMOD_D2; omod++)
            assert_int_equal(modified(from, omod, false), oracle_mul_ieee(from, factors[omod]));
    }
}

static void the_clamp_is_to_zero_and_one_after_the_scale(void **state)
{
    struct alu_random random = {18};
    (void)state;
    for (unsigned n = 0; n < ALU_CORNERS + 5000; n++) {
        const uint32_t from = n < ALU_CORNERS ? alu_corners[n] : alu_random_operand(&random);
        const uint32_t want = oracle_holds(KIND_FLOAT, TEST_GT, from, 0)
                                  ? oracle_holds(KIND_FLOAT, TEST_GT, from, 0x3f800000) ? 0x3f800000 : from
                                  : 0;
        assert_int_equal(modified(from, ISA_OMOD_OFF, true), want);
    }
    assert_int_equal(modified(0x3f000000, ISA_OMOD_M4, true), 0x3f800000); /* 4 * 1/2 */
    assert_int_equal(modified(0x3fc00000, ISA_OMOD_D2, true), 0x3f400000); /* 1.5 / 2 */
    assert_int_equal(modified(0x7fc00000, ISA_OMOD_OFF, true), 0);
    assert_int_equal(modified(0x80000000, ISA_OMOD_OFF, true), 0);
    /* A NaN that is kept keeps its bits, but for the scale's; all else is clamped as ever. */
    for (unsigned n = 0; n < ALU_CORNERS; n++) {
        const bool is_nan = (alu_corners[n] & 0x7fffffff) > 0x7f800000;
        assert_int_equal(modified(alu_corners[n], ISA_OMOD_OFF, CLAMP_NAN_KEPT),
                         is_nan ? alu_corners[n] : modified(alu_corners[n], ISA_OMOD_OFF, CLAMP_NAN_ZERO));
    }
    assert_int_equal(modified(0xffc00001, ISA_OMOD_M2, CLAMP_NAN_KEPT), oracle_mul_ieee(0xffc00001, 0x40000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions_agree_with_the_oracle),
        cmocka_unit_test(a_cube_has_six_faces),
        cmocka_unit_test(on_an_edge_of_the_cube_z_wins_over_y_over_x),
        cmocka_unit_test(denormal_coordinates_of_a_cube_are_zeros_of_their_sign),
        cmocka_unit_test(face_and_coordinates_determine_the_direction),
        cmocka_unit_test(reductions_other_than_the_four_give_zero),
        cmocka_unit_test(input_modifiers_change_the_sign_bit_only),
        cmocka_unit_test(without_output_modifiers_every_bit_is_kept),
        cmocka_unit_test(scales_are_rounded_products),
        cmocka_unit_test(the_clamp_is_to_zero_and_one_after_the_scale),
    };
    oracle_start();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_stop();
    return count_end(failed);
}
