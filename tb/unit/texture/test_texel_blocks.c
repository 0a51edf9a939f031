/* test_texel_blocks.c - the data formats of textures: sRGB, compressed blocks (3D 7). */
#include "tb/unit/texture/texel_kit.h"

/* ---- sRGB ------------------------------------------------------------------------------------------------------ */

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void srgb_becomes_linear_in_all_but_w(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 256; i++) {
        const uint8_t bytes[4] = {(uint8_t)i, (uint8_t)i, (uint8_t)i, (uint8_t)i};
        const float   is = (float)(rint(linear(i / 255.0) * 65535) / 65535);
        assert_floats(WORDS(TEX_FMT_8_8_8_8, .degamma = true), bytes, 0, 0, is, is, is, (float)(i / 255.0));
        /* Direct3D 10: half a step of sRGB at most */
        assert_true(fabs((double)is - linear(i / 255.0)) < (linear((i + 1) / 255.0) - linear(i / 255.0)) / 4);
    }
    static const uint8_t bytes[4] = {0x80, 0x80, 0x80, 0x80};
    assert_floats(WORDS(TEX_FMT_8_8_8_8, ALL_SIGNED, .degamma = true), bytes, 0, 0, -1, -1, -1, -1);
    assert_words(WORDS(TEX_FMT_8_8_8_8, .num_format = TEX_NUM_FORMAT_INT, .degamma = true), bytes, 0, 0,
                 (const uint32_t[4]){0x80, 0x80, 0x80, 0x80});
    assert_floats(WORDS(TEX_FMT_BC4, .degamma = true), (const uint8_t[8]){255, 0, 2}, 0, 0, (float)(6 / 7.0), 0, 0, 1);
    /* BC1: 2/3 of the way from white to black is 85 / 255 */
    assert_floats(WORDS(TEX_FMT_BC1, .degamma = true), (const uint8_t[8]){0xff, 0xff, 0, 0, 3}, 0, 0,
                  (float)(rint(linear(1 / 3.0) * 65535) / 65535), (float)(rint(linear(1 / 3.0) * 65535) / 65535),
                  (float)(rint(linear(1 / 3.0) * 65535) / 65535), 1);
}

static void sampler_or_resource_ask_for_linear_numbers(void **state)
{
    (void)state;
    struct texture_resource resource = {.data_format = TEX_FMT_8_8_8_8};
    struct texture_sampler  sampler = {.force_degamma = 0};
    struct texel_format     format;
    texel_format_of(&resource, NULL, &format);
    assert_false(format.channel[0].degamma);
    texel_format_of(&resource, &sampler, &format);
    assert_false(format.channel[0].degamma);
    sampler.force_degamma = 1;
    texel_format_of(&resource, &sampler, &format);
    assert_true(format.channel[0].degamma && format.channel[2].degamma && !format.channel[3].degamma);
    resource.force_degamma = 1;
    texel_format_of(&resource, NULL, &format);
    assert_true(format.channel[0].degamma);
}

