/* cf_stack.c - frames on the control-flow stack and condition tests (ISA 3.6.4, 3.6.5). */
#include "pipeline/control/cf_flow.h"

void cf_fail(struct cf_flow *flow, enum cf_error error)
{
    if (!flow->outcome->error)
        flow->outcome->error = error;
}

/* ---- stack (ISA 3.6.5) --------------------------------------------------------------------------------------- */

static unsigned rows_of_frame(const struct cf_flow *flow, unsigned kind)
{
    switch (kind) {
    case CF_FRAME_QUAD_MASK:
    case CF_FRAME_LOOP:
        return flow->state->in.subentries;
    case CF_FRAME_CALL:
        return flow->state->in.call_rows;
    default:
        return 1;
    }
}

/* Two subentries more for the masks that hold now, as soon as a PUSH or ALU_PUSH_BEFORE that takes a subentry lies on
 * the stack, and as long as it does (ISA table 3.6). */
static unsigned rows_held_back(const struct cf_wave *wave)
{
    return wave->first_push ? 2 : 0;
}

void cf_push(struct cf_flow *flow, const struct cf_frame *frame)
{
    struct cf_wave *wave = cf_wave_of(flow);
    const unsigned  rows = wave->stack_rows + rows_of_frame(flow, frame->kind);
    if (frame->kind == CF_FRAME_MASK && !wave->first_push)
        wave->first_push = (uint16_t)rows;
    if (rows + rows_held_back(wave) > flow->state->in.rows_per_wave) {
        cf_fail(flow, CF_STACK_OVERFLOW);
        return;
    }
    wave->stack_rows = (uint16_t)rows;
    flow->outcome->frame = *frame;
    flow->outcome->pushes = true;
}

/* The frame on top of the stack as it is now; false when the stack is empty. */
bool cf_top(struct cf_flow *flow, struct cf_frame *frame)
{
    const struct cf_wave *wave = cf_wave_of(flow);
    if (wave->stack_rows == 0)
        return false;
    if (flow->outcome->pushes)
        *frame = flow->outcome->frame;
    else
        cf_frame_load(flow->state, flow->slot, wave->stack_rows - 1u, frame);
    return true;
}

void cf_drop(struct cf_flow *flow, const struct cf_frame *frame)
{
    cf_cut(cf_wave_of(flow), cf_wave_of(flow)->stack_rows - rows_of_frame(flow, frame->kind));
    flow->outcome->pushes = false;
}

void cf_cut(struct cf_wave *wave, unsigned rows)
{
    wave->stack_rows = (uint16_t)rows;
    if (wave->first_push > rows)
        wave->first_push = 0;
}

void cf_push_mask(struct cf_flow *flow, bool whole_quad)
{
    const struct cf_frame frame = {.kind = whole_quad ? CF_FRAME_QUAD_MASK : CF_FRAME_MASK,
                                   .active = cf_wave_of(flow)->active,
                                   .broken = cf_wave_of(flow)->broken,
                                   .continued = cf_wave_of(flow)->continued};
    cf_push(flow, &frame);
}

/* A pixel is in one state only: one that WHOLE_QUAD_MODE brings back has not left the loop any more (ISA 3.6.1, 3.6.2).
 */
void cf_set_active(struct cf_wave *wave, lane_mask_t active)
{
    wave->active = active;
    wave->broken &= ~active;
    wave->continued &= ~active;
}

/* The states that were pushed, except that pixels which have left the loop or its iteration by now stay out of it,
 * whatever the stack says (3.6.2 has the stack overwrite them, 3.7.3 keeps them disabled). */
static void restore(struct cf_wave *wave, const struct cf_frame *frame)
{
    const lane_mask_t out = wave->broken | wave->continued;
    wave->active = frame->active & ~out;
    wave->broken |= frame->broken & ~out;
    wave->continued |= frame->continued & ~out;
}

void cf_pop_masks(struct cf_flow *flow, unsigned count)
{
    struct cf_frame frame;
    for (unsigned left = count; left; left--) {
        if (!cf_top(flow, &frame) || (frame.kind != CF_FRAME_MASK && frame.kind != CF_FRAME_QUAD_MASK)) {
            cf_fail(flow, CF_STACK_UNDERFLOW);
            return;
        }
        cf_drop(flow, &frame);
    }
    if (count)
        restore(cf_wave_of(flow), &frame);
}

/* ---- conditions (ISA 3.6.4) ----------------------------------------------------------------------------------- */

/* Pixels of `active` that pass the instruction's condition test. */
lane_mask_t cf_test(const struct cf_flow *flow, const struct isa_cf *cf, lane_mask_t active)
{
    const bool constant = flow->state->in.bools >> cf->cf_const & 1;
    if (cf->cond == ISA_COND_FALSE || (cf->cond == ISA_COND_BOOL && !constant) ||
        (cf->cond == ISA_COND_NOT_BOOL && constant))
        return 0;
    return cf_lanes(active, flow->outcome->wave.valid, cf->whole_quad_mode, cf->valid_pixel_mode);
}
