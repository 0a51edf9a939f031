/* nv30_kit.h - a program on an NV30, with its launch in memory, for tests. */
#ifndef TB_UNIT_NV30_KIT_H
#define TB_UNIT_NV30_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/nv30/nv30.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <math.h>

enum { KIT_PIXELS_MAX = 2048, KIT_TEXELS = 4 };

/* What a launch has: attributes of each pixel, constants, a texture of 4 x 4 texels for units 0 to 3 (2D), a cube for
 * units 4 and 5, a volume for unit 6; they are read by points. */
struct kit {
    unsigned         pixels;
    float            attribute[KIT_PIXELS_MAX][NV30_ATTRIBUTES][4];
    float            constant[NV30_CONSTANTS][4];
    float            texel[6 * KIT_TEXELS * KIT_TEXELS][4]; /* the cube's; the other textures begin like it */
    struct program   program;
    struct launch   *launch;
    struct nv30_chip chip;
    struct nv30     *machine;
    struct diag      diag;
};

static inline void kit_chip(struct kit *kit)
{
    assert_true(chip_table_load(&nv30_chips, "nv30", &kit->chip, &kit->diag));
}

static inline void kit_textures(char *to, size_t size)
{
    static const char *const dims[] = {"2D", "2D", "2D", "2D", "CUBEMAP", "CUBEMAP", "3D"};
    size_t                   used = (size_t)snprintf(to, size, "\"textures\":[");
    for (unsigned i = 0; i < 7; i++)
        used += (size_t)snprintf(to + used, size - used,
                                 "%s{\"id\":%u,\"dim\":\"%s\",\"width\":4,\"height\":4,%s\"format\":"
                                 "\"32_32_32_32_FLOAT\",\"file\":\"%s\"}",
                                 i ? "," : "", i, dims[i], i == 6 ? "\"depth\":4," : "",
                                 i == 6   ? "volume"
                                 : i >= 4 ? "cube"
                                          : "flat");
    used += (size_t)snprintf(to + used, size - used, "],\"samplers\":[");
    for (unsigned i = 0; i < 7; i++)
        used += (size_t)snprintf(to + used, size - used, "%s{\"id\":%u}", i ? "," : "", i);
    snprintf(to + used, size - used, "],");
}

/* False: the program or the launch is refused, `diag` says why. */
static inline bool kit_start(struct kit *kit, const char *text)
{
    char json[4096], textures[2048];
    kit_textures(textures, sizeof textures);
    snprintf(json, sizeof json,
             "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":%u,%s\"gprs\":{\"first\":0,\"count\":%d,"
             "\"file\":\"g\"},\"alu_constants\":{\"first\":0,\"file\":\"c\"}}",
             kit->pixels, textures, NV30_ATTRIBUTES);
    const struct launch_given given[] = {
        {"p", text, strlen(text)},
        {"g", kit->attribute, kit->pixels * sizeof kit->attribute[0]},
        {"c", kit->constant, sizeof kit->constant},
        {"flat", kit->texel, KIT_TEXELS * KIT_TEXELS * sizeof kit->texel[0]},
        {"cube", kit->texel, sizeof kit->texel},
        {"volume", kit->texel, KIT_TEXELS * KIT_TEXELS * KIT_TEXELS * sizeof kit->texel[0]},
    };
    if (!program_parse_as(&program_nv30, "p", text, strlen(text), &kit->program, &kit->diag))
        return false;
    kit->launch = launch_parse_given("launch", json, strlen(json), given, sizeof given / sizeof given[0], &kit->diag);
    if (!kit->launch)
        return false;
    kit->machine = nv30_create(&kit->chip, &kit->program, kit->launch, &kit->diag);
    return kit->machine;
}

static inline void kit_clock(struct kit *kit)
{
    nv30_wire(kit->machine);
    nv30_edge(kit->machine);
}

static inline void kit_run(struct kit *kit)
{
    while (!nv30_finished(kit->machine)) {
        nv30_edge(kit->machine);
        assert_true(kit->machine->core.cycle < 1000000);
    }
}

static inline void kit_end(struct kit *kit)
{
    nv30_free(kit->machine);
    launch_free(kit->launch);
    program_free(&kit->program);
    kit->machine = NULL;
    kit->launch = NULL;
    memset(&kit->program, 0, sizeof kit->program);
}

/* The result register of a pixel. */
static inline void kit_colour(const struct kit *kit, unsigned pixel, float colour[4])
{
    const struct result_column *column = results_find(&kit->machine->core.exports, LAUNCH_EXPORT_PIXEL, 0);
    assert_non_null(column);
    memcpy(colour, column->values[pixel], 4 * sizeof *colour);
}

/* Pixels with small numbers of both signs in all attributes, and constants and texels of the same kind; 1/W is 1. */
static inline void kit_fill(struct kit *kit, unsigned pixels)
{
    float *attributes = &kit->attribute[0][0][0], *constants = &kit->constant[0][0], *texels = &kit->texel[0][0];
    memset(kit, 0, sizeof *kit);
    kit->pixels = pixels;
    for (unsigned i = 0; i < pixels * NV30_ATTRIBUTES * 4; i++)
        attributes[i] = (float)((int)(i * 7919 % 4001) - 2000) / 512;
    for (unsigned i = 0; i < NV30_CONSTANTS * 4; i++)
        constants[i] = (float)((int)(i * 104729 % 2003) - 1001) / 256;
    for (unsigned i = 0; i < sizeof kit->texel / sizeof(float); i++)
        texels[i] = (float)i / 64;
    for (unsigned p = 0; p < pixels; p++)
        kit->attribute[p][NV30_WPOS][3] = 1;
    kit_chip(kit);
}

static inline void kit_must_start(struct kit *kit, const char *text)
{
    if (!kit_start(kit, text))
        fail_msg("%s", kit->diag.what);
}

/* The texel at a point of a 4 x 4 texture that repeats, worked out here. */
static inline const float *kit_texel(const struct kit *kit, float s, float t)
{
    const unsigned x = (unsigned)(int)floorf(s * 4) & 3, y = (unsigned)(int)floorf(t * 4) & 3;
    return kit->texel[4 * y + x];
}

#endif
