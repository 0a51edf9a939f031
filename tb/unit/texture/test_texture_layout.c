/* test_texture_layout.c - surfaces: configuration, sizes, modes, where they begin and end.
 *
 * Expected values come from the rules of the register manual for pitch and height (3D CB_COLOR*_SIZE), from what
 * Linux's drivers lay out for this family (LINUX: libdrm's surfaces and the kernel's checks, written down here again),
 * or were worked out from AMD's address library (ADDRLIB). */
#include "tb/unit/texture/texture_layout_kit.h"

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

/* ---- modes ------------------------------------------------------------------------------------------------------- */

/* What the names say. */
static void each_mode_is_what_its_name_says(void **state)
{
    (void)state;
    static const struct {
        unsigned order, thickness, aspect;
        bool     aligned, turns, swapped;
    } modes[16] = {
        {TEXTURE_ROWS, 1, 1, false, false, false},        {TEXTURE_ROWS, 1, 1, true, false, false},
        {TEXTURE_TILES, 1, 1, false, false, false},       {TEXTURE_TILES, 4, 1, false, false, false},
        {TEXTURE_MACRO_TILES, 1, 1, false, false, false}, {TEXTURE_MACRO_TILES, 1, 2, false, false, false},
        {TEXTURE_MACRO_TILES, 1, 4, false, false, false}, {TEXTURE_MACRO_TILES, 4, 1, false, false, false},
        {TEXTURE_MACRO_TILES, 1, 1, false, false, true},  {TEXTURE_MACRO_TILES, 1, 2, false, false, true},
        {TEXTURE_MACRO_TILES, 1, 4, false, false, true},  {TEXTURE_MACRO_TILES, 4, 1, false, false, true},
        {TEXTURE_MACRO_TILES, 1, 1, false, true, false},  {TEXTURE_MACRO_TILES, 4, 1, false, true, false},
        {TEXTURE_MACRO_TILES, 1, 1, false, true, true},   {TEXTURE_MACRO_TILES, 4, 1, false, true, true},
    };
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    for (unsigned mode = 0; mode < LENGTH(modes); mode++) {
        const struct texture_resource resource = surface(mode, TEX_FMT_32, 64, 64, 64);
        struct texture_level          level;
        texture_level_of(&resource, &tiling, 0, &level);
        assert_int_equal(level.mode.order, modes[mode].order);
        assert_int_equal(level.mode.thickness, modes[mode].thickness);
        assert_int_equal(level.mode.aspect, modes[mode].aspect);
        assert_int_equal(level.mode.aligned, modes[mode].aligned);
        assert_int_equal(level.mode.turns, modes[mode].turns);
        assert_int_equal(level.mode.swapped, modes[mode].swapped);
    }
}

static void one_pipe_does_not_turn(void **state)
{
    (void)state;
    const struct texture_tiling   tiling = tiling_of(CONFIG(0, 1, 0, 3, 1, 3));
    const struct texture_resource resource = surface(TEX_ARRAY_3D_TILED_THIN1, TEX_FMT_32, 64, 64, 64);
    struct texture_level          level;
    texture_level_of(&resource, &tiling, 0, &level);
    assert_false(level.mode.turns);
}

/* A level of it has sizes all the same, as if it were of bytes. */
static void a_format_without_layout_is_not_known(void **state)
{
    (void)state;
    const struct texture_tiling   tiling = tiling_of(PIPES_8_BANKS_8);
    const struct texture_resource resource = surface(TEX_ARRAY_1D_TILED_THIN1, TEX_FMT_CTX1, 100, 20, 128);
    struct texture_level          level;
    texture_level_of(&resource, &tiling, 0, &level);
    assert_false(level.known);
    assert_int_equal(level.element_bytes, 1);
    assert_int_equal(level.block_width, 1);
    assert_int_equal(level.block_height, 1);
    assert_int_equal(level.parts, 1);
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

/* ---- limits ------------------------------------------------------------------------------------------------------ */

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
    resource.base_address = 0x452; /* 0x440 with a swizzle */
    assert_int_equal(texture_end(&resource, &tiling), 0x44000 + 64 * 64 * 4);
    resource.dim = TEX_DIM_2D_ARRAY_MSAA;
    resource.mip_address = 0x8000; /* there are no more levels */
    resource.last_level = 1;
    assert_int_equal(texture_end(&resource, &tiling), 0x44000 + 2 * 64 * 64 * 4);
    resource.last_level = 2;
    assert_int_equal(texture_end(&resource, &tiling), 0x44000 + 4 * 64 * 64 * 4);
}

/* Of rows, which no multisampled surface should have, the library puts all slices of a sample before those of the next.
 */
static void samples_of_rows_are_volumes(void **state)
{
    (void)state;
    const struct texture_tiling tiling = tiling_of(PIPES_8_BANKS_8);
    struct texture_resource     resource = surface(TEX_ARRAY_LINEAR_ALIGNED, TEX_FMT_32, 10, 6, 64);
    struct texel_place          place;
    resource.dim = TEX_DIM_2D_ARRAY_MSAA;
    resource.last_level = 2;
    resource.tex_depth = 3 - 1;
    assert_true(texture_locate(&resource, &tiling, 0, 9, 5, 2, 3, &place));
    assert_int_equal(place.address[0], ((3 * 3 + 2) * 6 + 5) * 256 + 36);
    assert_int_equal(texture_end(&resource, &tiling), ((3 * 3 + 2) * 6 + 5) * 256 + 40);
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
        struct diag             diag = {.line = 7};
        struct texture_resource resource = surface(cases[i].mode, cases[i].format, cases[i].width, 4, cases[i].pitch);
        resource.dim = cases[i].dim;
        resource.last_level = cases[i].last_level;
        assert_false(texture_layout_check(&resource, &tiling, &diag));
        assert_string_equal(diag.what, cases[i].what);
        assert_int_equal(diag.line, 0);
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
        cmocka_unit_test(each_mode_is_what_its_name_says),
        cmocka_unit_test(one_pipe_does_not_turn),
        cmocka_unit_test(a_format_without_layout_is_not_known),
        cmocka_unit_test(modes_that_do_not_fit_are_what_the_library_makes_of_them),
        cmocka_unit_test(a_surface_ends_behind_its_last_texel_or_tile),
        cmocka_unit_test(samples_of_rows_are_volumes),
        cmocka_unit_test(addresses_are_aligned_to_macro_tiles),
        cmocka_unit_test(what_no_memory_can_hold_is_refused_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
