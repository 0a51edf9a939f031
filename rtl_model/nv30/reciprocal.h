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
    S(IN,    nv30_vector_t, come_a,  32, "first factors")                                                      \
    S(IN,    nv30_vector_t, come_b,  32, "second factors")                                                     \
    S(IN,    nv30_vector_t, come_c,  32, "what is added")                                                      \
    S(IN,    nv30_vector_t, come_u,  32, "operands of two reciprocals, a reciprocal square root, a table")     \
    S(IN,    nv30_triple_t, come_k0, 32, "first texture coordinate")                                           \
    S(IN,    nv30_triple_t, come_k1, 32, "second texture coordinate")                                          \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_vector_t, a,       32, "first factors")                                                      \
    S(OUT,   nv30_vector_t, b,       32, "second factors")                                                     \
    S(OUT,   nv30_vector_t, c,       32, "what is added")                                                      \
    S(OUT,   nv30_vector_t, u,       32, "two reciprocals, a reciprocal square root, the operand of a table")  \
    S(OUT,   nv30_triple_t, k0,      32, "first texture coordinate")                                           \
    S(OUT,   nv30_triple_t, k1,      32, "second texture coordinate")
/* clang-format on */

RTL_STRUCT(nv30_reciprocal, NV30_RECIPROCAL_SIGNALS);

RTL_RESET(nv30_reciprocal, ZERO);
void nv30_reciprocal_eval(const struct nv30_reciprocal_in *in, const struct nv30_reciprocal_reg *q,
                          struct nv30_reciprocal_reg *d);

RTL_LIFE(nv30_reciprocal, ALONE, KEEPS, COPIES);

#endif
