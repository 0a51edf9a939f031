/* crossbar_multiply.h - stage 6: the reciprocals and the root take the places of factors.  It takes a clock. */
#ifndef RTL_MODEL_NV30_CROSSBAR_MULTIPLY_H
#define RTL_MODEL_NV30_CROSSBAR_MULTIPLY_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_CROSSBAR_MULTIPLY_SIGNALS(S)                                                                      \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    NV30_FACTORS_COME(S)                                                                                       \
    S(IN,    nv30_vector_t, come_u,  32, "two reciprocals, a reciprocal square root, the operand of a table")  \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    NV30_FACTORS(S)                                                                                            \
    S(OUT,   nv30_quad_t,   t,       32, "operand of a table")                                                 \
    NV30_COORDINATES(S)
/* clang-format on */

RTL_STRUCT(nv30_crossbar_multiply, NV30_CROSSBAR_MULTIPLY_SIGNALS);

RTL_RESET(nv30_crossbar_multiply, ZERO);
void nv30_crossbar_multiply_eval(const struct nv30_crossbar_multiply_in *in, const struct nv30_crossbar_multiply_reg *q,
                                 struct nv30_crossbar_multiply_reg *d);

RTL_LIFE(nv30_crossbar_multiply, ALONE, KEEPS, COPIES);

#endif
