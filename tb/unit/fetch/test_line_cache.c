/* test_line_cache.c - the cache of memory lines: look-ups, misses under way, held ways, replacement, invalidation
 * (RV770 timing T16 to T25). */
#include "tb/unit/clock.h"

#include "mem/line_cache.h"

enum { SETS = 2, WAYS = 4, MISSES = 6 };

static struct line_cache cache;
static line_data_t       line;

static int fresh(void **state)
{
    (void)state;
    memset(&cache, 0xa5, sizeof cache);
    memset(&cache.in, 0, sizeof cache.in);
    cache.in.fill_data = &line;
    cache.in.sets = SETS;
    cache.in.ways = WAYS;
    cache.in.misses = MISSES;
    line_cache_reset(&cache);
    return 0;
}

static void tick(void)
{
    line_cache_eval(&cache.in, &cache.q, &cache.d, &cache);
    line_cache_capture(&cache);
    line_cache_commit(&cache);
    cache.in.look = 0;
    cache.in.fill = cache.in.ask_taken = cache.in.invalidate = false;
}

/* Up to four lines, 0 for none. */
static void look(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    const uint64_t lines[LINE_LOOKS] = {a, b, c, d};
    for (unsigned i = 0; i < LINE_LOOKS; i++) {
        cache.in.look = (uint8_t)(cache.in.look | (lines[i] != 0) << i);
        cache.in.look_line.look[i] = lines[i];
    }
    tick();
}

static unsigned look_one(uint64_t number)
{
    look(number, 0, 0, 0);
    assert_int_equal(cache.q.taken, 1);
    return cache.q.way.look[0];
}

static void fill(unsigned way, uint8_t first)
{
    for (unsigned i = 0; i < LINE_BYTES; i++)
        line.byte[i] = (uint8_t)(first + i);
    cache.in.fill = true;
    cache.in.fill_way = (uint16_t)way;
    tick();
}

/* What is asked for, in order, and taken. */
static void assert_asks(uint64_t number, unsigned way)
{
    assert_true(cache.q.ask);
    assert_true(cache.q.ask_line == number);
    assert_int_equal(cache.q.ask_way, way);
    cache.in.ask_taken = true;
    tick();
}

/* A line is there, with its bytes, and no reader holds it. */
static unsigned load(uint64_t number)
{
    const unsigned way = look_one(number);
    assert_asks(number, way);
    fill(way, (uint8_t)number);
    return way;
}

static void after_reset_nothing_is_there(void **state)
{
    (void)state;
    static const struct line_cache_reg zero;
    assert_memory_equal(&cache.q, &zero, sizeof zero);
    for (unsigned way = 0; way < LINE_CACHE_LINES; way++)
        assert_true(!cache.tag[way] && !cache.used[way] && line_cache_has(&cache, way));
}

static void a_miss_has_a_way_at_once_and_its_bytes_later(void **state)
{
    (void)state;
    look(0x123456789, 0, 0, 0);
    assert_int_equal(cache.q.answer, 1);
    assert_int_equal(cache.q.taken, 1);
    assert_int_equal(cache.q.stamp, 1);
    const unsigned way = cache.q.way.look[0];
    assert_int_equal(way / WAYS, 1); /* an odd line: the second set */
    assert_false(line_cache_has(&cache, way));
    assert_int_equal(cache.q.missing, 1);
    assert_asks(0x123456789, way);
    assert_false(cache.q.ask);
    assert_int_equal(cache.q.answer, 0);
    assert_false(line_cache_has(&cache, way));
    fill(way, 7);
    assert_true(line_cache_has(&cache, way));
    assert_int_equal(cache.q.missing, 0);
    assert_int_equal(*line_cache_bytes(&cache, way, 63), 70);
    assert_int_equal(look_one(0x123456789), way);
    assert_false(cache.q.ask);
    assert_int_equal(cache.q.hits, 1);
    assert_int_equal(cache.q.missed, 1);
}

static void a_second_miss_of_a_line_asks_no_more(void **state)
{
    (void)state;
    const unsigned way = look_one(2);
    assert_int_equal(look_one(2), way);
    assert_int_equal(cache.q.missing, 1);
    assert_int_equal(cache.q.merged, 1);
    assert_asks(2, way);
    assert_false(cache.q.ask);
}

