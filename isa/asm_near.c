/* asm_near.c - the known name nearest to a misspelt one. */
#include "isa/asm_line.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 32 };

/* Insertions, deletions and substitutions from one word to the other. */
static unsigned distance(struct asm_word word, const char *name)
{
    unsigned row[LONGEST + 1];
    size_t   length = strlen(name);
    for (unsigned j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; i < word.length; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < length; j++) {
            unsigned change = diagonal + (toupper((unsigned char)word.at[i]) != toupper((unsigned char)name[j]));
            unsigned least = row[j] < row[j + 1] ? row[j] + 1 : row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = change < least ? change : least;
        }
    }
    return row[length];
}

struct nearest {
    const char *name;
    unsigned    distance;
};

static void try_name(struct nearest *nearest, struct asm_word word, const char *name)
{
    if (strlen(name) > LONGEST)
        return;
    unsigned away = distance(word, name);
    if (away < nearest->distance)
        *nearest = (struct nearest){name, away};
}

const char *asm_nearest(struct asm_word word)
{
    static const char *const directives[] = {".dword", ".literal", ".org", ".size", ".cf", ".alu", ".fetch"};
    struct nearest           nearest = {NULL, word.length > 6 ? 4 : 3};
    if (!word.length || word.length > LONGEST)
        return NULL;
    for (unsigned i = 0; i < isa_cf_op_count; i++)
        try_name(&nearest, word, isa_cf_ops[i].name);
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        try_name(&nearest, word, isa_alu_ops[i].name);
    for (unsigned i = 0; i < isa_fetch_op_count; i++)
        try_name(&nearest, word, isa_fetch_ops[i].name);
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        try_name(&nearest, word, directives[i]);
    return nearest.name;
}
