/* validation_matrix.h - rows 20b, 21, 22, 46 and 49 of docs/validation.md: matrix products as their authors describe
 * them, and the wavefronts that are there at once. */
#ifndef TB_DOCS_VALIDATION_MATRIX_H
#define TB_DOCS_VALIDATION_MATRIX_H

#include "tb/docs/validation_fetch.h"

/* The most wavefronts that are resident while wavefronts of a long program come. */
static unsigned resident_at_most(const struct plan *plan)
{
    struct machine m;
    unsigned       most = 0;
    machine_start(&m, plan);
    while (m.gpu->cycle < 2000) {
        gpu_wire(m.gpu);
        gpu_edge(m.gpu);
        if (m.gpu->simd->waves.q.resident > most)
            most = m.gpu->simd->waves.q.resident;
    }
    assert_false(gpu_finished(m.gpu));
    machine_free(&m);
    return most;
}

static void rows_of_residence(FILE *out)
{
    struct text text = chain_program(40, 120);
    char        ours[64], more[64];
    struct plan plan = {.text = text.chars, .chip = RV670, .threads = 64 * 64, .set = {"simds=1", "max_gprs=168"}};
    plan.num_gprs = 26;
    const unsigned six = resident_at_most(&plan);
    plan.num_gprs = 13;
    const unsigned twelve = resident_at_most(&plan);
    snprintf(ours, sizeof ours, "%u and %u", six, twelve);
    row(out, "20b", "wavefronts of the two SGEMM programs, 160 registers in all; with 26 and 13 each (derived), RV670",
        "6 and 12", "SGEMM (R6xx)", ours, six == 6 && twelve == 12 ? "none" : "see ours", "`max_gprs`");
    plan = (struct plan){.text = text.chars,
                         .stage = LAUNCH_CS,
                         .threads = 64 * 64,
                         .num_gprs = 13,
                         .group_size = 256,
                         .group_dwords = 4};
    const unsigned whole = resident_at_most(&plan);
    snprintf(ours, sizeof ours, "%u wavefronts", whole);
    row(out, "46", "wavefronts of 13 GPRs in groups of 256 threads", "16", "AMDF-159558", ours,
        difference(more, sizeof more, whole, 16, "wavefronts"), "whole groups: 19 would have GPRs");
    free(text.chars);
}

/* ---- matrix products --------------------------------------------------------------------------------------------- */

enum { FACTOR = 1 /* R1 to R8: two steps of k, two registers of each matrix */, RESULT = 9, SCRAP = 18 };

/* A thread's block of 8 x 8: a row of eight of one matrix times a row of eight of the other, two steps. */
static void put_floats(struct text *text)
{
    unsigned g = 0;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < 8; i++)
            for (unsigned half = 0; half < 2; half++, g++) {
                put(text, "%u", g);
                for (unsigned e = 0; e < 4; e++)
                    put(text, " %c: MULADD R%u.%c, R%u.%c, R%u.%c, R%u.%c\n", "xyzw"[e], RESULT + 2 * i + half,
                        "xyzw"[e], FACTOR + 4 * k + i / 4, "xyzw"[i % 4], FACTOR + 4 * k + 2 + half, "xyzw"[e],
                        RESULT + 2 * i + half, "xyzw"[e]);
            }
}

/* A thread's block of 4 x 4 doubles, two in a register; MULADD_64 has its result in both pairs of elements, one of
 * which is not wanted. */
static void put_doubles(struct text *text)
{
    unsigned g = 0;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned j = 0; j < 4; j++, g++) {
                const unsigned a = FACTOR + 4 * k + i / 2, b = FACTOR + 4 * k + 2 + j / 2, c = RESULT + 2 * i + j / 2;
                put(text, "%u", g);
                for (unsigned e = 0; e < 4; e++) {
                    const unsigned low = e == 3;
                    const unsigned to = e / 2 == j % 2 ? c : SCRAP;
                    put(text, " %c: MULADD_64 R%u.%c, R%u.%c, R%u.%c, R%u.%c\n", "xyzw"[e], to, "xyzw"[e], a,
                        "yxwz"[i % 2 * 2 + low], b, "yxwz"[j % 2 * 2 + low], c, "yxwz"[j % 2 * 2 + low]);
                }
            }
}

