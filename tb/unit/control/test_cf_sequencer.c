/* test_cf_sequencer.c - CF fetch, decode and execution, stalls, errors (ISA 3.2, 10.1; RV770 timing S9, S13,
 * S20, S21). */
#include "tb/unit/control/cf_sequencer_kit.h"

static void rules_hold_step_by_step(void **state)
{
    (void)state;
#define RULE(title)                                                                                                    \
    print_message("%s\n", title);                                                                                      \
    fresh(NULL);
#define READY(slot, pc) set_ready(slot, pc);
#define ANSWERED(hit, refused, word, next) set_answer(hit, refused, word, next);
#define WIRE(name, value) cf.in.name = value;
#define CLOCKS(count) ticks(count);
#define ENTER(slot, pc) enter(slot, pc);
#define ANSWER(hit, refused, word, next) answer(hit, refused, word, next);
#define DECODE(slot, pc, word, next) to_decode(slot, pc, word, next);
#define EXECUTE_AT(pc, word, next) execute_at(pc, word, next);
#define EXECUTE(word) execute(word);
#define ANEW fresh(NULL);
#define STEPS(slot, to, pc) assert_step(slot, to, pc);
#define HAS(name, value) assert_true(cf.q.name == (value));
#define ON(name) assert_true(cf.q.name);
#define OFF(name) assert_false(cf.q.name);
#include "tb/unit/control/cf_sequencer_rules.def"
}

/* ---- reset, hold ------------------------------------------------------------------------------------------------ */

static void after_reset_both_stages_are_empty(void **state)
{
    (void)state;
    static const struct cf_sequencer_reg zero;
    assert_memory_equal(&cf.q, &zero, sizeof zero);
    assert_memory_equal(&cf.d, &zero, sizeof zero);
}

static void idle_the_sequencer_holds(void **state)
{
    (void)state;
    execute(nop(false, false));
    tick();
    ASSERT_HOLDS(&cf, tick());
}

/* ---- fetch ------------------------------------------------------------------------------------------------------ */

static void the_fetch_stage_takes_fetch_clk_clocks(void **state)
{
    (void)state;
    const cf_word_t word = alu(true);
    enter(200, 43);
    answer(true, false, word, true);
    ticks(FETCH_CLK - 3);
    assert_true(cf.q.fetch && !cf.q.decode);
    tick();
    assert_true(!cf.q.fetch && cf.q.decode);
    assert_int_equal(cf.q.decode_slot, 200);
    assert_int_equal(cf.q.decode_number, NUMBER + 200);
    assert_int_equal(cf.q.decode_pc, 43);
    assert_true(cf.q.decode_word == word);
}

/* ---- misses (RV770 timing S13) ---------------------------------------------------------------------------------- */

/* ---- decode and execution --------------------------------------------------------------------------------------- */

/* Wavefronts that are always ready and hit: expects a step every `clocks` clocks. */
static void assert_rate(unsigned clocks)
{
    unsigned last = 0, steps = 0;
    for (unsigned clock = 0; clock < 100; clock++) {
        set_ready(7, 100);
        if (cf.q.fetch && !cf.q.look)
            set_answer(true, false, nop(false, false), false);
        tick();
        if (!cf.q.step)
            continue;
        if (steps++)
            assert_int_equal(clock - last, clocks);
        last = clock;
    }
    assert_true(steps > 8);
    assert_int_equal(cf.q.executed, steps);
}

static void an_instruction_is_executed_every_fetch_clk_clocks_when_that_is_longer(void **state)
{
    (void)state;
    assert_rate(FETCH_CLK);
}

static void an_instruction_is_executed_every_decode_clk_clocks_when_that_is_longer(void **state)
{
    (void)state;
    cf.in.decode_clk = FETCH_CLK + 3;
    assert_rate(FETCH_CLK + 3);
}

