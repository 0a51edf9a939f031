/* stage.h - what the stages of the shader core hand on: a quad's token, and values of its four pixels. */
#ifndef RTL_MODEL_NV30_STAGE_H
#define RTL_MODEL_NV30_STAGE_H

#include "kit/rtl.h"
#include "rtl_model/nv30/pass.h"

enum {
    NV30_QUAD = 4,   /* pixels, 0 1 above 2 3 */
    NV30_SLOTS = 64, /* quads in flight that there is room for */
    NV30_FILE_ROWS = NV30_SLOTS * NV30_ROWS
};

/* One number of each pixel; numbers of each pixel, [what][pixel]: components, factors; coordinates; interpolants. */
typedef struct {
    uint32_t pixel[NV30_QUAD];
} nv30_quad_t;
typedef struct {
    uint32_t at[4 * NV30_QUAD];
} nv30_vector_t;
typedef struct {
    uint32_t at[3 * NV30_QUAD];
} nv30_triple_t;
typedef struct {
    uint32_t at[6 * NV30_QUAD];
} nv30_six_t;

/* For waveforms. */
typedef uint8_t nv30_op_t;     /* enum nv30_op + 1, or 0: no quad is there */
typedef uint8_t nv30_source_t; /* enum nv30_way */

/* Where a quad comes from (article, stage 1). */
enum nv30_way { NV30_FROM_NOWHERE, NV30_FROM_CORE, NV30_FROM_END, NV30_FROM_RASTERIZER, NV30_WAYS };

/* A quad that enters a stage, and the one that is in it. */
#define NV30_ENTERS(S)                                                                                                 \
    S(EN, bool, come, 1, "a quad enters")                                                                              \
    S(IN, uint8_t, come_slot, 6, "its place among the quads in flight")                                                \
    S(IN, uint16_t, come_pass, 13, "its pass word")
#define NV30_IS_IN(S)                                                                                                  \
    S(LIVE, bool, valid, 1, "a quad is in this stage")                                                                 \
    S(OUT, uint8_t, slot, 6, "its place among the quads in flight")                                                    \
    S(OUT, uint16_t, pass, 13, "its pass word")                                                                        \
    S(OUT, nv30_op_t, op, 6, "the instruction of that + 1, or 0")                                                      \
    S(STAT, uint32_t, quads, 32, "quads that have been in this stage", "quads", "passes")
#define NV30_WORDS(S) S(FAR, struct nv30_pass, words, 8, "the program's passes")

/* What several stages are given and hand on. */
#define NV30_FACTORS_COME(S)                                                                                           \
    S(IN, nv30_vector_t, come_a, 32, "first factors")                                                                  \
    S(IN, nv30_vector_t, come_b, 32, "second factors")                                                                 \
    S(IN, nv30_vector_t, come_c, 32, "what is added")
#define NV30_FACTORS(S)                                                                                                \
    S(OUT, nv30_vector_t, a, 32, "first factors")                                                                      \
    S(OUT, nv30_vector_t, b, 32, "second factors")                                                                     \
    S(OUT, nv30_vector_t, c, 32, "what is added")
#define NV30_COORDINATES_COME(S)                                                                                       \
    S(IN, nv30_triple_t, come_k0, 32, "first texture coordinate")                                                      \
    S(IN, nv30_triple_t, come_k1, 32, "second texture coordinate")
#define NV30_COORDINATES(S)                                                                                            \
    S(OUT, nv30_triple_t, k0, 32, "first texture coordinate")                                                          \
    S(OUT, nv30_triple_t, k1, 32, "second texture coordinate")

/* The token's part of a stage's next state. */
#define NV30_STEP(in, q, d)                                                                                            \
    ((d)->valid = (in)->come, (d)->slot = (in)->come ? (in)->come_slot : (q)->slot,                                    \
     (d)->pass = (in)->come ? (in)->come_pass : (q)->pass,                                                             \
     (d)->op = (in)->come ? (nv30_op_t)((in)->words[(in)->come_pass].op + 1) : 0,                                      \
     (d)->quads = (q)->quads + (in)->come, (in)->come)

#endif
