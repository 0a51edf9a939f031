/* ref_internal.h - what the parts of the interpreter share.
 *
 *   ref.c        start, step, exports, errors
 *   ref_flow.c   branches, subroutines, kills (ISA 3.6, 3.7, 9.1)
 *   ref_loop.c   loops (ISA 3.7.3 to 3.7.5)
 *   ref_stack.c  the stack (ISA 3.6.5)
 *   ref_clause.c ALU clauses: groups, results (ISA 4); ref_operand.c operands (ISA 4.6, 4.7)
 *   ref_global.c registers that all wavefronts of a SIMD have (ISA 2.6.1.1)
 *   ref_fetch.c  fetch clauses (ISA 5, 9.3); ref_vertex.c resources, ref_format.c formats (ISA 10.3)
 *   ref_memory.c memory writes and reads (ISA 3.4.2, 7)
 *   ref_texture.h  textures (ISA 6, 9.4), by themselves
 *   ref_share.c  clauses of the local data share (ISA 2.6.2, ch. 8)
 *   ref_op.c     operations of one thread (ISA 9.2); ref_number.h, ref_reduce.c; ref_double.c those of 64 bits */
#ifndef TB_REF_REF_INTERNAL_H
#define TB_REF_REF_INTERNAL_H

#include "tb/ref/ref.h"

struct ref_run {
    struct ref_wave         *wave;
    const struct ref_launch *launch;
    unsigned                 at; /* address of the CF instruction */
    const struct isa_cf_op  *op;
    const uint32_t          *words; /* of the program that runs: the main one or the fetch program */
    unsigned                 count; /* 64-bit words of it */
};

