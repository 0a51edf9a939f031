/* test_setup_resources.c - what a launch places in memory and the words that describe it: buffers, vertex resources,
 * textures, samplers, fetch programs (3D 6, 7, 8, 10, 14).
 *
 * Expected words are worked out from the fields of the register manual; those of textures agree with what a driver
 * wrote for the same textures (MESA). */
#include "tb/unit/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"
#define VS "'stage': 'vs', 'threads': 4, 'num_gprs': 3"

/* Words at 0x38000 + 28 n and 0x3c000 + 12 n. */
static void resource_is(const struct fixture *f, unsigned n, const uint32_t words[7])
{
    registers_are(f, 0x38000 + 28 * n, words, 7);
}

static void sampler_is(const struct fixture *f, unsigned n, const uint32_t words[3])
{
    registers_are(f, 0x3c000 + 12 * n, words, 3);
}

#define RESOURCE_IS(f, n, ...) resource_is(f, n, (const uint32_t[7]){__VA_ARGS__})
#define SAMPLER_IS(f, n, ...) sampler_is(f, n, (const uint32_t[3]){__VA_ARGS__})

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static void ranges_of_the_launch_come_first_and_all_else_lies_clear_of_them(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 65);
    put_words(f, "b.bin", 0x2000, 64);
    put_words(f, "c.bin", 0x3000, 4);
    set_up(f, PS ", 'memory': [{'address': '0x100204', 'file': 'b.bin'}, {'address': '0x100000', 'file': 'a.bin'}], "
                 "'buffers': [{'name': 'x', 'file': 'c.bin'}, {'name': 'y', 'bytes': 512}], "
                 "'constant_buffers': [{'bank': 0, 'file': 'c.bin'}]");
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x100100), 0x1040);
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x100204), 0x2000);
    assert_int_equal(reg(f, 0x28840), 0x1004); /* a.bin ends in 0x1001xx, b.bin in 0x1003xx */
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x100400), f->dwords[0]);
    assert_int_equal(reg(f, 0x28940), 0x1005);
    assert_int_equal(f->setup.buffer_address[0], 0x100600);
    assert_int_equal(f->setup.buffer_address[1], 0x100700);
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x10060c), 0x3003);
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x1008fc), 0);
    assert_int_equal(f->setup.memory.unplaced_reads, 0);
    assert_int_equal(f->setup.memory.count, 6);
    fixture_free(f);
}

static void friendly_data_without_room_is_an_error_with_its_line(void **state)
{
    (void)state;
    enum { RANGES = 4096, ROOM = 160 };
    struct fixture *f = fixture_new("rv770");
    char           *text = malloc(RANGES * ROOM), *end = text;
    put_words(f, "a.bin", 0x1000, 1);
    end += sprintf(end, PS ",\n'buffers': [{'name': 'small', 'bytes': 4},\n{'name': 'x', 'bytes': 268435456}],\n"
                           "'memory': [");
    for (uint64_t i = 0; i < RANGES; i++) /* a word every 256 MiB, all the way up */
        end += sprintf(end, "%s{'address': '0x%llx', 'file': 'a.bin'}", i ? ", " : "",
                       (unsigned long long)(i * 0x10000000 + 0x200000));
    sprintf(end, "]");
    refused(f, text, 5, "buffers: no room for 268435456 bytes at 0xfff0200100: addresses have 40 bits");
    free(text);
    fixture_free(f);
}

/* ---- fetch programs -------------------------------------------------------------------------------------------- */

static void the_fetch_program_is_placed_and_has_registers(void **state)
{
    (void)state;
    static const char hex[] = "00000002\n80400000\n00000000\n85000000\n";
    struct fixture   *f = fixture_new("rv770");
    put_bytes(f, "fs.hex", hex, sizeof hex - 1);
    set_up(f, VS ", 'fetch_shader': 'fs.hex'");
    assert_int_equal(reg(f, 0x28894), 0x1001);
    assert_int_equal(reg(f, 0x288a4), 0);
    assert_int_equal(gpu_memory_word(&f->setup.memory, 0x100104), 0x80400000);
    fixture_free(f);
}

