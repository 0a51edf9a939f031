/* run_report.c - what `wekiva run` says at the end. */
#include "tools/run/run_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/text.h"
#include "tb/lockstep/takeover.h"
#include "tools/output.h"
#include "tools/run/run_limit.h"
#include "tools/run/run_trace.h"
#include "tools/run/run_trigger.h"

/* Rows that the machine fills; freed after the report. */
struct tables {
    struct result_parameter *parameters;
    struct result_statistic *statistics;
    struct result_buffer    *buffers;
    uint32_t                *lds, *globals;
    struct result_limit      limits[MACHINE_PEAKS];
    struct energy_row        energy[ENERGY_ROWS];
};

static void tables_free(struct tables *tables)
{
    free(tables->parameters);
    free(tables->statistics);
    free(tables->buffers);
    free(tables->lds);
    free(tables->globals);
}

static struct result_buffer *buffers_of(const struct rtl_machine *machine)
{
    const unsigned        count = machine->launch->buffer_count;
    struct result_buffer *buffers = calloc(count + 1, sizeof *buffers);
    if (buffers)
        machine->kind->results->buffers(machine->of, buffers, count);
    return buffers;
}

/* The words of what threads share, or NULL. */
static uint32_t *shared_of(const struct rtl_machine *machine, enum machine_shared what, size_t *count)
{
    const struct machine_results *of = machine->kind->results;
    *count = of->shared(machine->of, what, NULL);
    uint32_t *words = calloc(*count + 1, sizeof *words);
    if (words)
        of->shared(machine->of, what, words);
    return words;
}

static bool fill_shared(const struct run *run, struct result_run *result, struct tables *tables)
{
    const struct run_options *options = run->options;
    if (options->dump_lds || options->dump_globals)
        run->machine.kind->look(run->machine.of, (unsigned)MACHINE_ALL);
    if (options->dump_lds)
        result->lds = tables->lds = shared_of(&run->machine, MACHINE_LDS, &result->lds_words);
    if (options->dump_globals)
        result->globals = tables->globals = shared_of(&run->machine, MACHINE_GLOBALS, &result->global_words);
    return (tables->lds || !options->dump_lds) && (tables->globals || !options->dump_globals);
}

/* Statistics are in what is written, none of them in the summary: to collect them is a tenth of a short run. */
static bool writes(const struct run *run)
{
    return run->options->stats || run->options->json || run->options->out;
}

static bool fill_limits(const struct run *run, struct result_run *result, struct tables *tables)
{
    if (!run->options->limit || !writes(run))
        return true;
    result->limits = tables->limits;
    return run_limit_rows(run, tables->limits, &result->limit_count);
}

static bool fill_tables(const struct run *run, struct result_run *result, struct tables *tables, struct diag *diag)
{
    const struct rtl_machine     *machine = &run->machine;
    const struct machine_results *of = machine->kind->results;
    struct result_parameter       no_parameters[1]; /* with room for none, the machine only counts */
    struct result_statistic       no_statistics[1];
    result->parameter_count = writes(run) ? of->parameters(machine->of, no_parameters, 0) : 0;
    result->statistic_count = writes(run) ? of->statistics(machine->of, no_statistics, 0) : 0;
    result->buffer_count = machine->launch->buffer_count;
    tables->parameters = calloc(result->parameter_count + 1, sizeof *tables->parameters);
    tables->statistics = calloc(result->statistic_count + 1, sizeof *tables->statistics);
    tables->buffers = buffers_of(machine);
    if (!tables->parameters || !tables->statistics || !tables->buffers)
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    if (result->parameter_count)
        of->parameters(machine->of, tables->parameters, result->parameter_count);
    if (result->statistic_count)
        of->statistics(machine->of, tables->statistics, result->statistic_count);
    if (run->options->dump_gprs) {
        struct machine_registers registers;
        of->registers(machine->of, &registers);
        result->gprs_per_thread = registers.per_thread;
        result->gprs = registers.words;
        result->gprs_state = registers.state;
    }
    if (!fill_shared(run, result, tables) || !fill_limits(run, result, tables))
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    if (run->options->energy) {
        result->energy = tables->energy;
        result->energy_count = run_energy_rows(&run->energy, run->counters.observed.by, tables->energy);
    }
    result->parameters = tables->parameters;
    result->statistics = tables->statistics;
    result->buffers = tables->buffers;
    if (run->options->counters) {
        result->counters = run->counters.rows;
        result->counter_count = run->counters.row_count;
    }
    return true;
}

