/* test_texture_picture.c - what `wekiva texture` shows of a launch: the list of its textures, and texels as numbers. */
#include "rtl_model/r700/setup/texture_picture.h"

#include <math.h>

#include "tb/unit/start/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"

static void read_texture(struct fixture *f, struct picture_request request, struct picture *picture)
{
    if (!texture_read(&f->chip, f->launch, &request, picture, &f->diag))
        fail_msg("%s", f->diag.what);
}

static void texel_is(const struct picture *picture, unsigned x, unsigned y, float a, float b, float c, float d)
{
    const float *number = &picture->number[4 * (y * picture->width + x)];
    const float  expected[4] = {a, b, c, d};
    for (unsigned e = 0; e < 4; e++)
        if (fabsf(number[e] - expected[e]) > 1e-6f)
            fail_msg("(%u, %u): element %u is %g, expected %g", x, y, e, (double)number[e], (double)expected[e]);
}

static void numbers_are_those_of_a_sampler(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {255, 0, 51, 102, 0, 128, 255, 255};
    struct fixture      *f = fixture_new("rv770");
    struct picture       picture;
    put_bytes(f, "t.bin", bytes, sizeof bytes);
    set_up(f,
           PS ", 'textures': [{'id': 1, 'dim': '2D', 'width': 2, 'height': 1, 'format': '8_8_8_8', 'swizzle': 'WXY1', "
              "'tile_mode': '1D_TILED_THIN1', 'file': 't.bin'}]");
    read_texture(f, (struct picture_request){.id = 1}, &picture);
    assert_int_equal(picture.width, 2);
    assert_int_equal(picture.height, 1);
    assert_int_equal(picture.unplaced, 0);
    texel_is(&picture, 0, 0, 0.4f, 1, 0, 1);
    texel_is(&picture, 1, 0, 1, 0, 128 / 255.0f, 1);
    for (unsigned e = 0; e < 3; e++) {
        assert_true(picture.channel[e].stored);
        assert_int_equal(picture.channel[e].bits, 8);
    }
    assert_false(picture.channel[3].stored);
    free(picture.number);
    fixture_free(f);
}

static void every_kind_of_number_has_its_range(void **state)
{
    (void)state;
    static const struct {
        const char *format, *number;
        unsigned    bits;
        float       first, low, high; /* of the word 0x80 */
    } cases[] = {{"8", "unorm", 8, 128 / 255.0f, 0, 1}, {"8", "snorm", 8, -1, -1, 1},
                 {"8", "uint", 8, 128, 0, 255},         {"8", "sint", 8, -128, -128, 127},
                 {"8", "sscaled", 8, -128, -128, 127},  {"32_FLOAT", "float", 32, 0, 0, 1},
                 {"16", "uint", 16, 128, 0, 65535}};
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0x80, 1);
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        struct picture picture;
        char           text[256];
        snprintf(text, sizeof text,
                 PS ", 'textures': [{'id': 0, 'dim': '1D', 'width': %u, 'format': '%s', 'number': '%s', 'file': "
                    "'t.bin'}]",
                 32 / cases[i].bits, cases[i].format, cases[i].number);
        set_up(f, text);
        read_texture(f, (struct picture_request){.id = 0}, &picture);
        texel_is(&picture, 0, 0, cases[i].first, 0, 0, 1);
        assert_int_equal(picture.channel[0].bits, cases[i].bits);
        assert_true(picture.channel[0].low == cases[i].low && picture.channel[0].high == cases[i].high);
        assert_true(picture.channel[1].low == 0 && picture.channel[1].high == 1);
        assert_false(picture.channel[1].stored);
        free(picture.number);
    }
    fixture_free(f);
}

static void srgb_stays_as_it_is_stored(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 0xff336600, 1);
    set_up(f,
           PS ", 'textures': [{'id': 0, 'dim': '1D', 'width': 1, 'format': '8_8_8_8', 'srgb': true, 'file': 't.bin'}]");
    read_texture(f, (struct picture_request){.id = 0}, &picture);
    texel_is(&picture, 0, 0, 0, 0.4f, 0.2f, 1);
    free(picture.number);
    fixture_free(f);
}

