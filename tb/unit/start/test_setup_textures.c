/* test_setup_textures.c - tiled surfaces of a launch: GB_TILING_CONFIG of the chip, "tile_mode" and "samples", where
 * surfaces and images begin (3D 7; LINUX for the configuration; addresses as in test_texture_address.c).
 *
 * Linear surfaces are in test_setup_surfaces.c. */
#include "tb/unit/start/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"

/* The first multiple of this above the program, which is at 1 MiB. */
enum { MACRO = 16384, TILED = 0x100000 + MACRO };

static void surface_word_is(struct fixture *f, uint64_t address, uint32_t value)
{
    const uint32_t word = gpu_memory_word(&f->setup.memory, address);
    if (word != value)
        fail_msg("0x%llx: 0x%x, expected 0x%x", (unsigned long long)address, word, value);
}

/* ---- configuration --------------------------------------------------------------------------------------------- */

static void the_configuration_is_the_chips(void **state)
{
    (void)state;
    /* PIPE_TILING 3:1, BANK_TILING 5:4, GROUP_SIZE 7:6, ROW_TILING 10:8, BANK_SWAPS 13:11, SAMPLE_SPLIT 15:14 */
    static const struct {
        const char *chip;
        uint32_t    word;
    } chips[] = {{"rv770", 3 << 1 | 1 << 4 | 3 << 8 | 1 << 11 | 3 << 14},
                 {"rv730", 2 << 1 | 1 << 4 | 3 << 8 | 1 << 11 | 3 << 14},
                 {"rv710", 1 << 1 | 1 << 4 | 3 << 8 | 1 << 11 | 3 << 14}};
    for (unsigned i = 0; i < LENGTH(chips); i++) {
        struct fixture *f = fixture_new(chips[i].chip);
        set_up(f, PS);
        assert_int_equal(reg(f, 0x98f0), chips[i].word);
        fixture_free(f);
    }
}

static void parameters_change_the_configuration(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    assert_true(chip_set(&f->chip, "tile_pipes=1", NULL));
    assert_true(chip_set(&f->chip, "tile_banks=4", NULL));
    assert_true(chip_set(&f->chip, "tile_row_kb=2", NULL));
    assert_true(chip_validate(&f->chip, NULL));
    set_up(f, PS);
    assert_int_equal(reg(f, 0x98f0), 1 << 8 | 1 << 11 | 1 << 14);
    fixture_free(f);
}

static void parameters_of_the_configuration_are_powers_of_two(void **state)
{
    (void)state;
    static const char *const settings[][2] = {
        {"tile_pipes=6", "chip rv770: tile_pipes is 6, expected a power of two"},
        {"tile_banks=5", "chip rv770: tile_banks is 5, expected a power of two"},
        {"tile_row_kb=3", "chip rv770: tile_row_kb is 3, expected a power of two"}};
    for (unsigned i = 0; i < LENGTH(settings); i++) {
        struct chip_config chip;
        struct diag        diag;
        assert_true(chip_load("rv770", &chip, &diag));
        assert_true(chip_set(&chip, settings[i][0], &diag));
        assert_false(chip_validate(&chip, &diag));
        assert_string_equal(diag.what, settings[i][1]);
    }
}

static void surfaces_follow_a_raw_configuration(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 64 * 32);
    set_up(f, PS ", 'registers': {'GB_TILING_CONFIG': 0}, 'textures': [{'id': 0, 'dim': '2D', 'width': 64, 'height': "
                 "32, 'format': '32', 'tile_mode': '2D_TILED_THIN1', 'file': 't.bin'}]");
    /* one pipe, four banks (y4 ^ x3, y3 ^ x4): macro tiles of 32 x 8 texels, 1 KiB */
    assert_int_equal(reg(f, 0x38008), 0x1004); /* a multiple of that */
    surface_word_is(f, 0x100400 + 256, 0x1000 + 8);
    surface_word_is(f, 0x100400 + 512, 0x1000 + 16);
    surface_word_is(f, 0x100400 + 1024, 0x1000 + 32);
    surface_word_is(f, 0x100400 + 2048 + 512, 0x1000 + 64 * 8);
    fixture_free(f);
}

