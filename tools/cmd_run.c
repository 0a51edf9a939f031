/* cmd_run.c - `wekiva run`: loads a launch, runs it, compares, reports. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "kit/crew.h"
#include "tb/lockstep/takeover.h"
#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/lint_text.h"
#include "tools/output.h"
#include "tools/run_paths.h"
#include "tools/run_report.h"
#include "tools/run_trace.h"
#include "tools/source.h"

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static bool load_program(const struct run_options *options, const struct launch *launch, struct program *program,
                         struct diag *diag)
{
    if (options->program)
        return source_load(options->program, program, diag);
    if (!launch->program.path)
        return diag_set(diag, launch->path, 0,
                        "names no program: expected PROGRAM on the command line, or the key "
                        "\"program\"");
    return program_load(launch->program.path, program, diag);
}

/* Messages about the program name the one of the command line. */
static bool name_program(const struct run_options *options, struct launch *launch, struct diag *diag)
{
    if (!options->program)
        return true;
    free(launch->program.path);
    launch->program.path = strdup(strcmp(options->program, "-") == 0 ? "standard input" : options->program);
    return launch->program.path || diag_set(diag, options->program, 0, "not enough memory");
}

static void print_finding(void *context, const struct lint_finding *finding)
{
    const struct run *run = context;
    if (run->options->lint || finding->level == LINT_NOT_GIVEN)
        lint_print(stderr, run->machine.launch->program.path, finding);
}

/* What the launch does not give is told in any case: the run goes on with zeros. */
static bool lint(struct run *run, struct diag *diag)
{
    return run->machine.kind->results->lint(run->machine.of, print_finding, run, diag);
}

/* Everything a run needs, in the order in which it is made. */
struct session {
    struct run_options  options;
    struct launch      *launch;
    struct program      program;
    struct machine_chip chip;
    struct run          run;
};

/* Verilog blocks in the place of modules, and records. */
static bool beside_open(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    if (options->replace_count + options->record_count == 0)
        return true;
    run->takeover = takeover_create(&run->machine, diag);
    for (unsigned i = 0; run->takeover && i < options->replace_count; i++)
        if (!takeover_replace(run->takeover, options->replace[i], diag))
            return false;
    for (unsigned i = 0; run->takeover && i < options->record_count; i++)
        if (!takeover_record(run->takeover, options->record[i], diag))
            return false;
    return run->takeover && takeover_start(run->takeover, diag);
}

/* A run may take hours: what its end would only then find out is found out now. */
static bool try_outputs(const struct run_options *options, struct diag *diag)
{
    const char *const files[] = {options->stats, options->save[0] ? options->save : NULL};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && !output_try(files[i], diag))
            return false;
    return !options->out || output_try_folder(options->out, diag);
}

static bool set_jobs(struct run *run, struct diag *diag)
{
    const struct rtl_machine *machine = &run->machine;
    const unsigned            jobs = run->options->jobs ? (unsigned)run->options->jobs : crew_processors();
    return !machine->kind->set_jobs ||
           machine->kind->set_jobs(machine->of, jobs < MACHINE_JOBS_MAX ? jobs : MACHINE_JOBS_MAX, diag);
}

static bool session_open(struct session *session, struct diag *diag)
{
    const struct run_options *options = &session->options;
    struct run               *run = &session->run;
    run->options = options;
    session->launch = launch_load(options->launch, diag);
    if (!session->launch || !load_program(options, session->launch, &session->program, diag) ||
        !machine_chip_choose(options->chip, &session->program, "--set ", options->sets, options->set_count,
                             &session->chip, diag) ||
        !run_paths(options, session->launch, session->chip.family->looks, diag) ||
        !name_program(options, session->launch, diag))
        return false;
    chip_warn(session->launch->program.path, &session->program, &session->chip);
    if (!try_outputs(options, diag) ||
        !rtl_machine_create(&session->chip, &session->program, session->launch, &run->machine, diag))
        return false;
    if (!set_jobs(run, diag))
        return false;
    if ((options->dump_gprs && !run->machine.kind->results->keep_registers(run->machine.of, diag)) ||
        (options->load && !machine_snapshot_load(options->load, &run->machine, diag)))
        return false;
    if (!beside_open(run, diag))
        return false;
    if (!lint(run, diag))
        return false;
    const uint64_t cycle = *run->machine.cycle;
    if (options->save[0] && options->save_cycle < cycle)
        return diag_set(diag, NULL, 0, "--save-snapshot: the run starts at cycle %" PRIu64 ", expected a later one",
                        cycle);
    if (cycle >= options->max_cycles)
        return diag_set(diag, NULL, 0, "--max-cycles %" PRIu64 ": expected more than the snapshot's %" PRIu64,
                        options->max_cycles, cycle);
    return !options->trace.path || run_trace_open(run, diag);
}

