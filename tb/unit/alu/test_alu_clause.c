/* test_alu_clause.c - an ALU clause on its way: arbitration, constant lock, fetch, run, drain (ISA 3.3.1, 10.1; RV770
 * timing S6, S20, C2). */
#include "tb/unit/alu/alu_clause_kit.h"

/* ---- start ------------------------------------------------------------------------------------------------------ */

static void after_reset_the_clause_is_empty(void **state)
{
    (void)state;
    static const struct alu_clause_reg zero;
    assert_memory_equal(&clause.q, &zero, sizeof zero);
    assert_memory_equal(&clause.d, &zero, sizeof zero);
    assert_true(clause.buffer[15] == 0);
    assert_int_equal(clause.q.state, CLAUSE_EMPTY);
}

static void an_empty_clause_holds(void **state)
{
    (void)state;
    clause.in.ic_fill = clause.in.finish = clause.in.grant = true;
    ASSERT_HOLDS(&clause, tick());
}

static void a_start_takes_the_wavefront_and_the_fields_of_the_instruction(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.cf_inst = 10, .addr = 0x3ffff8, .count = 127, .kcache_mode0 = 1, .kcache_mode1 = 2});
    assert_int_equal(clause.q.slot, 17);
    assert_int_equal(clause.q.number, 0xabcd1234);
    assert_int_equal(clause.q.base, 99);
    assert_true(clause.q.active == 0x123456789abcdef0ull);
    assert_true(clause.q.lanes == 0xfedcba9876543210ull);
    assert_int_equal(clause.q.pc, 0x1abcdef0);
    assert_int_equal(clause.q.op, 10);
    assert_true(clause.q.first);
    assert_int_equal(clause.q.head, 0x3ffff8);
    assert_int_equal(clause.q.left, 128);
    assert_int_equal(clause.q.available, 0);
    assert_int_equal(clause.q.kc_have, 0);
    assert_false(clause.q.kc_look || clause.q.ic_look);
}

static void the_address_is_relative_to_the_programs_base(void **state)
{
    (void)state;
    clause.in.start_base_word = 805;
    to_fetch(5, 2);
    tick();
    assert_int_equal(clause.q.head, 810);
    assert_int_equal(clause.q.ic_line, 810 / 8);
    serve_instructions();
    assert_int_equal(clause.q.available, 2);
    assert_buffered(810, 2);
    ticks(20);
    assert_false(clause.q.ic_look);
    fresh(NULL);
    clause.in.start_base_word = 10;
    to_fetch(5, 2); /* words 15 and 16 lie in two lines, 5 and 6 in one */
    tick();
    serve_instructions();
    assert_int_equal(clause.q.available, 1);
    serve_instructions();
    assert_int_equal(clause.q.available, 2);
}

static void a_start_forgets_the_clause_before(void **state)
{
    (void)state;
    to_ready(4, 2);
    clause.in.grant = true;
    tick();
    consume(2);
    clause.in.finish = true;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_EMPTY);
    to_fetch(0, 1);
    assert_int_equal(clause.q.available, 0);
    ticks(2 * FETCH);
    assert_int_equal(clause.q.state, CLAUSE_FETCH); /* its line has not been fetched */
}

/* ---- arbitration ------------------------------------------------------------------------------------------------ */

static void arbitration_takes_arb_clk_clocks(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.count = 0});
    ticks(ARB - 1);
    assert_int_equal(clause.q.state, CLAUSE_ARBITRATE);
    tick();
    assert_int_equal(clause.q.state, CLAUSE_LOCK);
}

static void arbitration_may_take_one_clock(void **state)
{
    (void)state;
    clause.in.arb_clk = 1;
    start(&(struct isa_cf_alu){.count = 0});
    tick();
    assert_int_equal(clause.q.state, CLAUSE_LOCK);
}

static void arbitration_lasts_until_the_lines_can_be_had(void **state)
{
    (void)state;
    full = true;
    start(&(struct isa_cf_alu){.count = 0, .kcache_mode0 = ISA_KCACHE_LOCK_1});
    ticks(3 * ARB);
    assert_int_equal(clause.q.state, CLAUSE_ARBITRATE);
    full = false;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_LOCK);
}

/* ---- constant lock ---------------------------------------------------------------------------------------------- */

static void without_constants_the_lock_takes_lock_clk_clocks(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.count = 0});
    ticks(ARB);
    for (unsigned i = 1; i < LOCK; i++) {
        tick();
        assert_int_equal(clause.q.state, CLAUSE_LOCK);
        assert_false(clause.q.kc_look);
    }
    tick();
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    assert_int_equal(clause.q.kc_have, 0);
}

/* Locks the lines of two modes with the fastest cache; returns the clocks of the lock stage. */
static unsigned lock_clocks(unsigned mode0, unsigned mode1, unsigned lines)
{
    unsigned clocks = 0, served = 0;
    fresh(NULL);
    start(&(struct isa_cf_alu){.kcache_mode0 = mode0, .kcache_mode1 = mode1});
    ticks(ARB);
    while (clause.q.state == CLAUSE_LOCK) {
        if (clause.q.kc_look) {
            serve_constants(40 + served++);
            clocks += 2;
        } else {
            tick();
            clocks++;
        }
    }
    assert_int_equal(served, lines);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    return clocks;
}

