/* crossbar_add.h - stage 8: products and what is added to them become the adder's operands (8a); beside it the product
 * of a logarithm for LIT (8b).  It takes a clock.
 *
 * The adder's operands by its shape: 4 x 2, x + y of each lane; 2 x 3, x + y of lanes 0 and 1 and x of lanes 2 and 3;
 * 1 x 4, x + y of lane 0 and x + y of lane 1. */
#ifndef RTL_MODEL_NV30_CROSSBAR_ADD_H
#define RTL_MODEL_NV30_CROSSBAR_ADD_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_CROSSBAR_ADD_SIGNALS(S)                                                                           \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    S(IN,    nv30_vector_t, product, 32, "four products")                                                      \
    S(IN,    nv30_vector_t, come_c,  32, "what is added")                                                      \
    S(IN,    nv30_quad_t,   come_t,  32, "a logarithm, or the operand of a power")                             \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_vector_t, x,       32, "the adder's first operands")                                         \
    S(OUT,   nv30_vector_t, y,       32, "its second ones")                                                    \
    S(OUT,   nv30_quad_t,   t,       32, "a logarithm, or the operand of a power")                             \
    NV30_COORDINATES(S)
/* clang-format on */

RTL_STRUCT(nv30_crossbar_add, NV30_CROSSBAR_ADD_SIGNALS);

RTL_RESET(nv30_crossbar_add, ZERO);
void nv30_crossbar_add_eval(const struct nv30_crossbar_add_in *in, const struct nv30_crossbar_add_reg *q,
                            struct nv30_crossbar_add_reg *d);

RTL_LIFE(nv30_crossbar_add, ALONE, KEEPS, COPIES);

#endif