static void four_lines_are_looked_up_in_a_clock_and_asked_for_one_by_one(void **state)
{
    (void)state;
    const unsigned there = load(4);
    look(2, 4, 3, 6);
    assert_int_equal(cache.q.taken, 15);
    assert_int_equal(cache.q.way.look[1], there);
    const unsigned ways[3] = {cache.q.way.look[0], cache.q.way.look[2], cache.q.way.look[3]};
    assert_int_not_equal(ways[0], ways[2]);
    assert_asks(2, ways[0]);
    look(8, 0, 0, 0); /* behind the waiting ones */
    const unsigned last = cache.q.way.look[0];
    assert_asks(3, ways[1]);
    assert_asks(6, ways[2]);
    assert_asks(8, last);
    assert_false(cache.q.ask);
    fill(ways[2], 1); /* in any order */
    assert_true(line_cache_has(&cache, ways[2]));
    assert_false(line_cache_has(&cache, ways[0]));
}

/* One taken, one new, in the same clock. */
static void a_line_can_be_asked_for_while_the_one_before_is_taken(void **state)
{
    (void)state;
    const unsigned first = look_one(2);
    cache.in.ask_taken = true;
    const unsigned second = look_one(4);
    assert_int_not_equal(first, second);
    assert_asks(4, second);
    assert_false(cache.q.ask);
}

static void the_least_recently_used_way_is_replaced(void **state)
{
    (void)state;
    const unsigned way2 = load(2), way4 = load(4);
    load(6);
    load(8);
    look_one(2); /* 4 is the oldest now */
    assert_int_equal(load(10), way4);
    assert_int_equal(look_one(2), way2);
    assert_int_equal(cache.q.missing, 0);
    look_one(4);
    assert_int_equal(cache.q.missing, 1);
}

static void a_way_from_the_oldest_stamp_on_is_not_replaced(void **state)
{
    (void)state;
    const unsigned first = load(2);
    const uint32_t second = cache.q.stamp + 1;
    load(4), load(6), load(8);
    cache.in.oldest = cache.used[first]; /* all four are held */
    look(10, 0, 0, 0);
    assert_int_equal(cache.q.taken, 0);
    assert_int_equal(cache.q.refused, 1);
    assert_false(cache.q.ask);
    cache.in.oldest = second; /* the first one has been read */
    assert_int_equal(look_one(10), first);
}

static void a_way_that_is_waited_for_is_not_replaced(void **state)
{
    (void)state;
    look(2, 4, 6, 8);
    tick();
    look(10, 0, 0, 0);
    assert_int_equal(cache.q.taken, 0);
}

/* Its reader has had no time to hold it. */
static void a_way_of_the_answer_that_stands_is_not_replaced(void **state)
{
    (void)state;
    load(2), load(4), load(6), load(8);
    look(2, 4, 6, 8);
    look(10, 0, 0, 0);
    assert_int_equal(cache.q.taken, 0);
    tick(); /* no reader holds it */
    look(10, 0, 0, 0);
    assert_int_equal(cache.q.taken, 1);
}

static void a_hit_of_the_same_clock_is_not_replaced(void **state)
{
    (void)state;
    const unsigned oldest = load(2);
    load(4), load(6), load(8);
    look(10, 2, 0, 0);
    assert_int_equal(cache.q.taken, 3);
    assert_int_equal(cache.q.way.look[1], oldest);
    assert_int_not_equal(cache.q.way.look[0], oldest);
}

static void no_more_misses_are_under_way_than_there_are_trackers(void **state)
{
    (void)state;
    load(16);
    look(1, 2, 3, 4);
    look(5, 6, 7, 16);
    assert_int_equal(cache.q.taken, 1 | 2 | 8); /* six; a hit needs none */
    assert_int_equal(cache.q.missing, MISSES);
    const unsigned way = cache.q.way.look[0];
    look(7, 0, 0, 0);
    assert_int_equal(cache.q.taken, 0);
    fill(way, 0);
    look(7, 0, 0, 0);
    assert_int_equal(cache.q.taken, 1);
}

static void after_invalidation_lines_are_asked_for_anew_and_readers_keep_theirs(void **state)
{
    (void)state;
    const unsigned there = load(2), coming = look_one(4);
    cache.in.oldest = cache.used[there]; /* its reader has not read yet */
    cache.in.invalidate = true;
    tick();
    assert_int_equal(*line_cache_bytes(&cache, there, 0), 2);
    const unsigned again = look_one(4), other = look_one(2);
    assert_true(again != coming && other != there && again != there && other != coming);
    fill(coming, 9);
    assert_int_equal(*line_cache_bytes(&cache, coming, 0), 9);
    assert_false(line_cache_has(&cache, again));
}

/* Held modules wake by what commit returns: each output that changes, and each row that is written, alone. */
static void a_clock_that_changes_something_says_so(void **state)
{
    (void)state;
    assert_false(line_cache_commit(&cache));
    for (unsigned what = 0; what < 7; what++) {
        struct line_cache_reg *const d = &cache.d;
        fresh(NULL);
        d->answer = what == 0;
        cache.q.answer = what == 1;
        d->asking = what == 2;
        d->first = what == 3;
        d->missing = what == 4;
        cache.in.fill = what == 5;
        cache.in.invalidate = what == 6;
        if (!line_cache_commit(&cache))
            fail_msg("change %u", what);
    }
}

