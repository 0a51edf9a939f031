/* report.c - the figures of `wekiva report`: wavefronts at once, clocks of each unit, a run beside them. */
#include "rtl_model/r700/analysis/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/setup/by_type.h"

const char *const report_units[SURVEY_UNITS] = {"ALU", "TEX", "VTX", "LDS", "export"};
const char *const report_shared[REPORT_SHARED] = {"L2", "memory"};
const char *const report_limits[REPORT_LIMITS] = {"GPRs", "slots", "stack", "LDS"};

/* ---- the program ----------------------------------------------------------------------------------------------- */

static struct survey_subject subject_of(const struct chip_config *chip, const struct flow_code *code)
{
    return (struct survey_subject){.code = code,
                                   .temporaries = chip->clause_temporaries,
                                   .prefer_vector = chip->prefer_vector,
                                   .subentries = stack_subentries(chip),
                                   .call_rows = stack_call_rows(chip)};
}

static bool make_survey(const struct survey_subject *subject, const unsigned *trips, struct report *report,
                        struct diag *diag)
{
    return survey_make(subject, &report->survey, diag) &&
           (survey_weigh(subject, &report->survey, trips, report->request.iterations) ||
            diag_set(diag, NULL, 0, "not enough memory"));
}

/* With a launch the set-up knows more: the fetch program, registers that say how instructions are read. */
static bool survey_launched(struct report *report, struct diag *diag)
{
    const struct report_request *request = &report->request;
    struct gpu_setup             setup;
    if (!gpu_setup(report->chip, request->program, request->launch, &setup, diag))
        return false;
    struct survey_subject subject = subject_of(report->chip, &setup.code);
    report->simd = setup.simd;
    report->gprs_given = report->stack_given = true;
    subject.temporaries = setup.simd.temporaries;
    subject.prefer_vector = setup.simd.prefer_vector;
    for (unsigned i = 0; i < 32; i++) /* COUNT is bits 11:0 (3D 9) */
        report->trips[i] = setup.given.loops >> i & 1 ? setup.simd.loops.constant[i] & 0xfff : 0;
    const bool good = make_survey(&subject, report->trips, report, diag);
    if (good)
        report_find_passes(report->chip, &setup, &report->survey);
    gpu_setup_free(&setup);
    report->simd.fetch_state = NULL; /* of the set-up that is gone */
    report->simd.alu_constants = NULL;
    return good;
}

static bool survey_alone(struct report *report, struct diag *diag)
{
    const struct program     *program = report->request.program;
    const struct flow_program whole = {.dwords = program->dwords, .words = program->count / 2};
    struct flow_code          code;
    if (!flow_decode(&whole, &code))
        return diag_set(diag, NULL, 0, "not enough memory");
    const struct survey_subject subject = subject_of(report->chip, &code);
    const bool                  good = make_survey(&subject, NULL, report, diag);
    flow_free(&code);
    if (!good)
        return false;
    const struct survey *survey = &report->survey;
    report->gprs_given = report->stack_given = program->has_config;
    report->simd.num_gprs = program->has_config ? program->num_gprs : survey->gprs ? survey->gprs : 1;
    report->simd.stack_size = program->has_config ? program->stack_size : survey->stack_entries;
    report->simd.temporaries = report->chip->clause_temporaries;
    report->simd.global_gprs = report->chip->global_gprs ? report->chip->global_gprs : survey->globals;
    if (survey->share_written) { /* groups of one wavefront, because their size is unknown */
        report->simd.group_size = report->chip->wave_size;
        report->simd.lds_entries = (report->chip->wave_size + LDS_BANKS - 1) / LDS_BANKS *
                                   ((survey->share_dwords + LDS_DWORDS - 1) / LDS_DWORDS);
    }
    return true;
}

/* ---- wavefronts at once ---------------------------------------------------------------------------------------- */

