/* test_texture_data.c - the data side's queue and clocks: order, back-pressure, what a pass costs (RV770 timing T1, T5
 * to T9, T12). */
#include "tb/unit/texture/texture_data_kit.h"

enum { BILINEAR = TEXTURE_TAPS, POINT = 1 };

/* A pass of so many texels a lane; more than one are filtered. */
static struct pass pass_of(unsigned taps)
{
    struct pass pass = usual_pass();
    pass.mark |= taps > 1 ? PASS_FILTERED : 0;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned t = 0; t < taps; t++)
            set_tap(&pass, lane, t, 16 * lane + t, 0, 4, TEXTURE_ONE / (int)taps);
    return pass;
}

static void push_of(unsigned entry, unsigned quad, uint32_t stamp)
{
    struct pass pass = pass_of(POINT);
    pass.entry = entry;
    pass.quad = quad;
    pass.stamp = stamp;
    push(&pass);
}

static void after_reset_the_queue_is_empty(void **state)
{
    (void)state;
    static const struct texture_data_reg zero;
    assert_memory_equal(&unit.q, &zero, sizeof zero);
    assert_true(texture_data_has_room(&unit));
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick(true));
    push_of(3, 4, 5);
    tick(true);
    tick(true);
    tick(true);
    assert_int_equal(unit.q.count, 0);
    ASSERT_HOLDS(&unit, tick(true));
    ASSERT_HOLDS(&unit, tick(true));
}

/* So it may sleep until its lines come. */
static void a_pass_that_waits_changes_nothing(void **state)
{
    (void)state;
    push_of(3, 4, 5);
    tick(false);
    assert_false(texture_data_busy(&unit.q));
    ASSERT_HOLDS(&unit, tick(false));
}

static void a_result_is_there_a_clock_after_its_lines(void **state)
{
    (void)state;
    push_of(3, 4, 5);
    tick(true); /* nothing is ready before it is there */
    assert_int_equal(unit.q.count, 1);
    assert_int_equal(unit.q.head_entry, 3);
    assert_int_equal(unit.q.head_stamp, 5);
    for (unsigned i = 0; i < 10; i++) {
        assert_false(unit.q.done);
        assert_int_equal(unit.q.count, 1);
        tick(false);
    }
    tick(true);
    assert_true(unit.q.done);
    assert_int_equal(unit.q.entry, 3);
    assert_int_equal(unit.q.quad, 4);
    assert_int_equal(unit.q.count, 0);
    assert_int_equal(unit.q.head_stamp, 0); /* no way is held */
    assert_int_equal(unit.q.passes, 1);
    assert_int_equal(unit.q.texels, 4);
    tick(true);
    assert_false(unit.q.done || texture_data_busy(&unit.q));
}

static void others_hear_of_what_they_may_see(void **state)
{
    (void)state;
    push_of(3, 4, 5);
    tick(false);
    assert_true(seen);
    tick(false); /* waits */
    assert_false(seen);
    tick(true);
    assert_true(seen);
    tick(true);
    assert_true(seen); /* no result any more */
    tick(true);
    assert_false(seen);
}

/* Only a quad's last pass makes its result. */
static void passes_before_the_last_one_give_no_result(void **state)
{
    (void)state;
    struct pass pass = pass_of(BILINEAR);
    for (unsigned i = 0; i < 4; i++) {
        pass.mark = PASS_FILTERED | (i == 0 ? PASS_FIRST : i == 3 ? PASS_LAST : 0);
        push(&pass);
        tick(false);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_false(unit.q.done);
        tick(true);
    }
    assert_true(unit.q.done);
    assert_int_equal(unit.q.passes, 4);
    assert_int_equal(unit.q.texels, 64);
}

/* ---- what a pass costs ------------------------------------------------------------------------------------------ */

