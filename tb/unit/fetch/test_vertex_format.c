/* test_vertex_format.c - data formats of vertex fetches: bytes to words (ISA 10.3 VTX_WORD1, VTX_WORD2). */
#include "pipeline/fetch/vertex_format.h"

#include "isa/r700/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FORMAT(data, num, sign, zero)                                                                                  \
    (struct vertex_format)                                                                                             \
    {                                                                                                                  \
        .data_format = (uint8_t)(data), .num_format = (num), .is_signed = (sign), .no_zero = (zero)                    \
    }

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void convert(struct vertex_format format, const void *bytes, uint32_t out[4])
{
    struct texel_format elements;
    vertex_format_elements(&format, &elements);
    vertex_convert(&elements, bytes, out);
}

static void assert_words(struct vertex_format format, const void *bytes, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t expected[4] = {x, y, z, w};
    uint32_t       out[4];
    convert(format, bytes, out);
    for (unsigned e = 0; e < 4; e++)
        if (out[e] != expected[e])
            fail_msg("format %u element %u: 0x%08x, expected 0x%08x", format.data_format, e, out[e], expected[e]);
}

static void assert_floats(struct vertex_format format, const void *bytes, float x, float y, float z, float w)
{
    assert_words(format, bytes, bits_of(x), bits_of(y), bits_of(z), bits_of(w));
}

static void formats_have_the_bytes_that_their_names_add_up_to(void **state)
{
    (void)state;
    static const struct {
        unsigned format, bytes;
    } cases[] = {{1, 1},  {7, 2},  {8, 2},   {14, 4}, {17, 4}, {24, 4}, {25, 4}, {26, 4},
                 {30, 8}, {32, 8}, {35, 16}, {43, 4}, {44, 3}, {46, 6}, {48, 12}};
    static const unsigned others[] = {0,  4,  18, 20, 28, 33, 36, 37, 38, 39, 40,
                                      41, 42, 49, 53, 54, 61, 62, 63, 64, 255};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(vertex_format_bytes(cases[i].format), cases[i].bytes);
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(vertex_format_bytes(others[i]), 0);
}

static void words_pass_unchanged_and_missing_elements_are_0_0_0_1(void **state)
{
    (void)state;
    static const uint32_t words[4] = {0x7fa00001, 0x80000001, 0xdeadbeef, 0xff800000};
    assert_words(FORMAT(35, VERTEX_SCALED, true, true), words, words[0], words[1], words[2], words[3]);
    assert_words(FORMAT(34, VERTEX_INT, true, false), words, words[0], words[1], words[2], words[3]);
    assert_words(FORMAT(48, VERTEX_NORM, false, false), words, words[0], words[1], words[2], 0x3f800000);
    assert_words(FORMAT(14, VERTEX_NORM, false, false), words, words[0], 0, 0, 0x3f800000);
    assert_words(FORMAT(13, VERTEX_INT, false, false), words, words[0], 0, 0, 1);
    assert_words(FORMAT(29, VERTEX_INT, false, false), words, words[0], words[1], 0, 1);
}

/* The widths in a format's name, X first: the name has the highest field first.  Returns how many. */
static unsigned widths_of(const char *name, unsigned width[4])
{
    unsigned reversed[4], count = 0;
    for (const char *c = name + strlen("FMT_"); *c >= '0' && *c <= '9' && count < 4; c += *c == '_') {
        reversed[count] = 0;
        for (; *c >= '0' && *c <= '9'; c++)
            reversed[count] = 10 * reversed[count] + (unsigned)(*c - '0');
        count++;
    }
    for (unsigned e = 0; e < count; e++)
        width[e] = reversed[count - 1 - e];
    return count;
}

/* What converts to `yes` in an element of `width` bits: all ones, or 1.0. */
static uint32_t mark(bool is_float, unsigned width)
{
    if (!is_float)
        return width == 32 ? UINT32_MAX : (1u << width) - 1;
    return width == 32 ? 0x3f800000 : width == 16 ? 0x3c00 : 15u << (width - 5);
}

static void every_element_of_every_format_lies_where_its_name_says(void **state)
{
    (void)state;
    const struct isa_field *field = isa_field_find(ISA_FORMAT_VTX_GPR, "data_format");
    unsigned                formats = 0;
    for (unsigned format = 0; format < 64; format++) {
        const char *name = isa_enum_name(field, format);
        if (!vertex_format_bytes(format) || strstr(name, "SHAREDEXP"))
            continue;
        const bool     is_float = strstr(name, "FLOAT");
        unsigned       width[4], first = 0;
        const unsigned count = widths_of(name, width);
        for (unsigned e = 0; e < count; first += width[e++]) {
            uint8_t        bytes[16] = {0};
            uint32_t       expected[4] = {0, 0, 0, count == 4 ? 0 : is_float ? 0x3f800000 : 1};
            const uint64_t value = (uint64_t)mark(is_float, width[e]) << first % 8;
            for (unsigned b = 0; b < 5 && first / 8 + b < 16; b++)
                bytes[first / 8 + b] = (uint8_t)(value >> 8 * b);
            expected[e] = is_float ? 0x3f800000 : mark(false, width[e]);
            assert_words(FORMAT(format, VERTEX_INT, false, false), bytes, expected[0], expected[1], expected[2],
                         expected[3]);
        }
        assert_int_equal(vertex_format_bytes(format), first / 8);
        formats++;
    }
    assert_int_equal(formats, 35);
}