static void a_format_is_made_of_the_resource_s_fields(void **state)
{
    (void)state;
    const struct texture_resource resource = {.data_format = TEX_FMT_16,
                                              .num_format_all = TEX_NUM_FORMAT_SCALED,
                                              .format_comp_x = TEX_FORMAT_COMP_SIGNED,
                                              .endian_swap = TEX_ENDIAN_8IN16,
                                              .mpeg_clamp = TEX_MPEG_10};
    struct texel_format           format;
    uint32_t                      value[TEXEL_ELEMENTS];
    texel_format_of(&resource, NULL, &format);
    texel_decode(&format, (const uint8_t[2]){0xff, 0x7f}, 0, 0, value);
    assert_int_equal(value[0], 0xffffff40); /* 0xff7f without its lowest six bits, signed */
    assert_int_equal(texel_channel_result(&format.channel[0], value[0]), bits_of(-192));
    const struct texture_resource colors = {.data_format = TEX_FMT_8_8_8_8,
                                            .format_comp_y = TEX_FORMAT_COMP_SIGNED,
                                            .format_comp_z = TEX_FORMAT_COMP_UNSIGNED_BIASED,
                                            .format_comp_w = TEX_FORMAT_COMP_SIGNED,
                                            .srf_mode_all = TEX_SRF_MODE_NO_ZERO};
    texel_format_of(&colors, NULL, &format);
    assert_int_equal(format.channel[0].kind, TEXEL_NORM);
    assert_int_equal(format.channel[1].kind, TEXEL_NO_ZERO);
    assert_int_equal(format.channel[2].kind, TEXEL_BIASED);
    assert_int_equal(format.channel[3].kind, TEXEL_NO_ZERO);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

/* Direct3D 10's rules in doubles. */
static void colors_of(const uint8_t *bytes, bool bc1, double palette[4][4])
{
    const unsigned word[2] = {(unsigned)(bytes[0] | bytes[1] << 8), (unsigned)(bytes[2] | bytes[3] << 8)};
    const bool     four = !bc1 || word[0] > word[1];
    for (unsigned c = 0; c < 2; c++) {
        palette[c][0] = (word[c] >> 11) / 31.0;
        palette[c][1] = (word[c] >> 5 & 63) / 63.0;
        palette[c][2] = (word[c] & 31) / 31.0;
    }
    for (unsigned e = 0; e < 3; e++) {
        const double first = palette[0][e], second = palette[1][e];
        palette[2][e] = four ? (2 * first + second) / 3 : (first + second) / 2;
        palette[3][e] = four ? (first + 2 * second) / 3 : 0;
    }
    for (unsigned c = 0; c < 4; c++)
        palette[c][3] = four || c < 3;
}

static double path(const uint8_t *bytes, bool is_signed, unsigned texel)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < 6; i++)
        codes |= (uint64_t)bytes[2 + i] << 8 * i;
    const unsigned code = codes >> 3 * texel & 7;
    const int      raw[2] = {is_signed ? (int8_t)bytes[0] : bytes[0], is_signed ? (int8_t)bytes[1] : bytes[1]};
    const double   first = is_signed ? fmax(-1, raw[0] / 127.0) : raw[0] / 255.0;
    const double   second = is_signed ? fmax(-1, raw[1] / 127.0) : raw[1] / 255.0;
    if (code < 2)
        return code ? second : first;
    if (raw[0] > raw[1])
        return ((8 - code) * first + (code - 1) * second) / 7;
    return code == 6 ? (is_signed ? -1 : 0) : code == 7 ? 1 : ((6 - code) * first + (code - 1) * second) / 5;
}

/* The nearest float of a number that is off by less than doubles round. */
static void assert_near(uint32_t out, double is, unsigned format, unsigned texel)
{
    if (fabs((double)float_of(out) - is) > fabs(is) * 0x1.0001p-24 + 1e-15)
        fail_msg("format %u texel %u: %.9g, expected %.9g", format, texel, (double)float_of(out), is);
}

