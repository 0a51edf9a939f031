/* asm.h - text to microcode.  docs/assembly.md has the grammar. */
#ifndef ISA_R700_ASM_H
#define ISA_R700_ASM_H

#include "kit/diag.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ISA_ASM_MAX_DWORDS = 1 << 20 };

/* Assembles `source` (`length` bytes, no terminator needed).  `name` stands before the line in error messages.  On
 * success *dwords (the caller frees it) holds *count dwords, the CF program first.  On an error nothing is left. */
bool isa_assemble(const char *name, const char *source, size_t length, uint32_t **dwords, unsigned *count,
                  struct diag *diag);

#endif
