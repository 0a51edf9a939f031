/* test_texel.c - the data formats of textures: packed elements to registers (3D 7). */
#include "tb/unit/texture/texel_kit.h"

/* ---- numbers --------------------------------------------------------------------------------------------------- */

/* No quotient of a 64 bit number by one of 32 bits is closer to the middle of two floats than long double can tell, but
 * for the middle itself: 64 bits of the quotient are exact, and whether there are more is seen from the product. */
static void quotients_are_the_nearest_float(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        const int64_t  numerator = (int64_t)random_bits() >> (10 + random_bits() % 53);
        const uint32_t divisor = (uint32_t)(random_bits() >> (32 + random_bits() % 32)) | 1;
        const int      exponent = (int)(random_bits() % 41) - 20;
        const float    result = float_of(texel_quotient(numerator, divisor, exponent));
        /* |numerator / divisor - result| is at most half of the distance to either neighbour */
        const long double exact = ldexpl((long double)numerator, exponent) / divisor;
        const long double below = (long double)result - (long double)nextafterf(result, -INFINITY);
        const long double above = (long double)nextafterf(result, INFINITY) - (long double)result;
        const long double off = exact - (long double)result;
        if (numerator == 0)
            assert_int_equal(bits_of(result), 0);
        else if (off > above / 2 * (1 + 1e-15L) || -off > below / 2 * (1 + 1e-15L))
            fail_msg("%lld / %u * 2^%d: %.9g", (long long)numerator, divisor, exponent, (double)result);
    }
}

static void ties_go_to_even_and_what_is_behind_a_tie_counts(void **state)
{
    (void)state;
    /* 2^24 + 1 lies between 2^24 and 2^24 + 2; 2^24 + 3 between 2^24 + 2 and 2^24 + 4 */
    assert_int_equal(texel_quotient(0x1000001, 1, 0), bits_of(16777216.f));
    assert_int_equal(texel_quotient(0x1000003, 1, 0), bits_of(16777220.f));
    assert_int_equal(texel_quotient(-0x1000003, 1, 0), bits_of(-16777220.f));
    assert_int_equal(texel_quotient(((INT64_C(1) << 24) + 1) << 30, 1, 0), bits_of(0x1p54f));
    assert_int_equal(texel_quotient((((INT64_C(1) << 24) + 1) << 30) + 1, 1, 0), bits_of(0x1.000002p54f));
    /* (2^24 + 1) * 3 + 1 by 3: a third behind the tie, in the remainder alone */
    assert_int_equal(texel_quotient(0x1000001 * INT64_C(3) + 1, 3, 0), bits_of(16777218.f));
    assert_int_equal(texel_quotient(0xffffffff, 1, 0), bits_of(0x1p32f)); /* the carry goes into the exponent */
    assert_int_equal(texel_quotient(1, 3, 0), bits_of(1 / 3.f));
}

/* Every number of a width, against a division of doubles, which is exact enough for at most 16 bits. */
static void assert_fractions(struct texel_words words, unsigned bits, double (*number)(int32_t value, unsigned bits))
{
    for (uint32_t i = 0; i < 1u << bits; i++) {
        const uint8_t block[2] = {(uint8_t)i, (uint8_t)(i >> 8)};
        const int32_t value =
            words.comp[0] == TEX_FORMAT_COMP_SIGNED && i >> (bits - 1) ? (int32_t)i - (1 << bits) : (int32_t)i;
        uint32_t out[4];
        sample(words, block, 0, 0, out);
        assert_int_equal(out[0], bits_of((float)number(value, bits)));
    }
}
static double of_unsigned(int32_t value, unsigned bits)
{
    return value / (double)((1 << bits) - 1);
}
static double of_signed(int32_t value, unsigned bits)
{
    return fmax(-1, value / (double)((1 << (bits - 1)) - 1));
}
static double of_no_zero(int32_t value, unsigned bits)
{
    return (2 * value + 1) / (double)((1 << bits) - 1);
}
static double of_biased(int32_t value, unsigned bits)
{
    return (2 * value - ((1 << bits) - 1)) / (double)((1 << bits) - 1); /* 2 c - 1 */
}
static double of_scaled(int32_t value, unsigned bits)
{
    (void)bits;
    return value;
}

