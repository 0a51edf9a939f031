/* test_texture_plain.c - sums of plain texels beside those of each tap (texture_filter.h), and their quotients beside
 * the integer ones (texel_quotient). */
#include <math.h>

#include "pipeline/texture/texture_filter.h"
#include "pipeline/texture/texture_plain.h"

#include "tb/unit/texture/texture_data_kit.h"

static uint64_t next_random;
static uint32_t random_word(void)
{
    next_random = next_random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(next_random >> 32);
}

/* ---- quotients -------------------------------------------------------------------------------------------------- */

/* Numerators round the halfway points between two floats, where a second rounding could go wrong. */
static void near_halfway(uint32_t divisor)
{
    for (unsigned i = 0; i < 2000; i++) {
        const uint64_t m = 1u << 24 | random_word() >> 8 | 1;
        const unsigned length = 64 - (unsigned)__builtin_clzll(m * divisor), more = random_word() % 5;
        const int      shift = length + more <= TEXEL_RATIO_BITS ? (int)more : 0;
        const int      down = (int)(random_word() % length);
        const int64_t  middle = (int64_t)(shift || down > 30 ? m * divisor << shift : m * divisor >> down);
        for (int64_t numerator = middle - 2; numerator <= middle + 2; numerator++) {
            const int exponent = -(int)(random_word() % 52);
            assert_int_equal(texel_ratio(numerator, ldexp(divisor, -exponent)),
                             texel_quotient(numerator, divisor, exponent));
            assert_int_equal(texel_ratio(-numerator, ldexp(divisor, -exponent)),
                             texel_quotient(-numerator, divisor, exponent));
        }
    }
}

static void the_hosts_quotient_is_the_integer_one(void **state)
{
    (void)state;
    next_random = 1;
    for (unsigned bits = 1; bits <= TEXEL_NUMBER_BITS; bits++) {
        const uint32_t divisor = (1u << bits) - 1;
        for (uint32_t value = 0; value <= divisor && value < 1u << 16; value++) /* of each value of 16 bits */
            assert_int_equal(texel_ratio(value, divisor), texel_quotient(value, divisor, 0));
        near_halfway(divisor);
    }
    near_halfway(7 * 255);        /* BC4 */
    near_halfway((1u << 26) - 1); /* the largest */
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static const uint8_t formats[] = {TEX_FMT_8_8_8_8, TEX_FMT_8,  TEX_FMT_8_8,        TEX_FMT_5_6_5,
                                  TEX_FMT_16_16,   TEX_FMT_16, TEX_FMT_2_10_10_10, TEX_FMT_16_16_16_16,
                                  TEX_FMT_BC1,     TEX_FMT_BC3};

static struct pass random_pass(const struct texel_format *format, bool bicubic)
{
    static const int32_t weights[] = {TEXTURE_ONE, TEXTURE_ONE / 2, 1, TEXTURE_ONE / 4096 * 63, 0x0fffffff};
    struct pass          pass = usual_pass();
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
            const int32_t sign = bicubic && random_word() % 2 ? -4 : 1;
            if (random_word() % 3 == 0)
                continue;
            struct queued_tap *tap = set_tap(&pass, i, t, random_word() % LINE_CACHE_LINES, random_word() % 4 * 16,
                                             format->bytes, sign * weights[random_word() % 5]);
            tap->x = (uint8_t)(random_word() % format->block_width);
            tap->y = (uint8_t)(random_word() % format->block_height);
        }
    return pass;
}

/* The same passes tap by tap; registers hold their sums. */
static void by_taps(const struct texture_context *context, const struct pass *pass, unsigned count, unsigned lane,
                    uint32_t result[4])
{
    const struct texture_lane_plan plan = {.box = 1};
    struct texture_query           query;
    struct texture_sum             sum;
    uint32_t                       value[4];
    texture_context_query(context, &query);
    texture_sum_begin(&sum, &plan);
    for (unsigned i = 0; i < count * TEXTURE_TAPS; i++) {
        const struct queued_tap *queued = &pass[i / TEXTURE_TAPS].tap[lane][i % TEXTURE_TAPS];
        const struct texture_tap tap = {.used = queued->used, .weight = queued->weight};
        if (!tap.used)
            continue;
        texel_decode(query.format, &lines[queued->way[0]].byte[queued->offset[0]], queued->x, queued->y, value);
        texture_sum_add(&sum, &query, lane, i % TEXTURE_TAPS, &tap, value);
    }
    for (unsigned e = 0; e < 4; e++) {
        assert_int_equal(unit.q.sum.value[4 * lane + e], sum.channel[e].sum);
        assert_int_equal(unit.q.single.value[4 * lane + e], sum.single[e]);
    }
    assert_int_equal(unit.q.taps.lane[lane], sum.taps);
    assert_int_equal(unit.q.whole.lane[lane], sum.whole);
    texture_sum_end(&sum, &query, value);
    texture_select(&query, value, result);
}

static uint32_t chosen(unsigned select, const uint32_t value[4])
{
    return select < 4 ? value[select] : select == ISA_SEL_1 ? float_bits(1) : 0;
}

static void plain_passes_are_the_sums_of_their_taps(void **state)
{
    (void)state;
    next_random = 2;
    for (unsigned i = 0; i < LINE_CACHE_LINES * LINE_BYTES; i++)
        lines[i / LINE_BYTES].byte[i % LINE_BYTES] = (uint8_t)random_word();
    for (unsigned n = 0; n < 3000; n++) {
        struct texture_context context;
        struct pass            pass[3];
        const unsigned         count = 1 + n % 3;
        words.resource.data_format = formats[n % sizeof formats];
        words.resource.force_degamma = random_word() % 4 == 0;
        words.resource.dst_sel_x = random_word() % 6;
        words.resource.dst_sel_w = random_word() % 6;
        words.tex.dst_sel_x = random_word() % 6;
        words.tex.dst_sel_z = random_word() % 6;
        words_settle(&words);
        texture_context_make(&words.state, words.low, words.high, &context);
        assert_true(context.plain);
        for (unsigned i = 0; i < count; i++)
            pass[i] = random_pass(&context.format, n % 5 == 0);
        filter_passes(pass, count);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
            const unsigned select[4] = {words.tex.dst_sel_x, words.tex.dst_sel_y, words.tex.dst_sel_z,
                                        words.tex.dst_sel_w};
            uint32_t       value[4];
            by_taps(&context, pass, count, lane, value);
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(result(lane, e), chosen(select[e], value));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hosts_quotient_is_the_integer_one),
        TEST(plain_passes_are_the_sums_of_their_taps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
