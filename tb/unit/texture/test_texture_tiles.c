/* test_texture_tiles.c - whole surfaces of every array mode, compared with memory that is filled tile by tile.
 *
 * Nothing is calculated backwards here: tiles come one after another, and each takes, byte by byte, the next free place
 * of the pipe and bank that AMD's address library for the family (ADDRLIB) names for it. */
#include "pipeline/texture/texture_grid.h"

#include "tb/unit/texture/texture_layout_kit.h"

/* ---- equations ------------------------------------------------------------------------------------------------- */

/* The bits of an element's number in its tile, or of a pipe or bank: x3, y4 and so on, several of them added. */
static unsigned parity(const char *bits, unsigned x, unsigned y)
{
    unsigned sum = 0;
    for (; *bits && *bits != ' '; bits += 2)
        sum ^= (*bits == 'x' ? x : y) >> (bits[1] - '0') & 1;
    return sum;
}

static unsigned number_of(const char *equations, unsigned x, unsigned y)
{
    unsigned number = 0, bit = 0;
    while (equations) {
        number |= parity(equations, x, y) << bit++;
        equations = strchr(equations, ' ');
        equations = equations ? equations + 1 : NULL;
    }
    return number;
}

static const char *tile_bits(const struct texture_level *level)
{
    if (level->mode.depth)
        return "x0 y0 x1 y1 x2 y2";
    switch (level->element_bytes) {
    case 1:
        return "x0 x1 x2 y1 y0 y2";
    case 2:
        return "x0 x1 x2 y0 y1 y2";
    case 4:
        return "x0 x1 y0 x2 y1 y2";
    case 8:
        return "x0 y0 x1 x2 y1 y2";
    default:
        return "y0 x0 x1 x2 y1 y2";
    }
}

static const char *pipe_bits(const struct texture_tiling *tiling)
{
    static const char *const bits[4] = {NULL, "y3x3", "y3x4 y4x3", "y3x5 y4x5x4 y5x3"};
    return bits[tiling->pipe_bits];
}

/* Of y divided by the number of pipes. */
static const char *bank_bits(const struct texture_tiling *tiling)
{
    if (tiling->swaps_more && tiling->pipe_bits == 3)
        return tiling->bank_bits == 2 ? "y4x3x5 y3x4" : "y5x3x6 y5y4x4 y3x5";
    return tiling->bank_bits == 2 ? "y4x3 y3x4" : "y5x3 y5y4x4 y3x5";
}

/* Elements after which banks are swapped, in the library's terms: bits of an element, bytes of the rest. */
static unsigned swap_width(const struct texture_tiling *tiling, const struct texture_level *level)
{
    const unsigned bits = 8u * level->element_bytes, banks = 1u << tiling->bank_bits, pipes = 1u << tiling->pipe_bits;
    const unsigned in_split = (1u << tiling->split_bits) / (8 * bits);
    const unsigned slices = level->samples > in_split ? level->samples / in_split : 1;
    const unsigned samples = level->mode.thickness > 1 ? 4 : level->samples;
    const unsigned tiles = (1u << tiling->swap_bits) / 2 / bits;
    const unsigned most =
        pipes * banks * (1u << tiling->row_bits) / (samples * level->mode.aspect * pipes * bits / slices);
    const unsigned least = (1u << tiling->group_bits) * 8 * banks / (samples * 8 * bits / slices);
    unsigned       width = (tiles ? tiles : 1) * 8 * banks;
    width = width < least ? least : width;
    width = width > most ? most : width;
    while (width >= 2 * level->pitch)
        width /= 2;
    return width;
}

/* ---- filling ---------------------------------------------------------------------------------------------------- */

struct filled {
    const struct texture_level  *level;
    const struct texture_tiling *tiling;
    uint64_t                    *address;  /* [sample][slice][row][column] */
    uint64_t                     used[64]; /* bytes of each pipe and bank */
    uint8_t                      x[64], y[64];
};

static uint64_t *address_slot(struct filled *filled, unsigned x, unsigned y, unsigned slice, unsigned sample)
{
    const struct texture_level *level = filled->level;
    return &filled->address[(((size_t)sample * level->slices + slice) * level->rows + y) * level->pitch + x];
}

/* Of each number in a slice of a tile, the element that has it. */
static void set_elements(struct filled *filled)
{
    for (unsigned y = 0; y < 8; y++)
        for (unsigned x = 0; x < 8; x++) {
            const unsigned number = number_of(tile_bits(filled->level), x, y);
            filled->x[number] = (uint8_t)x;
            filled->y[number] = (uint8_t)y;
        }
}

