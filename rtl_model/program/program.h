/* program.h - shader programs from files: one entry for every form a program comes in.
 *
 * The form is recognised by content, never by name:
 *   ELF       the file starts with 7f 'E' 'L' 'F': a 32-bit little-endian AMDGPU object as LLVM writes it for rv770,
 *             rv730 and rv710.  `.text` is the program; `.AMDGPU.config`, when there, is (register, value) pairs.
 *             e_flags has the chip (EF_AMDGPU_MACH_R600_*).
 *   raw       any byte that text does not have (a NUL, another control character but tab, line ends and form feed):
 *             little-endian dwords.  Every program has such a byte: the address fields of a control-flow instruction
 *             other than an ALU clause have zero upper bits (ISA 10.1), hence a NUL.
 *   hex       text whose first word is eight hexadecimal digits, or that has nothing but hexadecimal digits: dwords of
 *             exactly eight digits with or without 0x, one or more a line, between blanks or commas.  '#', ';' and
 *             two slashes start a comment that ends with the line.
 *   assembly  any other text, see isa/r700/asm/asm.h and isa/r580/us_text.h.
 *
 * Which instructions, and which of these forms, the rules of a family of machines say.
 *
 * Nothing here judges the instructions: an object of LLVM 14 that writes AR has opcode 0xcc (Evergreen's MOVA_INT)
 * where R700 has 0x18; which words are ALU instructions only the walk of the control flow tells, so the checker names
 * it. */
#ifndef RTL_MODEL_PROGRAM_H
#define RTL_MODEL_PROGRAM_H

#include "isa/asm_scan.h"
#include "kit/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum program_form { PROGRAM_ELF, PROGRAM_RAW, PROGRAM_HEX, PROGRAM_ASM };

/* The ADDR field counts 64-bit words and has 22 bits (ISA 10.1). */
enum { PROGRAM_WORDS_MAX = 1 << 22, PROGRAM_DWORDS_MAX = 2 * PROGRAM_WORDS_MAX, PROGRAM_FILE_MAX = 1 << 28 };

struct program_register {
    uint32_t offset, value; /* absolute byte offset of the register, as the register manual prints it */
};

/* What a family of machines says of its programs. */
struct program_rules {
    const char *instructions; /* whose they are: "R700" */
    unsigned    dwords;       /* of an instruction */
    const char *dwords_text;  /* "two dwords (ISA 10.1)" */
    unsigned    most;         /* dwords of a program */
    const char *most_text;    /* "what the ADDR field can name (ISA 10.1)" */
    bool        objects;      /* ELF objects are programs */
    bool (*assemble)(const char *name, const char *text, size_t length, uint32_t **dwords, unsigned *count,
                     struct asm_place **places, struct diag *diag);
};
extern const struct program_rules program_r700;

/* What an instruction of another kind becomes: assembly, and its dwords as they stand in a clause. */
struct program_groups {
    char     *text;
    uint32_t *dwords;
    unsigned  dword_count, group_count;
};

struct program {
    uint32_t                   *dwords;
    unsigned                    count; /* dwords of whole instructions, never 0 */
    enum program_form           form;
    const struct program_rules *rules;                /* by which it was read; NULL: R700's */
    bool                        has_config;           /* the file has an SQ_PGM_RESOURCES_* pair */
    unsigned                    num_gprs, stack_size; /* its bits 7:0 and 15:8; 0 without it */
    unsigned                    fetch_cache_lines;    /* its bits 26:24 */
    const char                 *chip;                 /* for which an object was made: "rv770"; NULL: it does not say */
    struct program_register    *config;               /* all pairs of `.AMDGPU.config`, in order */
    unsigned                    config_count;
    struct asm_place           *places; /* of assembly: where it says each dword; NULL: it is no text */
    uint64_t                    hash;   /* program_hash of the dwords */
};

/* On failure `program` is empty; freeing it is allowed. */
bool program_load_as(const struct program_rules *rules, const char *path, struct program *program, struct diag *diag);
/* The same from memory; `name` stands in for the file name in diagnoses. */
bool program_parse_as(const struct program_rules *rules, const char *name, const void *bytes, size_t length,
                      struct program *program, struct diag *diag);
/* The bytes of a program's file, a pipe too, which the caller frees; NULL and a diagnosis on failure. */
void *program_bytes(const char *path, size_t *length, struct diag *diag);
/* The same for R700. */
bool program_load(const char *path, struct program *program, struct diag *diag);
bool program_parse(const char *name, const void *bytes, size_t length, struct program *program, struct diag *diag);
void program_free(struct program *program);
/* Where its text says a dword; line 0: nowhere, it is no text. */
struct asm_place program_place(const struct program *program, size_t dword);
/* Adds it to a diagnosis of the program's file; returns false. */
bool program_locate(const struct program *program, size_t dword, struct diag *diag);

/* "elf", "raw", "hex", "assembly" */
const char       *program_form_name(enum program_form form);
enum program_form program_recognise(const void *bytes, size_t length);

/* The hash (kit/hash.h) of the bytes of the dwords in little-endian order. */
uint64_t program_hash(const uint32_t *dwords, size_t count);

/* ---- the forms, each filling dwords, count and configuration -------------------------------------------------- */

bool program_from_elf(const char *name, const void *bytes, size_t length, struct program *program, struct diag *diag);
bool program_from_hex(const char *name, const char *text, size_t length, struct program *program, struct diag *diag);
/* Copies little-endian dwords; `what` names them in diagnoses ("file", ".text"). */
bool program_from_dwords(const char *name, const char *what, const void *bytes, size_t length, struct program *program,
                         struct diag *diag);
/* True when the text is recognised as a hex dump. */
bool program_is_hex(const char *text, size_t length);

#endif
