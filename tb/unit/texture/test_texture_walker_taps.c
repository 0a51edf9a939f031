/* test_texture_walker_taps.c - the addresser: lines of a pass, pieces of its texels, and what goes along with them
 * (RV770 timing T1). */
#include "tb/unit/texture/texture_walker_kit.h"

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static void lanes_that_share_a_line_make_one_look_up(void **state)
{
    (void)state;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        corner(lane, 16 + 3 * lane, 7);
    offer(15);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 2);
    const lanes_t row = last_row();
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned tap = 0; tap < TEXTURE_TAPS; tap++) {
            const struct queued_tap queued = tap_of(&row, lane, tap);
            assert_true(queued.used && !queued.border);
            assert_int_equal(queued.weight, TEXTURE_ONE / 4);
            assert_int_equal(queued.parts, 1);
            assert_int_equal(queued.bytes, 4);
            assert_int_equal(queued.way[0], way_of(line_at(16, 7 + tap / 2)));
            assert_int_equal(queued.offset[0], 4 * (3 * lane + tap % 2));
        }
}

static void threads_that_do_not_fetch_have_no_taps(void **state)
{
    (void)state;
    scatter();
    offer(4);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lanes, 4);
    assert_int_equal(unit.q.lines, 4);
    const lanes_t row = last_row();
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned tap = 0; tap < TEXTURE_TAPS; tap++)
            assert_int_equal(tap_of(&row, lane, tap).used, lane == 2);
    tick(ALL_WAYS);
    offer(0);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 0);
    assert_true(unit.q.last && ends());
}

static void border_taps_ask_for_no_line(void **state)
{
    (void)state;
    words.sampler.clamp_x = words.sampler.clamp_y = TEX_CLAMP_BORDER;
    coordinates_set(&coordinate, 0, 0, 5); /* texels -1 and 0 of rows 4 and 5 */
    offer(1);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 2);
    const lanes_t row = last_row();
    for (unsigned tap = 0; tap < TEXTURE_TAPS; tap++) {
        const struct queued_tap queued = tap_of(&row, 0, tap);
        assert_true(queued.used);
        assert_int_equal(queued.border, tap % 2 == 0);
        assert_int_equal(queued.parts, tap % 2);
        assert_int_equal(queued.weight, TEXTURE_ONE / 4);
    }
    tick(ALL_WAYS);
    coordinates_set(&coordinate, 0, -5, 5);
    offer(1);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 0);
    assert_true(ends());
}

/* A resource may say what its surface does not have: slice 4 of one. */
static void a_texel_that_lies_nowhere_is_border(void **state)
{
    (void)state;
    words.resource.dim = TEX_DIM_2D_ARRAY;
    words.resource.base_array = words.resource.last_array = 4;
    words.sampler.tex_array_override = 1;
    corner(0, 3, 3);
    offer(1);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 0);
    const lanes_t row = last_row();
    assert_true(tap_of(&row, 0, 0).border && tap_of(&row, 0, 0).used);
    assert_int_equal(tap_of(&row, 0, 0).parts, 0);
}

/* 12 bytes a texel: the third row begins at line 24, texel 5 of a row at byte 60. */
static void a_texel_of_96_bits_is_three_pieces(void **state)
{
    (void)state;
    words.resource.data_format = TEX_FMT_32_32_32_FLOAT;
    words.sampler.xy_mag_filter = words.sampler.xy_min_filter = TEX_XY_FILTER_POINT;
    coordinates_set(&coordinate, 0, 5.5f, 2.5f);
    offer(1);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 2);
    const lanes_t           row = last_row();
    const struct queued_tap tap = tap_of(&row, 0, 0);
    assert_int_equal(tap.parts, 3);
    assert_int_equal(tap.bytes, 4);
    assert_int_equal(tap.way[0], way_of(BASE_LINE + 24));
    assert_int_equal(tap.offset[0], 60);
    assert_int_equal(tap.way[1], way_of(BASE_LINE + 25));
    assert_int_equal(tap.offset[1], 0);
    assert_int_equal(tap.way[2], way_of(BASE_LINE + 25));
    assert_int_equal(tap.offset[2], 4);
}