static void a_fetch_program_that_runs_alone_calls_none_and_counts_its_resources_from_0(void **state)
{
    (void)state;
    static const char hex[] = "00000000\n8a000000\n";
    struct fixture   *f = fixture_new("rv770");
    put_bytes(f, "fs.hex", hex, sizeof hex - 1);
    refused(f, "'threads': 4, 'stage': 'fs', 'num_gprs': 3,\n'fetch_shader': 'fs.hex'", 4,
            "fetch_shader: the program is one itself, and none calls another (ISA 3.7.6)");
    set_up(f, "'threads': 4, 'stage': 'fs', 'num_gprs': 3, 'buffers': [{'name': 'a', 'bytes': 64}], "
              "'vertex_resources': [{'id': 0, 'buffer': 'a', 'stride': 16, 'format': '8_8_8_8'}]");
    assert_true(f->setup.simd_memory.vertices.resource[160].valid); /* ISA table 2.8: behind those of VS */
    assert_false(f->setup.simd_memory.vertices.resource[0].valid);
    fixture_free(f);
}

/* ---- vertex resources ------------------------------------------------------------------------------------------ */

static void vertex_resources_describe_their_buffer(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "vb.bin", 0, 64);
    put_words(f, "cb.bin", 0, 4 * 17);
    set_up(f, PS ", 'buffers': [{'name': 'vb', 'file': 'vb.bin'}], 'constant_buffers': [{'bank': 3, 'file': 'cb.bin'}],"
                 "'vertex_resources': ["
                 "{'id': 0, 'buffer': 'vb', 'stride': 16, 'format': '32_32_32_32_FLOAT'},"
                 "{'id': 159, 'buffer': 'vb', 'offset': 20, 'stride': 2047, 'format': '8_8_8_8'},"
                 "{'id': 7, 'constant_buffer': 3, 'stride': 16, 'format': '32_32_32_32_FLOAT'}]");
    assert_int_equal(reg(f, 0x2894c), 0x1001);
    assert_int_equal(f->setup.buffer_address[0], 0x100300);
    /* SIZE is bytes - 1; STRIDE is 18:8, DATA_FORMAT (35, 26) is 25:20; TYPE 3 is 31:30 */
    RESOURCE_IS(f, 0, 0x100300, 255, 0x02301000, 0, 0, 0, 0xc0000000);
    RESOURCE_IS(f, 159, 0x100314, 235, 0x01a7ff00, 0, 0, 0, 0xc0000000);
    RESOURCE_IS(f, 7, 0x100100, 4 * 68 - 1, 0x02301000, 0, 0, 0, 0xc0000000);
    fixture_free(f);
}

static void vertex_resources_above_four_gibibytes_have_upper_address_bits(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    char           *text = malloc(32768), *end = text;
    put_words(f, "a.bin", 0x1000, 1);
    end += sprintf(end, PS ", 'buffers': [{'name': 'b', 'bytes': 268435456}], 'vertex_resources': ["
                           "{'id': 0, 'buffer': 'b', 'stride': 16, 'format': '32_FLOAT'}, {'id': 1, 'buffer': 'b', "
                           "'words': [1, '0x3ff', '0xd23010ff', 3, 4, 5, '0xc0000000']}], 'memory': [");
    for (uint64_t i = 0; i < 18; i++)
        end += sprintf(end, "%s{'address': '0x%llx', 'file': 'a.bin'}", i ? ", " : "",
                       (unsigned long long)(i * 0x10000000 + 0x200000));
    sprintf(end, "]");
    set_up(f, text);
    assert_int_equal(f->setup.buffer_address[0], 0x110200100);
    RESOURCE_IS(f, 0, 0x10200100, 0x0fffffff, 0x00e01001, 0, 0, 0, 0xc0000000);
    RESOURCE_IS(f, 1, 0x10200100, 0x3ff, 0xd2301001, 3, 4, 5, 0xc0000000);
    free(text);
    fixture_free(f);
}

static void raw_vertex_words_are_kept_but_for_the_address(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS ", 'buffers': [{'name': 'vb', 'bytes': 256}], 'vertex_resources': [{'id': 2, 'buffer': 'vb', "
                 "'offset': 8, 'words': ['0xffffffff', '0x3ff', '0xd2301044', 1, 2, 3, '0xc0000000']}]");
    RESOURCE_IS(f, 2, 0x100108, 0x3ff, 0xd2301000, 1, 2, 3, 0xc0000000);
    fixture_free(f);
}

