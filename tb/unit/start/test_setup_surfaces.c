/* test_setup_surfaces.c - linear textures of a launch in memory, and the words that describe them (3D 6, 7).
 *
 * Expected words are worked out from the fields of the register manual; they agree with what a driver wrote for the
 * same textures (MESA). */
#include "tb/unit/start/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"

/* ---- textures -------------------------------------------------------------------------------------------------- */

/* The bytes of a file that counts up, as words of the surface. */
static void surface_word_is(struct fixture *f, uint64_t address, uint32_t value)
{
    const uint32_t word = gpu_memory_word(&f->setup.memory, address);
    if (word != value)
        fail_msg("0x%llx: 0x%x, expected 0x%x", (unsigned long long)address, word, value);
}

static void a_flat_texture_has_rows_of_256_bytes(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 16 * 16);
    set_up(f, PS ", 'textures': [{'id': 18, 'dim': '2D', 'width': 16, 'height': 16, 'format': '8_8_8_8', "
                 "'file': 't.bin'}]");
    RESOURCE_IS(f, 18, 0x00780709, 0x6800000f, 0x1001, 0x1001, 0x06884000, 0, 0x80000010);
    for (unsigned y = 0; y < 16; y++) {
        surface_word_is(f, 0x100100 + 256 * y, 0x1000 + 16 * y);
        surface_word_is(f, 0x100100 + 256 * y + 60, 0x1000 + 16 * y + 15);
        surface_word_is(f, 0x100100 + 256 * y + 64, 0);
    }
    assert_int_equal(gpu_memory_find(&f->setup.memory, 0x100100)->bytes, 256 * 16);
    assert_int_equal(f->setup.memory.unplaced_reads, 0);
    fixture_free(f);
}

static void a_volume_has_slices_one_after_another(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 8 * 8 * 4);
    set_up(f, PS ", 'textures': [{'id': 18, 'dim': '3D', 'width': 8, 'height': 8, 'depth': 4, 'format': '8_8_8_8', "
                 "'file': 't.bin'}]");
    RESOURCE_IS(f, 18, 0x0038070a, 0x68006007, 0x1001, 0x1001, 0x06884000, 0, 0x80000010);
    surface_word_is(f, 0x100100 + 256 * (3 * 8 + 7) + 4 * 7, 0x1000 + 255);
    surface_word_is(f, 0x100100 + 256 * (1 * 8 + 2) + 4 * 3, 0x1000 + 64 + 16 + 3);
    fixture_free(f);
}

static void arrays_and_cubes_say_their_layers(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0, 16 * 16 * 4);
    put_words(f, "c.bin", 0, 8 * 8 * 6);
    put_words(f, "l.bin", 0x5000, 5 * 3);
    set_up(f, PS ", 'textures': ["
                 "{'id': 0, 'dim': '2D_array', 'width': 16, 'height': 16, 'layers': 4, 'format': '8_8_8_8', 'file': "
                 "'a.bin'}, {'id': 1, 'dim': 'cubemap', 'width': 8, 'height': 8, 'format': '8_8_8_8', 'file': 'c.bin'},"
                 "{'id': 2, 'dim': '1D_array', 'width': 5, 'layers': 3, 'format': '8_8_8_8', 'file': 'l.bin'}]");
    RESOURCE_IS(f, 0, 0x0078070d, 0x6800600f, 0x1001, 0x1001, 0x06884000, 0x00060000, 0x80000010);
    RESOURCE_IS(f, 1, 0x0038070b, 0x68000007, 0x1041, 0x1041, 0x06884000, 0x000a0000, 0x80000010);
    RESOURCE_IS(f, 2, 0x0020070c, 0x68004000, 0x1071, 0x1071, 0x06884000, 0x00040000, 0x80000010);
    surface_word_is(f, 0x107100 + 2 * 256 + 16, 0x5000 + 14);
    fixture_free(f);
}

