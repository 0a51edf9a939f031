/* run_report.c - what `wekiva run` says at the end. */
#include "tools/run_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/output.h"
#include "tools/run_trace.h"

/* Rows that the machine fills; freed after the report. */
struct tables {
    struct result_parameter *parameters;
    struct result_statistic *statistics;
    struct result_buffer    *buffers;
};

static void tables_free(struct tables *tables)
{
    free(tables->parameters);
    free(tables->statistics);
    free(tables->buffers);
}

static struct result_buffer *buffers_of(const struct gpu *gpu)
{
    struct result_buffer *buffers = calloc(gpu->launch->buffer_count + 1, sizeof *buffers);
    if (buffers)
        gpu_buffers(gpu, buffers, gpu->launch->buffer_count);
    return buffers;
}

static bool fill_tables(const struct run *run, struct result_run *result, struct tables *tables, struct diag *diag)
{
    struct gpu             *gpu = run->gpu;
    struct result_parameter no_parameters[1]; /* with room for none, the machine only counts */
    struct result_statistic no_statistics[1];
    result->parameter_count = gpu_parameters(gpu, no_parameters, 0);
    result->statistic_count = gpu_statistics(gpu, no_statistics, 0);
    result->buffer_count = gpu->launch->buffer_count;
    tables->parameters = calloc(result->parameter_count + 1, sizeof *tables->parameters);
    tables->statistics = calloc(result->statistic_count + 1, sizeof *tables->statistics);
    tables->buffers = buffers_of(gpu);
    if (!tables->parameters || !tables->statistics || !tables->buffers)
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    gpu_parameters(gpu, tables->parameters, result->parameter_count);
    gpu_statistics(gpu, tables->statistics, result->statistic_count);
    if (run->options->dump_gprs) {
        result->gprs_per_thread = gpu->setup.simd.num_gprs;
        result->gprs = gpu_gprs(gpu);
        result->gprs_state = gpu->gprs.state;
    }
    result->parameters = tables->parameters;
    result->statistics = tables->statistics;
    result->buffers = tables->buffers;
    return true;
}

static const char *status_name(const struct run_outcome *outcome)
{
    switch (outcome->end) {
    case RUN_FINISHED:
        return outcome->summary.match ? "done" : "mismatch";
    case RUN_CYCLE_LIMIT:
        return "cycle limit";
    case RUN_INTERRUPTED:
        return "interrupted";
    default:
        return "stopped";
    }
}

bool run_compare(const struct run *run, struct run_outcome *outcome, struct diag *diag)
{
    struct result_buffer *buffers = buffers_of(run->gpu);
    if (!buffers)
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    results_compare(run->gpu->launch, gpu_exports(run->gpu), buffers, run->gpu->launch->buffer_count,
                    &outcome->summary);
    free(buffers);
    return true;
}

/* ---- summary ---------------------------------------------------------------------------------------------------- */

static double per_cent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_hazards(FILE *out, const struct result_hazards *hazards)
{
    char text[RESULT_HAZARD_TEXT];
    for (unsigned i = 0; i < hazards->count; i++)
        fprintf(out, "note: %s\n", results_hazard_text(&hazards->list[i], text, sizeof text));
}

/* Where the chances of both wavefront slots to issue a group went: one each in every 8 clocks (RV770 timing S2). */
static void print_issue(FILE *out, const struct simd *simd)
{
    enum { LARGEST = 4 };
    uint64_t counts[STALLS] = {0}, chances = 0, named = 0;
    for (unsigned s = 0; s < STALLS; s++) {
        for (unsigned p = 0; p < PARITIES; p++)
            counts[s] += simd->alu_arbiter[p].q.stalls.reason[s];
        chances += counts[s];
    }
    named = counts[STALL_NONE];
    fprintf(out, "issue slots: %.1f %% of %" PRIu64 " used", per_cent(named, chances), chances);
    for (unsigned n = 0; n < LARGEST && named < chances; n++) {
        unsigned largest = STALL_NONE + 1;
        for (unsigned s = largest; s < STALLS; s++)
            largest = counts[s] > counts[largest] ? s : largest;
        fprintf(out, "%s %s %.1f %%", n ? "," : ";", stall_names[largest], per_cent(counts[largest], chances));
        named += counts[largest];
        counts[largest] = 0;
    }
    if (named < chances)
        fprintf(out, ", other reasons %.1f %%", per_cent(chances - named, chances));
    fputc('\n', out);
}

static void print_waveform(FILE *out, const struct run *run)
{
    fprintf(out, "waveform: %s, cycles %" PRIu64 " to %" PRIu64 "%s; ", run->options->trace.path, run->traced_from,
            run->traced_to, run->trace_full ? ", where it was as long as --trace-limit allows" : "");
    run_trace_kept(out, run->options->trace.path, run->save_file);
    fprintf(out, "to open it:\n    ");
    run_trace_line(out, run->save_file);
}

