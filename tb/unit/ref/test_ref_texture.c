/* test_ref_texture.c - the reference for textures by itself: values worked by hand, of the manuals and of Direct3D. */
#include "tb/ref/ref.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FMT_8 = 1, FMT_16 = 5, FMT_5_6_5 = 8, FMT_8_24_FLOAT = 18, FMT_8_8_8_8 = 26, FMT_1 = 37, FMT_1_REVERSED = 38 };
enum { FMT_GB_GR = 39, FMT_BG_RG = 40, FMT_32_32_32 = 47, FMT_BC1 = 49, FMT_BC3 = 51, FMT_BC4 = 52, FMT_BC5 = 53 };
enum { LINEAR = 1, TILED_1D = 2, TILED_1D_THICK = 3, TILED_2D = 4 };

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- surfaces --------------------------------------------------------------------------------------------------- */

/* 8 pipes, 8 banks, 256 bytes: what the kernel writes for an RV770. */
static struct ref_tiling rv770(void)
{
    struct ref_tiling tiling;
    ref_tiling_fields(3 << 1 | 1 << 4 | 1 << 8 | 1 << 11 | 1 << 14, &tiling);
    return tiling;
}

static struct ref_resource_fields surface(unsigned mode, unsigned format, unsigned width, unsigned height)
{
    struct ref_resource_fields fields = {.dim = REF_2D,
                                         .tile_mode = mode,
                                         .format = format,
                                         .pitch = width,
                                         .width = width,
                                         .height = height,
                                         .depth = 1,
                                         .mips = 0x100000};
    ref_resource_format(&fields);
    return fields;
}

static uint64_t offset(const struct ref_resource_fields *fields, unsigned level, unsigned x, unsigned y, unsigned slice)
{
    const struct ref_tiling tiling = rv770();
    struct ref_place        place;
    ref_locate(fields, &tiling, level, x, y, slice, 0, &place);
    return place.address[0];
}

static void macro_tiles_of_rv770(void **state)
{
    (void)state;
    static const struct {
        unsigned x, y, byte;
    } cases[] = {{0, 0, 0},     {1, 0, 4},     {0, 1, 16},     {7, 7, 252},    {8, 0, 3072},   {0, 8, 256},
                 {16, 0, 4608}, {32, 0, 8960}, {64, 0, 16384}, {17, 37, 5780}, {63, 63, 15100}};
    const struct ref_resource_fields fields = surface(TILED_2D, FMT_8_8_8_8, 256, 128);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(offset(&fields, 0, cases[i].x, cases[i].y, 0), cases[i].byte);
}

static void tiles_in_rows(void **state)
{
    (void)state;
    const struct ref_resource_fields fields = surface(TILED_1D, FMT_8_8_8_8, 64, 16);
    assert_int_equal(offset(&fields, 0, 4, 0, 0), 32);
    assert_int_equal(offset(&fields, 0, 0, 1, 0), 16);
    assert_int_equal(offset(&fields, 0, 8, 0, 0), 256);
    assert_int_equal(offset(&fields, 0, 0, 8, 0), 2048);
}

/* Every mode puts every element of a surface somewhere else, and none outside. */
static void no_two_texels_share_bytes(void **state)
{
    (void)state;
    enum { WIDTH = 512, HEIGHT = 256, SLICES = 8 };
    static const unsigned   formats[] = {FMT_8, FMT_16, FMT_8_8_8_8, FMT_32_32_32, 31, 34};
    const struct ref_tiling tiling = rv770();
    for (unsigned mode = 0; mode < 16; mode++)
        for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++) {
            struct ref_resource_fields fields = surface(mode, formats[f], WIDTH, HEIGHT);
            const struct ref_block     block = fields.block;
            const unsigned             bytes = block.bytes / block.parts;
            fields.dim = REF_2D_ARRAY;
            fields.depth = SLICES;
            const uint64_t end = ref_surface_end(&fields, &tiling);
            uint8_t       *seen = calloc(end / bytes + 1, 1);
            assert_non_null(seen);
            for (unsigned slice = 0; slice < SLICES; slice++)
                for (unsigned y = 0; y < HEIGHT; y++)
                    for (unsigned x = 0; x < WIDTH; x++) {
                        struct ref_place place;
                        ref_locate(&fields, &tiling, 0, x, y, slice, 0, &place);
                        for (unsigned p = 0; p < block.parts; p++) {
                            if (place.address[p] >= end || seen[place.address[p] / bytes]++)
                                fail_msg("mode %u format %u: %u %u %u", mode, formats[f], x, y, slice);
                        }
                    }
            free(seen);
        }
}

