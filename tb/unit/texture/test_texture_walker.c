/* test_texture_walker.c - the walker: a pass a clock, look-ups of its lines, back-pressure (RV770 timing T1, T3, T11).
 */
#include "tb/unit/texture/texture_walker_kit.h"

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static void after_reset_nothing_is_there(void **state)
{
    (void)state;
    static const struct texture_walker_reg zero;
    line_numbers_t                         lines;
    assert_memory_equal(&unit.q, &zero, sizeof zero);
    assert_int_equal(texture_walker_looks(&unit.q, &lines), 0);
    assert_false(ends());
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick(ALL_WAYS));
    offer(15);
    tick(ALL_WAYS);
    struct texture_walker_reg waits = unit.q; /* without ways it waits, and counts that */
    tick(NO_WAY);
    waits.waits_ways++;
    assert_memory_equal(&unit.q, &waits, sizeof waits);
    tick(ALL_WAYS);
    assert_false(unit.q.valid);
    ASSERT_HOLDS(&unit, tick(ALL_WAYS));
}

static void a_pass_is_addressed_in_a_clock_and_looked_up_in_the_next(void **state)
{
    (void)state;
    line_numbers_t lines;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        corner(lane, 20 + lane % 2, 30 + lane / 2);
    offer(15);
    assert_int_equal(texture_walker_looks(&unit.q, &lines), 0);
    tick(ALL_WAYS);
    assert_true(unit.q.valid && unit.q.first && unit.q.last && !unit.q.ends && !unit.q.alone);
    assert_int_equal(unit.q.entry, ENTRY);
    assert_int_equal(unit.q.quad, QUAD);
    assert_int_equal(unit.q.lanes, 15);
    assert_false(unit.in.offer);
    assert_int_equal(unit.q.lines, 3); /* rows 30, 31, 32 */
    assert_int_equal(texture_walker_looks(&unit.q, &lines), 7);
    for (unsigned row = 0; row < 3; row++)
        assert_int_equal(lines.look[row], line_at(20, 30 + row));
    assert_int_equal(lines.look[3], 0);
    tick(ALL_WAYS);
    assert_false(unit.q.valid);
    assert_int_equal(unit.q.walked, 1);
    assert_int_equal(unit.q.looks, 3);
}

static void passes_follow_one_another_without_a_gap(void **state)
{
    (void)state;
    offer(15);
    tick(ALL_WAYS);
    for (unsigned i = 1; i < 10; i++) {
        offer(15);
        assert_true(texture_walker_accepts(&unit.q, true, true));
        tick(ALL_WAYS);
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.walked, i + 1);
    }
}

static void four_lines_are_looked_up_in_a_clock(void **state)
{
    (void)state;
    line_numbers_t lines;
    scatter();
    offer(15);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.lines, 16);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_true(unit.q.valid);
        assert_int_equal(texture_walker_looks(&unit.q, &lines), 15);
        for (unsigned tap = 0; tap < TEXTURE_TAPS; tap++)
            assert_int_equal(lines.look[tap], line_at(15 + tap % 2, 16 * lane + tap / 2));
        tick(ALL_WAYS);
    }
    assert_false(unit.q.valid);
}

static void a_look_up_without_a_way_is_made_again(void **state)
{
    (void)state;
    line_numbers_t lines;
    scatter();
    offer(15);
    tick(ALL_WAYS);
    tick(8 | 2);
    assert_int_equal(unit.q.found, 0xa);
    assert_int_equal(texture_walker_looks(&unit.q, &lines), 15);
    assert_int_equal(lines.look[0], unit.q.line.line[0]);
    assert_int_equal(lines.look[1], unit.q.line.line[2]);
    assert_int_equal(lines.look[2], unit.q.line.line[4]);
    assert_int_equal(lines.look[3], unit.q.line.line[5]);
    tick(NO_WAY);
    assert_int_equal(unit.q.found, 0xa);
    for (unsigned i = 0; i < 3; i++)
        tick(ALL_WAYS);
    assert_int_equal(texture_walker_looks(&unit.q, &lines), 3); /* two are left */
    const lanes_t row = last_row();
    tick(1);
    assert_true(unit.q.valid);
    tick(1);
    assert_false(unit.q.valid);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned tap = 0; tap < TEXTURE_TAPS; tap++)
            assert_int_equal(tap_of(&row, lane, tap).way[0], way_of(line_at(15 + tap % 2, 16 * lane + tap / 2)));
}

static void a_pass_waits_for_room_in_the_queue_with_its_ways(void **state)
{
    (void)state;
    line_numbers_t lines;
    corner(0, 3, 3);
    offer(1);
    tick(ALL_WAYS);
    unit.in.room = false;
    for (unsigned i = 0; i < 5; i++) {
        offer(1);
        tick(ALL_WAYS);
        assert_true(unit.q.valid && unit.in.offer);
        assert_int_equal(unit.q.walked, 1);
        assert_int_equal(unit.q.found, 3);
        assert_int_equal(texture_walker_looks(&unit.q, &lines), 0); /* no look-up is made twice */
    }
    const lanes_t row = last_row();
    assert_int_equal(tap_of(&row, 0, 3).way[0], way_of(line_at(4, 4)));
    unit.in.room = true;
    assert_true(ends());
    tick(NO_WAY);
    assert_int_equal(unit.q.walked, 2);
}