/* Gives the tile at (x, y) the next free bytes of its pipe and bank; of a tile that is split only part `part`. */
static void put_tile(struct filled *filled, unsigned x, unsigned y, unsigned slice, unsigned part, unsigned parts,
                     unsigned channel, unsigned channels)
{
    const struct texture_level *level = filled->level;
    const unsigned group = 1u << filled->tiling->group_bits, elements = 64u * level->mode.thickness * level->samples;
    for (unsigned i = part * (elements / parts); i < (part + 1) * (elements / parts); i++) {
        const unsigned sample = level->mode.depth ? i % level->samples : i / (64 * level->mode.thickness);
        const unsigned place = level->mode.depth ? i / level->samples : i % (64 * level->mode.thickness);
        const uint64_t at = filled->used[channel];
        *address_slot(filled, x + filled->x[place % 64], y + filled->y[place % 64], slice + place / 64, sample) =
            (at / group * channels + channel) * group + at % group;
        filled->used[channel] += level->element_bytes;
    }
}

static void fill_macro_tiles(struct filled *filled)
{
    static const unsigned        swaps[8] = {0, 1, 3, 2, 6, 7, 5, 4};
    const struct texture_level  *level = filled->level;
    const struct texture_tiling *tiling = filled->tiling;
    const unsigned pipes = 1u << tiling->pipe_bits, banks = 1u << tiling->bank_bits, thick = level->mode.thickness;
    const unsigned width = 8 * banks / level->mode.aspect, height = 8 * pipes * level->mode.aspect;
    const unsigned bytes = 64u * level->element_bytes * level->samples * thick, split = 1u << tiling->split_bits;
    const unsigned parts = level->samples > 1 && bytes > split ? bytes / split : 1;
    const unsigned turn = level->mode.turns ? (pipes >= 4 ? pipes / 2 - 1 : 1) : pipes * (banks / 2 - 1);
    for (unsigned slice = 0; slice < level->slices; slice += thick)
        for (unsigned part = 0; part < parts; part++)
            for (unsigned tile = 0; tile < level->rows / height * (level->pitch / width) * pipes * banks; tile++) {
                /* macro tiles row by row, and so the tiles of each */
                const unsigned macro = tile / (pipes * banks), inside = tile % (pipes * banks);
                const unsigned left = macro % (level->pitch / width) * width;
                const unsigned x = left + inside % (width / 8) * 8;
                const unsigned y = macro / (level->pitch / width) * height + inside / (width / 8) * 8;
                const unsigned pipe = number_of(pipe_bits(tiling), x, y);
                const unsigned bank = number_of(bank_bits(tiling), x, y / pipes);
                unsigned channel = (bank * pipes + pipe) ^ (slice / thick * turn) ^ (part * (banks / 2 + 1) * pipes);
                if (level->mode.swapped)
                    channel ^= swaps[left / swap_width(tiling, level) % banks] * pipes;
                put_tile(filled, x, y, slice, part, parts, channel % (pipes * banks), pipes * banks);
            }
}

/* Without pipes and banks all tiles follow each other. */
static void fill_tiles(struct filled *filled)
{
    const struct texture_level *level = filled->level;
    for (unsigned slice = 0; slice < level->slices; slice += level->mode.thickness)
        for (unsigned y = 0; y < level->rows; y += 8)
            for (unsigned x = 0; x < level->pitch; x += 8)
                put_tile(filled, x, y, slice, 0, 1, 0, 1);
}

static void fill_rows(struct filled *filled)
{
    const struct texture_level *level = filled->level;
    for (unsigned slice = 0; slice < level->slices; slice++)
        for (unsigned y = 0; y < level->rows; y++)
            for (unsigned x = 0; x < level->pitch; x++, filled->used[0] += level->element_bytes)
                *address_slot(filled, x, y, slice, 0) = filled->used[0];
}

static unsigned grids; /* compared */

/* The same by two tables, where they are enough. */
static void grid_is_as_located(struct filled *filled, unsigned x, unsigned y, unsigned slice)
{
    static struct texture_grid       grid;
    static struct texture_level      last;
    static struct texture_grid_slice at;
    const struct texture_level      *level = filled->level;
    if (!x) {
        at = texture_grid_slice_of(level, filled->tiling, slice);
        if (!y || memcmp(&last, level, sizeof last))
            texture_grid_of(level, filled->tiling, &grid);
        last = *level;
    }
    if (!grid.usable)
        return;
    const uint64_t place = texture_grid_place(&grid.axis[0], x) + (uint64_t)texture_grid_place(&grid.axis[1], y);
    const uint32_t channel = texture_grid_channel(&grid.axis[0], x) ^ texture_grid_channel(&grid.axis[1], y);
    assert_int_equal(texture_grid_address(&grid, at.place + place, at.channel ^ channel),
                     *address_slot(filled, x, y, slice, 0));
    grids++;
}

