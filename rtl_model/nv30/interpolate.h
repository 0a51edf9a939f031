/* interpolate.h - stage 3: the six scalars become those of four pixels, with perspective.
 *
 * GUESS: the product with W is made here, because the article has it among what is selected, and the units behind this
 * stage are the instruction's.  The launch gives the values of each pixel, so there are no slopes.  It takes a clock.
 */
#ifndef RTL_MODEL_NV30_INTERPOLATE_H
#define RTL_MODEL_NV30_INTERPOLATE_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_INTERPOLATE_SIGNALS(S)                                                                            \
    NV30_ENTERS(S)                                                                                             \
    NV30_WORDS(S)                                                                                              \
    S(IN,    nv30_six_t,  scalar,      32, "six scalars, before perspective")                                  \
    S(IN,    nv30_quad_t, w_inverse,   32, "1/W")                                                              \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_six_t,  interpolant, 32, "six interpolated scalars of each pixel")
/* clang-format on */

RTL_STRUCT(nv30_interpolate, NV30_INTERPOLATE_SIGNALS);

RTL_RESET(nv30_interpolate, ZERO);
void nv30_interpolate_eval(const struct nv30_interpolate_in *in, const struct nv30_interpolate_reg *q,
                           struct nv30_interpolate_reg *d);

RTL_LIFE(nv30_interpolate, ALONE, KEEPS, COPIES);

#endif
