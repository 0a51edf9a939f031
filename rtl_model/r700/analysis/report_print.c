/* report_print.c - the figures of `wekiva report` as text, in the words of AMD's shader analyzer. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/report.h"

/* Begins a line: what stands left is one word or two. */
static void line(FILE *out, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void line(FILE *out, const char *name, const char *format, ...)
{
    va_list arguments;
    fprintf(out, "%-12s", name);
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

/* ---- what a wavefront needs ------------------------------------------------------------------------------------ */

static void print_gprs(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    line(out, "GPRs", "%u", report->simd.num_gprs);
    if (report->gprs_given && survey->gprs != report->simd.num_gprs)
        fprintf(out, "; the program names %u", survey->gprs);
    if (survey->relative)
        fprintf(out, "%s", report->gprs_given ? ", some by an index" : " or more: some are named by an index");
    if (survey->temporaries)
        fprintf(out, "; %u of %u clause temporaries", survey->temporaries, report->simd.temporaries);
    if (survey->globals)
        fprintf(out, "; %u SIMD-global", survey->globals);
    fputc('\n', out);
}

static void print_wavefronts(const struct report *report, FILE *out)
{
    const char *before = "; limited by ";
    line(out, "wavefronts", "%u at once on a SIMD of %s, of %u threads", report->resident, report->chip->name,
         report->chip->wave_size);
    for (unsigned i = 0; i < REPORT_LIMITS; i++)
        if (report->limit[i] == report->resident) {
            fprintf(out, "%s%s", before, report_limits[i]);
            before = ", ";
        }
    before = " (";
    for (unsigned i = 0; i < REPORT_LIMITS; i++)
        if (report->limit[i] != REPORT_UNLIMITED) {
            fprintf(out, "%s%s %u", before, report_limits[i], report->limit[i]);
            before = ", ";
        }
    fprintf(out, ")\n");
}

static void print_stack(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    if (survey->stack_endless)
        line(out, "stack", "grows without end, so far as can be seen");
    else
        line(out, "stack", "%u entr%s needed (%u subentries)", survey->stack_entries,
             survey->stack_entries == 1 ? "y" : "ies", survey->stack_rows);
    if (report->stack_given)
        fprintf(out, ", stack_size %u%s", report->simd.stack_size,
                report->simd.stack_size < survey->stack_entries ? ": too small" : "");
    fputc('\n', out);
}

/* ---- what it is made of ---------------------------------------------------------------------------------------- */

static void print_alu(const struct report *report, FILE *out)
{
    static const char    names[ISA_SLOTS] = "xyzwt";
    const struct survey *survey = &report->survey;
    line(out, "clauses", "%u ALU, %u TEX, %u VTX, %u VTX_TC; %u CF instructions\n", survey->alu_clauses,
         survey->tex_clauses, survey->vtx_clauses, survey->vtx_tc_clauses, survey->cf_count);
    line(out, "ALU", "%u group%s, %u instruction%s", survey->groups, plural(survey->groups), survey->slots,
         plural(survey->slots));
    if (survey->literal_dwords)
        fprintf(out, "; %u literal dwords in %u group%s", survey->literal_dwords, survey->literal_groups,
                plural(survey->literal_groups));
    fputc('\n', out);
    if (!survey->groups)
        return;
    line(out, "packing", "%.1f %%:", 100 * report_packing(report));
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        fprintf(out, "%s %c %u", s ? "," : "", names[s], survey->slot_used[s]);
    fprintf(out, " of %u\n", survey->groups);
}

static void print_traffic(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    const char          *before = " (";
    line(out, "fetches", "%u texture, %u vertex, %u memory read%s, %u steps of the local data share\n", survey->samples,
         survey->vertex_fetches, survey->memory_reads, plural(survey->memory_reads), survey->share_steps);
    line(out, "exports", "%u of %u GPR%s; %u memory write%s of %u", survey->exports, survey->export_gprs,
         plural(survey->export_gprs), survey->memory_writes, plural(survey->memory_writes), survey->memory_gprs);
    for (unsigned i = 0; i < SURVEY_TARGETS; i++)
        if (survey->target[i].written) {
            fprintf(out, "%s%s", before, memory_target_name(i));
            before = ", ";
        }
    fprintf(out, "%s\n", survey->memory_writes ? ")" : "");
}

/* "0-2, 5" */
static void print_lines(const struct survey_bank *bank, FILE *out)
{
    const char *before = "";
    for (unsigned i = 0; i < SURVEY_LINES; i++) {
        unsigned last = i;
        if (!bank->locked[i])
            continue;
        while (last + 1 < SURVEY_LINES && bank->locked[last + 1])
            last++;
        fprintf(out, last > i ? "%s%u-%u" : "%s%u", before, i, last);
        before = ", ";
        i = last;
    }
}

static void print_constants(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    unsigned             lines = 0, file = 0;
    for (unsigned b = 0; b < 2 * SURVEY_BANKS; b++)
        lines += report_lines(survey_bank_of(survey, b));
    for (unsigned i = 0; i < ISA_CFILE_CONSTANTS / 32; i++)
        file += (unsigned)(__builtin_popcount(survey->file[0][i]) + __builtin_popcount(survey->file[1][i]));
    line(out, "constants", "%u line%s locked", lines, plural(lines));
    for (unsigned b = 0; b < 2 * SURVEY_BANKS; b++)
        if (report_lines(survey_bank_of(survey, b))) {
            fprintf(out, "; bank %u%s: ", b % SURVEY_BANKS, b < SURVEY_BANKS ? "" : " of ALT_CONST");
            print_lines(survey_bank_of(survey, b), out);
        }
    if (file)
        fprintf(out, "; %u of the constant file%s", file,
                survey->file_relative[0] || survey->file_relative[1] ? ", some by an index" : "");
    fputc('\n', out);
}

static void print_loops(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    const unsigned       unknown = report->request.launch ? survey->open_loops : survey->loops;
    if (!survey->loops)
        return;
    line(out, "loops", "%u", survey->loops);
    if (unknown)
        fprintf(out, "; %u of unknown length, here %u iteration%s (--iterations)", unknown, report->request.iterations,
                plural(report->request.iterations));
    fputc('\n', out);
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

static void print_row(const struct report *report, FILE *out, const char *name, const double values[SURVEY_BOUNDS],
                      double measured)
{
    fprintf(out, "  %-10s", name);
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
        fprintf(out, " %9.1f", values[bound]);
    if (report->measured.given)
        fprintf(out, " %9.1f", measured);
    fputc('\n', out);
}

static void print_clocks(const struct report *report, FILE *out)
{
    const struct report_measured *measured = &report->measured;
    fprintf(out, "\nclocks of a SIMD for a wavefront\n  %-10s %9s %9s %9s%s\n", "", "min", "avg", "max",
            measured->given ? "  measured" : "");
    for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
        if (report->clocks[unit][SURVEY_MAX] > 0)
            print_row(report, out, report_units[unit], report->clocks[unit], measured->clocks[unit]);
    for (unsigned i = 0; i < REPORT_SHARED; i++)
        if (measured->memory[i] > 0)
            fprintf(out, "  %-10s %9s %9s %9s %9.1f\n", report_shared[i], "-", "-", "-", measured->memory[i]);
    print_row(report, out, "estimated", report->bound, measured->total);
    fprintf(out, "  %-10s", "bottleneck");
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
        fprintf(out, " %9s", report->bound[bound] > 0 ? report_units[report->bottleneck[bound]] : "-");
    if (report_busiest(report))
        fprintf(out, " %9s", report_busiest(report));
    fputc('\n', out);
    const double ratio = report_alu_to_tex(report);
    if (ratio > 0)
        line(out, "ALU:TEX", "%.2f\n", ratio);
    if (report->bound[SURVEY_AVG] > 0)
        line(out, "threads", "%.2f a clock on %u SIMD%s, on average\n",
             report->chip->wave_size * report->chip->simds / report->bound[SURVEY_AVG], report->chip->simds,
             plural(report->chip->simds));
}

static void print_measured(const struct report *report, FILE *out)
{
    const struct report_measured *measured = &report->measured;
    if (!measured->given)
        return;
    line(out, "measured", "%" PRIu64 " cycles, %" PRIu64 " wavefronts on %u SIMD%s; %.1f groups a wavefront",
         measured->cycles, measured->waves, report->chip->simds, plural(report->chip->simds),
         (double)measured->groups / (double)measured->waves);
    if (measured->groups)
        fprintf(out, ", packing %.1f %%",
                100 * (double)measured->instructions / (ISA_SLOTS * (double)measured->groups));
    fputc('\n', out);
    if (measured->stopped[0])
        line(out, "", "up to where it stopped: %s\n", measured->stopped);
}

void report_print(const struct report *report, FILE *out)
{
    line(out, "program", "%s, %u words\n", report->request.name, report->survey.words);
    if (report->survey.broken)
        line(out, "", "the clause of CF %u is illegal: wekiva lint says why; it is not counted to its end\n",
             report->survey.broken - 1);
    print_gprs(report, out);
    print_wavefronts(report, out);
    print_stack(report, out);
    print_alu(report, out);
    print_traffic(report, out);
    print_constants(report, out);
    print_loops(report, out);
    print_clocks(report, out);
    print_measured(report, out);
}
