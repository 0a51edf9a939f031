/* texture_unit.h - the texture units, the FIFO of registers beside them, and the end of the pipeline.
 *
 * A quad that leaves the core hands its coordinates to the texture units, while its register waits in a FIFO that runs
 * parallel to them (article, page 3).  Quads leave in the order in which they came, read or not, the units' latency and
 * a clock later; who cannot enter the core at once waits at the end, and the others behind it.  The texels are those of
 * R700's texture functions (docs/texture.md).
 * GUESS: the latency is the same for all, because a FIFO keeps the order, and there is no memory behind the units. */
#ifndef RTL_MODEL_NV30_TEXTURE_UNIT_H
#define RTL_MODEL_NV30_TEXTURE_UNIT_H

#include "rtl_model/nv30/stage.h"

struct nv30_textures;

/* What the units read. */
struct nv30_texture_port {
    struct nv30_textures *textures;
};

/* clang-format off */
#define NV30_TEXTURE_UNIT_SIGNALS(S)                                                                           \
    S(EN,    bool,                 come,        1, "a quad leaves the core")                                   \
    S(IN,    uint8_t,              come_slot,   6, "its place among the quads in flight")                      \
    S(IN,    uint16_t,             come_pass,  13, "the pass that it was in")                                  \
    S(IN,    nv30_vector_t,        come_value, 32, "its output register")                                      \
    S(IN,    nv30_triple_t,        k0,         32, "first texture coordinate")                                 \
    S(IN,    nv30_triple_t,        k1,         32, "second texture coordinate")                                \
    S(EN,    bool,                 taken,       1, "the quad at the end goes on")                              \
    NV30_WORDS(S)                                                                                              \
    S(FAR,   struct nv30_texture_port, port,     8, "textures and samplers")                                    \
    S(STRAP, uint16_t,             latency,    10, "clocks of the units")                                      \
    S(LIVE,  bool,                 valid,       1, "a quad is at the end of the pipeline")                     \
    S(OUT,   uint8_t,              slot,        6, "its place among the quads in flight")                      \
    S(OUT,   uint16_t,             pass,       13, "the pass that it was in")                                  \
    S(OUT,   nv30_op_t,            op,          6, "the instruction of that + 1, or 0")                            \
    S(OUT,   bool,                 ends,        1, "that is its last")                                         \
    S(OUT,   bool,                 keeps,       1, "the register that came round before is kept")              \
    S(OUT,   nv30_vector_t,        value,      32, "its output register")                                      \
    S(OUT,   nv30_vector_t,        texel0,     32, "what its first texture read has given")                    \
    S(OUT,   nv30_vector_t,        texel1,     32, "what its second one has")                                  \
    S(LIVE,  uint8_t,              count,       7, "quads in the FIFO")                                        \
    S(REG,   uint8_t,              head,        6, "the first of them")                                        \
    S(REG,   uint32_t,             clock,      32, "clocks since reset")                                       \
    S(STAT,  uint32_t,             quads,      32, "quads that have left the core", "quads", "passes")         \
    S(STAT,  uint32_t,             reads,      32, "texture reads of quads", "texture_reads", "reads")         \
    S(STAT,  uint32_t,             pairs,      32, "passes with two texture reads", "paired_reads", "passes")  \
    S(STAT,  uint32_t,             waits,      32, "quads in the FIFO, added up over all clocks", "fifo_quad_clocks", "quad clocks") \
    S(MEM,   uint8_t,              fifo_slot,   6, "FIFO: place among the quads in flight", NV30_SLOTS)        \
    S(MEM,   uint16_t,             fifo_pass,  13, "FIFO: pass", NV30_SLOTS)                                   \
    S(MEM,   uint32_t,             fifo_ready, 32, "FIFO: the clock from which on it may leave", NV30_SLOTS)   \
    S(MEM,   nv30_vector_t,        fifo_value, 32, "FIFO: output register", NV30_SLOTS)                        \
    S(MEM,   nv30_vector_t,        fifo_texel0, 32, "first texel", NV30_SLOTS)                                 \
    S(MEM,   nv30_vector_t,        fifo_texel1, 32, "second texel", NV30_SLOTS)
/* clang-format on */

RTL_STRUCT(nv30_texture_unit, NV30_TEXTURE_UNIT_SIGNALS);

RTL_RESET(nv30_texture_unit, ZERO);
void nv30_texture_unit_eval(const struct nv30_texture_unit_in *in, const struct nv30_texture_unit_reg *q,
                            struct nv30_texture_unit_reg *d, const struct nv30_texture_unit *m);
/* The clock edge: a quad enters the FIFO, its texture reads are made. */
bool nv30_texture_unit_commit(struct nv30_texture_unit *m);

RTL_LIFE(nv30_texture_unit, SELF, KEEPS, STORES);

#endif
