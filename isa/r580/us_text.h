/* us_text.h - instructions of the fragment shader processor as text, and text as instructions.
 *
 *     3 ALU ALU_WAIT ALU_RESULT_OP(LESS)
 *         rgb   [R1, C5+aL, #0.5; SUB] MAD R4.rg, src0.rgb, -|srcp.ggg|, src1.001 MUL_2 CLAMP PRED(!RRRR)
 *         alpha [R1] RCP R4.a, src0.a
 *     4 FC JUMP JUMP_ANY JUMP_FUNC(0x0f) B_OP0(INCR) JUMP_ADDR(9) ALU_WAIT ; IF c
 *     5 TEX LD R2.rgba, T3.rgba, R1.rgba TEX_SEM_ACQUIRE
 *
 * An instruction begins with its type; what its syntax does not say follows as fields by the manual's names: FLAG,
 * NAME(VALUE); a field that is 0 is left out.  An ALU or output instruction has a line for each unit: in brackets the
 * three sources (R temporary, C constant, # inline constant; those left out are #0.0009765625, the code 0x80) and the
 * presubtract operation (BIAS, SUB, ADD, INV), then operation, destination with its write mask (_ for none) and inputs:
 * src0 to src2 or srcp with a letter for each channel (r g b a, 0, h one half, 1, _ unused), -, | | or both.  Of a
 * texture instruction the second operand is the texture with what comes to r g b a, then coordinates s t r q, and with
 * DXDY slopes to the right and downwards.  A number in front of an instruction is there for the reader; `name:` is a
 * label, JUMP_ADDR(@name) its address. */
#ifndef ISA_R580_US_TEXT_H
#define ISA_R580_US_TEXT_H

#include "isa/asm_scan.h"
#include "isa/r580/us.h"
#include "kit/diag.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* `count` instructions, the first with number `base`; any dwords are some instruction, and the text assembles to the
 * same.  What is reserved, or against a rule that the manual states, is named in a comment. */
void us_disassemble(const uint32_t *dwords, unsigned count, unsigned base, FILE *out);

/* On success *dwords (the caller frees it) holds US_WORDS for each of *count instructions, at most US_STORE; a label's
 * address is `base` and the instructions before it.  `name` stands before the line in messages. */
bool us_assemble(const char *name, const char *source, size_t length, unsigned base, uint32_t **dwords, unsigned *count,
                 struct asm_place **places, struct diag *diag);

#endif
