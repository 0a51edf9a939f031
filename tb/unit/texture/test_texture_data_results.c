/* test_texture_data_results.c - the data side's results: texels from the ways, sums over passes, selections (RV770
 * timing T12; ISA 10.4; 3D 7, 8).  The arithmetic of a sum has tests of its own: here all of it must outlast a pass. */
#include "tb/unit/texture/texture_data_kit.h"

enum { HALF = TEXTURE_ONE / 2, QUARTER_ONE = TEXTURE_ONE / 4, ONE_BITS = 0x3f800000 };

static void format(enum tex_format data_format, enum tex_num_format num_format)
{
    words.resource.data_format = data_format;
    words.resource.num_format_all = num_format;
}

/* ---- texels ----------------------------------------------------------------------------------------------------- */

static void each_tap_reads_its_way_from_its_offset(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    format(TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_NORM);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
            put_float(500 - 10 * lane - t, 60 - 4 * t, (float)(lane * 100 + (1u << t)));
            set_tap(&pass, lane, t, 500 - 10 * lane - t, 60 - 4 * t, 4, QUARTER_ONE);
        }
    filter_passes(&pass, 1);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(result(lane, 0), float_bits((float)lane * 100 + 3.75f));
        assert_int_equal(result(lane, 3), ONE_BITS);
    }
}

/* 96 bits lie in three pieces, in any lines. */
static void the_pieces_of_a_texel_are_put_together(void **state)
{
    (void)state;
    struct pass        pass = usual_pass();
    struct queued_tap *tap = set_tap(&pass, 1, 0, 7, 60, 4, TEXTURE_ONE);
    format(TEX_FMT_32_32_32_FLOAT, TEX_NUM_FORMAT_NORM);
    tap->parts = 3;
    tap->way[1] = 300;
    tap->way[2] = 8;
    tap->offset[2] = 4;
    put_float(7, 60, 1);
    put_float(300, 0, 2);
    put_float(8, 4, 3);
    filter_passes(&pass, 1);
    for (unsigned e = 0; e < 3; e++)
        assert_int_equal(result(1, e), float_bits((float)(e + 1)));
}

/* BC4: bits 16 + 3 (4 Y + X) choose one of two ends or of the way between them. */
static void a_tap_is_its_texel_of_the_block(void **state)
{
    (void)state;
    struct pass        pass = usual_pass();
    struct queued_tap *tap = set_tap(&pass, 0, 0, 7, 8, 8, TEXTURE_ONE);
    format(TEX_FMT_BC4, TEX_NUM_FORMAT_NORM);
    tap->x = 1;
    tap->y = 3;
    put(7, 8, 0xff);             /* ends 255 and 0; texels are 255 */
    put(7, 12, 1u << (39 - 16)); /* but for this one: bit 16 + 39 */
    filter_passes(&pass, 1);
    assert_int_equal(result(0, 0), 0);
    pass.tap[0][0].y = 2;
    filter_passes(&pass, 1);
    assert_int_equal(result(0, 0), ONE_BITS);
}

static void a_border_tap_is_the_samplers_colour(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    format(TEX_FMT_32_32_32_32_FLOAT, TEX_NUM_FORMAT_NORM);
    words.sampler.border_color_type = TEX_BORDER_COLOR_REGISTER;
    for (unsigned e = 0; e < 4; e++)
        words.state.border[SAMPLER].element[e] = float_bits((float)(8 * e));
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned t = 0; t < 2; t++)
            pass.tap[lane][t] = (struct queued_tap){.used = true, .border = t != 0, .parts = 1, .weight = HALF};
    filter_passes(&pass, 1); /* the other half is way 0, full of zeros */
    for (unsigned e = 0; e < 4; e++)
        assert_int_equal(result(2, e), float_bits((float)(4 * e)));
}

/* Threads that do not fetch have no texels, nor has LD outside of the texture (Direct3D 10). */
static void a_lane_without_texels_is_0(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    put(0, 0, UINT32_MAX);
    pass.lanes = 2;
    set_tap(&pass, 1, 0, 0, 0, 4, TEXTURE_ONE);
    filter_passes(&pass, 1);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(result(lane, e), lane == 1 ? ONE_BITS : 0);
}

