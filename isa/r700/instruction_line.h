/* instruction_line.h - the unit in which instructions are fetched, of caches, buffers and CF fetch (RV770 timing S14,
 * S15). */
#ifndef ISA_R700_INSTRUCTION_LINE_H
#define ISA_R700_INSTRUCTION_LINE_H

enum { INSTRUCTION_LINE_WORDS = 8 }; /* 64-bit words of a line of an instruction cache */

#endif