/* The set of an entry is there when all of its ways are. */
static void a_set_of_ways_is_there_when_all_are(void **state)
{
    (void)state;
    line_set_t set = {{0}};
    cache.in.sets = 1;
    cache.in.ways = LINE_CACHE_LINES;
    cache.in.misses = LINE_CACHE_MISSES;
    for (uint64_t i = 1; i < 100; i++)
        load(i);
    const unsigned a = look_one(100), b = look_one(200);
    assert_true(a == 99 && b == 100); /* empty ways first, in order */
    line_set_add(&set, 3);
    assert_true(line_cache_has_all(&cache, &set));
    line_set_add(&set, a);
    line_set_add(&set, b);
    fill(a, 0);
    assert_false(line_cache_has_all(&cache, &set));
    fill(b, 0);
    assert_true(line_cache_has_all(&cache, &set));
}

static void the_decision_is_what_the_clock_does(void **state)
{
    (void)state;
    struct line_decision decision;
    const line_numbers_t lines = {{2, 12, 3, 5}};
    load(2), load(4), load(6), load(8);
    line_cache_decide(&cache, NULL, 15, &lines, 0, &decision);
    cache.in.look = 15;
    cache.in.look_line = lines;
    tick();
    assert_int_equal(decision.taken, cache.q.taken);
    assert_int_equal(decision.hit, 1);
    assert_memory_equal(&decision.way, &cache.q.way, sizeof decision.way);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

/* Look-ups of one clock are counted each for itself: 7 is under way, 9 is new, 5 is there. */
static void look_ups_of_a_clock_are_told_apart(void **state)
{
    (void)state;
    load(5);
    const unsigned way = look_one(7);
    assert_asks(7, way);
    const uint32_t hits = cache.q.hits, merged = cache.q.merged, missed = cache.q.missed;
    look(9, 7, 5, 0);
    assert_int_equal(cache.q.hit, 6);
    assert_int_equal(cache.q.hits, hits + 1);
    assert_int_equal(cache.q.merged, merged + 1);
    assert_int_equal(cache.q.missed, missed + 1);
    look_one(9); /* it waits for the same line */
    assert_int_equal(cache.q.missed, missed + 1);
    assert_int_equal(cache.q.merged, merged + 2);
}

/* A line number without its bit is no look-up, also that of a line that is there. */
static void only_lines_with_a_bit_are_looked_up(void **state)
{
    (void)state;
    load(5);
    cache.in.look_line.look[1] = 5;
    cache.in.look_line.look[0] = 2;
    cache.in.look = 1;
    tick();
    assert_int_equal(cache.q.taken, 1);
    assert_int_equal(cache.q.hits, 0);
}

/* Wherever they point, hints change no answer. */
static void hints_change_nothing(void **state)
{
    (void)state;
    static uint16_t         ways[LINE_HINTS];
    const struct line_hints hints = {ways};
    uint32_t                random = 1;
    cache.in.sets = 1; /* neighbours are in one set */
    cache.in.ways = SETS * WAYS;
    for (unsigned clock = 0; clock < 4000; clock++) {
        uint64_t lines[LINE_LOOKS] = {0};
        for (unsigned i = 0; i < LINE_LOOKS; i++) {
            random = random * 1664525u + 1013904223u;
            lines[i] = (random >> 24) % 4 ? 16 * i + 1 + (random >> 16) % 6 : 0;
        }
        const struct line_cache before = cache;
        cache.in.hints = &hints;
        look(lines[0], lines[1], lines[2], lines[3]);
        const struct line_cache with = cache;
        cache = before;
        look(lines[0], lines[1], lines[2], lines[3]);
        assert_memory_equal(&with.q, &cache.q, sizeof cache.q);
        assert_memory_equal(with.tag, cache.tag, sizeof cache.tag);
        for (unsigned way = 0; way < SETS * WAYS; way++)
            if (!line_cache_has(&cache, way))
                fill(way, 0);
        ways[random % 64] = (uint16_t)(random >> 8); /* stale, or of a cache with more ways */
    }
    assert_true(cache.q.hits > 1000 && cache.q.missed > 1000);
}

/* The tag beyond the set is of another one. */
static void a_hint_beyond_the_set_is_none(void **state)
{
    (void)state;
    uint16_t                ways[LINE_HINTS] = {0};
    const struct line_hints hints = {ways};
    ways[2] = WAYS;
    cache.tag[WAYS] = 2 + 1;
    cache.in.hints = &hints;
    look(2, 0, 0, 0);
    assert_int_equal(cache.q.hit, 0);
    assert_true(cache.q.way.look[0] < WAYS);
}

/* A fill ends the wait for its own way, wherever it lies. */
static void a_fill_is_of_one_way(void **state)
{
    static const unsigned ways[] = {0, 62, 63, 64, 65, 127, 128};
    (void)state;
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        memset(&cache.q.waiting, 0xff, sizeof cache.q.waiting);
        cache.d.waiting = cache.q.waiting;
        cache.q.missing = cache.d.missing = 1;
        fill(ways[i], 0);
        for (unsigned way = 0; way < LINE_CACHE_LINES; way++)
            assert_int_equal(cache.q.waiting.word[way / 64] >> way % 64 & 1, way != ways[i]);
    }
}

