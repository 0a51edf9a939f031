/* test_cf_sequencer_waits.c - what a CF instruction waits for: BARRIER, acknowledgements (ISA 3.2, 3.4.2, 9.1). */
#include "tb/unit/control/cf_sequencer_kit.h"

/* ---- BARRIER (ISA 3.2) ------------------------------------------------------------------------------------------ */

static void assert_waits(cf_word_t word, unsigned alus, unsigned exports)
{
    fresh(NULL);
    cf.in.alu = (uint8_t)alus;
    cf.in.exports = (uint8_t)exports;
    execute(word);
    assert_step(9, CF_STEP_WAIT, 100);
    assert_false(cf.q.decode || cf.q.start_alu || cf.q.start_export || cf.q.start_flow);
    assert_int_equal(cf.q.executed, 0);
}

static void assert_goes_on(cf_word_t word, unsigned alus, unsigned exports)
{
    fresh(NULL);
    cf.in.alu = (uint8_t)alus;
    cf.in.exports = (uint8_t)exports;
    execute(word);
    assert_step(9, CF_STEP_READY, 101);
}

static void an_instruction_with_barrier_waits_for_clauses_and_for_exports(void **state)
{
    (void)state;
    assert_waits(nop(true, false), 1, 0);
    assert_waits(nop(true, false), 0, 1);
    assert_waits(nop(true, false), 0, 255);
    assert_waits(nop(true, true), 1, 1);
    assert_waits(alu(true), 1, 0);
    assert_waits(alu(true), 0, 1);
    assert_waits(export_word(true, false), 1, 0);
    assert_waits(export_word(true, false), 0, 2);
}

static void an_instruction_with_barrier_goes_on_when_nothing_is_under_way(void **state)
{
    (void)state;
    assert_goes_on(nop(true, false), 0, 0);
    assert_goes_on(alu(true), 0, 0);
    assert_goes_on(export_word(true, false), 0, 0);
}

static void an_instruction_without_barrier_overlaps_others(void **state)
{
    (void)state;
    assert_goes_on(nop(false, false), 0, 3);
    assert_goes_on(export_word(false, false), 1, 0);
    assert_goes_on(alu(false), 0, 3);
}

static void a_flow_instruction_waits_for_the_masks_that_an_alu_clause_leaves(void **state)
{
    (void)state;
    assert_waits(nop(false, false), 1, 0);
    assert_waits(other_word(ISA_CF_INST_JUMP, false, false), 1, 0);
}

static void alu_clauses_of_one_wavefront_never_overlap(void **state)
{
    (void)state;
    assert_waits(alu(false), 1, 0);
}

static void exports_of_one_wavefront_follow_one_another(void **state)
{
    (void)state;
    assert_goes_on(export_word(false, false), 0, 2); /* in the order of the export unit */
}

static void a_fetch_clause_is_started_for_one_clock(void **state)
{
    static const enum isa_cf_id ids[] = {ISA_CF_INST_TEX, ISA_CF_INST_VTX, ISA_CF_INST_VTX_TC};
    for (unsigned i = 0; i < 3; i++) {
        fresh(state);
        cf.in.fetch_free = true;
        execute(other_word(ids[i], false, false));
        assert_true(cf.q.start_fetch && !cf.q.start_flow && !cf.q.start_alu);
        assert_step(9, CF_STEP_READY, 101);
        tick();
        assert_false(cf.q.start_fetch);
    }
    fresh(state);
    cf.in.fetch_free = true;
    execute_at(100, other_word(ISA_CF_INST_VTX, false, true), false);
    assert_step(9, CF_STEP_END, 101);
}

static void a_clause_without_active_threads_is_skipped(void **state)
{
    (void)state;
    const cf_word_t clauses[] = {alu(false), alu_word_of(ISA_CF_INST_ALU_POP_AFTER, true),
                                 other_word(ISA_CF_INST_VTX, false, false), other_word(ISA_CF_INST_TEX, true, false)};
    for (unsigned i = 0; i < sizeof clauses / sizeof clauses[0]; i++) {
        fresh(NULL);
        cf.in.nobody = true;
        cf.in.clause_free = cf.in.fetch_free = false; /* it needs no place */
        execute_at(100, clauses[i], true);
        assert_step(9, CF_STEP_READY, 101);
        assert_true(cf.q.start_flow && !cf.q.start_alu && !cf.q.start_fetch);
        assert_true(cf.q.start_word == clauses[i]);
        assert_int_equal(cf.q.executed, 1);
        assert_int_equal(cf.q.skipped, 1);
    }
    fresh(NULL);
    cf.in.nobody = true;
    execute(other_word(ISA_CF_INST_TEX, false, true));
    assert_step(9, CF_STEP_END, 101);
}

static void nothing_is_skipped_that_is_no_clause_or_while_the_masks_may_change(void **state)
{
    (void)state;
    cf.in.nobody = true;
    execute(export_word(false, false));
    assert_true(cf.q.start_export && !cf.q.start_flow);
    assert_int_equal(cf.q.skipped, 0);
    fresh(NULL);
    cf.in.nobody = cf.in.fetch_free = true;
    cf.in.alu = 1;
    execute(other_word(ISA_CF_INST_VTX, false, false));
    assert_true(cf.q.start_fetch && !cf.q.start_flow);
    assert_int_equal(cf.q.skipped, 0);
}

