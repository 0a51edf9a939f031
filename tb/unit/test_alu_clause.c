/* test_alu_clause.c - an ALU clause on its way: arbitration, constant lock, fetch, run, drain (ISA 3.3.1, 10.1; RV770
 * timing S6, S20, C2). */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/alu_clause.h"

enum { ARB = 4, LOCK = 8, LINE = 4, FETCH = 12 };

static struct alu_clause clause;
static bool              full; /* its constant-cache lines cannot be had */

static int fresh(void **state)
{
    (void)state;
    memset(&clause, 0xa5, sizeof clause);
    clause.in = (struct alu_clause_in){.arb_clk = ARB, .lock_clk = LOCK, .line_clk = LINE, .fetch_clk = FETCH};
    alu_clause_reset(&clause);
    full = false;
    return 0;
}

/* Word w of the program. */
static alu_word_t word_at(uint32_t address)
{
    return 0x1000000000ull + address;
}

/* One clock; the wires that last one clock are cleared after it. */
static void tick(void)
{
    struct alu_clause_in *in = &clause.in;
    alu_word_t            line[INSTRUCTION_LINE_WORDS];
    for (unsigned w = 0; w < INSTRUCTION_LINE_WORDS; w++)
        line[w] = word_at(clause.q.ic_line * INSTRUCTION_LINE_WORDS + w);
    in->ic_words = line;
    in->lock = clause.q.state == CLAUSE_ARBITRATE && !clause.q.waits && !full;
    rtl_eval(alu_clause_eval, &clause);
    alu_clause_capture(&clause);
    rtl_commit(&clause);
    in->start = in->kc_taken = in->kc_answer = in->ic_taken = in->ic_answer = in->ic_hit = in->ic_refused = false;
    in->ic_fill = in->grant = in->finish = false;
    in->consume = false;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static void start(const struct isa_cf_alu *cf)
{
    uint32_t dwords[2];
    isa_pack_cf_alu(cf, dwords);
    clause.in.start = true;
    clause.in.start_word = (uint64_t)dwords[1] << 32 | dwords[0];
    clause.in.start_slot = 17;
    clause.in.start_number = 0xabcd1234;
    clause.in.start_base = 99;
    clause.in.start_pc = 0x1abcdef0;
    clause.in.start_active = 0x123456789abcdef0ull;
    clause.in.start_lanes = 0xfedcba9876543210ull;
    tick();
    assert_int_equal(clause.q.state, CLAUSE_ARBITRATE);
}

/* Takes and answers the constant cache's look-up at once: the fastest cache. */
static void serve_constants(unsigned way)
{
    assert_true(clause.q.kc_look);
    clause.in.kc_taken = true;
    tick();
    assert_false(clause.q.kc_look);
    clause.in.kc_answer = true;
    clause.in.kc_way = (uint8_t)way;
    tick();
}

static void take_instructions(void)
{
    assert_true(clause.q.ic_look);
    clause.in.ic_taken = true;
    tick();
}

static void answer_instructions(bool hit, bool refused)
{
    assert_false(clause.q.ic_look);
    clause.in.ic_answer = true;
    clause.in.ic_hit = hit;
    clause.in.ic_refused = refused;
    tick();
}

static void serve_instructions(void)
{
    take_instructions();
    answer_instructions(true, false);
}

/* A clause without constants, up to its first clock in the fetch stage. */
static void to_fetch(uint32_t addr, unsigned words)
{
    start(&(struct isa_cf_alu){.addr = addr, .count = words - 1});
    ticks(ARB + LOCK);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
}

/* Up to its first clock in the ready stage; the first line is in the buffer. */
static void to_ready(uint32_t addr, unsigned words)
{
    to_fetch(addr, words);
    tick();
    serve_instructions();
    while (clause.q.state != CLAUSE_READY)
        if (clause.q.ic_look)
            serve_instructions();
        else
            tick();
}

static void consume(unsigned words)
{
    clause.in.consume = words != 0;
    clause.in.consumed = (uint8_t)words;
    tick();
}

static void assert_buffered(uint32_t first, unsigned words)
{
    for (uint32_t a = first; a < first + words; a++)
        assert_true(clause.buffer[a % INSTRUCTION_BUFFER_WORDS] == word_at(a));
}

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

/* ---- instruction fetch ------------------------------------------------------------------------------------------ */

static void the_clause_fetch_takes_fetch_clk_clocks(void **state)
{
    (void)state;
    to_fetch(0, 4);
    tick();
    serve_instructions();
    ticks(FETCH - 4);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    tick();
    assert_int_equal(clause.q.state, CLAUSE_READY);
}

static void the_clause_is_not_ready_before_its_first_words(void **state)
{
    (void)state;
    to_fetch(0, 4);
    ticks(2 * FETCH);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    assert_true(clause.q.ic_look);
    serve_instructions();
    assert_int_equal(clause.q.available, 4);
    assert_int_equal(clause.q.state, CLAUSE_FETCH);
    tick();
    assert_int_equal(clause.q.state, CLAUSE_READY);
}

static void a_clause_within_a_line_fetches_that_line_only(void **state)
{
    (void)state;
    to_ready(18, 6); /* words 18..23 of line 2 */
    assert_int_equal(clause.q.available, 6);
    assert_int_equal(clause.q.head, 18);
    assert_buffered(18, 6);
    ticks(20);
    assert_false(clause.q.ic_look);
}

static void a_clause_that_straddles_lines_fetches_them_in_order(void **state)
{
    (void)state;
    to_fetch(22, 10); /* lines 2 and 3 */
    tick();
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 2);
    serve_instructions();
    assert_int_equal(clause.q.available, 2);
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 3);
    serve_instructions();
    assert_int_equal(clause.q.available, 10);
    assert_buffered(22, 10);
    ticks(20);
    assert_false(clause.q.ic_look);
}

