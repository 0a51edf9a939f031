/* test_kcache.c - the constant cache: locks, latencies, replacement (ISA 3.3.1, 4.6.4.1; RV770 timing C2, C6). */
#include "tb/unit/clock.h"

#include "mem/kcache.h"

enum { MISS_CLK = 6, VECTORS = 64 };

static struct kcache          cache;
static uint32_t               words[KCACHE_BANKS][VECTORS * 4];
static struct constant_memory memory;

static int fresh(void **state)
{
    (void)state;
    for (unsigned bank = 0; bank < KCACHE_BANKS; bank++) {
        for (unsigned i = 0; i < VECTORS * 4; i++)
            words[bank][i] = bank << 16 | i;
        memory.words[bank] = words[bank];
        memory.vectors[bank] = VECTORS;
    }
    memset(&cache, 0xa5, sizeof cache);
    memset(&cache.in, 0, sizeof cache.in);
    cache.in.memory = &memory;
    cache.in.lines = 4;
    cache.in.miss_clk = MISS_CLK;
    kcache_reset(&cache);
    return 0;
}

static void tick(void)
{
    kcache_eval(&cache.in, &cache.q, &cache.d, &cache);
    kcache_commit(&cache);
    cache.in.look = false;
    cache.in.unlock = 0;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static void set_look(unsigned bank, unsigned line, unsigned id)
{
    cache.in.look = true;
    cache.in.look_bank = (uint8_t)bank;
    cache.in.look_line = (uint16_t)line;
    cache.in.look_id = (uint8_t)id;
}

static void look(unsigned bank, unsigned line, unsigned id)
{
    set_look(bank, line, id);
    tick();
}

static void set_unlock(unsigned bit, unsigned way)
{
    cache.in.unlock |= (uint8_t)(1u << bit);
    cache.in.unlock_way.line[bit] = (uint8_t)way;
}

static void unlock(unsigned way)
{
    set_unlock(0, way);
    tick();
}

/* Brings a line in and locks it; returns its way. */
static unsigned load(unsigned bank, unsigned line)
{
    look(bank, line, 0);
    assert_false(cache.q.answer);
    ticks(cache.in.miss_clk);
    assert_true(cache.q.answer);
    return cache.q.answer_way;
}

static void assert_data(unsigned way, unsigned bank, unsigned line)
{
    for (unsigned i = 0; i < KCACHE_LINE_DWORDS; i++)
        assert_int_equal(cache.data[way].word[i], bank << 16 | (line * KCACHE_LINE_DWORDS + i));
}

static void after_reset_the_cache_is_empty_and_nothing_is_locked(void **state)
{
    (void)state;
    static const struct kcache_reg zero;
    assert_memory_equal(&cache.q, &zero, sizeof zero);
    assert_memory_equal(&cache.d, &zero, sizeof zero);
    for (unsigned way = 0; way < KCACHE_LINES; way++) {
        assert_int_equal(cache.tag[way], 0);
        assert_int_equal(cache.locks[way], 0);
        assert_int_equal(cache.used[way], 0);
        assert_int_equal(cache.data[way].word[63], 0);
    }
}

static void idle_the_cache_holds(void **state)
{
    (void)state;
    load(1, 0);
    tick();
    ASSERT_HOLDS(&cache, tick());
    assert_int_equal(cache.locks[0], 1);
}

static void a_miss_is_answered_miss_clk_clocks_later_than_a_hit(void **state)
{
    (void)state;
    look(2, 3, 7);
    assert_false(cache.q.answer);
    for (unsigned i = 1; i < MISS_CLK; i++) {
        tick();
        assert_false(cache.q.answer);
        assert_int_equal(cache.q.missing, 1);
        assert_int_equal(cache.tag[0], 0);
        assert_int_equal(cache.locks[0], 0);
    }
    tick();
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 7);
    assert_int_equal(cache.q.answer_way, 0);
    assert_int_equal(cache.q.missing, 0);
    assert_int_equal(cache.locks[0], 1);
    assert_data(0, 2, 3);
    tick();
    assert_false(cache.q.answer);
}

static void a_hit_locks_the_line_and_answers_one_clock_later_for_one_clock(void **state)
{
    (void)state;
    load(2, 3);
    tick();
    assert_false(cache.q.answer);
    look(2, 3, 11);
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 11);
    assert_int_equal(cache.q.answer_way, 0);
    assert_int_equal(cache.locks[0], 2);
    assert_false(cache.q.fill);
    tick();
    assert_false(cache.q.answer);
    assert_int_equal(cache.locks[0], 2);
}

