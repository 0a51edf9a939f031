/* cf_state.h - the control-flow state of every wavefront: pixel states, loop state, call depth, and the stack
 * (ISA 3.6, 3.7, 9.1).
 *
 * A flow instruction is resolved combinationally by cf_resolve and takes effect at the edge, as does the end of an ALU
 * clause.  Of the four pixel states active, inactive-break and inactive-continue have a mask each; a pixel in none of
 * them is inactive-branch.  Inside a loop the pixels that did not enter it count as broken out of it.
 *
 * The stack is a pool of rows, a subentry each; a wavefront in slot s owns the rows s * rows_per_wave upwards.  A frame
 * takes one row, or a whole entry of `subentries` rows (ISA tables 3.5, 3.6); its contents lie in its last row.  While
 * a PUSH without WHOLE_QUAD_MODE lies on the stack two rows more must be free, for the masks that hold now (table 3.6).
 */
#ifndef PIPELINE_CF_STATE_H
#define PIPELINE_CF_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum { CF_WAVES = 256, CF_STACK_ROWS = 4096, CF_LOOPS = 32 };

enum cf_loop_kind { CF_LOOP_NONE, CF_LOOP_INDEXED, CF_LOOP_REPEAT, CF_LOOP_DX10 };
enum cf_frame_kind { CF_FRAME_NONE, CF_FRAME_MASK, CF_FRAME_QUAD_MASK, CF_FRAME_LOOP, CF_FRAME_CALL };

enum cf_error {
    CF_OK,
    CF_STACK_OVERFLOW,  /* more than STACK_SIZE entries, with what is held back          ISA 3.6.5 */
    CF_STACK_UNDERFLOW, /* a pop without a matching push                                 ISA 3.7.2 */
    CF_STACK_MISMATCH,  /* LOOP_END or RETURN with something else on top of the stack    ISA 3.7.3, 3.7.6 */
    CF_NO_LOOP,         /* LOOP_END, LOOP_BREAK, LOOP_CONTINUE outside a loop            ISA 3.7.3 */
    CF_NO_CALL,         /* RETURN outside a subroutine                                   ISA 3.7.6 */
    CF_STACK_NOT_EMPTY, /* END_OF_PROGRAM with something on the stack                    ISA 3.2 */
    CF_ERRORS
};
typedef uint8_t cf_error_t;
typedef struct {
    uint32_t constant[CF_LOOPS];
} cf_loops_t;

/* The state of a wavefront and the contents of a frame, once: structs, memories and the ports of the twin are made from
 * these rows.  ROW is what each becomes, KIND is handed on to it. */
/* clang-format off */
#define CF_WAVE_ROWS(ROW, KIND)                                                                         \
    ROW(KIND, lane_mask_t, active,     64, "active pixels (ISA 3.6.1)")                                 \
    ROW(KIND, lane_mask_t, broken,     64, "pixels in state inactive-break")                            \
    ROW(KIND, lane_mask_t, continued,  64, "pixels in state inactive-continue")                         \
    ROW(KIND, lane_mask_t, valid,      64, "valid pixels (ISA 3.6.1)")                                  \
    ROW(KIND, uint16_t,    stack_rows, 13, "stack rows in use")                                         \
    ROW(KIND, uint16_t,    first_push, 13, "stack rows in use at the lowest push of a subentry, 0: none") \
    ROW(KIND, uint16_t,    loop_end,   13, "stack rows in use at the start of the innermost loop's body") \
    ROW(KIND, uint8_t,     loop_kind,   2, "innermost loop, see enum cf_loop_kind")                     \
    ROW(KIND, uint16_t,    loop_count, 12, "its iterations left")                                       \
    ROW(KIND, uint8_t,     loop_step,   8, "what LOOP_END adds to aL, signed")                          \
    ROW(KIND, uint16_t,    loop_index, 13, "aL (ISA table 2.5)")                                        \
    ROW(KIND, uint8_t,     call_depth,  6, "nesting depth of calls")                                    \
    ROW(KIND, bool,        fetching,    1, "in the fetch program")
#define CF_FRAME_ROWS(ROW, KIND)                                                                        \
    ROW(KIND, uint8_t,     kind,        3, "see enum cf_frame_kind")                                    \
    ROW(KIND, lane_mask_t, active,     64, "active mask")                                               \
    ROW(KIND, lane_mask_t, broken,     64, "inactive-break mask; loop: of the outer one")               \
    ROW(KIND, lane_mask_t, continued,  64, "inactive-continue mask; loop: of the outer one")            \
    ROW(KIND, uint16_t,    loop_end,   13, "loop: loop_end of the outer loop")                          \
    ROW(KIND, uint8_t,     loop_kind,   2, "loop: kind of the outer loop")                              \
    ROW(KIND, uint16_t,    loop_count, 12, "loop: iterations left of the outer loop")                   \
    ROW(KIND, uint8_t,     loop_step,   8, "loop: step of the outer loop")                              \
    ROW(KIND, uint16_t,    loop_index, 13, "loop: aL of the outer loop")                                \
    ROW(KIND, uint32_t,    return_pc,  29, "call: return address")                                      \
    ROW(KIND, uint8_t,     call_depth,  6, "call: nesting depth of the caller")                         \
    ROW(KIND, bool,        fetching,    1, "call: the caller is in the fetch program")
/* clang-format on */

/* Each row as FIELD(type, name, bits, doc). */
#define CF_WAVE_FIELDS(FIELD) CF_WAVE_ROWS(CF_ROW_FIELD, FIELD)
#define CF_FRAME_FIELDS(FIELD) CF_FRAME_ROWS(CF_ROW_FIELD, FIELD)
#define CF_ROW_FIELD(FIELD, type, name, bits, doc) FIELD(type, name, bits, doc)

