#include "rtl_model/nv30/analysis/report.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "rtl_model/nv30/analysis/survey.h"
#include "rtl_model/nv30/nv30.h"

/* Clocks of the core's stages, and of what lies around the texture units, on a way round. */
enum { CORE_CLOCKS = 10, AROUND_CLOCKS = 11 };

struct report {
    const struct nv30_chip      *chip;
    const struct report_request *request;
    struct nv30_survey           survey;
    struct nv30_passes           passes;
    unsigned                     of_op[NV30_OPS]; /* passes */
    unsigned                     reads, paired;   /* texture reads; passes that have two */
    unsigned                     rows, slots, by_registers;
    unsigned                     alone; /* clocks of a quad that meets no other */
    bool                         measured;
    uint64_t                     cycles, quads, begun, bubbles;
    char                         stopped[128];
};

static void count(struct report *report)
{
    for (unsigned p = 0; p < report->passes.count; p++) {
        const struct nv30_pass *pass = &report->passes.list[p];
        report->of_op[pass->op]++;
        const bool one = pass->read[0].target != NV30_NO_TARGET, two = pass->read[1].target != NV30_NO_TARGET;
        report->reads += one;
        report->reads += two;
        report->paired += one && two;
        report->alone += pass->leaves ? AROUND_CLOCKS + report->chip->texture_clk : CORE_CLOCKS;
    }
    const unsigned granule = report->chip->register_granule, full = (report->passes.rows.halves + 1) / 2;
    report->rows = full ? (full + granule - 1) / granule * granule : granule;
    report->by_registers = report->chip->register_rows / report->rows;
    report->slots = report->by_registers < report->chip->max_quads ? report->by_registers : report->chip->max_quads;
}

