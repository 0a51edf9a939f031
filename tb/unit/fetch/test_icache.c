/* test_icache.c - the instruction cache: latencies, trackers, replacement (RV770 timing S14, S15). */
#include "tb/unit/clock.h"

#include "mem/icache.h"

enum { PROGRAM = 4096, MISS_CLK = 5 };

enum { MISSES = 8 };
static struct icache             cache;
static uint32_t                  program[PROGRAM];
static struct instruction_memory memory;

static int fresh(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PROGRAM; i++)
        program[i] = 0xc0de0000u + i;
    memory = (struct instruction_memory){program, PROGRAM};
    memset(&cache, 0xa5, sizeof cache);
    memset(&cache.in, 0, sizeof cache.in);
    cache.in.memory = &memory;
    cache.in.program_lines = instruction_memory_lines(&memory);
    cache.in.sets = 2;
    cache.in.ways = 2;
    cache.in.miss_clk = MISS_CLK;
    cache.in.misses = MISSES;
    cache.in.lines = 1;
    icache_reset(&cache);
    return 0;
}

static void tick(void)
{
    icache_eval(&cache.in, &cache.q, &cache.d, &cache);
    icache_commit(&cache);
    cache.in.look = false;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static void look(uint32_t line, unsigned id)
{
    cache.in.look = true;
    cache.in.look_line = line;
    cache.in.look_id = (uint8_t)id;
    tick();
}

/* Brings a line into the cache. */
static void load(uint32_t line)
{
    look(line, 0);
    assert_true(cache.q.answer && !cache.q.hit && !cache.q.refused);
    ticks(cache.in.miss_clk);
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, line);
}

static bool hits(uint32_t line)
{
    look(line, 0);
    assert_true(cache.q.answer);
    return cache.q.hit;
}

static void assert_line(unsigned way, uint32_t line)
{
    for (unsigned w = 0; w < ICACHE_LINE_WORDS; w++) {
        const uint64_t low = 0xc0de0000u + line * ICACHE_LINE_DWORDS + 2 * w;
        assert_true(cache.data[way].word[w] == ((low + 1) << 32 | low));
    }
}

static void after_reset_nothing_is_in_the_cache_or_on_its_way(void **state)
{
    (void)state;
    static const struct icache_reg zero;
    assert_memory_equal(&cache.q, &zero, sizeof zero);
    assert_memory_equal(&cache.d, &zero, sizeof zero);
    for (unsigned way = 0; way < ICACHE_LINES; way++) {
        assert_int_equal(cache.tag[way], 0);
        assert_int_equal(cache.used[way], 0);
        assert_true(cache.data[way].word[7] == 0);
    }
    assert_false(hits(0));
}

static void idle_the_cache_holds(void **state)
{
    (void)state;
    load(5);
    ticks(2);
    ASSERT_HOLDS(&cache, tick());
    assert_int_equal(cache.tag[2], 6);
    for (unsigned i = 0; i < MISSES; i++) /* nothing is left of a miss */
        assert_true(cache.q.miss_line.entry[i] == 0 && cache.q.miss_wait.entry[i] == 0);
}

static void a_hit_is_answered_one_clock_later_for_one_clock(void **state)
{
    (void)state;
    load(5);
    tick();
    assert_false(cache.q.answer);
    look(5, 9);
    assert_true(cache.q.answer);
    assert_true(cache.q.hit);
    assert_false(cache.q.refused);
    assert_int_equal(cache.q.answer_id, 9);
    assert_int_equal(cache.q.way, 2); /* the first way of set 1 */
    assert_line(2, 5);
    tick();
    assert_false(cache.q.answer);
}

static void it_holds_a_line_while_it_waits_for_none(void **state)
{
    (void)state;
    assert_false(icache_holds(&cache, 5));
    load(5);
    tick();
    assert_true(icache_holds(&cache, 5));
    assert_false(icache_holds(&cache, 7));
    look(6, 3);
    assert_false(icache_holds(&cache, 5));
}

static void a_miss_is_filled_miss_clk_clocks_after_its_answer(void **state)
{
    (void)state;
    look(6, 3);
    assert_true(cache.q.answer && !cache.q.hit && !cache.q.refused);
    assert_int_equal(cache.q.answer_id, 3);
    assert_int_equal(cache.q.way, 0);
    for (unsigned i = 1; i < MISS_CLK; i++) {
        assert_int_equal(cache.q.missing, 1);
        tick();
        assert_false(cache.q.fill);
        assert_int_equal(cache.tag[0], 0);
    }
    tick();
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 6);
    assert_int_equal(cache.q.fill_way, 0);
    assert_int_equal(cache.q.missing, 0);
    assert_int_equal(cache.tag[0], 7);
    assert_line(0, 6);
    tick();
    assert_false(cache.q.fill);
}

