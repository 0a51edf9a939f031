/* alu_functions.h - what each ALU operation computes, on a quarter wavefront of 16 lanes (ISA 4.7.2, 4.8, 4.9.1, 9.2).
 *
 * Pure functions; the clocked slots call them.  One call is one slot's work in one clock: input modifiers, operation,
 * output modifiers.  A result never overlaps its operands.
 *
 * Numbers: binary32, round to nearest even; a denormal operand or result of a float operation is a zero of the same
 * sign.  A NaN result is the first NaN operand made quiet, or ALU_DEFAULT_NAN when no operand is one. */
#ifndef PIPELINE_ALU_FUNCTIONS_H
#define PIPELINE_ALU_FUNCTIONS_H

#include "isa/r700/isa.h"
#include "kit/lanes.h"

/* The NaN of an invalid operation.  ISA 9.2 (FLT32_TO_FLT64, note 2) pairs this word with NaN64, the NaN that the
 * tables of the 64-bit operations print for invalid operations.  GUESS: single precision uses the same one. */
#define ALU_DEFAULT_NAN 0xffc00000u

/* One slot's operation: `src` after the input modifiers, `result` before the output modifiers.  A bit of `flags` is
 * the new predicate (1 = execute) for PRED_SET*, the kill bit for KILL*, otherwise 0.  For MOVA* the result is the
 * value for AR, -256..255, sign-extended.  Operations of alu_reduce and alu_double, NOP and illegal ones give 0. */
void alu_compute(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result,
                 quarter_mask_t *restrict flags);

/* DOT4, DOT4_IEEE, MAX4, CUBE: operands and results of slots X, Y, Z, W (ISA 4.8.2).  The result of all but CUBE is
 * the same in all four. */
void alu_reduce(enum isa_alu_id id, const quarter_t src0[4], const quarter_t src1[4], quarter_t result[restrict 4]);

/* The *_64 operations: operands and results of slots X, Y, Z, W, each double in the two slots of a pair as its page in
 * ISA 9.2 lays it out.  The bits of flags[0] and flags[1] are the predicates of PRED_SET*_64 in slots X, Y and Z, W. */
void alu_double(enum isa_alu_id id, const quarter_t src[4][3], quarter_t result[restrict 4],
                quarter_mask_t flags[restrict 2]);

/* Absolute value, then negation; the sign bit only, so NaNs and denormals keep their other bits (ISA 4.7.2). */
void alu_modify_input(quarter_t *value, bool absolute, bool negate);

/* CLAMP, and what a clamped NaN becomes: 0, or itself (3D 10, DX10_CLAMP). */
enum { CLAMP_OFF, CLAMP_NAN_ZERO, CLAMP_NAN_KEPT };

/* Scale by ISA_OMOD_*, then clamp to [0, 1] (ISA 4.9.1).  With neither, every bit is kept. */
void alu_modify_output(quarter_t *value, unsigned omod, unsigned clamp);

/* The same for a double in the two slots of a pair, low word first (ISA 9.2, output modifiers of ADD_64 and others).
 * FLT64_TO_FLT32 has a single float in the first slot, and alu_modify_output. */
void alu_modify_double_output(quarter_t pair[2], unsigned omod, unsigned clamp);

#endif