static const char *status_name(const struct run_outcome *outcome)
{
    switch (outcome->end) {
    case RUN_FINISHED:
        return outcome->summary.match ? "done" : "mismatch";
    case RUN_CYCLE_LIMIT:
    case RUN_NO_PROGRESS:
        return "cycle limit";
    case RUN_INTERRUPTED:
        return "interrupted";
    default:
        return "stopped";
    }
}

bool run_compare(const struct run *run, struct run_outcome *outcome, struct diag *diag)
{
    const struct rtl_machine *machine = &run->machine;
    struct result_buffer     *buffers = buffers_of(machine);
    if (!buffers)
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    results_compare(machine->launch, machine->kind->results->exports(machine->of), buffers,
                    machine->launch->buffer_count, &outcome->summary);
    free(buffers);
    return true;
}

/* The program's file: that of the command line goes before the launch's, which each launch of a row has. */
static const char *program_path(const struct run *run)
{
    return run->options->program && !run->row ? run->options->program : run->machine.launch->program.path;
}

/* ---- summary ---------------------------------------------------------------------------------------------------- */

/* Of assembly with its place, as editors read it. */
static void print_hazards(FILE *out, const struct run *run)
{
    const struct rtl_machine    *machine = &run->machine;
    const struct result_hazards *hazards = machine->kind->results->hazards(machine->of);
    const char *const            path = program_path(run);
    char                         text[RESULT_HAZARD_TEXT], visible[PATH_BYTES];
    for (unsigned i = 0; i < hazards->count; i++) {
        const struct result_hazard *const hazard = &hazards->list[i];
        const struct asm_place            place = machine->launch->together
                                                      ? (struct asm_place){0, 0}
                                                      : program_place(machine->program, 2 * (size_t)hazard->address);
        if (place.line)
            fprintf(out, "%s:%u:%u: ", text_visible(visible, sizeof visible, path), place.line, place.column);
        fprintf(out, "note: %s\n", results_hazard_text(hazard, text, sizeof text));
    }
}

static void print_waveform(FILE *out, const struct run *run)
{
    char name[PATH_BYTES];
    fprintf(out, "waveform: %s, cycles %" PRIu64 " to %" PRIu64 "%s",
            text_visible(name, sizeof name, run->options->trace.path), run->traced_from, run->traced_to,
            run->trace_full ? ", where it was as long as --trace-limit allows" : "");
    run_trigger_print(out, run);
    fprintf(out, "; ");
    run_trace_kept(out, run->options->trace.path, run->save_file);
    fprintf(out, "to open it:\n    ");
    run_trace_line(out, run->save_file);
    if (run->rows && run->rows->derivation.quiet_text && !run->options->trace.scope)
        fprintf(out, "%s not in the waveform (--trace-scope '*' has all)\n", run->rows->derivation.quiet_text);
}

static void print_launch_summary(FILE *out, const struct run *run, const struct run_outcome *outcome)
{
    const struct rtl_machine     *machine = &run->machine;
    const struct machine_results *results = machine->kind->results;
    if (outcome->end == RUN_INTERRUPTED)
        fprintf(out, "interrupted at cycle %" PRIu64 ": what follows is of the run up to there\n", *machine->cycle);
    if (outcome->end == RUN_FINISHED)
        results_print(out, machine->launch, &outcome->summary);
    print_hazards(out, run);
    results->print_summary(machine->of, out);
    if (run->options->counters)
        run_counters_print(out, &run->counters);
    if (run->options->energy) {
        struct energy_row rows[ENERGY_ROWS];
        const unsigned    count = run_energy_rows(&run->energy, run->counters.observed.by, rows);
        run_energy_print(out, rows, count, machine->launch->threads, run->options->verbose);
    }
    if (run->options->limit && !run_limit_print(out, run))
        fprintf(out, "limit: not enough memory\n");
}

