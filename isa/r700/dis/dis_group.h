/* dis_group.h - where an instruction group ends, also when it is illegal (ISA 4.3, 4.7.6). */
#ifndef ISA_R700_DIS_GROUP_H
#define ISA_R700_DIS_GROUP_H

#include "isa/r700/isa.h"

struct dis_extent {
    enum isa_group_status status;       /* ISA_GROUP_OK, _TRUNCATED or _TOO_LONG */
    unsigned              instructions; /* when not OK: 64-bit words up to where a group may start again */
    unsigned              literals;     /* 0, 2 or 4 dwords */
};

/* The group at `words`, of which `count` 64-bit words are left in the clause (at least one). */
struct dis_extent dis_group_extent(const uint32_t *words, unsigned count);

/* Literal dwords that follow these instructions: any operand field counts, also one that the instruction ignores. */
unsigned dis_group_literals(const uint32_t *words, unsigned instructions);

/* A bit for each literal that an operand of these instructions reads. */
unsigned dis_named_literals(const uint32_t *words, unsigned instructions);

#endif