static void formats_and_swizzles_are_fields(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 4);
    set_up(f, PS ", 'textures': ["
                 "{'id': 0, 'dim': '1D', 'width': 4, 'format': '8_8_8_8', 'srgb': true, 'file': 't.bin'},"
                 "{'id': 1, 'dim': '1D', 'width': 4, 'format': '8_8_8_8', 'number': 'uint', 'file': 't.bin'},"
                 "{'id': 2, 'dim': '1D', 'width': 4, 'format': '8_8_8_8', 'number': 'sscaled', 'file': 't.bin'},"
                 "{'id': 3, 'dim': '1D', 'width': 4, 'format': '32_FLOAT', 'swizzle': 'X001', 'file': 't.bin'},"
                 "{'id': 4, 'dim': '1D', 'width': 4, 'format': '8_8_8_8', 'number': 'snorm', 'swizzle': 'WZYX', "
                 "'file': 't.bin'}]");
    RESOURCE_IS(f, 0, 0x00180708, 0x68000000, 0x1001, 0x1001, 0x06884800, 0, 0x80000010);
    assert_int_equal(reg(f, 0x38000 + 28 * 1 + 16), 0x06884100);
    assert_int_equal(reg(f, 0x38000 + 28 * 2 + 16), 0x06884255);
    assert_int_equal(reg(f, 0x38000 + 28 * 3 + 16), 0x0b204000);
    assert_int_equal(reg(f, 0x38000 + 28 * 3 + 4), 0x38000000);
    assert_int_equal(reg(f, 0x38000 + 28 * 4 + 16), 0x00534055);
    fixture_free(f);
}

static void levels_follow_with_edges_that_are_powers_of_two(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    /* 12 x 10, 6 x 5, 3 x 2, 1 x 1 texels of 16 bytes: the upper levels take 8 x 8, 4 x 2, 1 x 1 */
    put_words(f, "t.bin", 0, 4 * (120 + 30 + 6 + 1));
    set_up(f, PS ", 'textures': [{'id': 18, 'dim': '2D', 'width': 12, 'height': 10, 'levels': 4, 'format': "
                 "'32_32_32_32_FLOAT', 'file': 't.bin'}]");
    const uint64_t base = 0x100100, mip = base + 10 * 1024;
    RESOURCE_IS(f, 18, 0x00580709, 0x8c000009, 0x1001, 0x1029, 0x06884000, 3, 0x80000010);
    surface_word_is(f, base + 9 * 1024 + 11 * 16, 4 * 119);
    surface_word_is(f, mip, 4 * 120);
    surface_word_is(f, mip + 4 * 1024 + 5 * 16, 4 * 149);
    surface_word_is(f, mip + 4 * 1024 + 6 * 16, 0);
    surface_word_is(f, mip + 5 * 1024, 0);
    surface_word_is(f, mip + 5 * 1024 + 1024 * 3, 4 * 150); /* the sixth to eighth row are padding */
    surface_word_is(f, mip + 8 * 1024 + 1024 + 2 * 16, 4 * 155);
    surface_word_is(f, mip + (8 + 2) * 1024, 4 * 156);
    assert_int_equal(gpu_memory_find(&f->setup.memory, base)->bytes, (10 + 8 + 2 + 1) * 1024);
    fixture_free(f);
}

static void rows_of_upper_levels_are_as_wide_as_a_power_of_two(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 260 * 4 + 130 * 2);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': 260, 'height': 4, 'levels': 2, 'format': '8_8_8_8', "
                 "'file': 't.bin'}]");
    /* 260 texels take 320, the 130 of level 1 take 256 as 129 to 256 do */
    RESOURCE_IS(f, 0, 0x08182709, 0x68000003, 0x1001, 0x1015, 0x06884000, 1, 0x80000010);
    surface_word_is(f, 0x100100 + 3 * 1280, 0x1000 + 3 * 260);
    surface_word_is(f, 0x101500 + 1024, 0x1000 + 4 * 260 + 130);
    assert_int_equal(gpu_memory_find(&f->setup.memory, 0x100100)->bytes, 4 * 1280 + 2 * 1024);
    fixture_free(f);
}

