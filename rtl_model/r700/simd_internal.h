/* simd_internal.h - what the parts of simd_wire share. */
#ifndef RTL_MODEL_R700_SIMD_INTERNAL_H
#define RTL_MODEL_R700_SIMD_INTERNAL_H

#include "rtl_model/r700/simd.h"

/* Settles the wires of the ALU side; called by simd_wire after the clauses' wires. */
void simd_wire_alu(struct simd *simd);

#endif
