#include "rtl_model/r580/flow.h"

RTL_TABLE(us_flow, US_FLOW_SIGNALS);

enum { NONE, DECR, INCR };
enum { STAY, POP, PUSH };
enum { KIND_LOOP = 1, KIND_HAD_AL = 2 };

/* One instruction under way: what it is given, and the group's state, which becomes that behind it. */
struct step {
    const struct us_flow_in *in;
    struct us_flow_reg      *to;
    struct us_cmn            cmn;
    struct us_fc             fc;
    us_mask_t                says; /* pixels that have a say */
};

/* A branch has put the pixel out. */
static bool branched(const struct us_flow_reg *to, unsigned pixel)
{
    return !us_mask_bit(&to->active, pixel) && !to->inactive.e[pixel];
}

#define EACH_PIXEL(p, mask)                                                                                            \
    for (unsigned p = 0; p < US_PIXELS; p++)                                                                           \
        if (!us_mask_bit(mask, p))                                                                                     \
            continue;                                                                                                  \
        else

/* ---- pixels that agree to jump (8.6.3.1) ------------------------------------------------------------------------ */

/* By predicate select: none is true, else one bit for all channels (8.6.1). */
static uint64_t predicate_word(const struct step *step, unsigned word)
{
    const unsigned select = step->cmn.rgb_pred_sel, channel = (select - US_PRED_SEL_RED) & 3;
    const uint64_t bits = step->in->predicates.w[channel * US_MASK_WORDS + word];
    return select == 0 ? UINT64_MAX : step->cmn.rgb_pred_inv ? ~bits : bits;
}

static us_mask_t wanting(const struct step *step)
{
    us_mask_t mask;
    for (unsigned w = 0; w < US_MASK_WORDS; w++) {
        const uint64_t result = step->in->results.w[w], predicate = predicate_word(step, w);
        mask.w[w] = 0;
        for (unsigned row = 0; row < 8; row++)
            if (step->fc.jump_func >> row & 1 && (row & 1) == step->in->boolean)
                mask.w[w] |= (row >> 2 ? result : ~result) & (row >> 1 & 1 ? predicate : ~predicate);
    }
    return us_mask_and(mask, step->in->present);
}

/* JUMP_FUNC asks an active pixel for an ALU result that no instruction has written since the last flow control; those
 * that B_ELSE has just put out are not asked (8.4.10). */
static bool lacks_result(const struct step *step)
{
    const us_mask_t without = us_mask_less(step->to->active, step->in->fresh);
    const unsigned  func = step->fc.jump_func;
    return !step->in->keeps_result && func >> 4 != (func & 15) && us_mask_any(&without);
}

/* Pixels inside the blocks that BREAK and CONTINUE would leave go on where they are; pixels that wait for the end of
 * the turn would miss it by a BREAK. */
static bool vetoed(const struct step *step)
{
    const struct us_flow_reg *to = step->to;
    EACH_PIXEL(p, &step->says)
    {
        if (branched(to, p) && to->branches.e[p] < step->fc.b_pop_cnt)
            return true;
        if (us_fc_breaks(step->fc.op) && to->inactive.e[p] == 1 && us_mask_bit(&to->continues, p))
            return true;
    }
    return false;
}

/* ENDLOOP without a frame has no turn left.  The iteration count precedes the pixels' decision, which precedes a
 * veto. */
static bool decide(struct step *step, us_mask_t out)
{
    struct us_flow_reg *const to = step->to;
    const unsigned            op = step->fc.op;
    const us_mask_t asked = us_mask_and(us_mask_or(to->active, out), step->says), yes = us_mask_and(asked, to->wanting),
                    no = us_mask_less(asked, to->wanting);
    to->divergent += us_mask_any(&yes) && us_mask_any(&no);
    if (us_fc_starts(op) && (step->in->integer & 255) == 0)
        return true;
    if (us_fc_ends(op) && (!to->loops || --to->turns.e[to->loops - 1] == 0))
        return false;
    if ((us_fc_breaks(op) || op == US_CONTINUE) && vetoed(step))
        return false;
    return step->fc.jump_any ? us_mask_any(&yes) : !us_mask_any(&no);
}

/* ---- branches (8.6.3.2) ----------------------------------------------------------------------------------------- */

/* Active pixels and pixels put out by the innermost block change places; the former are returned. */
static us_mask_t change_places(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    const us_mask_t           out = to->active;
    EACH_PIXEL(p, &step->in->present)
    {
        if (us_mask_bit(&out, p)) {
            us_mask_put(&to->active, p, false);
            to->branches.e[p] = 0;
        } else if (branched(to, p) && to->branches.e[p] == 0) {
            us_mask_put(&to->active, p, true);
        }
    }
    return out;
}