static void slices_of_upper_levels_round_up_and_those_of_level_0_do_not(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "c.bin", 0x1000, 6 * 4 + 6);
    put_words(f, "v.bin", 0x2000, 2 * 6 + 3 + 1);
    set_up(f, PS ", 'textures': ["
                 "{'id': 0, 'dim': 'cubemap', 'width': 2, 'height': 2, 'levels': 2, 'format': '8_8_8_8', 'file': "
                 "'c.bin'}, {'id': 1, 'dim': '3D', 'width': 2, 'height': 1, 'depth': 6, 'levels': 3, 'format': "
                 "'8_8_8_8', 'file': 'v.bin'}]");
    /* 6 faces x 2 rows, then 8 faces x 1 row, of 256 bytes */
    RESOURCE_IS(f, 0, 0x0008070b, 0x68000001, 0x1001, 0x100d, 0x06884000, 0x000a0001, 0x80000010);
    assert_int_equal(gpu_memory_find(&f->setup.memory, 0x100100)->bytes, (12 + 8) * 256);
    surface_word_is(f, 0x100100 + 11 * 256 + 4, 0x1017);
    surface_word_is(f, 0x100100 + 12 * 256, 0x1018);
    surface_word_is(f, 0x100100 + 17 * 256, 0x101d);
    surface_word_is(f, 0x100100 + 18 * 256, 0);
    /* 6 slices, then 3 in 4, then 1 */
    RESOURCE_IS(f, 1, 0x0008070a, 0x6800a000, 0x1015, 0x101b, 0x06884000, 2, 0x80000010);
    surface_word_is(f, 0x101500 + 5 * 256 + 4, 0x200b);
    surface_word_is(f, 0x101500 + 8 * 256, 0x200e);
    surface_word_is(f, 0x101500 + 10 * 256, 0x200f);
    assert_int_equal(gpu_memory_find(&f->setup.memory, 0x101500)->bytes, 11 * 256);
    fixture_free(f);
}

static void rows_are_padded_to_64_texels_and_to_256_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        unsigned    width, height, words; /* of the file */
        unsigned    pitch, bytes;         /* PITCH and the size of the surface */
    } cases[] = {
        {"8", 4, 1, 1, 256 / 8 - 1, 256},        /* 256 bytes */
        {"16", 258, 1, 129, 384 / 8 - 1, 768},   /* 128 texels */
        {"32_32", 4, 1, 8, 64 / 8 - 1, 512},     /* 64 texels */
        {"32_32_32", 4, 1, 12, 64 / 8 - 1, 768}, /* 64 texels of 12 bytes are 3 x 256 bytes */
        {"16_16_16", 2, 1, 3, 128 / 8 - 1, 768}, /* 64 texels of 6 bytes are not */
        {"8_8_8", 4, 1, 3, 256 / 8 - 1, 768},    /* nor 64 or 128 of 3 bytes */
        {"BC1", 8, 8, 8, 256 / 8 - 1, 2 * 512},  /* 64 blocks of 4 x 4 texels */
        {"BC3", 5, 1, 8, 256 / 8 - 1, 1024},     /* an edge block is whole */
        {"1", 32, 1, 1, 2048 / 8 - 1, 256},      /* eight texels in a byte */
        {"32_32_32_32", 65, 1, 260, 128 / 8 - 1, 2048},
    };
    struct fixture *f = fixture_new("rv770");
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        char name[16], text[512];
        snprintf(name, sizeof name, "%u.bin", i);
        put_words(f, name, 0x1000, cases[i].words);
        snprintf(text, sizeof text,
                 PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': %u, 'height': %u, 'format': '%s', 'file': '%s'}]",
                 cases[i].width, cases[i].height, cases[i].format, name);
        set_up(f, text);
        assert_int_equal(reg(f, 0x38000) >> 8 & 0x7ff, cases[i].pitch);
        assert_int_equal(gpu_memory_find(&f->setup.memory, 0x100100)->bytes, cases[i].bytes);
        surface_word_is(f, 0x100100, 0x1000);
    }
    fixture_free(f);
}

