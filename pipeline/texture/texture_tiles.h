/* texture_tiles.h - what the sizes and the addresses of tiled surfaces share (ADDRLIB).
 *
 * Nearly all amounts are powers of two, and what is divided is divided by one. */
#ifndef PIPELINE_TEXTURE_TILES_H
#define PIPELINE_TEXTURE_TILES_H

#include "pipeline/texture/texture_layout.h"

enum { TILE_EDGE = 8, TILE_ELEMENTS = TILE_EDGE * TILE_EDGE, THICK = 4 };

static inline uint32_t at_least_1(uint32_t number)
{
    return number ? number : 1;
}

/* By a power of two: the quotient, and what is left. */
static inline uint32_t over(uint32_t number, uint32_t power)
{
    return number >> __builtin_ctz(power);
}
static inline uint32_t modulo(uint32_t number, uint32_t power)
{
    return number & (power - 1);
}

/* Bytes of a tile, all its slices and samples. */
static inline uint32_t tile_bytes(const struct texture_mode *mode, uint32_t element_bytes, uint32_t samples)
{
    return TILE_ELEMENTS * element_bytes * mode->thickness * samples;
}

/* Elements of a macro tile, which has a tile for each pipe and bank. */
static inline uint32_t macro_width(const struct texture_mode *mode, const struct texture_tiling *tiling)
{
    return (uint32_t)TILE_EDGE << tiling->bank_bits >> (mode->aspect >> 1);
}

static inline uint32_t macro_height(const struct texture_mode *mode, const struct texture_tiling *tiling)
{
    return (uint32_t)TILE_EDGE << tiling->pipe_bits << (mode->aspect >> 1);
}

/* By how much pipe and bank together move on from slice to slice. */
static inline uint32_t slice_turn(const struct texture_mode *mode, const struct texture_tiling *tiling)
{
    const uint32_t pipes = UINT32_C(1) << tiling->pipe_bits, banks = UINT32_C(1) << tiling->bank_bits;
    return mode->turns ? at_least_1(pipes / 2 - 1) : pipes * (banks / 2 - 1);
}

#endif
