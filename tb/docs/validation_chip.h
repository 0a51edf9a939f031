/* validation_chip.h - rows 24, 39, 47 and 48 of docs/validation.md: ten SIMDs. */
#ifndef TB_DOCS_VALIDATION_CHIP_H
#define TB_DOCS_VALIDATION_CHIP_H

#include "tb/docs/validation_measure.h"
#include "tb/docs/validation_row.h"

/* Wavefronts that are there at once in a chip of ten SIMDs, with registers for more. */
static void row_of_slots(FILE *out)
{
    struct text       text = chain_program(1, 120);
    const struct plan plan = {.text = text.chars, .threads = 260 * WAVE, .num_gprs = 2, .set = {"simds=10"}};
    struct machine    m;
    unsigned          most = 0;
    char              ours[128], more[64];
    machine_start(&m, &plan);
    for (; !gpu_finished(m.gpu); machine_step(&m)) {
        unsigned resident = 0;
        for (unsigned i = 0; i < m.gpu->simds; i++)
            resident += m.gpu->simd[i].waves.q.resident;
        most = resident > most ? resident : most;
    }
    machine_free(&m);
    free(text.chars);
    snprintf(ours, sizeof ours, "%g: %u on ten SIMDs", most / 10.0, most);
    row(out, "39", "wavefronts of a SIMD at once, by slots of the chip", "24.8", "APP 4.11.2, appendix D (EG)", ours,
        difference(more, sizeof more, most / 10.0, 24.8, "wavefronts"), "`max_waves`");
}

/* The launch with `times` the threads, which are the same again and again. */
static void repeat_threads(struct launch *launch, unsigned times)
{
    struct launch_file *file = &launch->gprs.file;
    uint8_t            *data = malloc(times * file->bytes);
    for (unsigned i = 0; data && i < times; i++)
        memcpy(data + i * file->bytes, file->data, file->bytes);
    assert_non_null(data);
    free(file->data);
    file->data = data;
    file->bytes *= times;
    launch->threads *= times;
}

/* Clocks of the n-body kernel of the corpus on a chip of so many SIMDs, each of which is filled some four times. */
static double nbody_clocks(const char *simds)
{
    static const char  name[] = "tb/corpus/kernels/nbody/launch.json";
    struct chip_config chip;
    struct program     program;
    struct diag        diag = {0};
    struct launch     *launch = launch_load(name, &diag);
    if (!launch || !program_load(launch->program.path, &program, &diag) || !chip_load("rv770", &chip, &diag) ||
        !chip_set(&chip, simds, &diag))
        fail_msg("%s: %s", name, diag.what);
    repeat_threads(launch, 640 * WAVE / launch->threads);
    struct gpu *gpu = gpu_create_fast(&chip, &program, launch, &diag);
    assert_non_null(gpu);
    assert_int_equal(gpu_run(gpu, 0, &diag), GPU_FINISHED);
    const double clocks = (double)gpu->cycle;
    gpu_free(gpu);
    program_free(&program);
    launch_free(launch);
    return clocks;
}

enum { BODIES = 64, FLOPS_OF_INTERACTION = 38 /* as its authors count */ };

/* Rows 24 and 48: what LLVM makes of the sum over all bodies, ten SIMDs. */
static void rows_of_flops(FILE *out, double clocks)
{
    char         ours[96], more[64];
    const double flops = 640.0 * WAVE * BODIES * FLOPS_OF_INTERACTION / clocks * hd4870 / 1000;
    snprintf(ours, sizeof ours, "%.2f TFLOPS", flops);
    row(out, "24", "n-body, 38 flops an interaction, RV770", "about 1 TFLOPS", "NBODY", ours,
        share(more, sizeof more, flops, 1), "code of LLVM's, with a fetch of each body; see below");
    row(out, "48", "the same, HD 4870", "about 1.0 of 1.2 TFLOPS", "UAIZU Tests_With_RV870", ours,
        share(more, sizeof more, flops, 1), "as row 24");
}

/* Both boards by the number of their SIMDs and their clock; RV740 is otherwise an RV770. */
static void row_of_nbody(FILE *out)
{
    const double clocks = nbody_clocks("simds=10"), ten = clocks / 625, eight = nbody_clocks("simds=8") / 750;
    char         ours[128];
    snprintf(ours, sizeof ours, "%.2f : 1 (slot peaks 500 : 480 are 1.04 : 1)", eight / ten);
    row(out, "47", "n-body, ten SIMDs at 625 MHz against eight at 750 MHz", "the same speed, by plot",
        "UAIZU Tests_With_RV870", ours, eight / ten > 0.95 && eight / ten < 1.05 ? "none by plot" : "see ours",
        "`simds`");
    rows_of_flops(out, clocks);
}

#endif
