/* us_ref_flow.c - flow control of R580 (R5xx Acceleration 8.6). */
#include "tb/ref/us_ref_internal.h"

enum { NONE, DECR, INCR };
enum { POP = 1, PUSH = 2 };

/* Who has a say: not pixels that are done (8.6.6), nor uncovered ones where they are to be ignored. */
static bool takes_part(const struct us_ref_group *group, const struct us_fc *fc, unsigned p)
{
    return !group->lanes[p].done && (!fc->ignore_uncovered || group->pixels[p].covered);
}

static bool wants(const struct us_ref_group *group, const struct us_cmn *cmn, const struct us_fc *fc, unsigned p)
{
    const struct us_ref_lane *lane = &group->lanes[p];
    const bool                predicate = us_ref_predicate(lane, cmn->rgb_pred_sel, cmn->rgb_pred_inv, 0);
    const unsigned            boolean = group->program->booleans >> fc->bool_addr & 1;
    return fc->jump_func >> ((unsigned)lane->result << 2 | (unsigned)predicate << 1 | boolean) & 1;
}

/* Whether what the pixel wants depends on a result that a flow control instruction has already met, or on none. */
static bool asks_too_late(const struct us_ref_group *group, const struct us_fc *fc, unsigned p)
{
    const struct us_ref_lane *lane = &group->lanes[p];
    bool                      depends = false;
    for (unsigned others = 0; others < 4; others++)
        depends |= (fc->jump_func >> others & 1) != (fc->jump_func >> (others + 4) & 1);
    return depends && lane->state == US_REF_ACTIVE && lane->result_of != group->flows + 1;
}

static bool is_loop_end(unsigned op)
{
    return op == US_ENDLOOP || op == US_ENDREP;
}

static bool is_loop_start(unsigned op)
{
    return op == US_LOOP || op == US_REP;
}

static bool is_break(unsigned op)
{
    return op == US_BREAKLOOP || op == US_BREAKREP;
}

/* Active pixels and pixels put out by the innermost branch change places. */
static void change_places(struct us_ref_group *group, bool *put_out)
{
    for (unsigned p = 0; p < group->count; p++) {
        struct us_ref_lane *lane = &group->lanes[p];
        put_out[p] = lane->state == US_REF_ACTIVE;
        if (put_out[p]) {
            lane->state = US_REF_BRANCH;
            lane->counter = 0;
        } else if (lane->state == US_REF_BRANCH && lane->counter == 0) {
            lane->state = US_REF_ACTIVE;
        }
    }
}

/* Pixels inside the branches that a BREAK or CONTINUE would leave go on where they are; so do pixels that wait for the
 * end of the turn, when the loop is to be left (8.6.3, special cases). */
static bool vetoed(const struct us_ref_group *group, const struct us_fc *fc)
{
    for (unsigned p = 0; p < group->count; p++) {
        const struct us_ref_lane *lane = &group->lanes[p];
        if (!takes_part(group, fc, p))
            continue;
        if (lane->state == US_REF_BRANCH && lane->counter < fc->b_pop_cnt)
            return true;
        if (is_break(fc->op) && lane->state == US_REF_CONTINUE && lane->frame + 1 == group->loop_depth)
            return true;
    }
    return false;
}

static bool decides_to_jump(const struct us_ref_group *group, const struct us_fc *fc, const bool *wanting,
                            const bool *put_out)
{
    bool any = false, all = true;
    for (unsigned p = 0; p < group->count; p++) {
        if (!takes_part(group, fc, p) || (group->lanes[p].state != US_REF_ACTIVE && !put_out[p]))
            continue;
        any |= wanting[p];
        all &= wanting[p];
    }
    if ((is_break(fc->op) || fc->op == US_CONTINUE) && vetoed(group, fc))
        return false;
    return fc->jump_any ? any : all;
}

/* ---- branch counters -------------------------------------------------------------------------------------------- */