static void the_least_miss_latency_is_one_clock(void **state)
{
    (void)state;
    cache.in.miss_clk = 1;
    look(6, 3);
    assert_false(cache.q.fill);
    tick();
    assert_true(cache.q.fill);
}

static void hits_and_misses_are_counted(void **state)
{
    (void)state;
    load(1);
    for (unsigned i = 0; i < 3; i++)
        assert_true(hits(1));
    assert_int_equal(cache.q.hits, 3);
    assert_int_equal(cache.q.misses, 1);
    assert_int_equal(cache.q.use_clock, 4);
}

static void a_look_up_in_the_clock_of_the_fill_is_refused_and_the_next_one_hits(void **state)
{
    (void)state;
    look(6, 0);
    ticks(MISS_CLK - 1);
    look(6, 1); /* the fill happens at the edge that answers */
    assert_true(cache.q.fill);
    assert_false(cache.q.hit);
    assert_true(cache.q.refused);
    assert_int_equal(cache.q.missing, 0);
    look(6, 1);
    assert_true(cache.q.hit);
    assert_false(cache.q.refused);
}

static void a_look_up_one_clock_before_the_fill_is_a_miss_that_the_fill_ends(void **state)
{
    (void)state;
    look(6, 0);
    ticks(MISS_CLK - 2);
    look(6, 1);
    assert_true(cache.q.answer && !cache.q.hit && !cache.q.refused && !cache.q.fill);
    tick();
    assert_true(cache.q.fill);
}

static void another_lines_look_up_in_the_clock_of_a_fill_takes_a_tracker(void **state)
{
    (void)state;
    look(6, 0);
    ticks(MISS_CLK - 1);
    look(7, 1);
    assert_true(cache.q.fill && !cache.q.hit && !cache.q.refused);
    assert_int_equal(cache.q.missing, 1);
    ticks(MISS_CLK);
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 7);
}

static void a_look_up_whose_way_is_replaced_at_that_edge_is_refused(void **state)
{
    (void)state;
    cache.in.sets = cache.in.ways = 1;
    load(4);
    look(8, 0);
    ticks(MISS_CLK - 1);
    look(4, 1); /* line 8 takes the only way at the edge that answers */
    assert_true(cache.q.fill);
    assert_line(0, 8);
    assert_true(cache.q.answer && !cache.q.hit && cache.q.refused);
    assert_int_equal(cache.q.missing, 0);
}

static void a_look_up_of_a_line_in_another_way_than_the_filled_one_hits(void **state)
{
    (void)state;
    load(0);
    look(2, 0); /* same set, other way */
    ticks(MISS_CLK - 1);
    look(0, 1);
    assert_true(cache.q.fill);
    assert_true(cache.q.hit);
    assert_int_equal(cache.q.way, 0);
    assert_int_equal(cache.q.fill_way, 1);
}

static void a_line_on_its_way_takes_no_second_tracker(void **state)
{
    (void)state;
    look(9, 0);
    look(9, 1);
    assert_false(cache.q.hit || cache.q.refused);
    assert_int_equal(cache.q.missing, 1);
    ticks(MISS_CLK - 1);
    assert_true(cache.q.fill); /* at the first one's time */
    for (unsigned i = 0; i < 2 * MISS_CLK; i++) {
        tick();
        assert_false(cache.q.fill);
    }
}

static void the_ninth_miss_is_refused_for_one_clock(void **state)
{
    (void)state;
    cache.in.miss_clk = 100;
    for (unsigned i = 0; i < MISSES; i++) {
        look(16 + i, i);
        assert_false(cache.q.refused);
        assert_int_equal(cache.q.missing, i + 1);
    }
    look(24, 8);
    assert_true(cache.q.answer && !cache.q.hit && cache.q.refused);
    assert_int_equal(cache.q.missing, MISSES);
    look(16, 0); /* one that is on its way is not refused */
    assert_false(cache.q.refused);
    look(24, 8);
    assert_true(cache.q.refused);
    tick();
    assert_false(cache.q.refused);
}