static void other_instructions_take_effect_on_the_control_flow_state_for_one_clock(void **state)
{
    (void)state;
    static const enum isa_cf_id ids[] = {ISA_CF_INST_NOP,  ISA_CF_INST_JUMP,   ISA_CF_INST_LOOP_START,
                                         ISA_CF_INST_CALL, ISA_CF_INST_RETURN, ISA_CF_INST_KILL};
    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        const cf_word_t word = other_word(ids[i], true, false);
        fresh(NULL);
        execute(word);
        assert_step(9, CF_STEP_READY, 101);
        assert_true(cf.q.start_flow && !cf.q.start_alu && !cf.q.start_export);
        assert_true(cf.q.start_word == word);
        assert_int_equal(cf.q.start_pc, 100);
        tick();
        assert_false(cf.q.start_flow);
    }
}

static void every_kind_of_alu_clause_is_started(void **state)
{
    (void)state;
    static const enum isa_cf_id ids[] = {ISA_CF_INST_ALU_PUSH_BEFORE, ISA_CF_INST_ALU_POP_AFTER, ISA_CF_INST_ALU_BREAK};
    for (unsigned i = 0; i < 3; i++) {
        fresh(NULL);
        execute(alu_word_of(ids[i], false));
        assert_true(cf.q.start_alu && !cf.q.start_flow);
        assert_int_equal(cf.q.start_pc, 100);
    }
}

/* ---- stalls ----------------------------------------------------------------------------------------------------- */

static void without_room_for_a_clause_decode_stalls(void **state)
{
    (void)state;
    cf.in.clause_free = false;
    cf.q.step_wait = cf.d.step_wait = CF_WAIT_FETCH; /* of an earlier step: belongs to it until the next one */
    execute(alu(true));
    for (unsigned i = 0; i < 3; i++, tick()) {
        assert_true(cf.q.decode && !cf.q.step && !cf.q.start_alu);
        assert_int_equal(cf.q.step_wait, CF_WAIT_FETCH);
        assert_int_equal(cf.q.stall, CF_STALL_NO_CLAUSE);
        assert_int_equal(cf.q.executed, 0);
    }
    cf.in.clause_free = true;
    tick();
    assert_step(9, CF_STEP_READY, 101);
    assert_true(cf.q.start_alu);
    assert_int_equal(cf.q.stall, CF_STALL_NONE);
}

static void without_room_the_wavefront_goes_back_where_the_chip_has_it_so(void **state)
{
    const struct {
        cf_word_t word;
        cf_wait_t unit;
    } cases[] = {{alu(true), CF_WAIT_ALU},
                 {export_word(true, true), CF_WAIT_EXPORT},
                 {mem_word(2, false, false), CF_WAIT_EXPORT},
                 {other_word(ISA_CF_INST_VTX, false, true), CF_WAIT_FETCH},
                 {other_word(ISA_CF_INST_TEX, true, false), CF_WAIT_FETCH}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(state);
        cf.in.goes_back = true;
        cf.in.clause_free = cf.in.export_free = cf.in.fetch_free = false;
        execute_at(100, cases[i].word, true);
        assert_step(9, CF_STEP_PAUSE, 100);
        assert_int_equal(cf.q.step_wait, cases[i].unit);
        assert_false(cf.q.decode || cf.q.start_alu || cf.q.start_export || cf.q.start_ack || cf.q.start_fetch);
        assert_int_equal(cf.q.executed, 0);
        assert_int_equal(cf.q.stall, CF_STALL_NONE);
        cf.in.clause_free = cf.in.export_free = cf.in.fetch_free = true;
        execute_at(100, cases[i].word, false);
        assert_true(cf.q.step && cf.q.step_pc == 101);
        assert_int_equal(cf.q.executed, 1);
    }
    fresh(state);
    cf.in.goes_back = true;
    cf.in.alu = 1; /* the masks come first */
    cf.in.clause_free = false;
    execute(alu(false));
    assert_step(9, CF_STEP_WAIT, 100);
    fresh(state);
    cf.in.goes_back = true;
    cf.in.clause_free = false;
    execute(export_word(true, false));
    assert_step(9, CF_STEP_READY, 101);
}