/* From it on no way is replaced (line_cache.h). */
static void a_pass_has_the_stamp_of_its_first_way(void **state)
{
    (void)state;
    scatter();
    offer(15);
    tick(ALL_WAYS);
    tick(NO_WAY);
    assert_int_equal(unit.q.oldest, 0);
    assert_int_equal(texture_walker_stamp(&unit.q, 77), 77);
    tick(1);
    const uint32_t first = stamp;
    assert_int_equal(unit.q.oldest, first);
    tick(ALL_WAYS);
    assert_int_equal(unit.q.oldest, first);
    assert_int_equal(texture_walker_stamp(&unit.q, 77), first);
    offer(15);
    for (unsigned i = 0; i < 3; i++)
        tick(ALL_WAYS);
    assert_int_equal(unit.q.walked, 2);
    assert_int_equal(unit.q.oldest, 0); /* the next pass has none yet */
}

/* While it is the first of the queue, those behind it may have ways that are not to be replaced. */
static void a_pass_without_lines_has_the_stamp_of_the_next_look_up(void **state)
{
    (void)state;
    offer(0);
    tick(ALL_WAYS);
    assert_true(ends());
    assert_int_equal(texture_walker_stamp(&unit.q, 77), 77);
}

/* ---- passes ----------------------------------------------------------------------------------------------------- */

/* 16 texels in four passes: quads of the filter beside and below one another (FILTER4's words are 1/2 each). */
static void the_quad_stays_with_the_lod_unit_until_its_last_pass(void **state)
{
    (void)state;
    words.sampler.xy_mag_filter = words.sampler.xy_min_filter = TEX_XY_FILTER_BICUBIC;
    for (unsigned i = 0; i < FETCH_FILTER4_WORDS; i++)
        words.state.filter4[i] = 256 << 11 | 256;
    corner(1, 20, 30); /* texels 19 to 22, rows 29 to 32 */
    offer(2);
    assert_int_equal(unit.in.offer_passes, 4);
    unit.in.offer_quad = 15;
    for (unsigned pass = 0; pass < 4; pass++) {
        assert_int_equal(texture_walker_accepts_last(&unit.q, true, ends(), 4), 0);
        tick(ALL_WAYS); /* the pass before goes */
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.first, pass == 0);
        assert_int_equal(unit.q.last, pass == 3);
        assert_int_equal(unit.q.ends, pass == 3);
        assert_int_equal(unit.in.offer, pass != 3);
        assert_int_equal(unit.q.pass, pass == 3 ? 0 : pass + 1);
        const lanes_t           row = last_row();
        const struct queued_tap tap = tap_of(&row, 1, 0);
        assert_int_equal(tap.way[0], way_of(line_at(19, 29 + pass / 2 * 2)));
        assert_int_equal(tap.offset[0], (19 + pass % 2 * 2) % TEXELS_A_LINE * 4);
    }
    tick(ALL_WAYS);
    assert_int_equal(unit.q.walked, 4);
}

static void an_instruction_ends_with_the_last_pass_of_its_last_quad(void **state)
{
    (void)state;
    for (unsigned quads = 8; quads <= 16; quads += 8)
        for (unsigned quad = 0; quad < quads; quad++) {
            unit.in.quads = (uint8_t)quads;
            offer(15);
            unit.in.offer_quad = (uint8_t)quad;
            tick(ALL_WAYS);
            assert_int_equal(unit.q.ends, quad == quads - 1);
        }
}

/* Lane 0 magnifies, lane 1 takes texels of two levels as they are: from the second pass on lane 0 has nothing to
 * filter. */
static void a_lane_whose_passes_are_over_has_no_taps_and_no_filter(void **state)
{
    (void)state;
    struct texture_plan plans;
    scatter();
    offer(3);
    texture_plan_unpack(&plan, &plans);
    plans.lane[1].filter = TEXTURE_POINT;
    plans.lane[1].step[1] = plans.lane[1].step[0];
    plans.lane[1].step[0].weight = plans.lane[1].step[1].weight = 2048;
    plans.lane[1].steps = 2;
    plans.lane[1].passes = 2;
    texture_plan_pack(&plans, &plan);
    unit.in.offer_passes = 2;
    tick(ALL_WAYS);
    assert_true(unit.q.filtered);
    assert_int_equal(unit.q.lines, 5);
    tick(ALL_WAYS);
    tick(ALL_WAYS);
    assert_true(unit.q.last);
    assert_false(unit.q.filtered);
    assert_int_equal(unit.q.lines, 1);
    const lanes_t row = last_row();
    assert_false(tap_of(&row, 0, 0).used);
    assert_true(tap_of(&row, 1, 0).used);
    assert_int_equal(tap_of(&row, 1, 0).weight, TEXTURE_ONE / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_nothing_is_there),
        TEST(idle_the_unit_holds),
        TEST(a_pass_is_addressed_in_a_clock_and_looked_up_in_the_next),
        TEST(passes_follow_one_another_without_a_gap),
        TEST(four_lines_are_looked_up_in_a_clock),
        TEST(a_look_up_without_a_way_is_made_again),
        TEST(a_pass_waits_for_room_in_the_queue_with_its_ways),
        TEST(a_pass_has_the_stamp_of_its_first_way),
        TEST(a_pass_without_lines_has_the_stamp_of_the_next_look_up),
        TEST(the_quad_stays_with_the_lod_unit_until_its_last_pass),
        TEST(an_instruction_ends_with_the_last_pass_of_its_last_quad),
        TEST(a_lane_whose_passes_are_over_has_no_taps_and_no_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