static void the_lock_takes_line_clk_clocks_per_line_but_at_least_lock_clk(void **state)
{
    (void)state;
    assert_int_equal(lock_clocks(0, 0, 0), 8);
    assert_int_equal(lock_clocks(1, 0, 1), 8);
    assert_int_equal(lock_clocks(0, 1, 1), 8);
    assert_int_equal(lock_clocks(2, 0, 2), 8);
    assert_int_equal(lock_clocks(1, 1, 2), 8);
    assert_int_equal(lock_clocks(1, 2, 3), 12);
    assert_int_equal(lock_clocks(2, 1, 3), 12);
    assert_int_equal(lock_clocks(2, 2, 4), 16);
}

static void each_mode_locks_its_lines(void **state)
{
    (void)state;
    static const struct {
        uint8_t mode0, mode1, have;
    } rows[] = {{1, 0, 1}, {2, 0, 3}, {3, 0, 3}, {0, 1, 4}, {0, 2, 12}, {0, 3, 12}, {1, 2, 13}, {2, 2, 15}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lock_clocks(rows[i].mode0, rows[i].mode1, (unsigned)__builtin_popcount(rows[i].have));
        assert_int_equal(clause.q.kc_have, rows[i].have);
    }
}

static void lines_are_asked_for_in_order_with_their_buffer_and_address(void **state)
{
    (void)state;
    static const struct {
        unsigned bank, line;
    } asked[4] = {{3, 255}, {3, 256}, {14, 20}, {14, 21}};
    start(&(struct isa_cf_alu){.kcache_mode0 = 2,
                               .kcache_mode1 = 2,
                               .kcache_bank0 = 3,
                               .kcache_bank1 = 14,
                               .kcache_addr0 = 255,
                               .kcache_addr1 = 20});
    ticks(ARB);
    assert_false(clause.q.kc_look);
    tick();
    for (unsigned i = 0; i < 4; i++) {
        assert_true(clause.q.kc_look);
        assert_int_equal(clause.q.kc_bank, asked[i].bank);
        assert_int_equal(clause.q.kc_line, asked[i].line);
        serve_constants(50 + i);
        assert_int_equal(clause.q.kc_have, (2u << i) - 1);
    }
    assert_false(clause.q.kc_look);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(clause.q.kc_ways.line[i], 50 + i);
}

/* ISA 4.6.4.6, 10.1: the same banks of another stage. */
static void alt_const_asks_for_the_buffers_of_another_stage(void **state)
{
    (void)state;
    for (unsigned alternate = 0; alternate < 2; alternate++) {
        fresh(NULL);
        start(&(struct isa_cf_alu){.kcache_mode0 = 1, .kcache_mode1 = 1, .kcache_bank1 = 14, .alt_const = alternate});
        assert_int_equal(clause.q.alternate, alternate);
        ticks(ARB + 1);
        assert_int_equal(clause.q.kc_bank, 16 * alternate);
        serve_constants(50);
        assert_int_equal(clause.q.kc_bank, 16 * alternate + 14);
    }
}

static void in_mode_lock_loop_index_the_lines_follow_al(void **state)
{
    (void)state;
    for (unsigned mode = 1; mode <= 3; mode++) {
        fresh(NULL);
        clause.in.start_index = 16 * 5 + 15;
        start(&(struct isa_cf_alu){.kcache_mode0 = mode, .kcache_mode1 = mode, .kcache_addr0 = 20, .kcache_addr1 = 40});
        assert_int_equal(clause.q.loop_index, 95);
        ticks(ARB + 1);
        for (unsigned line = 0; line < (mode == 1 ? 2 : 4); line++) {
            const unsigned set = mode == 1 ? line : line / 2;
            assert_int_equal(clause.q.kc_line, 20 + 20 * set + (mode == 1 ? 0 : line % 2) + (mode == 3 ? 5 : 0));
            serve_constants(line);
        }
    }
}

static void a_line_number_has_ten_bits(void **state)
{
    (void)state;
    clause.in.start_index = 0x1fff; /* 511 lines */
    start(&(struct isa_cf_alu){.kcache_mode0 = 3, .kcache_addr0 = 255});
    ticks(ARB + 1);
    assert_int_equal(clause.q.kc_line, 766);
}

static void a_line_is_asked_for_until_it_is_taken(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.kcache_mode0 = 1});
    ticks(ARB + 1);
    for (unsigned i = 0; i < 3 * LOCK; i++, tick()) {
        assert_true(clause.q.kc_look);
        assert_int_equal(clause.q.state, CLAUSE_LOCK);
    }
    serve_constants(1);
    assert_int_equal(clause.q.state, CLAUSE_FETCH); /* the time of the stage is over */
}

