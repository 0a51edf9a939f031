/* texture_grid.h - addresses of a level's elements as two tables, one of x and one of y.
 *
 * In every order an element's place is a part of x and a part of y, which are added, and in macro tiles the number of
 * its pipe and bank is a part of x and a part of y, exclusive or.  texture_address.c makes the tables of its own
 * functions, which stay for levels with samples, with texels of several elements or parts, and for exchanged banks. */
#ifndef PIPELINE_TEXTURE_GRID_H
#define PIPELINE_TEXTURE_GRID_H

#include "pipeline/texture/texture_layout.h"

enum { GRID_LOW = 8, GRID_CHANNELS = 64 /* tiles after which pipes and banks come again */ };

struct texture_grid_axis {
    uint8_t  block_bits;             /* texels of an element, a logarithm */
    uint8_t  shift;                  /* elements of a step, a logarithm: one, a tile or a macro tile */
    uint32_t step;                   /* bytes from one to the next, in a channel */
    uint16_t low[GRID_LOW];          /* bytes to an element of a tile */
    uint8_t  channel[GRID_CHANNELS]; /* of each tile */
};

struct texture_grid {
    bool                     usable; /* else texture_level_locate */
    bool                     rows;   /* no tiles: `low` is 0 */
    uint8_t                  bytes;  /* of an element */
    uint8_t                  group_bits, channel_bits;
    uint64_t                 start; /* address of place 0, the surface's swizzle taken off */
    struct texture_grid_axis axis[2];
};

/* The place and channel where a slice begins. */
struct texture_grid_slice {
    uint64_t place;
    uint32_t channel;
};

void texture_grid_of(const struct texture_level *level, const struct texture_tiling *tiling, struct texture_grid *grid);
struct texture_grid_slice texture_grid_slice_of(const struct texture_level *level, const struct texture_tiling *tiling,
                                                uint32_t slice);

static inline uint32_t texture_grid_place(const struct texture_grid_axis *axis, uint32_t texel)
{
    const uint32_t element = texel >> axis->block_bits;
    return (element >> axis->shift) * axis->step + axis->low[element % GRID_LOW];
}
static inline uint32_t texture_grid_channel(const struct texture_grid_axis *axis, uint32_t texel)
{
    return axis->channel[(texel >> axis->block_bits) / GRID_LOW % GRID_CHANNELS];
}
static inline uint64_t texture_grid_address(const struct texture_grid *grid, uint64_t place, uint32_t channel)
{
    const unsigned g = grid->group_bits, c = grid->channel_bits;
    if (!c)
        return grid->start + place;
    const uint64_t group = place >> g << c | (channel & ((UINT32_C(1) << c) - 1));
    return grid->start + (group << g | (place & ((UINT64_C(1) << g) - 1)));
}

#endif
