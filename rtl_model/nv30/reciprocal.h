/* reciprocal.h - stage 5, the first arithmetic unit: for each pixel two reciprocals and a reciprocal square root.
 *
 * It takes a clock.
 * GUESS: the root's mantissa is that of FP16, because that of FP32 takes a second pass (article, page 3). */
#ifndef RTL_MODEL_NV30_RECIPROCAL_H
#define RTL_MODEL_NV30_RECIPROCAL_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_RECIPROCAL_SIGNALS(S)                                                                             \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    NV30_FACTORS_COME(S)                                                                                       \
    S(IN,    nv30_vector_t, come_u,  32, "operands of two reciprocals, a reciprocal square root, a table")     \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    NV30_FACTORS(S)                                                                                            \
    S(OUT,   nv30_vector_t, u,       32, "two reciprocals, a reciprocal square root, the operand of a table")  \
    NV30_COORDINATES(S)
/* clang-format on */

RTL_STRUCT(nv30_reciprocal, NV30_RECIPROCAL_SIGNALS);

RTL_RESET(nv30_reciprocal, ZERO);
void nv30_reciprocal_eval(const struct nv30_reciprocal_in *in, const struct nv30_reciprocal_reg *q,
                          struct nv30_reciprocal_reg *d);

RTL_LIFE(nv30_reciprocal, ALONE, KEEPS, COPIES);

#endif
