/* test_lockstep_cf.c - what the random histories of the control-flow modules' lockstep reach: a twin is compared no
 * further than its inputs go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/isa.h"
#include "pipeline/control/cf_sequencer.h"
#include "pipeline/control/cf_state.h"
#include "tb/lockstep/lockstep.h"

enum { SEEDS = 150, CLOCKS = 20000 };

/* ---- cf_state --------------------------------------------------------------------------------------------------- */

static struct {
    unsigned taken[ISA_CF_INST_COUNT], jumped[ISA_CF_INST_COUNT], stayed[ISA_CF_INST_COUNT];
    unsigned frames[8], errors[CF_ERRORS], ends[16], at_once, full, loops[4];
} seen;

/* What the edge will do. */
static void look(const struct cf_state *state)
{
    const struct cf_state_in *in = &state->in;
    struct cf_outcome         flow, done = {.error = CF_OK};
    if (in->done)
        cf_resolve_done(state, &done);
    if (in->flow)
        cf_resolve(state, in->flow_slot, in->flow_word, in->flow_pc, &flow);
    if (in->flow && !flow.error) {
        const uint32_t          dwords[2] = {(uint32_t)in->flow_word, (uint32_t)(in->flow_word >> 32)};
        const struct isa_cf_op *op = isa_cf_lookup(dwords);
        seen.taken[op->id]++;
        (flow.pc == in->flow_pc + 1 ? seen.stayed : seen.jumped)[op->id]++;
        seen.loops[flow.wave.loop_kind]++;
        seen.full += flow.wave.stack_rows && flow.wave.stack_rows == in->rows_per_wave;
        seen.at_once += in->done && !done.error && in->done_slot == in->flow_slot;
        if (flow.pushes)
            seen.frames[flow.frame.kind]++;
    }
    if (in->done && !done.error)
        seen.ends[in->done_op]++;
}

static int run_state(void **unused)
{
    (void)unused;
    const struct lockstep_module *module = lockstep_find("cf_state");
    struct cf_state              *state = calloc(1, module->state_size);
    void                         *driver = calloc(1, module->driver_size);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct stimulus random;
        stimulus_seed(&random, seed);
        module->reset(state, driver, &random);
        for (unsigned clock = 0; clock < CLOCKS; clock++) {
            module->drive(state, driver, &random);
            look(state);
            module->clock(state);
        }
        seen.errors[state->q.error]++;
    }
    free(state);
    free(driver);
    return 0;
}

static bool runs(enum isa_cf_id id)
{
    return isa_cf_ops[id].klass != ISA_CF_MEM;
}

static void every_instruction_takes_effect(void **unused)
{
    (void)unused;
    for (unsigned id = 0; id < ISA_CF_INST_COUNT; id++)
        if (runs((enum isa_cf_id)id) && !seen.taken[id])
            fail_msg("%s never does", isa_cf_ops[id].name);
}

static void what_can_jump_does_and_does_not(void **unused)
{
    (void)unused;
    for (unsigned id = 0; id < ISA_CF_INST_COUNT; id++) {
        const bool jumps = isa_cf_ops[id].klass == ISA_CF_BRANCH || id == ISA_CF_INST_KILL;
        if (jumps && id != ISA_CF_INST_POP && (seen.jumped[id] < 20 || seen.stayed[id] < 20))
            fail_msg("%s jumps %u times and goes on %u times", isa_cf_ops[id].name, seen.jumped[id], seen.stayed[id]);
    }
}

static void clauses_end_in_every_way(void **unused)
{
    (void)unused;
    for (unsigned id = 0; id < ISA_CF_INST_COUNT; id++)
        if (isa_cf_ops[id].klass == ISA_CF_ALU)
            assert_true(seen.ends[isa_cf_ops[id].opcode] > 20);
    assert_true(seen.at_once > 20);
}

static void every_kind_of_frame_is_pushed_and_stacks_fill_up(void **unused)
{
    (void)unused;
    for (unsigned kind = CF_FRAME_MASK; kind <= CF_FRAME_CALL; kind++)
        assert_true(seen.frames[kind] > 20);
    for (unsigned kind = CF_LOOP_NONE; kind <= CF_LOOP_DX10; kind++)
        assert_true(seen.loops[kind] > 20);
    assert_true(seen.full > 20);
}

static void every_mistake_is_made(void **unused)
{
    (void)unused;
    for (unsigned error = 0; error < CF_ERRORS; error++)
        if (!seen.errors[error])
            fail_msg("error %u never", error);
}

/* ---- cf_sequencer ----------------------------------------------------------------------------------------------- */

static void the_sequencer_takes_every_step(void **unused)
{
    (void)unused;
    const struct lockstep_module *module = lockstep_find("cf_sequencer");
    static struct cf_sequencer    state;
    unsigned steps[CF_STEPS] = {0}, stalls[CF_STALLS] = {0}, waits[(CF_WAIT_ALL | CF_WAIT_ACK) + 1] = {0},
             starts[6] = {0}, bad = 0;
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct stimulus random;
        stimulus_seed(&random, seed);
        module->reset(&state, NULL, &random);
        for (unsigned clock = 0; clock < CLOCKS; clock++) {
            module->drive(&state, NULL, &random);
            module->clock(&state);
            const struct cf_sequencer_reg *q = &state.q;
            steps[q->step_to] += q->step;
            stalls[q->stall]++;
            bad += q->bad_op;
            waits[q->step_wait] += q->step && q->step_to == CF_STEP_WAIT;
            const bool start[6] = {q->start_alu,  q->start_export, q->start_fetch,
                                   q->start_flow, q->start_emit,   q->start_cut};
            for (unsigned i = 0; i < 6; i++)
                starts[i] += start[i];
        }
    }
    for (unsigned i = 0; i < CF_STEPS; i++)
        assert_true(steps[i] > 20);
    for (unsigned i = 0; i < CF_STALLS; i++)
        assert_true(stalls[i] > 20);
    for (unsigned i = 1; i <= CF_WAIT_ACK; i++)
        assert_true(waits[i] > 20);
    for (unsigned i = 0; i < 6; i++)
        assert_true(starts[i] > 20);
    assert_true(bad > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_takes_effect),
        cmocka_unit_test(what_can_jump_does_and_does_not),
        cmocka_unit_test(clauses_end_in_every_way),
        cmocka_unit_test(every_kind_of_frame_is_pushed_and_stacks_fill_up),
        cmocka_unit_test(every_mistake_is_made),
        cmocka_unit_test(the_sequencer_takes_every_step),
    };
    return cmocka_run_group_tests(tests, run_state, NULL);
}
