#include "tb/random/pixels.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CLOCKS_MAX = 1000000 };

const struct random_pixels_kind *random_pixels_kind(const char *family)
{
    static const struct random_pixels_kind *const kinds[] = {&random_r580, &random_nv30};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i]->family, family) == 0)
            return kinds[i];
    return NULL;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

enum { PROGRAM, INPUTS, CONSTANTS, TEXELS, GOLDEN, FILES };

static void list_files(const struct random_pixels *made, struct launch_given files[FILES])
{
    files[PROGRAM] = (struct launch_given){"program.s", made->text, strlen(made->text)};
    files[INPUTS] = (struct launch_given){"inputs.bin", made->inputs, (size_t)made->pixels * made->input_count * 16};
    files[CONSTANTS] = (struct launch_given){"constants.bin", made->constants, sizeof made->constants};
    files[TEXELS] = (struct launch_given){"texels.bin", made->texels, sizeof made->texels};
    files[GOLDEN] = (struct launch_given){"golden.bin", made->golden, (size_t)made->pixels * made->export_count * 16};
}

static bool save(const char *folder, const char *name, const void *bytes, size_t size, struct diag *diag)
{
    char        path[1024];
    FILE *const file = snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path ? fopen(path, "wb") : NULL;
    if (!file)
        return diag_set(diag, folder, 0, "cannot write %s: %s", name, strerror(errno));
    const bool whole = fwrite(bytes, 1, size, file) == size;
    return (fclose(file) == 0 && whole) || diag_set(diag, folder, 0, "cannot write %s: %s", name, strerror(errno));
}

bool random_pixels_save(const struct random_pixels *made, const char *folder, struct diag *diag)
{
    struct launch_given files[FILES];
    bool                good = true;
    list_files(made, files);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return diag_set(diag, folder, 0, "cannot make the folder: %s", strerror(errno));
    for (unsigned i = 0; good && i < FILES; i++)
        good = save(folder, files[i].name, files[i].bytes, files[i].length, diag);
    return good && save(folder, "launch.json", made->json, strlen(made->json), diag);
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

static bool choose_chip(const struct random_pixels_judge *judge, const struct random_pixels *made,
                        struct machine_chip *chip, struct diag *diag)
{
    enum { MOST = 64 };
    const char *sets[RANDOM_PIXEL_SETTINGS + MOST];
    unsigned    count = 0;
    for (unsigned i = 0; i < made->setting_count; i++)
        sets[count++] = made->setting[i];
    for (unsigned i = 0; i < judge->set_count && i < MOST; i++)
        sets[count++] = judge->sets[i];
    return machine_chip_choose(judge->chip, NULL, "--set ", sets, count, chip, diag);
}

/* A mistake in what has come out, to see it found. */
static void spoil(enum random_fault fault, struct result_exports *exports, struct machine_registers *registers)
{
    const unsigned pixel = exports->threads / 2;
    if (fault == RANDOM_FAULT_EXPORT && exports->column_count && !exports->killed[pixel])
        exports->columns[0].values[pixel][0] ^= 0x800000;
    if (fault == RANDOM_FAULT_KILL)
        exports->killed[pixel] ^= 1;
    if (fault == RANDOM_FAULT_GPR && registers->words)
        ((uint32_t *)(uintptr_t)registers->words)[pixel * registers->per_thread * 4] ^= 0x800000;
}

static bool same_registers(const struct random_pixels *made, const struct machine_registers *got, struct diag *diag)
{
    for (unsigned p = 0; p < made->pixels; p++)
        for (unsigned e = 0; e < made->register_count * 4; e++) {
            const uint32_t want = made->registers[p][e / 4][e % 4],
                           has = got->words[(p * got->per_thread + e / 4) * 4 + e % 4];
            if (has != want)
                return diag_set(diag, NULL, 0, "pixel %u: R%u.%c is %08x, expected %08x", p, e / 4, "xyzw"[e % 4], has,
                                want);
        }
    return true;
}

static enum random_verdict compare(const struct random_pixels_judge *judge, const struct random_pixels *made,
                                   struct rtl_machine *machine, struct diag *diag)
{
    const struct machine_results *results = machine->kind->results;
    struct result_summary         summary;
    struct machine_registers      registers = {0};
    char                          text[256];
    if (made->register_count)
        results->registers(machine->of, &registers);
    if (judge->fault)
        spoil(judge->fault, (struct result_exports *)(uintptr_t)results->exports(machine->of), &registers);
    results_compare(machine->launch, results->exports(machine->of), NULL, 0, &summary);
    if (!summary.match)
        diag_set(diag, NULL, 0, "%s", results_difference_text(machine->launch, &summary, text, sizeof text));
    else if (!made->register_count || same_registers(made, &registers, diag))
        return RANDOM_SAME;
    return RANDOM_DIFFERENT;
}

static enum random_verdict run(struct random_pixels_judge *judge, const struct random_pixels *made,
                               struct rtl_machine *machine, struct diag *diag)
{
    const struct rtl_machine_kind *kind = machine->kind;
    struct diag                    why = {0};
    if (made->register_count && !kind->results->keep_registers(machine->of, diag))
        return RANDOM_FAILED;
    kind->run(machine->of, CLOCKS_MAX);
    judge->statistics.cycles += *machine->cycle;
    if (kind->stopped(machine->of, &why)) {
        *diag = why;
        return RANDOM_STOPPED;
    }
    if (!kind->finished(machine->of)) {
        diag_set(diag, NULL, 0, "the machine has not ended at cycle %d", CLOCKS_MAX);
        return RANDOM_HANGS;
    }
    return compare(judge, made, machine, diag);
}

enum random_verdict random_pixels_run(struct random_pixels_judge *judge, uint64_t seed, struct random_pixels *made,
                                      struct diag *diag)
{
    struct machine_chip chip = {0};
    struct program      program = {0};
    struct launch      *launch = NULL;
    struct rtl_machine  machine = {0};
    struct launch_given files[FILES];
    enum random_verdict verdict = RANDOM_FAILED;
    if (!judge->kind->make(seed, made, diag) || !choose_chip(judge, made, &chip, diag))
        return RANDOM_FAILED;
    judge->statistics.programs++;
    if (!judge->kind->expect(seed, &chip, made, diag)) {
        judge->statistics.illegal++;
        machine_chip_free(&chip);
        return RANDOM_ILLEGAL;
    }
    judge->statistics.instructions += made->instructions;
    list_files(made, files);
    if (program_parse_as(chip.family->programs, "program.s", made->text, strlen(made->text), &program, diag) &&
        (launch = launch_parse_given("launch.json", made->json, strlen(made->json), files, FILES, diag)) &&
        rtl_machine_create(&chip, &program, launch, &machine, diag))
        verdict = run(judge, made, &machine, diag);
    else if (launch)
        verdict = RANDOM_STOPPED;
    rtl_machine_free(&machine);
    if (launch)
        launch_free(launch);
    program_free(&program);
    machine_chip_free(&chip);
    return verdict;
}
