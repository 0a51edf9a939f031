/* bench_measure.c - one row: its two runs, and its formula. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"
#include "kit/bytes.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_text.h"
#include "tools/sweep/measure.h"

enum { CYCLES_MAX = 20000000, GPRS_ELEMENTS = 4 };

/* What a run is made of, in memory. */
struct texts {
    char    *program, *launch;
    size_t   program_size, launch_size;
    uint8_t *input, *zeros;
    size_t   input_size, zeros_size;
};

static void texts_free(struct texts *texts)
{
    free(texts->program);
    free(texts->launch);
    free(texts->input);
    free(texts->zeros);
    *texts = (struct texts){0};
}

static bool write_text(const char *head, const char *text, const char *tail, const struct bench_names *names,
                       char **written, size_t *size, struct diag *diag)
{
    FILE *const out = open_memstream(written, size);
    if (!out)
        return diag_set(diag, NULL, 0, "not enough memory");
    fputs(head, out);
    bool good = bench_expand(text, names, out, diag);
    fputs(tail, out);
    if (fclose(out) != 0)
        good = diag_set(diag, NULL, 0, "not enough memory");
    return good;
}

/* ---- in.bin ----------------------------------------------------------------------------------------------------- */

/* The formulas of X Y Z W; 0 for each that is missing. */
static bool element_of(const char *input, unsigned element, const struct bench_names *names, double *value,
                       struct diag *diag)
{
    char        formula[256];
    const char *at = input;
    for (unsigned e = 0; e < element && at; e++)
        at = (at = strchr(at, ';')) ? at + 1 : NULL;
    *value = 0;
    if (!at)
        return true;
    const size_t length = strcspn(at, ";");
    if (length >= sizeof formula)
        return diag_set(diag, NULL, 0, "too long: '%.40s'", at);
    memcpy(formula, at, length);
    formula[length] = '\0';
    return bench_value(formula, names, value, diag);
}

static uint32_t word_of(double value, bool integer)
{
    return integer ? (uint32_t)(int64_t)value : as_bits((float)value);
}

/* Of as many threads and GPRs as the launch says. */
static bool make_input(const struct bench_row *row, struct bench_names *names, unsigned threads, unsigned gprs,
                       struct texts *texts, struct diag *diag)
{
    double value;
    texts->input_size = (size_t)threads * gprs * GPRS_ELEMENTS * 4;
    if (!(texts->input = malloc(texts->input_size + 1)))
        return diag_set(diag, NULL, 0, "not enough memory");
    for (size_t w = 0; w < texts->input_size / 4; w++) {
        names->thread = (double)(w / GPRS_ELEMENTS / gprs);
        names->gpr = (double)(w / GPRS_ELEMENTS % gprs);
        if (!element_of(row->input, w % GPRS_ELEMENTS, names, &value, diag))
            return false;
        little_put(texts->input + 4 * w, 4, word_of(value, row->integers));
    }
    return true;
}

/* The number behind a key of the text. */
static unsigned number_of(const char *text, const char *key)
{
    const char *const at = strstr(text, key);
    return at ? (unsigned)strtoul(at + strlen(key), NULL, 10) : 0;
}

static bool make_files(const struct bench_row *row, struct bench_names *names, struct texts *texts, struct diag *diag)
{
    double bytes = 0;
    if (row->zeros && !bench_value(row->zeros, names, &bytes, diag))
        return false;
    texts->zeros_size = (size_t)bytes;
    if (!(texts->zeros = calloc(texts->zeros_size + 1, 1)))
        return diag_set(diag, NULL, 0, "not enough memory");
    return !row->input || make_input(row, names, number_of(texts->launch, "\"threads\": "),
                                     number_of(texts->launch, "\"count\": "), texts, diag);
}

static bool make_texts(const struct bench_row *row, struct bench_names *names, struct texts *texts, struct diag *diag)
{
    return write_text("", row->program, "", names, &texts->program, &texts->program_size, diag) &&
           write_text("{\"wekiva\": 1, \"program\": \"bench.s\", ", row->launch, "}\n", names, &texts->launch,
                      &texts->launch_size, diag) &&
           make_files(row, names, texts, diag);
}

/* ---- a run ------------------------------------------------------------------------------------------------------ */