static void a_reserved_configuration_is_an_error_where_there_are_textures(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 1);
    refused(f,
            PS ",\n'registers': {\n'0x98f0': '0x28'}, 'textures': [{'id': 0, 'dim': '1D', 'width': 1, 'format': '32', "
               "'file': 't.bin'}]",
            5, "registers.0x98f0: 0x00000028 has a reserved value");
    set_up(f, PS ", 'registers': {'0x98f0': '0x28'}");
    fixture_free(f);
}

/* ---- friendly surfaces ------------------------------------------------------------------------------------------ */

static void a_tiled_surface_begins_with_a_macro_tile(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 256 * 128);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': 256, 'height': 128, 'format': '8_8_8_8', 'tile_mode': "
                 "'2D_TILED_THIN1', 'file': 't.bin'}]");
    RESOURCE_IS(f, 0, 0x07f81f21, 0x6800007f, TILED >> 8, TILED >> 8, 0x06884000, 0, 0x80000010);
    surface_word_is(f, TILED + 3072, 8);
    surface_word_is(f, TILED + 16384, 64);
    surface_word_is(f, TILED + 5780, 37 * 256 + 17);
    surface_word_is(f, TILED + 15100, 63 * 256 + 63);
    assert_int_equal(gpu_memory_find(&f->setup.memory, TILED)->bytes, 256 * 128 * 4);
    fixture_free(f);
}

static void upper_levels_of_a_tiled_surface_are_tiles(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    /* 70 x 40, 35 x 20, 17 x 10 texels in 128 x 64 (2D), 64 x 32 and 32 x 16 (1D) */
    put_words(f, "t.bin", 0, 70 * 40 + 35 * 20 + 17 * 10);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': 70, 'height': 40, 'levels': 3, 'format': '32', "
                 "'tile_mode': '2D_TILED_THIN1', 'file': 't.bin'}]");
    const uint64_t mip = TILED + 128 * 64 * 4;
    RESOURCE_IS(f, 0, 0x02280f21, 0x34000027, TILED >> 8, (uint32_t)(mip >> 8), 0x06884000, 2, 0x80000010);
    surface_word_is(f, mip, 70 * 40);
    surface_word_is(f, mip + 16, 70 * 40 + 35);
    surface_word_is(f, mip + 4 * 256 + 2 * 4, 70 * 40 + 34);
    surface_word_is(f, mip + 8 * 256, 70 * 40 + 8 * 35);
    surface_word_is(f, mip + 64 * 32 * 4 + 2 * 256, 70 * 40 + 35 * 20 + 16);
    assert_int_equal(gpu_memory_find(&f->setup.memory, TILED)->bytes, (128 * 64 + 64 * 32 + 32 * 16) * 4);
    fixture_free(f);
}

static void thick_tiles_and_blocks_are_filled(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "v.bin", 0, 8 * 8 * 6);
    put_words(f, "b.bin", 0x5000, 16 * 16 * 2);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '3D', 'width': 8, 'height': 8, 'depth': 6, 'format': '32', "
                 "'tile_mode': '1D_TILED_THICK', 'file': 'v.bin'},"
                 "{'id': 1, 'dim': '2D', 'width': 64, 'height': 64, 'format': 'BC1', 'tile_mode': '1D_TILED_THIN1', "
                 "'file': 'b.bin'}]");
    assert_int_equal(reg(f, 0x38000), 0x0038001a);
    surface_word_is(f, 0x100100 + 3 * 256 + 4, 3 * 64 + 1); /* slice 3 of the first tile */
    surface_word_is(f, 0x100100 + 1024 + 256, 5 * 64);      /* slice 5: the second */
    surface_word_is(f, 0x100100 + 2048 + 8, 0x5000 + 2);    /* x0 y0 x1: block (0,1) is the third */
    surface_word_is(f, 0x100100 + 2048 + 16, 0x5000 + 2 * 16);
    surface_word_is(f, 0x100100 + 2048 + 512, 0x5000 + 2 * 8);
    fixture_free(f);
}

