/* pass_make.h - the passes of one instruction, for pass.c. */
#ifndef RTL_MODEL_NV30_PASS_MAKE_H
#define RTL_MODEL_NV30_PASS_MAKE_H

#include "rtl_model/nv30/pass.h"

/* A pass of an instruction that does nothing. */
struct nv30_pass nv30_empty_pass(uint8_t op, uint16_t instruction, bool first);
/* Adds the passes of the instruction with that number to the list, which has room; with `second` those of both texture
 * reads. */
void nv30_make_passes(struct nv30_passes *passes, const struct nv30_instruction *instruction,
                      const struct nv30_instruction *second, unsigned number);

#endif