/* Clocks of the run with `n`.  The row is without a value when the machine refuses it, and `result` says why. */
static bool clocks_of(const struct bench_row *row, const struct bench_call *call, const struct machine_chip *chip,
                      unsigned n, double *clocks, struct bench_result *result, struct diag *diag)
{
    struct bench_names names = {.chip = chip, .n = n};
    struct texts       texts = {0};
    struct measured    measured;
    struct launch     *launch = NULL;
    bool               good = make_texts(row, &names, &texts, diag);
    if (good) {
        const struct launch_given given[] = {{"bench.s", texts.program, texts.program_size},
                                             {"in.bin", texts.input, texts.input_size},
                                             {"zeros.bin", texts.zeros, texts.zeros_size}};
        launch = launch_parse_given("bench.json", texts.launch, texts.launch_size, given,
                                    sizeof given / sizeof given[0], diag);
        good = launch;
    }
    if (good) {
        const struct measure what = {.launch = launch,
                                     .chip = call->chip ? call->chip : chip->name,
                                     .sets = call->sets,
                                     .set_count = call->set_count,
                                     .max_cycles = CYCLES_MAX,
                                     .warm = !row->cold,
                                     .forgets = row->forgets};
        good = measure_run(&what, &measured, diag);
        if (good && measured.status != MEASURED_DONE) {
            result->status = BENCH_WITHOUT;
            snprintf(result->why, sizeof result->why, "%s: %.200s", measured_name(measured.status), measured.why.what);
        }
        *clocks = (double)measured.cycles;
        measured_free(&measured);
    }
    launch_free(launch);
    texts_free(&texts);
    return good;
}

static bool fill(const struct bench_row *row, const struct bench_call *call, const struct machine_chip *chip,
                 struct bench_result *result, struct diag *diag)
{
    struct bench_names names = {.chip = chip};
    double             needed = 1, each = 1, first = 0, last = 0;
    if ((row->needs && !bench_value(row->needs, &names, &needed, diag)) ||
        (row->each && !bench_value(row->each, &names, &each, diag)) ||
        !bench_value(row->formula, &names, &result->value, diag))
        return false;
    if (needed == 0) {
        result->status = BENCH_WITHOUT;
        snprintf(result->why, sizeof result->why, "needs %s", row->needs);
        return true;
    }
    if (!clocks_of(row, call, chip, row->first, &first, result, diag) ||
        (result->status != BENCH_WITHOUT && !clocks_of(row, call, chip, row->last, &last, result, diag)))
        return false;
    result->measured = (last - first) / (row->last - row->first) / each;
    if (result->status != BENCH_WITHOUT &&
        fabs(result->measured - result->value) > fabs(result->value) * row->within + 1e-9)
        result->status = BENCH_DIFFERS;
    return true;
}

/* A wavefront is four times as many threads as there are lanes (S3): who changes the one means both. */
static void add_set(struct bench_call *call, const char *set, char *lanes, size_t size)
{
    static const char wave[] = "wave_size=";
    call->sets[call->set_count++] = set;
    if (strncmp(set, wave, sizeof wave - 1) != 0)
        return;
    snprintf(lanes, size, "lanes=%lu", strtoul(set + sizeof wave - 1, NULL, 10) / 4);
    call->sets[call->set_count++] = lanes;
}

bool bench_measure(const struct bench_row *row, const struct bench_call *call, const char *set,
                   struct bench_result *result, struct diag *diag)
{
    struct bench_call   own = *call;
    struct machine_chip chip = {0};
    char                lanes[32];
    *result = (struct bench_result){.row = row, .set = set};
    if (!row->chip && strcmp(row->family, "R700") == 0)
        own.sets[own.set_count++] = "simds=1";
    if (set)
        add_set(&own, set, lanes, sizeof lanes);
    bool good = machine_chip_choose(own.chip, NULL, "", own.sets, own.set_count, &chip, diag);
    if (!good && set) { /* a rule between parameters */
        result->status = BENCH_WITHOUT;
        snprintf(result->why, sizeof result->why, "%.250s", diag->what);
        return true;
    }
    good = good && fill(row, &own, &chip, result, diag);
    machine_chip_free(&chip);
    if (!good && diag->what[0]) { /* name the row */
        const struct diag why = *diag;
        diag_set(diag, NULL, 0, "row %s: %.900s", row->name, why.what);
    }
    return good;
}
