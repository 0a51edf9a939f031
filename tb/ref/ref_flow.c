/* ref_flow.c - branches, subroutines, kills (ISA 3.6, 3.7, 9.1).
 *
 * "Pass" is the condition test of table 3.4 on the active threads, COND_FALSE (ISA 10.1) included.
 *
 *   PUSH            no thread passes: pop POP_COUNT, go to ADDR.  Else push; threads that pass are active, active ones
 *                   that do not are branch-inactive.
 *   PUSH_ELSE       push, always; active threads that pass are branch-inactive.  No thread is active: go to ADDR.
 *   POP             pop POP_COUNT; active threads that do not pass then are branch-inactive.  It never jumps.
 *   JUMP            no thread passes: pop POP_COUNT, go to ADDR.  States do not change otherwise.
 *   ELSE            threads that were active at the last PUSH and pass, as they were then: active and branch-inactive
 *                   change places.  No thread is active: pop POP_COUNT, go to ADDR.
 *   POP_JUMP, POP_PUSH, POP_PUSH_ELSE   pop POP_COUNT, then the other without pops.
 *   CALL, CALL_FS   a thread passes and the depth allows it: push the address behind it, go to ADDR.
 *   RETURN          every active thread passes: back.
 *   KILL            threads that pass become invalid and stay as active as they are.  No thread is valid: go to ADDR.
 *
 * Where the manual contradicts itself:
 * - JUMP and ELSE.  3.7.2 and 9.1 pop before the test, table 3.7 has JUMP pop when it jumps, and ELSE always.  All
 *   compiled code relies on pops with the jump alone, for both, because another POP stands before the target.
 * - POP.  Table 3.7 gives it a jump; 3.7.2 and 9.1 say that it never jumps.
 * - PUSH_ELSE has no procedure.  Its page's title inverts; POP_PUSH_ELSE with the condition of an earlier PUSH is the
 *   else part if the threads that do not pass stay.  GUESS: so it is, and its jump is that of ELSE.
 * - GUESS: ELSE without an entry of a PUSH on top of the stack is an underflow. */
#include "tb/ref/ref_internal.h"

/* ---- condition tests ------------------------------------------------------------------------------------------ */

ref_mask_t ref_quads(ref_mask_t threads)
{
    ref_mask_t quads = 0;
    for (unsigned t = 0; t < REF_LANES; t += 4)
        if (threads >> t & 15)
            quads |= (ref_mask_t)15 << t;
    return quads;
}

ref_mask_t ref_test(const struct ref_run *run, const struct ref_condition *condition, ref_mask_t active)
{
    enum { COND_ACTIVE, COND_FALSE, COND_BOOL, COND_NOT_BOOL };
    const bool boolean = run->launch->booleans >> condition->constant & 1;
    if (condition->cond == COND_FALSE || (condition->cond == COND_BOOL && !boolean) ||
        (condition->cond == COND_NOT_BOOL && boolean))
        return 0;
    if (condition->whole_quad)
        return ref_quads(active);
    return condition->valid_pixel ? active & run->wave->valid : active;
}

/* ---- state ---------------------------------------------------------------------------------------------------- */

static void set_active(struct ref_wave *wave, ref_mask_t pass)
{
    for (unsigned t = 0; t < REF_LANES; t++) {
        if (pass >> t & 1)
            wave->pixel[t] = REF_ACTIVE;
        else if (wave->pixel[t] == REF_ACTIVE)
            wave->pixel[t] = REF_BRANCH;
    }
}

bool ref_else(const struct ref_run *run, const struct ref_condition *condition)
{
    struct ref_wave        *wave = run->wave;
    const struct ref_entry *entry = ref_last_push(wave);
    ref_mask_t              active = 0;
    if (!entry)
        return ref_stop(run, "the topmost stack entry is not that of a PUSH (ISA 3.7.2)");
    for (unsigned t = 0; t < REF_LANES; t++)
        active |= (ref_mask_t)(entry->pixel[t] == REF_ACTIVE) << t;
    const ref_mask_t pass = ref_test(run, condition, active);
    for (unsigned t = 0; t < REF_LANES; t++) {
        if (!(pass >> t & 1))
            continue;
        if (wave->pixel[t] == REF_ACTIVE)
            wave->pixel[t] = REF_BRANCH;
        else if (wave->pixel[t] == REF_BRANCH)
            wave->pixel[t] = REF_ACTIVE;
    }
    return true;
}

/* ---- instructions --------------------------------------------------------------------------------------------- */

static bool jump(const struct ref_run *run, const struct isa_cf *cf, unsigned pops)
{
    run->wave->pc = cf->addr;
    return ref_pop(run, pops);
}

static bool push(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition,
                 unsigned pops)
{
    const ref_mask_t pass = ref_test(run, condition, ref_active(run->wave));
    if (!pass)
        return jump(run, cf, pops);
    if (!ref_push(run, condition->whole_quad))
        return false;
    set_active(run->wave, pass);
    return true;
}

