/* crossbar_in.h - stage 4: operands for the units, from six interpolated scalars and three registers.
 *
 * The registers are the quad's, constants, or the output register of its pass before, which waits here for a quad that
 * comes round.  It takes a clock. */
#ifndef RTL_MODEL_NV30_CROSSBAR_IN_H
#define RTL_MODEL_NV30_CROSSBAR_IN_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_CROSSBAR_IN_SIGNALS(S)                                                                            \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    S(IN,    nv30_six_t,    interpolant, 32, "six interpolated scalars of each pixel")                         \
    S(FAR,   nv30_vector_t, file,        32, "the registers of all quads")                                     \
    S(FAR,   uint32_t,      constants,   32, "[constant][xyzw]")                                               \
    S(STRAP, uint8_t,       rows,         7, "registers of a quad")                                            \
    S(EN,    bool,          loop,         1, "a quad comes round, and its output register with it")            \
    S(IN,    uint8_t,       loop_slot,    6, "its place")                                                      \
    S(IN,    bool,          loop_keeps,   1, "the one before is kept")                                         \
    S(IN,    nv30_vector_t, loop_value,  32, "the register")                                                   \
    NV30_IS_IN(S)                                                                                              \
    NV30_FACTORS(S)                                                                                            \
    S(OUT,   nv30_vector_t, u,           32, "operands of two reciprocals, a reciprocal square root, a table") \
    NV30_COORDINATES(S)                                                                                        \
    S(MEM,   nv30_vector_t, looped,      32, "output register of the pass before", NV30_SLOTS)                 \
    S(MEM,   nv30_vector_t, kept,        32, "an earlier one", NV30_SLOTS)
/* clang-format on */

RTL_STRUCT(nv30_crossbar_in, NV30_CROSSBAR_IN_SIGNALS);

RTL_RESET(nv30_crossbar_in, ZERO);
void nv30_crossbar_in_eval(const struct nv30_crossbar_in_in *in, const struct nv30_crossbar_in_reg *q,
                           struct nv30_crossbar_in_reg *d, const struct nv30_crossbar_in *m);
/* The clock edge: the register of a quad that comes round is taken. */
bool nv30_crossbar_in_commit(struct nv30_crossbar_in *m);

RTL_LIFE(nv30_crossbar_in, SELF, KEEPS, STORES);

#endif