static void blocks_of_compressed_levels_are_whole(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    /* 12 x 12, 6 x 6, 3 x 3, 1 x 1 texels: 3 x 3, 2 x 2, 1, 1 blocks of 8 bytes */
    put_words(f, "t.bin", 0x1000, 2 * (9 + 4 + 1 + 1));
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': '2D', 'width': 12, 'height': 12, 'levels': 4, 'format': 'BC1', "
                 "'file': 't.bin'}]");
    const uint64_t base = 0x100100;
    RESOURCE_IS(f, 0, 0x00581f09, 0xc400000b, 0x1001, 0x1007, 0x06884000, 3, 0x80000010);
    surface_word_is(f, base + 2 * 512 + 2 * 8, 0x1000 + 16);
    surface_word_is(f, base + 3 * 512, 0x1000 + 18);
    surface_word_is(f, base + 4 * 512 + 8, 0x1000 + 24);
    surface_word_is(f, base + 5 * 512, 0x1000 + 26);
    surface_word_is(f, base + 6 * 512, 0x1000 + 28);
    assert_int_equal(gpu_memory_find(&f->setup.memory, base)->bytes, 7 * 512);
    fixture_free(f);
}

static void raw_texture_words_are_kept_but_for_the_addresses(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x1000, 1024);
    set_up(f, PS ", 'buffers': [{'name': 'b', 'bytes': 4096}], 'textures': ["
                 "{'id': 0, 'file': 't.bin', 'words': [9, 8, '0x1470', '0x1475', 7, 6, '0x80000010']},"
                 "{'id': 1, 'buffer': 'b', 'offset': 512, 'words': [9, 8, 0, 0, 7, 6, '0x80000010']}]");
    assert_int_equal(f->setup.buffer_address[0], 0x100100);
    RESOURCE_IS(f, 0, 9, 8, 0x1011, 0x1016, 7, 6, 0x80000010); /* the levels stay five units behind the base */
    RESOURCE_IS(f, 1, 9, 8, 0x1003, 0x1003, 7, 6, 0x80000010);
    surface_word_is(f, 0x101100 + 4 * 1023, 0x1000 + 1023);
    fixture_free(f);
}

static void a_surface_that_padding_makes_huge_is_refused(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 8192 * 1024 / 4);
    refused(f,
            PS ",\n'textures': [\n{'id': 0, 'dim': '2D_array', 'width': 1, 'height': 8192, 'layers': 1024, 'format': "
               "'8', 'file': 't.bin'}]",
            5, "textures: 2147483648 bytes with padding, at most 1073741824 are modelled");
    fixture_free(f);
}

/* ---- a driver's surfaces --------------------------------------------------------------------------------------- */

#define CORPUS "../shared/corpus/mesa-rv770/"

