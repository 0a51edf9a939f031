/* asm_clause.h - a program that is read line by line, and the clause to which a line belongs. */
#ifndef ISA_R700_ASM_CLAUSE_H
#define ISA_R700_ASM_CLAUSE_H

#include "isa/r700/asm/asm_line.h"
#include "isa/r700/asm/asm_program.h"

struct assembler {
    struct asm_scan    scan;
    struct asm_program program;
    int                clause;   /* the item that takes instructions, or ASM_NO_ITEM */
    int                cf;       /* the CF instruction that may still get a clause, or ASM_NO_ITEM */
    bool               labelled; /* a label stands before this line: instructions start a clause of their own */
    struct asm_group   group;
    bool               prefer_trans; /* slot letters are for ALU_INST_PREFER_VECTOR 0 */
};

/* The group that is open gets its end. */
bool asm_finish_group(struct assembler *a);
bool asm_close_clause(struct assembler *a);
/* An instruction of a clause: which one, and does it belong there? */
bool asm_enter_clause(struct assembler *a, enum asm_item_kind kind, const char *what);

#endif