/* 8 levels of 100 x 36: from level 1 on powers of two, tiles in rows where they are smaller than 64 x 64 elements. */
static void levels_lie_behind_one_another(void **state)
{
    (void)state;
    struct ref_resource_fields fields = surface(TILED_2D, FMT_8_8_8_8, 128, 128);
    fields.last_level = 3;
    assert_int_equal(offset(&fields, 1, 0, 0, 0), 0x100000);
    assert_int_equal(offset(&fields, 1, 63, 63, 0), 0x100000 + 15100); /* one macro tile */
    assert_int_equal(offset(&fields, 2, 0, 0, 0), 0x100000 + 64 * 64 * 4);
    assert_int_equal(offset(&fields, 2, 0, 8, 0), 0x100000 + 64 * 64 * 4 + 32 * 8 * 4); /* tiles in rows */
    assert_int_equal(offset(&fields, 3, 0, 0, 0), 0x100000 + 64 * 64 * 4 + 32 * 32 * 4);
    fields.tile_mode = LINEAR;
    assert_int_equal(offset(&fields, 2, 1, 1, 0), 0x100000 + 64 * 64 * 4 + 64 * 4 + 4); /* rows of 64 at least */
}

static void cubes_have_eight_faces_in_their_small_levels(void **state)
{
    (void)state;
    struct ref_resource_fields fields = surface(LINEAR, FMT_8_8_8_8, 64, 64);
    fields.dim = REF_CUBE;
    assert_int_equal(offset(&fields, 2, 0, 0, 0) - offset(&fields, 1, 0, 0, 0), 8 * 64 * 32 * 4);
}

/* ---- texels ----------------------------------------------------------------------------------------------------- */

static struct ref_texel texel(struct ref_resource_fields fields, const uint8_t *block, unsigned x, unsigned y)
{
    struct ref_texel out;
    ref_resource_format(&fields);
    ref_texel_read(&fields, fields.degamma, block, x, y, &out);
    return out;
}

static void assert_texel(struct ref_texel texel, double x, double y, double z, double w)
{
    const double expected[4] = {x, y, z, w};
    for (unsigned e = 0; e < 4; e++)
        if (float_of(texel.bits[e]) != (float)expected[e] || (float)texel.number[e] != (float)expected[e])
            fail_msg("element %u: %g, %g, expected %g", e, (double)float_of(texel.bits[e]), texel.number[e],
                     expected[e]);
}

static void elements_that_a_format_lacks_are_0_0_1(void **state)
{
    (void)state;
    const struct ref_resource_fields fields = {.format = FMT_8}, integers = {.format = FMT_8, .number = 1};
    assert_texel(texel(fields, (const uint8_t[]){0x33}, 0, 0), 0.2, 0, 0, 1);
    assert_int_equal(texel(integers, (const uint8_t[]){0x33}, 0, 0).bits[0], 0x33);
    assert_int_equal(texel(integers, (const uint8_t[]){0x33}, 0, 0).bits[3], 1);
}