static void level_slice_and_sample_choose(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "c.bin", 0, 6 * 16 + 6 * 4);
    put_words(f, "m.bin", 1000, 2 * 2 * 4);
    set_up(f, PS ", 'textures': [{'id': 0, 'dim': 'cubemap', 'width': 4, 'height': 4, 'levels': 2, 'format': '32', "
                 "'number': 'uint', 'tile_mode': '2D_TILED_THIN1', 'file': 'c.bin'},"
                 "{'id': 1, 'dim': '2D_msaa', 'width': 2, 'height': 2, 'samples': 4, 'format': '32', 'number': 'uint', "
                 "'file': 'm.bin'}]");
    read_texture(f, (struct picture_request){.id = 0, .slice = 5}, &picture);
    texel_is(&picture, 3, 3, 95, 0, 0, 1);
    free(picture.number);
    read_texture(f, (struct picture_request){.id = 0, .level = 1, .slice = 4}, &picture);
    assert_int_equal(picture.width, 2);
    texel_is(&picture, 1, 1, 96 + 19, 0, 0, 1);
    free(picture.number);
    read_texture(f, (struct picture_request){.id = 1, .sample = 2}, &picture);
    texel_is(&picture, 1, 1, 1011, 0, 0, 1);
    free(picture.number);
    fixture_free(f);
}

/* An image of a surface whose second half is missing. */
static void texels_outside_of_placed_memory_are_counted(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 1, 64);
    set_up(f, PS ", 'textures': [{'id': 0, 'file': 't.bin', 'words': ['0x01f80709', '0x34000001', 0, 0, '0x06884100', "
                 "0, '0x80000000']}]");
    read_texture(f, (struct picture_request){.id = 0}, &picture);
    assert_int_equal(picture.width, 64);
    assert_int_equal(picture.height, 2);
    assert_int_equal(picture.unplaced, 64);
    texel_is(&picture, 63, 0, 64, 0, 0, 1);
    texel_is(&picture, 0, 1, 0, 0, 0, 1);
    free(picture.number);
    fixture_free(f);
}

/* Raw registers alone, and memory. */
static void textures_of_raw_registers_are_seen(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "m.bin", 7, 64);
    set_up(f, "'stage': 'vs', 'threads': 4, 'num_gprs': 3, 'memory': [{'address': '0x200000', 'file': 'm.bin'}], "
              "'registers': {'0x3919c': '0x01f80709', '0x391a0': '0x34000000', '0x391a4': '0x2000', '0x391ac': "
              "'0x06884100', '0x391b4': '0x80000000'}"); /* 0x38000 + 28 x 161: resource 1 of VS */
    read_texture(f, (struct picture_request){.id = 1}, &picture);
    assert_int_equal(picture.unplaced, 0);
    texel_is(&picture, 63, 0, 70, 0, 0, 1);
    free(picture.number);
    fixture_free(f);
}

/* ---- by a sampler ------------------------------------------------------------------------------------------------ */

static void a_point_sampler_sees_the_texels(void **state)
{
    (void)state;
    static const char *const modes[] = {"LINEAR_ALIGNED", "1D_TILED_THIN1", "2D_TILED_THIN1", "2B_TILED_THIN4"};
    struct fixture          *f = fixture_new("rv770");
    put_words(f, "t.bin", 1, 19 * 7);
    for (unsigned i = 0; i < LENGTH(modes); i++) {
        char           text[512];
        struct picture stored, seen;
        snprintf(text, sizeof text,
                 PS
                 ", 'samplers': [{'id': 2}], 'textures': [{'id': 0, 'dim': '2D', 'width': 19, 'height': 7, 'format': "
                 "'8_8_8_8', 'swizzle': 'ZYX1', 'tile_mode': '%s', 'file': 't.bin'}]",
                 modes[i]);
        set_up(f, text);
        read_texture(f, (struct picture_request){.id = 0}, &stored);
        read_texture(f, (struct picture_request){.id = 0, .sampled = true, .sampler = 2, .to = {1, 1}}, &seen);
        assert_int_equal(seen.width, 19);
        assert_int_equal(seen.height, 7);
        assert_memory_equal(stored.number, seen.number, 19 * 7 * 4 * sizeof(float));
        free(stored.number);
        free(seen.number);
    }
    fixture_free(f);
}

/* Between the middles of two texels, 0 and 200: at 1/4, 1/2 and 3/4 of the way when the picture has four times the
 * texels, shifted by half a pixel. */
