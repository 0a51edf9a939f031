/* test_texture_levels.c - the levels of a surface: modes, sizes, order; whole surfaces.
 *
 * Expected values come from what Linux's drivers lay out for this family (LINUX: libdrm's surfaces, written down here
 * again), or were worked out from AMD's address library (ADDRLIB). */
#include "tb/unit/texture/texture_layout_kit.h"

static const uint8_t element_bytes[TEX_FORMATS] = {
    [TEX_FMT_8] = 1, [TEX_FMT_16] = 2, [TEX_FMT_32] = 4, [TEX_FMT_32_32] = 8, [TEX_FMT_32_32_32_32] = 16};
static const uint8_t formats[] = {TEX_FMT_8, TEX_FMT_16, TEX_FMT_32, TEX_FMT_32_32, TEX_FMT_32_32_32_32};

/* ---- levels ---------------------------------------------------------------------------------------------------- */

static unsigned next_power(unsigned size)
{
    unsigned power = 1;
    while (power < size)
        power <<= 1;
    return power;
}

static unsigned aligned(unsigned size, unsigned to)
{
    return size + (to - size % to) % to;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* LINUX: a level's width and height in blocks, from level 1 on of sizes rounded up to powers of two; 2D levels that are
 * smaller than their alignment are 1D, as are all that follow. */
static void levels_are_as_linux_lays_them_out(const struct texture_resource *resource, unsigned bytes, unsigned block,
                                              unsigned levels)
{
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    unsigned                    mode = resource->tile_mode;
    uint64_t                    address = (uint64_t)resource->mip_address << 8;
    for (unsigned number = 1; number < levels; number++) {
        const unsigned width = next_power(larger(1, (resource->tex_width + 1) >> number));
        const unsigned height = next_power(larger(1, (resource->tex_height + 1) >> number));
        const unsigned depth = next_power(larger(1, (resource->tex_depth + 1) >> number));
        unsigned       columns = (width + block - 1) / block, rows = (height + block - 1) / block, slices = 1;
        if (resource->dim == TEX_DIM_CUBEMAP)
            slices = 8;
        if (resource->dim == TEX_DIM_3D)
            slices = depth;
        if (mode == TEX_ARRAY_2D_TILED_THIN1 && (columns < larger(64, 256 * 8 / (8 * bytes)) || rows < 64))
            mode = TEX_ARRAY_1D_TILED_THIN1;
        if (mode == TEX_ARRAY_LINEAR_ALIGNED)
            columns = aligned(columns, larger(64, 256 / bytes));
        if (mode == TEX_ARRAY_1D_TILED_THIN1)
            columns = aligned(columns, larger(8, 256 / (8 * bytes)));
        if (mode == TEX_ARRAY_1D_TILED_THIN1)
            rows = aligned(rows, 8);
        struct texture_level level;
        texture_level_of(resource, &tiling, number, &level);
        assert_int_equal(level.address, address);
        assert_int_equal(level.pitch, columns);
        assert_int_equal(level.rows, rows);
        assert_int_equal(level.mode.order, mode == TEX_ARRAY_LINEAR_ALIGNED   ? TEXTURE_ROWS
                                           : mode == TEX_ARRAY_1D_TILED_THIN1 ? TEXTURE_TILES
                                                                              : TEXTURE_MACRO_TILES);
        address += (uint64_t)columns * rows * slices * bytes;
    }
}

static void upper_levels_are_where_linux_puts_them(void **state)
{
    (void)state;
    static const uint8_t modes[] = {TEX_ARRAY_LINEAR_ALIGNED, TEX_ARRAY_1D_TILED_THIN1, TEX_ARRAY_2D_TILED_THIN1};
    static const uint8_t dims[] = {TEX_DIM_2D, TEX_DIM_3D, TEX_DIM_CUBEMAP};
    uint32_t             random = 1;
    for (unsigned i = 0; i < 3000; i++) {
        random = random * 1664525 + 1013904223;
        const uint8_t           format = formats[random >> 8 & 3];
        const bool              compressed = random >> 10 & 1;
        struct texture_resource resource = surface(modes[i % 3], compressed ? TEX_FMT_BC3 : format,
                                                   1 + (random >> 11) % 2000, 1 + (random >> 20) % 1000, 8192);
        resource.dim = dims[i / 3 % 3];
        resource.tex_depth = resource.dim == TEX_DIM_3D ? random % 40 : 0;
        resource.mip_address = random >> 12 << 8;
        levels_are_as_linux_lays_them_out(&resource, compressed ? 16 : element_bytes[format], compressed ? 4 : 1, 11);
    }
}

struct wanted {
    unsigned order, thickness, pitch, rows, slices;
};

static void levels_are(const struct texture_resource *resource, const struct wanted *wanted, unsigned count)
{
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    uint64_t                    address = (uint64_t)resource->mip_address << 8;
    for (unsigned number = 1; number <= count; number++, wanted++) {
        struct texture_level level;
        texture_level_of(resource, &tiling, number, &level);
        assert_int_equal(level.mode.order, wanted->order);
        assert_int_equal(level.mode.thickness, wanted->thickness);
        assert_false(level.mode.swapped);
        assert_int_equal(level.pitch, wanted->pitch);
        assert_int_equal(level.rows, wanted->rows);
        assert_int_equal(level.slices, wanted->slices);
        assert_int_equal(level.address, address);
        address += texture_level_bytes(&level);
    }
}

static void thick_levels_become_thin_when_three_slices_are_left(void **state)
{
    (void)state;
    /* 512 x 256 x 32 texels of a byte.  Thick tiles of 256 bytes fill a group; four thin ones do, so that a level of
     * two slices must be 256 texels wide to be 2D.  The thick 1D level is as wide as a tile, thin ones as four. */
    static const struct wanted deep[] = {{TEXTURE_MACRO_TILES, 4, 256, 128, 16},
                                         {TEXTURE_MACRO_TILES, 4, 128, 64, 8},
                                         {TEXTURE_TILES, 4, 64, 32, 4},
                                         {TEXTURE_TILES, 1, 32, 16, 2},
                                         {TEXTURE_TILES, 1, 32, 8, 1}};
    static const struct wanted shallow[] = {{TEXTURE_MACRO_TILES, 1, 256, 128, 2}, {TEXTURE_TILES, 1, 128, 64, 1}};
    struct texture_resource    resource = surface(TEX_ARRAY_3B_TILED_THICK, TEX_FMT_8, 512, 256, 512);
    resource.dim = TEX_DIM_3D;
    resource.tex_depth = 32 - 1;
    resource.mip_address = 0x1000;
    levels_are(&resource, deep, LENGTH(deep));
    resource.tex_depth = 5 - 1;
    levels_are(&resource, shallow, LENGTH(shallow));
}

/* THIN4 macro tiles of eight pipes and banks have 16 x 256 texels. */
static void levels_lower_than_a_narrow_macro_tile_are_1d(void **state)
{
    (void)state;
    static const struct wanted wanted[] = {{TEXTURE_MACRO_TILES, 1, 32, 256, 1}, {TEXTURE_TILES, 1, 16, 128, 1}};
    struct texture_resource    resource = surface(TEX_ARRAY_2B_TILED_THIN4, TEX_FMT_32, 64, 512, 64);
    levels_are(&resource, wanted, LENGTH(wanted));
}

static void layers_and_faces_of_upper_levels_are_a_power_of_two(void **state)
{
    (void)state;
    static const struct wanted eight[] = {{TEXTURE_TILES, 1, 32, 16, 8}, {TEXTURE_TILES, 1, 16, 8, 8}};
    static const struct wanted thirty_two[] = {{TEXTURE_TILES, 1, 32, 16, 32}};
    struct texture_resource    resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_32, 64, 32, 64);
    resource.dim = TEX_DIM_2D_ARRAY;
    resource.tex_depth = 5 - 1;
    levels_are(&resource, eight, LENGTH(eight));
    resource.dim = TEX_DIM_CUBEMAP;
    resource.tex_depth = 0;
    levels_are(&resource, eight, LENGTH(eight));
    resource.tex_depth = 3 - 1; /* cubes: 22 slices */
    levels_are(&resource, thirty_two, LENGTH(thirty_two));
}