static void fractions_of_8_and_16_bits_are_all_right(void **state)
{
    (void)state;
    for (unsigned bits = 8; bits <= 16; bits += 8) {
        const uint8_t format = bits == 8 ? TEX_FMT_8 : TEX_FMT_16;
        assert_fractions(WORDS(format), bits, of_unsigned);
        assert_fractions(WORDS(format, ALL_SIGNED), bits, of_signed);
        assert_fractions(WORDS(format, ALL_SIGNED, .srf_mode = TEX_SRF_MODE_NO_ZERO), bits, of_no_zero);
        assert_fractions(WORDS(format, .srf_mode = TEX_SRF_MODE_NO_ZERO), bits, of_unsigned);
        assert_fractions(WORDS(format, COMP(UNSIGNED_BIASED, SIGNED, SIGNED, SIGNED)), bits, of_biased);
        assert_fractions(WORDS(format, .num_format = TEX_NUM_FORMAT_SCALED), bits, of_scaled);
        assert_fractions(WORDS(format, ALL_SIGNED, .num_format = TEX_NUM_FORMAT_SCALED), bits, of_scaled);
    }
}

static void fractions_of_32_bits_reach_both_ends(void **state)
{
    (void)state;
    static const uint32_t ends[4] = {0, 0x7fffffff, 0x80000000, 0xffffffff};
    assert_floats(WORDS(TEX_FMT_32_32_32_32), ends, 0, 0, 0, 0.5f, 0.5f, 1);
    assert_floats(WORDS(TEX_FMT_32_32_32_32, ALL_SIGNED), ends, 0, 0, 0, 1, -1, -0x1p-31f);
    assert_floats(WORDS(TEX_FMT_32_32_32_32, ALL_SIGNED, .srf_mode = TEX_SRF_MODE_NO_ZERO), ends, 0, 0, 0x1p-32f, 1, -1,
                  -0x1p-32f);
    assert_floats(WORDS(TEX_FMT_32_32_32_32, COMP(UNSIGNED_BIASED, UNSIGNED_BIASED, UNSIGNED_BIASED, UNSIGNED_BIASED)),
                  ends, 0, 0, -1, -0x1p-32f, 0x1p-32f, 1);
    assert_words(WORDS(TEX_FMT_32_32_32_32, ALL_SIGNED, .num_format = TEX_NUM_FORMAT_INT), ends, 0, 0, ends);
}

/* ---- packed formats -------------------------------------------------------------------------------------------- */

static void every_element_has_a_sign_of_its_own(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0x81, 0x81, 0x81, 0x81};
    assert_floats(WORDS(TEX_FMT_8_8_8_8, COMP(SIGNED, UNSIGNED, UNSIGNED_BIASED, SIGNED)), bytes, 0, 0, -1, 129 / 255.f,
                  3 / 255.f, -1);
    assert_words(WORDS(TEX_FMT_8_8_8_8, COMP(SIGNED, UNSIGNED, SIGNED, UNSIGNED), .num_format = TEX_NUM_FORMAT_INT),
                 bytes, 0, 0, (const uint32_t[4]){0xffffff81, 0x81, 0xffffff81, 0x81});
}

static void a_number_of_one_bit_is_0_and_1_or_minus_1(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0x00, 0x80}; /* 1_5_5_5: W is the highest bit */
    assert_floats(WORDS(TEX_FMT_1_5_5_5), bytes, 0, 0, 0, 0, 0, 1);
    assert_floats(WORDS(TEX_FMT_1_5_5_5, ALL_SIGNED), bytes, 0, 0, 0, 0, 0, -1);
}

