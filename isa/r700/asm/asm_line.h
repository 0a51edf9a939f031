/* asm_line.h - one instruction of assembly text to its dwords. */
#ifndef ISA_R700_ASM_LINE_H
#define ISA_R700_ASM_LINE_H

#include "isa/asm_scan.h"
#include "isa/r700/isa.h"

/* ---- microcode word under construction (asm_fields.c) ---------------------------------------------------------- */

struct asm_code {
    enum isa_format_id format;
    uint32_t           dwords[4];
    uint64_t           given; /* a bit per field of the format: the text has said it */
};

void asm_begin(struct asm_code *code, enum isa_format_id format);
bool asm_given(const struct asm_code *code, const char *field);
/* Sets a field once; an error when it was set before or the value does not fit. */
bool asm_set(struct asm_scan *s, struct asm_code *code, const char *field, uint32_t value);
/* FIELD or FIELD(value), any field of the format by its name. */
bool asm_attribute(struct asm_scan *s, struct asm_code *code);
/* Attributes up to the end of the line. */
bool asm_attributes(struct asm_scan *s, struct asm_code *code);
/* ".xy0_" into `count` fields named PREFIX and x, y, z, w. */
bool asm_swizzle(struct asm_scan *s, struct asm_code *code, const char *prefix, unsigned count);
/* ".xy__" into a mask, X in bit 0. */
bool asm_mask(struct asm_scan *s, uint32_t *mask);
/* "R5" or "R[AL+5]"; `rel` may be NULL. */
bool asm_gpr(struct asm_scan *s, struct asm_code *code, const char *gpr, const char *rel);
/* ".x" */
bool asm_channel(struct asm_scan *s, uint32_t *chan);
/* "0x1, 0x2" up to `most` numbers; the number of them, 0 after an error. */
unsigned asm_numbers(struct asm_scan *s, uint32_t *values, unsigned most);

/* ---- control flow (asm_cf.c) ------------------------------------------------------------------------------------ */

struct asm_cf {
    const struct isa_cf_op *op; /* NULL for .cf */
    struct asm_code         code;
    struct asm_word         target; /* label of ADDR, or empty */
    bool                    has_addr, has_count;
    uint32_t                addr, count; /* COUNT is the number of slots, not the field */
};

const struct isa_cf_op *asm_find_cf(struct asm_word word);
bool                    asm_cf_line(struct asm_scan *s, const struct isa_cf_op *op, struct asm_cf *cf);
/* Puts ADDR or COUNT, once they are known, into the dwords. */
bool asm_cf_addr(struct asm_scan *s, struct asm_cf *cf, uint32_t addr);
bool asm_cf_count(struct asm_scan *s, struct asm_cf *cf, uint32_t count);

/* ---- ALU (asm_alu.c, asm_operand.c) ----------------------------------------------------------------------------- */

enum { ASM_SOURCES = 3, ASM_ANY_CHANNEL = -1 };

struct asm_literal {
    bool     used;
    int      chan; /* ASM_ANY_CHANNEL: where the group has room */
    bool     has_value;
    uint32_t value;
};

struct asm_alu {
    struct asm_code    code;
    bool               raw;  /* .alu: the dwords are final */
    char               slot; /* one of "xyzwt", or 0 */
    struct asm_place   place;
    struct asm_literal literal[ASM_SOURCES];
};

const struct isa_alu_op *asm_find_alu(struct asm_word word);
bool                     asm_alu_line(struct asm_scan *s, const struct isa_alu_op *op, char slot, struct asm_alu *alu);
/* Does a destination come next? */
bool asm_at_destination(struct asm_scan *s);
bool asm_source(struct asm_scan *s, struct asm_alu *alu, unsigned index);
bool asm_destination(struct asm_scan *s, struct asm_alu *alu);

/* ---- groups (asm_group.c) --------------------------------------------------------------------------------------- */

struct asm_group {
    struct asm_alu alu[ISA_SLOTS];
    unsigned       count;
    bool           explicit_last; /* the text said LAST: the group is complete */
    uint32_t       literal[4];
    bool           has_literal[4];
    unsigned       literals_given; /* by .literal */
    bool           prefer_trans;   /* slot letters are for ALU_INST_PREFER_VECTOR 0 */
};

enum { ASM_GROUP_DWORDS = 2 * ISA_SLOTS + 4 };
/* The dwords of a group with its literals, and where each is said; their number, 0 after an error. */
unsigned asm_group_finish(struct asm_scan *s, struct asm_group *group, uint32_t dwords[ASM_GROUP_DWORDS],
                          struct asm_place places[ASM_GROUP_DWORDS]);

/* ---- fetch (asm_fetch.c) ---------------------------------------------------------------------------------------- */

const struct isa_fetch_op *asm_find_fetch(struct asm_word word);
bool                       asm_fetch_line(struct asm_scan *s, const struct isa_fetch_op *op, struct asm_code *code);

/* The instruction, macro or directive nearest to a word that is none (asm_near.c). */
struct asm_nearest asm_nearest_instruction(struct asm_word word);

#endif
