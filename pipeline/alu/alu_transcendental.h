/* alu_transcendental.h - RECIP*, RECIPSQRT*, SQRT, EXP, LOG*, SIN, COS, RECIP_INT, RECIP_UINT (ISA table 4.6, 9.2). */
#ifndef PIPELINE_ALU_TRANSCENDENTAL_H
#define PIPELINE_ALU_TRANSCENDENTAL_H

#include "isa/r700/isa.h"
#include "kit/lanes.h"

/* False, and no result, when `id` is none of them. */
bool alu_transcendental(enum isa_alu_id id, const quarter_t *src, quarter_t *restrict result);

#endif