static void blocks_follow_direct3d(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        uint8_t block[16];
        for (unsigned i = 0; i < 16; i++)
            block[i] = (uint8_t)(random_bits() >> 20);
        if (round % 8 == 0)
            memcpy(block + round / 8 % 2 * 8 + 2, block + round / 8 % 2 * 8, 2); /* two equal colours */
        if (round % 8 == 1)
            memset(block, round / 8 % 2 ? 0x80 : 0x7f, 1 + round / 16 % 2); /* signed ends */
        for (unsigned texel = 0; texel < 16; texel++) {
            const unsigned x = texel % 4, y = texel / 4;
            double         palette[4][4];
            uint32_t       out[4];
            colors_of(block, true, palette);
            sample(WORDS(TEX_FMT_BC1), block, x, y, out);
            for (unsigned e = 0; e < 4; e++)
                assert_near(out[e], palette[block[4 + y] >> 2 * x & 3][e], TEX_FMT_BC1, texel);
            colors_of(block + 8, false, palette);
            for (unsigned format = TEX_FMT_BC2; format <= TEX_FMT_BC3; format++) {
                sample(WORDS((uint8_t)format), block, x, y, out);
                for (unsigned e = 0; e < 3; e++)
                    assert_near(out[e], palette[block[12 + y] >> 2 * x & 3][e], format, texel);
                assert_near(out[3],
                            format == TEX_FMT_BC2 ? (block[texel / 2] >> texel % 2 * 4 & 15) / 15.0
                                                  : path(block, false, texel),
                            format, texel);
            }
            for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
                const uint8_t comp = is_signed ? TEX_FORMAT_COMP_SIGNED : TEX_FORMAT_COMP_UNSIGNED;
                sample(WORDS(TEX_FMT_BC4, .comp = {comp, comp}), block, x, y, out);
                assert_near(out[0], path(block, is_signed, texel), TEX_FMT_BC4, texel);
                sample(WORDS(TEX_FMT_BC5, .comp = {comp, comp}), block, x, y, out);
                assert_near(out[0], path(block, is_signed, texel), TEX_FMT_BC5, texel);
                assert_near(out[1], path(block + 8, is_signed, texel), TEX_FMT_BC5, texel);
            }
        }
    }
}

static void a_block_by_hand(void **state)
{
    (void)state;
    /* red 0xf800, blue 0x001f: codes 0 1 2 3 in the first row, 3 in the second one */
    static const uint8_t four[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xff, 0, 0};
    assert_floats(WORDS(TEX_FMT_BC1), four, 0, 0, 1, 0, 0, 1);
    assert_floats(WORDS(TEX_FMT_BC1), four, 1, 0, 0, 0, 1, 1);
    assert_floats(WORDS(TEX_FMT_BC1), four, 2, 0, 2 / 3.f, 0, 1 / 3.f, 1);
    assert_floats(WORDS(TEX_FMT_BC1), four, 3, 0, 1 / 3.f, 0, 2 / 3.f, 1);
    assert_floats(WORDS(TEX_FMT_BC1), four, 0, 1, 1 / 3.f, 0, 2 / 3.f, 1);
    assert_floats(WORDS(TEX_FMT_BC1), four, 0, 2, 1, 0, 0, 1);
    /* BC5, of which X alone is signed: -128 and 128 */
    static const uint8_t pair[16] = {0x80, [8] = 0x80};
    assert_floats(WORDS(TEX_FMT_BC5, COMP(SIGNED, UNSIGNED, UNSIGNED, UNSIGNED)), pair, 0, 0, -1, 128 / 255.f, 0, 1);
    /* the other way round there are three, and a transparent black */
    static const uint8_t three[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};
    assert_floats(WORDS(TEX_FMT_BC1), three, 2, 0, 0.5f, 0, 0.5f, 1);
    assert_floats(WORDS(TEX_FMT_BC1), three, 3, 0, 0, 0, 0, 0);
    /* in BC2 and BC3 four all the same */
    uint8_t alpha[16] = {0x21, 0x43};
    memcpy(alpha + 8, three, 8);
    assert_floats(WORDS(TEX_FMT_BC2), alpha, 3, 0, 2 / 3.f, 0, 1 / 3.f, 4 / 15.f);
    /* BC4: 255 and 0; codes 0 1 2 3 ... 7 from the lowest bits: 0, 1, 6/7, 5/7, ... 1/7 */
    static const uint8_t paths[8] = {255, 0, 0x88, 0xc6, 0xfa, 0, 0, 0};
    for (unsigned texel = 0; texel < 8; texel++)
        assert_floats(WORDS(TEX_FMT_BC4), paths, texel % 4, texel / 4,
                      texel == 0   ? 1
                      : texel == 1 ? 0
                                   : (float)((8 - texel) / 7.0),
                      0, 0, 1);
}

