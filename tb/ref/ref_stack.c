/* ref_stack.c - the control-flow stack (ISA 3.6.5).
 *
 * Space is counted in elements of an entry: 4 where 48 or 64 threads pass at once, else 8 (table 3.5).  A PUSH takes
 * one element, with WHOLE_QUAD_MODE an entry; a loop an entry; a call one element, or two on a 16-wide chip (table
 * 3.6).  Two more are reserved for the current masks while an entry of a PUSH without WHOLE_QUAD_MODE or of
 * ALU_PUSH_BEFORE lies on the stack: the comment stands in their row, and LLVM and Mesa count so.
 *
 * A pop restores the states that were pushed, except that a thread which has left an iteration or the loop by then
 * stays away: the text of 3.6.2 has the stack overwrite everything, but 3.7.3 keeps such threads disabled to the end of
 * the iteration or loop, and every compiled loop depends on it. */
#include "tb/ref/ref_internal.h"

#include <string.h>

static unsigned entry_elements(const struct ref_launch *launch)
{
    return launch->wave_size >= 48 ? 4 : 8;
}

static bool is_one_element_push(const struct ref_entry *entry)
{
    return entry->kind == REF_PUSHED && entry->elements == 1;
}

static struct ref_entry *take(const struct ref_run *run, enum ref_entry_kind kind, unsigned elements)
{
    struct ref_wave *wave = run->wave;
    bool             reserves = kind == REF_PUSHED && elements == 1;
    for (unsigned i = 0; i < wave->depth; i++)
        reserves = reserves || is_one_element_push(&wave->stack[i]);
    const unsigned used = wave->elements + elements + (reserves ? 2 : 0);
    if (used > run->launch->stack_size * entry_elements(run->launch)) {
        ref_stop(run, "the stack overflows: %u elements of %u in use, STACK_SIZE is %u (ISA 3.6.5)", used,
                 entry_elements(run->launch), run->launch->stack_size);
        return NULL;
    }
    struct ref_entry *entry = &wave->stack[wave->depth++];
    memset(entry, 0, sizeof *entry);
    entry->kind = kind;
    entry->elements = elements;
    wave->elements += elements;
    if (used > wave->most_elements)
        wave->most_elements = used;
    return entry;
}

static struct ref_entry *top(struct ref_wave *wave)
{
    return wave->depth ? &wave->stack[wave->depth - 1] : NULL;
}

static void drop(struct ref_wave *wave)
{
    wave->depth--;
    wave->elements -= wave->stack[wave->depth].elements;
}

bool ref_push(const struct ref_run *run, bool whole_quad)
{
    struct ref_entry *entry = take(run, REF_PUSHED, whole_quad ? entry_elements(run->launch) : 1);
    if (!entry)
        return false;
    memcpy(entry->pixel, run->wave->pixel, sizeof entry->pixel);
    return true;
}

bool ref_push_loop(const struct ref_run *run)
{
    struct ref_entry *entry = take(run, REF_LOOP, entry_elements(run->launch));
    if (!entry)
        return false;
    memcpy(entry->pixel, run->wave->pixel, sizeof entry->pixel);
    entry->loop = run->wave->loop;
    return true;
}

bool ref_push_call(const struct ref_run *run, unsigned return_pc)
{
    struct ref_entry *entry = take(run, REF_CALL, run->launch->wave_size == 16 ? 2 : 1);
    if (!entry)
        return false;
    entry->pc = return_pc;
    entry->call_depth = run->wave->call_depth;
    entry->in_fetch_program = run->wave->in_fetch_program;
    return true;
}

/* The topmost entry if it is of that kind. */
static struct ref_entry *expect(const struct ref_run *run, enum ref_entry_kind kind)
{
    static const char *const name[] = {[REF_PUSHED] = "a PUSH", [REF_LOOP] = "a LOOP_START", [REF_CALL] = "a CALL"};
    struct ref_entry        *entry = top(run->wave);
    if (!entry)
        ref_stop(run, "the stack underflows: there is no entry of %s (ISA 3.6.5)", name[kind]);
    else if (entry->kind != kind) {
        ref_stop(run, "the topmost stack entry is that of %s, expected that of %s (ISA 3.6.5)", name[entry->kind],
                 name[kind]);
        return NULL;
    }
    return entry;
}

bool ref_pop(const struct ref_run *run, unsigned count)
{
    struct ref_wave        *wave = run->wave;
    const struct ref_entry *entry = NULL;
    for (; count; count--) {
        entry = expect(run, REF_PUSHED);
        if (!entry)
            return false;
        drop(wave);
    }
    for (unsigned t = 0; entry && t < REF_LANES; t++)
        if (wave->pixel[t] == REF_ACTIVE || wave->pixel[t] == REF_BRANCH)
            wave->pixel[t] = entry->pixel[t];
    return true;
}

bool ref_pop_loop(const struct ref_run *run)
{
    const struct ref_entry *entry = expect(run, REF_LOOP);
    if (!entry)
        return false;
    memcpy(run->wave->pixel, entry->pixel, sizeof entry->pixel);
    run->wave->loop = entry->loop;
    drop(run->wave);
    return true;
}

bool ref_pop_call(const struct ref_run *run)
{
    const struct ref_entry *entry = expect(run, REF_CALL);
    if (!entry)
        return false;
    run->wave->pc = entry->pc;
    run->wave->call_depth = entry->call_depth;
    run->wave->in_fetch_program = entry->in_fetch_program;
    drop(run->wave);
    return true;
}

void ref_drop_to_loop(struct ref_wave *wave)
{
    while (wave->depth > wave->loop.depth)
        drop(wave);
}

const struct ref_entry *ref_last_push(const struct ref_wave *wave)
{
    const struct ref_entry *entry = wave->depth ? &wave->stack[wave->depth - 1] : NULL;
    return entry && entry->kind == REF_PUSHED ? entry : NULL;
}
