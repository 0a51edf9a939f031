/* pixels.h - damaged programs of the machines whose threads are pixels, R580 and NV30: assembly, hex dumps and dwords
 * of good programs with some changes, and what must hold of them: refused in one line, or accepted, printed as text
 * that assembles to the same words, judged by lint, report and launch without harm, and run to an end, a stop or a
 * limit. */
#ifndef TB_FUZZ_PIXELS_H
#define TB_FUZZ_PIXELS_H

#include "isa/nv30/nv30.h"
#include "isa/r580/us_text.h"
#include "rtl_model/machine.h"
#include "tb/fuzz/subjects.h"

enum { PIXEL_THREADS = 40, PIXEL_ATTRIBUTES = 11, PIXEL_FORMS = 3, PIXEL_CLOCKS = 6000 };

enum { PIXEL_FILES = 7 };
struct pixel_subject {
    const char *chip;
    const char *files[PIXEL_FILES];
    unsigned    file_count;
    bool (*disassemble)(const struct program *program, FILE *out, struct diag *diag);
};

static inline bool us_listing(const struct program *program, FILE *out, struct diag *diag)
{
    (void)diag;
    us_disassemble(program->dwords, program->count / US_WORDS, 0, out);
    return true;
}

static inline bool nv30_listing(const struct program *program, FILE *out, struct diag *diag)
{
    return nv30_disassemble("fuzz", program->dwords, program->count, out, diag);
}

static const struct pixel_subject pixel_r580 = {
    "r580",
    {"tb/corpus/designs/r580.s", "tb/corpus/mesa-r500/gcd/code.hex", "tb/corpus/mesa-r500/kill_early/code.hex",
     "tb/corpus/mesa-r500/transc/code.hex", "tb/corpus/mesa-r500/uniform_bool/code.hex",
     "tb/corpus/mesa-r500/forms/call/code.hex", "tb/corpus/mesa-r500/forms/loop_rel/code.hex"},
    7,
    us_listing};
static const struct pixel_subject pixel_nv30 = {
    "nv30", {"tb/corpus/designs/nv30.s", "tb/corpus/nv30/lighting/lighting.s", "tb/fuzz/nv30.s"}, 3, nv30_listing};

/* ---- inputs ------------------------------------------------------------------------------------------------------ */

/* A good program of the subject as text, as a hex dump or as dwords; true: as characters. */
static inline bool put_pixel_program(struct fuzz *fuzz, const struct pixel_subject *subject,
                                     const struct machine_chip *chip, struct bytes *input)
{
    const char *const file = subject->files[random_below(&fuzz->random, subject->file_count)];
    const unsigned    form = (unsigned)random_below(&fuzz->random, PIXEL_FORMS);
    struct program    program = {0};
    struct diag       diag = {0};
    char             *text = NULL;
    size_t            length = 0;
    FILE             *out = open_memstream(&text, &length);
    const bool        good = out && bytes_read(input, file) &&
                      program_parse_as(chip->family->programs, file, input->data, input->size, &program, &diag) &&
                      subject->disassemble(&program, out, &diag);
    if (out)
        fclose(out);
    if (!good)
        PROBLEM(fuzz, "%s, a good program, is refused: %.300s", file, diag.what);
    bytes_set(input, text, form ? 0 : length);
    for (unsigned i = 0; form && i < program.count; i++) {
        char    hex[16];
        uint8_t raw[4];
        little_put(raw, 4, program.dwords[i]);
        snprintf(hex, sizeof hex, "%08x\n", program.dwords[i]);
        bytes_splice(input, input->size, 0, form == 1 ? (const void *)hex : raw, form == 1 ? 9 : 4);
    }
    program_free(&program);
    free(text);
    return form < 2;
}

