/* texture_layout.h - where the texels of a surface lie: sizes of its levels, their order in memory, addresses (3D 7;
 * pitch, height and depth: 3D CB_COLOR*_SIZE; the order of tiles: AMD's address library for R600 and R700, ADDRLIB).
 *
 * What is laid out are elements: a texel; a block of 4 x 4; eight texels of one bit; a third of a texel of 24, 48 or
 * 96 bits.  Linear modes have rows of elements; 1D modes rows of tiles of 8 x 8; 2D and 3D modes spread such tiles over
 * all pipes and banks of the memory, a macro tile having one for each of them.  A THICK tile has four slices. */
#ifndef PIPELINE_TEXTURE_LAYOUT_H
#define PIPELINE_TEXTURE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "pipeline/texture/texture_state.h"

enum { TEXTURE_LEVELS = 16, TEXTURE_SAMPLES = 8, TEXEL_PARTS = 3 };

/* GB_TILING_CONFIG, as powers of two. */
struct texture_tiling {
    uint8_t pipe_bits, bank_bits;
    uint8_t group_bits; /* bytes that lie together in one pipe and bank: 256 or 512 */
    uint8_t row_bits;   /* bytes of a row of DRAM: 1 to 8 KiB */
    uint8_t swap_bits;  /* bytes after which 2B and 3B modes swap banks: 128 to 1024 */
    uint8_t split_bits; /* bytes of a tile beyond which samples lie in slices of their own: 1 to 8 KiB */
    bool    swaps_more; /* ROW_TILING 4 and above: banks depend on one more bit of x (8 pipes) */
};

/* False, and the least value instead, where a field is reserved. */
bool texture_tiling_of(uint32_t gb_tiling_config, struct texture_tiling *tiling);

/* How elements are arranged: what TILE_MODE and TILE_TYPE say, and what is left of it in a small level. */
enum texture_order { TEXTURE_ROWS, TEXTURE_TILES, TEXTURE_MACRO_TILES };
struct texture_mode {
    uint8_t order;     /* enum texture_order */
    bool    aligned;   /* LINEAR_ALIGNED: rows are padded */
    bool    turns;     /* 3D, 3B: from slice to slice the pipes change, not only the banks */
    bool    swapped;   /* 2B, 3B */
    bool    depth;     /* TILE_TYPE: tiles are in the order of depth buffers, which no display can read */
    uint8_t thickness; /* slices of a tile: 1 or 4 */
    uint8_t aspect;    /* THIN2, THIN4: macro tiles are so many times higher, and less wide */
};

/* One level of a surface. */
struct texture_level {
    struct texture_mode mode;
    uint64_t            address;                   /* of its first byte; see ADDRLIB on the bits of a swizzle */
    uint32_t            size[3];                   /* texels in X and Y, slices: what can be read */
    uint32_t            pitch, rows, slices;       /* elements and slices that it takes in memory */
    uint32_t            swap_width;                /* 2B, 3B: elements of a row after which the banks are others */
    uint8_t             samples;                   /* 1, 2, 4, 8 */
    uint8_t             block_width, block_height; /* texels of a block */
    uint8_t             element_width;             /* texels of an element; its height is the block's */
    uint8_t             element_bytes;             /* 1, 2, 4, 8, 16 */
    uint8_t             parts;                     /* elements of a texel: 1 or 3 */
    bool                known;                     /* false: the format's layout is unknown */
};

/* Where a texel is: `parts` pieces of `bytes` bytes, which together are its block (texel_decode), and its place there.
 */
struct texel_place {
    uint64_t address[TEXEL_PARTS];
    uint8_t  parts, bytes;
    uint8_t  x, y;
};

/* Level 0 is at BASE_ADDRESS, the others one after another from MIP_ADDRESS on; 0..TEXTURE_LEVELS - 1. */
void texture_level_of(const struct texture_resource *resource, const struct texture_tiling *tiling, unsigned level,
                      struct texture_level *out);
/* False for a texel, slice or sample that the level does not have, and for a format without layout. */
bool texture_level_locate(const struct texture_level *level, const struct texture_tiling *tiling, uint32_t x,
                          uint32_t y, uint32_t slice, uint32_t sample, struct texel_place *place);
/* Both at once. */
bool texture_locate(const struct texture_resource *resource, const struct texture_tiling *tiling, unsigned level,
                    uint32_t x, uint32_t y, uint32_t slice, uint32_t sample, struct texel_place *place);

/* Texels in X and Y; slices: texels in Z, layers, or faces; of an array of cubes 8 for each cube. */
void     texture_level_size(const struct texture_resource *resource, unsigned level, uint32_t size[3]);
unsigned texture_samples(const struct texture_resource *resource);
/* Bytes with all padding. */
uint64_t texture_level_bytes(const struct texture_level *level);
/* The first byte behind what can be read of a level, and of all levels that the resource has. */
uint64_t texture_level_end(const struct texture_level *level, const struct texture_tiling *tiling);
uint64_t texture_end(const struct texture_resource *resource, const struct texture_tiling *tiling);

/* The least pitch of level 0, in texels, for the resource's TEX_WIDTH; the alignment of its addresses. */
uint32_t texture_least_pitch(const struct texture_resource *resource, const struct texture_tiling *tiling);
uint64_t texture_alignment(const struct texture_resource *resource, const struct texture_tiling *tiling);
/* False, and a diagnosis that begins with the field's name, for a surface that no memory can hold: PITCH that the mode
 * does not allow or that is less than TEX_WIDTH, a format without layout, samples in rows, too many samples. */
bool texture_layout_check(const struct texture_resource *resource, const struct texture_tiling *tiling,
                          struct diag *diag);

#endif