static void ids_are_relative_to_the_stage(void **state)
{
    (void)state;
    static const char *const stages[] = {"vs", "cs"};
    struct fixture          *f = fixture_new("rv770");
    for (unsigned i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "'stage': '%s', 'threads': 4, 'num_gprs': 3, 'buffers': [{'name': 'vb', 'bytes': 256}], "
                 "'vertex_resources': [{'id': 2, 'buffer': 'vb', 'stride': 4, 'format': '32_FLOAT'}], "
                 "'samplers': [{'id': 1, 'clamp': ['mirror', 'wrap', 'wrap'], 'border': [1, 2, 3, 4]}]",
                 stages[i]);
        set_up(f, text);
        RESOURCE_IS(f, 162, 0x100100, 255, 0x00e00400, 0, 0, 0, 0xc0000000);
        SAMPLER_IS(f, 19, 0x00c00001, 1023 << 10, 0x80000000);
        assert_int_equal(reg(f, 0xa610), 0x3f800000); /* TD_VS_SAMPLER1_BORDER_RED */
        assert_int_equal(reg(f, 0xa61c), 0x40800000);
        assert_int_equal(reg(f, 0xa410), 0);
    }
    fixture_free(f);
}

static void the_fetch_program_has_ids_160_and_up_of_the_vertex_stage(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, VS ", 'buffers': [{'name': 'vb', 'bytes': 256}], 'vertex_resources': [{'id': 160, 'buffer': 'vb', "
                 "'stride': 68, 'format': '32_32_FLOAT'}]");
    RESOURCE_IS(f, 320, 0x100100, 255, 0x01e04400, 0, 0, 0, 0xc0000000);
    fixture_free(f);
}

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

/* ---- samplers -------------------------------------------------------------------------------------------------- */

static void samplers_are_three_words_and_a_border_colour(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS ", 'samplers': [{'id': 0},"
                 "{'id': 3, 'clamp': ['wrap', 'clamp_last_texel', 'clamp_border'], 'mag': 'bilinear', 'min': 'bicubic',"
                 " 'mip': 'linear', 'lod': [0.5, 15.0], 'bias': -1.5, 'aniso': 8, 'compare': 'less_equal', "
                 "'border': [0.25, 0.5, 0.75, 1]},"
                 "{'id': 17, 'lod': [16, 16], 'bias': 32, 'aniso': 16, 'border': 'opaque_white'},"
                 "{'id': 16, 'lod': [0.0078, 0.0079], 'bias': -32, 'border': 'opaque_black'}]");
    SAMPLER_IS(f, 0, 0, 1023 << 10, 0x80000000);
    /* CLAMP 0, 2, 6; MAG 5 at 9 (bilinear with anisotropy), MIN 2 at 12, MIP 2 at 17, MAX_ANISO 3 at 19, BORDER 3 at
     * 22, COMPARE 3 at 26; MIN_LOD 32, MAX_LOD 960 at 10, LOD_BIAS -96 at 20 */
    SAMPLER_IS(f, 3, 0x0cdc2b90, 0xfa0f0020, 0x80000000);
    static const uint32_t colour[4] = {0x3e800000, 0x3f000000, 0x3f400000, 0x3f800000};
    registers_are(f, 0xa430, colour, 4);
    /* levels and bias take the nearest number that fits */
    SAMPLER_IS(f, 17, 0x00a04800, 0x7fffffff, 0x80000000); /* MAG and MIN 4: point with anisotropy */
    SAMPLER_IS(f, 16, 0x00400000, 0x80000400, 0x80000000);
    assert_false(register_written(&f->setup.registers, REGISTER_TD_PS_SAMPLERN_BORDER_RED + 16));
    fixture_free(f);
}

static void filters_have_other_numbers_with_anisotropy(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS ", 'samplers': [{'id': 0, 'mag': 'bilinear', 'min': 'point', 'aniso': 1},"
                 "{'id': 1, 'mag': 'bilinear', 'min': 'point', 'aniso': 2},"
                 "{'id': 2, 'mag': 'point', 'min': 'bilinear', 'aniso': 16},"
                 "{'id': 3, 'mag': 'bicubic', 'min': 'bicubic', 'aniso': 4}]");
    SAMPLER_IS(f, 0, 1 << 9 | 0 << 12 | 0 << 19, 1023 << 10, 0x80000000);
    SAMPLER_IS(f, 1, 5 << 9 | 4 << 12 | 1 << 19, 1023 << 10, 0x80000000);
    SAMPLER_IS(f, 2, 4 << 9 | 5 << 12 | 4 << 19, 1023 << 10, 0x80000000);
    SAMPLER_IS(f, 3, 2 << 9 | 2 << 12 | 2 << 19, 1023 << 10, 0x80000000);
    fixture_free(f);
}

