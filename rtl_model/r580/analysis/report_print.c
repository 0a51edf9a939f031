/* report_print.c - the figures of `wekiva report` for a program of R580, as text and as JSON (docs/report.md). */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "rtl_model/r580/analysis/report.h"
#include "rtl_model/r580/flow.h"
#include "rtl_model/r580/views.h"

static const char *const units[US_REPORT_UNITS] = {"issue", "ALU", "texture", "way"};
static const char *const limits[US_REPORT_LIMITS] = {"contexts", "temporaries"};

static void print_needs(const struct us_report *report, FILE *out)
{
    const struct us_survey *survey = report->survey;
    fprintf(out, "program     %s, %u instructions", report->request->name, report->instructions);
    if (report->unreached)
        fprintf(out, ", %u never reached", report->unreached);
    fprintf(out, "\ntemporaries %u", report->temporaries);
    if (report->request->launch)
        fprintf(out, " of %u (US_PIXSIZE)", survey->setup.temporaries);
    fprintf(out, "\ngroups      %u at once on %s, of %u pixels; limited by %s (", report->slots, report->chip->name,
            report->chip->group_pixels,
            report->limit[US_REPORT_CONTEXTS] <= report->limit[US_REPORT_TEMPORARIES] ? "contexts" : "temporaries");
    for (unsigned i = 0; i < US_REPORT_LIMITS; i++)
        fprintf(out, "%s%s %u", i ? ", " : "", limits[i], report->limit[i]);
    fprintf(out, ")\n");
}

static void print_parts(const struct us_report *report, FILE *out)
{
    const struct us_ways *ways = &report->survey->ways;
    fprintf(out, "ALU         %u instructions and %u output; RGB in %u, alpha in %u, both in %u\n",
            report->types[US_ALU], report->types[US_OUT], report->rgb, report->alpha, report->both);
    fprintf(out, "texture     %u instructions: %u look-ups, %u TEXKILL\n", report->types[US_TEX], report->lookups,
            report->kills);
    fprintf(out, "flow        %u instructions, %s; %u of %d loops deep, %u of %d calls, %u of %d blocks\n",
            report->types[US_FC], report->survey->setup.full ? "full" : "partial", ways->loops, US_LOOPS, ways->calls,
            US_CALLS, ways->branches, (report->survey->setup.full ? US_BRANCHES_FULL : US_BRANCHES_PARTIAL) + 1);
    fprintf(out, "constants   %u of %d\n", report->constants, US_CONSTANTS);
    fprintf(out, "outputs    ");
    for (unsigned i = 0; i < 4; i++)
        if (report->exports >> i & 1)
            fprintf(out, " %c", "ABCD"[i]);
    fprintf(out, "%s\n", report->exports >> 61 & 1 ? " depth" : "");
    if (report->open_loops)
        fprintf(out, "loops       %u of unknown length, here %u iteration%s (--iterations)\n", report->open_loops,
                report->request->iterations, report->request->iterations == 1 ? "" : "s");
}

static void print_clocks(const struct us_report *report, FILE *out)
{
    const bool measured = report->measured.given;
    fprintf(out, "\nclocks of a group of %u pixels\n  %-10s %9s %9s%s\n", report->chip->group_pixels, "", "least",
            "most", measured ? "  measured" : "");
    for (unsigned unit = 0; unit < US_REPORT_UNITS; unit++) {
        fprintf(out, "  %-10s %9u", units[unit], report->least[unit]);
        if (report->endless)
            fprintf(out, " %9s", "-");
        else
            fprintf(out, " %9.0f", report->most[unit]);
        if (measured && unit != US_REPORT_WAY)
            fprintf(out, " %9.1f", report->measured.clocks[unit]);
        fputc('\n', out);
    }
    if (!measured)
        return;
    fprintf(out, "measured    %" PRIu64 " cycles, %" PRIu64 " groups, %.1f clocks each\n", report->measured.cycles,
            report->measured.groups, (double)report->measured.cycles / (double)report->measured.groups);
    if (report->measured.stopped[0])
        fprintf(out, "            up to where it stopped: %s\n", report->measured.stopped);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static json_t *clocks_json(const struct us_report *report)
{
    json_t *clocks = json_object();
    for (unsigned unit = 0; unit < US_REPORT_UNITS; unit++)
        json_object_set_new(clocks, units[unit],
                            json_pack("{s:i, s:o, s:o}", "least", (int)report->least[unit], "most",
                                      report->endless ? json_null() : json_real(report->most[unit]), "measured",
                                      report->measured.given && unit != US_REPORT_WAY
                                          ? json_real(report->measured.clocks[unit])
                                          : json_null()));
    return clocks;
}

static json_t *targets_json(const struct us_report *report)
{
    json_t *targets = json_array();
    for (unsigned i = 0; i < 64; i++)
        if (report->exports >> i & 1)
            json_array_append_new(targets, json_integer(i));
    return targets;
}

static bool print_json(const struct us_report *report, FILE *out)
{
    json_t *root = json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:{s:i, s:i, s:i}, s:{s:i, s:i, s:i, s:i, s:i}, s:{s:i, s:i, s:i}, s:{s:i, s:b, "
        "s:i, s:i, "
        "s:i}, s:i, s:o, s:o, s:o, s:s}",
        "program", report->request->name, "chip", report->chip->name, "instructions", (int)report->instructions,
        "unreached", (int)report->unreached, "temporaries", (int)report->temporaries, "groups", "at_once",
        (int)report->slots, limits[0], (int)report->limit[0], limits[1], (int)report->limit[1], "alu", "instructions",
        (int)report->types[US_ALU], "outputs", (int)report->types[US_OUT], "rgb", (int)report->rgb, "alpha",
        (int)report->alpha, "both", (int)report->both, "texture", "instructions", (int)report->types[US_TEX], "lookups",
        (int)report->lookups, "kills", (int)report->kills, "flow", "instructions", (int)report->types[US_FC], "full",
        (int)report->survey->setup.full, "loops", (int)report->survey->ways.loops, "calls",
        (int)report->survey->ways.calls, "blocks", (int)report->survey->ways.branches, "constants",
        (int)report->constants, "outputs", targets_json(report), "clocks", clocks_json(report), "measured",
        report->measured.given ? json_pack("{s:I, s:I}", "cycles", (json_int_t)report->measured.cycles, "groups",
                                           (json_int_t)report->measured.groups)
                               : json_null(),
        "stopped", report->measured.stopped);
    const bool good = root && json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return good;
}

bool us_report_print(const struct us_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                     struct diag *diag)
{
    struct us_report report;
    bool             good = us_report_make(chip, request, &report, diag);
    if (good && request->json) {
        good = print_json(&report, out) || diag_set(diag, NULL, 0, "not enough memory");
    } else if (good) {
        print_needs(&report, out);
        print_parts(&report, out);
        print_clocks(&report, out);
    }
    *failed = report.measured.failed;
    us_report_free(&report);
    return good;
}
