/* test_cf_sequencer.c - fetch, decode and execution of control-flow instructions (ISA 3.2; RV770 timing S9, S13, S20,
 * S21). */
#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/cf_sequencer.h"

enum { FETCH_CLK = 5, DECODE_CLK = 3, NUMBER = 100000 };

static struct cf_sequencer cf;

static int fresh(void **state)
{
    (void)state;
    memset(&cf, 0xa5, sizeof cf);
    cf.in = (struct cf_sequencer_in){
        .clause_free = true, .export_free = true, .fetch_clk = FETCH_CLK, .decode_clk = DECODE_CLK};
    cf_sequencer_reset(&cf);
    return 0;
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static cf_word_t joined(const uint32_t dwords[2])
{
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static cf_word_t other_word(enum isa_cf_id id, bool barrier, bool end)
{
    uint32_t            dwords[2];
    const struct isa_cf word = {.cf_inst = isa_cf_ops[id].opcode, .barrier = barrier, .end_of_program = end};
    isa_pack_cf(&word, dwords);
    return joined(dwords);
}

static cf_word_t nop(bool barrier, bool end)
{
    return other_word(ISA_CF_INST_NOP, barrier, end);
}

static cf_word_t alu_word_of(enum isa_cf_id id, bool barrier)
{
    uint32_t                dwords[2];
    const struct isa_cf_alu word = {.cf_inst = isa_cf_ops[id].opcode, .addr = 77, .count = 3, .barrier = barrier};
    isa_pack_cf_alu(&word, dwords);
    return joined(dwords);
}

static cf_word_t alu(bool barrier)
{
    return alu_word_of(ISA_CF_INST_ALU, barrier);
}

static cf_word_t export_word(bool barrier, bool end)
{
    uint32_t                     dwords[2];
    const struct isa_export_swiz word = {
        .cf_inst = isa_cf_ops[ISA_CF_INST_EXPORT_DONE].opcode, .rw_gpr = 2, .barrier = barrier, .end_of_program = end};
    isa_pack_export_swiz(&word, dwords);
    return joined(dwords);
}

static cf_word_t mem_word(unsigned type, bool barrier, bool end)
{
    uint32_t                    dwords[2];
    const struct isa_export_buf word = {.cf_inst = isa_cf_ops[ISA_CF_INST_MEM_EXPORT].opcode,
                                        .type = type,
                                        .array_size = 0xfff,
                                        .barrier = barrier,
                                        .end_of_program = end};
    isa_pack_export_buf(&word, dwords);
    return joined(dwords);
}

static cf_word_t wait_ack(uint32_t acks)
{
    return other_word(ISA_CF_INST_WAIT_ACK, false, false) | acks;
}

/* A reserved opcode (ISA 10.1). */
static cf_word_t reserved(void)
{
    return 25ull << 55;
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

static void tick(void)
{
    TICK(cf_sequencer_eval, &cf);
    cf.in.ready = cf.in.answer = cf.in.fill = false;
}

static void ticks(unsigned count)
{
    while (count--)
        tick();
}

static void set_ready(unsigned slot, uint32_t pc)
{
    cf.in.ready = true;
    cf.in.ready_slot = (uint8_t)slot;
    cf.in.ready_number = NUMBER + slot;
    cf.in.ready_pc = pc;
}

static void set_answer(bool hit, bool refused, cf_word_t word, bool next_barrier)
{
    cf.in.answer = true;
    cf.in.hit = hit;
    cf.in.refused = refused;
    cf.in.word = word;
    cf.in.next_barrier = next_barrier;
}

/* A wavefront enters the fetch stage; the cache sees the look-up one clock later and answers after that. */
static void enter(unsigned slot, uint32_t pc)
{
    set_ready(slot, pc);
    tick();
    assert_true(cf.q.fetch && cf.q.look);
}

static void answer(bool hit, bool refused, cf_word_t word, bool next_barrier)
{
    tick(); /* the look-up */
    set_answer(hit, refused, word, next_barrier);
    tick();
}

/* Up to the clock in which the instruction is in the decode stage. */
static void to_decode(unsigned slot, uint32_t pc, cf_word_t word, bool next_barrier)
{
    enter(slot, pc);
    answer(true, false, word, next_barrier);
    ticks(FETCH_CLK - 2);
    assert_true(cf.q.decode);
}

/* Up to the clock in which its step shows. */
static void execute_at(uint32_t pc, cf_word_t word, bool next_barrier)
{
    to_decode(9, pc, word, next_barrier);
    ticks(DECODE_CLK - 1);
    assert_false(cf.q.step);
    tick();
}

static void execute(cf_word_t word)
{
    execute_at(100, word, false);
}

static void assert_step(unsigned slot, enum cf_step to, uint32_t pc)
{
    assert_true(cf.q.step);
    assert_int_equal(cf.q.step_slot, slot);
    assert_int_equal(cf.q.step_number, NUMBER + slot);
    assert_int_equal(cf.q.step_to, to);
    assert_int_equal(cf.q.step_pc, pc);
}

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
#include "tb/unit/cf_sequencer_rules.def"
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

static void a_clause_that_nobody_would_execute_is_skipped(void **state)
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

static void what_nobody_executes_is_not_skipped_when_it_is_no_clause_or_the_masks_may_change(void **state)
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
        cmocka_unit_test_setup(an_instruction_with_barrier_waits_for_clauses_and_for_exports, fresh),
        cmocka_unit_test_setup(an_instruction_with_barrier_goes_on_when_nothing_is_under_way, fresh),
        cmocka_unit_test_setup(an_instruction_without_barrier_overlaps_others, fresh),
        cmocka_unit_test_setup(a_flow_instruction_waits_for_the_masks_that_an_alu_clause_leaves, fresh),
        cmocka_unit_test_setup(alu_clauses_of_one_wavefront_never_overlap, fresh),
        cmocka_unit_test_setup(exports_of_one_wavefront_follow_one_another, fresh),
        cmocka_unit_test_setup(a_fetch_clause_is_started_for_one_clock, fresh),
        cmocka_unit_test_setup(a_clause_that_nobody_would_execute_is_skipped, fresh),
        cmocka_unit_test_setup(what_nobody_executes_is_not_skipped_when_it_is_no_clause_or_the_masks_may_change, fresh),
        cmocka_unit_test_setup(a_wavefront_waits_for_what_it_must_and_no_more, fresh),
        cmocka_unit_test_setup(without_room_for_a_clause_decode_stalls, fresh),
        cmocka_unit_test_setup(instructions_of_another_kind_do_not_stall, fresh),
        cmocka_unit_test_setup(emitted_vertices_and_cuts_are_told_for_one_clock, fresh),
        cmocka_unit_test_setup(an_emitted_vertex_with_barrier_waits_for_the_exports_before_it, fresh),
        cmocka_unit_test_setup(a_memory_write_is_started_as_an_export_and_two_types_want_an_acknowledgement, fresh),
        cmocka_unit_test_setup(an_export_wants_no_acknowledgement_whatever_its_type, fresh),
        cmocka_unit_test_setup(wait_ack_waits_while_more_are_outstanding_than_it_says, fresh),
        cmocka_unit_test_setup(a_barrier_does_not_wait_for_acknowledgements, fresh),
        cmocka_unit_test_setup(instructions_that_are_not_executed_end_the_wavefront_with_an_error, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
