/* test_setup_resources.c - what a launch places in memory and the words that describe it: buffers, vertex resources,
 * samplers, fetch programs (3D 6, 7, 8, 10, 14).  Textures: test_setup_surfaces.c.
 *
 * Expected words are worked out from the fields of the register manual. */
#include "tb/unit/start/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"
#define VS "'stage': 'vs', 'threads': 4, 'num_gprs': 3"

/* Words at 0x3c000 + 12 n. */
static void sampler_is(const struct fixture *f, unsigned n, const uint32_t words[3])
{
    registers_are(f, 0x3c000 + 12 * n, words, 3);
}

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
        cmocka_unit_test(samplers_are_three_words_and_a_border_colour),
        cmocka_unit_test(filters_have_other_numbers_with_anisotropy),
        cmocka_unit_test(raw_sampler_words_are_kept),
        cmocka_unit_test(raw_registers_win_over_resources_and_samplers),
        cmocka_unit_test(filter_weights_and_kernels_are_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
