/* asm_near.c - the instruction, macro or directive nearest to a misspelt one. */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/asm/asm_macro.h"

struct asm_nearest asm_nearest_instruction(struct asm_word word)
{
    static const char *const directives[] = {".dword", ".literal", ".org",   ".size",         ".cf",
                                             ".alu",   ".fetch",   ".stage", ".prefer_vector"};
    struct asm_nearest       nearest = asm_nearest_to(word);
    for (unsigned i = 0; i < isa_cf_op_count; i++)
        asm_nearest_try(&nearest, isa_cf_ops[i].name);
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        asm_nearest_try(&nearest, isa_alu_ops[i].name);
    for (unsigned i = 0; i < isa_fetch_op_count; i++)
        asm_nearest_try(&nearest, isa_fetch_ops[i].name);
    for (unsigned i = 0; asm_macro_name(i); i++)
        asm_nearest_try(&nearest, asm_macro_name(i));
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++)
        asm_nearest_try(&nearest, directives[i]);
    return nearest;
}