static const struct {
    enum tex_format format;
    unsigned        clocks; /* of a filtered pass, with 32 bits a clock */
} costs[] = {
    {TEX_FMT_8, 1},           {TEX_FMT_8_8_8_8, 1},     {TEX_FMT_32_FLOAT, 1},
    {TEX_FMT_16_16_16_16, 2}, {TEX_FMT_32_32_FLOAT, 2}, {TEX_FMT_32_32_32_FLOAT, 3},
    {TEX_FMT_BC1, 1},         {TEX_FMT_BC3, 1},         {TEX_FMT_32_32_32_32_FLOAT, 4},
};

/* Clocks from one quad's result to that of the next, which waits behind it. */
static unsigned clocks_of(unsigned format, unsigned filtered)
{
    struct pass pass = pass_of(BILINEAR);
    unsigned    first = 0;
    fresh(NULL);
    words.resource.data_format = format;
    words_settle(&words);
    pass.mark = PASS_FIRST | PASS_LAST | filtered;
    for (unsigned i = 0; i < 2; i++) {
        push(&pass);
        tick(false);
    }
    for (unsigned clock = 1; clock < 100; clock++) {
        tick(true);
        if (unit.q.done && first)
            return clock - first;
        if (unit.q.done)
            first = clock;
        if (!first || clock == first) /* the second one stays until the first one's last clock */
            assert_int_equal(unit.q.count, 1);
    }
    return 0;
}

/* T5, T6, T7: full, half and quarter rate by the bits of a texel. */
static void texels_are_filtered_by_their_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof costs / sizeof costs[0]; i++)
        assert_int_equal(clocks_of(costs[i].format, PASS_FILTERED), costs[i].clocks);
}

/* T9, T12: how many texels there are does not matter. */
static void a_pass_that_is_not_filtered_costs_a_clock_whatever_its_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof costs / sizeof costs[0]; i++)
        assert_int_equal(clocks_of(costs[i].format, 0), 1);
}

static void the_result_is_announced_in_the_last_clock_of_its_pass(void **state)
{
    (void)state;
    struct pass pass = pass_of(BILINEAR);
    words.resource.data_format = TEX_FMT_32_32_32_32_FLOAT;
    words_settle(&words);
    push(&pass);
    tick(false);
    for (unsigned clock = 1; clock <= 4; clock++) {
        tick(true);
        assert_int_equal(unit.q.done, clock == 4);
    }
    tick(true);
    assert_false(unit.q.done);
}

static void what_is_filtered_in_a_clock_is_a_parameter(void **state)
{
    (void)state;
    struct pass pass = pass_of(BILINEAR);
    words.resource.data_format = TEX_FMT_16_16_16_16;
    words_settle(&words);
    unit.in.sample_bits = 24;
    push(&pass);
    tick(false);
    for (unsigned clock = 1; clock <= 3; clock++) {
        tick(true);
        assert_int_equal(unit.q.done, clock == 3);
    }
    unit.in.sample_bits = 64;
    push(&pass);
    tick(false);
    tick(true);
    assert_true(unit.q.done);
}

/* ---- the queue -------------------------------------------------------------------------------------------------- */

static void the_queue_takes_64_passes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TEXTURE_QUEUE; i++) {
        assert_true(texture_data_has_room(&unit));
        push_of(i % 16, i / 16, i + 1);
        tick(false);
    }
    assert_false(texture_data_has_room(&unit));
    assert_int_equal(unit.q.count, TEXTURE_QUEUE);
    for (unsigned i = 0; i < TEXTURE_QUEUE; i++) {
        assert_int_equal(unit.q.head_entry, i % 16);
        assert_int_equal(unit.q.head_stamp, i + 1);
        tick(true);
        assert_true(texture_data_has_room(&unit));
        assert_int_equal(unit.q.entry, i % 16);
        assert_int_equal(unit.q.quad, i / 16);
    }
    assert_int_equal(unit.q.count, 0);
}

