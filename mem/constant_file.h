/* constant_file.h - the constant registers C[0..255] of a stage in constant-file (DirectX 9) mode (ISA 4.6.4), and
 * those of the stage that ALT_CONST reaches (ISA 4.6.4.6).
 *
 * Written by the host before the launch (SQ_ALU_CONSTANT registers), read combinationally when a group is issued; the
 * two element-pair read ports are checked with the group's other ports (ISA 4.7.5, 4.7.9.3). */
#ifndef MEM_CONSTANT_FILE_H
#define MEM_CONSTANT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "kit/rtl.h"

enum { CONSTANT_FILE_VECTORS = ISA_CFILE_CONSTANTS, CONSTANT_FILE_ROWS = 2 * CONSTANT_FILE_VECTORS };

typedef struct {
    uint32_t element[4];
} constant_t;

/* clang-format off */
#define CONSTANT_FILE_SIGNALS(S)                                                                       \
    S(REG,   uint16_t,   count,  10, "rows up to the last one that the host wrote")                     \
    S(MEM,   constant_t, vector, 32, "constant register x y z w; from 256 on the other stage's", CONSTANT_FILE_ROWS)
/* clang-format on */

RTL_PASSIVE(constant_file, CONSTANT_FILE_SIGNALS);

RTL_RESET(constant_file, ZERO);
/* The 256 constants of the stage, or of the other one. */
static inline const uint32_t *constant_file_of(const struct constant_file *file, bool alternate)
{
    return file->vector[alternate ? CONSTANT_FILE_VECTORS : 0].element;
}
/* The state after the host's writes: `count` vectors of four words from `words`, the rest 0. */
void constant_file_load(struct constant_file *file, const uint32_t *words, unsigned count);

#endif