static void the_least_miss_latency_is_one_clock(void **state)
{
    (void)state;
    cache.in.miss_clk = 1;
    look(0, 0, 1);
    assert_false(cache.q.answer);
    tick();
    assert_true(cache.q.answer);
}

static void hits_and_misses_are_counted(void **state)
{
    (void)state;
    load(0, 0);
    look(0, 0, 1);
    look(0, 0, 2);
    load(0, 1);
    assert_int_equal(cache.q.hits, 2);
    assert_int_equal(cache.q.misses, 2);
    assert_int_equal(cache.q.use_clock, 4);
}

static void a_finished_clause_gives_back_its_lines_in_one_clock(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        load(0, i);
    look(0, 2, 1);
    tick();
    set_unlock(1, 2);
    set_unlock(2, 2);
    set_unlock(3, 0);
    cache.in.unlock_way.line[0] = 1; /* its bit is clear */
    tick();
    assert_int_equal(cache.locks[0], 0);
    assert_int_equal(cache.locks[1], 1);
    assert_int_equal(cache.locks[2], 0);
    assert_int_equal(cache.locks[3], 1);
}

static void a_lock_and_an_unlock_of_one_line_in_one_clock_add_up(void **state)
{
    (void)state;
    load(0, 0);
    set_unlock(0, 0);
    look(0, 0, 3);
    assert_true(cache.q.answer);
    assert_int_equal(cache.locks[0], 1);
}

static void buffers_and_lines_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(load(0, 0), 0);
    assert_int_equal(load(1, 0), 1);
    assert_int_equal(load(15, 2), 2);
    assert_int_equal(load(15, 3), 3);
    assert_data(0, 0, 0);
    assert_data(1, 1, 0);
    assert_data(2, 15, 2);
    assert_data(3, 15, 3);
    look(15, 2, 0);
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_way, 2);
}

static void constants_beyond_the_buffer_read_0(void **state)
{
    (void)state;
    memory.vectors[3] = 18;
    const kcache_line_t *line = &cache.data[load(3, 1)];
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(line->word[i], 3 << 16 | (64 + i));
    for (unsigned i = 8; i < KCACHE_LINE_DWORDS; i++)
        assert_int_equal(line->word[i], 0);
    memory.vectors[4] = 0;
    memory.words[4] = NULL;
    assert_int_equal(cache.data[load(4, 1023)].word[0], 0);
}

static void empty_lines_are_filled_first(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(load(0, i), i);
        unlock(i);
    }
}

static void the_least_recently_used_line_is_replaced(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        unlock(load(0, i));
    look(0, 0, 1); /* 1 is now the oldest */
    unlock(0);
    assert_int_equal(load(5, 0), 1);
    unlock(1);
    assert_int_equal(load(5, 1), 2);
    look(0, 1, 1);
    assert_false(cache.q.answer);
    fresh(NULL);
    for (unsigned i = 0; i < 4; i++)
        unlock(load(0, i));
    assert_int_equal(load(5, 0), 0);
}

static void a_fill_changes_its_own_line_only(void **state)
{
    (void)state;
    cache.in.lines = 2;
    load(0, 0);
    load(0, 1);
    unlock(0);
    assert_int_equal(load(5, 0), 0);
    assert_data(0, 5, 0);
    assert_data(1, 0, 1);
}

static void a_tag_beyond_the_lines_of_the_strap_does_not_hit(void **state)
{
    (void)state;
    cache.tag[4] = 3 + 1;
    look(0, 3, 0);
    assert_false(cache.q.answer);
}

static void a_locked_line_is_never_replaced(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        load(0, i);
    unlock(2);
    assert_int_equal(load(5, 0), 2);
    unlock(3);
    assert_int_equal(load(5, 1), 3);
    assert_int_equal(cache.tag[0], 1);
    assert_int_equal(cache.tag[1], 2);
}

static void with_every_line_locked_a_miss_waits_for_an_unlock(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        load(0, i);
    look(5, 0, 9);
    for (unsigned i = 0; i < 3 * MISS_CLK; i++) {
        tick();
        assert_false(cache.q.answer);
    }
    assert_int_equal(cache.q.missing, 1);
    unlock(1);
    assert_false(cache.q.answer);
    tick(); /* the line is free after the edge of the unlock */
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 9);
    assert_int_equal(cache.q.answer_way, 1);
}

static void a_line_locked_twice_needs_two_unlocks(void **state)
{
    (void)state;
    cache.in.lines = 1;
    load(0, 0);
    look(0, 0, 1);
    look(5, 0, 2);
    ticks(MISS_CLK + 2);
    assert_false(cache.q.answer);
    unlock(0);
    tick();
    assert_false(cache.q.answer);
    unlock(0);
    tick();
    assert_true(cache.q.answer);
}

