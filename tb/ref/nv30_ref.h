/* nv30_ref.h - programs of NV30's shader core, run without time: a reference written from the meaning of each
 * instruction (isa/nv30/ops.def), without stages and passes.  Pixels are alone.
 *
 * Texture reads are a function of the caller. */
#ifndef TB_REF_NV30_REF_H
#define TB_REF_NV30_REF_H

#include <stdbool.h>

#include "isa/nv30/nv30.h"

typedef void nv30_ref_read_t(const void *context, unsigned unit, enum nv30_target target, const float at[3],
                             float texel[4]);

struct nv30_ref_pixel {
    float attribute[NV30_ATTRIBUTES][4]; /* 1/W in WPOS.w */
    float full[NV30_FULL][4], half[NV30_HALF][4], output[NV30_OUTPUTS][4];
    bool  killed;
};

/* Registers and results are 0 at first. */
void nv30_ref_run(const struct nv30_instruction *instructions, unsigned count, const float constants[NV30_CONSTANTS][4],
                  nv30_ref_read_t *read, const void *context, struct nv30_ref_pixel *pixel);

/* The nearest number of FP16, ties to even. */
float nv30_ref_half(float value);

#endif