static void a_bilinear_sampler_sees_what_is_between(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 200, 0, 200};
    struct fixture      *f = fixture_new("rv770");
    struct picture       picture;
    put_bytes(f, "t.bin", bytes, sizeof bytes);
    set_up(f,
           PS ", 'samplers': [{'id': 0, 'mag': 'bilinear', 'min': 'bilinear', 'clamp': ['clamp_border', 'wrap', "
              "'wrap'], 'border': "
              "'opaque_white'}], 'textures': [{'id': 0, 'dim': '2D', 'width': 2, 'height': 2, 'format': '8', 'file': "
              "'t.bin'}]");
    read_texture(f,
                 (struct picture_request){
                     .id = 0, .sampled = true, .width = 8, .height = 1, .from = {-0.5f, 0}, .to = {1.5f, 1}},
                 &picture);
    const float part = 200 / 255.0f;
    texel_is(&picture, 0, 0, 1, 0, 0, 1); /* border from half a texel on */
    texel_is(&picture, 2, 0, 0.25f, 0, 0, 1);
    texel_is(&picture, 3, 0, 0.25f * part, 0, 0, 1);
    texel_is(&picture, 4, 0, 0.75f * part, 0, 0, 1);
    texel_is(&picture, 5, 0, 0.75f * part + 0.25f, 0, 0, 1);
    texel_is(&picture, 7, 0, 1, 0, 0, 1);
    free(picture.number);
    fixture_free(f);
}

/* A picture of half the size is the next level's. */
static void a_sampler_chooses_levels(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 0, 64 + 16);
    set_up(f, PS ", 'samplers': [{'id': 0, 'mip': 'point', 'lod': [0, 15]}], 'textures': [{'id': 0, 'dim': '2D', "
                 "'width': 8, 'height': 8, 'levels': 2, 'format': '32', 'number': 'uint', 'file': 't.bin'}]");
    read_texture(f, (struct picture_request){.id = 0, .sampled = true, .width = 4, .height = 4, .to = {1, 1}},
                 &picture);
    texel_is(&picture, 0, 0, 64, 0, 0, 1);
    texel_is(&picture, 3, 2, 64 + 4 * 2 + 3, 0, 0, 1);
    free(picture.number);
    fixture_free(f);
}

static void slices_faces_and_layers_are_sampled(void **state)
{
    (void)state;
    static const struct {
        const char *dim, *size;
    } cases[] = {{"3D", "'depth': 6"}, {"2D_array", "'layers': 6"}, {"cubemap", "'layers': 6"}};
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 10, 4 * 4 * 6);
    for (unsigned i = 0; i < LENGTH(cases); i++)
        for (unsigned slice = 0; slice < 6; slice += 5) {
            struct picture picture;
            char           text[512];
            snprintf(text, sizeof text,
                     PS ", 'samplers': [{'id': 0}], 'textures': [{'id': 0, 'dim': '%s', %s, 'width': 4, 'height': 4, "
                        "'format': '32', 'number': 'uint', 'file': 't.bin'}]",
                     cases[i].dim, cases[i].size);
            set_up(f, text);
            read_texture(f, (struct picture_request){.id = 0, .sampled = true, .slice = slice, .to = {1, 1}}, &picture);
            texel_is(&picture, 0, 0, 10 + 16.0f * (float)slice, 0, 0, 1);
            texel_is(&picture, 1, 3, 10 + 16.0f * (float)slice + 13, 0, 0, 1);
            free(picture.number);
        }
    fixture_free(f);
}

/* 0x80 of sRGB is 0.2158605 (IEC 61966-2-1). */
static void a_sampler_makes_srgb_linear(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 0xff0080ff, 1);
    set_up(f, PS ", 'samplers': [{'id': 0}], 'textures': [{'id': 0, 'dim': '2D', 'width': 1, 'height': 1, 'format': "
                 "'8_8_8_8', 'srgb': true, 'file': 't.bin'}]");
    read_texture(f, (struct picture_request){.id = 0, .sampled = true, .to = {1, 1}}, &picture);
    assert_true(fabsf(picture.number[1] - 0.2158605f) < 1.0f / 65535);
    free(picture.number);
    fixture_free(f);
}

static void what_no_sampler_reads_is_named(void **state)
{
    (void)state;
    static const struct {
        struct picture_request request;
        const char            *what;
    } cases[] = {{{.id = 0, .sampled = true, .sampler = 1}, "sampler 1 is not there"},
                 {{.id = 1, .sampled = true}, "texture 1 has samples: no sampler reads it"},
                 {{.id = 0, .sampled = true, .slice = 1}, "texture 0 has no slice 1 in level 0, expected 0 to 0"}};
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 0, 1);
    put_words(f, "m.bin", 0, 2);
    set_up(f, PS ", 'samplers': [{'id': 0}], 'textures': [{'id': 0, 'dim': '2D', 'width': 1, 'height': 1, 'format': "
                 "'32', 'file': 't.bin'}, {'id': 1, 'dim': '2D_msaa', 'width': 1, 'height': 1, 'samples': 2, 'format': "
                 "'32', 'file': 'm.bin'}]");
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        assert_false(texture_read(&f->chip, f->launch, &cases[i].request, &picture, &f->diag));
        assert_string_equal(f->diag.what, cases[i].what);
    }
    fixture_free(f);
}