static void increment(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    const unsigned            most = step->in->full ? US_BRANCHES_FULL : US_BRANCHES_PARTIAL;
    EACH_PIXEL(p, &step->in->present)
    {
        if (branched(to, p)) {
            if (to->branches.e[p] == most)
                to->error = US_BRANCH_OVERFLOW;
            to->branches.e[p] = (uint8_t)((to->branches.e[p] + 1) & US_BRANCHES_FULL);
        } else if (us_mask_bit(&to->active, p) && us_mask_bit(&to->wanting, p) != to->jump) {
            us_mask_put(&to->active, p, false);
            to->branches.e[p] = 0;
        }
    }
}

static void decrement(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    EACH_PIXEL(p, &step->in->present)
    {
        if (!branched(to, p))
            continue;
        const bool wakes = to->branches.e[p] < step->fc.b_pop_cnt;
        us_mask_put(&to->active, p, wakes);
        to->branches.e[p] = (uint8_t)(wakes ? 0 : to->branches.e[p] - step->fc.b_pop_cnt);
    }
}

static void branch(struct step *step)
{
    const unsigned op = step->to->jump ? step->fc.b_op1 : step->fc.b_op0;
    if (op == DECR)
        decrement(step);
    else if (op == INCR)
        increment(step);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* The turn ends: pixels that have skipped the rest of it go on. */
static void wake_continues(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    EACH_PIXEL(p, &step->in->present)
    {
        if (to->inactive.e[p] != 1 || !us_mask_bit(&to->continues, p))
            continue;
        to->inactive.e[p] = 0;
        us_mask_put(&to->continues, p, false);
        us_mask_put(&to->active, p, true);
    }
}

static void push(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    if (to->loops == US_LOOPS) {
        to->error = US_LOOP_OVERFLOW;
        return;
    }
    const unsigned frame = to->loops++;
    const bool     is_loop = step->fc.op == US_LOOP;
    to->turns.e[frame] = (uint8_t)step->in->integer;
    to->outer_al.e[frame] = to->al;
    to->kinds.e[frame] = (uint8_t)((is_loop ? KIND_LOOP : 0) | (to->has_al ? KIND_HAD_AL : 0));
    if (is_loop) {
        to->al = (uint16_t)(step->in->integer >> 8 & 255);
        to->has_al = true;
    }
    EACH_PIXEL(p, &step->in->present)
    {
        to->inactive.e[p] = (uint8_t)(to->inactive.e[p] + (to->inactive.e[p] != 0));
    }
}

static void pop(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    if (!to->loops)
        return;
    const unsigned frame = --to->loops;
    to->al = to->outer_al.e[frame];
    to->has_al = to->kinds.e[frame] & KIND_HAD_AL;
    to->turns.e[frame] = to->kinds.e[frame] = 0;
    to->outer_al.e[frame] = 0;
    EACH_PIXEL(p, &step->in->present)
    {
        if (!to->inactive.e[p] || --to->inactive.e[p])
            continue;
        us_mask_put(&to->continues, p, false);
        us_mask_put(&to->active, p, true);
    }
}

/* Pixels that agree to leave, while others stay. */
static void put_out(struct step *step, bool continues)
{
    struct us_flow_reg *const to = step->to;
    const us_mask_t           leaving = us_mask_and(to->active, to->wanting);
    EACH_PIXEL(p, &leaving)
    {
        us_mask_put(&to->active, p, false);
        us_mask_put(&to->continues, p, continues);
        to->inactive.e[p] = 1;
    }
}

static void loop(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    const unsigned            op = step->fc.op;
    if (us_fc_starts(op) && !to->jump)
        push(step);
    else if ((us_fc_ends(op) && !to->jump) || (us_fc_breaks(op) && to->jump))
        pop(step);
    else if (us_fc_ends(op) && to->kinds.e[to->loops - 1] & KIND_LOOP)
        to->al = (uint16_t)(to->al + (uint16_t)(int16_t)(int8_t)(step->in->integer >> 16 & 255));
    else if ((us_fc_breaks(op) || op == US_CONTINUE) && !to->jump)
        put_out(step, op == US_CONTINUE);
}

/* ---- the instruction --------------------------------------------------------------------------------------------- */

static enum us_error allowed(const struct step *step)
{
    const struct us_flow_reg *to = step->to;
    const unsigned            op = step->fc.op;
    if (step->fc.a_op > PUSH || step->fc.b_op0 > INCR || step->fc.b_op1 > INCR)
        return US_BAD_FIELD;
    if (step->cmn.rgb_pred_sel &&
        (step->cmn.rgb_pred_sel < US_PRED_SEL_RED || step->cmn.rgb_pred_sel > US_PRED_SEL_ALPHA))
        return US_BAD_PREDICATE;
    if (!step->in->full && (op != US_JUMP || step->fc.a_op != STAY))
        return US_NEEDS_FULL;
    if (op == US_JUMP || us_fc_starts(op))
        return US_OK;
    if (!to->loops)
        return step->in->pops_nothing && us_fc_ends(op) ? US_OK : US_LOOP_UNDERFLOW;
    const bool is_loop = to->kinds.e[to->loops - 1] & KIND_LOOP;
    return op != US_CONTINUE && is_loop != (op == US_ENDLOOP || op == US_BREAKLOOP) ? US_MIXED_LOOPS : US_OK;
}

static void go_on(struct step *step)
{
    struct us_flow_reg *const to = step->to;
    const unsigned            behind = (to->address + 1u) % US_STORE;
    unsigned                  next = behind;
    if (to->jump) {
        next = step->fc.jump_addr + (step->fc.jump_global ? 0 : step->in->offset);
        if (step->fc.a_op == PUSH && to->call_depth == US_CALLS)
            to->error = US_CALL_OVERFLOW;
        else if (step->fc.a_op == PUSH)
            to->calls.e[to->call_depth++] = (uint16_t)behind;
        else if (step->fc.a_op == POP && !to->call_depth)
            to->error = US_CALL_UNDERFLOW;
        else if (step->fc.a_op == POP) {
            next = to->calls.e[--to->call_depth];
            to->calls.e[to->call_depth] = 0;
        }
    }
    to->next = (us_address_t)(next % US_STORE);
}

static void take_state(struct us_flow_reg *d, const struct us_flow *m, unsigned slot)
{
    d->active = m->row_active[slot];
    d->branches = m->row_branches[slot];
    d->inactive = m->row_inactive[slot];
    d->continues = m->row_continues[slot];
    d->turns = m->row_turns[slot];
    d->kinds = m->row_kinds[slot];
    d->outer_al = m->row_outer_al[slot];
    d->loops = m->row_loops[slot];
    d->al = m->row_al[slot];
    d->has_al = m->row_has_al[slot];
    d->calls = m->row_calls[slot];
    d->call_depth = m->row_depth[slot];
}

static void carry_out(const struct us_flow_in *in, struct us_flow_reg *d)
{
    struct step step = {.in = in, .to = d};
    us_mask_t   out = {{0}};
    us_unpack_cmn(in->words.w, &step.cmn);
    us_unpack_fc(in->words.w, &step.fc);
    step.says = us_mask_less(in->present, in->done);
    if (step.fc.ignore_uncovered)
        step.says = us_mask_and(step.says, in->covered);
    d->error = (us_error_t)allowed(&step);
    if (d->error)
        return;
    if (us_fc_ends(step.fc.op))
        wake_continues(&step);
    if (step.fc.b_else)
        out = change_places(&step);
    d->error = lacks_result(&step) ? US_NO_RESULT : US_OK;
    d->wanting = us_mask_or(wanting(&step), out);
    d->jump = decide(&step, out);
    loop(&step);
    branch(&step);
    go_on(&step);
    d->instructions++;
    d->jumps += d->jump;
}

void us_flow_eval(const struct us_flow_in *in, const struct us_flow_reg *q, struct us_flow_reg *d,
                  const struct us_flow *m)
{
    (void)q;
    d->decided = false;
    if (!in->issue)
        return;
    take_state(d, m, in->issue_slot);
    d->decided = true;
    d->jump = false;
    d->slot = in->issue_slot;
    d->address = in->issue_address;
    carry_out(in, d);
}

static void keep_state(struct us_flow *m, const struct us_flow_reg *d, unsigned slot)
{
    m->row_active[slot] = d->active;
    m->row_branches[slot] = d->branches;
    m->row_inactive[slot] = d->inactive;
    m->row_continues[slot] = d->continues;
    m->row_turns[slot] = d->turns;
    m->row_kinds[slot] = d->kinds;
    m->row_outer_al[slot] = d->outer_al;
    m->row_loops[slot] = d->loops;
    m->row_al[slot] = d->al;
    m->row_has_al[slot] = d->has_al;
    m->row_calls[slot] = d->calls;
    m->row_depth[slot] = d->call_depth;
}

static void start(struct us_flow *m)
{
    const struct us_flow_reg none = {.active = us_mask_first(m->in.start_pixels)};
    keep_state(m, &none, m->in.start_slot);
}

bool us_flow_commit(struct us_flow *m)
{
    if (m->d.decided)
        keep_state(m, &m->d, m->d.slot);
    if (m->in.start)
        start(m);
    rtl_commit(m);
    return true;
}
