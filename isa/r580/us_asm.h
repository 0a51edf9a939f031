/* us_asm.h - a program of the fragment shader processor while its text is read: what us_asm.c and us_asm_fields.c
 * share. */
#ifndef ISA_R580_US_ASM_H
#define ISA_R580_US_ASM_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/asm_scan.h"
#include "isa/r580/us_fields.h"
#include "isa/r580/us_text.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { LABELS_MAX = US_STORE, NAME_BYTES = 64 };

struct label {
    struct asm_word name;
    unsigned        address;
};

/* JUMP_ADDR(@name), to be filled in at the end. */
struct jump {
    struct asm_word name;
    unsigned        line, instruction;
};

struct assembly {
    struct asm_scan   scan;
    uint32_t         *dwords; /* US_STORE instructions */
    struct asm_place *places; /* of each dword */
    unsigned          count, base;
    uint32_t         *now;                    /* the instruction that is being read */
    uint64_t          given[US_FORMAT_COUNT]; /* of it, fields that the text has said */
    bool              units[US_UNITS];        /* and units */
    struct label      labels[LABELS_MAX];
    struct jump       jumps[US_STORE];
    unsigned          label_count, jump_count;
};

/* Words of the text into fields of the instruction that is being read; false and a diagnosis at the word. */
enum us_type us_asm_type_now(const struct assembly *a);
bool         us_asm_set(struct assembly *a, const struct us_field *field, uint32_t value);
uint32_t     us_asm_greatest(const struct us_field *field);
bool         us_asm_take_value(struct assembly *a, const struct us_field *field, uint32_t *value);
bool         us_asm_take_set(struct assembly *a, const struct us_field *field);
bool         us_asm_take_fields(struct assembly *a);
bool         us_asm_take_number(struct assembly *a, const char *letter, unsigned limit, uint32_t *number);
bool         us_asm_take_place(struct assembly *a, const struct us_place *place);
bool         us_asm_take_mask(struct assembly *a, const char *channels, uint32_t *mask);
bool us_asm_take_letters(struct assembly *a, const char *letters, unsigned count, const struct us_field *const *fields);

#endif