/* A block of 4 x 4 texels in 8 bytes, 64 of them in a row. */
static void a_tap_has_its_place_in_its_block(void **state)
{
    (void)state;
    words.resource.data_format = TEX_FMT_BC1;
    words.sampler.xy_mag_filter = words.sampler.xy_min_filter = TEX_XY_FILTER_POINT;
    coordinates_set(&coordinate, 3, 42.5f, 7.5f); /* block (10, 1) */
    offer(8);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.texel.tap[12], 2 + 16 * 3); /* as its signal says */
    const lanes_t           row = last_row();
    const struct queued_tap tap = tap_of(&row, 3, 0);
    assert_int_equal(tap.x, 2);
    assert_int_equal(tap.y, 3);
    assert_int_equal(tap.bytes, 8);
    assert_int_equal(tap.offset[0], 10 % 8 * 8);
    assert_int_equal(tap.way[0], way_of(BASE_LINE + (SIZE / 4 + 10) / 8));
}

/* ---- what goes along -------------------------------------------------------------------------------------------- */

static void an_answer_goes_on_in_the_place_of_taps(void **state)
{
    (void)state;
    offer(15);
    for (unsigned i = 0; i < 4 * TEXTURE_QUAD; i++)
        coordinate.value[i] = 0x80000000 + i;
    unit.in.offer_alone = true;
    unit.in.offer_passes = 1;
    tick(ALL_WAYS);
    assert_true(unit.q.alone && unit.q.first && unit.q.last && ends());
    assert_int_equal(unit.q.lines, 0);
    const lanes_t row = last_row();
    for (unsigned i = 0; i < 4 * TEXTURE_QUAD; i++)
        assert_int_equal(row.lane[i], 0x80000000 + i);
    for (unsigned i = 4 * TEXTURE_QUAD; i < LANES; i++)
        assert_int_equal(row.lane[i], 0);
}

/* T9, T12: what is taken as it is takes no filter's time. */
static void a_pass_is_filtered_when_a_lane_that_fetches_filters(void **state)
{
    (void)state;
    static const struct {
        enum isa_fetch_id op;
        unsigned          filter, lanes;
        bool              filtered;
    } cases[] = {
        {ISA_FETCH_SAMPLE, TEX_XY_FILTER_BILINEAR, 15, true}, {ISA_FETCH_SAMPLE, TEX_XY_FILTER_BILINEAR, 4, true},
        {ISA_FETCH_SAMPLE, TEX_XY_FILTER_BICUBIC, 15, true},  {ISA_FETCH_SAMPLE, TEX_XY_FILTER_BILINEAR, 0, false},
        {ISA_FETCH_SAMPLE, TEX_XY_FILTER_POINT, 15, false},   {ISA_FETCH_FETCH4, TEX_XY_FILTER_BILINEAR, 15, false},
        {ISA_FETCH_LD, TEX_XY_FILTER_BILINEAR, 15, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(NULL);
        words.op = cases[i].op;
        words.sampler.xy_mag_filter = words.sampler.xy_min_filter = cases[i].filter;
        offer(cases[i].lanes);
        tick(ALL_WAYS);
        assert_int_equal(unit.q.filtered, cases[i].filtered);
    }
}

static void what_is_compared_and_the_texts_box_go_along(void **state)
{
    (void)state;
    struct texture_plan plans;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        coordinate.value[4 * lane + 2] = 500 + lane;
        coordinate.value[4 * lane + 3] = 600 + lane;
    }
    offer(15);
    texture_plan_unpack(&plan, &plans);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        plans.lane[lane].box = (uint8_t)(40 + lane);
    texture_plan_pack(&plans, &plan);
    tick(ALL_WAYS);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(unit.q.z.lane[lane], 500 + lane);
        assert_int_equal(unit.q.w.lane[lane], 600 + lane);
        assert_int_equal(unit.q.box.lane[lane], 40 + lane);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lanes_that_share_a_line_make_one_look_up),
        TEST(threads_that_do_not_fetch_have_no_taps),
        TEST(border_taps_ask_for_no_line),
        TEST(a_texel_that_lies_nowhere_is_border),
        TEST(a_texel_of_96_bits_is_three_pieces),
        TEST(a_tap_has_its_place_in_its_block),
        TEST(an_answer_goes_on_in_the_place_of_taps),
        TEST(a_pass_is_filtered_when_a_lane_that_fetches_filters),
        TEST(what_is_compared_and_the_texts_box_go_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
