/* asm_near.c - the known name nearest to a misspelt one. */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/asm/asm_macro.h"
#include "kit/near.h"

struct nearest {
    const char *name;
    unsigned    distance;
};

static void try_name(struct nearest *nearest, struct asm_word word, const char *name)
{
    unsigned away = near_distance(word.at, word.length, name);
    if (away < nearest->distance)
        *nearest = (struct nearest){name, away};
}

const char *asm_nearest(struct asm_word word)
{
    static const char *const directives[] = {".dword", ".literal", ".org",   ".size",         ".cf",
                                             ".alu",   ".fetch",   ".stage", ".prefer_vector"};
    struct nearest           nearest = {NULL, word.length > 6 ? 4 : 3};
    if (!word.length)
        return NULL;
    for (unsigned i = 0; i < isa_cf_op_count; i++)
        try_name(&nearest, word, isa_cf_ops[i].name);
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        try_name(&nearest, word, isa_alu_ops[i].name);
    for (unsigned i = 0; i < isa_fetch_op_count; i++)
        try_name(&nearest, word, isa_fetch_ops[i].name);
    for (unsigned i = 0; asm_macro_name(i); i++)
        try_name(&nearest, word, asm_macro_name(i));
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        try_name(&nearest, word, directives[i]);
    return nearest.name;
}
