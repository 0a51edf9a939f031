/* texture_address.c - from coordinates to addresses: the order of elements in a tile, of tiles in memory (ADDRLIB). */
#include "pipeline/texture/texture_grid.h"
#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_tiles.h"

/* An element's coordinates; `x` counts elements. */
struct element {
    uint32_t x, y, slice, sample;
};

static uint32_t bit(uint32_t number, unsigned at)
{
    return number >> at & 1;
}

static uint32_t three_bits(uint32_t bit_0, uint32_t bit_1, uint32_t bit_2)
{
    return bit_0 | bit_1 << 1 | bit_2 << 2;
}

/* ---- a tile -------------------------------------------------------------------------------------------------- */

/* The number of an element in a slice of its tile.  Only the order of tiles that a display can read depends on the size
 * of elements. */
static uint32_t place_in_slice(const struct texture_mode *mode, uint32_t element_bytes, uint32_t x, uint32_t y)
{
    const uint32_t x0 = bit(x, 0), x1 = bit(x, 1), x2 = bit(x, 2);
    const uint32_t y0 = bit(y, 0), y1 = bit(y, 1), y2 = bit(y, 2);
    if (mode->depth)
        return three_bits(x0, y0, x1) | three_bits(y1, x2, y2) << 3;
    switch (element_bytes) {
    case 1:
        return three_bits(x0, x1, x2) | three_bits(y1, y0, y2) << 3;
    case 2:
        return three_bits(x0, x1, x2) | three_bits(y0, y1, y2) << 3;
    case 8:
        return three_bits(x0, y0, x1) | three_bits(x2, y1, y2) << 3;
    case 16:
        return three_bits(y0, x0, x1) | three_bits(x2, y1, y2) << 3;
    default:
        return three_bits(x0, x1, y0) | three_bits(x2, y1, y2) << 3;
    }
}

/* Bytes from the start of the tile.  All of a sample lies together, but for depth, where the samples of an element
 * do. */
static uint32_t place_in_tile(const struct texture_level *level, const struct element *element)
{
    const struct texture_mode *mode = &level->mode;
    const uint32_t             slice = modulo(element->slice, mode->thickness);
    const uint32_t number = slice * TILE_ELEMENTS + place_in_slice(mode, level->element_bytes, element->x, element->y);
    if (mode->depth)
        return (number * level->samples + element->sample) * level->element_bytes;
    return number * level->element_bytes + element->sample * tile_bytes(mode, level->element_bytes, 1);
}

/* ---- pipes and banks ----------------------------------------------------------------------------------------- */

static uint32_t pipe_of(const struct texture_tiling *tiling, uint32_t x, uint32_t y)
{
    const uint32_t x3 = bit(x, 3), x4 = bit(x, 4), x5 = bit(x, 5);
    const uint32_t y3 = bit(y, 3), y4 = bit(y, 4), y5 = bit(y, 5);
    switch (tiling->pipe_bits) {
    case 0:
        return 0;
    case 1:
        return y3 ^ x3;
    case 2:
        return three_bits(y3 ^ x4, y4 ^ x3, 0);
    default:
        return three_bits(y3 ^ x5, y4 ^ x5 ^ x4, y5 ^ x3);
    }
}

static uint32_t bank_of(const struct texture_tiling *tiling, uint32_t x, uint32_t y)
{
    const bool     more = tiling->swaps_more && tiling->pipe_bits == 3;
    const uint32_t x3 = bit(x, 3), x4 = bit(x, 4), x5 = bit(x, 5), x6 = bit(x, 6);
    const uint32_t row = y >> tiling->pipe_bits;
    const uint32_t y3 = bit(row, 3), y4 = bit(row, 4), y5 = bit(row, 5);
    if (tiling->bank_bits == 2)
        return three_bits(y4 ^ x3 ^ (more & x5), y3 ^ x4, 0);
    return three_bits(y5 ^ x3 ^ (more & x6), y5 ^ y4 ^ x4, y3 ^ x5);
}

/* The order in which 2B and 3B modes exchange banks: a Gray code. */
static uint32_t bank_swap(uint32_t column, uint32_t banks)
{
    column = modulo(column, banks);
    return column ^ column >> 1;
}

/* ---- orders -------------------------------------------------------------------------------------------------- */

static uint64_t in_rows(const struct texture_level *level, const struct element *element)
{
    const uint64_t slice = element->slice + (uint64_t)level->slices * element->sample;
    return level->address + ((slice * level->rows + element->y) * level->pitch + element->x) * level->element_bytes;
}

static uint64_t in_tiles(const struct texture_level *level, const struct element *element)
{
    const uint32_t thickness = level->mode.thickness, tile = tile_bytes(&level->mode, level->element_bytes, 1);
    const uint64_t slice_bytes = (uint64_t)level->pitch * level->rows * thickness * level->element_bytes;
    const uint64_t number = (uint64_t)(element->y / TILE_EDGE) * (level->pitch / TILE_EDGE) + element->x / TILE_EDGE;
    return level->address + over(element->slice, thickness) * slice_bytes + number * tile +
           place_in_tile(level, element);
}

