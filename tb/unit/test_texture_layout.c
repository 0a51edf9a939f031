/* test_texture_layout.c - surfaces and their levels: modes, sizes, order, limits.
 *
 * Expected values come from the rules of the register manual for pitch and height (3D CB_COLOR*_SIZE), from what
 * Linux's drivers lay out for this family (LINUX: libdrm's surfaces and the kernel's checks, written down here again),
 * or were worked out from AMD's address library (ADDRLIB). */
#include "tb/unit/texture_layout_kit.h"

static const uint8_t element_bytes[TEX_FORMATS] = {
    [TEX_FMT_8] = 1, [TEX_FMT_16] = 2, [TEX_FMT_32] = 4, [TEX_FMT_32_32] = 8, [TEX_FMT_32_32_32_32] = 16};
static const uint8_t formats[] = {TEX_FMT_8, TEX_FMT_16, TEX_FMT_32, TEX_FMT_32_32, TEX_FMT_32_32_32_32};

/* ---- configuration --------------------------------------------------------------------------------------------- */

static void a_configuration_is_powers_of_two(void **state)
{
    (void)state;
    const struct texture_tiling a = tiling_of(PIPES_8_BANKS_8), b = tiling_of(CONFIG(1, 0, 1, 6, 3, 0));
    assert_int_equal(a.pipe_bits, 3);
    assert_int_equal(a.bank_bits, 3);
    assert_int_equal(a.group_bits, 8);
    assert_int_equal(a.row_bits, 13);
    assert_int_equal(a.swap_bits, 8);
    assert_int_equal(a.split_bits, 13);
    assert_false(a.swaps_more);
    assert_int_equal(b.pipe_bits, 1);
    assert_int_equal(b.bank_bits, 2);
    assert_int_equal(b.group_bits, 9);
    assert_int_equal(b.row_bits, 12);
    assert_int_equal(b.swap_bits, 10);
    assert_int_equal(b.split_bits, 10);
    assert_true(b.swaps_more);
}

static void reserved_values_of_a_configuration_are_noticed(void **state)
{
    (void)state;
    static const uint32_t reserved[] = {CONFIG(4, 0, 0, 0, 0, 0), CONFIG(0, 2, 0, 0, 0, 0), CONFIG(0, 0, 2, 0, 0, 0),
                                        CONFIG(0, 0, 0, 0, 4, 0)};
    struct texture_tiling tiling, least = tiling_of(0);
    for (unsigned i = 0; i < LENGTH(reserved); i++) {
        assert_false(texture_tiling_of(reserved[i], &tiling));
        assert_memory_equal(&tiling, &least, sizeof tiling);
    }
    assert_true(texture_tiling_of(0xffff0001, &tiling)); /* BACKEND_MAP is of no account */
}

/* ---- sizes ----------------------------------------------------------------------------------------------------- */

static void each_dimension_has_its_own_size(void **state)
{
    (void)state;
    static const struct {
        unsigned dim, level, size[3];
    } cases[] = {
        {TEX_DIM_1D, 0, {100, 1, 1}},
        {TEX_DIM_1D, 3, {12, 1, 1}},
        {TEX_DIM_2D, 0, {100, 40, 1}},
        {TEX_DIM_2D, 6, {1, 1, 1}},
        {TEX_DIM_3D, 0, {100, 40, 9}},
        {TEX_DIM_3D, 2, {25, 10, 2}},
        {TEX_DIM_3D, 15, {1, 1, 1}},
        {TEX_DIM_1D_ARRAY, 1, {50, 1, 9}},
        {TEX_DIM_2D_ARRAY, 4, {6, 2, 9}},
        {TEX_DIM_2D_MSAA, 0, {100, 40, 1}},
        {TEX_DIM_2D_ARRAY_MSAA, 0, {100, 40, 9}},
        {TEX_DIM_CUBEMAP, 1, {50, 20, 8 * 8 + 6}},
    };
    struct texture_resource resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_8, 100, 40, 256);
    resource.tex_depth = 9 - 1;
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        uint32_t size[3];
        resource.dim = cases[i].dim;
        texture_level_size(&resource, cases[i].level, size);
        for (unsigned axis = 0; axis < 3; axis++)
            assert_int_equal(size[axis], cases[i].size[axis]);
    }
}

