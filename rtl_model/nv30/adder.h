/* adder.h - stage 9: the adder, four sums of two, two of three or one of four (9a), which also compares; beside it the
 * table of powers of two (9b).  It takes a clock. */
#ifndef RTL_MODEL_NV30_ADDER_H
#define RTL_MODEL_NV30_ADDER_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_ADDER_SIGNALS(S)                                                                                  \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    S(IN,    nv30_vector_t, x,       32, "first operands")                                                     \
    S(IN,    nv30_vector_t, y,       32, "second operands")                                                    \
    S(IN,    nv30_quad_t,   come_t,  32, "a logarithm, or the operand of a power")                             \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_vector_t, sum,     32, "four lanes")                                                         \
    S(OUT,   nv30_quad_t,   t,       32, "result of a table")                                                  \
    NV30_COORDINATES(S)
/* clang-format on */

RTL_STRUCT(nv30_adder, NV30_ADDER_SIGNALS);

RTL_RESET(nv30_adder, ZERO);
void nv30_adder_eval(const struct nv30_adder_in *in, const struct nv30_adder_reg *q, struct nv30_adder_reg *d);

RTL_LIFE(nv30_adder, ALONE, KEEPS, COPIES);

#endif