static void missing_elements_are_0_0_0_1_in_the_format_s_numbers(void **state)
{
    (void)state;
    static const uint8_t zeros[16] = {0};
    const struct {
        struct texel_words words;
        uint32_t           one;
    } cases[] = {
        {WORDS(TEX_FMT_8), 0x3f800000},
        {WORDS(TEX_FMT_8, .num_format = TEX_NUM_FORMAT_INT), 1},
        {WORDS(TEX_FMT_8, .num_format = TEX_NUM_FORMAT_SCALED), 0x3f800000},
        {WORDS(TEX_FMT_16_16_FLOAT, .num_format = TEX_NUM_FORMAT_INT), 0x3f800000},
        {WORDS(TEX_FMT_5_9_9_9_SHAREDEXP), 0x3f800000},
        {WORDS(TEX_FMT_BC4), 0x3f800000},
        {WORDS(TEX_FMT_BC5, ALL_SIGNED), 0x3f800000},
        {WORDS(TEX_FMT_GB_GR), 0x3f800000},
        {WORDS(TEX_FMT_1), 0x3f800000},
        {WORDS(TEX_FMT_X24_8_32_FLOAT, .num_format = TEX_NUM_FORMAT_INT), 1},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct texel_format format;
        assert_words(cases[i].words, zeros, 0, 0, (const uint32_t[4]){0, 0, 0, cases[i].one});
        texel_format_make(&cases[i].words, &format);
        assert_int_equal(texel_one(&format), cases[i].one);
        assert_int_equal(format.channel[3].bits, 0);
    }
}

static void depths_have_24_bits_and_a_stencil_beside_them(void **state)
{
    (void)state;
    static const uint8_t unorm[4] = {0x00, 0x00, 0x80, 0xff}; /* 8_24: depth 0x800000, stencil 0xff */
    assert_floats(WORDS(TEX_FMT_8_24), unorm, 0, 0, (float)(0x800000 / 16777215.0), 1, 0, 1);
    assert_words(WORDS(TEX_FMT_8_24, .num_format = TEX_NUM_FORMAT_INT), unorm, 0, 0,
                 (const uint32_t[4]){0x800000, 0xff, 0, 1});
    /* 20e4: an exponent of 15 is that of 1.0; the mantissa has 20 bits */
    static const struct {
        uint32_t depth;
        float    is;
    } depths[] = {{0xf00000, 1},
                  {0xe00000, 0.5f},
                  {0xffffff, 0x1.fffffp0f},
                  {0x100000, 0x1p-14f},
                  {0x000001, 0x1p-34f},
                  {0x0fffff, 0x1.ffffep-15f},
                  {0, 0}};
    for (unsigned i = 0; i < LENGTH(depths); i++) {
        const uint32_t low = depths[i].depth | 0xaau << 24, high = depths[i].depth << 8 | 0xaa;
        assert_words(WORDS(TEX_FMT_8_24_FLOAT, .num_format = TEX_NUM_FORMAT_INT), &low, 0, 0,
                     (const uint32_t[4]){bits_of(depths[i].is), 0xaa, 0, 1});
        assert_words(WORDS(TEX_FMT_24_8_FLOAT, .num_format = TEX_NUM_FORMAT_INT), &high, 0, 0,
                     (const uint32_t[4]){0xaa, bits_of(depths[i].is), 0, 1});
        assert_floats(WORDS(TEX_FMT_24_8_FLOAT), &high, 0, 0, (float)(0xaa / 255.0), depths[i].is, 0, 1);
    }
    static const uint32_t wide[2] = {0x3e800001, 0xffffffaa};
    assert_words(WORDS(TEX_FMT_X24_8_32_FLOAT, .num_format = TEX_NUM_FORMAT_INT), wide, 0, 0,
                 (const uint32_t[4]){0x3e800001, 0xaa, 0, 1});
}

static void floats_of_32_bits_pass_unchanged(void **state)
{
    (void)state;
    static const uint32_t words[4] = {0x7fa00001, 0x80000001, 0xff800000, 0x00000000};
    assert_words(WORDS(TEX_FMT_32_32_32_32_FLOAT, ALL_SIGNED, .degamma = true), words, 0, 0, words);
}

/* Every half, against its definition. */
static void halves_are_exact(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        const uint16_t half = (uint16_t)i;
        const unsigned exponent = i >> 10 & 31, mantissa = i & 1023;
        uint32_t       out[4];
        sample(WORDS(TEX_FMT_16_FLOAT), &half, 0, 0, out);
        if (exponent == 31) {
            assert_int_equal(out[0], (i >> 15) << 31 | 0x7f800000 | mantissa << 13);
            continue;
        }
        const float size =
            exponent ? ldexpf((float)(1024 + mantissa), (int)exponent - 25) : ldexpf((float)mantissa, -24);
        assert_int_equal(out[0], bits_of(i >> 15 ? -size : size));
    }
}