static void a_tracker_is_free_again_after_its_fill(void **state)
{
    (void)state;
    cache.in.miss_clk = 20;
    for (unsigned i = 0; i < MISSES; i++)
        look(16 + i, i);
    while (!cache.q.fill)
        tick();
    assert_int_equal(cache.q.fill_line, 16);
    assert_int_equal(cache.q.missing, MISSES - 1);
    look(24, 8);
    assert_false(cache.q.refused);
    for (unsigned i = 1; i <= MISSES; i++) {
        while (!cache.q.fill || cache.q.fill_line != 16 + i)
            tick();
        tick();
    }
    assert_int_equal(cache.q.missing, 0);
}

static void one_line_is_filled_a_clock(void **state)
{
    (void)state;
    cache.in.miss_clk = 4;
    look(16, 0);
    cache.in.miss_clk = 3;
    look(17, 1); /* due in the same clock */
    ticks(3);
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 16);
    assert_int_equal(cache.q.missing, 1);
    tick();
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 17);
    tick();
    assert_false(cache.q.fill);
}

static void fewer_misses_are_refused_earlier(void **state)
{
    (void)state;
    cache.in.misses = 2;
    look(16, 0);
    look(17, 1);
    assert_false(cache.q.refused);
    look(18, 2);
    assert_true(cache.q.refused);
    assert_int_equal(cache.q.missing, 2);
}

/* Four lines from 8 on, each a clock behind the one before; a look-up of one on its way takes no tracker. */
static void a_miss_brings_the_lines_behind_it(void **state)
{
    (void)state;
    cache.in.sets = 8;
    cache.in.lines = 4;
    look(8, 0);
    assert_false(cache.q.hit);
    look(10, 1);
    assert_false(cache.q.hit || cache.q.refused);
    assert_int_equal(cache.q.missing, 1);
    ticks(MISS_CLK - 1);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(cache.q.fill);
        assert_int_equal(cache.q.fill_line, 8 + i);
        assert_int_equal(cache.q.missing, i < 3);
        tick();
    }
    assert_false(cache.q.fill);
    look(11, 0);
    assert_true(cache.q.hit);
    look(12, 0);
    assert_false(cache.q.hit);
}

/* Valid lines are not brought again, and behind the program there is nothing. */
static void only_lines_that_are_missing_come(void **state)
{
    (void)state;
    cache.in.sets = 8;
    look(9, 0);
    ticks(MISS_CLK + 1);
    cache.in.lines = 3;
    look(8, 0);
    ticks(MISS_CLK);
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 8);
    tick();
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.fill_line, 10);
    tick();
    assert_false(cache.q.fill);
    const uint32_t last = PROGRAM / ICACHE_LINE_DWORDS - 1;
    look(last, 0);
    ticks(MISS_CLK);
    assert_true(cache.q.fill);
    assert_int_equal(cache.q.missing, 0);
}

static void lines_lie_in_the_set_of_their_low_bits(void **state)
{
    (void)state;
    cache.in.sets = 4;
    cache.in.ways = 3;
    for (unsigned line = 0; line < 4; line++) {
        load(line);
        assert_int_equal(cache.q.fill_way, 3 * line);
        load(line + 8);
        assert_int_equal(cache.q.fill_way, 3 * line + 1);
    }
    for (unsigned line = 0; line < 4; line++) {
        look(line, 0);
        assert_true(cache.q.hit);
        assert_int_equal(cache.q.way, 3 * line);
        look(line + 8, 0);
        assert_int_equal(cache.q.way, 3 * line + 1);
        assert_line(3 * line + 1, line + 8);
    }
}

static void a_tag_of_another_set_does_not_hit(void **state)
{
    (void)state;
    cache.tag[1] = 2 + 1;                /* line 2 of set 0: ways 0, 1 */
    cache.tag[2] = cache.tag[3] = 4 + 1; /* stray tags in set 1 */
    assert_true(hits(2));
    assert_false(hits(4));
}

static void the_least_recently_used_way_of_the_set_is_replaced(void **state)
{
    (void)state;
    load(0);
    load(2);
    assert_true(hits(0));
    load(4); /* in place of 2 */
    assert_int_equal(cache.q.fill_way, 1);
    assert_true(hits(0));
    assert_true(hits(4));
    load(6); /* in place of 0 */
    assert_int_equal(cache.q.fill_way, 0);
    assert_true(hits(4));
    assert_false(hits(0));
}

static void a_fill_counts_as_a_use(void **state)
{
    (void)state;
    load(0);
    load(2);
    load(4); /* 0 is the oldest */
    assert_int_equal(cache.q.fill_way, 0);
    load(6);
    assert_int_equal(cache.q.fill_way, 1);
}