static void raw_sampler_words_are_kept(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS ", 'samplers': [{'id': 2, 'words': ['0x0cc001b6', '0x000f0000', '0x80000000'], 'border': [1, 0, 0, "
                 "-1]}, {'id': 1, 'words': [1, 2, 3]}]");
    SAMPLER_IS(f, 2, 0x0cc001b6, 0x000f0000, 0x80000000);
    SAMPLER_IS(f, 1, 1, 2, 3);
    static const uint32_t colour[4] = {0x3f800000, 0, 0, 0xbf800000};
    registers_are(f, 0xa420, colour, 4);
    assert_false(register_written(&f->setup.registers, REGISTER_TD_PS_SAMPLERN_BORDER_RED + 1));
    fixture_free(f);
}

static void raw_registers_win_over_resources_and_samplers(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 4);
    set_up(f, PS ", 'samplers': [{'id': 1, 'mip': 'linear'}], 'buffers': [{'name': 'b', 'bytes': 16}], 'textures': ["
                 "{'id': 3, 'dim': '1D', 'width': 4, 'format': '8_8_8_8', 'file': 't.bin'}], 'vertex_resources': ["
                 "{'id': 2, 'buffer': 'b', 'stride': 16, 'format': '32_32_32_32_FLOAT'}], 'registers': {"
                 "'SQ_TEX_SAMPLER_WORD0_1': 5, 'SQ_TEX_RESOURCE_WORD4_3': 6, 'SQ_VTX_CONSTANT_WORD1_2': 7}");
    SAMPLER_IS(f, 1, 5, 1023 << 10, 0x80000000);
    assert_int_equal(reg(f, 0x38000 + 28 * 3 + 16), 6);
    assert_int_equal(reg(f, 0x38000 + 28 * 2 + 4), 7);
    fixture_free(f);
}

static void filter_weights_and_kernels_are_registers(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "filter4.bin", 0x1000, 36);
    set_up(f, PS ", 'bicubic_weights': 'filter4.bin', 'cleartype_kernel': [{'id': 0, 'width': 3, 'height': 1}, "
                 "{'id': 17, 'width': 7, 'height': 7}]");
    for (unsigned i = 0; i < 36; i++)
        assert_int_equal(reg(f, 0x9400 + 4 * i), 0x1000 + i);
    assert_int_equal(reg(f, 0xaa00), 3 | 1 << 3);
    assert_int_equal(reg(f, 0xaa44), 0x3f);
    refused(f, VS ",\n'cleartype_kernel': [\n{'id': 0, 'width': 3, 'height': 1}]", 5,
            "cleartype_kernel[0]: only samplers of stage ps have one (3D 14)");
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
    for (unsigned i = 0; i < LENGTH(offsets); i++) {
        uint32_t word;
        assert_true(register_read(&driver.registers, 0x38000 + 28 * 18 + offsets[i], &word, NULL));
        assert_int_equal(reg(f, 0x38000 + 28 * 18 + offsets[i]), word);
    }
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
        cmocka_unit_test(ranges_of_the_launch_come_first_and_all_else_lies_clear_of_them),
        cmocka_unit_test(friendly_data_without_room_is_an_error_with_its_line),
        cmocka_unit_test(the_fetch_program_is_placed_and_has_registers),
        cmocka_unit_test(a_fetch_program_that_runs_alone_calls_none_and_counts_its_resources_from_0),
        cmocka_unit_test(vertex_resources_describe_their_buffer),
        cmocka_unit_test(vertex_resources_above_four_gibibytes_have_upper_address_bits),
        cmocka_unit_test(raw_vertex_words_are_kept_but_for_the_address),
        cmocka_unit_test(ids_are_relative_to_the_stage),
        cmocka_unit_test(the_fetch_program_has_ids_160_and_up_of_the_vertex_stage),
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
        cmocka_unit_test(samplers_are_three_words_and_a_border_colour),
        cmocka_unit_test(filters_have_other_numbers_with_anisotropy),
        cmocka_unit_test(raw_sampler_words_are_kept),
        cmocka_unit_test(raw_registers_win_over_resources_and_samplers),
        cmocka_unit_test(filter_weights_and_kernels_are_registers),
        cmocka_unit_test(surfaces_lie_as_a_driver_places_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