/* Groups of a SIMD in a clock: eight fetches that hit, then 32 groups of products, with as many wavefronts as GPRs
 * allow. */
static double product_groups(unsigned gprs, void (*products)(struct text *text))
{
    enum { TURNS = 100 };
    struct fetching scene;
    fetching_of(&scene, "32_32_32_32_FLOAT", 16, 16, LAUNCH_POINT);
    for (unsigned t = 0; t < TURNS; t++)
        put(&scene.text, "TEX @fetch BARRIER\nALU @products BARRIER\n");
    put(&scene.text, "EXPORT_DONE PIX0, R%u.xyzw EOP BARRIER\nproducts:\n", RESULT);
    products(&scene.text);
    put(&scene.text, "fetch:\n");
    for (unsigned f = 0; f < 8; f++)
        put(&scene.text, "SAMPLE R%u.xyzw, R0.xy__, t0, s0 CT(NNNN)\n", FACTOR + f);
    scene.plan.text = scene.text.chars;
    scene.plan.num_gprs = gprs;
    scene.plan.threads = 64 * 16;
    const double rate = in_a_clock(&scene.plan, 24000, 24000, groups_issued);
    free(scene.text.chars);
    return rate;
}

/* To a tenth. */
static const char *points(char *text, size_t size, double ours, double published)
{
    snprintf(text, size, "%+.1f points", ours - published);
    return text;
}

static void rows_of_products(FILE *out)
{
    char         ours[96], more[64];
    const double floats = 400 * product_groups(25, put_floats) * 4 / 5, doubles = 400 * product_groups(19, put_doubles);
    snprintf(ours, sizeof ours, "%.1f %% of the peak", floats);
    row(out, "21", "matrix product, blocks of 8 x 8, 25 GPRs, HD 4850", "71 %: 736 of 1040 GFLOPS", "NAK", ours,
        points(more, sizeof more, floats, 70.8), "four slots of five; every fetch hits; see below");
    snprintf(ours, sizeof ours, "%.1f %% of the peak", doubles);
    row(out, "22", "matrix product of doubles, blocks of 4 x 4, 19 GPRs, HD 4850", "85 %: 177 of 208 GFLOPS", "NAK",
        ours, points(more, sizeof more, doubles, 85.1), "every fetch hits; see below");
    row(out, "49", "the same beside the best that is known, Cypress", "90.9 %: 497 GFLOPS", "CALD (EG)", ours,
        points(more, sizeof more, doubles, 90.9), "as row 22");
}

static void notes_of_matrices(FILE *out)
{
    fprintf(out, "\nRows 21, 22 and 49: eight fetches that hit, then the products of two steps of k, 32 groups, as the "
                 "block and the "
                 "GPRs that are published leave room for; 9 and 13\nwavefronts of row 7. The peaks are printed for 650 "
                 "MHz, so shares "
                 "are compared. Both units are busy all the time, so the result is the bound; misses, the\nfirst and "
                 "last steps and "
                 "the time to start a launch are not in it. Rows 24 and 48: `tb/corpus/kernels/nbody` as LLVM compiles "
                 "it, a fetch and "
                 "a turn of a loop for each body,\nwhere the authors wrote theirs by hand; it is not published.\n\n"
                 "Not run: row 20, AMD's own SGEMM with 540 GFLOPS, whose program is not published; row 23, "
                 "double-double products "
                 "at 72 %% of a peak, whose\nsequence of operations is not; row 38, the rate of depth alone, of units "
                 "that the model "
                 "does not have.\n");
}

static void rows_of_matrices(FILE *out)
{
    rows_of_residence(out);
    rows_of_products(out);
}

#endif
