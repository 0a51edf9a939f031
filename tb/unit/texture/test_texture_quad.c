/* test_texture_quad.c - plans and taps as words, and which lanes a quad has. */
#include "pipeline/texture/texture_quad.h"

#include "tb/unit/clock.h"

enum { ROUNDS = 20000 };

static uint64_t seed = 1;

/* An unsigned number of so many bits: 0, all ones, or anything. */
static uint32_t any(unsigned bits)
{
    const uint32_t most = 0xffffffffu >> (32 - bits);
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed >> 62 == 0 ? 0 : seed >> 62 == 1 ? most : (uint32_t)(seed >> 20) & most;
}

/* ---- plans ------------------------------------------------------------------------------------------------------ */

static struct texture_lane_plan any_lane(void)
{
    struct texture_lane_plan lane = {.steps = (uint8_t)any(8),
                                     .filter = (uint8_t)any(8),
                                     .fraction_bits = (uint8_t)any(8),
                                     .probes = (uint8_t)any(8),
                                     .axis = {any(32), any(32)},
                                     .face = (uint8_t)any(8),
                                     .width = (uint8_t)any(8),
                                     .height = (uint8_t)any(8),
                                     .passes = (uint16_t)any(16),
                                     .box = (uint8_t)any(8),
                                     .lod = (int16_t)any(16),
                                     .lod_clamped = (int16_t)any(16),
                                     .level_fraction = (uint8_t)any(8),
                                     .slice_fraction = (uint8_t)any(8)};
    for (unsigned s = 0; s < TEXTURE_STEPS; s++)
        lane.step[s] = (struct texture_step){
            .slice = (uint16_t)any(16), .level = (uint8_t)any(8), .border = any(1), .weight = (uint16_t)any(16)};
    return lane;
}

static void assert_same_lane(const struct texture_lane_plan *a, const struct texture_lane_plan *b)
{
    for (unsigned s = 0; s < TEXTURE_STEPS; s++) {
        assert_int_equal(a->step[s].slice, b->step[s].slice);
        assert_int_equal(a->step[s].level, b->step[s].level);
        assert_int_equal(a->step[s].border, b->step[s].border);
        assert_int_equal(a->step[s].weight, b->step[s].weight);
    }
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->filter, b->filter);
    assert_int_equal(a->fraction_bits, b->fraction_bits);
    assert_int_equal(a->probes, b->probes);
    assert_int_equal(a->axis[0], b->axis[0]);
    assert_int_equal(a->axis[1], b->axis[1]);
    assert_int_equal(a->face, b->face);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->box, b->box);
    assert_int_equal(a->lod, b->lod);
    assert_int_equal(a->lod_clamped, b->lod_clamped);
    assert_int_equal(a->level_fraction, b->level_fraction);
    assert_int_equal(a->slice_fraction, b->slice_fraction);
}

static void a_plan_as_words_is_the_same_plan(void **state)
{
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct texture_plan plan = {.passes = 0}, again;
        texture_plan_t      words;
        for (unsigned i = 0; i < TEXTURE_QUAD; i++)
            plan.lane[i] = any_lane();
        memset(&again, round % 2 ? 0xff : 0, sizeof again);
        texture_plan_pack(&plan, &words);
        texture_plan_unpack(&words, &again);
        for (unsigned i = 0; i < TEXTURE_QUAD; i++)
            assert_same_lane(&plan.lane[i], &again.lane[i]);
    }
}

/* They are registers: what a plan does not fill must not depend on what was there. */
static void all_words_of_a_plan_come_from_it(void **state)
{
    (void)state;
    struct texture_plan plan = {.passes = 1};
    texture_plan_t      zeros = {{0}}, ones;
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        plan.lane[i] = any_lane();
    memset(&ones, 0xff, sizeof ones);
    texture_plan_pack(&plan, &zeros);
    texture_plan_pack(&plan, &ones);
    assert_memory_equal(&zeros, &ones, sizeof ones);
}

