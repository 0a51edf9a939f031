/* dis.h - microcode to text.  docs/assembly.md has the grammar; isa_assemble (asm.h) reads what is written here.
 *
 * Nothing is hidden: a field that is not zero is in the text, whether the instruction uses it or not, so the text
 * assembles to the same bits.  What is reserved or illegal is also named in a comment at the end of its line. */
#ifndef ISA_R700_DIS_H
#define ISA_R700_DIS_H

#include "kit/diag.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct isa_dis_options {
    bool raw_words;    /* the dwords of each line in a comment */
    bool prefer_trans; /* slot letters as with SQ_CONFIG.ALU_INST_PREFER_VECTOR = 0 (see isa_group_assemble) */
    /* Called before each line that shows instructions, with the address of the first in 64-bit words; or NULL. */
    void (*line)(void *context, unsigned address);
    void *context;
};

/* Writes a whole program: the CF instructions reached from address 0, each clause under the first CF instruction that
 * starts it, and what is left as data.  `options` may be NULL.  False when there is no program or the file fails. */
bool isa_disassemble(const uint32_t *dwords, unsigned count, const struct isa_dis_options *options, FILE *out,
                     struct diag *diag);

/* One instruction as one line.  The length without the terminator is returned, as snprintf does: text that does not
 * fit is cut, and a result >= size says so.  isa_dis_alu has no group around it: it writes LAST, and literals by name.
 */
size_t isa_dis_cf(const uint32_t dwords[2], char *text, size_t size);
size_t isa_dis_alu(const uint32_t dwords[2], char *text, size_t size);
/* `cf_opcode` is that of the clause: TEX 1, VTX 2, VTX_TC 3. */
size_t isa_dis_fetch(unsigned cf_opcode, const uint32_t dwords[4], char *text, size_t size);

/* True, with `diag`, when a clause, a jump or the way on leads out of the program: it is not all of one, or another
 * machine's. */
bool isa_leads_outside(const char *name, const uint32_t *dwords, unsigned count, struct diag *diag);

#endif