static void session_close(struct session *session)
{
    run_trace_close(&session->run);
    if (session->run.rows)
        session->run.rows->free(session->run.rows);
    takeover_close(session->run.takeover, NULL);
    free(session->run.save_file);
    rtl_machine_free(&session->run.machine);
    machine_chip_free(&session->chip);
    program_free(&session->program);
    if (session->launch)
        launch_free(session->launch);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* The message and the status of a run that did not finish. */
static int cut_short(const struct run *run, const struct diag *diag, struct run_outcome *outcome)
{
    if (outcome->end == RUN_CYCLE_LIMIT) {
        fprintf(stderr, "wekiva: %s: not finished at cycle %" PRIu64 ", the limit (--max-cycles)\n",
                run->options->launch, *run->machine.cycle);
        outcome->message = "the program did not finish within the cycle limit";
        return STATUS_CYCLE_LIMIT;
    }
    if (outcome->end == RUN_INTERRUPTED) {
        fprintf(stderr, "wekiva: interrupted at cycle %" PRIu64, *run->machine.cycle);
        if (run->traced && !run->trace_full)
            fprintf(stderr, "; the waveform is whole up to there: %s", run->options->trace.path);
        fputc('\n', stderr);
        outcome->message = "interrupted by a signal";
        return 128 + run->signal;
    }
    outcome->message = diag->what;
    return complain(diag, STATUS_FAILED);
}

static int run_session(struct run *run)
{
    struct diag        diag = {0}, record_diag = {0};
    struct run_outcome outcome = {0};
    int                status = STATUS_DONE;
    if (run->options->verbose)
        run_print_configuration(stderr, run);
    if (run->options->verbose && run->takeover)
        takeover_print(stderr, run->takeover);
    outcome.end = run_clock(run, &diag);
    run_trace_close(run);
    const bool recorded = takeover_close(run->takeover, &record_diag);
    run->takeover = NULL;
    if (outcome.end == RUN_NO_SNAPSHOT || outcome.end == RUN_NO_BLOCK)
        return complain(&diag, STATUS_BAD_INPUT);
    if (outcome.end != RUN_NO_TRACE) {
        if (outcome.end != RUN_FINISHED)
            status = cut_short(run, &diag, &outcome);
        else if (!run_compare(run, &outcome, &diag))
            return complain(&diag, STATUS_BAD_INPUT);
        else
            status = outcome.summary.match ? STATUS_DONE : STATUS_FAILED;
        status = run_report(run, &outcome, status);
        if (run->options->save[0] && !run->saved && outcome.end != RUN_INTERRUPTED) {
            fprintf(stderr, "wekiva: --save-snapshot: the run ended at cycle %" PRIu64 ", before cycle %" PRIu64 "\n",
                    *run->machine.cycle, run->options->save_cycle);
            status = STATUS_BAD_INPUT;
        }
    }
    if (!recorded)
        status = complain(&record_diag, STATUS_BAD_INPUT);
    if (run->trace_lost)
        status = complain(&run->trace_diag, STATUS_BAD_INPUT);
    return status;
}

static int run_run(const struct command *command, int argc, char **argv)
{
    struct session *session = calloc(1, sizeof *session);
    struct diag     diag = {0};
    if (!session) {
        fprintf(stderr, "wekiva: not enough memory\n");
        return STATUS_BAD_INPUT;
    }
    const int parsed = run_options_parse(command, argc, argv, &session->options);
    int       status = options_status(parsed);
    run_handle_signals();
    if (parsed == OPTION_END)
        status = session_open(session, &diag) ? run_session(&session->run) : complain(&diag, STATUS_BAD_INPUT);
    session_close(session);
    free(session);
    return status;
}

const struct command run_command = {
    .name = "run",
    .operands = "[PROGRAM] --launch FILE [OPTION]...",
    .summary = "runs a shader program, cycle by cycle, and compares what it produces",
    .text = "PROGRAM is an ELF object as LLVM writes it for r600, raw little-endian dwords, a hex dump\n"
            "or assembly text, told apart by content; - reads it from the standard input.  Without it\n"
            "the launch file names the program.\n"
            "\n"
            "exit status:\n"
            "  0  the program ended and what it produced is as expected\n"
            "  1  something differs, or the program broke a rule of the manual while it ran\n"
            "  2  wrong usage, bad input (also a program that is refused before it runs), lost output\n"
            "  3  not finished at --max-cycles\n"
            "  130, 143  interrupted by SIGINT, SIGTERM; waveform and results are those up to there\n"
            "\n"
            "examples:\n"
            "  wekiva run prog.o --launch launch.json\n"
            "  wekiva run --launch launch.json --chip rv710 --set kc_miss_clk=400 --stats stats.json\n"
            "  wekiva run --launch launch.json --trace out.vcd --trace-window 100:500\n"
            "  wekiva run --launch launch.json --save-snapshot half@5000\n"
            "  wekiva run --launch launch.json --load-snapshot half --trace rest.fst --trace-lanes\n",
    .options = run_option_rows,
    .option_count = RUN_OPTION_COUNT,
    .run = run_run,
};
