/* dis_text.h - the tools of the disassembler: a text buffer and a microcode word with a mark for each field that
 * has been written.  Unmarked fields are written at the end as FIELD(value), so no bit can be forgotten. */
#ifndef ISA_R700_DIS_TEXT_H
#define ISA_R700_DIS_TEXT_H

#include "isa/r700/isa.h"

struct dis_text {
    char  *at;
    size_t size, used; /* `used` counts what did not fit as well */
};

struct dis_word {
    enum isa_format_id format;
    const uint32_t    *dwords;
    uint64_t           taken; /* a bit per field of the format: already in the text, or meant to be silent */
    struct dis_text    text;
    char               note_buffer[256];
    struct dis_text    note; /* what is wrong with the instruction */
};

void dis_add(struct dis_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

void dis_begin(struct dis_word *d, enum isa_format_id format, const uint32_t *dwords, char *text, size_t size);
/* A reason to flag the instruction. */
void dis_note(struct dis_word *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the notes as a comment; the length of the whole text. */
size_t dis_end(struct dis_word *d);

bool     dis_has(const struct dis_word *d, const char *field);
uint32_t dis_peek(const struct dis_word *d, const char *field);
uint32_t dis_take(struct dis_word *d, const char *field);
bool     dis_taken(const struct dis_word *d, const char *field);

/* ".xy0_" from `count` fields named PREFIX and x, y, z, w. */
void dis_swizzle(struct dis_word *d, const char *prefix, unsigned count);
/* "R5" or "R[AL+5]" from a GPR field and, when it has one, its relative bit. */
void dis_gpr(struct dis_word *d, const char *gpr, const char *rel);
/* Every field that was not taken and is not zero. */
void dis_rest(struct dis_word *d);

/* What these bits probably mean: a small integer, or a float with as many digits as it takes to read it back. */
void dis_value(struct dis_text *text, uint32_t bits);

/* An ALU instruction within its group.  `slot` is one of "xyzwt", or 0 when unknown; `literals` may be NULL. */
void dis_alu_line(struct dis_word *d, char slot, const uint32_t *literals);

#endif