/* With all trackers taken their rows are all in use: a hit has none. */
static void a_hit_leaves_the_lines_that_are_asked_for(void **state)
{
    (void)state;
    cache.in.sets = 1;
    cache.in.ways = LINE_CACHE_MISSES + 1;
    cache.in.misses = LINE_CACHE_MISSES;
    fill(look_one(1), 0);
    cache.in.ask_taken = true;
    tick();
    for (unsigned i = 0; i < LINE_CACHE_MISSES; i++)
        look_one(100 + i);
    look(1, 1, 1, 1);
    assert_int_equal(cache.q.hit, 15);
    for (unsigned i = 0; i < LINE_CACHE_MISSES; i++) {
        look(0, 1, 1, 1);
        assert_asks(100 + i, cache.q.ask_way);
    }
    assert_false(cache.q.ask);
}

/* The caches of a launch behind another one begin with its lines, but for lines on their way. */
static void lines_are_inherited_but_not_those_on_their_way(void **state)
{
    (void)state;
    static struct line_cache from;
    const unsigned           coming = look_one(4);
    assert_int_equal(coming, 0);
    assert_asks(4, coming);
    const unsigned also = look_one(3);
    assert_true(also > coming);
    assert_asks(3, also);
    const unsigned way2 = load(2), way5 = load(5);
    const uint32_t stamp = cache.q.stamp, used = cache.used[way2];
    from = cache;
    fresh(NULL);
    line_cache_inherit(&cache, &from);
    assert_true(cache.q.stamp == stamp && cache.d.stamp == stamp);
    assert_true(cache.tag[way2] == 3 && cache.tag[way5] == 6 && cache.tag[coming] == 0 && cache.tag[also] == 0);
    assert_int_equal(cache.used[way2], used);
    assert_int_equal(*line_cache_bytes(&cache, way5, 1), 6);
    assert_int_equal(look_one(2), way2);
    assert_int_equal(cache.q.hits, 1);
    look_one(4);
    assert_int_equal(cache.q.missed, 1);
}

static void nothing_is_left_of_a_cache_that_forgets(void **state)
{
    (void)state;
    load(5);
    line_cache_forget(&cache);
    for (unsigned way = 0; way < LINE_CACHE_LINES; way++)
        assert_true(cache.tag[way] == 0); /* empty */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(look_ups_of_a_clock_are_told_apart, fresh),
        cmocka_unit_test_setup(nothing_is_left_of_a_cache_that_forgets, fresh),
        TEST(only_lines_with_a_bit_are_looked_up),
        TEST(hints_change_nothing),
        TEST(a_hint_beyond_the_set_is_none),
        TEST(a_fill_is_of_one_way),
        TEST(a_hit_leaves_the_lines_that_are_asked_for),
        TEST(lines_are_inherited_but_not_those_on_their_way),
        TEST(after_reset_nothing_is_there),
        TEST(a_miss_has_a_way_at_once_and_its_bytes_later),
        TEST(a_second_miss_of_a_line_asks_no_more),
        TEST(four_lines_are_looked_up_in_a_clock_and_asked_for_one_by_one),
        TEST(a_line_can_be_asked_for_while_the_one_before_is_taken),
        TEST(the_least_recently_used_way_is_replaced),
        TEST(a_way_from_the_oldest_stamp_on_is_not_replaced),
        TEST(a_way_that_is_waited_for_is_not_replaced),
        TEST(a_way_of_the_answer_that_stands_is_not_replaced),
        TEST(a_hit_of_the_same_clock_is_not_replaced),
        TEST(no_more_misses_are_under_way_than_there_are_trackers),
        TEST(after_invalidation_lines_are_asked_for_anew_and_readers_keep_theirs),
        TEST(a_clock_that_changes_something_says_so),
        TEST(a_set_of_ways_is_there_when_all_are),
        TEST(the_decision_is_what_the_clock_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
