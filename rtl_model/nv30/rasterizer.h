/* rasterizer.h - new quads, and the places of those in flight.
 *
 * A quad has a place from its first pass until it ends.  How many places there are follows from the registers of the
 * program: a register of FP32 takes as much room as two of FP16.  The rasterizer offers a quad in each clock in which
 * there is a place, one clock after it has become free. */
#ifndef RTL_MODEL_NV30_RASTERIZER_H
#define RTL_MODEL_NV30_RASTERIZER_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_RASTERIZER_SIGNALS(S)                                                                             \
    S(EN,    bool,     taken,        1, "the quad that is offered enters the core")                            \
    S(EN,    bool,     ends,         1, "a quad has ended")                                                    \
    S(IN,    uint8_t,  ends_slot,    6, "its place")                                                           \
    S(EN,    uint8_t,  kills,        4, "pixels that are killed, a bit each")                                  \
    S(IN,    uint8_t,  kills_slot,   6, "of which quad")                                                       \
    S(STRAP, uint32_t, quads,       32, "quads of the launch")                                                 \
    S(STRAP, uint8_t,  slots,        7, "places")                                                              \
    S(LIVE,  bool,     offer,        1, "there is a quad, and a place for it")                                 \
    S(OUT,   uint8_t,  slot,         6, "that place")                                                          \
    S(OUT,   uint32_t, number,      32, "the number of the quad that comes next")                              \
    S(OUT,   uint32_t, done,        32, "quads that have ended")                                               \
    S(LIVE,  uint8_t,  in_flight,    7, "quads in flight")                                                     \
    S(REG,   uint64_t, busy,        64, "places that are taken, a bit each")                                   \
    S(STAT,  uint32_t, no_place,    32, "clocks in which a quad waited for a place", "no_place", "clocks")     \
    S(STAT,  uint32_t, flight,      32, "quads in flight, added up over all clocks", "quad_clocks", "quad clocks") \
    S(MEM,   uint32_t, quad,        32, "the quad in each place", NV30_SLOTS)                                  \
    S(MEM,   uint8_t,  killed,       4, "its pixels that have been killed, a bit each", NV30_SLOTS)
/* clang-format on */

RTL_STRUCT(nv30_rasterizer, NV30_RASTERIZER_SIGNALS);

RTL_RESET(nv30_rasterizer, ZERO);
void nv30_rasterizer_eval(const struct nv30_rasterizer_in *in, const struct nv30_rasterizer_reg *q,
                          struct nv30_rasterizer_reg *d);
/* The clock edge: places change hands, pixels are killed. */
bool nv30_rasterizer_commit(struct nv30_rasterizer *m);

RTL_LIFE(nv30_rasterizer, ALONE, KEEPS, STORES);

#endif