static bool increment(struct us_ref_group *group, const bool *wanting, bool jumps)
{
    const unsigned most = group->program->full ? 31 : 3;
    for (unsigned p = 0; p < group->count; p++) {
        struct us_ref_lane *lane = &group->lanes[p];
        if (lane->state == US_REF_BRANCH) {
            if (++lane->counter > most)
                return us_ref_fail(group, "a branch counter overflows (8.6.2)");
        } else if (lane->state == US_REF_ACTIVE && wanting[p] != jumps) {
            lane->state = US_REF_BRANCH;
            lane->counter = 0;
        }
    }
    return true;
}

static void decrement(struct us_ref_group *group, unsigned by)
{
    for (unsigned p = 0; p < group->count; p++) {
        struct us_ref_lane *lane = &group->lanes[p];
        if (lane->state != US_REF_BRANCH)
            continue;
        if (lane->counter < by)
            lane->state = US_REF_ACTIVE;
        else
            lane->counter -= by;
    }
}

static bool branch(struct us_ref_group *group, const struct us_fc *fc, const bool *wanting, bool jumps)
{
    const unsigned op = jumps ? fc->b_op1 : fc->b_op0;
    if (op == DECR)
        decrement(group, fc->b_pop_cnt);
    return op != INCR || increment(group, wanting, jumps);
}

/* ---- loops ------------------------------------------------------------------------------------------------------ */

static void wake(struct us_ref_group *group, enum us_ref_state state)
{
    for (unsigned p = 0; p < group->count; p++)
        if (group->lanes[p].state == state && group->lanes[p].frame + 1 == group->loop_depth)
            group->lanes[p].state = US_REF_ACTIVE;
}

static void pop_loop(struct us_ref_group *group)
{
    const struct us_ref_frame *frame = &group->loops[group->loop_depth - 1];
    wake(group, US_REF_BREAK);
    wake(group, US_REF_CONTINUE);
    group->al = frame->outer_al;
    group->has_al = frame->had_al;
    group->loop_depth--;
}

static bool push_loop(struct us_ref_group *group, const struct us_fc *fc)
{
    const uint32_t constant = group->program->integers[fc->int_addr];
    if (group->loop_depth == US_REF_LOOPS)
        return us_ref_fail(group, "the loop stack overflows (8.6.2)");
    struct us_ref_frame *frame = &group->loops[group->loop_depth++];
    *frame = (struct us_ref_frame){
        .count = constant & 255, .outer_al = group->al, .had_al = group->has_al, .is_loop = fc->op == US_LOOP};
    if (frame->is_loop) {
        group->al = (int)(constant >> 8 & 255);
        group->has_al = true;
    }
    return true;
}

static void next_turn(struct us_ref_group *group, const struct us_fc *fc)
{
    if (group->loops[group->loop_depth - 1].is_loop)
        group->al += (int8_t)(group->program->integers[fc->int_addr] >> 16 & 255);
}

/* Pixels that want to and cannot, because others stay. */
static void leave(struct us_ref_group *group, const bool *wanting, enum us_ref_state state)
{
    for (unsigned p = 0; p < group->count; p++)
        if (group->lanes[p].state == US_REF_ACTIVE && wanting[p]) {
            group->lanes[p].state = state;
            group->lanes[p].frame = group->loop_depth - 1;
        }
}

/* The loop stack, when it is decided whether to jump. */
static bool loop(struct us_ref_group *group, const struct us_fc *fc, const bool *wanting, bool jumps)
{
    if (is_loop_start(fc->op))
        return jumps || push_loop(group, fc);
    if (is_loop_end(fc->op)) {
        if (jumps)
            next_turn(group, fc);
        else if (group->loop_depth)
            pop_loop(group);
    } else if (is_break(fc->op)) {
        if (jumps)
            pop_loop(group);
        else
            leave(group, wanting, US_REF_BREAK);
    } else if (fc->op == US_CONTINUE && !jumps) {
        leave(group, wanting, US_REF_CONTINUE);
    }
    return true;
}

