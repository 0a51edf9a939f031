/* texture_lattice.h - the taps of lanes that share their plan, four lanes side by side: what a point or bilinear filter
 * has along both axes of a level is made once (texture_context.h), and a pass then takes the same steps for all lanes.
 *
 * The taps are those of texture_plan_taps and texture_level_locate, which have everything else: LD, gathers, cubes,
 * bicubic and text filters, clamps that stop in the middle of the border, samples. */
#ifndef PIPELINE_TEXTURE_LATTICE_H
#define PIPELINE_TEXTURE_LATTICE_H

#include "pipeline/texture/texture_axis.h"
#include "pipeline/texture/texture_grid.h"
#include "pipeline/texture/texture_plan.h"

struct texture_lattice {
    bool                      used, usable; /* else tap by tap */
    uint8_t                   filter, fraction_bits, level;
    bool                      flat;     /* there is no Y */
    uint8_t                   most[2];  /* exponent of a coordinate up to which it is neither cut off nor limited */
    double                    scale[2]; /* from coordinates to fractions of a texel */
    int32_t                   shift[2]; /* offset less reach, in these fractions */
    struct texture_axis       axis[2];
    struct texture_grid       grid;
    struct texture_grid_slice slice; /* the first one */
};

void texture_lattice_make(const struct texture_query *query, unsigned filter, unsigned fraction_bits,
                          const struct texture_level *level, const struct texture_tiling *tiling, unsigned number,
                          struct texture_lattice *lattice);

/* The lanes' slice and step, and their coordinates in X and Y. */
struct texture_lattice_pass {
    struct texture_grid_slice slice;
    uint32_t                  weight; /* the step's, in 1/4096 */
    unsigned                  probes; /* a logarithm */
    uint32_t                  at[2][TEXTURE_QUAD];
};

/* Of each lane its four taps. */
enum { LATTICE_UNUSED, LATTICE_INSIDE, LATTICE_BORDER };
struct texture_lattice_taps {
    uint8_t  kind[TEXTURE_QUAD][TEXTURE_TAPS];
    uint8_t  texel[TEXTURE_QUAD][TEXTURE_TAPS]; /* in its block, X + 16 Y */
    uint32_t weight[TEXTURE_QUAD][TEXTURE_TAPS];
    uint64_t address[TEXTURE_QUAD][TEXTURE_TAPS]; /* of those inside */
};
static inline struct texture_grid_slice texture_lattice_slice(const struct texture_lattice *lattice,
                                                              const struct texture_level   *level,
                                                              const struct texture_tiling *tiling, unsigned slice)
{
    return slice ? texture_grid_slice_of(level, tiling, slice) : lattice->slice;
}
void texture_lattice_taps(const struct texture_lattice *lattice, const struct texture_lattice_pass *pass,
                          struct texture_lattice_taps *taps);

#endif