static void the_last_word_in_the_next_line_is_fetched(void **state)
{
    (void)state;
    to_ready(15, 2);
    assert_int_equal(clause.q.available, 2);
    assert_buffered(15, 2);
}

static void the_buffer_holds_two_lines_and_takes_the_next_when_one_is_used(void **state)
{
    (void)state;
    to_ready(3, 40); /* lines 0 to 5 */
    ticks(10);
    assert_int_equal(clause.q.available, 13);
    assert_false(clause.q.ic_look);
    clause.in.grant = true;
    tick();
    consume(4); /* head 7 is still in line 0 */
    assert_int_equal(clause.q.head, 7);
    assert_int_equal(clause.q.available, 9);
    ticks(3);
    assert_false(clause.q.ic_look);
    consume(1); /* head 8 */
    assert_int_equal(clause.q.available, 8);
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 2);
    serve_instructions();
    assert_int_equal(clause.q.available, 16);
    assert_buffered(8, 16);
    assert_false(clause.q.ic_look);
}

static void words_are_consumed_while_a_line_arrives(void **state)
{
    (void)state;
    to_ready(3, 40);
    ticks(10);
    clause.in.grant = true;
    tick();
    consume(5);
    take_instructions();
    clause.in.consume = true;
    clause.in.consumed = 7;
    answer_instructions(true, false);
    assert_int_equal(clause.q.head, 15);
    assert_int_equal(clause.q.left, 28);
    assert_int_equal(clause.q.available, 9);
}

static void a_line_is_looked_up_until_it_is_taken(void **state)
{
    (void)state;
    to_fetch(0, 1);
    tick();
    for (unsigned i = 0; i < 5; i++, tick())
        assert_true(clause.q.ic_look);
    take_instructions();
    for (unsigned i = 0; i < 5; i++, tick())
        assert_false(clause.q.ic_look);
}

static void a_refused_look_up_is_repeated(void **state)
{
    (void)state;
    to_fetch(9, 1);
    tick();
    take_instructions();
    answer_instructions(false, true);
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 1);
    assert_int_equal(clause.q.available, 0);
    serve_instructions();
    assert_int_equal(clause.q.available, 1);
}