static void samples_are_the_power_that_last_level_says(void **state)
{
    (void)state;
    struct texture_resource resource = {.dim = TEX_DIM_2D_MSAA};
    for (resource.last_level = 0; resource.last_level <= 3; resource.last_level++)
        assert_int_equal(texture_samples(&resource), 1 << resource.last_level);
    resource.dim = TEX_DIM_2D_ARRAY_MSAA;
    resource.last_level = 15;
    assert_int_equal(texture_samples(&resource), TEXTURE_SAMPLES);
    resource.dim = TEX_DIM_2D_ARRAY;
    assert_int_equal(texture_samples(&resource), 1);
}

/* The register manual's rule: pitch is a multiple of `elements`, and of `bytes` bytes in all. */
static unsigned rule_of(unsigned mode, unsigned bytes, unsigned samples, unsigned banks)
{
    const unsigned thick = mode == TEX_ARRAY_1D_TILED_THICK || mode == TEX_ARRAY_2D_TILED_THICK ? 4 : 1;
    const unsigned factor = mode == TEX_ARRAY_2D_TILED_THIN2 ? 2 : mode == TEX_ARRAY_2D_TILED_THIN4 ? 4 : 1;
    for (unsigned pitch = 8;; pitch += 8)
        switch (mode) {
        case TEX_ARRAY_LINEAR_GENERAL:
            return pitch;
        case TEX_ARRAY_LINEAR_ALIGNED:
            if (pitch * bytes % 256 == 0 && pitch % 64 == 0)
                return pitch;
            break;
        case TEX_ARRAY_1D_TILED_THIN1:
        case TEX_ARRAY_1D_TILED_THICK:
            if (pitch * 8 * bytes * samples * thick % 256 == 0)
                return pitch;
            break;
        default:
            if (pitch * 8 * bytes * samples * thick / banks * factor % 256 == 0 && pitch % (8 * banks / factor) == 0)
                return pitch;
        }
}

static void the_least_pitch_follows_the_register_manual(void **state)
{
    (void)state;
    for (unsigned banks = 0; banks < 2; banks++) {
        const struct texture_tiling tiling = tiling_of(CONFIG(2, banks, 0, 3, 1, 3));
        for (unsigned mode = 0; mode <= TEX_ARRAY_2D_TILED_THICK; mode++)
            for (unsigned f = 0; f < LENGTH(formats); f++) {
                struct texture_resource resource = surface(mode, formats[f], 1, 1, 8);
                const unsigned          step = rule_of(mode, element_bytes[formats[f]], 1, 4u << banks);
                assert_int_equal(texture_least_pitch(&resource, &tiling), step);
                resource.tex_width = step; /* one more than that */
                assert_int_equal(texture_least_pitch(&resource, &tiling), 2 * step);
                if (mode != TEX_ARRAY_2D_TILED_THIN1)
                    continue;
                resource = surface(mode, formats[f], 1, 1, 8);
                resource.dim = TEX_DIM_2D_MSAA;
                resource.last_level = 2;
                assert_int_equal(texture_least_pitch(&resource, &tiling),
                                 rule_of(mode, element_bytes[formats[f]], 4, 4u << banks));
            }
    }
}

/* Whole swaps: 256 bytes of a bank are 4 tiles of 64 bytes each, so 4 x 64 texels of 32 bits with eight banks, but no
 * more than the surface is wide. */
static void the_pitch_of_swapped_banks_is_whole_swaps(void **state)
{
    (void)state;
    static const unsigned       widths[][2] = {{1, 64}, {64, 64}, {65, 128}, {129, 256}, {257, 512}, {1000, 1024}};
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    for (unsigned i = 0; i < LENGTH(widths); i++) {
        const struct texture_resource resource = surface(TEX_ARRAY_2B_TILED_THIN1, TEX_FMT_32, widths[i][0], 1, 8);
        assert_int_equal(texture_least_pitch(&resource, &tiling), widths[i][1]);
    }
}

static void level_0_has_the_pitch_that_it_says_and_whole_macro_tiles_of_rows(void **state)
{
    (void)state;
    const struct texture_tiling   tiling = tiling_of(PIPES_8_BANKS_8);
    const struct texture_resource resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32, 100, 65, 320);
    struct texture_level          level;
    texture_level_of(&resource, &tiling, 0, &level);
    assert_int_equal(level.pitch, 320);
    assert_int_equal(level.rows, 128);
    assert_int_equal(level.slices, 1);
    assert_int_equal(texture_level_bytes(&level), 320 * 128 * 4);
}

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

