#include "pipeline/control/cf_state.h"

#include <assert.h>

#include "pipeline/control/cf_flow.h"

RTL_TABLE(cf_state, CF_STATE_SIGNALS);

static void load_wave(const struct cf_state *state, unsigned slot, struct cf_wave *wave)
{
#define LOAD(type, name, bits, doc) wave->name = state->name[slot];
    CF_WAVE_FIELDS(LOAD)
#undef LOAD
}

static void store_wave(struct cf_state *state, unsigned slot, const struct cf_wave *wave)
{
#define STORE(type, name, bits, doc) state->name[slot] = wave->name;
    CF_WAVE_FIELDS(STORE)
#undef STORE
}

void cf_frame_load(const struct cf_state *state, unsigned slot, unsigned row, struct cf_frame *frame)
{
    const unsigned at = slot * state->in.rows_per_wave + row;
    assert(at < CF_STACK_ROWS);
#define LOAD(type, name, bits, doc) frame->name = state->f_##name[at];
    CF_FRAME_FIELDS(LOAD)
#undef LOAD
}

static void store_frame(struct cf_state *state, unsigned slot, unsigned row, const struct cf_frame *frame)
{
    const unsigned at = slot * state->in.rows_per_wave + row;
    assert(at < CF_STACK_ROWS);
#define STORE(type, name, bits, doc) state->f_##name[at] = frame->name;
    CF_FRAME_FIELDS(STORE)
#undef STORE
}

void cf_resolve(const struct cf_state *state, unsigned slot, uint64_t word, uint32_t pc, struct cf_outcome *outcome)
{
    struct cf_flow flow = {.state = state, .slot = slot, .outcome = outcome};
    *outcome = (struct cf_outcome){.pc = pc + 1};
    load_wave(state, slot, &outcome->wave);
    cf_flow_execute(&flow, word);
}

void cf_resolve_done(const struct cf_state *state, struct cf_outcome *outcome)
{
    struct cf_flow flow = {.state = state, .slot = state->in.done_slot, .outcome = outcome};
    *outcome = (struct cf_outcome){.pc = 0};
    load_wave(state, state->in.done_slot, &outcome->wave);
    outcome->wave.valid &= ~state->in.done_killed;
    cf_flow_after_clause(&flow, state->in.done_op, state->in.done_active);
}

/* The first error stays. */
static void note_error(struct cf_state_reg *d, unsigned slot, uint32_t pc, enum cf_error error)
{
    if (!error || d->error)
        return;
    d->error = (cf_error_t)error;
    d->error_pc = pc;
    d->error_slot = (uint8_t)slot;
}

static void note_flow(const struct cf_state_in *in, struct cf_state_reg *d, const struct cf_outcome *flow)
{
    note_error(d, in->flow_slot, in->flow_pc, flow->error);
    if (!flow->error)
        d->next_pc = flow->pc;
}

static void note_done(const struct cf_state_in *in, struct cf_state_reg *d, const struct cf_outcome *done)
{
    note_error(d, in->done_slot, in->done_pc, done->error);
}

void cf_state_eval(const struct cf_state_in *in, const struct cf_state_reg *q, struct cf_state_reg *d,
                   const struct cf_state *state)
{
    struct cf_outcome outcome;
    (void)q;
    if (in->flow) {
        cf_resolve(state, in->flow_slot, in->flow_word, in->flow_pc, &outcome);
        note_flow(in, d, &outcome);
    }
    if (in->done) {
        cf_resolve_done(state, &outcome);
        note_done(in, d, &outcome);
    }
}

static void store(struct cf_state *state, unsigned slot, const struct cf_outcome *outcome)
{
    if (outcome->error)
        return;
    store_wave(state, slot, &outcome->wave);
    if (outcome->pushes)
        store_frame(state, slot, outcome->wave.stack_rows - 1u, &outcome->frame);
}

/* Of a wavefront whose clause ends nothing but an export or a fetch clause can start, which changes nothing; all other
 * instructions wait for the clause (ISA 3.6.3). */
bool cf_state_commit(struct cf_state *state)
{
    const struct cf_state_in *in = &state->in;
    struct cf_outcome         flow, done;
    if (in->flow)
        cf_resolve(state, in->flow_slot, in->flow_word, in->flow_pc, &flow);
    if (in->done)
        cf_resolve_done(state, &done);
    if (in->launch) {
        const struct cf_wave wave = {.active = in->launch_lanes, .valid = in->launch_lanes};
        store_wave(state, in->launch_slot, &wave);
    }
    if (in->flow)
        store(state, in->flow_slot, &flow);
    if (in->done)
        store(state, in->done_slot, &done);
    rtl_commit(state);
    return true;
}
