/* texture_layout_kit.h - surfaces and configurations for the tests of where texels lie. */
#ifndef TB_UNIT_TEXTURE_LAYOUT_KIT_H
#define TB_UNIT_TEXTURE_LAYOUT_KIT_H

#include "pipeline/texture/texture_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* GB_TILING_CONFIG: logarithms of the pipes, of the banks less 2, of the 256 bytes of a group, of the 1 KiB of a row,
 * the 128 bytes of a swap and the 1 KiB of the split. */
#define CONFIG(pipes, banks, group, row, swap, split)                                                                  \
    ((uint32_t)(pipes) << 1 | (uint32_t)(banks) << 4 | (uint32_t)(group) << 6 | (uint32_t)(row) << 8 |                 \
     (uint32_t)(swap) << 11 | (uint32_t)(split) << 14)
#define PIPES_8_BANKS_8 CONFIG(3, 1, 0, 3, 1, 3)

static inline struct texture_tiling tiling_of(uint32_t config)
{
    struct texture_tiling tiling;
    assert_true(texture_tiling_of(config, &tiling));
    return tiling;
}

static inline struct texture_resource surface(unsigned mode, unsigned format, unsigned width, unsigned height,
                                              unsigned pitch)
{
    return (struct texture_resource){
        .dim = TEX_DIM_2D,
        .tile_mode = mode,
        .data_format = format,
        .pitch = pitch / 8 - 1,
        .tex_width = width - 1,
        .tex_height = height - 1,
    };
}

/* The same with the least pitch. */
static inline struct texture_resource packed_surface(unsigned mode, unsigned format, unsigned width, unsigned height,
                                                     const struct texture_tiling *tiling)
{
    struct texture_resource resource = surface(mode, format, width, height, 8);
    resource.pitch = texture_least_pitch(&resource, tiling) / 8 - 1;
    return resource;
}

#endif
