/* crossbar_out.h - stage 10: what leaves the core, two texture coordinates of three components and a register of four.
 *
 * A quad whose instruction needs another pass goes round; its coordinates are dropped, its register comes back in stage
 * 4.  Any other goes on to the texture units and the FIFO beside them (article, page 3).  It takes a clock. */
#ifndef RTL_MODEL_NV30_CROSSBAR_OUT_H
#define RTL_MODEL_NV30_CROSSBAR_OUT_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_CROSSBAR_OUT_SIGNALS(S)                                                                           \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    S(IN,    nv30_vector_t, sum,     32, "the adder's four lanes")                                             \
    S(IN,    nv30_quad_t,   come_t,  32, "result of a table")                                                  \
    NV30_COORDINATES_COME(S)                                                                                   \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   bool,          round,    1, "it goes round in the core")                                          \
    S(OUT,   bool,          keeps,    1, "the register that came round before is kept")                        \
    S(OUT,   bool,          leaves,   1, "it goes on to the texture units")                                    \
    S(OUT,   nv30_vector_t, value,   32, "the register")                                                       \
    NV30_COORDINATES(S)                                                                                        \
    S(OUT,   uint8_t,       kills,    4, "pixels that are killed, a bit each")                                 \
    S(STAT,  uint32_t,      dropped, 32, "passes whose coordinates were dropped", "coordinates_dropped", "passes")
/* clang-format on */

RTL_STRUCT(nv30_crossbar_out, NV30_CROSSBAR_OUT_SIGNALS);

RTL_RESET(nv30_crossbar_out, ZERO);
void nv30_crossbar_out_eval(const struct nv30_crossbar_out_in *in, const struct nv30_crossbar_out_reg *q,
                            struct nv30_crossbar_out_reg *d);

RTL_LIFE(nv30_crossbar_out, ALONE, KEEPS, COPIES);

#endif