static void signs_and_number_formats(void **state)
{
    (void)state;
    struct ref_resource_fields fields = {.format = FMT_8_8_8_8, .comp = {1, 1, 0, 2}};
    static const uint8_t       bytes[] = {0x80, 0x7f, 0x80, 0x00};
    assert_texel(texel(fields, bytes, 0, 0), -1, 1, 128.0 / 255, -1);
    fields.srf = 1;
    assert_texel(texel(fields, bytes, 0, 0), -1, 1, 128.0 / 255, -1);
    assert_texel(texel(fields, (const uint8_t[]){0, 0xff, 0, 255}, 0, 0), 1.0 / 255, -1.0 / 255, 0, 1);
    fields.number = 2;
    fields.comp[3] = 0;
    assert_texel(texel(fields, bytes, 0, 0), -128, 127, 128, 0);
}

static void srgb_is_for_colours_of_eight_bits(void **state)
{
    (void)state;
    const struct ref_resource_fields fields = {.format = FMT_8_8_8_8, .degamma = 1};
    const struct ref_texel           is = texel(fields, (const uint8_t[]){0, 10, 188, 188}, 0, 0);
    assert_true(fabs(is.number[1] - 199 / 65535.0) < 1e-12);
    assert_true(fabs(is.number[2] - 0.5028864580325687) < 0.5 / 65535); /* IEC 61966-2-1 */
    assert_true(is.number[3] == 188 / 255.0);
}

static void bits_pairs_and_depths(void **state)
{
    (void)state;
    struct ref_resource_fields fields = {.format = FMT_1};
    assert_texel(texel(fields, (const uint8_t[]){0x02}, 1, 0), 1, 0, 0, 1);
    fields.format = FMT_1_REVERSED;
    assert_texel(texel(fields, (const uint8_t[]){0x40}, 1, 0), 1, 0, 0, 1);
    fields.format = FMT_GB_GR; /* DXGI R8G8_B8G8 */
    assert_texel(texel(fields, (const uint8_t[]){51, 102, 153, 204}, 0, 0), 0.2, 0.4, 0.6, 1);
    assert_texel(texel(fields, (const uint8_t[]){51, 102, 153, 204}, 1, 0), 0.2, 0.8, 0.6, 1);
    fields.format = FMT_BG_RG; /* DXGI G8R8_G8B8 */
    assert_texel(texel(fields, (const uint8_t[]){51, 102, 153, 204}, 1, 0), 0.4, 0.6, 0.8, 1);
    fields.format = FMT_8_24_FLOAT;
    assert_texel(texel(fields, (const uint8_t[]){0, 0, 0xf0, 51}, 0, 0), 1, 0.2, 0, 1);
    assert_texel(texel(fields, (const uint8_t[]){0, 0, 0xe8, 0}, 0, 0), 0.75, 0, 0, 1);
}

/* Red and blue, codes 0 1 2 3 in the first row. */
static void blocks_of_colours(void **state)
{
    (void)state;
    struct ref_resource_fields fields = {.format = FMT_BC1};
    static const uint8_t       four[] = {0x00, 0xf8, 0x1f, 0x00, 0xe4}, three[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4};
    uint8_t                    block[8] = {0};
    memcpy(block, four, sizeof four);
    assert_texel(texel(fields, block, 0, 0), 1, 0, 0, 1);
    assert_texel(texel(fields, block, 1, 0), 0, 0, 1, 1);
    assert_texel(texel(fields, block, 2, 0), 2.0 / 3, 0, 1.0 / 3, 1);
    assert_texel(texel(fields, block, 3, 0), 1.0 / 3, 0, 2.0 / 3, 1);
    assert_texel(texel(fields, three, 2, 0), 0.5, 0, 0.5, 1);
    assert_texel(texel(fields, three, 3, 0), 0, 0, 0, 0);
    const uint8_t ramp[16] = {255, 0, 2 | 1 << 3, 0, 0, 0, 0, 0, 0, 255, 6 | 7 << 3};
    fields.format = FMT_BC5;
    assert_texel(texel(fields, ramp, 0, 0), 6.0 / 7, 0, 0, 1);
    assert_texel(texel(fields, ramp, 1, 0), 0, 1, 0, 1);
    fields.comp[0] = fields.comp[1] = 1;
    assert_texel(texel(fields, (const uint8_t[16]){0x80, 0x7f, 6 | 7 << 3}, 0, 0), -1, 0, 0, 1);
    assert_texel(texel(fields, (const uint8_t[16]){0x80, 0x7f, 2}, 0, 0), -0.6, 0, 0, 1);
}