/* Fills wave->diag with "CF 12: NAME: ..." and returns false. */
bool ref_stop(const struct ref_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- condition tests, ISA table 3.4 --------------------------------------------------------------------------- */

/* COND, WHOLE_QUAD_MODE and VALID_PIXEL_MODE of an instruction. */
struct ref_condition {
    unsigned cond, constant;
    bool     whole_quad, valid_pixel;
};
/* Threads that pass, `active` being the active ones. */
ref_mask_t ref_test(const struct ref_run *run, const struct ref_condition *condition, ref_mask_t active);
/* All threads of every quad that has one of these. */
ref_mask_t ref_quads(ref_mask_t threads);

/* ---- stack ---------------------------------------------------------------------------------------------------- */

bool ref_push(const struct ref_run *run, bool whole_quad);
bool ref_push_loop(const struct ref_run *run);
bool ref_push_call(const struct ref_run *run, unsigned return_pc);
/* Pops entries of PUSH; the state becomes that of the last one. */
bool ref_pop(const struct ref_run *run, unsigned count);
/* Pops the entry of the innermost loop, and of a call; nothing may lie above it. */
bool ref_pop_loop(const struct ref_run *run);
bool ref_pop_call(const struct ref_run *run);
/* Throws away what lies above the innermost loop's entry. */
void ref_drop_to_loop(struct ref_wave *wave);
/* The entry of the last PUSH that is still there, or NULL. */
const struct ref_entry *ref_last_push(const struct ref_wave *wave);

/* ---- instructions --------------------------------------------------------------------------------------------- */

bool ref_branch(const struct ref_run *run, const struct isa_cf *cf);
bool ref_loop_instruction(const struct ref_run *run, const struct isa_cf *cf, const struct ref_condition *condition);
bool ref_fetch_clause(const struct ref_run *run, const struct isa_cf *cf);
/* ref_memory.c: the wavefront that starts has nothing in scratch and reduction buffers yet; a memory write; WAIT_ACK; a
 * memory read by the index in GPR `from`, to GPR `to` and on (-1: none), threads by threads. */
void ref_memory_start(const struct ref_launch *launch);
bool ref_memory_write(const struct ref_run *run);
void ref_wait_ack(struct ref_wave *wave, uint32_t outstanding);
bool ref_memory_read(const struct ref_run *run, unsigned address, const struct isa_mem_rd *read, int from, int to,
                     ref_mask_t threads);
/* Bytes as a memory read takes them, X Y Z W; returns what DST_SEL_1 is. */
uint32_t ref_memory_data(const struct isa_mem_rd *read, const uint8_t *bytes, uint32_t out[4]);
/* A texture instruction of these threads with coordinates from GPR `from`; what their GPR gets is in `out`, after both
 * DST_SELs.  False when it stops.  `*writes`: whether there is a result. */
bool ref_texture_instruction(const struct ref_run *run, unsigned address, enum isa_fetch_id op,
                             const struct isa_tex *tex, unsigned from, ref_mask_t threads, uint32_t out[REF_LANES][4],
                             bool *writes);
void ref_share_start(const struct ref_launch *launch, const struct ref_wave *wave);
/* A clause of the local data share: so many instructions from a word on, for these threads. */
bool ref_share_clause(const struct ref_run *run, unsigned address, unsigned count, ref_mask_t threads);
/* What is wrong with a vertex fetch, or NULL. */
const char *ref_vertex_error(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch);
/* X Y Z W of the elements at `index`, for these threads; returns what DST_SEL_1 is. */
uint32_t ref_vertices(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch, ref_mask_t threads,
                      const uint32_t index[REF_LANES], uint32_t out[REF_LANES][4]);
bool     ref_alu_clause(const struct ref_run *run, const struct isa_cf_alu *cf);
/* Threads that pass become REF_BREAK or REF_CONTINUE. */
void ref_leave(struct ref_wave *wave, ref_mask_t threads, enum ref_pixel state);
/* Active and branch-inactive threads that were active at the last PUSH and are in `threads` change places. */
bool ref_else(const struct ref_run *run, const struct ref_condition *condition);

/* ---- groups --------------------------------------------------------------------------------------------------- */

struct ref_clause {
    const struct ref_run    *run;
    const struct isa_cf_alu *cf;
    const struct isa_group  *group;
    unsigned                 address; /* of the group */
};
/* ref_stop with the address and name of the instruction in slot `s`. */
bool ref_stop_at(const struct ref_clause *clause, unsigned s, const char *what);
/* The index of a relative address (ISA table 4.2). */
int32_t ref_index(const struct ref_wave *wave, const struct isa_alu *alu, bool gpr, unsigned thread);
/* May the instruction use its index for an operand of that kind? */
bool ref_check_index(const struct ref_clause *clause, unsigned s, bool gpr, bool kcache);
bool ref_is_gpr(const struct ref_launch *launch, unsigned gpr);
/* ref_global.c: is a GPR operand or destination that is relative one of the SIMD's (INDEX_GLOBAL, INDEX_GLOBAL_AR_X)?
 */
static inline bool ref_is_global(const struct isa_alu *alu, bool relative)
{
    return relative && alu->index_mode > ISA_INDEX_LOOP;
}
/* One of them, `gpr` as it is encoded: what is wrong with it, or NULL. */
const char *ref_global_error(const struct ref_launch *launch, const struct isa_alu *alu, unsigned gpr);
/* Its number with REF_GPRS added, the index applied, for a thread; -1 beyond all of them. */
int ref_global_number(const struct ref_clause *clause, const struct isa_alu *alu, unsigned gpr, unsigned thread);
/* What register `gpr` of a thread holds, global or not; the wavefront reads a global one; it writes one. */
uint32_t ref_register(const struct ref_clause *clause, unsigned gpr, unsigned element, unsigned thread);
void     ref_global_read(const struct ref_clause *clause, unsigned gpr, unsigned element, unsigned thread);
void     ref_global_write(const struct ref_run *run, unsigned gpr, unsigned element, unsigned thread, uint32_t value);
/* Operand `i` of slot `s` for every thread; `threads`: they execute the slot. */
bool ref_read_operand(const struct ref_clause *clause, unsigned s, unsigned i, ref_mask_t threads,
                      uint32_t out[REF_LANES]);

/* ---- operations ----------------------------------------------------------------------------------------------- */

struct ref_result {
    uint32_t value;
    bool     flag; /* PRED_SET*: execute; KILL*: kill */
};
/* One thread of one slot, before output modifiers. */
struct ref_result ref_operation(const struct ref_launch *launch, enum isa_alu_id id, const uint32_t src[3]);
/* Slots X Y Z W of one thread. */
void ref_reduction(enum isa_alu_id id, const uint32_t src0[4], const uint32_t src1[4], uint32_t result[4]);
/* The 64-bit operation whose first slot is `first` (X or Z): both slots of its pair, or all four.  With output
 * modifiers. */
void ref_double(const struct isa_alu *const alu[4], unsigned first, const uint32_t src[4][3], bool nan_kept,
                struct ref_result out[4]);
/* Does operand `i` in slot `s` take NEG and ABS?  Of doubles only the word with the sign does. */
bool     ref_modifies_input(const struct isa_alu *alu, unsigned s, unsigned i);
uint32_t ref_input_modifiers(uint32_t value, bool absolute, bool negate);
/* CLAMP leaves a NaN as it is. */
static inline bool ref_nan_kept(const struct ref_launch *launch)
{
    return launch->dx9_clamp && launch->dx9_clamp_nan;
}
uint32_t ref_output_modifiers(uint32_t value, const struct isa_alu *alu, bool nan_kept);

#endif
