/* test_nv30_random.c - random programs on NV30 beside the reference without time (tb/ref/nv30_ref.h). */
#include <math.h>

#include "rtl_model/nv30/number.h"
#include "tb/random/nv30_random.h"
#include "tb/ref/nv30_ref.h"
#include "tb/unit/older/nv30_kit.h"

static struct kit kit;

static void start(const char *text)
{
    kit_must_start(&kit, text);
}

/* ---- random programs -------------------------------------------------------------------------------------------- */

static struct nv30_random row;

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
            if (!(isnan(want) && isnan(colour[c])) && as_bits(colour[c]) != as_bits(want))
                fail_msg("program %u, pixel %u, component %u: %.9g, expected %.9g\n%s", program, p, c,
                         (double)colour[c], (double)want, text);
        }
    }
}

static void random_programs_compute_what_the_reference_does(void **state)
{
    enum { PROGRAMS = 1500, LENGTH = 14, PIXELS = 8 };
    (void)state;
    row.state = 1;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct nv30_instruction list[LENGTH];
        char                    text[4096] = "", line[192];
        kit_fill(&kit, PIXELS);
        for (unsigned p = 0; p < PIXELS; p++) /* points of textures that are not on an edge */
            for (unsigned a = 0; a < 8; a++)
                for (unsigned c = 0; c < 4; c++)
                    kit.attribute[p][a][c] = ((float)nv30_random_draw(&row, 64) + 0.5f) / 16;
        kit.chip.core_runs = program & 1;
        kit.chip.late_set_passes = program >> 1 & 1;
        kit.chip.max_quads = 1 + program % 3;
        for (unsigned i = 0; i < LENGTH; i++) {
            nv30_random_instruction(&row, &list[i], i == LENGTH - 1);
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