/* Passes that come and go at random: always the oldest one is the first. */
static void passes_go_in_the_order_in_which_they_come(void **state)
{
    (void)state;
    uint32_t came = 0, gone = 0, seed = 1;
    while (gone < 1000) {
        seed = seed * 1664525 + 1013904223;
        const bool ready = seed >> 30 & 1, comes = (seed >> 28 & 3) != 0 && texture_data_has_room(&unit);
        if (comes)
            push_of(came % 16, came / 16 % 16, came + 1);
        const bool goes = ready && came != gone;
        tick(ready);
        came += comes;
        gone += goes;
        assert_int_equal(unit.q.count, came - gone);
        assert_int_equal(unit.q.done, goes);
        assert_int_equal(unit.q.head_stamp, came == gone ? 0 : gone + 1);
        if (came != gone)
            assert_int_equal(unit.q.head_entry, gone % 16);
        if (goes)
            assert_int_equal(unit.q.entry + 16 * unit.q.quad, (gone - 1) % 256);
    }
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* Ready: every piece of every tap, of the first pass alone. */
static void a_pass_is_ready_when_all_of_its_pieces_are_there(void **state)
{
    (void)state;
    static struct line_cache cache;
    struct pass              pass = usual_pass();
    struct queued_tap       *tap = set_tap(&pass, 2, 3, 300, 0, 4, 1);
    tap->parts = 3;
    tap->way[1] = 17;
    tap->way[2] = 511;
    set_tap(&pass, 0, 0, 18, 0, 4, 1);
    assert_false(texture_data_is_ready(&unit, &cache)); /* nothing is there */
    push(&pass);
    tick(false);
    push_of(0, 0, 0); /* of way 0 */
    tick(false);
    for (unsigned way = 0; way < LINE_CACHE_LINES; way++) {
        memset(&cache.q.waiting, 0, sizeof cache.q.waiting);
        line_set_add(&cache.q.waiting, way);
        assert_int_equal(texture_data_is_ready(&unit, &cache), way != 300 && way != 17 && way != 511 && way != 18);
    }
    tick(true);
    memset(&cache.q.waiting, 0, sizeof cache.q.waiting);
    line_set_add(&cache.q.waiting, 300);
    assert_true(texture_data_is_ready(&unit, &cache));
    line_set_add(&cache.q.waiting, 0);
    assert_false(texture_data_is_ready(&unit, &cache));
}

static void border_taps_and_answers_wait_for_nothing(void **state)
{
    (void)state;
    static struct line_cache cache;
    struct pass              pass = usual_pass();
    memset(&cache.q.waiting, 0xff, sizeof cache.q.waiting);
    pass.tap[1][2] = (struct queued_tap){.used = true, .border = true, .weight = TEXTURE_ONE};
    pass.tap[1][3] = (struct queued_tap){.used = false, .parts = 1};
    push(&pass);
    tick(false);
    assert_true(texture_data_is_ready(&unit, &cache));
    pass.mark |= PASS_ALONE;
    memset(&pass.answer, 0xff, sizeof pass.answer);
    push(&pass);
    tick(true);
    assert_true(texture_data_is_ready(&unit, &cache));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_the_queue_is_empty),
        TEST(idle_the_unit_holds),
        TEST(a_pass_that_waits_changes_nothing),
        TEST(a_result_is_there_a_clock_after_its_lines),
        TEST(others_hear_of_what_they_may_see),
        TEST(passes_before_the_last_one_give_no_result),
        TEST(texels_are_filtered_by_their_bits),
        TEST(a_pass_that_is_not_filtered_costs_a_clock_whatever_its_bits),
        TEST(the_result_is_announced_in_the_last_clock_of_its_pass),
        TEST(what_is_filtered_in_a_clock_is_a_parameter),
        TEST(the_queue_takes_64_passes),
        TEST(passes_go_in_the_order_in_which_they_come),
        TEST(a_pass_is_ready_when_all_of_its_pieces_are_there),
        TEST(border_taps_and_answers_wait_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