/* Samples beyond the split lie in slices of their own: the part of a tile that holds an element. */
struct part {
    uint32_t number, count; /* of the tile's parts */
    uint32_t bytes, place;  /* of the part, and of the element in it */
};

static struct part part_of(const struct texture_level *level, const struct texture_tiling *tiling,
                           const struct element *element)
{
    const uint32_t tile = tile_bytes(&level->mode, level->element_bytes, level->samples);
    const uint32_t split = UINT32_C(1) << tiling->split_bits, bytes = tile > split ? split : tile;
    const uint32_t place = place_in_tile(level, element);
    return (struct part){over(place, bytes), over(tile, bytes), bytes, modulo(place, bytes)};
}

/* Every pipe and bank has a tile of each macro tile.  The element's place among all bytes that one of them has of the
 * surface: macro tile after macro tile, row after row, slice after slice. */
static uint64_t place_in_channel(const struct texture_level *level, const struct texture_tiling *tiling,
                                 const struct element *element, const struct part *part)
{
    const uint32_t width = macro_width(&level->mode, tiling), height = macro_height(&level->mode, tiling);
    const uint64_t slice = (uint64_t)over(element->slice, level->mode.thickness) * part->count + part->number;
    const uint64_t row = slice * over(level->rows, height) + over(element->y, height);
    const uint64_t tile = row * over(level->pitch, width) + over(element->x, width);
    return tile * part->bytes + part->place;
}

/* Pipe and bank as one number, the pipe below.  The swizzle is the surface's. */
static uint32_t channel_of(const struct texture_level *level, const struct texture_tiling *tiling,
                           const struct element *element, const struct part *part, uint32_t swizzle)
{
    const struct texture_mode *mode = &level->mode;
    const uint32_t             pipes = UINT32_C(1) << tiling->pipe_bits, banks = UINT32_C(1) << tiling->bank_bits;
    const uint32_t             left = element->x & ~(macro_width(mode, tiling) - 1); /* of the macro tile */
    uint32_t channel = pipe_of(tiling, element->x, element->y) | bank_of(tiling, element->x, element->y) * pipes;
    channel ^= part->number * pipes * (banks / 2 + 1);
    channel ^= swizzle + over(element->slice, mode->thickness) * slice_turn(mode, tiling);
    if (mode->swapped)
        channel ^= bank_swap(over(left, level->swap_width), banks) * pipes;
    return modulo(channel, pipes * banks);
}

/* Memory has a group of bytes of each pipe and bank, then the next of each.  The lowest bits of the surface's address,
 * which are 0 when it is aligned, are a swizzle. */
static uint64_t in_macro_tiles(const struct texture_level *level, const struct texture_tiling *tiling,
                               const struct element *element)
{
    const unsigned    group_bits = tiling->group_bits, channel_bits = tiling->pipe_bits + tiling->bank_bits;
    const uint32_t    swizzle = (uint32_t)(level->address >> group_bits) & ((UINT32_C(1) << channel_bits) - 1);
    const struct part part = part_of(level, tiling, element);
    const uint64_t    place = place_in_channel(level, tiling, element, &part);
    const uint64_t    group = place >> group_bits << channel_bits | channel_of(level, tiling, element, &part, swizzle);
    const uint64_t    start = level->address - ((uint64_t)swizzle << group_bits);
    return start + (group << group_bits | (place & ((UINT64_C(1) << group_bits) - 1)));
}

static uint64_t address_of(const struct texture_level *level, const struct texture_tiling *tiling,
                           const struct element *element)
{
    switch ((enum texture_order)level->mode.order) {
    case TEXTURE_ROWS:
        return in_rows(level, element);
    case TEXTURE_TILES:
        return in_tiles(level, element);
    case TEXTURE_MACRO_TILES:
        break;
    }
    return in_macro_tiles(level, tiling, element);
}

/* ---- texels -------------------------------------------------------------------------------------------------- */

bool texture_level_locate(const struct texture_level *level, const struct texture_tiling *tiling, uint32_t x,
                          uint32_t y, uint32_t slice, uint32_t sample, struct texel_place *place)
{
    if (!level->known || x >= level->size[0] || y >= level->size[1] || slice >= level->size[2] ||
        sample >= level->samples)
        return false;
    if (level->parts == 1 && level->block_width == 1 && level->block_height == 1) { /* an element is a texel */
        const struct element alone = {.x = x, .y = y, .slice = slice, .sample = sample};
        place->address[0] = address_of(level, tiling, &alone);
        place->parts = 1;
        place->bytes = level->element_bytes;
        place->x = place->y = 0;
        return true;
    }
    *place = (struct texel_place){
        .parts = level->parts,
        .bytes = (uint8_t)(level->element_bytes * over(level->block_width, level->element_width)),
        .x = (uint8_t)modulo(x, level->block_width),
        .y = (uint8_t)modulo(y, level->block_height),
    };
    struct element element = {
        .x = over(x - place->x, level->element_width) * level->parts,
        .y = over(y, level->block_height),
        .slice = slice,
        .sample = sample,
    };
    for (unsigned part = 0; part < level->parts; part++, element.x++)
        place->address[part] = address_of(level, tiling, &element);
    return true;
}