static bool measure(struct report *report, struct diag *diag)
{
    const struct report_request *request = report->request;
    struct nv30                 *nv30 = nv30_create(report->chip, request->program, request->launch, diag);
    if (!nv30)
        return false;
    while (!nv30_finished(nv30) && (!request->max_cycles || nv30->core.cycle < request->max_cycles))
        nv30_edge(nv30);
    report->measured = true;
    report->cycles = nv30->core.cycle - nv30->core.began;
    report->quads = nv30->setup.quads;
    report->begun = nv30->stage2.q.quads;
    report->bubbles = nv30->stage1.q.bubbles;
    if (!nv30_finished(nv30))
        snprintf(report->stopped, sizeof report->stopped, "not finished at cycle %" PRIu64 ", the limit",
                 request->max_cycles);
    nv30_free(nv30);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

/* Clocks for each quad, at least: a pass a clock, and as many quads in flight as there are places. */
static double least(const struct report *report)
{
    const double by_places = (double)report->alone / report->slots;
    return by_places > report->passes.count ? by_places : report->passes.count;
}

static const char *bottleneck(const struct report *report)
{
    return (double)report->alone / report->slots > report->passes.count ? "quads in flight" : "passes";
}

static unsigned constants_of(const struct report *report)
{
    unsigned constants = 0;
    for (unsigned i = 0; i < NV30_CONSTANTS; i++)
        constants += report->survey.constant[i];
    return constants;
}

static void print_passes(const struct report *report, FILE *out)
{
    const char *before = ": ";
    fprintf(out, "passes      %u for %u instructions", report->passes.count, report->survey.count);
    for (unsigned op = 0; op < NV30_OPS; op++)
        if (report->of_op[op]) {
            fprintf(out, "%s%s %u", before, nv30_ops[op].name, report->of_op[op]);
            before = ", ";
        }
    fprintf(out, "\ntextures    %u reads, %u pairs in one pass\n", report->reads, report->paired);
}

static void print_text(const struct report *report, FILE *out)
{
    const struct nv30_rows *rows = &report->passes.rows;
    unsigned                full = 0, half = 0;
    for (unsigned i = 0; i < NV30_FULL; i++)
        full += rows->full[i] != NV30_NO_ROW;
    for (unsigned i = 0; i < NV30_HALF; i++)
        half += rows->half[i] != NV30_NO_ROW;
    fprintf(out, "program     %s, %u instructions\n", report->request->name, report->survey.count);
    fprintf(out, "registers   %u R, %u H: room for %u of FP32\n", full, half, report->rows);
    fprintf(out, "quads       %u at once on %s; limited by %s (registers %u, max_quads %u)\n", report->slots,
            report->chip->name, report->by_registers < report->chip->max_quads ? "registers" : "max_quads",
            report->by_registers, (unsigned)report->chip->max_quads);
    print_passes(report, out);
    fprintf(out, "constants   %u\n\nclocks of a quad\n", constants_of(report));
    fprintf(out, "  alone     %9u\n  least     %9.1f; bottleneck: %s\n", report->alone, least(report),
            bottleneck(report));
    if (!report->measured)
        return;
    fprintf(out,
            "  measured  %9.1f\nmeasured    %" PRIu64 " cycles, %" PRIu64 " quads, %" PRIu64 " passes, %" PRIu64
            " bubbles\n",
            (double)report->cycles / (double)report->quads, report->cycles, report->quads, report->begun,
            report->bubbles);
    if (report->stopped[0])
        fprintf(out, "            %s\n", report->stopped);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static bool print_json(const struct report *report, FILE *out)
{
    json_t *of_op = json_object();
    for (unsigned op = 0; op < NV30_OPS; op++)
        if (report->of_op[op])
            json_object_set_new(of_op, nv30_ops[op].name, json_integer(report->of_op[op]));
    json_t *root = json_pack(
        "{s:s, s:s, s:i, s:{s:i, s:i, s:i}, s:i, s:o, s:{s:i, s:i}, s:i, s:{s:i, s:f, s:s, s:o}, s:o, s:s}", "program",
        report->request->name, "chip", report->chip->name, "instructions", (int)report->survey.count, "quads",
        "at_once", (int)report->slots, "registers", (int)report->by_registers, "max_quads",
        (int)report->chip->max_quads, "passes", (int)report->passes.count, "passes_of", of_op, "textures", "reads",
        (int)report->reads, "pairs", (int)report->paired, "constants", (int)constants_of(report), "clocks", "alone",
        (int)report->alone, "least", least(report), "bottleneck", bottleneck(report), "measured",
        report->measured ? json_real((double)report->cycles / (double)report->quads) : json_null(), "measured",
        report->measured ? json_pack("{s:I, s:I, s:I, s:I}", "cycles", (json_int_t)report->cycles, "quads",
                                     (json_int_t)report->quads, "passes", (json_int_t)report->begun, "bubbles",
                                     (json_int_t)report->bubbles)
                         : json_null(),
        "stopped", report->stopped);
    const bool good = root && json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return good;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static bool make(struct report *report, struct diag *diag)
{
    const struct nv30_pass_rules rules = {.core_runs = report->chip->core_runs,
                                          .pair_reads = report->chip->pair_reads,
                                          .late_sets = report->chip->late_set_passes};
    if (!nv30_survey_make(report->request->program, &report->survey, diag))
        return false;
    if (report->survey.why[0])
        return nv30_refuse(report->request->program, report->request->name, report->survey.wrong, report->survey.why,
                           diag);
    if (!nv30_passes_make(report->survey.list, report->survey.count, &rules, &report->passes, diag))
        return false;
    count(report);
    if (!report->slots)
        return diag_set(diag, report->request->name, 0,
                        "a quad takes %u registers, and register_rows has %u: there is no room for one", report->rows,
                        (unsigned)report->chip->register_rows);
    return !report->request->launch || measure(report, diag);
}

bool nv30_report(const struct nv30_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                 struct diag *diag)
{
    struct report report = {.chip = chip, .request = request};
    bool          good = make(&report, diag);
    *failed = false;
    if (good && request->json)
        good = print_json(&report, out) || diag_set(diag, NULL, 0, "not enough memory");
    else if (good)
        print_text(&report, out);
    nv30_passes_free(&report.passes);
    nv30_survey_free(&report.survey);
    return good;
}
