/* cf_loop.c - loops, breaks and continues, subroutines, kills (ISA 3.7.3 to 3.7.6, 9.1). */
#include "pipeline/control/cf_flow.h"

enum { CALL_DEPTH_MOST = 32 }; /* ISA 3.7.6 */
enum { AL_MASK = 0x1fff };     /* aL has 13 bits (ISA table 2.5) */

/* ---- loops (ISA 3.7.3 to 3.7.5) ------------------------------------------------------------------------------- */

void cf_loop_start(struct cf_flow *flow, const struct isa_cf *cf, enum cf_loop_kind kind)
{
    struct cf_wave *wave = cf_wave_of(flow);
    const uint32_t  constant =
        flow->state->in.loops.constant[cf->cf_const]; /* COUNT 11:0, INIT 23:12, INC 31:24 (3D 9) */
    const unsigned    count = constant & 0xfff, first = constant >> 12 & 0xfff;
    const lane_mask_t pass = kind != CF_LOOP_DX10 && count == 0 ? 0 : cf_test(flow, cf, wave->active);
    if (!pass) {
        cf_jump_and_pop(flow, cf, cf->pop_count);
        return;
    }
    const struct cf_frame frame = {.kind = CF_FRAME_LOOP,
                                   .active = wave->active,
                                   .broken = wave->broken,
                                   .continued = wave->continued,
                                   .loop_end = wave->loop_end,
                                   .loop_kind = wave->loop_kind,
                                   .loop_count = wave->loop_count,
                                   .loop_step = wave->loop_step,
                                   .loop_index = wave->loop_index};
    cf_push(flow, &frame);
    wave->active = pass;
    wave->broken = ~pass; /* pixels that fail the test, inactive ones among them */
    wave->continued = 0;
    wave->loop_end = wave->stack_rows;
    wave->loop_kind = (uint8_t)kind;
    wave->loop_count = (uint16_t)count;
    if (kind == CF_LOOP_INDEXED) {
        wave->loop_step = (uint8_t)(constant >> 24);
        wave->loop_index = (uint16_t)first;
    }
}

static void leave_loop(struct cf_flow *flow)
{
    struct cf_wave *wave = cf_wave_of(flow);
    struct cf_frame frame;
    if (!cf_top(flow, &frame) || wave->stack_rows != wave->loop_end || frame.kind != CF_FRAME_LOOP) {
        cf_fail(flow, CF_STACK_MISMATCH);
        return;
    }
    cf_drop(flow, &frame);
    wave->active = frame.active;
    wave->broken = frame.broken;
    wave->continued = frame.continued;
    wave->loop_end = frame.loop_end;
    wave->loop_kind = frame.loop_kind;
    wave->loop_count = frame.loop_count;
    wave->loop_step = frame.loop_step;
    wave->loop_index = frame.loop_index;
}

void cf_loop_end(struct cf_flow *flow, const struct isa_cf *cf)
{
    struct cf_wave *wave = cf_wave_of(flow);
    if (wave->loop_kind == CF_LOOP_NONE) {
        cf_fail(flow, CF_NO_LOOP);
        return;
    }
    const bool        counted = wave->loop_kind != CF_LOOP_DX10;
    const lane_mask_t candidates = ~wave->broken;
    const lane_mask_t pass = counted && wave->loop_count <= 1 ? 0 : cf_test(flow, cf, candidates) & candidates;
    if (!pass) {
        leave_loop(flow);
        return;
    }
    if (wave->stack_rows != wave->loop_end) {
        cf_fail(flow, CF_STACK_MISMATCH);
        return;
    }
    wave->active = pass;
    wave->broken = ~pass; /* as at LOOP_START; VALID_PIXEL_MODE is the only way to be among them anew */
    wave->continued = 0;
    if (counted)
        wave->loop_count--;
    if (wave->loop_kind == CF_LOOP_INDEXED)
        wave->loop_index = (uint16_t)((wave->loop_index + (int8_t)wave->loop_step) & AL_MASK);
    flow->outcome->pc = cf_target(flow, cf);
}

/* LOOP_BREAK and LOOP_CONTINUE.  When no pixel is left in the iteration the stack goes back to where the loop's body
 * began (ISA 9.1; 3.7.3 says POP_COUNT entries). */
void cf_leave_iteration(struct cf_flow *flow, const struct isa_cf *cf, lane_mask_t *state)
{
    struct cf_wave *wave = cf_wave_of(flow);
    if (wave->loop_kind == CF_LOOP_NONE) {
        cf_fail(flow, CF_NO_LOOP);
        return;
    }
    const lane_mask_t pass = cf_test(flow, cf, wave->active);
    wave->active &= ~pass;
    wave->broken &= ~pass; /* WHOLE_QUAD_MODE takes pixels from every state */
    wave->continued &= ~pass;
    *state |= pass;
    if (~(wave->broken | wave->continued) == 0) {
        cf_cut(wave, wave->loop_end);
        flow->outcome->pc = cf_target(flow, cf);
    }
}

/* ---- subroutines (ISA 3.7.6) ---------------------------------------------------------------------------------- */

void cf_call(struct cf_flow *flow, const struct isa_cf *cf, bool fetch)
{
    struct cf_wave *wave = cf_wave_of(flow);
    const unsigned  depth = wave->call_depth + cf->call_count;
    if (!cf_test(flow, cf, wave->active) || depth > CALL_DEPTH_MOST)
        return;
    const struct cf_frame frame = {.kind = CF_FRAME_CALL,
                                   .return_pc = flow->outcome->pc,
                                   .call_depth = wave->call_depth,
                                   .fetching = wave->fetching};
    cf_push(flow, &frame);
    flow->outcome->pc = fetch ? flow->state->in.fetch_entry : cf_target(flow, cf);
    wave->call_depth = (uint8_t)depth;
    wave->fetching = wave->fetching || fetch;
}

/* Only together (ISA table 3.7): an active pixel that fails the test keeps the wavefront in the subroutine. */
void cf_return_from_call(struct cf_flow *flow, const struct isa_cf *cf)
{
    struct cf_wave *wave = cf_wave_of(flow);
    struct cf_frame frame;
    if (wave->active & ~cf_test(flow, cf, wave->active))
        return;
    if (!cf_top(flow, &frame)) {
        cf_fail(flow, CF_NO_CALL);
        return;
    }
    if (frame.kind != CF_FRAME_CALL) {
        cf_fail(flow, CF_STACK_MISMATCH);
        return;
    }
    cf_drop(flow, &frame);
    flow->outcome->pc = frame.return_pc;
    wave->call_depth = frame.call_depth;
    wave->fetching = frame.fetching;
}

/* Killed pixels stay active (ISA 3.6.2). */
void cf_kill(struct cf_flow *flow, const struct isa_cf *cf)
{
    struct cf_wave *wave = cf_wave_of(flow);
    wave->valid &= ~cf_test(flow, cf, wave->active);
    if (!wave->valid)
        flow->outcome->pc = cf_target(flow, cf);
}
