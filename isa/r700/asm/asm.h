/* asm.h - text to microcode.  docs/assembly.md has the grammar. */
#ifndef ISA_R700_ASM_H
#define ISA_R700_ASM_H

#include "isa/asm_scan.h"
#include "kit/diag.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ISA_ASM_MAX_DWORDS = 1 << 20 };

/* Assembles `source` (`length` bytes, no terminator needed).  `name` stands before the line in error messages.  On
 * success *dwords (the caller frees it) holds *count dwords, the CF program first; *places, unless `places` is NULL,
 * where the text says each of them, which the caller frees too.  On an error nothing is left. */
bool isa_assemble(const char *name, const char *source, size_t length, uint32_t **dwords, unsigned *count,
                  struct asm_place **places, struct diag *diag);

/* One instruction that is a macro (docs/dmovc.md) as what it becomes: lines of assembly, and their dwords as they stand
 * in an ALU clause.  Both strings are the caller's. */
struct isa_macro_groups {
    char     *text;
    uint32_t *dwords;
    unsigned  count, groups;
    bool      doubles; /* instructions of double precision are among them (ISA 4.12) */
};
/* `stage`, which may be NULL, is a program type ("ps", "pixel" ...).  On an error nothing is left. */
bool isa_expand_macro(const char *name, const char *line, const char *stage, struct isa_macro_groups *groups,
                      struct diag *diag);

#endif