/* Three elements of a texel are counted before rounding: 3 x 20 in 64, where 3 x 32 would be 96. */
static void texels_of_three_elements_round_up_as_elements(void **state)
{
    (void)state;
    static const struct wanted wanted[] = {{TEXTURE_ROWS, 1, 64, 4, 1}, {TEXTURE_ROWS, 1, 64, 2, 1}};
    struct texture_resource    resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32_32_32, 40, 8, 64);
    levels_are(&resource, wanted, LENGTH(wanted));
    resource.tex_width = 44 - 1;
    static const struct wanted wider[] = {{TEXTURE_ROWS, 1, 128, 4, 1}, {TEXTURE_ROWS, 1, 64, 2, 1}};
    levels_are(&resource, wider, LENGTH(wider));
}

/* ---- modes that cannot be -------------------------------------------------------------------------------------- */

static void modes_that_do_not_fit_are_what_the_library_makes_of_them(void **state)
{
    (void)state;
    static const struct {
        uint32_t config;
        unsigned mode, format, depth, samples, order, thickness, aspect;
    } cases[] = {
        /* samples and depth: thin; samples: macro tiles */
        {PIPES_8_BANKS_8, TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_32, 0, 4, TEXTURE_MACRO_TILES, 1, 1},
        {PIPES_8_BANKS_8, TEX_ARRAY_2D_TILED_THICK, TEX_FMT_32, 0, 2, TEXTURE_MACRO_TILES, 1, 1},
        {PIPES_8_BANKS_8, TEX_ARRAY_3D_TILED_THICK, TEX_FMT_32, 1, 1, TEXTURE_MACRO_TILES, 1, 1},
        {PIPES_8_BANKS_8, TEX_ARRAY_1D_TILED_THICK, TEX_FMT_32, 1, 1, TEXTURE_TILES, 1, 1},
        /* 4 x 64 x 16 bytes are beyond a split of 2 KiB, not of 4 */
        {CONFIG(3, 1, 0, 3, 1, 1), TEX_ARRAY_2D_TILED_THICK, TEX_FMT_32_32_32_32, 0, 1, TEXTURE_MACRO_TILES, 1, 1},
        {CONFIG(3, 1, 0, 3, 1, 2), TEX_ARRAY_2D_TILED_THICK, TEX_FMT_32_32_32_32, 0, 1, TEXTURE_MACRO_TILES, 4, 1},
        {CONFIG(3, 1, 0, 3, 1, 1), TEX_ARRAY_1D_TILED_THICK, TEX_FMT_32_32_32_32, 0, 1, TEXTURE_TILES, 4, 1},
        /* four groups of 512 bytes are beyond a split of 1 KiB */
        {CONFIG(3, 1, 1, 3, 1, 0), TEX_ARRAY_2B_TILED_THIN4, TEX_FMT_32, 0, 1, TEXTURE_MACRO_TILES, 1, 2},
        {CONFIG(3, 1, 0, 3, 1, 0), TEX_ARRAY_2B_TILED_THIN4, TEX_FMT_32, 0, 1, TEXTURE_MACRO_TILES, 1, 4},
    };
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        const struct texture_tiling tiling = tiling_of(cases[i].config);
        struct texture_resource     resource = surface(cases[i].mode, cases[i].format, 64, 64, 64);
        struct texture_level        level;
        resource.tile_type = cases[i].depth;
        resource.dim = cases[i].samples > 1 ? TEX_DIM_2D_MSAA : TEX_DIM_2D;
        resource.last_level = cases[i].samples / 2;
        texture_level_of(&resource, &tiling, 0, &level);
        assert_int_equal(level.mode.order, cases[i].order);
        assert_int_equal(level.mode.thickness, cases[i].thickness);
        assert_int_equal(level.mode.aspect, cases[i].aspect);
    }
}

/* ---- whole surfaces -------------------------------------------------------------------------------------------- */

/* Takes every byte of every texel of all levels: nobody else has it, and it is below the end. */
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

static void a_surface_ends_behind_its_last_texel_or_tile(void **state)
{
    (void)state;
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    struct texture_resource     resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32, 10, 6, 64);
    resource.base_address = 0x100;
    assert_int_equal(texture_end(&resource, &tiling), 0x10000 + 5 * 256 + 40);
    resource.tile_mode = TEX_ARRAY_1D_TILED_THIN1;
    assert_int_equal(texture_end(&resource, &tiling), 0x10000 + 64 * 8 * 4);
    resource.last_level = 2; /* 8 x 4 and 2 x 1 texels, in a tile each */
    resource.mip_address = 0x200;
    assert_int_equal(texture_end(&resource, &tiling), 0x20000 + 2 * 256);
    resource.mip_address = 0x10;
    assert_int_equal(texture_end(&resource, &tiling), 0x10000 + 64 * 8 * 4);
    resource.base_level = 1;
    assert_int_equal(texture_end(&resource, &tiling), 0x1000 + 2 * 256);
    resource = surface(TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32, 64, 64, 64);
    resource.base_address = 0x412; /* 0x400 with a swizzle */
    assert_int_equal(texture_end(&resource, &tiling), 0x40000 + 64 * 64 * 4);
    resource.dim = TEX_DIM_2D_MSAA;
    resource.last_level = 2;
    assert_int_equal(texture_end(&resource, &tiling), 0x40000 + 4 * 64 * 64 * 4);
}