/* ---- what is not there ------------------------------------------------------------------------------------------- */

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    static const struct {
        struct picture_request request;
        const char            *what;
    } cases[] = {{{.id = 2}, "texture 2 is not there; textures: 1, 3"},
                 {{.id = 160}, "texture 160 is not there; textures: 1, 3"},
                 {{.id = 1, .level = 2}, "texture 1 has no level 2, expected 0 to 1"},
                 {{.id = 1, .slice = 2}, "texture 1 has no slice 2 in level 0, expected 0 to 1"},
                 {{.id = 1, .level = 1, .slice = 1}, "texture 1 has no slice 1 in level 1, expected 0 to 0"},
                 {{.id = 1, .sample = 1}, "texture 1 has no sample 1, expected 0 to 0"},
                 {{.id = 3}, "texture 3: DATA_FORMAT is 62, whose layout is not known"}};
    struct fixture *f = fixture_new("rv770");
    struct picture  picture;
    put_words(f, "t.bin", 0, 64);
    put_words(f, "v.bin", 0, 4);
    put_words(f, "w.bin", 0, 2 * 2 * 2 + 1);
    set_up(f, PS ", 'buffers': [{'name': 'v', 'file': 'v.bin'}], 'vertex_resources': [{'id': 2, 'buffer': 'v', "
                 "'stride': 4, 'format': '32'}], 'textures': [{'id': 1, 'dim': '3D', 'width': 2, 'height': 2, 'depth': "
                 "2, 'levels': 2, 'format': '32', 'file': 'w.bin'}, {'id': 3, 'file': 't.bin', 'words': [9, "
                 "'0xf8000000', 0, 0, 0, 0, '0x80000000']}]");
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        assert_false(texture_read(&f->chip, f->launch, &cases[i].request, &picture, &f->diag));
        assert_string_equal(f->diag.what, cases[i].what);
        assert_string_equal(f->diag.file, f->launch->path);
    }
    set_up(f, PS);
    assert_false(texture_read(&f->chip, f->launch, &cases[0].request, &picture, &f->diag));
    assert_string_equal(f->diag.what, "texture 2 is not there; textures: none");
    fixture_free(f);
}

static void the_list_has_a_line_for_each(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    char           *text = NULL;
    size_t          size;
    put_words(f, "t.bin", 0, 64 * 64 + 32 * 32);
    put_words(f, "m.bin", 0, 2);
    set_up(f, PS ", 'textures': [{'id': 7, 'dim': '2D_msaa', 'width': 1, 'height': 1, 'samples': 2, 'format': '32', "
                 "'number': 'sint', 'file': 'm.bin'}, {'id': 3, 'dim': '2D', 'width': 64, 'height': 64, 'levels': 2, "
                 "'format': '8_8_8_8', 'srgb': true, 'tile_mode': '1D_TILED_THIN1', 'file': 't.bin'}]");
    FILE *out = open_memstream(&text, &size);
    assert_true(texture_list(&f->chip, f->launch, out, &f->diag));
    fclose(out);
    assert_string_equal(text, "3: 2D, 64 x 64 x 1, 8_8_8_8 unorm sRGB, levels 0 to 1, 1D_TILED_THIN1, 0x100100 to "
                              "0x1050ff\n"
                              "7: 2D_msaa, 1 x 1 x 1, 32 sint, 2 samples, 2D_TILED_THIN1, 0x108000 to 0x10ffff\n");
    free(text);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_a_sampler),
        cmocka_unit_test(every_kind_of_number_has_its_range),
        cmocka_unit_test(srgb_stays_as_it_is_stored),
        cmocka_unit_test(level_slice_and_sample_choose),
        cmocka_unit_test(texels_outside_of_placed_memory_are_counted),
        cmocka_unit_test(textures_of_raw_registers_are_seen),
        cmocka_unit_test(a_point_sampler_sees_the_texels),
        cmocka_unit_test(a_bilinear_sampler_sees_what_is_between),
        cmocka_unit_test(a_sampler_chooses_levels),
        cmocka_unit_test(slices_faces_and_layers_are_sampled),
        cmocka_unit_test(a_sampler_makes_srgb_linear),
        cmocka_unit_test(what_no_sampler_reads_is_named),
        cmocka_unit_test(what_is_not_there_is_named),
        cmocka_unit_test(the_list_has_a_line_for_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