static void instructions_of_another_kind_do_not_stall(void **state)
{
    (void)state;
    cf.in.clause_free = false;
    execute(export_word(true, false));
    assert_true(cf.q.step);
    fresh(NULL);
    cf.in.export_free = false;
    execute(alu(true));
    assert_true(cf.q.step);
    fresh(NULL);
    cf.in.export_free = cf.in.clause_free = false;
    execute(nop(true, false));
    assert_true(cf.q.step);
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

static void assert_bad(cf_word_t word)
{
    fresh(NULL);
    execute(word);
    assert_true(cf.q.bad_op);
    assert_int_equal(cf.q.bad_pc, 100);
    assert_step(9, CF_STEP_END, 100);
    assert_false(cf.q.decode || cf.q.start_alu || cf.q.start_export || cf.q.start_flow);
    assert_int_equal(cf.q.executed, 0);
}

static void instructions_that_are_not_executed_end_the_wavefront_with_an_error(void **state)
{
    (void)state;
    assert_bad(reserved());
}

static void emitted_vertices_and_cuts_are_told_for_one_clock(void **state)
{
    (void)state;
    static const struct {
        enum isa_cf_id id;
        bool           emit, cut;
    } cases[] = {{ISA_CF_INST_EMIT_VERTEX, true, false},
                 {ISA_CF_INST_EMIT_CUT_VERTEX, true, true},
                 {ISA_CF_INST_CUT_VERTEX, false, true},
                 {ISA_CF_INST_NOP, false, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(state);
        execute(other_word(cases[i].id, false, false));
        assert_true(cf.q.start_flow);
        assert_int_equal(cf.q.start_emit, cases[i].emit);
        assert_int_equal(cf.q.start_cut, cases[i].cut);
        assert_step(9, CF_STEP_READY, 101);
        tick();
        assert_false(cf.q.start_emit || cf.q.start_cut);
    }
}

static void an_emitted_vertex_with_barrier_waits_for_the_exports_before_it(void **state)
{
    (void)state;
    cf.in.exports = 1;
    execute(other_word(ISA_CF_INST_EMIT_VERTEX, true, false));
    assert_step(9, CF_STEP_WAIT, 100);
    assert_false(cf.q.start_emit);
    fresh(state);
    cf.in.exports = 1;
    execute(other_word(ISA_CF_INST_EMIT_VERTEX, false, false));
    assert_true(cf.q.start_emit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_both_stages_are_empty, fresh),
        cmocka_unit_test_setup(idle_the_sequencer_holds, fresh),
        cmocka_unit_test_setup(rules_hold_step_by_step, fresh),
        cmocka_unit_test_setup(the_fetch_stage_takes_fetch_clk_clocks, fresh),
        cmocka_unit_test_setup(an_instruction_is_executed_every_fetch_clk_clocks_when_that_is_longer, fresh),
        cmocka_unit_test_setup(an_instruction_is_executed_every_decode_clk_clocks_when_that_is_longer, fresh),
        cmocka_unit_test_setup(other_instructions_take_effect_on_the_control_flow_state_for_one_clock, fresh),
        cmocka_unit_test_setup(every_kind_of_alu_clause_is_started, fresh),
        cmocka_unit_test_setup(without_room_for_a_clause_decode_stalls, fresh),
        cmocka_unit_test_setup(without_room_the_wavefront_goes_back_where_the_chip_has_it_so, fresh),
        cmocka_unit_test_setup(instructions_of_another_kind_do_not_stall, fresh),
        cmocka_unit_test_setup(emitted_vertices_and_cuts_are_told_for_one_clock, fresh),
        cmocka_unit_test_setup(an_emitted_vertex_with_barrier_waits_for_the_exports_before_it, fresh),
        cmocka_unit_test_setup(instructions_that_are_not_executed_end_the_wavefront_with_an_error, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
