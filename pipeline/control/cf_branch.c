/* cf_branch.c - PUSH, PUSH_ELSE, ELSE, POP, JUMP: pixel states and the stack in branches (ISA 3.7.2, 9.1). */
#include "pipeline/control/cf_flow.h"

/* ---- branches (ISA 3.7.2) ------------------------------------------------------------------------------------- */

uint32_t cf_target(struct cf_flow *flow, const struct isa_cf *cf)
{
    return cf->addr + (cf_wave_of(flow)->fetching ? flow->state->in.fetch_base : 0);
}

/* Pops happen only together with the jump: of JUMP as in ISA table 3.7, of ELSE against it; the text of 3.7.2 pops in
 * any case, but then the compilers' IF without ELSE, and their ELSE with ALU_POP_AFTER behind it, would pop twice. */
void cf_jump_and_pop(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops)
{
    flow->outcome->pc = cf_target(flow, cf);
    cf_pop_masks(flow, pops);
}

void cf_jump(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops)
{
    if (!cf_test(flow, cf, cf_wave_of(flow)->active))
        cf_jump_and_pop(flow, cf, pops);
}

void cf_push_branch(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops)
{
    const lane_mask_t pass = cf_test(flow, cf, cf_wave_of(flow)->active);
    if (!pass) {
        cf_jump_and_pop(flow, cf, pops);
        return;
    }
    cf_push_mask(flow, cf->whole_quad_mode);
    cf_set_active(cf_wave_of(flow), pass);
}

/* Of the pixels that were active at the last push and pass the test, active and inactive-branch ones change places. */
void cf_invert(struct cf_flow *flow, lane_mask_t pass)
{
    struct cf_wave *wave = cf_wave_of(flow);
    wave->active ^= pass & ~(wave->broken | wave->continued);
}

void cf_else_branch(struct cf_flow *flow, const struct isa_cf *cf)
{
    struct cf_frame frame;
    if (!cf_top(flow, &frame) || (frame.kind != CF_FRAME_MASK && frame.kind != CF_FRAME_QUAD_MASK)) {
        cf_fail(flow, CF_STACK_UNDERFLOW);
        return;
    }
    cf_invert(flow, cf_test(flow, cf, frame.active));
    if (!cf_wave_of(flow)->active)
        cf_jump_and_pop(flow, cf, cf->pop_count);
}

/* PUSH, always, then ELSE: what passes becomes inactive-branch, the other active pixels stay. */
void cf_push_else(struct cf_flow *flow, const struct isa_cf *cf)
{
    struct cf_wave   *wave = cf_wave_of(flow);
    const lane_mask_t pass = cf_test(flow, cf, wave->active);
    cf_push_mask(flow, cf->whole_quad_mode);
    wave->active &= ~pass;
    if (!wave->active)
        flow->outcome->pc = cf_target(flow, cf);
}

void cf_pop(struct cf_flow *flow, const struct isa_cf *cf)
{
    cf_pop_masks(flow, cf->pop_count);
    cf_set_active(cf_wave_of(flow), cf_test(flow, cf, cf_wave_of(flow)->active));
}