/* What a filter is built for: no number is wider than the channel says. */
static void a_fraction_has_as_many_bits_as_its_divisor(void **state)
{
    (void)state;
    for (unsigned number = 0; number < TEX_FORMATS; number++)
        for (unsigned is_signed = 0; is_signed < 2; is_signed++)
            for (unsigned degamma = 0; degamma < 2; degamma++) {
                const uint8_t       comp = is_signed ? TEX_FORMAT_COMP_SIGNED : TEX_FORMAT_COMP_UNSIGNED;
                struct texel_format format;
                texel_format_make(&WORDS((uint8_t)number, .comp = {comp, comp, comp, comp}, .degamma = degamma),
                                  &format);
                for (unsigned e = 0; e < 4; e++) {
                    const struct texel_channel *channel = &format.channel[e];
                    if (!channel->bits || channel->kind == TEXEL_FLOAT || channel->bits - channel->is_signed == 0)
                        continue;
                    const unsigned bits = channel->bits - channel->is_signed;
                    if (channel->divisor >> (bits - 1) != 1)
                        fail_msg("format %u element %u: %u bits, 1 is %u", number, e, channel->bits, channel->divisor);
                }
            }
}

static void blocks_and_elements_of_formats_that_only_textures_have(void **state)
{
    (void)state;
    static const struct {
        uint8_t format, bytes, width, height, bits[4];
    } cases[] = {
        {TEX_FMT_8_24_FLOAT, 4, 1, 1, {32, 8, 0, 0}},
        {TEX_FMT_24_8_FLOAT, 4, 1, 1, {8, 32, 0, 0}},
        {TEX_FMT_X24_8_32_FLOAT, 8, 1, 1, {32, 8, 0, 0}},
        {TEX_FMT_1, 1, 8, 1, {1, 0, 0, 0}},
        {TEX_FMT_1_REVERSED, 1, 8, 1, {1, 0, 0, 0}},
        {TEX_FMT_GB_GR, 4, 2, 1, {8, 8, 8, 0}},
        {TEX_FMT_BG_RG, 4, 2, 1, {8, 8, 8, 0}},
        {TEX_FMT_5_9_9_9_SHAREDEXP, 4, 1, 1, {32, 32, 32, 0}},
        {TEX_FMT_BC1, 8, 4, 4, {8, 9, 8, 1}},
        {TEX_FMT_BC2, 16, 4, 4, {8, 9, 8, 4}},
        {TEX_FMT_BC3, 16, 4, 4, {8, 9, 8, 14}},
        {TEX_FMT_BC4, 8, 4, 4, {14, 0, 0, 0}},
        {TEX_FMT_BC5, 16, 4, 4, {14, 14, 0, 0}},
        {TEX_FMT_INVALID, 0, 0, 0, {0}},
        {TEX_FMT_CTX1, 0, 0, 0, {0}},
        {TEX_FMT_APC0, 0, 0, 0, {0}},
        {TEX_FMT_32_AS_8, 0, 0, 0, {0}},
        {4, 0, 0, 0, {0}},
        {63, 0, 0, 0, {0}},
        {TEX_FMT_32_32_32, 12, 1, 1, {32, 32, 32, 0}}, /* and one that vertices have, too */
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct texel_format format;
        texel_format_make(&WORDS(cases[i].format), &format);
        assert_int_equal(format.bytes, cases[i].bytes);
        assert_int_equal(format.block_width, cases[i].width);
        assert_int_equal(format.block_height, cases[i].height);
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(format.channel[e].bits, cases[i].bits[e]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(srgb_becomes_linear_in_all_but_w),
        cmocka_unit_test(sampler_or_resource_ask_for_linear_numbers),
        cmocka_unit_test(a_format_is_made_of_the_resource_s_fields),
        cmocka_unit_test(blocks_follow_direct3d),
        cmocka_unit_test(a_block_by_hand),
        cmocka_unit_test(a_fraction_has_as_many_bits_as_its_divisor),
        cmocka_unit_test(blocks_and_elements_of_formats_that_only_textures_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
