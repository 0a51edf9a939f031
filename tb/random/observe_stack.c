/* observe_stack.c - loop state and stack entries of a wavefront, in the interpreter and in the machine, as the same
 * rows of numbers (ISA 3.6.5, 3.7). */
#include "tb/random/observe.h"

enum { INDEX_BITS = 0x1fff, KIND_STATE = 7 }; /* ISA table 2.5: aL has 13 bits */

/* What both keep of a loop, in the same form. */
static void note_loop(struct observe_entry *entry, bool in, bool counted, unsigned count, int step, bool index_valid,
                      unsigned index)
{
    entry->in_loop = in;
    entry->counted = in && counted;
    entry->count = entry->counted ? count : 0;
    entry->step = in ? step : 0;
    entry->index_valid = index_valid;
    entry->index = index_valid ? index & INDEX_BITS : 0;
}

/* ---- the interpreter's ---------------------------------------------------------------------------------------- */

static ref_mask_t in_state(const uint8_t pixel[REF_LANES], enum ref_pixel state, ref_mask_t exists)
{
    ref_mask_t mask = 0;
    for (unsigned t = 0; t < REF_LANES; t++)
        mask |= (ref_mask_t)(pixel[t] == state) << t;
    return mask & exists;
}

static void reference_entry(const struct ref_wave *wave, const struct ref_entry *from, struct observe_entry *entry)
{
    *entry = (struct observe_entry){.kind = from->kind, .elements = from->elements};
    if (from->kind == REF_CALL) {
        entry->pc = from->pc;
        entry->call_depth = from->call_depth;
        entry->in_fetch_program = from->in_fetch_program;
        return;
    }
    entry->active = in_state(from->pixel, REF_ACTIVE, wave->exists);
    entry->broken = in_state(from->pixel, REF_BREAK, wave->exists);
    entry->continued = in_state(from->pixel, REF_CONTINUE, wave->exists);
    if (from->kind == REF_LOOP)
        note_loop(entry, from->loop.in, from->loop.counted, from->loop.count, from->loop.step, from->loop.index_valid,
                  (unsigned)from->loop.index);
}

void observe_entry_of_reference(const struct ref_wave *wave, unsigned i, struct observe_entry *entry)
{
    if (i < wave->depth) {
        reference_entry(wave, &wave->stack[wave->depth - 1 - i], entry);
        return;
    }
    *entry = (struct observe_entry){.kind = KIND_STATE, .in_fetch_program = wave->in_fetch_program};
    note_loop(entry, wave->loop.in, wave->loop.counted, wave->loop.count, wave->loop.step, wave->loop.index_valid,
              (unsigned)wave->loop.index);
}

/* ---- the machine's -------------------------------------------------------------------------------------------- */

/* The index is looked at where the interpreter's belongs to a loop. */
static void machine_loop(struct observe_entry *entry, unsigned kind, unsigned count, unsigned step, unsigned index,
                         bool index_valid)
{
    note_loop(entry, kind != CF_LOOP_NONE, kind != CF_LOOP_DX10, count, kind == CF_LOOP_INDEXED ? (int8_t)step : 0,
              index_valid, index);
}

static enum ref_entry_kind kind_of(unsigned kind)
{
    return kind == CF_FRAME_LOOP ? REF_LOOP : kind == CF_FRAME_CALL ? REF_CALL : REF_PUSHED;
}

/* The frame that ends in `row`. */
static void machine_frame(const struct gpu *gpu, unsigned row, ref_mask_t exists, bool index_valid,
                          struct observe_entry *entry)
{
    const struct cf_state *flow = &gpu->simd->flow;
    const unsigned         kind = flow->f_kind[row];
    const bool             whole = kind == CF_FRAME_LOOP || kind == CF_FRAME_QUAD_MASK;
    const unsigned         part = kind == CF_FRAME_CALL ? flow->in.call_rows : 1;
    *entry = (struct observe_entry){.kind = kind_of(kind), .elements = whole ? flow->in.subentries : part};
    if (kind == CF_FRAME_CALL) {
        entry->in_fetch_program = flow->f_fetching[row];
        entry->pc = flow->f_return_pc[row] - (entry->in_fetch_program ? flow->in.fetch_base : 0);
        entry->call_depth = flow->f_call_depth[row];
        return;
    }
    entry->active = observe_threads(gpu, flow->f_active[row], exists);
    entry->broken = observe_threads(gpu, flow->f_broken[row], exists);
    entry->continued = observe_threads(gpu, flow->f_continued[row], exists);
    if (kind == CF_FRAME_LOOP)
        machine_loop(entry, flow->f_loop_kind[row], flow->f_loop_count[row], flow->f_loop_step[row],
                     flow->f_loop_index[row], index_valid);
}

unsigned observe_entry_of_machine(const struct gpu *gpu, unsigned slot, unsigned rows, ref_mask_t exists,
                                  bool index_valid, struct observe_entry *entry)
{
    const struct cf_state *flow = &gpu->simd->flow;
    if (rows) {
        machine_frame(gpu, slot * flow->in.rows_per_wave + rows - 1, exists, index_valid, entry);
        return rows > entry->elements ? rows - entry->elements : 0;
    }
    *entry = (struct observe_entry){.kind = KIND_STATE, .in_fetch_program = flow->fetching[slot]};
    machine_loop(entry, flow->loop_kind[slot], flow->loop_count[slot], flow->loop_step[slot], flow->loop_index[slot],
                 index_valid);
    return 0;
}

/* ---- held against each other ---------------------------------------------------------------------------------- */

const char *observe_entry_difference(const struct observe_entry *a, const struct observe_entry *b)
{
    return a->kind != b->kind || a->elements != b->elements       ? "kind"
           : a->active != b->active                               ? "active"
           : a->broken != b->broken                               ? "inactive-break"
           : a->continued != b->continued                         ? "inactive-continue"
           : a->in_loop != b->in_loop || a->counted != b->counted ? "kind of loop"
           : a->count != b->count                                 ? "iterations left"
           : a->step != b->step                                   ? "step of aL"
           : a->index != b->index                                 ? "aL"
           : a->pc != b->pc                                       ? "return address"
           : a->call_depth != b->call_depth                       ? "call depth"
           : a->in_fetch_program != b->in_fetch_program           ? "fetch program"
                                                                  : NULL;
}
