/* simd_internal.h - what the parts of simd_wire share. */
#ifndef RTL_MODEL_R700_SIMD_INTERNAL_H
#define RTL_MODEL_R700_SIMD_INTERNAL_H

#include "rtl_model/r700/simd.h"

/* ---- groups of wires (simd_wires) ---- */

/* simd_wire.c */
void simd_wire_dispatcher(struct simd *simd);
void simd_wire_wave_table(struct simd *simd);
void simd_wire_flow(struct simd *simd);
void simd_wire_cf_fetch(struct simd *simd);
void simd_wire_cf_execute(struct simd *simd);
void simd_wire_exports(struct simd *simd);
void simd_wire_clauses(struct simd *simd);
/* simd_wire_fetch.c */
void simd_wire_fetch(struct simd *simd);
void simd_wire_spare(struct simd *simd);
/* simd_wire_alu.c */
void simd_wire_issue(struct simd *simd);
void simd_wire_slots(struct simd *simd);
void simd_wire_write_back(struct simd *simd);
void simd_wire_masks(struct simd *simd);
void simd_wire_gpr_file(struct simd *simd);
/* simd_arbiters.c */
void simd_wire_cf_arbiter(struct simd *simd);
void simd_wire_fetch_arbiter(struct simd *simd);
void simd_wire_alu_arbiters(struct simd *simd);

/* ---- what they share ---- */

/* True in a clock in which CF fetch could take a wavefront: its stage is empty or may become so. */
static inline bool simd_cf_chance(const struct simd *simd)
{
    return !simd->cf.q.fetch || simd->cf.q.fetch_wait <= 1;
}

/* The slot of the wavefront whose turn it is for CF fetch, or -1. */
int simd_next_wave(const struct simd *simd);
/* The clause that runs in a wavefront slot, or whose turn it is to start there; -1: none. */
int simd_next_clause(const struct simd *simd, unsigned parity);

/* The fetch clause whose turn it is to give the vertex fetch unit an instruction, or -1. */
int simd_next_fetch(const struct simd *simd);
/* Lanes in which a slot's instruction of the executing group executes (ISA 4.10). */
lane_mask_t simd_executing(const struct simd *simd, unsigned parity, unsigned slot);

/* Fetch clauses that are empty. */
unsigned simd_fetch_clauses_free(const struct simd *simd);

#endif