static void two_clauses_that_miss_one_line_share_it(void **state)
{
    (void)state;
    look(0, 9, 4);
    look(0, 9, 2);
    assert_int_equal(cache.q.missing, 2);
    assert_int_equal(cache.q.misses, 2);
    ticks(MISS_CLK - 1);
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 4);
    assert_true(cache.q.fill);
    tick();
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 2);
    assert_int_equal(cache.q.answer_way, 0);
    assert_false(cache.q.fill);
    assert_int_equal(cache.locks[0], 2);
    assert_int_equal(cache.q.missing, 0);
}

static void of_misses_due_together_the_lower_clause_is_answered_first(void **state)
{
    (void)state;
    look(0, 1, 11);
    cache.in.miss_clk = MISS_CLK - 1;
    look(0, 2, 0);
    ticks(MISS_CLK - 1);
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 0);
    assert_int_equal(cache.q.missing, 1);
    tick();
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 11);
    tick();
    assert_false(cache.q.answer);
}

static void a_hit_is_answered_before_a_miss_that_is_due(void **state)
{
    (void)state;
    load(0, 0);
    look(0, 1, 3);
    ticks(MISS_CLK - 1);
    look(0, 0, 5);
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 5);
    assert_int_equal(cache.q.missing, 1);
    tick();
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_id, 3);
}

static void misses_of_several_clauses_are_under_way_together(void **state)
{
    (void)state;
    cache.in.lines = KCACHE_LINES;
    cache.in.miss_clk = 40;
    for (unsigned id = 0; id < KCACHE_REQUESTERS; id++)
        look(1, 100 + id, id);
    assert_int_equal(cache.q.missing, KCACHE_REQUESTERS);
    ticks(40 - KCACHE_REQUESTERS);
    for (unsigned id = 0; id < KCACHE_REQUESTERS; id++) {
        assert_false(cache.q.answer && cache.q.answer_id == id);
        tick();
        assert_true(cache.q.answer);
        assert_int_equal(cache.q.answer_id, id);
        assert_int_equal(cache.q.answer_way, id);
    }
    assert_int_equal(cache.q.missing, 0);
}

static void the_strap_limits_the_lines(void **state)
{
    (void)state;
    cache.in.lines = 2;
    assert_int_equal(load(0, 0), 0);
    assert_int_equal(load(0, 1), 1);
    look(0, 2, 0);
    ticks(3 * MISS_CLK);
    assert_false(cache.q.answer);
    cache.in.lines = 3;
    tick();
    assert_true(cache.q.answer);
    assert_int_equal(cache.q.answer_way, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_cache_is_empty_and_nothing_is_locked, fresh),
        cmocka_unit_test_setup(idle_the_cache_holds, fresh),
        cmocka_unit_test_setup(a_miss_is_answered_miss_clk_clocks_later_than_a_hit, fresh),
        cmocka_unit_test_setup(a_hit_locks_the_line_and_answers_one_clock_later_for_one_clock, fresh),
        cmocka_unit_test_setup(the_least_miss_latency_is_one_clock, fresh),
        cmocka_unit_test_setup(hits_and_misses_are_counted, fresh),
        cmocka_unit_test_setup(a_finished_clause_gives_back_its_lines_in_one_clock, fresh),
        cmocka_unit_test_setup(a_lock_and_an_unlock_of_one_line_in_one_clock_add_up, fresh),
        cmocka_unit_test_setup(buffers_and_lines_are_told_apart, fresh),
        cmocka_unit_test_setup(constants_beyond_the_buffer_read_0, fresh),
        cmocka_unit_test_setup(empty_lines_are_filled_first, fresh),
        cmocka_unit_test_setup(the_least_recently_used_line_is_replaced, fresh),
        cmocka_unit_test_setup(a_fill_changes_its_own_line_only, fresh),
        cmocka_unit_test_setup(a_tag_beyond_the_lines_of_the_strap_does_not_hit, fresh),
        cmocka_unit_test_setup(a_locked_line_is_never_replaced, fresh),
        cmocka_unit_test_setup(with_every_line_locked_a_miss_waits_for_an_unlock, fresh),
        cmocka_unit_test_setup(a_line_locked_twice_needs_two_unlocks, fresh),
        cmocka_unit_test_setup(two_clauses_that_miss_one_line_share_it, fresh),
        cmocka_unit_test_setup(of_misses_due_together_the_lower_clause_is_answered_first, fresh),
        cmocka_unit_test_setup(a_hit_is_answered_before_a_miss_that_is_due, fresh),
        cmocka_unit_test_setup(misses_of_several_clauses_are_under_way_together, fresh),
        cmocka_unit_test_setup(the_strap_limits_the_lines, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
