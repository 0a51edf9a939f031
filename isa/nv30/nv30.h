/* nv30.h - the instruction set of the CineFX (NV30) shader core as data: instructions, and our own words for them.
 *
 * No document shows the chip's encoding; the words here are ours, so that programs can be kept as hex dumps and raw
 * dwords like those of the other machines.  Six dwords an instruction:
 *
 *   0   opcode 7:0, saturate 8, FP16 9, target 12:10, texture unit 16:13, write mask 20:17 (bit 17 is x)
 *   1   destination: file 1:0, number 8:2
 *   2-5 operands: file 2:0, number 12:3, swizzle 20:13 (two bits each, x lowest), negate 21, absolute 22
 *
 * The other bits are 0.  Decoding refuses what encoding does not make. */
#ifndef ISA_NV30_NV30_H
#define ISA_NV30_NV30_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/asm_scan.h"
#include "kit/diag.h"

enum {
    NV30_DWORDS = 6,
    NV30_INSTRUCTIONS_MAX = 1024, /* NV_fragment_program 2.14.2 */
    NV30_FULL = 32,               /* R0 to R31 */
    NV30_HALF = 64,               /* H0 to H63; 2 R + H is at most this (NV_fragment_program) */
    NV30_CONSTANTS = 256,         /* ours: as many as a launch can give */
    NV30_UNITS = 16,              /* texture image units of NV_fragment_program */
    NV30_SOURCES = 4
};

enum nv30_op {
#define NV30_OP(id, ...) NV30_##id,
#define NV30_ALIAS(...)
#include "isa/nv30/ops.def"
#undef NV30_OP
#undef NV30_ALIAS
    NV30_OPS
};

enum nv30_flags {
    NV30_HAS_DST = 1,
    NV30_IS_SCALAR = 2,
    NV30_IS_READ = 4,
    NV30_HAS_1D = 8, /* 8 << target - 1 */
    NV30_HAS_2D = 16,
    NV30_HAS_3D = 32,
    NV30_HAS_CUBE = 64,
    NV30_HAS_PAIRS = 128
};

enum nv30_target { NV30_NO_TARGET, NV30_1D, NV30_2D, NV30_3D, NV30_CUBE, NV30_TARGETS };

enum nv30_source_file { NV30_SRC_NONE, NV30_SRC_FULL, NV30_SRC_HALF, NV30_SRC_ATTRIBUTE, NV30_SRC_CONSTANT };
enum nv30_dest_file { NV30_DST_NONE, NV30_DST_FULL, NV30_DST_HALF, NV30_DST_OUTPUT };

/* What the rasterizer has of a pixel: eight coordinate sets, two colours, and x, y, Z, 1/W of its place.  They are the
 * GPRs 0 to 10 of a launch. */
enum nv30_attribute { NV30_TEX0, NV30_COL0 = 8, NV30_COL1, NV30_WPOS, NV30_ATTRIBUTES };
enum nv30_output { NV30_COLR, NV30_COLH, NV30_DEPR, NV30_OUTPUTS };

struct nv30_op_info {
    const char *name, *row; /* of the article's table, or NULL */
    uint8_t     passes, sources;
    unsigned    flags;
    const char *doc;
};
extern const struct nv30_op_info nv30_ops[NV30_OPS];

struct nv30_source {
    enum nv30_source_file file;
    unsigned              number;
    uint8_t               swizzle[4];
    bool                  negate, absolute;
};

struct nv30_instruction {
    enum nv30_op        op;
    bool                saturate, half; /* half: computed and rounded as FP16 */
    enum nv30_target    target;
    unsigned            unit;
    unsigned            mask; /* bit 0 is x */
    enum nv30_dest_file file;
    unsigned            number;
    struct nv30_source  source[NV30_SOURCES];
};

extern const char *const nv30_target_names[NV30_TARGETS];
extern const char *const nv30_attribute_names[NV30_ATTRIBUTES]; /* "TEX0" */
extern const char *const nv30_output_names[NV30_OUTPUTS];       /* "COLR" */

void nv30_encode(const struct nv30_instruction *instruction, uint32_t dwords[NV30_DWORDS]);
/* False and the reason, without a place, when the words are no instruction or break a rule (nv30_fault). */
bool nv30_decode(const uint32_t dwords[NV30_DWORDS], struct nv30_instruction *instruction, char *why, size_t size);
/* What is wrong with an instruction by itself; false and the reason. */
bool nv30_legal(const struct nv30_instruction *instruction, char *why, size_t size);

/* A program's rules: registers that fit (NV_fragment_program), one colour.  Halves counts the FP16 registers that its
 * registers take, an R or an output of FP32 as two. */
bool nv30_program_legal(const struct nv30_instruction *instructions, unsigned count, unsigned *halves, unsigned *at,
                        char *why, size_t size);

/* Text:
 *
 *     !!FP1.0                                  # may be left out
 *     TEX R0, f[TEX0], TEX0, 2D;
 *     MADH_SAT H1.xyz, -|R0.x|, c[3], f[COL0];
 *     MOV o[COLR], H1;
 *     END                                      # may be left out
 *
 * One instruction a line, capitals or not; `;` may end it, `#` or two slashes start a comment.  The suffix R or H is
 * its precision; without, that of the destination.  On success *dwords (the caller frees it) holds `count` of them. */
bool nv30_assemble(const char *name, const char *text, size_t length, uint32_t **dwords, unsigned *count,
                   struct asm_place **places, struct diag *diag);
/* A line of text without its end, which assembles to the same words. */
void nv30_print(const struct nv30_instruction *instruction, char *text, size_t size);
/* All of them, a line each; false: the words of `name` are no program. */
bool nv30_disassemble(const char *name, const uint32_t *dwords, unsigned count, FILE *out, struct diag *diag);

#endif