/* ---- samples ---------------------------------------------------------------------------------------------------- */

/* A linear 2D texture of 8 bits, 8 x 1 or 8 x 8 texels in the first bytes of rows of 256. */
struct scene {
    uint32_t                  resource[7], sampler[3];
    struct ref_texture_units  units;
    uint8_t                   bytes[256 * 8];
    struct ref_texture_memory memory;
    struct isa_tex            tex;
    struct ref_texture_query  query;
};

static void scene_make(struct scene *scene, unsigned format, unsigned height, unsigned filter)
{
    memset(scene, 0, sizeof *scene);
    scene->resource[0] = REF_2D | LINEAR << 3 | 31u << 8 | 7u << 19;
    scene->resource[1] = (height - 1) | format << 26;
    scene->resource[4] = 0 << 16 | 1 << 19 | 2 << 22 | 3 << 25;
    scene->resource[6] = 2u << 30;
    scene->sampler[0] = filter << 9 | filter << 12;
    scene->sampler[1] = 0x3ff << 10;
    scene->tex = (struct isa_tex){.coord_type_x = 1, .coord_type_y = 1, .coord_type_z = 1, .coord_type_w = 1};
    scene->units.tiling = 3 << 1 | 1 << 4;
    scene->memory = (struct ref_texture_memory){scene->bytes, 0, sizeof scene->bytes, NULL};
    scene->query = (struct ref_texture_query){.op = ISA_FETCH_SAMPLE_LZ,
                                              .tex = &scene->tex,
                                              .resource = scene->resource,
                                              .sampler = scene->sampler,
                                              .units = &scene->units,
                                              .memory = &scene->memory};
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double sample(struct scene *scene, double x, double y)
{
    struct ref_texture_result result;
    scene->query.coordinate[0][0] = bits_of((float)x);
    scene->query.coordinate[0][1] = bits_of((float)y);
    ref_texture_lookup(&scene->query, 0, NULL, &result);
    assert_false(result.outside);
    return result.number[0];
}

static void assert_near(double is, double expected)
{
    if (fabs(is - expected) > 1e-9)
        fail_msg("%.12g, expected %.12g", is, expected);
}

enum { POINT, BILINEAR, BICUBIC };

/* Between texels 3 and 4, at place 3.84: 214 / 64 from the first middle. */
static void between_two_texels(void **state)
{
    (void)state;
    struct scene scene;
    scene_make(&scene, FMT_8, 1, BILINEAR);
    scene.bytes[3] = 7;
    scene.bytes[4] = 201;
    assert_near(sample(&scene, 0.48, 0.5), (7 * 42 + 201 * 22) / 64.0 / 255);
    scene.sampler[2] = 1 << 14; /* HIGH_PRECISION_FILTER: 983 / 256, less a half: 3 and 87 / 256 */
    assert_near(sample(&scene, 0.48, 0.5), (7 * 169 + 201 * 87) / 256.0 / 255);
    scene.sampler[2] = 1 << 12; /* MC_COORD_TRUNCATE: 0 or a half */
    assert_near(sample(&scene, 0.48, 0.5), 7 / 255.0);
    assert_near(sample(&scene, 0.51, 0.5), (7 + 201) / 2.0 / 255);
}

static void an_edge_has_as_many_steps_as_the_precision(void **state)
{
    (void)state;
    struct scene scene;
    scene_make(&scene, FMT_8, 1, BILINEAR);
    scene.bytes[4] = 255;
    for (unsigned high = 0; high < 2; high++) {
        double   before = -1;
        unsigned steps = 0;
        scene.sampler[2] = high << 14;
        for (unsigned i = 0; i < 4096; i++) {
            const double is = sample(&scene, (3.5 + i / 4096.0) / 8, 0.5);
            steps += is > before;
            before = is;
        }
        assert_int_equal(steps, (high ? 256 : 64) + 1); /* the first half of the last step, too */
    }
}

/* Catmull-Rom's phase 8: -32 288 288 -32. */
static void bicubic_phases_are_mirrored(void **state)
{
    (void)state;
    struct scene scene, mirrored;
    scene_make(&scene, FMT_8, 1, BICUBIC);
    scene.sampler[0] |= 2 | 2 << 3; /* last texel */
    for (unsigned phase = 0; phase <= 8; phase++) {
        const double t = phase / 16.0, w[4] = {-t / 2 + t * t - t * t * t / 2, 1 - 2.5 * t * t + 1.5 * t * t * t,
                                               t / 2 + 2 * t * t - 1.5 * t * t * t, -t * t / 2 + t * t * t / 2};
        for (unsigned pair = 0; pair < 2; pair++)
            scene.units.filter4[2 * phase + pair] = ((uint32_t)(int)rint(w[2 * pair] * 512) & 0x7ff) << 11 |
                                                    ((uint32_t)(int)rint(w[2 * pair + 1] * 512) & 0x7ff);
        scene.units.filter4[18 + 2 * phase] = 512; /* one row */
    }
    scene.bytes[3] = 255;
    assert_near(sample(&scene, 0.5, 0.5), 288 / 512.0);
    assert_near(sample(&scene, 3.0 / 8, 0.5), 288 / 512.0);
    assert_near(sample(&scene, 5.0 / 8, 0.5), -32 / 512.0);
    mirrored = scene;
    mirrored.memory.bytes = mirrored.bytes;
    mirrored.query.resource = mirrored.resource;
    mirrored.query.sampler = mirrored.sampler;
    mirrored.query.units = &mirrored.units;
    mirrored.query.memory = &mirrored.memory;
    for (unsigned i = 0; i < 8; i++)
        scene.bytes[i] = mirrored.bytes[7 - i] = (uint8_t)(37 * i + 11);
    assert_near(sample(&scene, (3.5 + 11 / 16.0) / 8, 0.5), sample(&mirrored, (3.5 + 5 / 16.0) / 8, 0.5));
}

/* FMT_1, 8 x 8 of ones, a kernel of 3 x 1. */
static void text_is_a_box_with_a_border_of_0(void **state)
{
    (void)state;
    struct scene scene;
    scene_make(&scene, FMT_1, 8, POINT);
    memset(scene.bytes, 0xff, sizeof scene.bytes);
    scene.resource[0] = REF_2D | 0 << 3 | 255u << 8 | 7u << 19; /* linear: 2048 texels are 256 bytes */
    scene.units.kernel = 3 | 1 << 3;
    assert_near(sample(&scene, 0.5, 0.5), 1);
    assert_near(sample(&scene, 0, 0.5), 0.5);
}

static double outside(struct scene *scene, unsigned clamp, double x)
{
    scene->sampler[0] = (scene->sampler[0] & ~63u) | clamp | 2 << 3;
    return sample(scene, x, 0.5) * 255;
}

static void clamp_modes(void **state)
{
    (void)state;
    struct scene scene;
    scene_make(&scene, FMT_8, 1, POINT);
    for (unsigned i = 0; i < 8; i++)
        scene.bytes[i] = (uint8_t)(10 * i + 10);
    scene.sampler[0] |= 2u << 22;              /* white */
    assert_near(outside(&scene, 0, 1.2), 20);  /* wrap: 9.6 is 1 */
    assert_near(outside(&scene, 1, 1.2), 70);  /* mirror: 6 */
    assert_near(outside(&scene, 2, -7), 10);   /* last texel */
    assert_near(outside(&scene, 3, -0.2), 20); /* mirrored once */
    assert_near(outside(&scene, 3, -3), 80);   /* and then the last texel */
    assert_near(outside(&scene, 6, 1.2), 255); /* border */
    assert_near(outside(&scene, 7, -0.2), 20);
    assert_near(outside(&scene, 4, 1.2), 80); /* a point filter meets no half border */
    scene.sampler[0] |= BILINEAR << 9;
    assert_near(outside(&scene, 4, 1.2), (80 + 255) / 2.0);
    assert_near(outside(&scene, 6, 1.2), 255);
}

/* Breakpoint 1/4: 0.25 -> 0, 0.5 -> 0.5, 0.75 -> 1. */
static void steeper_levels(void **state)
{
    (void)state;
    static const double from[] = {0.25, 0.375, 0.5, 0.75}, to[] = {0, 0.25, 0.5, 1};
    struct scene        scene;
    scene_make(&scene, FMT_8, 8, POINT);
    scene.resource[3] = 4; /* level 1: rows of 256 from byte 1024 on */
    scene.resource[5] = 1;
    memset(scene.bytes + 1024, 255, 1024);
    memset(scene.bytes, 0, 1024);
    scene.sampler[0] |= 2 << 17;
    scene.sampler[2] = 2 << 15;
    scene.query.op = ISA_FETCH_SAMPLE_L;
    for (unsigned i = 0; i < 4; i++) {
        scene.query.coordinate[0][3] = bits_of((float)from[i]);
        assert_near(sample(&scene, 0.01, 0.01), to[i]);
    }
}

/* ---- in programs ------------------------------------------------------------------------------------------------ */

enum { CF_TEX = 1, TEX_SAMPLE_LZ = 19, TEX_SET_H = 11, TEX_SET_V = 12, TEX_SAMPLE_G = 20, TEX_GET_H = 7, CLAUSE = 2 };

/* One TEX clause and the program's end. */
static void run(struct scene *scene, const struct isa_tex *tex, unsigned count, struct ref_wave *wave)
{
    static struct ref_launch launch;
    uint32_t                 words[64] = {0};
    struct isa_cf cf = {.addr = CLAUSE, .count = count - 1, .cf_inst = CF_TEX, .end_of_program = 1, .barrier = 1};
    uint32_t      gpr[2][4][REF_LANES];
    memcpy(gpr, wave->gpr, sizeof gpr);
    isa_pack_cf(&cf, words);
    for (unsigned i = 0; i < count; i++)
        isa_pack_tex(&tex[i], words + 2 * CLAUSE + 4 * i);
    launch = (struct ref_launch){
        .program = words, .program_dwords = 64, .num_gprs = 4, .stack_size = 1, .wave_size = 64, .pixel = true};
    memcpy(launch.resource[tex->alt_const][3].word, scene->resource, sizeof scene->resource);
    memcpy(launch.textures.bank[tex->alt_const].sampler[1], scene->sampler, sizeof scene->sampler);
    launch.textures.tiling = scene->units.tiling;
    launch.textures.memory = &scene->memory;
    ref_start(wave, &launch, 0, 0xf7); /* thread 3 does not exist */
    memcpy(wave->gpr, gpr, sizeof gpr);
    if (ref_run(wave, &launch) != REF_ENDED)
        fail_msg("%s", wave->diag.what);
}

/* SRC_SEL y0xx: texel 5; SEL_1 and a masked element; the thread that does not exist keeps what it had.  Resource and
 * sampler are those of the program's stage, or of ALT_CONST's alone. */
static void check_instruction(bool alternative)
{
    struct scene     scene;
    struct ref_wave *wave = calloc(1, sizeof *wave);
    assert_non_null(wave);
    scene_make(&scene, FMT_8, 8, POINT);
    scene.bytes[5] = 51;
    const struct isa_tex tex = {.tex_inst = TEX_SAMPLE_LZ,
                                .resource_id = 3,
                                .alt_const = alternative,
                                .sampler_id = 1,
                                .src_gpr = 0,
                                .dst_gpr = 1,
                                .src_sel_x = 1,
                                .src_sel_y = 4,
                                .src_sel_z = 0,
                                .src_sel_w = 0,
                                .dst_sel_x = 0,
                                .dst_sel_y = 5,
                                .dst_sel_z = 7,
                                .dst_sel_w = 3,
                                .coord_type_x = 1,
                                .coord_type_y = 1};
    for (unsigned t = 0; t < REF_LANES; t++)
        wave->gpr[0][1][t] = bits_of(t == 6 ? 5.5f / 8 : 0);
    run(&scene, &tex, 1, wave);
    assert_float_equal(float_of(wave->gpr[1][0][6]), 0.2f, 0);
    assert_float_equal(float_of(wave->gpr[1][0][5]), 0, 0);
    assert_int_equal(wave->gpr[1][1][6], 0x3f800000);
    assert_int_equal(wave->gpr[1][2][6], 0);
    assert_int_equal(wave->gpr[1][3][6], 0x3f800000);
    assert_int_equal(wave->gpr[1][0][3], 0);
    free(wave);
}

static void an_instruction_of_a_program(void **state)
{
    (void)state;
    check_instruction(false);
    check_instruction(true);
}

/* Slopes of two texels: level 1. */
static void gradients_are_kept_for_what_follows(void **state)
{
    (void)state;
    struct scene     scene;
    struct ref_wave *wave = calloc(1, sizeof *wave);
    assert_non_null(wave);
    scene_make(&scene, FMT_8, 8, POINT);
    scene.resource[3] = 4;
    scene.resource[5] = 1;
    scene.sampler[0] |= 1 << 17;
    memset(scene.bytes + 1024, 255, 1024);
    struct isa_tex tex[3];
    for (unsigned i = 0; i < 3; i++)
        tex[i] = (struct isa_tex){.resource_id = 3,
                                  .sampler_id = 1,
                                  .dst_gpr = 1,
                                  .src_sel_x = i,
                                  .src_sel_y = 4,
                                  .src_sel_z = 4,
                                  .src_sel_w = 4,
                                  .dst_sel_x = i < 2 ? 7 : 0,
                                  .dst_sel_y = 7,
                                  .dst_sel_z = 7,
                                  .dst_sel_w = 7,
                                  .coord_type_x = 1,
                                  .coord_type_y = 1};
    tex[0].tex_inst = TEX_SET_H;
    tex[1].tex_inst = TEX_SET_V;
    tex[2].tex_inst = TEX_SAMPLE_G;
    for (unsigned t = 0; t < REF_LANES; t++)
        wave->gpr[0][0][t] = bits_of(t == 4 ? 2.0f / 8 : 0.5f / 8);
    run(&scene, tex, 3, wave);
    assert_float_equal(float_of(wave->gpr[1][0][4]), 1, 0);
    assert_float_equal(float_of(wave->gpr[1][0][5]), 0, 0);
    tex[0].tex_inst = TEX_GET_H;
    tex[0].dst_sel_x = 0;
    run(&scene, tex, 1, wave);
    assert_float_equal(float_of(wave->gpr[1][0][5]), -1.5f / 8, 0); /* of its quad's first row */
    free(wave);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macro_tiles_of_rv770),
        cmocka_unit_test(tiles_in_rows),
        cmocka_unit_test(no_two_texels_share_bytes),
        cmocka_unit_test(levels_lie_behind_one_another),
        cmocka_unit_test(cubes_have_eight_faces_in_their_small_levels),
        cmocka_unit_test(elements_that_a_format_lacks_are_0_0_1),
        cmocka_unit_test(signs_and_number_formats),
        cmocka_unit_test(srgb_is_for_colours_of_eight_bits),
        cmocka_unit_test(bits_pairs_and_depths),
        cmocka_unit_test(blocks_of_colours),
        cmocka_unit_test(between_two_texels),
        cmocka_unit_test(an_edge_has_as_many_steps_as_the_precision),
        cmocka_unit_test(bicubic_phases_are_mirrored),
        cmocka_unit_test(text_is_a_box_with_a_border_of_0),
        cmocka_unit_test(clamp_modes),
        cmocka_unit_test(steeper_levels),
        cmocka_unit_test(an_instruction_of_a_program),
        cmocka_unit_test(gradients_are_kept_for_what_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
