#include "tb/random/nv30_random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tb/random/pixels.h"
#include "tb/ref/nv30_ref.h"

unsigned nv30_random_draw(struct nv30_random *row, unsigned below)
{
    row->state = row->state * 1664525 + 1013904223;
    return (row->state >> 8) % below;
}

static void random_source(struct nv30_random *row, struct nv30_instruction *i, unsigned n)
{
    static const enum nv30_source_file files[] = {NV30_SRC_FULL, NV30_SRC_FULL, NV30_SRC_HALF, NV30_SRC_ATTRIBUTE,
                                                  NV30_SRC_CONSTANT};
    struct nv30_source                *s = &i->source[n];
    s->file = files[nv30_random_draw(row, 5)];
    s->number = s->file == NV30_SRC_ATTRIBUTE  ? i->number % 10
                : s->file == NV30_SRC_CONSTANT ? i->mask
                                               : nv30_random_draw(row, 4);
    for (unsigned c = 0; c < 4; c++)
        s->swizzle[c] = (uint8_t)nv30_random_draw(row, 4);
    if (nv30_ops[i->op].flags & NV30_IS_SCALAR)
        memset(s->swizzle, s->swizzle[0], 4);
    s->negate = nv30_random_draw(row, 4) == 0;
    s->absolute = nv30_random_draw(row, 6) == 0;
}

void nv30_random_instruction(struct nv30_random *row, struct nv30_instruction *i, bool last)
{
    *i = (struct nv30_instruction){.op = (enum nv30_op)nv30_random_draw(row, NV30_OPS),
                                   .half = nv30_random_draw(row, 4) == 0,
                                   .saturate = nv30_random_draw(row, 4) == 0};
    const unsigned flags = nv30_ops[i->op].flags;
    if (last || i->op == NV30_TEXKILL || i->op == NV30_KIL || i->op == NV30_TEXM3X3SPEC ||
        (flags & NV30_IS_READ && i->op > NV30_TXP))
        i->op = last ? NV30_ADD : NV30_MAD;
    const bool has = nv30_ops[i->op].flags & NV30_HAS_DST;
    i->number = nv30_random_draw(row, 4);
    i->mask = 1 + nv30_random_draw(row, 15);
    for (unsigned n = 0; n < nv30_ops[i->op].sources; n++)
        random_source(row, i, n);
    if (i->op == NV30_TEXCOORD) {
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = nv30_random_draw(row, 8);
    }
    if (nv30_ops[i->op].flags & NV30_IS_READ) { /* of attributes and without signs: no coordinate is out of bounds */
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = nv30_random_draw(row, 8);
        i->op = NV30_TEX; /* quotients may lie on the edge of a texel */
        i->target = NV30_2D;
        i->unit = nv30_random_draw(row, 4);
    }
    i->file = !has ? NV30_DST_NONE : last ? NV30_DST_OUTPUT : nv30_random_draw(row, 3) ? NV30_DST_FULL : NV30_DST_HALF;
    if (last)
        i->number = NV30_COLR, i->mask = 15;
    if (!has)
        i->number = i->mask = 0, i->half = i->saturate = false;
}

/* ---- as a case of `wekiva fuzz` ---------------------------------------------------------------------------------- */

enum { LENGTH = 14, SIDE = 4 };

static void make_list(uint64_t seed, struct nv30_random *row, struct nv30_instruction list[LENGTH])
{
    *row = (struct nv30_random){(uint32_t)(seed ^ seed >> 32)};
    for (unsigned i = 0; i < LENGTH; i++)
        nv30_random_instruction(row, &list[i], i == LENGTH - 1);
}

static void put_float(uint32_t *to, float value)
{
    memcpy(to, &value, sizeof value);
}

/* Small numbers of both signs; coordinates are in the middle of texels; 1/W is 1. */
static void put_data(struct nv30_random *row, struct random_pixels *made)
{
    for (unsigned p = 0; p < made->pixels; p++)
        for (unsigned a = 0; a < NV30_ATTRIBUTES; a++)
            for (unsigned c = 0; c < 4; c++)
                put_float(&made->inputs[(p * NV30_ATTRIBUTES + a) * 4 + c],
                          a < NV30_COL0              ? ((float)nv30_random_draw(row, 64) + 0.5f) / 16
                          : a == NV30_WPOS && c == 3 ? 1
                                                     : ((float)nv30_random_draw(row, 4001) - 2000) / 512);
    for (unsigned i = 0; i < NV30_CONSTANTS * 4; i++)
        put_float(&made->constants[i], ((float)nv30_random_draw(row, 2003) - 1001) / 256);
    for (unsigned i = 0; i < SIDE * SIDE * 4; i++)
        made->texels[i / 4][i % 4] = (float)i / 64;
}

