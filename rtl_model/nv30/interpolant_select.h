/* interpolant_select.h - stage 2: six scalars for a quad's pass, and the FIFO of coordinates.
 *
 * In its first pass a quad's scalars come from the rasterizer, and four of its coordinate sets, its Z and its 1/W go
 * into the FIFO; in later ones they come out of it (article, page 2).  It takes a clock. */
#ifndef RTL_MODEL_NV30_INTERPOLANT_SELECT_H
#define RTL_MODEL_NV30_INTERPOLANT_SELECT_H

#include "rtl_model/nv30/stage.h"

/* The attributes of all pixels: [pixel][attribute][xyzw], zeros for attributes that the launch does not give, but for
 * 1/W, which is 1. */
struct nv30_inputs {
    const uint32_t *words;
    unsigned        first, count; /* attributes that there are */
};

/* clang-format off */
#define NV30_INTERPOLANT_SELECT_SIGNALS(S)                                                                     \
    NV30_ENTERS(S)                                                                                             \
    S(IN,    uint32_t,           come_quad,   32, "its number")                                                \
    NV30_WORDS(S)                                                                                              \
    S(FAR,   struct nv30_inputs, inputs,      32, "the rasterizer's attributes")                               \
    S(FAR,   uint8_t,            kept,         4, "the attributes that the FIFO keeps")                        \
    NV30_IS_IN(S)                                                                                              \
    S(OUT,   nv30_six_t,         scalar,      32, "six scalars, before perspective")                           \
    S(OUT,   nv30_quad_t,        w_inverse,   32, "1/W")                                                       \
    S(REG,   bool,               store,        1, "the FIFO takes the quad's coordinates at this edge")        \
    S(REG,   uint32_t,           store_quad,  32, "of which quad")                                             \
    S(STAT,  uint32_t,           kept_quads,  32, "quads whose coordinates the FIFO took", "fifo_stores", "quads")   \
    S(STAT,  uint32_t,           fifo_picks,  32, "scalars that came from the FIFO", "fifo_picks", "scalars")  \
    S(STAT,  uint32_t,           raster_picks, 32, "scalars that came from the rasterizer in a first pass", "raster_picks", "scalars") \
    S(STAT,  uint32_t,           late_picks,  32, "scalars for which the FIFO had no room", "late_picks", "scalars") \
    S(MEM,   nv30_vector_t,      coordinates, 32, "FIFO: four coordinate sets of each quad", NV30_SLOTS * NV30_KEPT_SETS) \
    S(MEM,   nv30_vector_t,      position,    32, "FIFO: place, Z and 1/W of each quad", NV30_SLOTS)           \
    S(MEM,   uint32_t,           passes,      32, "passes that have been begun, by instruction", NV30_OPS)
/* clang-format on */

RTL_STRUCT(nv30_interpolant_select, NV30_INTERPOLANT_SELECT_SIGNALS);

RTL_RESET(nv30_interpolant_select, ZERO);
void nv30_interpolant_select_eval(const struct nv30_interpolant_select_in  *in,
                                  const struct nv30_interpolant_select_reg *q, struct nv30_interpolant_select_reg *d,
                                  const struct nv30_interpolant_select *m);
/* The clock edge: the FIFO takes coordinates, the pass is counted. */
bool nv30_interpolant_select_commit(struct nv30_interpolant_select *m);

RTL_LIFE(nv30_interpolant_select, SELF, KEEPS, STORES);

#endif
