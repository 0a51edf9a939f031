#include "pipeline/texture/texture_layout.h"

#include "pipeline/texture/texture_tiles.h"

/* ---- configuration ------------------------------------------------------------------------------------------ */

bool texture_tiling_of(uint32_t gb_tiling_config, struct texture_tiling *tiling)
{
    const uint32_t pipes = gb_tiling_config >> 1 & 7, banks = gb_tiling_config >> 4 & 3;
    const uint32_t group = gb_tiling_config >> 6 & 3, row = gb_tiling_config >> 8 & 7;
    const uint32_t swap = gb_tiling_config >> 11 & 7, split = gb_tiling_config >> 14 & 3;
    *tiling = (struct texture_tiling){
        .pipe_bits = (uint8_t)(pipes <= 3 ? pipes : 0),
        .bank_bits = (uint8_t)(2 + (banks <= 1 ? banks : 0)),
        .group_bits = (uint8_t)(8 + (group <= 1 ? group : 0)),
        .row_bits = (uint8_t)(10 + row % 4),
        .swap_bits = (uint8_t)(7 + (swap <= 3 ? swap : 0)),
        .split_bits = (uint8_t)(10 + split),
        .swaps_more = row >= 4,
    };
    return pipes <= 3 && banks <= 1 && group <= 1 && swap <= 3;
}

/* ---- modes -------------------------------------------------------------------------------------------------- */

static const struct texture_mode modes[] = {
    [TEX_ARRAY_LINEAR_GENERAL] = {TEXTURE_ROWS, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_LINEAR_ALIGNED] = {TEXTURE_ROWS, .aligned = true, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_1D_TILED_THIN1] = {TEXTURE_TILES, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_1D_TILED_THICK] = {TEXTURE_TILES, .thickness = THICK, .aspect = 1},
    [TEX_ARRAY_2D_TILED_THIN1] = {TEXTURE_MACRO_TILES, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_2D_TILED_THIN2] = {TEXTURE_MACRO_TILES, .thickness = 1, .aspect = 2},
    [TEX_ARRAY_2D_TILED_THIN4] = {TEXTURE_MACRO_TILES, .thickness = 1, .aspect = 4},
    [TEX_ARRAY_2D_TILED_THICK] = {TEXTURE_MACRO_TILES, .thickness = THICK, .aspect = 1},
    [TEX_ARRAY_2B_TILED_THIN1] = {TEXTURE_MACRO_TILES, .swapped = true, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_2B_TILED_THIN2] = {TEXTURE_MACRO_TILES, .swapped = true, .thickness = 1, .aspect = 2},
    [TEX_ARRAY_2B_TILED_THIN4] = {TEXTURE_MACRO_TILES, .swapped = true, .thickness = 1, .aspect = 4},
    [TEX_ARRAY_2B_TILED_THICK] = {TEXTURE_MACRO_TILES, .swapped = true, .thickness = THICK, .aspect = 1},
    [TEX_ARRAY_3D_TILED_THIN1] = {TEXTURE_MACRO_TILES, .turns = true, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_3D_TILED_THICK] = {TEXTURE_MACRO_TILES, .turns = true, .thickness = THICK, .aspect = 1},
    [TEX_ARRAY_3B_TILED_THIN1] = {TEXTURE_MACRO_TILES, .turns = true, .swapped = true, .thickness = 1, .aspect = 1},
    [TEX_ARRAY_3B_TILED_THICK] = {TEXTURE_MACRO_TILES, .turns = true, .swapped = true, .thickness = THICK, .aspect = 1},
};

/* What the library makes of TILE_MODE in any level: samples lie in thin macro tiles, as do depth and tiles whose four
 * slices are beyond the split; a column of tiles of THIN2 and THIN4 fits into it. */
