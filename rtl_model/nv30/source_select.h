/* source_select.h - stage 1: whose quad enters the shader core.
 *
 * Each clock one, in this order: the core's own, which has come out of stage 10 and needs another pass; the one at the
 * end of the pipeline; a new one of the rasterizer (article, page 2).  The core's own cannot wait, the others can.
 * It takes a clock.
 * GUESS: how long nothing but the core's own enters behind a quad from the end, for page 7 of the article, where facts
 * end by its own word, speaks of a clock more. */
#ifndef RTL_MODEL_NV30_SOURCE_SELECT_H
#define RTL_MODEL_NV30_SOURCE_SELECT_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_SOURCE_SELECT_SIGNALS(S)                                                                          \
    S(EN,    bool,          core,         1, "the core's own quad comes round")                                \
    S(IN,    uint8_t,       core_slot,    6, "its place among the quads in flight")                            \
    S(IN,    uint16_t,      core_pass,   13, "the pass that it was in")                                        \
    S(EN,    bool,          tail,         1, "a quad at the end of the pipeline needs another pass")           \
    S(IN,    uint8_t,       tail_slot,     6, "its place")                                                      \
    S(IN,    uint16_t,      tail_pass,    13, "the pass that it was in")                                        \
    S(EN,    bool,          raster,       1, "the rasterizer has a quad, and there is a place for it")         \
    S(IN,    uint8_t,       raster_slot,  6, "that place")                                                     \
    S(EN,    bool,          waiting,      1, "quads are in flight or to come")                                 \
    S(STRAP, uint8_t,       pause,        4, "clocks behind a quad from the end in which only the core's own enters") \
    S(LIVE,  bool,          valid,        1, "a quad is in this stage")                                        \
    S(OUT,   uint8_t,       slot,         6, "its place among the quads in flight")                            \
    S(OUT,   uint16_t,      pass,        13, "its pass word")                                                  \
    S(OUT,   nv30_source_t, source,       2, "where it comes from")                                            \
    S(LIVE,  uint8_t,       pause_left,   4, "clocks of that pause that are left")                             \
    S(STAT,  uint32_t,      from_core,   32, "quads that went round in the core", "internal_loopbacks", "quads") \
    S(STAT,  uint32_t,      from_end,    32, "quads that came back from the end of the pipeline", "long_loopbacks", "quads") \
    S(STAT,  uint32_t,      from_raster, 32, "new quads", "new_quads", "quads")                                \
    S(STAT,  uint32_t,      bubbles,     32, "clocks in which no quad entered while some were in flight or to come", "bubbles", "clocks") \
    S(STAT,  uint32_t,      tail_waited, 32, "clocks in which a quad at the end waited", "end_waited", "clocks") \
    S(STAT,  uint32_t,      raster_waited, 32, "clocks in which a new quad waited", "raster_waited", "clocks") \
    S(STAT,  uint32_t,      three,       32, "clocks in which all three had a quad", "three_at_once", "clocks")
/* clang-format on */

RTL_STRUCT(nv30_source_select, NV30_SOURCE_SELECT_SIGNALS);

/* Who enters: enum nv30_way. */
static inline enum nv30_way nv30_source(bool core, bool end, bool raster, unsigned pause_left)
{
    return core         ? NV30_FROM_CORE
           : pause_left ? NV30_FROM_NOWHERE
           : end        ? NV30_FROM_END
           : raster     ? NV30_FROM_RASTERIZER
                        : NV30_FROM_NOWHERE;
}

RTL_RESET(nv30_source_select, ZERO);
void nv30_source_select_eval(const struct nv30_source_select_in *in, const struct nv30_source_select_reg *q,
                             struct nv30_source_select_reg *d);

RTL_LIFE(nv30_source_select, ALONE, KEEPS, COPIES);

#endif