/* Every number of 11 and of 10 bits: five bits of exponent, no sign. */
static void unsigned_small_floats_are_exact(void **state)
{
    (void)state;
    for (unsigned bits = 10; bits <= 11; bits++)
        for (uint32_t i = 0; i < 1u << bits; i++) {
            const unsigned fraction = bits - 5, exponent = i >> fraction, mantissa = i & ((1u << fraction) - 1);
            const uint32_t word = bits == 11 ? i : i << 22; /* X and Z of 10_11_11 */
            uint32_t       out[4];
            sample(WORDS(TEX_FMT_10_11_11_FLOAT), &word, 0, 0, out);
            const int   scale = (int)(exponent ? exponent : 1) - 15 - (int)fraction;
            const float size = ldexpf((float)(exponent ? mantissa | 1u << fraction : mantissa), scale);
            assert_int_equal(out[bits == 11 ? 0 : 2],
                             exponent == 31 ? 0x7f800000 | mantissa << (23 - fraction) : bits_of(size));
        }
}

static void a_shared_exponent_scales_three_fractions(void **state)
{
    (void)state;
    /* Direct3D 10: fraction / 2^9 * 2^(exponent - 15) */
    for (uint32_t exponent = 0; exponent < 32; exponent++) {
        const uint32_t word = 1 | 256u << 9 | 511u << 18 | exponent << 27;
        const int      scale = (int)exponent - 15 - 9;
        assert_floats(WORDS(TEX_FMT_5_9_9_9_SHAREDEXP), &word, 0, 0, ldexpf(1, scale), ldexpf(256, scale),
                      ldexpf(511, scale), 1);
    }
}

static void subsampled_texels_have_a_green_of_their_own(void **state)
{
    (void)state;
    static const uint8_t     bytes[4] = {10, 20, 30, 40};
    const struct texel_words first = WORDS(TEX_FMT_GB_GR, .num_format = TEX_NUM_FORMAT_INT);  /* R8G8_B8G8 */
    const struct texel_words second = WORDS(TEX_FMT_BG_RG, .num_format = TEX_NUM_FORMAT_INT); /* G8R8_G8B8 */
    assert_words(first, bytes, 0, 0, (const uint32_t[4]){10, 20, 30, 1});
    assert_words(first, bytes, 1, 0, (const uint32_t[4]){10, 40, 30, 1});
    assert_words(second, bytes, 0, 0, (const uint32_t[4]){20, 10, 40, 1});
    assert_words(second, bytes, 1, 0, (const uint32_t[4]){20, 30, 40, 1});
    static const uint8_t minus[4] = {0xff, 0xff, 0xff, 0xff};
    assert_words(WORDS(TEX_FMT_GB_GR, COMP(SIGNED, UNSIGNED, SIGNED, SIGNED), .num_format = TEX_NUM_FORMAT_INT), minus,
                 0, 0, (const uint32_t[4]){UINT32_MAX, 255, UINT32_MAX, 1});
    assert_words(WORDS(TEX_FMT_GB_GR, COMP(SIGNED, UNSIGNED, UNSIGNED, SIGNED), .num_format = TEX_NUM_FORMAT_INT),
                 minus, 0, 0, (const uint32_t[4]){UINT32_MAX, 255, 255, 1});
    assert_words(WORDS(TEX_FMT_GB_GR, COMP(UNSIGNED, SIGNED, UNSIGNED, SIGNED), .num_format = TEX_NUM_FORMAT_INT),
                 minus, 0, 0, (const uint32_t[4]){255, UINT32_MAX, 255, 1});
}