/* All inputs are a number, textures are one texel, loops have two turns. */
static inline struct launch *pixel_launch(const char *chip, unsigned threads, struct diag *diag)
{
    static uint32_t           words[PIXEL_THREADS * PIXEL_ATTRIBUTES * 4];
    char                      json[4096], textures[1600] = "", samplers[400] = "";
    const bool                r580 = strcmp(chip, "r580") == 0;
    const struct launch_given given[] = {
        {"p", "", 0}, {"g", words, (size_t)threads * PIXEL_ATTRIBUTES * 16}, {"c", words, 4096}, {"t", words, 16}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        words[i] = (0x3f800000 + 0x80000 * (i % 31)) | i % 3 << 31;
    for (unsigned i = 0; i < 16; i++) {
        snprintf(
            textures + strlen(textures), sizeof textures - strlen(textures),
            "%s{\"id\":%u,\"dim\":\"2D\",\"width\":1,\"height\":1,\"format\":\"32_32_32_32_FLOAT\",\"file\":\"t\"}",
            i ? "," : "", i);
        snprintf(samplers + strlen(samplers), sizeof samplers - strlen(samplers), "%s{\"id\":%u}", i ? "," : "", i);
    }
    snprintf(
        json, sizeof json,
        "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":%u,\"gprs\":{\"first\":0,\"count\":%d,\"file\":"
        "\"g\"},\"alu_constants\":{\"first\":0,\"file\":\"c\"},\"textures\":[%s],\"samplers\":[%s]%s}",
        threads, PIXEL_ATTRIBUTES, textures, samplers,
        r580 ? ",\"num_gprs\":12,\"registers\":{\"US_FC_CTRL\":\"0x80000000\",\"US_FC_INT_CONST_0\":\"0x10002\"}" : "");
    return launch_parse_given("fuzz.json", json, strlen(json), given, sizeof given / sizeof given[0], diag);
}

/* ---- what must hold ---------------------------------------------------------------------------------------------- */

static inline void check_pixel_text(struct fuzz *fuzz, const struct pixel_subject *subject,
                                    const struct machine_chip *chip, const struct program *program)
{
    char          *text = NULL;
    size_t         length = 0;
    struct diag    diag = {0};
    struct program again;
    FILE          *out = open_memstream(&text, &length);
    const bool     good = out && subject->disassemble(program, out, &diag);
    if (out)
        fclose(out);
    if (!good) {
        check_diag(fuzz, &diag); /* words that no text makes: NV30 refuses them, as a run does */
    } else if (!program_parse_as(chip->family->programs, "listing", text, length, &again, &diag)) {
        PROBLEM(fuzz, "its listing is refused: line %u: %.300s", diag.line, diag.what);
    } else {
        if (again.count != program->count || memcmp(again.dwords, program->dwords, 4 * (size_t)again.count))
            PROBLEM(fuzz, "its listing assembles to another program (%u dwords of %u)", again.count, program->count);
        program_free(&again);
    }
    free(text);
}

static inline void take_finding(void *context, const struct lint_finding *finding)
{
    struct fuzz *fuzz = context;
    if (!memchr(finding->message, 0, sizeof finding->message) || !finding->message[0] || !finding->section[0])
        PROBLEM(fuzz, "lint says nothing");
}

static inline void judge_pixels(struct fuzz *fuzz, const struct machine_chip *chip, const struct program *program,
                                const struct launch *launch)
{
    struct diag             refusal = {0}, diag = {0};
    bool                    failed = false;
    char                   *text = NULL;
    size_t                  length = 0;
    FILE                   *out = open_memstream(&text, &length);
    struct report_request   report = {.name = "fuzz", .program = program, .iterations = 1};
    struct skeleton_request skeleton = {.chip = "chip", .path = "fuzz", .program = program};
    if (!machine_lint(chip, "fuzz", program, launch, take_finding, fuzz, &refusal, &diag))
        check_diag(fuzz, diag.what[0] ? &diag : &refusal);
    diag = (struct diag){0};
    if (out && !machine_report(chip, &report, out, &failed, &diag))
        check_diag(fuzz, &diag);
    diag = (struct diag){0};
    if (out && !machine_skeleton(chip, &skeleton, out, &diag))
        check_diag(fuzz, &diag);
    if (out)
        fclose(out);
    free(text);
}

static inline void run_pixels(struct fuzz *fuzz, const struct machine_chip *chip, const struct program *program,
                              const struct launch *launch)
{
    struct rtl_machine machine = {0};
    struct diag        diag = {0};
    if (!rtl_machine_create(chip, program, launch, &machine, &diag)) {
        check_diag(fuzz, &diag);
        return;
    }
    machine.kind->run(machine.of, PIXEL_CLOCKS);
    if (machine.kind->stopped(machine.of, &diag)) {
        fuzz->stopped++;
        check_diag(fuzz, &diag);
    } else if (machine.kind->finished(machine.of)) {
        fuzz->finished++;
    } else {
        fuzz->limited++;
        if (*machine.cycle != PIXEL_CLOCKS)
            PROBLEM(fuzz, "the cycle limit %d came at %llu", PIXEL_CLOCKS, (unsigned long long)*machine.cycle);
    }
    rtl_machine_free(&machine);
}

static inline void try_pixels(struct fuzz *fuzz, const struct pixel_subject *subject, struct machine_chip *chip,
                              const struct bytes *input)
{
    struct program program;
    struct diag    diag = {0};
    if (!program_parse_as(chip->family->programs, "fuzz", input->data, input->size, &program, &diag)) {
        check_diag(fuzz, &diag);
        return;
    }
    fuzz->accepted++;
    struct launch *launch =
        pixel_launch(subject->chip, 1 + (unsigned)random_below(&fuzz->random, PIXEL_THREADS), &diag);
    if (!launch)
        PROBLEM(fuzz, "its launch is refused: %.300s", diag.what);
    check_pixel_text(fuzz, subject, chip, &program);
    judge_pixels(fuzz, chip, &program, random_below(&fuzz->random, 2) ? launch : NULL);
    if (launch)
        run_pixels(fuzz, chip, &program, launch);
    if (launch)
        launch_free(launch);
    program_free(&program);
}

/* A good program with so many changes. */
static inline void pixel_case(struct fuzz *fuzz, const struct pixel_subject *subject, unsigned changes,
                              struct bytes *input)
{
    static const char *const values[] = {"alu_result=kept", "empty_loop_pop=nothing"};
    struct machine_chip      chip = {0};
    struct diag              diag = {0};
    const unsigned           sets = subject == &pixel_r580 ? (unsigned)random_below(&fuzz->random, 3) : 0;
    if (!machine_chip_choose(subject->chip, NULL, "", values, sets, &chip, &diag)) {
        PROBLEM(fuzz, "%.300s", diag.what);
        return;
    }
    const bool text = put_pixel_program(fuzz, subject, &chip, input);
    for (; changes > 0; changes--)
        (text ? mutate_text : mutate_bytes)(&fuzz->random, input, NULL);
    try_pixels(fuzz, subject, &chip, input);
    machine_chip_free(&chip);
}

#endif