/* LINEAR_GENERAL pads nothing but to powers of two. */
static void general_rows_are_as_long_as_a_power_of_two(void **state)
{
    (void)state;
    static const struct wanted wanted[] = {{TEXTURE_ROWS, 1, 16, 8, 1},
                                           {TEXTURE_ROWS, 1, 8, 4, 1},
                                           {TEXTURE_ROWS, 1, 2, 2, 1},
                                           {TEXTURE_ROWS, 1, 1, 1, 1}};
    struct texture_resource    resource = surface(TEX_ARRAY_LINEAR_GENERAL, TEX_FMT_8, 22, 16, 24);
    resource.mip_address = 0x100;
    levels_are(&resource, wanted, LENGTH(wanted));
}

/* Three elements of 32 bits are counted before rounding: 3 x 20 in 64, where 3 x 32 would be 96.  Of smaller ones
 * texels are rounded first: 3 x 32 in 128. */
static void texels_of_three_elements_round_up_as_elements(void **state)
{
    (void)state;
    static const struct wanted wanted[] = {{TEXTURE_ROWS, 1, 64, 4, 1}, {TEXTURE_ROWS, 1, 64, 2, 1}};
    struct texture_resource    resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32_32_32, 40, 8, 64);
    levels_are(&resource, wanted, LENGTH(wanted));
    resource.tex_width = 44 - 1;
    static const struct wanted wider[] = {{TEXTURE_ROWS, 1, 128, 4, 1}, {TEXTURE_ROWS, 1, 64, 2, 1}};
    levels_are(&resource, wider, LENGTH(wider));
    static const struct wanted smaller[] = {{TEXTURE_TILES, 1, 128, 8, 1}, {TEXTURE_TILES, 1, 64, 8, 1}};
    resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_16_16_16, 40, 8, 64);
    levels_are(&resource, smaller, LENGTH(smaller));
}

