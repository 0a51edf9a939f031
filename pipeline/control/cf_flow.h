/* cf_flow.h - what each control-flow instruction does to pixel states, loop state and stack (ISA 3.6, 3.7, 9.1).
 *
 * Pure: reads the present state, works on the outcome.  Where the manual's parts contradict one another the choice is
 * named at the line and in docs/open-questions.md; the open compilers' programs run right with it. */
#ifndef PIPELINE_CF_FLOW_H
#define PIPELINE_CF_FLOW_H

#include "isa/r700/isa.h"
#include "pipeline/control/cf_state.h"

struct cf_flow {
    const struct cf_state *state; /* the present state: stack, constants, straps */
    unsigned               slot;
    struct cf_outcome     *outcome; /* in: the wavefront as it is, pc of the next instruction */
};

/* One row of the present stack, counted from the wavefront's first. */
void cf_frame_load(const struct cf_state *state, unsigned slot, unsigned row, struct cf_frame *frame);

void cf_flow_execute(struct cf_flow *flow, uint64_t word);
/* `op` is the clause's CF_INST, `active` the active mask that its PRED_SET* leave. */
void cf_flow_after_clause(struct cf_flow *flow, unsigned op, lane_mask_t active);

/* ---- cf_stack.c: stack (ISA 3.6.5) and conditions (ISA 3.6.4) ------------------------------------------------- */

static inline struct cf_wave *cf_wave_of(struct cf_flow *flow)
{
    return &flow->outcome->wave;
}
void cf_fail(struct cf_flow *flow, enum cf_error error); /* the first error stays */
void cf_push(struct cf_flow *flow, const struct cf_frame *frame);
void cf_push_mask(struct cf_flow *flow, bool whole_quad);
bool cf_top(struct cf_flow *flow, struct cf_frame *frame); /* false: the stack is empty */
void cf_drop(struct cf_flow *flow, const struct cf_frame *frame);
void cf_cut(struct cf_wave *wave, unsigned rows); /* the stack has so many rows from now on */
void cf_pop_masks(struct cf_flow *flow, unsigned count);
/* These become active, whatever state they are in; the others keep theirs, or become inactive-branch. */
void cf_set_active(struct cf_wave *wave, lane_mask_t active);
/* Pixels of `active` that pass the instruction's condition test. */
lane_mask_t cf_test(const struct cf_flow *flow, const struct isa_cf *cf, lane_mask_t active);

/* ---- cf_branch.c (ISA 3.7.2) ---------------------------------------------------------------------------------- */

uint32_t cf_target(struct cf_flow *flow, const struct isa_cf *cf);
void     cf_jump_and_pop(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops);
/* Of these pixels, active and inactive-branch ones change places. */
void cf_invert(struct cf_flow *flow, lane_mask_t pass);
void cf_jump(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops);
void cf_push_branch(struct cf_flow *flow, const struct isa_cf *cf, unsigned pops);
void cf_else_branch(struct cf_flow *flow, const struct isa_cf *cf);
void cf_push_else(struct cf_flow *flow, const struct isa_cf *cf);
void cf_pop(struct cf_flow *flow, const struct isa_cf *cf);

/* ---- cf_loop.c: loops, subroutines, kills (ISA 3.7.3 to 3.7.6) ------------------------------------------------ */

void cf_loop_start(struct cf_flow *flow, const struct isa_cf *cf, enum cf_loop_kind kind);
void cf_loop_end(struct cf_flow *flow, const struct isa_cf *cf);
void cf_leave_iteration(struct cf_flow *flow, const struct isa_cf *cf, lane_mask_t *state);
void cf_call(struct cf_flow *flow, const struct isa_cf *cf, bool fetch);
void cf_return_from_call(struct cf_flow *flow, const struct isa_cf *cf);
void cf_kill(struct cf_flow *flow, const struct isa_cf *cf);

#endif