/* LINUX: the kernel's base alignment, of 2D surfaces a macro tile or, if that is more, as many as fill a group. */
static void addresses_are_aligned_to_macro_tiles(void **state)
{
    (void)state;
    static const struct {
        unsigned mode, format, sample_bits, bytes;
    } cases[] = {
        {TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32, 0, 256},
        {TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_32_32_32_32, 0, 256},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32, 0, 64 * 64 * 4},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_8, 0, 256 * 64},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32_32_32_32, 0, 64 * 64 * 16},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32, 2, 64 * 64 * 4 * 4},
        {TEX_ARRAY_2D_TILED_THICK, TEX_FMT_32, 0, 64 * 64 * 4 * 4},
    };
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct texture_resource resource = surface(cases[i].mode, cases[i].format, 64, 64, 64);
        resource.dim = cases[i].sample_bits ? TEX_DIM_2D_MSAA : TEX_DIM_2D;
        resource.last_level = cases[i].sample_bits;
        assert_int_equal(texture_alignment(&resource, &tiling), cases[i].bytes);
    }
}

static void what_no_memory_can_hold_is_refused_by_field(void **state)
{
    (void)state;
    static const struct {
        unsigned    mode, format, dim, last_level, width, pitch;
        const char *what;
    } cases[] = {
        {TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_APC3, TEX_DIM_2D, 0, 64, 64, "DATA_FORMAT is 57, whose layout is not known"},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_32, TEX_DIM_2D_MSAA, 4, 64, 64,
         "LAST_LEVEL is 4, expected 0..3 (1 to 8 samples)"},
        {TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32, TEX_DIM_2D_ARRAY_MSAA, 1, 64, 64,
         "TILE_MODE is 1, but samples need tiles"},
        {TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32, TEX_DIM_2D, 0, 65, 64,
         "PITCH is 7, 64 texels, less than the width of 65"},
        {TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_8, TEX_DIM_2D, 0, 65, 128,
         "PITCH is 15, 128 texels, expected a multiple of 256 with TILE_MODE 1"},
        {TEX_ARRAY_2D_TILED_THIN1, TEX_FMT_BC1, TEX_DIM_2D, 0, 65, 128,
         "PITCH is 15, 128 texels, expected a multiple of 256 with TILE_MODE 4"},
    };
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct diag             diag;
        struct texture_resource resource = surface(cases[i].mode, cases[i].format, cases[i].width, 4, cases[i].pitch);
        resource.dim = cases[i].dim;
        resource.last_level = cases[i].last_level;
        assert_false(texture_layout_check(&resource, &tiling, &diag));
        assert_string_equal(diag.what, cases[i].what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_configuration_is_powers_of_two),
        cmocka_unit_test(reserved_values_of_a_configuration_are_noticed),
        cmocka_unit_test(each_dimension_has_its_own_size),
        cmocka_unit_test(samples_are_the_power_that_last_level_says),
        cmocka_unit_test(the_least_pitch_follows_the_register_manual),
        cmocka_unit_test(the_pitch_of_swapped_banks_is_whole_swaps),
        cmocka_unit_test(level_0_has_the_pitch_that_it_says_and_whole_macro_tiles_of_rows),
        cmocka_unit_test(upper_levels_are_where_linux_puts_them),
        cmocka_unit_test(thick_levels_become_thin_when_three_slices_are_left),
        cmocka_unit_test(levels_lower_than_a_narrow_macro_tile_are_1d),
        cmocka_unit_test(layers_and_faces_of_upper_levels_are_a_power_of_two),
        cmocka_unit_test(texels_of_three_elements_round_up_as_elements),
        cmocka_unit_test(modes_that_do_not_fit_are_what_the_library_makes_of_them),
        cmocka_unit_test(no_two_texels_of_a_surface_share_a_byte),
        cmocka_unit_test(a_surface_ends_behind_its_last_texel_or_tile),
        cmocka_unit_test(addresses_are_aligned_to_macro_tiles),
        cmocka_unit_test(what_no_memory_can_hold_is_refused_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