/* ---- whole surfaces -------------------------------------------------------------------------------------------- */

/* Takes every byte of every texel of all levels: no other texel has it, and it is below the end. */
static void every_texel_has_bytes_of_its_own(const struct texture_resource *resource,
                                             const struct texture_tiling   *tiling)
{
    const uint64_t end = texture_end(resource, tiling);
    uint8_t *const taken = calloc(1, end);
    const unsigned levels = texture_samples(resource) > 1 ? 1 : resource->last_level + 1;
    assert_non_null(taken);
    for (unsigned number = 0; number < levels; number++) {
        struct texture_level level;
        texture_level_of(resource, tiling, number, &level);
        for (unsigned i = 0; i < level.size[0] * level.size[1] * level.size[2] * level.samples; i++) {
            const unsigned     x = i % level.size[0], y = i / level.size[0] % level.size[1];
            const unsigned     slice = i / level.size[0] / level.size[1] % level.size[2];
            const unsigned     sample = i / level.size[0] / level.size[1] / level.size[2];
            struct texel_place place;
            assert_true(texture_level_locate(&level, tiling, x, y, slice, sample, &place));
            for (unsigned byte = 0; !place.x && !place.y && byte < (unsigned)place.parts * place.bytes; byte++) {
                const uint64_t at = place.address[byte / place.bytes] + byte % place.bytes;
                assert_true(at < end);
                assert_false(taken[at]);
                taken[at] = 1;
            }
        }
    }
    free(taken);
}

static void no_two_texels_of_a_surface_share_a_byte(void **state)
{
    (void)state;
    static const uint8_t  kinds[] = {TEX_FMT_8,   TEX_FMT_8_8_8, TEX_FMT_16_16_16, TEX_FMT_32_32_32, TEX_FMT_32_32,
                                     TEX_FMT_BC1, TEX_FMT_BC5,   TEX_FMT_1,        TEX_FMT_GB_GR};
    static const uint32_t configs[] = {PIPES_8_BANKS_8, CONFIG(2, 0, 0, 3, 1, 3), CONFIG(1, 0, 0, 3, 1, 0)};
    for (unsigned i = 0; i < 16 * LENGTH(kinds); i++) {
        const struct texture_tiling tiling = tiling_of(configs[i % LENGTH(configs)]);
        struct texture_resource     resource = packed_surface(i % 16, kinds[i / 16], 150 - i / 2, 70 - i / 4, &tiling);
        struct texture_level        level;
        resource.dim = i % 5 == 4 && i % 16 > 1 ? TEX_DIM_2D_ARRAY_MSAA : TEX_DIM_2D + i % 3;
        resource.tex_depth = resource.dim == TEX_DIM_CUBEMAP ? 0 : 5;
        resource.last_level = resource.dim == TEX_DIM_2D_ARRAY_MSAA ? 1 + i % 3 : 7;
        resource.pitch = texture_least_pitch(&resource, &tiling) / 8 - 1;
        assert_true(texture_layout_check(&resource, &tiling, NULL));
        texture_level_of(&resource, &tiling, 0, &level);
        resource.mip_address = (uint32_t)((texture_level_bytes(&level) + 0xffff) >> 16 << 8);
        every_texel_has_bytes_of_its_own(&resource, &tiling);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upper_levels_are_where_linux_puts_them),
        cmocka_unit_test(thick_levels_become_thin_when_three_slices_are_left),
        cmocka_unit_test(levels_lower_than_a_narrow_macro_tile_are_1d),
        cmocka_unit_test(layers_and_faces_of_upper_levels_are_a_power_of_two),
        cmocka_unit_test(general_rows_are_as_long_as_a_power_of_two),
        cmocka_unit_test(texels_of_three_elements_round_up_as_elements),
        cmocka_unit_test(no_two_texels_of_a_surface_share_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