static struct texture_mode mode_of(const struct texture_resource *resource, const struct texture_tiling *tiling,
                                   const struct texture_level *level)
{
    const uint32_t      split = UINT32_C(1) << tiling->split_bits;
    struct texture_mode mode = modes[resource->tile_mode];
    mode.depth = resource->tile_type;
    if (level->samples > 1 && mode.order == TEXTURE_TILES)
        mode.order = TEXTURE_MACRO_TILES;
    if (level->samples > 1 || mode.depth ||
        (mode.order == TEXTURE_MACRO_TILES && THICK * TILE_ELEMENTS * level->element_bytes > split))
        mode.thickness = 1;
    if ((uint32_t)mode.aspect << tiling->group_bits > split) /* THIN4 alone, of 512 bytes and a split of 1 KiB */
        mode.aspect = 2;
    if (tiling->pipe_bits == 0) /* nothing to turn */
        mode.turns = false;
    return mode;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Elements by which the pitch goes in steps; of the mode rather than the level's own. */
static uint32_t pitch_step(const struct texture_level *level, const struct texture_mode *mode,
                           const struct texture_tiling *tiling)
{
    const uint32_t group = UINT32_C(1) << tiling->group_bits;
    const uint32_t tiles = at_least_1(over(group, tile_bytes(mode, level->element_bytes, level->samples)));
    switch ((enum texture_order)mode->order) {
    case TEXTURE_ROWS:
        return mode->aligned ? larger(over(group, level->element_bytes), 64) : 1;
    case TEXTURE_TILES:
        return TILE_EDGE * tiles;
    case TEXTURE_MACRO_TILES:
        break;
    }
    return macro_width(mode, tiling) * tiles;
}

static uint32_t row_step(const struct texture_mode *mode, const struct texture_tiling *tiling)
{
    switch ((enum texture_order)mode->order) {
    case TEXTURE_ROWS:
        return 1;
    case TEXTURE_TILES:
        return TILE_EDGE;
    case TEXTURE_MACRO_TILES:
        break;
    }
    return macro_height(mode, tiling);
}

/* A level that is smaller than a macro tile, or than those of a group, has tiles alone. */
static void shrink(struct texture_mode *mode, const struct texture_tiling *tiling, const struct texture_level *level)
{
    if (mode->order == TEXTURE_MACRO_TILES &&
        (level->pitch < pitch_step(level, mode, tiling) || level->rows < row_step(mode, tiling)))
        mode->order = TEXTURE_TILES;
}

/* Of the levels from 1 on; their sizes are known. */
static void shrink_mode(struct texture_mode *mode, const struct texture_tiling *tiling,
                        const struct texture_level *level)
{
    mode->swapped = false;
    shrink(mode, tiling, level);
    if (level->slices < THICK && mode->thickness == THICK) {
        mode->thickness = 1;
        shrink(mode, tiling, level);
    }
}

/* Elements of a row of `pitch` after which 2B and 3B modes change banks. */
static uint32_t swap_width(const struct texture_level *level, const struct texture_tiling *tiling, uint32_t pitch)
{
    const struct texture_mode *mode = &level->mode;
    const uint32_t             element_bytes = level->element_bytes;
    const uint32_t             split = UINT32_C(1) << tiling->split_bits;
    const uint32_t sample_bytes = TILE_ELEMENTS * element_bytes, all = mode->thickness > 1 ? THICK : level->samples;
    const uint32_t together = all * sample_bytes > split ? at_least_1(split / sample_bytes) : all; /* not split */
    const uint32_t columns = (uint32_t)TILE_EDGE << tiling->bank_bits;
    const uint32_t wanted = at_least_1((UINT32_C(1) << tiling->swap_bits) / (16 * element_bytes)) * columns;
    const uint32_t most =
        (UINT32_C(1) << (tiling->bank_bits + tiling->row_bits)) / (together * mode->aspect * TILE_EDGE * element_bytes);
    uint32_t width = wanted < most ? wanted : most;
    while (width >= 2 * pitch)
        width /= 2;
    return width;
}

/* ---- sizes -------------------------------------------------------------------------------------------------- */

enum { CUBE_FACES = 6, CUBE_SLICES = 8 };

static uint32_t minified(uint32_t size, unsigned level)
{
    return at_least_1(size >> level);
}

/* The least that is not less. */
static uint32_t power_of_two(uint32_t size)
{
    return size > 1 ? UINT32_C(1) << (32 - __builtin_clz(size - 1)) : 1;
}

/* By powers of two. */
static uint32_t rounded_up(uint32_t size, uint32_t step)
{
    return (size + step - 1) & ~(step - 1);
}
static uint32_t divided_up(uint32_t size, uint32_t by)
{
    return over(size + by - 1, by);
}

unsigned texture_samples(const struct texture_resource *resource)
{
    /* MESA: LAST_LEVEL is the logarithm. */
    if (resource->dim != TEX_DIM_2D_MSAA && resource->dim != TEX_DIM_2D_ARRAY_MSAA)
        return 1;
    return resource->last_level < 3 ? 1u << resource->last_level : TEXTURE_SAMPLES;
}

void texture_level_size(const struct texture_resource *resource, unsigned level, uint32_t size[3])
{
    const uint32_t depth = resource->tex_depth + 1;
    size[0] = minified(resource->tex_width + 1, level);
    size[1] = minified(resource->tex_height + 1, level);
    size[2] = 1;
    switch ((enum tex_dim)resource->dim) {
    case TEX_DIM_1D:
        size[1] = 1;
        break;
    case TEX_DIM_1D_ARRAY:
        size[1] = 1;
        size[2] = depth;
        break;
    case TEX_DIM_3D:
        size[2] = minified(depth, level);
        break;
    case TEX_DIM_CUBEMAP: /* GUESS: of an array each cube has 8 slices, as a single one has; the last one as read: 6 */
        size[2] = CUBE_SLICES * resource->tex_depth + CUBE_FACES;
        break;
    case TEX_DIM_2D_ARRAY:
    case TEX_DIM_2D_ARRAY_MSAA:
        size[2] = depth;
        break;
    case TEX_DIM_2D:
    case TEX_DIM_2D_MSAA:
        break;
    }
}

static const struct block {
    uint8_t bytes, width, height;
} blocks[TEX_FORMATS] = {
#define DATA_FORMAT(number, name, kind, x, y, z, w) [number] = {((x) + (y) + (z) + (w)) / 8, 1, 1},
#define DATA_FORMAT_TEXELS(number, name, kind, bytes, width, height) [number] = {bytes, width, height},
#define DATA_FORMAT_NAME(number, name)
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
};

/* Three equal numbers are three elements side by side, and the two texels of GB_GR and BG_RG one each (ADDRLIB). */
static void set_element(struct texture_level *level, unsigned data_format)
{
    static const struct block unknown = {1, 1, 1};
    const bool                pairs = data_format == TEX_FMT_GB_GR || data_format == TEX_FMT_BG_RG;
    level->known = blocks[data_format].bytes;
    const struct block *block = level->known ? &blocks[data_format] : &unknown;
    level->block_width = block->width;
    level->block_height = block->height;
    level->element_width = pairs ? 1 : block->width;
    level->parts = block->bytes % TEXEL_PARTS == 0 ? TEXEL_PARTS : 1;
    level->element_bytes = (uint8_t)(block->bytes / (pairs ? 2 : level->parts));
}

/* Elements of so many texels side by side; a block at the edge is whole. */
static uint32_t columns_of(const struct texture_level *level, uint32_t texels)
{
    return divided_up(texels, level->block_width) * (level->block_width / level->element_width) * level->parts;
}

/* Elements and slices without padding; from level 1 on powers of two (3D CB_COLOR*_SIZE).
 *
 * GUESS: so are the layers of an array, as in the library; Linux lays them out as they are. */
static void set_elements(struct texture_level *level, bool upper)
{
    level->pitch = columns_of(level, level->size[0]);
    level->rows = divided_up(level->size[1], level->block_height);
    level->slices = level->size[2];
    if (!upper)
        return;
    /* Texels round up before their elements do, but for those of 96 bits (ADDRLIB). */
    if (level->parts * level->element_bytes != 12)
        level->pitch = columns_of(level, power_of_two(level->size[0]));
    level->pitch = power_of_two(level->pitch);
    level->rows = power_of_two(level->rows);
    level->slices = power_of_two(level->slices);
}

static void pad(struct texture_level *level, const struct texture_tiling *tiling)
{
    level->pitch = rounded_up(level->pitch, pitch_step(level, &level->mode, tiling));
    level->rows = rounded_up(level->rows, row_step(&level->mode, tiling));
    level->slices = rounded_up(level->slices, level->mode.thickness);
}

/* What is the same in all levels. */
static void set_surface(const struct texture_resource *resource, const struct texture_tiling *tiling,
                        struct texture_level *level)
{
    set_element(level, resource->data_format);
    level->samples = (uint8_t)texture_samples(resource);
    level->mode = mode_of(resource, tiling, level);
}

/* And what is not, but for the address. */
static void set_level(const struct texture_resource *resource, const struct texture_tiling *tiling, unsigned number,
                      struct texture_level *level)
{
    texture_level_size(resource, number, level->size);
    set_elements(level, number > 0);
    if (number > 0)
        shrink_mode(&level->mode, tiling, level);
    pad(level, tiling);
    if (number > 0)
        return;
    level->pitch = over((resource->pitch + 1) * 8, level->element_width) * level->parts;
    if (level->mode.swapped)
        level->swap_width = swap_width(level, tiling, level->pitch);
}

uint64_t texture_level_bytes(const struct texture_level *level)
{
    return (uint64_t)level->pitch * level->rows * level->slices * level->element_bytes * level->samples;
}

/* GUESS: BASE_LEVEL does not move anything; levels count from BASE_ADDRESS. */
void texture_level_of(const struct texture_resource *resource, const struct texture_tiling *tiling, unsigned level,
                      struct texture_level *out)
{
    struct texture_level surface = {.swap_width = 1};
    uint64_t             address = (uint64_t)(level ? resource->mip_address : resource->base_address) << 8;
    set_surface(resource, tiling, &surface);
    for (unsigned below = 1; below < level; below++) {
        *out = surface;
        set_level(resource, tiling, below, out);
        address += texture_level_bytes(out);
    }
    *out = surface;
    set_level(resource, tiling, level, out);
    out->address = address;
}

/* ---- checks ------------------------------------------------------------------------------------------------- */

/* Elements by which the pitch of level 0 goes in steps: whole swaps, too. */
static uint32_t level_step(const struct texture_level *level, const struct texture_tiling *tiling, uint32_t pitch)
{
    const uint32_t step = pitch_step(level, &level->mode, tiling);
    return level->mode.swapped ? larger(step, swap_width(level, tiling, pitch)) : step;
}

/* In texels.  Three elements of a texel do not change the step, a power of two; PITCH counts eight texels. */
static uint32_t texel_step(const struct texture_level *level, uint32_t step)
{
    return larger(step * level->element_width, 8);
}

uint32_t texture_least_pitch(const struct texture_resource *resource, const struct texture_tiling *tiling)
{
    struct texture_level level;
    uint32_t             pitch = resource->tex_width + 1;
    texture_level_of(resource, tiling, 0, &level);
    for (;;) { /* a wider surface may have wider swaps */
        const uint32_t step = texel_step(&level, level_step(&level, tiling, columns_of(&level, pitch)));
        if (pitch % step == 0)
            return pitch;
        pitch = rounded_up(pitch, step);
    }
}

uint64_t texture_alignment(const struct texture_resource *resource, const struct texture_tiling *tiling)
{
    struct texture_level level;
    texture_level_of(resource, tiling, 0, &level);
    const struct texture_mode *mode = &level.mode;
    const uint64_t             group = UINT64_C(1) << tiling->group_bits, split = UINT64_C(1) << tiling->split_bits;
    if (mode->order != TEXTURE_MACRO_TILES)
        return group;
    const uint64_t tile = tile_bytes(mode, level.element_bytes, level.samples);
    const uint64_t macro_row = (uint64_t)pitch_step(&level, mode, tiling) * macro_height(mode, tiling) *
                               level.element_bytes * level.samples * mode->thickness;
    return tile >= split ? macro_row / (tile / split) : macro_row > group ? macro_row : group;
}

uint64_t texture_level_end(const struct texture_level *level, const struct texture_tiling *tiling)
{
    const uint64_t slice = (uint64_t)level->pitch * level->rows;
    const uint64_t swizzle = level->mode.order == TEXTURE_MACRO_TILES
                                 ? level->address & ((UINT64_C(1) << (tiling->pipe_bits + tiling->bank_bits)) - 1)
                                                        << tiling->group_bits
                                 : 0;
    const uint32_t width = columns_of(level, level->size[0]);
    const uint32_t height = divided_up(level->size[1], level->block_height);
    uint64_t       elements;
    if (level->mode.order == TEXTURE_ROWS)
        elements = (level->size[2] - 1 + (uint64_t)level->slices * (level->samples - 1u)) * slice +
                   (uint64_t)(height - 1) * level->pitch + width;
    else
        elements = slice * rounded_up(level->size[2], level->mode.thickness) * level->samples;
    return level->address - swizzle + elements * level->element_bytes;
}

uint64_t texture_end(const struct texture_resource *resource, const struct texture_tiling *tiling)
{
    const bool     one_level = texture_samples(resource) > 1;
    const unsigned last = one_level ? 0 : resource->last_level;
    uint64_t       end = 0;
    for (unsigned number = one_level ? 0 : resource->base_level; number <= last; number++) {
        struct texture_level level;
        texture_level_of(resource, tiling, number, &level);
        const uint64_t level_end = texture_level_end(&level, tiling);
        end = level_end > end ? level_end : end;
    }
    return end;
}

bool texture_layout_check(const struct texture_resource *resource, const struct texture_tiling *tiling,
                          struct diag *diag)
{
    struct texture_level level;
    const uint32_t       pitch = (resource->pitch + 1) * 8;
    texture_level_of(resource, tiling, 0, &level);
    const uint32_t step = level_step(&level, tiling, level.pitch);
    if (!level.known)
        return diag_set(diag, NULL, 0, "DATA_FORMAT is %u, whose layout is not known", resource->data_format);
    if (level.samples == TEXTURE_SAMPLES && resource->last_level > 3)
        return diag_set(diag, NULL, 0, "LAST_LEVEL is %u, expected 0..3 (1 to 8 samples)", resource->last_level);
    if (level.samples > 1 && level.mode.order == TEXTURE_ROWS)
        return diag_set(diag, NULL, 0, "TILE_MODE is %u, but samples need tiles", resource->tile_mode);
    if (pitch <= resource->tex_width)
        return diag_set(diag, NULL, 0, "PITCH is %u, %u texels, less than the width of %u", resource->pitch, pitch,
                        resource->tex_width + 1);
    if (level.pitch % step)
        return diag_set(diag, NULL, 0, "PITCH is %u, %u texels, expected a multiple of %u with TILE_MODE %u",
                        resource->pitch, pitch, texel_step(&level, step), resource->tile_mode);
    return true;
}