static void find_limits(struct report *report)
{
    const struct chip_config *chip = report->chip;
    const struct simd_launch *simd = &report->simd;
    struct chip_config        roomy = *chip; /* as many slots as one likes */
    struct simd_launch        rows = *simd;
    roomy.max_waves = roomy.simd_max_waves = LAUNCH_THREADS_MAX;
    rows.stack_size = rows.wave_limit = 0;
    report->limit[REPORT_GPRS] = simd_wave_limit(&roomy, &rows);
    /* The chip's slots in equal shares; a SIMD with more wavefronts than the others may have more of them. */
    unsigned slots = (chip_wave_limit(chip, simd) + chip->simds - 1) / chip->simds;
    if (chip->simd_max_waves && chip->simd_max_waves < slots)
        slots = chip->simd_max_waves;
    report->limit[REPORT_SLOTS] = slots;
    const unsigned stack =
        simd->stack_limit && simd->stack_limit < chip->max_stack_entries ? simd->stack_limit : chip->max_stack_entries;
    report->limit[REPORT_STACK] = simd->stack_size ? stack / simd->stack_size : REPORT_UNLIMITED;
    report->limit[REPORT_LDS] = REPORT_UNLIMITED;
    if (simd->lds_entries)
        report->limit[REPORT_LDS] =
            LDS_ENTRIES / simd->lds_entries * ((simd->group_size + chip->wave_size - 1) / chip->wave_size);
    report->resident = report->limit[0];
    for (unsigned i = 1; i < REPORT_LIMITS; i++)
        if (report->limit[i] < report->resident)
            report->resident = report->limit[i];
}

/* ---- clocks ---------------------------------------------------------------------------------------------------- */

/* Of a wavefront in each unit, for one of what survey_cf.count counts (docs/report.md). */
static double clocks_of(const struct chip_config *chip, unsigned unit)
{
    const double wave = chip->wave_size;
    switch (unit) {
    case SURVEY_TEX:
        return wave / 4; /* a quad a clock (T1) */
    case SURVEY_VTX:
        return wave / chip->vc_addr_per_clk;
    case SURVEY_LDS:
        return wave / chip->lds_rd_threads_per_clk;
    default: /* a group, a GPR of an export: a quarter of a wavefront a clock (A2, E5) */
        return SLOT_CLOCKS;
    }
}

static double clocks_at(const struct chip_config *chip, const struct survey_cf *row, unsigned unit, unsigned bound)
{
    enum { BROADCAST_CLK = 4 /* ISA 2.6.2 */, WATERFALL_PASSES = 4 };
    const double one = clocks_of(chip, unit);
    if (unit == SURVEY_TEX)
        return one * (bound == SURVEY_MIN   ? row->passes_least
                      : bound == SURVEY_MAX ? row->passes_most
                                            : (row->passes_least + row->passes_most) / 2.0);
    if (unit == SURVEY_LDS)
        return (row->count[unit] - row->broadcasts) * one + row->broadcasts * BROADCAST_CLK +
               row->waterfalls * (WATERFALL_PASSES - 1) * one;
    return row->count[unit] * one;
}

/* Steps of the data share are counted in a run, and not what each of them costs: as much as in the program. */
static void find_steps(struct report *report)
{
    const struct survey *survey = &report->survey;
    double               steps = 0;
    for (unsigned n = 0; n < survey->cf_count; n++)
        steps += survey->cf[n].count[SURVEY_LDS] * survey->cf[n].weight[SURVEY_MAX];
    report->clocks_of_step = steps > 0 ? report->clocks[SURVEY_LDS][SURVEY_MAX] / steps : 0;
}

static void find_clocks(struct report *report)
{
    const struct survey *survey = &report->survey;
    for (unsigned n = 0; n < survey->cf_count; n++)
        for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
            for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
                report->clocks[unit][bound] +=
                    survey->cf[n].weight[bound] * clocks_at(report->chip, &survey->cf[n], unit, bound);
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
        for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
            if (report->clocks[unit][bound] > report->bound[bound]) {
                report->bound[bound] = report->clocks[unit][bound];
                report->bottleneck[bound] = unit;
            }
}

double report_packing(const struct report *report)
{
    const struct survey *survey = &report->survey;
    return survey->groups ? (double)survey->slots / (ISA_SLOTS * (double)survey->groups) : 0;
}

double report_alu_to_tex(const struct report *report)
{
    const double fetches = report->clocks[SURVEY_TEX][SURVEY_AVG] + report->clocks[SURVEY_VTX][SURVEY_AVG];
    return fetches > 0 ? report->clocks[SURVEY_ALU][SURVEY_AVG] / fetches : 0;
}

unsigned report_lines(const struct survey_bank *bank)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < SURVEY_LINES; i++)
        lines += bank->locked[i];
    return lines;
}

/* ---- a run ----------------------------------------------------------------------------------------------------- */