static void the_clause_waits_for_its_line_and_asks_only_once(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.kcache_mode0 = 1});
    ticks(ARB + 1);
    clause.in.kc_taken = true;
    for (unsigned i = 0; i < 3 * LOCK; i++) {
        tick();
        assert_false(clause.q.kc_look);
        assert_int_equal(clause.q.state, CLAUSE_LOCK);
    }
    clause.in.kc_answer = true;
    clause.in.kc_way = 191;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    assert_int_equal(clause.q.kc_ways.line[0], 191);
}

/* ---- run and drain ---------------------------------------------------------------------------------------------- */

static void a_ready_clause_waits_for_a_wavefront_slot(void **state)
{
    (void)state;
    to_ready(0, 8);
    ticks(30);
    assert_int_equal(clause.q.state, CLAUSE_READY);
    ASSERT_HOLDS(&clause, tick());
    clause.in.grant = true;
    clause.in.grant_parity = 1;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_RUN);
    assert_int_equal(clause.q.parity, 1);
    ASSERT_HOLDS(&clause, tick());
}

static void a_group_moves_the_head_on(void **state)
{
    (void)state;
    to_ready(0, 8);
    clause.in.grant = true;
    tick();
    assert_true(clause.q.first);
    consume(3);
    assert_false(clause.q.first);
    assert_int_equal(clause.q.head, 3);
    assert_int_equal(clause.q.left, 5);
    assert_int_equal(clause.q.available, 5);
    assert_int_equal(clause.q.state, CLAUSE_RUN);
}

static void after_its_last_group_the_clause_drains_until_it_is_finished(void **state)
{
    (void)state;
    to_ready(0, 8);
    clause.in.grant = true;
    tick();
    consume(7);
    assert_int_equal(clause.q.state, CLAUSE_RUN);
    consume(1);
    assert_int_equal(clause.q.state, CLAUSE_DRAIN);
    assert_int_equal(clause.q.left, 0);
    ticks(10);
    assert_int_equal(clause.q.state, CLAUSE_DRAIN);
    assert_int_equal(clause.q.slot, 17); /* the wave table needs it at the end */
    clause.in.finish = true;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_EMPTY);
    static const struct alu_clause_reg zero;
    assert_memory_equal(&clause.q, &zero, sizeof zero);
}

static void locked_lines_are_kept_to_the_end(void **state)
{
    (void)state;
    start(&(struct isa_cf_alu){.kcache_mode0 = 1, .kcache_mode1 = 1});
    ticks(ARB + 1);
    serve_constants(7);
    serve_constants(8);
    while (!clause.q.ic_look)
        tick();
    serve_instructions();
    while (clause.q.state != CLAUSE_READY)
        tick();
    clause.in.grant = true;
    tick();
    consume(1);
    assert_int_equal(clause.q.state, CLAUSE_DRAIN);
    assert_int_equal(clause.q.kc_have, 5);
    assert_int_equal(clause.q.kc_ways.line[0], 7);
    assert_int_equal(clause.q.kc_ways.line[2], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_clause_is_empty, fresh),
        cmocka_unit_test_setup(an_empty_clause_holds, fresh),
        cmocka_unit_test_setup(a_start_takes_the_wavefront_and_the_fields_of_the_instruction, fresh),
        cmocka_unit_test_setup(the_address_is_relative_to_the_programs_base, fresh),
        cmocka_unit_test_setup(a_start_forgets_the_clause_before, fresh),
        cmocka_unit_test_setup(arbitration_takes_arb_clk_clocks, fresh),
        cmocka_unit_test_setup(arbitration_may_take_one_clock, fresh),
        cmocka_unit_test_setup(arbitration_lasts_until_the_lines_can_be_had, fresh),
        cmocka_unit_test_setup(without_constants_the_lock_takes_lock_clk_clocks, fresh),
        cmocka_unit_test_setup(the_lock_takes_line_clk_clocks_per_line_but_at_least_lock_clk, fresh),
        cmocka_unit_test_setup(each_mode_locks_its_lines, fresh),
        cmocka_unit_test_setup(lines_are_asked_for_in_order_with_their_buffer_and_address, fresh),
        cmocka_unit_test_setup(alt_const_asks_for_the_buffers_of_another_stage, fresh),
        cmocka_unit_test_setup(in_mode_lock_loop_index_the_lines_follow_al, fresh),
        cmocka_unit_test_setup(a_line_number_has_ten_bits, fresh),
        cmocka_unit_test_setup(a_line_is_asked_for_until_it_is_taken, fresh),
        cmocka_unit_test_setup(the_clause_waits_for_its_line_and_asks_only_once, fresh),
        cmocka_unit_test_setup(a_ready_clause_waits_for_a_wavefront_slot, fresh),
        cmocka_unit_test_setup(a_group_moves_the_head_on, fresh),
        cmocka_unit_test_setup(after_its_last_group_the_clause_drains_until_it_is_finished, fresh),
        cmocka_unit_test_setup(locked_lines_are_kept_to_the_end, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