static void a_quad_has_as_many_passes_as_its_longest_lane_and_one_at_least(void **state)
{
    (void)state;
    struct texture_plan plan = {.passes = 0}, again;
    texture_plan_t      words;
    texture_plan_pack(&plan, &words);
    texture_plan_unpack(&words, &again);
    assert_int_equal(again.passes, 1);
    for (unsigned longest = 0; longest < TEXTURE_QUAD; longest++) {
        for (unsigned i = 0; i < TEXTURE_QUAD; i++)
            plan.lane[i].passes = i == longest ? 1024 : (uint16_t)i;
        texture_plan_pack(&plan, &words);
        texture_plan_unpack(&words, &again);
        assert_int_equal(again.passes, 1024);
    }
}

/* ---- taps ------------------------------------------------------------------------------------------------------- */

static void a_tap_as_words_is_the_same_tap(void **state)
{
    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct queued_tap tap = {.weight = (int32_t)any(32),
                                 .used = any(1),
                                 .border = any(1),
                                 .parts = (uint8_t)any(2),
                                 .bytes = (uint8_t)any(5),
                                 .x = (uint8_t)any(8),
                                 .y = (uint8_t)any(8)};
        struct queued_tap again;
        uint32_t          words[TAP_WORDS];
        for (unsigned p = 0; p < TEXEL_PARTS; p++) {
            tap.way[p] = (uint16_t)any(9);
            tap.offset[p] = (uint8_t)any(6);
        }
        memset(words, round % 2 ? 0xff : 0, sizeof words);
        memset(&again, round % 2 ? 0xff : 0, sizeof again);
        queued_tap_pack(&tap, words);
        queued_tap_unpack(words, &again);
        assert_int_equal(again.weight, tap.weight);
        assert_int_equal(again.used, tap.used);
        assert_int_equal(again.border, tap.border);
        assert_int_equal(again.parts, tap.parts);
        assert_int_equal(again.bytes, tap.bytes);
        assert_int_equal(again.x, tap.x);
        assert_int_equal(again.y, tap.y);
        for (unsigned p = 0; p < TEXEL_PARTS; p++) {
            assert_int_equal(again.way[p], tap.way[p]);
            assert_int_equal(again.offset[p], tap.offset[p]);
        }
    }
}

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

/* Every thread is in one quad; on chips with eight lanes the upper half of each quarter has no threads. */
static void quads_are_four_neighbours_in_the_order_of_threads(void **state)
{
    (void)state;
    for (unsigned a_quarter = 2; a_quarter <= 4; a_quarter += 2)
        for (unsigned quad = 0; quad < QUARTERS * a_quarter; quad++) {
            const unsigned thread = 4 * quad, lanes = 4 * a_quarter; /* lanes of the SIMD */
            assert_int_equal(quad_first_lane(quad, a_quarter), thread / lanes * QUARTER + thread % lanes);
        }
    assert_int_equal(quad_first_lane(15, 4), 60);
    assert_int_equal(quad_first_lane(7, 2), 52);
}

static void the_threads_of_a_quad_are_four_bits(void **state)
{
    (void)state;
    const lane_mask_t lanes = 0x7000000000000596;
    assert_int_equal(quad_lanes(lanes, 0), 6);
    assert_int_equal(quad_lanes(lanes, 4), 9);
    assert_int_equal(quad_lanes(lanes, 8), 5);
    assert_int_equal(quad_lanes(lanes, 60), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_as_words_is_the_same_plan),
        cmocka_unit_test(all_words_of_a_plan_come_from_it),
        cmocka_unit_test(a_quad_has_as_many_passes_as_its_longest_lane_and_one_at_least),
        cmocka_unit_test(a_tap_as_words_is_the_same_tap),
        cmocka_unit_test(quads_are_four_neighbours_in_the_order_of_threads),
        cmocka_unit_test(the_threads_of_a_quad_are_four_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