static bool make(uint64_t seed, struct random_pixels *made, struct diag *diag)
{
    struct nv30_random      row;
    struct nv30_instruction list[LENGTH];
    (void)diag;
    memset(made, 0, sizeof *made);
    make_list(seed, &row, list);
    for (unsigned i = 0; i < LENGTH; i++) {
        const size_t used = strlen(made->text);
        nv30_print(&list[i], made->text + used, sizeof made->text - used);
        strcat(made->text, "\n");
    }
    made->pixels = 32;
    made->input_count = NV30_ATTRIBUTES;
    made->export_count = 1;
    put_data(&row, made);
    made->setting_count = 4;
    snprintf(made->setting[0], sizeof made->setting[0], "core_runs=%u", (unsigned)(seed & 1));
    snprintf(made->setting[1], sizeof made->setting[1], "max_quads=%u", 1 + (unsigned)(seed % 9));
    snprintf(made->setting[2], sizeof made->setting[2], "pair_reads=%u", (unsigned)(seed / 2 % 3));
    snprintf(made->setting[3], sizeof made->setting[3], "late_set_passes=%u", (unsigned)(seed / 3 % 2));
    return true;
}

static void read_texel(const void *context, unsigned unit, enum nv30_target target, const float at[3], float texel[4])
{
    const struct random_pixels *made = context;
    const unsigned              x = (unsigned)(int)floorf(at[0] * SIDE) & (SIDE - 1),
                   y = (unsigned)(int)floorf(at[1] * SIDE) & (SIDE - 1);
    (void)unit, (void)target;
    memcpy(texel, made->texels[SIDE * y + x], sizeof made->texels[0]);
}

static bool expect(uint64_t seed, const struct machine_chip *chip, struct random_pixels *made, struct diag *diag)
{
    struct nv30_random      row;
    struct nv30_instruction list[LENGTH];
    char                    textures[1024] = "", samplers[128] = "";
    (void)chip, (void)diag;
    make_list(seed, &row, list);
    for (unsigned p = 0; p < made->pixels; p++) {
        struct nv30_ref_pixel pixel = {0};
        memcpy(pixel.attribute, &made->inputs[p * NV30_ATTRIBUTES * 4], sizeof pixel.attribute);
        nv30_ref_run(list, LENGTH, (const float(*)[4])(const void *)made->constants, read_texel, made, &pixel);
        memcpy(&made->golden[p * 4], pixel.output[NV30_COLR], sizeof pixel.output[NV30_COLR]);
    }
    made->instructions = (uint64_t)LENGTH * made->pixels;
    for (unsigned i = 0; i < 4; i++) {
        snprintf(textures + strlen(textures), sizeof textures - strlen(textures),
                 "%s{\"id\": %u, \"dim\": \"2D\", \"width\": 4, \"height\": 4, \"format\": \"32_32_32_32_FLOAT\", "
                 "\"file\": \"texels.bin\"}",
                 i ? ", " : "", i);
        snprintf(samplers + strlen(samplers), sizeof samplers - strlen(samplers), "%s{\"id\": %u}", i ? ", " : "", i);
    }
    snprintf(made->json, sizeof made->json,
             "{\"wekiva\": 1, \"chip\": \"nv30\", \"program\": \"program.s\", \"stage\": \"ps\", \"threads\": %u,\n"
             " \"gprs\": {\"first\": 0, \"count\": %d, \"file\": \"inputs.bin\"},\n"
             " \"alu_constants\": {\"first\": 0, \"file\": \"constants.bin\"},\n"
             " \"textures\": [%s],\n \"samplers\": [%s],\n"
             " \"expect\": {\"exports\": [{\"type\": \"pixel\", \"array_base\": 0, \"compare\": [\"f32\", \"f32\", "
             "\"f32\", \"f32\"]}],\n  \"file\": \"golden.bin\"}}\n",
             made->pixels, NV30_ATTRIBUTES, textures, samplers);
    return true;
}

const struct random_pixels_kind random_nv30 = {"NV30", make, expect};
