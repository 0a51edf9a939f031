/* multiply.h - stage 7: four products of each pixel (7a), and the table of logarithms beside them (7b).  It takes a
 * clock. */
#ifndef RTL_MODEL_NV30_MULTIPLY_H
#define RTL_MODEL_NV30_MULTIPLY_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_MULTIPLY_SIGNALS(S)                                                                               \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    NV30_FACTORS_COME(S)                                                                                       \
    S(IN,    nv30_quad_t,   come_t,  32, "operand of a table")                                                 \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_vector_t, product, 32, "four products")                                                      \
    S(OUT,   nv30_vector_t, c,       32, "what is added")                                                      \
    S(OUT,   nv30_quad_t,   t,       32, "a logarithm, or what it would be of")                                \
    NV30_COORDINATES(S)
/* clang-format on */

RTL_STRUCT(nv30_multiply, NV30_MULTIPLY_SIGNALS);

RTL_RESET(nv30_multiply, ZERO);
void nv30_multiply_eval(const struct nv30_multiply_in *in, const struct nv30_multiply_reg *q,
                        struct nv30_multiply_reg *d);

RTL_LIFE(nv30_multiply, ALONE, KEEPS, COPIES);

#endif
