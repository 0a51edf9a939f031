/* constant_file.h - the constant registers C[0..255] of a stage in constant-file (DirectX 9) mode (ISA 4.6.4).
 *
 * Written by the host before the launch (SQ_ALU_CONSTANT registers), read combinationally when a group is issued; the
 * two element-pair read ports are checked with the group's other ports (ISA 4.7.5, 4.7.9.3). */
#ifndef MEM_CONSTANT_FILE_H
#define MEM_CONSTANT_FILE_H

#include <stdint.h>

#include "isa/isa.h"
#include "kit/rtl.h"

enum { CONSTANT_FILE_VECTORS = ISA_CFILE_CONSTANTS };

typedef struct {
    uint32_t element[4];
} constant_t;

/* clang-format off */
#define CONSTANT_FILE_SIGNALS(IN, OUT, REG)                                                             \
    REG(uint16_t, count, 9, "constants that the host wrote")

#define CONSTANT_FILE_MEMORIES(MEM)                                                                     \
    MEM(constant_t, vector, CONSTANT_FILE_VECTORS, 32, "constant register x y z w")
/* clang-format on */

struct constant_file_reg {
    CONSTANT_FILE_SIGNALS(RTL_SKIP, RTL_FIELD, RTL_FIELD)
};
struct constant_file {
    struct constant_file_reg q, d;
    CONSTANT_FILE_MEMORIES(RTL_ARRAY)
};

extern const struct rtl_module constant_file_rtl;

/* The state after reset and after the host's writes: `count` vectors of four words from `words`, the rest 0. */
void constant_file_load(struct constant_file *file, const uint32_t *words, unsigned count);

#endif