static bool push_else(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    const ref_mask_t active = ref_active(run->wave), pass = ref_test(run, condition, active);
    if (!ref_push(run, condition->whole_quad))
        return false;
    set_active(run->wave, active & ~pass);
    return active & ~pass ? true : jump(run, cf, 0);
}

static bool call(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    struct ref_wave *wave = run->wave;
    const bool       fetch = run->op->id == ISA_CF_INST_CALL_FS;
    const unsigned   depth = wave->call_depth + cf->call_count;
    if (cf->pop_count)
        return ref_stop(run, "POP_COUNT must be zero (ISA 9.1)");
    if (fetch && wave->in_fetch_program)
        return ref_stop(run, "the fetch program calls itself (ISA 3)");
    if (!ref_test(run, condition, ref_active(wave)) || depth > REF_CALL_DEPTH || (fetch && !run->launch->fetch_program))
        return true;
    if (!ref_push_call(run, wave->pc))
        return false;
    wave->call_depth = depth;
    wave->pc = fetch ? run->launch->fetch_first : cf->addr;
    wave->in_fetch_program |= fetch;
    return true;
}

static bool kill(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    struct ref_wave *wave = run->wave;
    if (!run->launch->pixel)
        return ref_stop(run, "only pixel programs can kill (ISA 9.1)");
    wave->valid &= ~ref_test(run, condition, ref_active(wave));
    return wave->valid ? true : jump(run, cf, 0);
}

/* For each thread that executes it and is there (ISA 3.5). */
static bool emit(const struct ref_run *run, const struct ref_condition *condition, bool vertex, bool cut)
{
    const ref_mask_t threads = ref_test(run, condition, ref_active(run->wave)) & run->wave->valid;
    if (!run->launch->geometry)
        return ref_stop(run, "only geometry programs emit vertices (ISA 3.5)");
    run->wave->emitted += vertex;
    run->wave->cut += cut;
    if (threads && run->launch->emitted)
        run->launch->emitted(run->launch->user, run->wave, run->at, vertex, cut, threads);
    return true;
}

bool ref_branch(const struct ref_run *run, const struct isa_cf *cf)
{
    struct ref_wave           *wave = run->wave;
    const struct ref_condition condition = {.cond = cf->cond,
                                            .constant = cf->cf_const,
                                            .whole_quad = cf->whole_quad_mode,
                                            .valid_pixel = cf->valid_pixel_mode};
    switch (run->op->id) {
    case ISA_CF_INST_PUSH:
        return push(run, cf, &condition, cf->pop_count);
    case ISA_CF_INST_PUSH_ELSE:
        return push_else(run, cf, &condition);
    case ISA_CF_INST_POP:
        if (!ref_pop(run, cf->pop_count))
            return false;
        set_active(wave, ref_test(run, &condition, ref_active(wave)));
        return true;
    case ISA_CF_INST_POP_JUMP:
        if (!ref_pop(run, cf->pop_count))
            return false;
        return ref_test(run, &condition, ref_active(wave)) ? true : jump(run, cf, 0);
    case ISA_CF_INST_POP_PUSH:
        return ref_pop(run, cf->pop_count) && push(run, cf, &condition, 0);
    case ISA_CF_INST_POP_PUSH_ELSE:
        return ref_pop(run, cf->pop_count) && push_else(run, cf, &condition);
    case ISA_CF_INST_JUMP:
        return ref_test(run, &condition, ref_active(wave)) ? true : jump(run, cf, cf->pop_count);
    case ISA_CF_INST_ELSE:
        if (!ref_else(run, &condition))
            return false;
        return ref_active(wave) ? true : jump(run, cf, cf->pop_count);
    case ISA_CF_INST_CALL:
    case ISA_CF_INST_CALL_FS:
        return call(run, cf, &condition);
    case ISA_CF_INST_RETURN:
        if (ref_active(wave) & ~ref_test(run, &condition, ref_active(wave)))
            return true;
        return ref_pop_call(run);
    case ISA_CF_INST_KILL:
        return kill(run, cf, &condition);
    case ISA_CF_INST_EMIT_VERTEX:
        return emit(run, &condition, true, false);
    case ISA_CF_INST_EMIT_CUT_VERTEX:
        return emit(run, &condition, true, true);
    case ISA_CF_INST_CUT_VERTEX:
        return emit(run, &condition, false, true);
    case ISA_CF_INST_WAIT_ACK:
        ref_wait_ack(wave, cf->addr);
        return true;
    case ISA_CF_INST_NOP:
        return true;
    case ISA_CF_INST_LOOP_START:
    case ISA_CF_INST_LOOP_START_DX10:
    case ISA_CF_INST_LOOP_START_NO_AL:
    case ISA_CF_INST_LOOP_END:
    case ISA_CF_INST_LOOP_CONTINUE:
    case ISA_CF_INST_LOOP_BREAK:
        return ref_loop_instruction(run, cf, &condition);
    default:
        return ref_stop(run, "the interpreter does not execute it");
    }
}