static void the_lowest_bits_are_x(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0x01, 0x84, 0x0c, 0xc0}; /* 1, 2 * 2^8 ... */
    assert_words(FORMAT(26, VERTEX_INT, false, false), bytes, 0x01, 0x84, 0x0c, 0xc0);
    /* 0xc00c8401: X 0x001, Y 0x321 in bits 10 to 19, Z 0 in bits 20 to 29, W 3 */
    assert_words(FORMAT(25, VERTEX_INT, false, false), bytes, 0x001, 0x321, 0x000, 3);
    static const uint8_t rgb565[2] = {0x1f, 0xf8}; /* 0xf81f */
    assert_words(FORMAT(8, VERTEX_INT, false, false), rgb565, 31, 0, 31, 1);
    assert_floats(FORMAT(8, VERTEX_NORM, false, false), rgb565, 1, 0, 1, 1);
    static const uint8_t depth[4] = {0x03, 0x02, 0x01, 0xff};
    assert_words(FORMAT(17, VERTEX_INT, false, false), depth, 0x010203, 0xff, 0, 1); /* 8_24 */
    assert_words(FORMAT(19, VERTEX_INT, false, false), depth, 0x03, 0xff0102, 0, 1); /* 24_8 */
}

static void unsigned_fractions_go_from_0_to_1(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0, 1, 128, 255};
    assert_floats(FORMAT(26, VERTEX_NORM, false, false), bytes, 0, 1 / 255.f, 128 / 255.f, 1);
    assert_floats(FORMAT(26, VERTEX_NORM, false, true), bytes, 0, 1 / 255.f, 128 / 255.f, 1);
    assert_floats(FORMAT(26, VERTEX_SCALED, false, false), bytes, 0, 1, 128, 255);
}

static void signed_fractions_have_two_encodings_of_minus_1_or_no_zero(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0x80, 0x81, 0x00, 0x7f};
    assert_floats(FORMAT(26, VERTEX_NORM, true, false), bytes, -1, -1, 0, 1);
    assert_floats(FORMAT(26, VERTEX_NORM, true, true), bytes, -1, -253 / 255.f, 1 / 255.f, 1);
    assert_floats(FORMAT(26, VERTEX_SCALED, true, false), bytes, -128, -127, 0, 127);
    assert_words(FORMAT(26, VERTEX_INT, true, false), bytes, 0xffffff80, 0xffffff81, 0, 0x7f);
}

static void small_floats_are_converted_exactly(void **state)
{
    (void)state;
    static const uint16_t halves[4] = {0x3c00, 0xc000, 0x0001, 0x7c00};
    assert_words(FORMAT(32, VERTEX_NORM, false, false), halves, 0x3f800000, 0xc0000000, 0x33800000, 0x7f800000);
    static const uint16_t more[4] = {0x83ff, 0x7bff, 0x7e00, 0x8000};
    assert_words(FORMAT(32, VERTEX_INT, true, false), more, 0xb87fc000, 0x477fe000, 0x7fc00000, 0x80000000);
    /* 10_11_11_FLOAT: X 1.0 is 0x3c0, Y 0.5 is 0x380, Z 2.0 is 0x200 */
    const uint32_t packed = 0x3c0 | 0x380u << 11 | 0x200u << 22;
    assert_floats(FORMAT(22, VERTEX_NORM, false, false), &packed, 1, 0.5f, 2, 1);
    /* 5_9_9_9: fractions 256, 1, 511 with exponent 16: times 2^(16-24) */
    const uint32_t shared = 256 | 1u << 9 | 511u << 18 | 16u << 27;
    assert_floats(FORMAT(43, VERTEX_NORM, false, false), &shared, 1, 1 / 256.f, 511 / 256.f, 1);
}

static void bytes_are_swapped_within_16_and_within_32_bits(void **state)
{
    (void)state;
    static const uint8_t bytes[4] = {0xaa, 0xbb, 0xcc, 0xdd};
    struct vertex_format format = FORMAT(13, VERTEX_INT, false, false);
    assert_words(format, bytes, 0xddccbbaa, 0, 0, 1);
    format.endian = VERTEX_ENDIAN_8IN16;
    assert_words(format, bytes, 0xccddaabb, 0, 0, 1);
    format.endian = VERTEX_ENDIAN_8IN32;
    assert_words(format, bytes, 0xaabbccdd, 0, 0, 1);
}

static void every_fraction_of_16_bits_is_the_nearest_float(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 0x10000; i++) {
        const uint16_t value = (uint16_t)i;
        uint32_t       out[4];
        convert(FORMAT(5, VERTEX_NORM, false, false), &value, out);
        assert_true(float_of(out[0]) == (float)((long double)i / 65535));
        convert(FORMAT(5, VERTEX_NORM, true, true), &value, out);
        assert_true(float_of(out[0]) == (float)((2 * (long double)(int16_t)value + 1) / 65535));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_have_the_bytes_that_their_names_add_up_to),
        cmocka_unit_test(words_pass_unchanged_and_missing_elements_are_0_0_0_1),
        cmocka_unit_test(every_element_of_every_format_lies_where_its_name_says),
        cmocka_unit_test(the_lowest_bits_are_x),
        cmocka_unit_test(unsigned_fractions_go_from_0_to_1),
        cmocka_unit_test(signed_fractions_have_two_encodings_of_minus_1_or_no_zero),
        cmocka_unit_test(small_floats_are_converted_exactly),
        cmocka_unit_test(bytes_are_swapped_within_16_and_within_32_bits),
        cmocka_unit_test(every_fraction_of_16_bits_is_the_nearest_float),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
