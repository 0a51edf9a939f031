/* slots.h - shapes that several modules share: a number or a mask for each ALU slot, the places of a clause's locked
 * constant-cache lines. */
#ifndef ISA_R700_SLOTS_H
#define ISA_R700_SLOTS_H

#include <stdint.h>

#include "isa/r700/isa.h"

/* One for each slot X Y Z W T. */
typedef struct {
    uint8_t slot[ISA_SLOTS];
} slot_byte_t;
typedef struct {
    uint16_t slot[ISA_SLOTS];
} slot_half_t; /* the lanes of a quarter */
typedef struct {
    uint64_t slot[ISA_SLOTS];
} slot_mask_t; /* the lanes of a wavefront */

/* Ways of the lines that an ALU clause locks: two sets of one or two (ISA 4.6.4.1). */
enum { KCACHE_CLAUSE_LINES = 4 };
typedef struct {
    uint8_t line[KCACHE_CLAUSE_LINES];
} kcache_ways_t;

#endif