/* Every element of level 0; the resource is as large as its padded surface. */
static void surface_is_as_filled(const struct texture_resource *resource, const struct texture_tiling *tiling)
{
    struct texture_level level;
    texture_level_of(resource, tiling, 0, &level);
    const size_t  count = (size_t)level.samples * level.slices * level.rows * level.pitch;
    struct filled filled = {.level = &level, .tiling = tiling, .address = malloc(count * sizeof(uint64_t))};
    assert_non_null(filled.address);
    memset(filled.address, 0xff, count * sizeof(uint64_t));
    set_elements(&filled);
    if (level.mode.order == TEXTURE_ROWS)
        fill_rows(&filled);
    else if (level.mode.order == TEXTURE_TILES)
        fill_tiles(&filled);
    else
        fill_macro_tiles(&filled);
    for (size_t i = 0; i < count; i++) {
        const unsigned     x = (unsigned)(i % level.pitch), y = (unsigned)(i / level.pitch % level.rows);
        const unsigned     layer = (unsigned)(i / level.pitch / level.rows);
        struct texel_place place;
        assert_true(texture_level_locate(&level, tiling, x, y, layer % level.slices, layer / level.slices, &place));
        if (place.address[0] != filled.address[i])
            fail_msg(
                "mode %u, %u bytes, depth %u, %u samples, %u pipes, %u banks, split %u: (%u, %u) of %u is at %llx, "
                "expected %llx",
                resource->tile_mode, level.element_bytes, level.mode.depth, level.samples, 1u << tiling->pipe_bits,
                1u << tiling->bank_bits, 1u << tiling->split_bits, x, y, layer, (unsigned long long)place.address[0],
                (unsigned long long)filled.address[i]);
    }
    for (size_t i = 0; i < count && level.samples == 1; i++)
        grid_is_as_located(&filled, (unsigned)(i % level.pitch), (unsigned)(i / level.pitch % level.rows),
                           (unsigned)(i / level.pitch / level.rows));
    free(filled.address);
}

/* Two macro tiles beside and below each other, and whatever the padding adds; slices so that every turn is met. */
static void fill_and_compare(uint32_t config, unsigned mode, unsigned format, bool depth, unsigned sample_bits)
{
    const struct texture_tiling tiling = tiling_of(config);
    struct texture_resource     resource = surface(mode, format, 8, 8, 8);
    struct texture_level        level;
    resource.tile_type = depth;
    resource.dim = sample_bits ? TEX_DIM_2D_ARRAY_MSAA : TEX_DIM_2D_ARRAY;
    resource.last_level = sample_bits;
    resource.tex_depth = sample_bits ? 1 : 4;
    const unsigned step = texture_least_pitch(&resource, &tiling);
    resource.tex_width = 2 * step - 1;
    resource.pitch = texture_least_pitch(&resource, &tiling) / 8 - 1;
    texture_level_of(&resource, &tiling, 0, &level);
    resource.tex_width = level.pitch - 1;
    resource.tex_height = 2 * level.rows - 1;
    resource.tex_depth = level.slices - 1;
    surface_is_as_filled(&resource, &tiling);
}

static void every_mode_fills_memory_tile_by_tile(void **state)
{
    (void)state;
    static const uint32_t configs[] = {
        PIPES_8_BANKS_8,          CONFIG(2, 1, 0, 3, 1, 3), CONFIG(1, 0, 0, 2, 1, 2),
        CONFIG(0, 0, 0, 0, 0, 0), CONFIG(3, 0, 0, 7, 3, 0), CONFIG(3, 1, 0, 5, 2, 1),
        CONFIG(2, 0, 1, 1, 0, 1), CONFIG(0, 1, 1, 4, 3, 2), CONFIG(1, 1, 0, 0, 1, 0),
    };
    static const unsigned formats[] = {TEX_FMT_8, TEX_FMT_16, TEX_FMT_32, TEX_FMT_32_32, TEX_FMT_32_32_32_32};
    unsigned              turn = 0;
    for (unsigned c = 0; c < LENGTH(configs); c++)
        for (unsigned mode = 0; mode < 16; mode++)
            for (unsigned f = 0; f < LENGTH(formats); f++, turn++) {
                fill_and_compare(configs[c], mode, formats[f], false, 0);
                if (turn % 3 == 0)
                    fill_and_compare(configs[c], mode, formats[f], true, 0);
                if (mode >= TEX_ARRAY_2D_TILED_THIN1)
                    fill_and_compare(configs[c], mode, formats[f], turn % 2, 1 + turn % 3);
            }
    assert_true(grids > 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_fills_memory_tile_by_tile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
