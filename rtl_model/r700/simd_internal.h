/* simd_internal.h - what the parts of simd_wire share. */
#ifndef RTL_MODEL_R700_SIMD_INTERNAL_H
#define RTL_MODEL_R700_SIMD_INTERNAL_H

#include "rtl_model/r700/simd.h"

/* Settles the wires of the ALU side; called by simd_wire after the clauses' wires. */
void simd_wire_alu(struct simd *simd);
/* Settles the wires of the arbiters; called last. */
void simd_wire_arbiters(struct simd *simd);

/* True in a clock in which CF fetch could take a wavefront: its stage is empty or may become so. */
static inline bool simd_cf_chance(const struct simd *simd)
{
    return !simd->cf.q.fetch || simd->cf.q.fetch_wait <= 1;
}

/* The slot of the wavefront whose turn it is for CF fetch, or -1. */
int simd_next_wave(const struct simd *simd);
/* The clause that runs in a wavefront slot, or whose turn it is to start there; -1: none. */
int simd_next_clause(const struct simd *simd, unsigned parity);

/* Settles the wires of the fetch clauses and their units; called after the ALU's and the exports'. */
void simd_wire_fetch(struct simd *simd);
/* Fetch clauses that are empty. */
unsigned simd_fetch_clauses_free(const struct simd *simd);
/* Modules of the fetch side whose clock is not gated off, bits of `clocked`. */
uint64_t simd_fetch_clocked(const struct simd *simd);

#endif