static void an_empty_way_is_filled_before_a_used_one_is_replaced(void **state)
{
    (void)state;
    cache.in.sets = 1;
    cache.in.ways = 4;
    for (unsigned i = 0; i < 4; i++) {
        load(i);
        assert_int_equal(cache.q.fill_way, i);
    }
    load(4);
    assert_int_equal(cache.q.fill_way, 0);
}

static void a_look_up_that_misses_uses_no_way(void **state)
{
    (void)state;
    load(0);
    load(2);
    look(1, 0); /* misses in the other set */
    ticks(MISS_CLK);
    assert_int_equal(cache.used[0], 1);
    assert_int_equal(cache.used[1], 2);
    assert_int_equal(cache.used[2], 3);
    assert_int_equal(cache.used[3], 0);
}

static void words_beyond_the_program_read_0(void **state)
{
    (void)state;
    memory.count = 2 * ICACHE_LINE_DWORDS + 3;
    cache.in.program_lines = instruction_memory_lines(&memory);
    load(2);
    const icache_line_t *line = &cache.data[cache.q.fill_way];
    assert_true(line->word[0] == 0xc0de0021c0de0020ull);
    assert_true(line->word[1] == 0x00000000c0de0022ull);
    for (unsigned w = 2; w < ICACHE_LINE_WORDS; w++)
        assert_true(line->word[w] == 0);
    memory.count = 3 * ICACHE_LINE_DWORDS + 2;
    cache.in.program_lines = instruction_memory_lines(&memory);
    load(3);
    line = &cache.data[cache.q.fill_way];
    assert_true(line->word[0] == 0xc0de0031c0de0030ull);
    assert_true(line->word[1] == 0);
}

static void the_largest_cache_uses_its_last_line(void **state)
{
    (void)state;
    cache.in.sets = 256;
    cache.in.ways = 4;
    cache.in.miss_clk = 1;
    for (unsigned i = 0; i < 4; i++)
        load(255 + 256 * i);
    look(255 + 768, 0);
    assert_int_equal(cache.q.way, ICACHE_LINES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_nothing_is_in_the_cache_or_on_its_way, fresh),
        cmocka_unit_test_setup(idle_the_cache_holds, fresh),
        cmocka_unit_test_setup(a_hit_is_answered_one_clock_later_for_one_clock, fresh),
        cmocka_unit_test_setup(it_holds_a_line_while_it_waits_for_none, fresh),
        cmocka_unit_test_setup(a_miss_is_filled_miss_clk_clocks_after_its_answer, fresh),
        cmocka_unit_test_setup(the_least_miss_latency_is_one_clock, fresh),
        cmocka_unit_test_setup(hits_and_misses_are_counted, fresh),
        cmocka_unit_test_setup(a_look_up_in_the_clock_of_the_fill_is_refused_and_the_next_one_hits, fresh),
        cmocka_unit_test_setup(a_look_up_one_clock_before_the_fill_is_a_miss_that_the_fill_ends, fresh),
        cmocka_unit_test_setup(another_lines_look_up_in_the_clock_of_a_fill_takes_a_tracker, fresh),
        cmocka_unit_test_setup(a_look_up_whose_way_is_replaced_at_that_edge_is_refused, fresh),
        cmocka_unit_test_setup(a_look_up_of_a_line_in_another_way_than_the_filled_one_hits, fresh),
        cmocka_unit_test_setup(a_line_on_its_way_takes_no_second_tracker, fresh),
        cmocka_unit_test_setup(the_ninth_miss_is_refused_for_one_clock, fresh),
        cmocka_unit_test_setup(a_tracker_is_free_again_after_its_fill, fresh),
        cmocka_unit_test_setup(fewer_misses_are_refused_earlier, fresh),
        cmocka_unit_test_setup(a_miss_brings_the_lines_behind_it, fresh),
        cmocka_unit_test_setup(only_lines_that_are_missing_come, fresh),
        cmocka_unit_test_setup(one_line_is_filled_a_clock, fresh),
        cmocka_unit_test_setup(lines_lie_in_the_set_of_their_low_bits, fresh),
        cmocka_unit_test_setup(a_tag_of_another_set_does_not_hit, fresh),
        cmocka_unit_test_setup(the_least_recently_used_way_of_the_set_is_replaced, fresh),
        cmocka_unit_test_setup(a_fill_counts_as_a_use, fresh),
        cmocka_unit_test_setup(an_empty_way_is_filled_before_a_used_one_is_replaced, fresh),
        cmocka_unit_test_setup(a_look_up_that_misses_uses_no_way, fresh),
        cmocka_unit_test_setup(words_beyond_the_program_read_0, fresh),
        cmocka_unit_test_setup(the_largest_cache_uses_its_last_line, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