static void print_summary(FILE *out, const struct run *run, const struct run_outcome *outcome, bool written)
{
    const struct gpu *gpu = run->gpu;
    uint64_t          groups = 0, instructions = 0;
    for (unsigned p = 0; p < PARITIES; p++) {
        groups += gpu->simd->issue[p].q.groups;
        instructions += gpu->simd->issue[p].q.instructions;
    }
    if (outcome->end == RUN_INTERRUPTED)
        fprintf(out, "interrupted at cycle %" PRIu64 ": what follows is of the run up to there\n", gpu->cycle);
    if (outcome->end == RUN_FINISHED)
        results_print(out, gpu->launch, &outcome->summary);
    print_hazards(out, &gpu->hazards);
    fprintf(out, "cycles: %" PRIu64 "; %" PRIu32 " threads in %" PRIu32 " wavefronts on one SIMD of %s\n", gpu->cycle,
            gpu->launch->threads, gpu_waves(gpu), gpu->chip.name);
    fprintf(out, "ALU: %" PRIu64 " groups, %" PRIu64 " instructions, %.1f %% of the slots of these groups used\n",
            groups, instructions, per_cent(instructions, ISA_SLOTS * groups));
    print_issue(out, gpu->simd);
    if (gpu->setup.memory.unplaced_reads)
        fprintf(out, "memory: %" PRIu64 " words read as zero where nothing was placed\n",
                gpu->setup.memory.unplaced_reads);
    if (run->saved)
        fprintf(out, "snapshot: %s at cycle %" PRIu64 "\n", run->options->save, run->options->save_cycle);
    if (run->options->out && written)
        fprintf(out, "results: %s\n", run->options->out);
    if (run->traced && run->save_file)
        print_waveform(out, run);
}

/* ---- everything ------------------------------------------------------------------------------------------------- */

static bool write_files(const struct run *run, const struct result_run *result, FILE *out, struct diag *diag)
{
    const struct run_options *options = run->options;
    if (options->stats && strcmp(options->stats, "-") == 0) {
        if (!results_put_json(out, RESULT_TEXT_STATISTICS, result, NULL, 0))
            return diag_set(diag, NULL, 0, "not enough memory for the statistics");
    } else if (options->stats && !results_write_statistics(options->stats, result, diag)) {
        return false;
    }
    if (options->json && !results_write_json(out, "standard output", result, diag))
        return false;
    return !options->out || results_write(options->out, result, diag);
}

int run_report(const struct run *run, const struct run_outcome *outcome, int status)
{
    const struct run_options *options = run->options;
    const struct gpu         *gpu = run->gpu;
    const char               *program = options->program ? options->program : gpu->launch->program.path;
    struct tables             tables = {0};
    struct diag               diag = {0};
    struct output             out;
    const bool                to_stdout = options->json || (options->stats && strcmp(options->stats, "-") == 0);
    struct result_run         result = {.version = WEKIVA_VERSION,
                                        .status = status_name(outcome),
                                        .message = outcome->message,
                                        .program_path = program,
                                        .program = gpu->program,
                                        .launch = gpu->launch,
                                        .cycles = gpu->cycle,
                                        .exports = gpu_exports(run->gpu),
                                        .hazards = &gpu->hazards,
                                        .summary = outcome->end == RUN_FINISHED ? &outcome->summary : NULL};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    const bool good = fill_tables(run, &result, &tables, &diag) && write_files(run, &result, out.file, &diag);
    tables_free(&tables);
    if (!options->quiet && !to_stdout)
        print_summary(out.file, run, outcome, good);
    status = output_print(&out, status);
    return good ? status : complain(&diag, STATUS_BAD_INPUT);
}

/* The launch's own writes of registers of which nothing has been read to set the machine up. */
static void print_ignored(FILE *out, const struct gpu *gpu)
{
    const struct register_file *registers = &gpu->setup.registers;
    unsigned                    count = 0;
    for (unsigned i = 0; i < gpu->launch->register_count; i++) {
        const struct launch_register *entry = &gpu->launch->registers[i];
        char                          name[REGISTER_NAME_SIZE];
        unsigned                      index;
        const struct register_row    *row =
            entry->known ? register_find_offset(entry->offset, &index) : register_find_name(entry->name, &index);
        const unsigned slot = row->slot + index;
        if (registers->read[slot / 32] >> slot % 32 & 1)
            continue;
        fprintf(out, "%s  %s = 0x%08" PRIx32 "\n", count++ ? "" : "registers of the launch that the model ignores:\n",
                register_name(row, index, name, sizeof name), entry->value);
    }
    if (!count)
        fprintf(out, "registers of the launch that the model ignores: none\n");
}

void run_print_configuration(FILE *out, const struct run *run)
{
    const struct gpu            *gpu = run->gpu;
    const struct simd_launch    *simd = &gpu->setup.simd;
    const struct chip_config    *chip = &gpu->chip;
    const struct chip_parameter *row = chip_parameters;
    fprintf(out, "wekiva %s\nprogram: %s, %s, %u dwords, hash %016" PRIx64 "\n", WEKIVA_VERSION,
            gpu->launch->program.path, program_form_name(gpu->program->form), gpu->program->count, gpu->program->hash);
    fprintf(out, "launch: %s, stage %s, %" PRIu32 " threads, %u GPRs, %u clause temporaries, hash %016" PRIx64 "\n",
            gpu->launch->path, launch_stage_name(gpu->launch->stage), simd->threads, simd->num_gprs, simd->temporaries,
            gpu->launch->hash);
    fprintf(out, "wavefronts at once: %u\nchip: %s\n", simd_wave_limit(chip, simd), chip->name);
    for (; row < chip_parameters + chip_parameter_count; row++) {
        const uint32_t    value = chip_value(chip, row);
        const char *const name = chip_value_name(row, value);
        if (name)
            fprintf(out, "  %s = %s\n", row->name, name);
        else
            fprintf(out, "  %s = %" PRIu32 "%s%s\n", row->name, value, row->unit[0] ? " " : "", row->unit);
    }
    print_ignored(out, gpu);
}