/* The same texture by friendly keys and as a driver placed it: equal words but for the addresses, equal bytes. */
static void compare_with_driver(struct fixture *f, const char *test, const char *keys, const char *file)
{
    char           path[512], folder[512], text[2048];
    struct diag    diag;
    struct program program;
    snprintf(path, sizeof path, CORPUS "%s/ps-launch/launch.json", test);
    struct launch   *launch = launch_load(path, &diag);
    struct gpu_setup driver;
    if (!launch)
        return;
    assert_non_null(getcwd(folder, sizeof folder));
    assert_true(program_load(launch->program.path, &program, &diag));
    assert_true(gpu_setup(&f->chip, &program, launch, &driver, &diag));
    snprintf(text, sizeof text, PS ", 'textures': [{'id': 18, %s, 'file': '%s/" CORPUS "%s/%s'}]", keys, folder, test,
             file);
    set_up(f, text);
    const uint32_t       *ours = f->setup.registers.word, *theirs = driver.registers.word;
    const unsigned        word2 = REGISTER_SQ_TEX_RESOURCE_WORD2_N + 18, word3 = REGISTER_SQ_TEX_RESOURCE_WORD3_N + 18;
    static const unsigned offsets[] = {0, 4, 16, 20, 24};
    for (unsigned i = 0; i < LENGTH(offsets); i++)
        assert_int_equal(reg(f, 0x38000 + 28 * 18 + offsets[i]),
                         word_at(&driver.registers, 0x38000 + 28 * 18 + offsets[i]));
    if (launch->textures)
        fail_msg("%s has friendly textures", path);
    /* The driver's levels lie where it likes; ours follow level 0. */
    const struct gpu_range *surface = gpu_memory_find(&f->setup.memory, (uint64_t)ours[word2] << 8);
    const uint64_t level0 = ours[word3] == ours[word2] ? surface->bytes : (uint64_t)(ours[word3] - ours[word2]) << 8;
    for (uint64_t at = 0; at < surface->bytes; at += 4) {
        const uint64_t there =
            at < level0 ? ((uint64_t)theirs[word2] << 8) + at : ((uint64_t)theirs[word3] << 8) + at - level0;
        const uint32_t value = gpu_memory_word(&f->setup.memory, surface->address + at);
        if (value) /* padding is the driver's to fill */
            assert_int_equal(gpu_memory_word(&driver.memory, there), value);
    }
    print_message("%s: %llu bytes\n", test, (unsigned long long)surface->bytes);
    gpu_setup_free(&driver);
    program_free(&program);
    launch_free(launch);
}

static void surfaces_lie_as_a_driver_places_them(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    compare_with_driver(f, "f_tex2d", "'dim': '2D', 'width': 16, 'height': 16, 'format': '8_8_8_8'", "tex_u_t.bin");
    compare_with_driver(f, "f_tex3d", "'dim': '3D', 'width': 8, 'height': 8, 'depth': 4, 'format': '8_8_8_8'",
                        "tex_u_t.bin");
    compare_with_driver(f, "f_array2d",
                        "'dim': '2D_array', 'width': 16, 'height': 16, 'layers': 4, 'format': '8_8_8_8'",
                        "tex_u_t.bin");
    compare_with_driver(f, "f_cube", "'dim': 'cubemap', 'width': 8, 'height': 8, 'format': '8_8_8_8'", "tex_u_t.bin");
    compare_with_driver(f, "f_mip_auto",
                        "'dim': '2D', 'width': 64, 'height': 64, 'levels': 7, 'format': '32_32_32_32_FLOAT'",
                        "tex_u_t.bin");
    compare_with_driver(f, "f_tex_bias", "'dim': '2D', 'width': 16, 'height': 16, 'levels': 5, 'format': '8_8_8_8'",
                        "tex_u_t.bin");
    compare_with_driver(f, "f_srgb", "'dim': '2D', 'width': 16, 'height': 16, 'format': '8_8_8_8', 'srgb': true",
                        "tex_u_t.bin");
    compare_with_driver(f, "f_usampler",
                        "'dim': '2D', 'width': 16, 'height': 16, 'format': '8_8_8_8', 'number': 'uint'", "tex_u_t.bin");
    fixture_free(f);
}

int main(int count, char **arguments)
{
    (void)count;
    program_name = arguments[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_texture_has_rows_of_256_bytes),
        cmocka_unit_test(a_volume_has_slices_one_after_another),
        cmocka_unit_test(arrays_and_cubes_say_their_layers),
        cmocka_unit_test(formats_and_swizzles_are_fields),
        cmocka_unit_test(levels_follow_with_edges_that_are_powers_of_two),
        cmocka_unit_test(rows_of_upper_levels_are_as_wide_as_a_power_of_two),
        cmocka_unit_test(slices_of_upper_levels_round_up_and_those_of_level_0_do_not),
        cmocka_unit_test(rows_are_padded_to_64_texels_and_to_256_bytes),
        cmocka_unit_test(blocks_of_compressed_levels_are_whole),
        cmocka_unit_test(raw_texture_words_are_kept_but_for_the_addresses),
        cmocka_unit_test(a_surface_that_padding_makes_huge_is_refused),
        cmocka_unit_test(surfaces_lie_as_a_driver_places_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