/* ---- sums over passes ------------------------------------------------------------------------------------------- */

/* One texel in each of four passes; what stands between is not there for the one before it. */
static void weights_add_up_over_passes_and_begin_anew(void **state)
{
    (void)state;
    struct pass pass[4];
    format(TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_NORM);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned i = 0; i < 4; i++)
            put_float(10 * lane + i, 0, (float)(100 * lane + (1u << i)));
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 4; i++) {
            pass[i] = usual_pass();
            for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
                set_tap(&pass[i], lane, i, 10 * lane + i, 0, 4, QUARTER_ONE);
        }
        filter_passes(pass, 4);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
            assert_int_equal(result(lane, 0), float_bits((float)lane * 100 + 3.75f));
    }
}

/* Fractions: 255 and 51 of 255, three quarters and a quarter; every element of its own. */
static void every_element_has_its_own_sum(void **state)
{
    (void)state;
    struct pass pass[2] = {usual_pass(), usual_pass()};
    put(3, 0, 0xff3300cc);
    put(4, 0, 0x33ffcc00);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        set_tap(&pass[0], lane, 0, 3, 0, 4, 3 * QUARTER_ONE);
        set_tap(&pass[1], lane, 0, 4, 0, 4, QUARTER_ONE);
    }
    filter_passes(pass, 2);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(result(lane, 0), float_bits(0.6f));
        assert_int_equal(result(lane, 1), float_bits(0.2f));
        assert_int_equal(result(lane, 2), float_bits(0.4f));
        assert_int_equal(result(lane, 3), float_bits(0.8f));
    }
}

/* Floats of far exponents in turn: 2^100 - 2^100 + 2^-100 / 2, and the sum of small ones. */
static void sums_of_floats_keep_exponents_signs_and_infinities(void **state)
{
    (void)state;
    static const struct {
        float    first, second;
        uint32_t half; /* of both */
    } cases[] = {{0x1p100f, -0x1p100f, 0},
                 {0x1p-100f, 0x3p-100f, 0x0e000000}, /* 2^-99 */
                 {-0x1p100f, 0x1p-100f, 0xf1000000}, /* -2^99 */
                 {-3, 1, 0xbf800000}};
    struct pass pass[2] = {usual_pass(), usual_pass()};
    format(TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_NORM);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        put_float(lane, 0, cases[lane].first);
        put_float(lane, 4, cases[lane].second);
        set_tap(&pass[0], lane, 0, lane, 0, 4, HALF);
        set_tap(&pass[1], lane, 0, lane, 4, 4, HALF);
    }
    filter_passes(pass, 2);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        assert_int_equal(result(lane, 0), cases[lane].half);
    put(0, 0, 0x7f800000); /* infinity; minus infinity; NaN */
    put(1, 0, 0xff800000);
    put(2, 0, 0x7fc00001);
    filter_passes(pass, 2);
    assert_int_equal(result(0, 0), 0x7f800000);
    assert_int_equal(result(1, 0), 0xff800000);
    assert_true((result(2, 0) & 0x7fffffff) > 0x7f800000);
    assert_int_equal(result(3, 0), 0xbf800000);
}

/* A single texel is exact, a NaN's bits too, when its quad goes on for other lanes. */
static void one_texel_stays_what_it_is_while_other_lanes_go_on(void **state)
{
    (void)state;
    struct pass pass[3] = {usual_pass(), usual_pass(), usual_pass()};
    format(TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_NORM);
    put(5, 0, 0x7fc12345);
    put_float(6, 0, 6);
    for (unsigned i = 0; i < 3; i++)
        set_tap(&pass[i], 3, 0, 6, 0, 4, QUARTER_ONE);
    for (unsigned lane = 0; lane < 3; lane++)
        set_tap(&pass[lane], lane, 0, 5, 0, 4, TEXTURE_ONE); /* each in another pass */
    filter_passes(pass, 3);
    for (unsigned lane = 0; lane < 3; lane++)
        assert_int_equal(result(lane, 0), 0x7fc12345);
    assert_int_equal(result(3, 0), float_bits(4.5f));
}

