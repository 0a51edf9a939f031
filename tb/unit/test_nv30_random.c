/* test_nv30_random.c - random programs on NV30 beside the reference without time (tb/ref/nv30_ref.h). */
#include <math.h>

#include "rtl_model/nv30/number.h"
#include "tb/ref/nv30_ref.h"
#include "tb/unit/nv30_kit.h"

static struct kit kit;

static void start(const char *text)
{
    kit_must_start(&kit, text);
}

/* ---- random programs -------------------------------------------------------------------------------------------- */

static uint32_t random_state;
static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

static void random_source(struct nv30_instruction *i, unsigned n)
{
    static const enum nv30_source_file files[] = {NV30_SRC_FULL, NV30_SRC_FULL, NV30_SRC_HALF, NV30_SRC_ATTRIBUTE,
                                                  NV30_SRC_CONSTANT};
    struct nv30_source                *s = &i->source[n];
    s->file = files[draw(5)];
    s->number = s->file == NV30_SRC_ATTRIBUTE ? i->number % 10 : s->file == NV30_SRC_CONSTANT ? i->mask : draw(4);
    for (unsigned c = 0; c < 4; c++)
        s->swizzle[c] = (uint8_t)draw(4);
    if (nv30_ops[i->op].flags & NV30_IS_SCALAR)
        memset(s->swizzle, s->swizzle[0], 4);
    s->negate = draw(4) == 0;
    s->absolute = draw(6) == 0;
}

static void random_instruction(struct nv30_instruction *i, bool last)
{
    *i = (struct nv30_instruction){.op = (enum nv30_op)draw(NV30_OPS), .half = draw(4) == 0, .saturate = draw(4) == 0};
    const unsigned flags = nv30_ops[i->op].flags;
    if (last || i->op == NV30_TEXKILL || i->op == NV30_KIL || i->op == NV30_TEXM3X3SPEC ||
        (flags & NV30_IS_READ && i->op > NV30_TXP))
        i->op = last ? NV30_ADD : NV30_MAD;
    const bool has = nv30_ops[i->op].flags & NV30_HAS_DST;
    i->number = draw(4);
    i->mask = 1 + draw(15);
    for (unsigned n = 0; n < nv30_ops[i->op].sources; n++)
        random_source(i, n);
    if (i->op == NV30_TEXCOORD) {
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = draw(8);
    }
    if (nv30_ops[i->op].flags & NV30_IS_READ) { /* of attributes and without signs: no coordinate is out of bounds */
        i->source[0].file = NV30_SRC_ATTRIBUTE;
        i->source[0].number = draw(8);
        i->op = NV30_TEX; /* quotients may lie on the edge of a texel */
        i->target = NV30_2D;
        i->unit = draw(4);
    }
    i->file = !has ? NV30_DST_NONE : last ? NV30_DST_OUTPUT : draw(3) ? NV30_DST_FULL : NV30_DST_HALF;
    if (last)
        i->number = NV30_COLR, i->mask = 15;
    if (!has)
        i->number = i->mask = 0, i->half = i->saturate = false;
}

static void ref_read(const void *context, unsigned unit, enum nv30_target target, const float at[3], float texel[4])
{
    (void)context, (void)unit, (void)target;
    memcpy(texel, kit_texel(&kit, at[0], at[1]), 4 * sizeof *texel);
}

static void check_random(const struct nv30_instruction *list, unsigned count, unsigned program, const char *text)
{
    for (unsigned p = 0; p < kit.pixels; p++) {
        struct nv30_ref_pixel pixel = {0};
        float                 colour[4];
        memcpy(pixel.attribute, kit.attribute[p], sizeof pixel.attribute);
        nv30_ref_run(list, count, (const float(*)[4])kit.constant, ref_read, NULL, &pixel);
        kit_colour(&kit, p, colour);
        for (unsigned c = 0; c < 4; c++) {
            const float want = pixel.output[NV30_COLR][c];
            if (!(isnan(want) && isnan(colour[c])) && nv30_bits(colour[c]) != nv30_bits(want))
                fail_msg("program %u, pixel %u, component %u: %.9g, expected %.9g\n%s", program, p, c,
                         (double)colour[c], (double)want, text);
        }
    }
}

static void random_programs_compute_what_the_reference_does(void **state)
{
    enum { PROGRAMS = 1500, LENGTH = 14, PIXELS = 8 };
    (void)state;
    random_state = 1;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct nv30_instruction list[LENGTH];
        char                    text[4096] = "", line[192];
        kit_fill(&kit, PIXELS);
        for (unsigned p = 0; p < PIXELS; p++) /* points of textures that are not on an edge */
            for (unsigned a = 0; a < 8; a++)
                for (unsigned c = 0; c < 4; c++)
                    kit.attribute[p][a][c] = ((float)draw(64) + 0.5f) / 16;
        kit.chip.core_runs = program & 1;
        kit.chip.max_quads = 1 + program % 3;
        for (unsigned i = 0; i < LENGTH; i++) {
            random_instruction(&list[i], i == LENGTH - 1);
            nv30_print(&list[i], line, sizeof line);
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", line);
        }
        start(text);
        kit_run(&kit);
        check_random(list, LENGTH, program, text);
        kit_end(&kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_compute_what_the_reference_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
