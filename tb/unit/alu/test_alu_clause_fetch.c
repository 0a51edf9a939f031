/* test_alu_clause_fetch.c - an ALU clause fetches its instructions (RV770 timing S6, S20). */
#include "tb/unit/alu/alu_clause_kit.h"

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

/* It runs, and what it has taken lets it ask for a line. */
static void to_run_and_ask(void)
{
    to_ready(3, 40);
    ticks(10);
    clause.in.grant = true;
    tick();
    consume(5);
}

static void words_are_consumed_while_a_line_arrives(void **state)
{
    (void)state;
    to_run_and_ask();
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