/* 3D 8, CHROMA_KEY: the border's colour is the key. */
static void a_texel_of_the_keys_colour_is_not_forgotten(void **state)
{
    (void)state;
    struct pass pass[2] = {usual_pass(), usual_pass()};
    words.sampler.chroma_key = TEX_CHROMA_KEY_KILL;
    words.sampler.border_color_type = TEX_BORDER_COLOR_TRANS_BLACK;
    put(6, 0, 0x11111111);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned i = 0; i < 2; i++)
            set_tap(&pass[i], lane, 0, lane == 2 && i == 0 ? 5 : 6, 0, 4, HALF); /* way 5 is black */
    filter_passes(pass, 2);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        assert_int_equal(result(lane, 0) == 0xbf800000, lane == 2);
}

/* The weights of a text filter add up to the texels of its box: 3 ones of 3, and 1 of 3 of another lane's box. */
static void a_text_filters_box_counts_in_every_pass(void **state)
{
    (void)state;
    struct pass pass[3] = {usual_pass(), usual_pass(), usual_pass()};
    format(TEX_FMT_1, TEX_NUM_FORMAT_NORM);
    lines[3].byte[0] = 1;
    for (unsigned i = 0; i < 3; i++) {
        pass[i].box = (quad_bytes_t){.lane = {3, 3, 6, 1}};
        for (unsigned lane = 0; lane < 3; lane++)
            set_tap(&pass[i], lane, 0, lane == 1 && i > 0 ? 4 : 3, 0, 1, TEXTURE_ONE);
    }
    filter_passes(pass, 3);
    assert_int_equal(result(0, 0), ONE_BITS);
    assert_int_equal(result(1, 0), float_bits(1 / 3.0f));
    assert_int_equal(result(2, 0), float_bits(0.5f));
}

/* MESA: W is the reference, Z where W has the level of detail. */
static void texels_are_compared_with_what_came_along(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    format(TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_NORM);
    words.sampler.depth_compare_function = TEX_DEPTH_COMPARE_LESS;
    put_float(3, 0, 2);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        set_tap(&pass, lane, 0, 3, 0, 4, TEXTURE_ONE);
        pass.z.lane[lane] = float_bits((float)lane);
        pass.w.lane[lane] = float_bits(3 - (float)lane);
    }
    for (unsigned in_z = 0; in_z < 2; in_z++) {
        words.op = in_z ? ISA_FETCH_SAMPLE_C_L : ISA_FETCH_SAMPLE_C;
        filter_passes(&pass, 1);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
            assert_int_equal(result(lane, 0), (in_z ? lane < 2 : lane > 1) ? ONE_BITS : 0);
    }
}

/* ---- selections ------------------------------------------------------------------------------------------------- */

/* 3D 7, then ISA 10.4: the instruction's DST_SEL chooses among what the resource's gives. */
static void the_resource_selects_and_then_the_instruction(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    for (unsigned e = 0; e < 4; e++)
        put_float(9, 4 * e, (float)(e + 2));
    format(TEX_FMT_32_32_32_32_FLOAT, TEX_NUM_FORMAT_NORM);
    set_tap(&pass, 3, 0, 9, 0, 16, TEXTURE_ONE);
    words.resource.dst_sel_x = TEX_SEL_W;
    words.resource.dst_sel_y = TEX_SEL_0;
    words.resource.dst_sel_z = TEX_SEL_Y;
    words.resource.dst_sel_w = TEX_SEL_1;
    filter_passes(&pass, 1);
    assert_int_equal(result(3, 0), float_bits(5));
    assert_int_equal(result(3, 1), 0);
    assert_int_equal(result(3, 2), float_bits(3));
    assert_int_equal(result(3, 3), ONE_BITS);
    words.tex.dst_sel_x = 2;
    words.tex.dst_sel_y = 5;
    words.tex.dst_sel_z = 0;
    words.tex.dst_sel_w = 4;
    filter_passes(&pass, 1);
    assert_int_equal(result(3, 0), float_bits(3));
    assert_int_equal(result(3, 1), ONE_BITS);
    assert_int_equal(result(3, 2), float_bits(5));
    assert_int_equal(result(3, 3), 0);
}