static void a_wavefront_waits_for_what_it_must_and_no_more(void **state)
{
    const struct {
        cf_word_t word;
        unsigned  alu, exports, fetches, waits;
    } cases[] = {
        {nop(true, false), 1, 2, 1, CF_WAIT_ALL},
        {nop(true, false), 0, 0, 1, CF_WAIT_FETCH},
        {nop(false, false), 1, 2, 1, CF_WAIT_ALU},
        {nop(false, false), 0, 2, 1, 0},
        {alu(false), 1, 2, 1, CF_WAIT_ALU},
        {alu(false), 0, 2, 1, 0},
        {export_word(false, false), 1, 2, 1, 0},
        {export_word(true, false), 1, 0, 0, CF_WAIT_ALU},
        {other_word(ISA_CF_INST_VTX, false, false), 1, 2, 1, CF_WAIT_FETCH},
        {other_word(ISA_CF_INST_VTX, false, false), 1, 2, 0, 0},
        {other_word(ISA_CF_INST_TEX, true, false), 1, 2, 0, CF_WAIT_ALU | CF_WAIT_EXPORT},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(state);
        cf.in.fetch_free = true;
        cf.in.alu = (uint8_t)cases[i].alu;
        cf.in.exports = (uint8_t)cases[i].exports;
        cf.in.fetches = (uint8_t)cases[i].fetches;
        execute(cases[i].word);
        assert_int_equal(cf.q.step_wait, cases[i].waits);
        if (cases[i].waits)
            assert_step(9, CF_STEP_WAIT, 100);
        else
            assert_step(9, CF_STEP_READY, 101);
    }
    fresh(state);
    cf.in.fetch_free = true;
    execute_at(100, other_word(ISA_CF_INST_VTX, false, false), true); /* the next has BARRIER */
    assert_step(9, CF_STEP_WAIT, 101);
    assert_int_equal(cf.q.step_wait, CF_WAIT_ALL);
}

/* ---- memory writes and their acknowledgements (ISA 3.4.2, 9.1, 10.1) --------------------------------------------- */

static void a_memory_write_is_started_as_an_export_and_two_types_want_an_acknowledgement(void **state)
{
    for (unsigned type = 0; type < 4; type++) {
        fresh(state);
        execute(mem_word(type, false, false));
        assert_step(9, CF_STEP_READY, 101);
        assert_true(cf.q.start_export);
        assert_int_equal(cf.q.start_ack, type >= 2);
        assert_false(cf.q.start_alu || cf.q.start_fetch || cf.q.start_flow || cf.q.bad_op);
        tick();
        assert_false(cf.q.start_export || cf.q.start_ack);
    }
    fresh(state);
    execute(mem_word(0, false, true));
    assert_step(9, CF_STEP_END, 101);
    fresh(state);
    cf.in.exports = 1;
    execute(mem_word(0, true, false));
    assert_step(9, CF_STEP_WAIT, 100);
    fresh(state);
    cf.in.export_free = false;
    execute(mem_word(0, false, false));
    assert_int_equal(cf.q.stall, CF_STALL_NO_EXPORT);
}

static void an_export_wants_no_acknowledgement_whatever_its_type(void **state)
{
    fresh(state);
    execute(export_word(false, false) | 2ull << 13); /* EXPORT_PARAM */
    assert_true(cf.q.start_export);
    assert_false(cf.q.start_ack);
}

static void wait_ack_waits_while_more_are_outstanding_than_it_says(void **state)
{
    static const struct {
        uint8_t  outstanding;
        uint32_t says;
        bool     waits;
    } cases[] = {{0, 0, false},           {1, 0, true},     {3, 2, true},
                 {3, 3, false},           {255, 254, true}, {255, 256, false},
                 {255, UINT32_MAX, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fresh(state);
        cf.in.acks = cases[i].outstanding;
        execute(wait_ack(cases[i].says));
        assert_step(9, cases[i].waits ? CF_STEP_WAIT : CF_STEP_READY, cases[i].waits ? 100 : 101);
        if (!cases[i].waits)
            continue;
        assert_int_equal(cf.q.step_wait, CF_WAIT_ACK);
        assert_int_equal(cf.q.step_acks, cases[i].says);
    }
}

static void a_barrier_does_not_wait_for_acknowledgements(void **state)
{
    fresh(state);
    cf.in.acks = 7;
    execute(nop(true, false));
    assert_step(9, CF_STEP_READY, 101);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_instruction_with_barrier_waits_for_clauses_and_for_exports, fresh),
        cmocka_unit_test_setup(an_instruction_with_barrier_goes_on_when_nothing_is_under_way, fresh),
        cmocka_unit_test_setup(an_instruction_without_barrier_overlaps_others, fresh),
        cmocka_unit_test_setup(a_flow_instruction_waits_for_the_masks_that_an_alu_clause_leaves, fresh),
        cmocka_unit_test_setup(alu_clauses_of_one_wavefront_never_overlap, fresh),
        cmocka_unit_test_setup(exports_of_one_wavefront_follow_one_another, fresh),
        cmocka_unit_test_setup(a_fetch_clause_is_started_for_one_clock, fresh),
        cmocka_unit_test_setup(a_clause_without_active_threads_is_skipped, fresh),
        cmocka_unit_test_setup(nothing_is_skipped_that_is_no_clause_or_while_the_masks_may_change, fresh),
        cmocka_unit_test_setup(a_wavefront_waits_for_what_it_must_and_no_more, fresh),
        cmocka_unit_test_setup(a_memory_write_is_started_as_an_export_and_two_types_want_an_acknowledgement, fresh),
        cmocka_unit_test_setup(an_export_wants_no_acknowledgement_whatever_its_type, fresh),
        cmocka_unit_test_setup(wait_ack_waits_while_more_are_outstanding_than_it_says, fresh),
        cmocka_unit_test_setup(a_barrier_does_not_wait_for_acknowledgements, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