static void samples_are_planes_of_the_file_and_parts_of_a_tile(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 2 * 16 * 4);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '2D_array_msaa', 'width': 4, 'height': 4, 'layers': 2, 'samples': 4, "
                 "'format': '32', 'file': 't.bin'}]");
    enum { SURFACE = 0x100000 + 4 * MACRO, BANK = 8 * 256 };
    /* DIM 7, TILE_MODE 4, TEX_DEPTH 1, LAST_LEVEL 2, LAST_ARRAY 1 */
    RESOURCE_IS(f, 0, 0x00180727, 0x34002003, SURFACE >> 8, SURFACE >> 8, 0x06884000, 0x00020002, 0x80000010);
    surface_word_is(f, SURFACE + 4, 1);
    surface_word_is(f, SURFACE + 3 * MACRO + 16, 3 * 16 + 4);
    surface_word_is(f, SURFACE + 4 * MACRO + MACRO + 3 * BANK, 64 + 16);
    fixture_free(f);
}

static void every_mode_can_be_named(void **state)
{
    (void)state;
    static const char *const names[] = {"LINEAR_GENERAL", "LINEAR_ALIGNED", "1D_TILED_THIN1", "1D_TILED_THICK",
                                        "2D_TILED_THIN1", "2D_TILED_THIN2", "2D_TILED_THIN4", "2D_TILED_THICK",
                                        "2B_TILED_THIN1", "2B_TILED_THIN2", "2B_TILED_THIN4", "2B_TILED_THICK",
                                        "3D_TILED_THIN1", "3D_TILED_THICK", "3B_TILED_THIN1", "3B_TILED_THICK"};
    struct fixture          *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 2);
    for (unsigned mode = 0; mode < LENGTH(names); mode++) {
        char text[256];
        snprintf(text, sizeof text,
                 PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': 2, 'height': 1, 'format': '32', 'tile_mode': "
                    "'%s', 'file': 't.bin'}]",
                 names[mode]);
        set_up(f, text);
        assert_int_equal(reg(f, 0x38000) >> 3 & 15, mode);
        surface_word_is(f, (uint64_t)reg(f, 0x38008) << 8, 0x1000);
    }
    fixture_free(f);
}

/* ---- images ----------------------------------------------------------------------------------------------------- */

/* TILE_MODE 4 in words whose surface has 64 x 64 texels of 32 bits. */
#define TILED_WORDS "'words': ['0x1f80721', '0x3400003f', '0x1470', '0x14b0', 0, 0, '0x80000010']"

static void tiled_images_begin_where_pipes_and_banks_do(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 64 * 64);
    set_up(f, PS ", 'buffers': [{'name': 'a', 'bytes': 256}, {'name': 'b', 'bytes': 32768}], 'textures': ["
                 "{'id': 0, 'file': 't.bin', " TILED_WORDS "}, {'id': 1, 'buffer': 'b', 'offset': 16384, " TILED_WORDS
                 "}]");
    assert_int_equal(f->setup.buffer_address[0], 0x100100);
    assert_int_equal(f->setup.buffer_address[1], TILED);
    assert_int_equal(reg(f, 0x38008), (TILED + 32768) >> 8);
    assert_int_equal(reg(f, 0x3800c), ((TILED + 32768) >> 8) + 0x40);
    assert_int_equal(reg(f, 0x38000 + 28 + 8), (TILED + 16384) >> 8);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_configuration_is_the_chips),
        cmocka_unit_test(parameters_change_the_configuration),
        cmocka_unit_test(parameters_of_the_configuration_are_powers_of_two),
        cmocka_unit_test(surfaces_follow_a_raw_configuration),
        cmocka_unit_test(a_reserved_configuration_is_an_error_where_there_are_textures),
        cmocka_unit_test(a_tiled_surface_begins_with_a_macro_tile),
        cmocka_unit_test(upper_levels_of_a_tiled_surface_are_tiles),
        cmocka_unit_test(thick_tiles_and_blocks_are_filled),
        cmocka_unit_test(samples_are_planes_of_the_file_and_parts_of_a_tile),
        cmocka_unit_test(every_mode_can_be_named),
        cmocka_unit_test(tiled_images_begin_where_pipes_and_banks_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
