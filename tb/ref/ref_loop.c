/* ref_loop.c - loops (ISA 3.7.3 to 3.7.5, 9.1).
 *
 * Inside a loop a thread is active, waits for a branch, has continued (it comes back at LOOP_END), or has left; threads
 * that do not enter count as having left.
 *
 *   LOOP_START*     no thread passes, or the trip count is 0: pop POP_COUNT, go to ADDR.  Else push the loop and the
 *                   states; threads that pass are active, the others have left.
 *   LOOP_END        threads that have not left are candidates.  None passes, or it was the last trip: pop, go on
 *                   behind the loop.  Else candidates that pass are active, the index steps, go to ADDR.
 *   LOOP_CONTINUE   threads that pass continue or leave.  When every thread has: the stack is cut back to the loop, go
 *   LOOP_BREAK      to ADDR.
 *
 * GUESS: aL is unsigned, so that one which counts below zero reaches nothing.
 *
 * LOOP_START_DX10 has no trip count and no index.  GUESS: it leaves the index of an outer loop alone, and so does
 * LOOP_START_NO_AL.  GUESS: WHOLE_QUAD_MODE at LOOP_END brings back whole quads of candidates, but no thread that has
 * left; VALID_PIXEL_MODE there takes invalid candidates out of the loop.  The manual gives LOOP_BREAK and LOOP_CONTINUE
 * a POP_COUNT in 3.7.3 and ignores it in 9.1 and table 3.7; the cut is what all three agree on. */
#include "tb/ref/ref_internal.h"

enum { INDEX_MASK = 0x1fff }; /* ISA table 2.5: 13 bits */

static bool start_loop(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    struct ref_wave                *wave = run->wave;
    const struct ref_loop_constant *constant = &run->launch->loop[cf->cf_const];
    const bool                      counted = run->op->id != ISA_CF_INST_LOOP_START_DX10;
    const ref_mask_t pass = counted && constant->count == 0 ? 0 : ref_test(run, condition, ref_active(wave));
    if (!pass) {
        wave->pc = cf->addr;
        return ref_pop(run, cf->pop_count);
    }
    if (!ref_push_loop(run))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++)
        wave->pixel[t] = pass >> t & 1 ? REF_ACTIVE : REF_BREAK;
    wave->loop.in = true;
    wave->loop.counted = counted;
    wave->loop.count = constant->count;
    wave->loop.depth = wave->depth;
    if (run->op->id == ISA_CF_INST_LOOP_START) {
        wave->loop.index_valid = true;
        wave->loop.index = constant->start;
        wave->loop.step = constant->step;
    } else {
        wave->loop.step = 0;
    }
    return true;
}

static bool end_loop(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    struct ref_wave *wave = run->wave;
    ref_mask_t       left = 0;
    for (unsigned t = 0; t < REF_LANES; t++)
        left |= (ref_mask_t)(wave->pixel[t] == REF_BREAK) << t;
    ref_mask_t pass = ref_test(run, condition, ~left) & ~left;
    if (wave->loop.counted && wave->loop.count <= 1)
        pass = 0;
    if (!pass)
        return ref_pop_loop(run);
    if (wave->depth != wave->loop.depth)
        return ref_stop(run, "%u stack entries of the loop's body are left (ISA 3.7.3)",
                        wave->depth - wave->loop.depth);
    for (unsigned t = 0; t < REF_LANES; t++)
        wave->pixel[t] = pass >> t & 1 ? REF_ACTIVE : REF_BREAK;
    if (wave->loop.counted)
        wave->loop.count--;
    wave->loop.index = (wave->loop.index + wave->loop.step) & INDEX_MASK;
    wave->pc = cf->addr;
    return true;
}

void ref_leave(struct ref_wave *wave, ref_mask_t threads, enum ref_pixel state)
{
    for (unsigned t = 0; t < REF_LANES; t++)
        if (threads >> t & 1)
            wave->pixel[t] = (uint8_t)state;
}

static bool leave_iteration(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    struct ref_wave *wave = run->wave;
    bool             all = true;
    ref_leave(wave, ref_test(run, condition, ref_active(wave)),
              run->op->id == ISA_CF_INST_LOOP_BREAK ? REF_BREAK : REF_CONTINUE);
    for (unsigned t = 0; t < REF_LANES; t++)
        all = all && (wave->pixel[t] == REF_BREAK || wave->pixel[t] == REF_CONTINUE);
    if (all) {
        ref_drop_to_loop(wave);
        wave->pc = cf->addr;
    }
    return true;
}

bool ref_loop_instruction(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition)
{
    const enum isa_cf_id id = run->op->id;
    if (id == ISA_CF_INST_LOOP_START || id == ISA_CF_INST_LOOP_START_DX10 || id == ISA_CF_INST_LOOP_START_NO_AL)
        return start_loop(run, cf, condition);
    if (!run->wave->loop.in)
        return ref_stop(run, "there is no loop (ISA 3.7.3)");
    return id == ISA_CF_INST_LOOP_END ? end_loop(run, cf, condition) : leave_iteration(run, cf, condition);
}