/* MESA; the two selections agree, also of a format that has a float among its integers. */
static void select_1_is_an_integer_in_formats_of_integers(void **state)
{
    (void)state;
    static const struct {
        enum tex_format     data_format;
        enum tex_num_format num_format;
        uint32_t            one;
    } cases[] = {{TEX_FMT_32, TEX_NUM_FORMAT_INT, 1},
                 {TEX_FMT_X24_8_32_FLOAT, TEX_NUM_FORMAT_INT, 1},
                 {TEX_FMT_32, TEX_NUM_FORMAT_NORM, ONE_BITS},
                 {TEX_FMT_32_FLOAT, TEX_NUM_FORMAT_INT, ONE_BITS}};
    words.resource.dst_sel_x = TEX_SEL_1;
    words.tex.dst_sel_y = 5;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pass pass = usual_pass();
        format(cases[i].data_format, cases[i].num_format);
        set_tap(&pass, 0, 0, 9, 0, 8, TEXTURE_ONE);
        filter_passes(&pass, 1);
        assert_int_equal(result(0, 0), cases[i].one);
        assert_int_equal(result(0, 1), cases[i].one);
    }
}

/* Texels (1,0) (0,1) (1,1) (0,0); the resource's X says which element (MESA, Evergreen's GATHER4). */
static void a_gather_is_four_texels_whatever_the_resource_selects(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    words.op = ISA_FETCH_FETCH4;
    format(TEX_FMT_32_32_FLOAT, TEX_NUM_FORMAT_NORM);
    words.resource.dst_sel_x = TEX_SEL_Y;
    words.resource.dst_sel_z = TEX_SEL_0;
    words.tex.dst_sel_w = 5;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        put_float(t, 4, (float)(t + 10));
        set_tap(&pass, 2, t, t, 0, 8, t ? 0 : TEXTURE_ONE);
    }
    filter_passes(&pass, 1);
    assert_int_equal(result(2, 0), float_bits(11));
    assert_int_equal(result(2, 1), float_bits(12));
    assert_int_equal(result(2, 2), float_bits(13));
    assert_int_equal(result(2, 3), ONE_BITS);
}

/* ISA 9.4: the resource's DST_SEL is of texels. */
static void an_answer_passes_the_instructions_selection_alone(void **state)
{
    (void)state;
    struct pass pass = usual_pass();
    words.op = ISA_FETCH_GET_TEXTURE_RESINFO;
    words.resource.dst_sel_x = TEX_SEL_0;
    words.tex.dst_sel_y = 3;
    words.tex.dst_sel_z = 4;
    words.tex.dst_sel_w = 5;
    pass.mark |= PASS_ALONE;
    for (unsigned i = 0; i < 4 * TEXTURE_QUAD; i++)
        pass.answer.value[i] = 1000 + i;
    filter_passes(&pass, 1);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(result(lane, 0), 1000 + 4 * lane);
        assert_int_equal(result(lane, 1), 1000 + 4 * lane + 3);
        assert_int_equal(result(lane, 2), 0);
        assert_int_equal(result(lane, 3), ONE_BITS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_tap_reads_its_way_from_its_offset),
        TEST(the_pieces_of_a_texel_are_put_together),
        TEST(a_tap_is_its_texel_of_the_block),
        TEST(a_border_tap_is_the_samplers_colour),
        TEST(a_lane_without_texels_is_0),
        TEST(weights_add_up_over_passes_and_begin_anew),
        TEST(every_element_has_its_own_sum),
        TEST(sums_of_floats_keep_exponents_signs_and_infinities),
        TEST(one_texel_stays_what_it_is_while_other_lanes_go_on),
        TEST(a_texel_of_the_keys_colour_is_not_forgotten),
        TEST(a_text_filters_box_counts_in_every_pass),
        TEST(texels_are_compared_with_what_came_along),
        TEST(the_resource_selects_and_then_the_instruction),
        TEST(select_1_is_an_integer_in_formats_of_integers),
        TEST(a_gather_is_four_texels_whatever_the_resource_selects),
        TEST(an_answer_passes_the_instructions_selection_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
