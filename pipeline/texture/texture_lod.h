/* texture_lod.h - the gradient and LOD unit: how far a quad's coordinates lie apart in texels, and the level of detail
 * that follows (ISA 9.4; 3D 8 SQ_TEX_SAMPLER_WORD0, 1; Direct3D 10's definition). */
#ifndef PIPELINE_TEXTURE_LOD_H
#define PIPELINE_TEXTURE_LOD_H

#include "pipeline/texture/texture_plan.h"

enum {
    LOD_BITS = 6,               /* behind the point */
    LOD_ONE = 1 << LOD_BITS,    /* a level */
    LOD_LEAST = -16 * LOD_ONE,  /* s4.6 */
    LOD_MOST = 16 * LOD_ONE - 1 /* 15 63/64 */
};

struct texture_lod {
    int16_t  lod, clamped; /* before and after its limits */
    bool     minified;     /* XY_MIN_FILTER counts */
    uint8_t  probes;       /* logarithm of their number */
    uint32_t axis[2];      /* X and Y of the longer gradient, if there is more than one probe */
};

/* `h` and `v`: the quad's own slopes (texture_gradients), of which instructions with set gradients make no use. */
void texture_lod_make(const struct texture_query *query, unsigned lane, const uint32_t h[4], const uint32_t v[4],
                      struct texture_lod *lod);
/* The same of all lanes of the query. */
void texture_lod_quad(const struct texture_query *query, const uint32_t h[4], const uint32_t v[4],
                      struct texture_lod lod[TEXTURE_QUAD]);

#endif