#define CF_STRUCT_FIELD(type, name, bits, doc) type name;
struct cf_wave {
    CF_WAVE_FIELDS(CF_STRUCT_FIELD)
};
struct cf_frame {
    CF_FRAME_FIELDS(CF_STRUCT_FIELD)
};
#undef CF_STRUCT_FIELD

/* clang-format off */
#define CF_STATE_SIGNALS(S)                                                                            \
    S(EN,    bool,        launch,         1, "a wavefront arrives")                                    \
    S(IN,    uint8_t,     launch_slot,    8, "its slot")                                               \
    S(IN,    lane_mask_t, launch_lanes,  64, "threads that exist")                                     \
    S(EN,    bool,        flow,           1, "a control-flow instruction takes effect")                \
    S(IN,    uint8_t,     flow_slot,      8, "for this wavefront")                                     \
    S(IN,    uint64_t,    flow_word,     64, "the instruction pair")                                   \
    S(IN,    uint32_t,    flow_pc,       29, "its address")                                            \
    S(EN,    bool,        done,           1, "an ALU clause ends")                                     \
    S(IN,    uint8_t,     done_slot,      8, "of this wavefront")                                      \
    S(IN,    uint8_t,     done_op,        4, "its CF_INST (ISA 10.1)")                                 \
    S(IN,    uint32_t,    done_pc,       29, "the address of its CF instruction")                      \
    S(IN,    lane_mask_t, done_active,   64, "active pixels after its PRED_SET*")                      \
    S(IN,    lane_mask_t, done_killed,   64, "pixels that it killed")                                  \
    S(STRAP, uint16_t,    rows_per_wave, 13, "stack rows of a wavefront, STACK_SIZE x subentries")     \
    S(STRAP, uint8_t,     subentries,     4, "subentries of a stack entry (ISA table 3.5)")            \
    S(STRAP, uint8_t,     call_rows,      2, "stack rows of a call (ISA table 3.6)")                   \
    S(STRAP, uint32_t,    fetch_base,    29, "address of the fetch program, 64-bit words")             \
    S(STRAP, uint32_t,    fetch_entry,   29, "address of the first instruction there that is executed") \
    S(STRAP, uint32_t,    bools,         32, "boolean constants of the stage")                         \
    S(STRAP, cf_loops_t,  loops,         32, "loop constants of the stage: count, start, step")        \
    S(OUT,   cf_error_t,  error,          3, "sticky: see enum cf_error")                              \
    S(OUT,   uint32_t,    error_pc,      29, "address of the CF instruction at fault")                 \
    S(OUT,   uint8_t,     error_slot,     8, "its wavefront's slot")                                   \
    S(REG,   uint32_t,    next_pc,       29, "address after the flow instruction that took effect last") \
    CF_WAVE_ROWS(CF_WAVE_MEMORY, S)                                                                    \
    CF_FRAME_ROWS(CF_FRAME_MEMORY, S)
/* clang-format on */
#define CF_WAVE_MEMORY(S, type, name, bits, doc) S(MEM, type, name, bits, doc, CF_WAVES)
#define CF_FRAME_MEMORY(S, type, name, bits, doc) S(MEM, type, f_##name, bits, "stack: " doc, CF_STACK_ROWS)

RTL_STRUCT(cf_state, CF_STATE_SIGNALS);

/* What a control-flow instruction does to its wavefront. */
struct cf_outcome {
    struct cf_wave  wave;   /* its state afterwards */
    bool            pushes; /* a frame is put on the stack, ending in row wave.stack_rows - 1 */
    struct cf_frame frame;
    uint32_t        pc; /* the next instruction */
    enum cf_error   error;
};

RTL_RESET(cf_state, ZERO);

/* The outcome of a flow instruction, or of the CF instruction of an ALU clause before the clause starts; when no pixel
 * is active the clause is skipped (ISA ch. 3), and this is the outcome of its end, too. */
void cf_resolve(const struct cf_state *state, unsigned slot, uint64_t word, uint32_t pc, struct cf_outcome *outcome);
/* The outcome of the end of an ALU clause. */
void cf_resolve_done(const struct cf_state *state, struct cf_outcome *outcome);

void cf_state_eval(const struct cf_state_in *in, const struct cf_state_reg *q, struct cf_state_reg *d,
                   const struct cf_state *state);
/* The clock edge: the events take effect on masks, loops and stack.  True when anything changed. */
bool cf_state_commit(struct cf_state *state);
/* Threads that execute an instruction or a clause (ISA table 3.4): active ones; in WHOLE_QUAD_MODE all of the quads
 * that have one; in VALID_PIXEL_MODE only valid ones. */
static inline lane_mask_t cf_lanes(lane_mask_t active, lane_mask_t valid, bool whole_quad, bool valid_pixel)
{
    return whole_quad ? mask_quads(active) : valid_pixel ? active & valid : active;
}

/* Threads for which EMIT_* or CUT_VERTEX tells of a vertex or a cut (ISA 3.5): only such as there are. */
static inline lane_mask_t cf_emit_lanes(const struct cf_state *state, unsigned slot, uint64_t word)
{
    return state->valid[slot] & cf_lanes(state->active[slot], state->valid[slot], isa_cf_whole_quad_mode(word),
                                         isa_cf_valid_pixel_mode(word));
}

RTL_LIFE(cf_state, SELF, KEEPS, STORES);

#endif