static void a_byte_holds_eight_texels_of_one_bit(void **state)
{
    (void)state;
    static const uint8_t byte = 0x16; /* 00010110 */
    for (unsigned x = 0; x < 8; x++) {
        const float bit = (float)(byte >> x & 1);
        assert_floats(WORDS(TEX_FMT_1), &byte, x, 0, bit, 0, 0, 1);
        assert_floats(WORDS(TEX_FMT_1_REVERSED), &byte, 7 - x, 0, bit, 0, 0, 1);
        assert_floats(WORDS(TEX_FMT_1, ALL_SIGNED), &byte, x, 0, 0 - bit, 0, 0, 1);
    }
}

static void bytes_are_swapped_before_anything_else(void **state)
{
    (void)state;
    static const uint8_t swapped16[8] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0};
    assert_words(WORDS(TEX_FMT_16_16_16_16, .num_format = TEX_NUM_FORMAT_INT, .endian = TEX_ENDIAN_8IN16), swapped16, 0,
                 0, (const uint32_t[4]){0x1234, 0x5678, 0x9abc, 0xdef0});
    assert_words(WORDS(TEX_FMT_32_32, .num_format = TEX_NUM_FORMAT_INT, .endian = TEX_ENDIAN_8IN32), swapped16, 0, 0,
                 (const uint32_t[4]){0x12345678, 0x9abcdef0, 0, 1});
    /* BC1, of which all words are 16 bits: first colour red, all codes 0 */
    static const uint8_t block[8] = {0xf8, 0x00};
    assert_floats(WORDS(TEX_FMT_BC1, .endian = TEX_ENDIAN_8IN16), block, 3, 3, 1, 0, 0, 1);
}

static void mpeg_takes_16_bits_for_9_or_10(void **state)
{
    (void)state;
    static const struct {
        int16_t stored, is;
    } cases[] = {{0, 0},       {100, 100},   {255, 255},     {256, 255}, {32767, 255},
                 {-256, -256}, {-257, -256}, {-32768, -256}, {-1, -1}};
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        assert_words(WORDS(TEX_FMT_16, .num_format = TEX_NUM_FORMAT_INT, .mpeg_clamp = TEX_MPEG_9), &cases[i].stored, 0,
                     0, (const uint32_t[4]){(uint32_t)cases[i].is, 0, 0, 1});
        assert_floats(WORDS(TEX_FMT_16, .mpeg_clamp = TEX_MPEG_9), &cases[i].stored, 0, 0,
                      (float)fmax(-1, cases[i].is / 255.0), 0, 0, 1);
    }
    static const uint16_t ten[2] = {0x123f, 0xffff};
    assert_words(WORDS(TEX_FMT_16, .num_format = TEX_NUM_FORMAT_INT, .mpeg_clamp = TEX_MPEG_10), ten, 0, 0,
                 (const uint32_t[4]){0x1200, 0, 0, 1});
    assert_words(WORDS(TEX_FMT_16_16, .num_format = TEX_NUM_FORMAT_INT, .mpeg_clamp = TEX_MPEG_10), ten, 0, 0,
                 (const uint32_t[4]){0x123f, 0xffff, 0, 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotients_are_the_nearest_float),
        cmocka_unit_test(ties_go_to_even_and_what_is_behind_a_tie_counts),
        cmocka_unit_test(fractions_of_8_and_16_bits_are_all_right),
        cmocka_unit_test(fractions_of_32_bits_reach_both_ends),
        cmocka_unit_test(every_element_has_a_sign_of_its_own),
        cmocka_unit_test(a_number_of_one_bit_is_0_and_1_or_minus_1),
        cmocka_unit_test(missing_elements_are_0_0_0_1_in_the_format_s_numbers),
        cmocka_unit_test(depths_have_24_bits_and_a_stencil_beside_them),
        cmocka_unit_test(floats_of_32_bits_pass_unchanged),
        cmocka_unit_test(halves_are_exact),
        cmocka_unit_test(unsigned_small_floats_are_exact),
        cmocka_unit_test(a_shared_exponent_scales_three_fractions),
        cmocka_unit_test(subsampled_texels_have_a_green_of_their_own),
        cmocka_unit_test(a_byte_holds_eight_texels_of_one_bit),
        cmocka_unit_test(bytes_are_swapped_before_anything_else),
        cmocka_unit_test(mpeg_takes_16_bits_for_9_or_10),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