bool texture_locate(const struct texture_resource *resource, const struct texture_tiling *tiling, unsigned level,
                    uint32_t x, uint32_t y, uint32_t slice, uint32_t sample, struct texel_place *place)
{
    struct texture_level found;
    texture_level_of(resource, tiling, level, &found);
    return texture_level_locate(&found, tiling, x, y, slice, sample, place);
}

/* ---- two tables -------------------------------------------------------------------------------------------------- */

static bool has_grid(const struct texture_level *level, const struct texture_tiling *tiling)
{
    const uint32_t tile = tile_bytes(&level->mode, level->element_bytes, 1);
    return level->known && level->samples == 1 && level->parts == 1 && level->block_width == level->element_width &&
           !level->mode.swapped &&
           (level->mode.order != TEXTURE_MACRO_TILES || tile <= UINT32_C(1) << tiling->split_bits);
}

static uint64_t grid_place(const struct texture_level *level, const struct texture_tiling *tiling,
                           const struct element *element)
{
    if (level->mode.order != TEXTURE_MACRO_TILES)
        return address_of(level, tiling, element) - level->address;
    const struct part part = part_of(level, tiling, element);
    return place_in_channel(level, tiling, element, &part);
}

static uint32_t grid_channel(const struct texture_level *level, const struct texture_tiling *tiling,
                             const struct element *element)
{
    if (level->mode.order != TEXTURE_MACRO_TILES)
        return 0;
    const struct part part = part_of(level, tiling, element);
    return channel_of(level, tiling, element, &part, (uint32_t)(level->address >> tiling->group_bits));
}

static void grid_axis(const struct texture_level *level, const struct texture_tiling *tiling, bool vertical,
                      struct texture_grid_axis *axis)
{
    const struct texture_mode *mode = &level->mode;
    const uint32_t             macro = vertical ? macro_height(mode, tiling) : macro_width(mode, tiling);
    const uint32_t step = mode->order == TEXTURE_ROWS ? 1 : mode->order == TEXTURE_TILES ? TILE_EDGE : macro;
    const uint32_t first = grid_channel(level, tiling, &(struct element){0});
    axis->block_bits = (uint8_t)__builtin_ctz(vertical ? level->block_height : level->block_width);
    axis->shift = (uint8_t)__builtin_ctz(step);
    for (uint32_t i = 0; i < GRID_LOW && mode->order != TEXTURE_ROWS; i++) {
        const struct element at = {.x = vertical ? 0 : i, .y = vertical ? i : 0};
        axis->low[i] = (uint16_t)grid_place(level, tiling, &at);
    }
    for (uint32_t i = 0; i < GRID_CHANNELS; i++) {
        const struct element at = {.x = vertical ? 0 : i * TILE_EDGE, .y = vertical ? i * TILE_EDGE : 0};
        axis->channel[i] = (uint8_t)(grid_channel(level, tiling, &at) ^ first);
    }
    axis->step =
        (uint32_t)grid_place(level, tiling, &(struct element){.x = vertical ? 0 : step, .y = vertical ? step : 0});
}

void texture_grid_of(const struct texture_level *level, const struct texture_tiling *tiling, struct texture_grid *grid)
{
    const bool     macro = level->mode.order == TEXTURE_MACRO_TILES;
    const unsigned bits = macro ? tiling->pipe_bits + tiling->bank_bits : 0;
    *grid = (struct texture_grid){.usable = has_grid(level, tiling)};
    if (!grid->usable)
        return;
    grid->rows = level->mode.order == TEXTURE_ROWS;
    grid->bytes = level->element_bytes;
    grid->group_bits = tiling->group_bits;
    grid->channel_bits = (uint8_t)bits;
    grid->start = level->address;
    if (macro)
        grid->start -= (level->address >> tiling->group_bits & ((1u << bits) - 1)) << tiling->group_bits;
    grid_axis(level, tiling, false, &grid->axis[0]);
    grid_axis(level, tiling, true, &grid->axis[1]);
}

struct texture_grid_slice texture_grid_slice_of(const struct texture_level *level, const struct texture_tiling *tiling,
                                                uint32_t slice)
{
    const struct element at = {.slice = slice};
    return (struct texture_grid_slice){grid_place(level, tiling, &at), grid_channel(level, tiling, &at)};
}
