/* r580_texture_kit.h - programs of R580 that read textures, for tests: textures made so that a texel's colour says
 * where it is, pixels with registers of their own, a run and what it leaves. */
#ifndef TB_UNIT_R580_TEXTURE_KIT_H
#define TB_UNIT_R580_TEXTURE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/family.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { PIXELS = 32, REGISTERS = 6, SIZE = 8, LEVELS = 4, SIDE = 4, CLOCKS_MAX = 200000 };

/* ---- what there is to be read ------------------------------------------------------------------------------------ */

static float input[PIXELS][REGISTERS][4];        /* R0 and on */
static float flat[8 * 8 + 4 * 4 + 2 * 2 + 1][4]; /* a 2D texture with four levels */
static float volume[SIDE * SIDE * SIDE][4], line[SIZE][4], cube[6 * SIDE * SIDE][4];
static float turns[SIZE * SIZE][4]; /* its texels are coordinates of another one */

/* Level, row, column and channel of a texel in one number. */
static inline float number(unsigned level, unsigned x, unsigned y, unsigned c)
{
    return (float)(level * 128 + y * 16 + x) + (float)c / 8;
}

static inline void make_textures(void)
{
    unsigned at = 0;
    for (unsigned l = 0; l < LEVELS; l++)
        for (unsigned i = 0; i < (unsigned)(SIZE >> l) * (SIZE >> l); i++, at++)
            for (unsigned c = 0; c < 4; c++)
                flat[at][c] = number(l, i % (SIZE >> l), i / (SIZE >> l), c);
    for (unsigned i = 0; i < COUNT(volume); i++)
        for (unsigned c = 0; c < 4; c++)
            volume[i][c] = number(i / (SIDE * SIDE), i % SIDE, i / SIDE % SIDE, c);
    for (unsigned i = 0; i < COUNT(cube); i++)
        for (unsigned c = 0; c < 4; c++)
            cube[i][c] = number(i / (SIDE * SIDE), i % SIDE, i / SIDE % SIDE, c);
    for (unsigned i = 0; i < SIZE; i++)
        for (unsigned c = 0; c < 4; c++)
            line[i][c] = number(0, i, 0, c);
    for (unsigned i = 0; i < SIZE * SIZE; i++) { /* (x, y) becomes (y, 7 - x) */
        turns[i][0] = ((float)(i / SIZE) + 0.5F) / SIZE;
        turns[i][1] = ((float)(SIZE - 1 - i % SIZE) + 0.5F) / SIZE;
    }
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

#define FLOATS "\"format\":\"32_32_32_32_FLOAT\","
#define FLAT "{\"id\":0,\"dim\":\"2D\",\"width\":8,\"height\":8,\"levels\":4," FLOATS "\"file\":\"flat\"}"
#define TURNS "{\"id\":1,\"dim\":\"2D\",\"width\":8,\"height\":8," FLOATS "\"file\":\"turns\"}"
#define VOLUME "{\"id\":2,\"dim\":\"3D\",\"width\":4,\"height\":4,\"depth\":4," FLOATS "\"file\":\"volume\"}"
#define CUBE "{\"id\":3,\"dim\":\"cubemap\",\"width\":4,\"height\":4," FLOATS "\"file\":\"cube\"}"
#define LINE "{\"id\":4,\"dim\":\"1D\",\"width\":8," FLOATS "\"file\":\"line\"}"
#define TEXTURES FLAT "," TURNS "," VOLUME "," CUBE "," LINE
#define POINTS                                                                                                         \
    "{\"id\":0,\"mip\":\"point\"},{\"id\":1},{\"id\":2,\"mip\":\"none\"},"                                             \
    "{\"id\":3,\"clamp\":[\"clamp_last_texel\",\"clamp_last_texel\",\"clamp_last_texel\"]},{\"id\":4}"

#define LEVEL_0 "{\"id\":0,\"mip\":\"none\"}"
/* A register to the render target A. */
#define WAIT " TEX_SEM_WAIT TEX_SEM_ACQUIRE\n"
#define SHOW(r)                                                                                                        \
    "OUT TEX_SEM_WAIT LAST\n rgb [R" #r "] MAD R5._, src0.rgb, src0.111, src0.000 OUT(A.rgb)\n"                        \
    " alpha [R" #r "] MAD R5._, src0.a, src0.1, src0.0 OUT(A.a)\n"

struct set_up {
    const char *textures, *samplers;
    const void *bytes; /* a file of the textures beside those above */
    size_t      byte_count;
    unsigned    group, texture_clk, texture_quads;
};
static const struct set_up usual = {TEXTURES, POINTS, "", 0, 16, 100, 1};

static float    colour[PIXELS][4], left[PIXELS][REGISTERS][4]; /* render target A; registers at the end */
static bool     killed[PIXELS];
static uint64_t clocks;

static inline void take_results(struct fragment *fragment)
{
    const struct result_column *column = results_find(&fragment->core.exports, LAUNCH_EXPORT_PIXEL, 0);
    assert_non_null(column);
    clocks = fragment->core.cycle;
    for (unsigned p = 0; p < PIXELS; p++) {
        memcpy(colour[p], column->values[p], sizeof colour[p]);
        killed[p] = fragment->core.exports.killed[p];
    }
    memcpy(left, fragment->core.kept.words, sizeof left);
}

static inline bool run(const struct set_up *set_up, const char *text, struct diag *diag)
{
    char                      json[4096];
    struct program            program = {0};
    struct us_chip            chip;
    const struct launch_given given[] = {{"p", text, strlen(text)},   {"in", input, sizeof input},
                                         {"flat", flat, sizeof flat}, {"turns", turns, sizeof turns},
                                         {"cube", cube, sizeof cube}, {"volume", volume, sizeof volume},
                                         {"line", line, sizeof line}, {"bytes", set_up->bytes, set_up->byte_count}};
    snprintf(json, sizeof json,
             "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":%d,\"num_gprs\":%d,\"textures\":[%s],"
             "\"samplers\":[%s],\"registers\":{\"US_FC_CTRL\":\"0x80000000\"},"
             "\"gprs\":{\"first\":0,\"count\":%d,\"file\":\"in\"}}",
             PIXELS, REGISTERS, set_up->textures, set_up->samplers, REGISTERS);
    if (!program_parse_as(r580_family.programs, "p", text, strlen(text), &program, diag))
        fail_msg("line %u: %s\n%s", diag->line, diag->what, text);
    struct launch *launch = launch_parse_given("launch", json, strlen(json), given, COUNT(given), diag);
    if (!launch)
        fail_msg("%s\n%s", diag->what, json);
    assert_true(chip_table_load(&r580_chips, "r580", &chip, diag));
    chip.group_pixels = set_up->group;
    chip.texture_clk = set_up->texture_clk;
    chip.texture_quads = set_up->texture_quads;
    struct fragment *fragment = fragment_create(&chip, &program, launch, diag);
    bool             good = fragment && fragment_keep_registers(fragment, diag);
    while (good && !fragment_finished(fragment) && fragment->core.cycle < CLOCKS_MAX) {
        good = !fragment_stopped(fragment, diag);
        fragment_edge(fragment);
    }
    good = good && fragment_finished(fragment);
    if (good)
        take_results(fragment);
    fragment_free(fragment);
    launch_free(launch);
    program_free(&program);
    return good;
}

static inline void must_run(const struct set_up *set_up, const char *text)
{
    struct diag diag = {0};
    if (!run(set_up, text, &diag))
        fail_msg("%s\n%s", diag.what, text);
}

static inline void expect(const char *what, unsigned pixel, const float got[4], const float wanted[4], float tolerance)
{
    for (unsigned c = 0; c < 4; c++)
        if (!(fabsf(got[c] - wanted[c]) <= tolerance))
            fail_msg("%s: pixel %u, channel %u is %.9g, expected %.9g", what, pixel, c, (double)got[c],
                     (double)wanted[c]);
}

static inline void expect_texel(const char *what, unsigned pixel, unsigned level, unsigned x, unsigned y)
{
    const float wanted[] = {number(level, x, y, 0), number(level, x, y, 1), number(level, x, y, 2),
                            number(level, x, y, 3)};
    expect(what, pixel, colour[pixel], wanted, 0);
}

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

static inline unsigned column_of(unsigned pixel)
{
    return (pixel * 3 + 1) % SIZE;
}
static inline unsigned row_of(unsigned pixel)
{
    return (pixel * 5 + pixel / SIZE + 2) % SIZE;
}

/* A register of each pixel: four numbers. */
static inline void put(unsigned pixel, unsigned r, float s, float t, float p, float q)
{
    const float value[] = {s, t, p, q};
    memcpy(input[pixel][r], value, sizeof value);
}

/* The middle of a texel of R0's own for each pixel; R1 is -1. */
static inline void put_middles(void)
{
    memset(input, 0, sizeof input);
    for (unsigned p = 0; p < PIXELS; p++) {
        put(p, 0, ((float)column_of(p) + 0.5F) / SIZE, ((float)row_of(p) + 0.5F) / SIZE, 0, 0);
        put(p, 1, -1, -1, -1, -1);
    }
}

/* Quads whose neighbours are so many texels apart, in both directions. */
static inline float along(unsigned pixel, unsigned texels)
{
    return ((float)(pixel / 4) + 0.5F + (float)((pixel & 1) * texels)) / SIZE;
}
static inline float down(unsigned pixel, unsigned texels)
{
    return ((float)(pixel / 4 % 3) + 0.5F + (float)((pixel >> 1 & 1) * texels)) / SIZE;
}
static inline unsigned texel_at(float coordinate, unsigned level)
{
    return (unsigned)(int)floorf(coordinate * (float)(SIZE >> level)) & ((SIZE >> level) - 1u);
}

#endif