static void print_summary(FILE *out, const struct run *run, const struct run_outcome *outcome, bool written)
{
    const struct launch *launch = run->machine.launch;
    char                 name[PATH_BYTES];
    if (run->row)
        fprintf(out, "%u of %u launches, %" PRIu64 " cycles\n", launch->number + 1, launch->row_count,
                *run->machine.cycle);
    else
        print_launch_summary(out, run, outcome);
    if (run->saved)
        fprintf(out, "snapshot: %s at cycle %" PRIu64 "\n", text_visible(name, sizeof name, run->options->save),
                run->options->save_cycle);
    if (run->options->out && written)
        fprintf(out, "results: %s\n", text_visible(name, sizeof name, run->options->out));
    if (run->traced && run->options->trace.saif)
        fprintf(out, "toggles: %s, cycles %" PRIu64 " to %" PRIu64 "\n",
                text_visible(name, sizeof name, run->options->trace.saif), run->traced_from, run->traced_to);
    run_roofline_print(out, run);
    run_activity_print(out, &run->activity);
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

static struct result_run result_of(const struct run *run, const struct run_outcome *outcome)
{
    const struct rtl_machine     *machine = &run->machine;
    const struct machine_results *of = machine->kind->results;
    return (struct result_run){.version = WEKIVA_VERSION,
                               .status = status_name(outcome),
                               .message = outcome->message,
                               .program_path = machine->launch->program.path,
                               .program = machine->program,
                               .launch = machine->launch,
                               .cycles = of->cycles(machine->of),
                               .exports = of->exports(machine->of),
                               .hazards = of->hazards(machine->of),
                               .statistic_format = run->options->stats_format,
                               .summary = outcome->end == RUN_FINISHED ? &outcome->summary : NULL};
}

static bool write_launch(const struct run *run, const struct result_run *result, struct diag *diag)
{
    char path[PATH_BYTES];
    if (!run->options->out)
        return true;
    if (mkdir(run->options->out, 0777) != 0 && errno != EEXIST)
        return diag_set(diag, run->options->out, 0, "cannot make the folder: %s", strerror(errno));
    return results_row_folder(run->options->out, run->machine.launch->number, path, sizeof path, diag) &&
           results_write(path, result, diag);
}

static bool to_stdout(const struct run_options *options)
{
    return options->json || (options->stats && strcmp(options->stats, "-") == 0);
}

static bool print_launch(const struct run *run, const struct run_outcome *outcome)
{
    const struct launch *launch = run->machine.launch;
    struct output        out;
    if (run->options->quiet || to_stdout(run->options))
        return true;
    if (!output_open(&out))
        return false;
    fprintf(out.file, "launch %u of %u: %s, ", launch->number, launch->row_count, launch->program.path);
    if (launch->together)
        fprintf(out.file, "stage %s, beside the others\n", launch_stage_name(launch->stage));
    else
        fprintf(out.file, "from cycle %" PRIu64 "\n",
                *run->machine.cycle - run->machine.kind->results->cycles(run->machine.of));
    print_launch_summary(out.file, run, outcome);
    return output_print(&out, STATUS_DONE) == STATUS_DONE;
}

bool run_report_launch(struct run *run, const struct run_outcome *outcome, struct diag *diag)
{
    struct tables     tables = {0};
    struct result_run result = result_of(run, outcome);
    const bool        good = fill_tables(run, &result, &tables, diag) && results_row_add(&run->row, &result, diag) &&
                      write_launch(run, &result, diag);
    tables_free(&tables);
    run->mismatch = run->mismatch || (outcome->end == RUN_FINISHED && !outcome->summary.match);
    return good && (print_launch(run, outcome) || diag_set(diag, NULL, 0, "standard output is lost"));
}

/* Of a row its buffers and parameters are those of the last launch; the rest is in the results of each. */
static void make_row(const struct run *run, struct result_run *result)
{
    result->row = run->row;
    result->cycles = *run->machine.cycle;
    if (run->mismatch && strcmp(result->status, "done") == 0)
        result->status = "mismatch";
    result->exports = NULL;
    result->gprs = NULL;
    result->lds = result->globals = NULL;
}

bool run_report_beside(const struct run *run)
{
    struct output out;
    if (!run->options->beside_count || !output_open(&out))
        return !run->options->beside_count;
    const bool same = takeover_print_beside(out.file, run->takeover);
    if (same && !run->options->quiet && !to_stdout(run->options))
        return output_print(&out, STATUS_DONE) == STATUS_DONE;
    fflush(out.file);
    if (!same)
        fputs(out.text, stderr);
    output_drop(&out);
    return same;
}

int run_report(const struct run *run, const struct run_outcome *outcome, int status)
{
    const struct run_options *options = run->options;
    struct tables             tables = {0};
    struct diag               diag = {0};
    struct output             out;
    struct result_run         result = result_of(run, outcome);
    result.program_path = program_path(run);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    bool good = fill_tables(run, &result, &tables, &diag);
    if (run->row)
        make_row(run, &result);
    good = good && write_files(run, &result, out.file, &diag);
    tables_free(&tables);
    if (!options->quiet && !to_stdout(options))
        print_summary(out.file, run, outcome, good);
    status = output_print(&out, status);
    return good ? status : complain(&diag, STATUS_BAD_INPUT);
}

void run_print_configuration(FILE *out, const struct run *run)
{
    const struct rtl_machine *machine = &run->machine;
    fprintf(out, "wekiva %s\nprogram: %s, %s, %u dwords, hash %016" PRIx64 "\n", WEKIVA_VERSION,
            machine->launch->program.path, program_form_name(machine->program->form), machine->program->count,
            machine->program->hash);
    machine->kind->results->print_setup(machine->of, out);
}