static void measure_simd(const struct report *report, const struct simd *simd, struct report_measured *measured)
{
    const struct chip_config *chip = report->chip;
    for (unsigned p = 0; p < PARITIES; p++) {
        measured->groups += simd->issue[p].q.groups;
        measured->instructions += simd->issue[p].q.instructions;
    }
    measured->clocks[SURVEY_TEX] += simd->texture_data.q.busy;
    measured->clocks[SURVEY_VTX] +=
        ((double)simd->vertex.q.fetched + simd->memory_reads.q.reads) * clocks_of(chip, SURVEY_VTX);
    measured->clocks[SURVEY_LDS] += ((double)simd->lds_unit.q.reads + simd->lds_unit.q.writes) * report->clocks_of_step;
    measured->clocks[SURVEY_EXPORT] += simd->exports.q.quarters;
}

/* A bank sends a line a clock; a channel takes mc_line_clk / 16 clocks for a line, and for a write as long. */
static void measure_shared(const struct report *report, const struct gpu *gpu, struct report_measured *measured)
{
    const double each = report->chip->mc_line_clk / 16.0;
    for (unsigned n = 0; n < gpu->channels; n++) {
        measured->memory[REPORT_L2] += gpu->banks[n].q.answers;
        measured->memory[REPORT_MEMORY] += ((double)gpu->channel[n].q.lines + gpu->channel[n].q.writes) * each;
    }
    for (unsigned i = 0; i < REPORT_SHARED; i++)
        measured->memory[i] *= gpu->simds / (double)(gpu->channels * measured->waves);
}

const char *report_busiest(const struct report *report)
{
    const struct report_measured *measured = &report->measured;
    const char                   *name = NULL;
    double                        most = 0;
    for (unsigned unit = 0; unit < SURVEY_UNITS + REPORT_SHARED; unit++) {
        const bool   own = unit < SURVEY_UNITS;
        const double clocks = own ? measured->clocks[unit] : measured->memory[unit - SURVEY_UNITS];
        if (clocks <= most)
            continue;
        most = clocks;
        name = own ? report_units[unit] : report_shared[unit - SURVEY_UNITS];
    }
    return name;
}

static void measure_machine(struct report *report, struct gpu *gpu)
{
    struct report_measured *measured = &report->measured;
    gpu_look_at_registers(gpu);
    for (unsigned s = 0; s < gpu->simds; s++)
        measure_simd(report, &gpu->simd[s], measured);
    measured->given = true;
    measured->cycles = gpu_launch_cycles(gpu);
    measured->waves = gpu_waves(gpu);
    measured->clocks[SURVEY_ALU] = (double)measured->groups * SLOT_CLOCKS;
    for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
        measured->clocks[unit] /= (double)measured->waves;
    measure_shared(report, gpu, measured);
    measured->total = (double)measured->cycles * gpu->simds / (double)measured->waves;
}

static bool measure(struct report *report, struct diag *diag)
{
    const struct report_request *request = &report->request;
    struct diag                  why = {0};
    char                         text[sizeof why.file + sizeof why.what + 16];
    struct gpu                  *gpu = gpu_create_fast(report->chip, request->program, request->launch, diag);
    if (!gpu)
        return false;
    const enum gpu_end end = gpu_run(gpu, request->max_cycles, &why);
    measure_machine(report, gpu);
    report->measured.failed = end == GPU_STOPPED;
    if (end == GPU_STOPPED)
        snprintf(report->measured.stopped, sizeof report->measured.stopped, "%s", diag_text(&why, text, sizeof text));
    else if (end == GPU_CYCLE_LIMIT)
        snprintf(report->measured.stopped, sizeof report->measured.stopped, "not finished at cycle %llu, the limit",
                 (unsigned long long)request->max_cycles);
    gpu_free(gpu);
    return true;
}

bool report_make(const struct chip_config *chip, const struct report_request *request, struct report *report,
                 struct diag *diag)
{
    *report = (struct report){.chip = chip, .request = *request};
    if (!(request->launch ? survey_launched(report, diag) : survey_alone(report, diag)))
        return false;
    find_limits(report);
    find_clocks(report);
    find_steps(report);
    return !request->launch || measure(report, diag);
}

void report_free(struct report *report)
{
    survey_free(&report->survey);
}

bool r700_report(const void *chip, const struct report_request *request, FILE *out, bool *failed, struct diag *diag)
{
    struct report *report = calloc(1, sizeof *report);
    if (!report)
        return diag_set(diag, NULL, 0, "not enough memory");
    bool good = report_make(chip, request, report, diag);
    if (good && request->json)
        good = report_print_json(report, out) || diag_set(diag, NULL, 0, "not enough memory");
    else if (good)
        report_print(report, out);
    *failed = report->measured.failed;
    report_free(report);
    free(report);
    return good;
}
