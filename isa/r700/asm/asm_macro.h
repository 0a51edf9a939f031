/* asm_macro.h - instructions of shader model 5 on doubles, written as groups of R700's ALU (docs/dmovc.md). */
#ifndef ISA_R700_ASM_MACRO_H
#define ISA_R700_ASM_MACRO_H

#include "isa/asm_scan.h"

enum { ASM_MACRO_CHARS = 8192 };

/* Lines of assembly, each with its slot letter, the first of a group with a number. */
struct asm_macro_text {
    char     chars[ASM_MACRO_CHARS];
    size_t   length;
    unsigned groups;
};

/* dmovc, dmovc_sat, movc ...: capitals or not. */
bool asm_is_macro(struct asm_word word);
/* The groups of the macro `word`, whose operands come next, up to the end of the line. */
bool asm_macro_expand(struct asm_scan *s, struct asm_word word, struct asm_macro_text *text);
/* The names without _sat; NULL beyond the last. */
const char *asm_macro_name(unsigned number);
/* A stage that R700 has, by its short or its long name; one that it lacks is refused by name. */
bool asm_stage(struct asm_scan *s, struct asm_word word);

/* ---- what the parts of the macros share -------------------------------------------------------------------------- */

enum { MACRO_SOURCES = 3, MACRO_BASE_CHARS = 40, MACRO_PAIRS = 2, MACRO_CONSTANT_PAIRS = 2 };
enum { MACRO_NEGATE = 1, MACRO_ABSOLUTE = 2 }; /* of macro_operand.modifier */

enum macro_kind { MACRO_GPR, MACRO_RELATIVE_GPR, MACRO_CONSTANT, MACRO_CONSTANT_FILE, MACRO_PREVIOUS, MACRO_LITERAL };

struct macro_operand {
    enum macro_kind kind;
    unsigned        gpr;
    char            base[MACRO_BASE_CHARS]; /* "R5", "R[AR.x+5]", "KC0[3]" */
    uint32_t        literal[4];
    unsigned        modifier;
    uint8_t         swizzle[4];
};

struct macro_row;
struct macro {
    struct asm_scan        *scan;
    const struct macro_row *row;
    bool                    saturate;
    unsigned                mask; /* X in bit 0 */
    struct macro_operand    dest, src[MACRO_SOURCES], temporary;
    bool                    has_temporary;
    struct asm_macro_text  *out;
    bool                    numbered;  /* the group's number is written */
    bool                    lost;      /* PV is read behind the first group */
    bool                    crowded;   /* a group reads too many constants */
    unsigned                constants; /* of the group: pairs of elements */
    struct {
        char     base[MACRO_BASE_CHARS];
        unsigned pair;
    } constant[MACRO_CONSTANT_PAIRS];
};

struct macro_row {
    const char *name;
    unsigned    operands;
    bool        saturates, doubles; /* _sat; needs the 64-bit instructions */
    bool        condition;          /* src0 is one: any swizzle, no modifier */
    bool        single;             /* sources are 32 bits wide */
    enum { MASK_PAIRS, MASK_TWO, MASK_ANY } masks;
    bool (*expand)(struct macro *m);
    const char *operation; /* of comparisons */
    bool        swapped, inverted;
};

/* Destination, sources and TEMP, up to the end of the line. */
bool macro_read_operands(struct macro *m);

/* An operand's element as text, for an instruction of the group that is being written; it lives in an expression. */
struct macro_word {
    char chars[MACRO_BASE_CHARS + 8];
};
struct macro_word macro_element(struct macro *m, const struct macro_operand *operand, unsigned chan);
/* The same with the signs that an instruction on floats can give it. */
struct macro_word macro_modified(struct macro *m, const struct macro_operand *operand, unsigned chan);

void macro_group(struct macro *m);
void macro_put(struct macro *m, char slot, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline bool macro_writes(const struct macro *m, unsigned pair)
{
    return m->mask >> 2 * pair & 1;
}
static inline unsigned macro_low(const struct macro_operand *operand, unsigned pair)
{
    return operand->swizzle[2 * pair];
}
static inline unsigned macro_high(const struct macro_operand *operand, unsigned pair)
{
    return operand->swizzle[2 * pair + 1];
}

/* The word with a double's sign, or a float, under its modifier; operand 0 of the instruction is read in `swizzle`. */
void macro_sign(struct macro *m, char slot, const char *dest, const char *source, unsigned modifier,
                const char *swizzle);
/* dest becomes what it is between 0 and 1: asm_macro_move.c. */
void macro_saturate(struct macro *m);
/* The register named by TEMP(), when nothing else of the macro is in it. */
bool macro_needs_temporary(struct macro *m, const char *why);

bool macro_dmovc(struct macro *m);
bool macro_movc(struct macro *m);
bool macro_dmov(struct macro *m);
bool macro_dadd(struct macro *m);
bool macro_dmul(struct macro *m);
bool macro_compare(struct macro *m);
bool macro_choose(struct macro *m); /* dmin, dmax */
bool macro_dtof(struct macro *m);
bool macro_ftod(struct macro *m);

#endif