static void a_missed_line_is_looked_up_again_when_it_has_arrived(void **state)
{
    (void)state;
    to_fetch(9, 1);
    tick();
    take_instructions();
    answer_instructions(false, false);
    for (unsigned i = 0; i < 5; i++) {
        assert_false(clause.q.ic_look);
        clause.in.ic_fill = true;
        clause.in.ic_fill_line = 2; /* another line */
        tick();
    }
    assert_false(clause.q.ic_look);
    clause.in.ic_fill = true;
    clause.in.ic_fill_line = 1;
    tick();
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 1);
    serve_instructions();
    assert_int_equal(clause.q.available, 1);
}

static void a_line_that_arrives_with_the_answer_is_looked_up_again(void **state)
{
    (void)state;
    to_fetch(9, 1);
    tick();
    take_instructions();
    clause.in.ic_fill = true;
    clause.in.ic_fill_line = 1;
    answer_instructions(false, false);
    assert_true(clause.q.ic_look);
}

static void what_is_not_a_hit_does_not_enter_the_buffer(void **state)
{
    (void)state;
    to_fetch(0, 8);
    tick();
    take_instructions();
    answer_instructions(false, false);
    for (unsigned w = 0; w < INSTRUCTION_BUFFER_WORDS; w++)
        assert_true(clause.buffer[w] == 0);
    assert_false(clause.q.ic_stored);
}

static void a_line_enters_its_half_of_the_buffer(void **state)
{
    (void)state;
    to_fetch(8, 8);
    tick();
    serve_instructions();
    for (unsigned w = 0; w < 8; w++)
        assert_true(clause.buffer[w] == 0);
    assert_buffered(8, 8);
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
        cmocka_unit_test_setup(in_mode_lock_loop_index_the_lines_follow_al, fresh),
        cmocka_unit_test_setup(a_line_number_has_ten_bits, fresh),
        cmocka_unit_test_setup(a_line_is_asked_for_until_it_is_taken, fresh),
        cmocka_unit_test_setup(the_clause_waits_for_its_line_and_asks_only_once, fresh),
        cmocka_unit_test_setup(the_clause_fetch_takes_fetch_clk_clocks, fresh),
        cmocka_unit_test_setup(the_clause_is_not_ready_before_its_first_words, fresh),
        cmocka_unit_test_setup(a_clause_within_a_line_fetches_that_line_only, fresh),
        cmocka_unit_test_setup(a_clause_that_straddles_lines_fetches_them_in_order, fresh),
        cmocka_unit_test_setup(the_last_word_in_the_next_line_is_fetched, fresh),
        cmocka_unit_test_setup(the_buffer_holds_two_lines_and_takes_the_next_when_one_is_used, fresh),
        cmocka_unit_test_setup(words_are_consumed_while_a_line_arrives, fresh),
        cmocka_unit_test_setup(a_line_is_looked_up_until_it_is_taken, fresh),
        cmocka_unit_test_setup(a_refused_look_up_is_repeated, fresh),
        cmocka_unit_test_setup(a_missed_line_is_looked_up_again_when_it_has_arrived, fresh),
        cmocka_unit_test_setup(a_line_that_arrives_with_the_answer_is_looked_up_again, fresh),
        cmocka_unit_test_setup(what_is_not_a_hit_does_not_enter_the_buffer, fresh),
        cmocka_unit_test_setup(a_line_enters_its_half_of_the_buffer, fresh),
        cmocka_unit_test_setup(a_ready_clause_waits_for_a_wavefront_slot, fresh),
        cmocka_unit_test_setup(a_group_moves_the_head_on, fresh),
        cmocka_unit_test_setup(after_its_last_group_the_clause_drains_until_it_is_finished, fresh),
        cmocka_unit_test_setup(locked_lines_are_kept_to_the_end, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
