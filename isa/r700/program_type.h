/* program_type.h - the types of programs that run on a SIMD; each has a queue, registers and limits of its own
 * (ISA 2.1; 3D 3).  FS runs as part of VS; DC, which copies, is a VS for the machine. */
#ifndef ISA_R700_PROGRAM_TYPE_H
#define ISA_R700_PROGRAM_TYPE_H

#include <stdint.h>

enum isa_program_type { ISA_PS, ISA_VS, ISA_GS, ISA_ES, ISA_CS, ISA_PROGRAM_TYPES };
typedef uint8_t program_type_t;

/* A wavefront, by its place in the order of launches. */
typedef uint32_t wave_number_t;

/* One number for each type. */
typedef struct {
    uint8_t type[ISA_PROGRAM_TYPES];
} type_byte_t;
typedef struct {
    uint16_t type[ISA_PROGRAM_TYPES];
} type_half_t;
typedef struct {
    uint32_t type[ISA_PROGRAM_TYPES];
} type_word_t;

#endif
