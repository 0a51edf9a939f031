/* test_fetch_clause.c - one fetch clause in flight (ISA 3.3.2; RV770 timing S4, S20). */
#include "pipeline/control/fetch_clause.h"

#include "isa/r700/isa.h"
#include "tb/unit/clock.h"

enum { ARB = 4, FETCH = 12 };

static struct fetch_clause clause;
static fetch_word_t        line[INSTRUCTION_LINE_WORDS];

static int fresh(void **state)
{
    (void)state;
    memset(&clause, 0xa5, sizeof clause);
    fetch_clause_reset(&clause);
    clause.in = (struct fetch_clause_in){.arb_clk = ARB, .fetch_clk = FETCH, .ic_words = line};
    return 0;
}

static void tick(void)
{
    rtl_eval(fetch_clause_eval, &clause);
    fetch_clause_capture(&clause);
    rtl_commit(&clause);
    clause.in.start = clause.in.ic_taken = clause.in.ic_answer = clause.in.ic_fill = false;
    clause.in.take = clause.in.returned = false;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static void set_start_of(enum isa_cf_id id, unsigned addr, unsigned count)
{
    const struct isa_cf cf = {.addr = addr,
                              .count = (count - 1) & 7,
                              .count_3 = (count - 1) >> 3,
                              .cf_inst = isa_cf_ops[id].opcode,
                              .barrier = 1};
    uint32_t            dwords[2];
    isa_pack_cf(&cf, dwords);
    clause.in.start = true;
    clause.in.start_word = dwords[0] | (uint64_t)dwords[1] << 32;
    clause.in.start_slot = 9;
    clause.in.start_number = 90;
    clause.in.start_base = 70;
    clause.in.start_index = 5;
    clause.in.start_lanes = 0xff;
}

static void set_start(unsigned addr, unsigned count)
{
    set_start_of(ISA_CF_INST_VTX, addr, count);
}

/* Takes and answers the look-up with a line whose words are their addresses. */
static void serve(bool hit, bool refused)
{
    assert_true(clause.q.ic_look);
    const uint32_t at = clause.q.ic_line;
    clause.in.ic_taken = true;
    tick();
    assert_false(clause.q.ic_look);
    for (unsigned w = 0; w < INSTRUCTION_LINE_WORDS; w++)
        line[w] = at * INSTRUCTION_LINE_WORDS + w;
    clause.in.ic_answer = true;
    clause.in.ic_hit = hit;
    clause.in.ic_refused = refused;
    tick();
}

static void after_reset_there_is_no_clause(void **state)
{
    (void)state;
    static const struct fetch_clause_reg zero;
    assert_memory_equal(&clause.q, &zero, sizeof zero);
    assert_memory_equal(&clause.d, &zero, sizeof zero);
    for (unsigned w = 0; w < INSTRUCTION_BUFFER_WORDS; w++)
        assert_true(clause.buffer[w] == 0);
}

static void the_stages_take_their_clocks(void **state)
{
    (void)state;
    set_start(16, 1);
    tick();
    assert_int_equal(clause.q.state, FETCH_CLAUSE_ARBITRATE);
    assert_int_equal(clause.q.slot, 9);
    assert_int_equal(clause.q.number, 90);
    assert_int_equal(clause.q.base, 70);
    assert_int_equal(clause.q.loop_index, 5);
    assert_int_equal(clause.q.lanes, 0xff);
    ticks(ARB - 1);
    assert_int_equal(clause.q.state, FETCH_CLAUSE_ARBITRATE);
    tick();
    assert_int_equal(clause.q.state, FETCH_CLAUSE_FETCH);
    tick();
    assert_int_equal(clause.q.ic_line, 2);
    serve(true, false);
    ticks(FETCH - 4);
    assert_int_equal(clause.q.state, FETCH_CLAUSE_FETCH);
    assert_false(clause.q.offer);
    tick();
    assert_int_equal(clause.q.state, FETCH_CLAUSE_RUN);
    assert_true(clause.q.offer);
    assert_int_equal(clause.buffer[0], 16);
    assert_int_equal(clause.buffer[1], 17);
}

static void the_clause_leaves_when_its_last_instruction_is_taken(void **state)
{
    (void)state;
    set_start(16, 2);
    ticks(1 + ARB + 1);
    serve(true, false);
    ticks(FETCH);
    clause.in.take = true;
    tick();
    assert_true(clause.q.offer && clause.q.left == 1 && clause.q.head == 18);
    ticks(50);
    assert_true(clause.q.offer && clause.q.state == FETCH_CLAUSE_RUN);
    clause.in.take = true;
    tick();
    assert_false(clause.q.offer);
    assert_int_equal(clause.q.state, FETCH_CLAUSE_EMPTY);
}

static void a_long_clause_fetches_line_after_line(void **state)
{
    (void)state;
    set_start(12, 16); /* words 12 to 43: lines 1 to 5 */
    ticks(1 + ARB + 1);
    unsigned taken = 0;
    for (unsigned clock = 0; taken < 16 && clock < 200; clock++) {
        if (clause.q.ic_look) {
            serve(true, false);
        } else if (clause.q.offer) {
            assert_int_equal(clause.buffer[clause.q.head % INSTRUCTION_BUFFER_WORDS], 12 + 2 * taken);
            assert_int_equal(clause.buffer[clause.q.head % INSTRUCTION_BUFFER_WORDS + 1], 13 + 2 * taken);
            taken++;
            clause.in.take = true;
            tick();
        } else {
            tick();
        }
    }
    assert_int_equal(taken, 16);
    assert_int_equal(clause.q.left, 0);
    ticks(20);
    assert_false(clause.q.ic_look || clause.q.offer);
}

static void no_line_is_asked_for_before_its_half_of_the_buffer_is_free(void **state)
{
    (void)state;
    set_start(16, 16); /* words 16 to 47: lines 2 to 5 */
    ticks(1 + ARB + 1);
    serve(true, false);
    serve(true, false);
    ticks(FETCH);
    for (unsigned taken = 0; taken < 4; taken++) { /* line 2 */
        assert_false(clause.q.ic_look);
        assert_true(clause.q.offer);
        clause.in.take = true;
        tick();
    }
    assert_true(clause.q.ic_look);
    assert_int_equal(clause.q.ic_line, 4);
    line[0] = 0xbad; /* no answer, so nothing enters the buffer */
    tick();
    assert_int_equal(clause.buffer[0], 16);
    assert_int_equal(clause.buffer[8], 24);
}

static void no_line_behind_the_clause_is_asked_for(void **state)
{
    (void)state;
    set_start(18, 3); /* words 18 to 23, the end of line 2 */
    ticks(1 + ARB + 1);
    assert_int_equal(clause.q.ic_line, 2);
    serve(true, false);
    for (unsigned clock = 0; clock < 2 * FETCH; clock++) {
        assert_false(clause.q.ic_look);
        tick();
    }
    for (unsigned left = 3; left > 0; left--) { /* the last one ends where the line does */
        assert_true(clause.q.offer);
        assert_int_equal(clause.q.left, left);
        clause.in.take = true;
        tick();
    }
    assert_int_equal(clause.q.state, FETCH_CLAUSE_EMPTY);
}

static void a_miss_waits_for_its_line_and_a_refused_look_up_asks_again(void **state)
{
    (void)state;
    set_start(16, 1);
    ticks(1 + ARB + 1);
    serve(false, false);
    ticks(30);
    assert_false(clause.q.ic_look || clause.q.offer);
    clause.in.ic_fill = true;
    clause.in.ic_fill_line = 3; /* another line */
    tick();
    assert_false(clause.q.ic_look);
    clause.in.ic_fill = true;
    clause.in.ic_fill_line = 2;
    tick();
    serve(false, true);
    serve(true, false);
    tick();
    assert_true(clause.q.offer);
}

static void addresses_of_a_fetch_program_are_relative_to_its_start(void **state)
{
    (void)state;
    set_start(16, 1);
    clause.in.start_base_word = 80;
    ticks(1 + ARB + 1);
    assert_int_equal(clause.q.ic_line, 12);
    assert_int_equal(clause.q.head, 96);
}

static void empty_the_clause_holds(void **state)
{
    (void)state;
    tick();
    ASSERT_HOLDS(&clause, tick());
}

/* ISA 9.1: VTX; TEX and VTX_TC have theirs from the texture cache. */
static void the_instruction_says_which_cache_vertices_come_through(void **state)
{
    static const struct {
        enum isa_cf_id id;
        bool           vertex_cache;
    } rows[] = {{ISA_CF_INST_TEX, false}, {ISA_CF_INST_VTX, true}, {ISA_CF_INST_VTX_TC, false}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fresh(state);
        set_start_of(rows[i].id, 16, 1);
        tick();
        assert_int_equal(clause.q.vertex_cache, rows[i].vertex_cache);
    }
}

static void it_counts_what_has_been_taken_and_has_not_returned(void **state)
{
    static const struct {
        bool    take, returned;
        uint8_t under_way;
    } clocks[] = {{true, false, 1}, {true, true, 1}, {true, false, 2}, {false, false, 2}, {false, true, 1}};
    (void)state;
    set_start(16, 8);
    tick();
    ticks(ARB + FETCH);
    for (unsigned i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        clause.in.take = clocks[i].take;
        clause.in.take_unit = clocks[i].take ? FETCH_UNIT_LDS : FETCH_UNIT_TEXTURE;
        clause.in.returned = clocks[i].returned;
        tick();
        assert_int_equal(clause.q.under_way, clocks[i].under_way);
        assert_int_equal(clause.q.unit, FETCH_UNIT_LDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_instruction_says_which_cache_vertices_come_through, fresh),
        cmocka_unit_test_setup(it_counts_what_has_been_taken_and_has_not_returned, fresh),
        cmocka_unit_test_setup(after_reset_there_is_no_clause, fresh),
        cmocka_unit_test_setup(the_stages_take_their_clocks, fresh),
        cmocka_unit_test_setup(no_line_behind_the_clause_is_asked_for, fresh),
        cmocka_unit_test_setup(no_line_is_asked_for_before_its_half_of_the_buffer_is_free, fresh),
        cmocka_unit_test_setup(the_clause_leaves_when_its_last_instruction_is_taken, fresh),
        cmocka_unit_test_setup(a_long_clause_fetches_line_after_line, fresh),
        cmocka_unit_test_setup(a_miss_waits_for_its_line_and_a_refused_look_up_asks_again, fresh),
        cmocka_unit_test_setup(addresses_of_a_fetch_program_are_relative_to_its_start, fresh),
        cmocka_unit_test_setup(empty_the_clause_holds, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