/* What the state of the loop says, whatever pixels want: 1 jump, 0 stay, -1 nothing. */
static int loop_decides(struct us_ref_group *group, const struct us_fc *fc)
{
    if (is_loop_start(fc->op))
        return (group->program->integers[fc->int_addr] & 255) == 0 ? 1 : -1;
    if (is_loop_end(fc->op))
        return group->loop_depth == 0 || --group->loops[group->loop_depth - 1].count == 0 ? 0 : -1;
    return -1;
}

static bool allowed(struct us_ref_group *group, const struct us_cmn *cmn, const struct us_fc *fc)
{
    const struct us_ref_frame *frame = group->loop_depth ? &group->loops[group->loop_depth - 1] : NULL;
    if (cmn->rgb_pred_sel == 1)
        return us_ref_fail(group, "flow control is predicated by channel (8.6.1)");
    if (cmn->rgb_pred_sel >= 6)
        return us_ref_fail(group, "flow control is predicated in a reserved way (8.6.1)");
    if (!group->program->full && (fc->op != US_JUMP || fc->a_op != 0))
        return us_ref_fail(group, "loops and calls need full flow control (8.6.3.4)");
    if (fc->op == US_JUMP || is_loop_start(fc->op))
        return true;
    if (!frame && is_loop_end(fc->op) && group->program->pops_nothing)
        return true;
    if (!frame)
        return us_ref_fail(group, "the loop stack underflows (8.6.2)");
    if (fc->op != US_CONTINUE && frame->is_loop != (fc->op == US_ENDLOOP || fc->op == US_BREAKLOOP))
        return us_ref_fail(group, "LOOP and REP are mixed up (8.6.3.2)");
    return true;
}

/* ---- the instruction -------------------------------------------------------------------------------------------- */

static bool jump(struct us_ref_group *group, const struct us_fc *fc)
{
    unsigned to = fc->jump_addr + (fc->jump_global ? 0 : group->program->offset);
    if (fc->a_op == PUSH) {
        if (group->call_depth == US_REF_CALLS)
            return us_ref_fail(group, "the address stack overflows (8.6.2)");
        group->calls[group->call_depth++] = group->at + 1;
    } else if (fc->a_op == POP) {
        if (!group->call_depth)
            return us_ref_fail(group, "the address stack underflows (8.6.2)");
        to = group->calls[--group->call_depth];
    }
    group->at = to % US_STORE;
    return true;
}

bool us_ref_flow(struct us_ref_group *group, const uint32_t *words)
{
    bool          wanting[US_REF_GROUP_MAX], put_out[US_REF_GROUP_MAX] = {false};
    struct us_cmn cmn;
    struct us_fc  fc;
    us_unpack_cmn(words, &cmn);
    us_unpack_fc(words, &fc);
    if (!allowed(group, &cmn, &fc))
        return false;
    if (is_loop_end(fc.op))
        wake(group, US_REF_CONTINUE);
    if (fc.b_else)
        change_places(group, put_out);
    for (unsigned p = 0; p < group->count; p++)
        if (!group->program->keeps_result && asks_too_late(group, &fc, p))
            return us_ref_fail(group,
                               "an ALU result is read that nothing has written since the last flow control (8.4.10)");
    for (unsigned p = 0; p < group->count; p++)
        wanting[p] = put_out[p] || wants(group, &cmn, &fc, p);
    const int  must = loop_decides(group, &fc);
    const bool jumps = must >= 0 ? must : decides_to_jump(group, &fc, wanting, put_out);
    if (!loop(group, &fc, wanting, jumps) || !branch(group, &fc, wanting, jumps))
        return false;
    group->flows++;
    group->counts->fc++;
    group->counts->jumps += jumps;
    if (jumps)
        return jump(group, &fc);
    group->at = (group->at + 1) % US_STORE;
    return true;
}
