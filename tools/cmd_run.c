/* cmd_run.c - `wekiva run`: loads a launch, runs it, compares, reports. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "kit/crew.h"
#include "tb/lockstep/takeover.h"
#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/hand_over.h"
#include "tools/lint_text.h"
#include "tools/output.h"
#include "tools/run/run_activity.h"
#include "tools/run/run_flip.h"
#include "tools/run/run_limit.h"
#include "tools/run/run_live.h"
#include "tools/run/run_option_rows.h"
#include "tools/run/run_paths.h"
#include "tools/run/run_pipeline.h"
#include "tools/run/run_programs.h"
#include "tools/run/run_report.h"
#include "tools/run/run_trace.h"
#include "tools/run/run_trigger.h"
#include "tools/source.h"

/* ---- checking ---------------------------------------------------------------------------------------------------- */

static void print_finding(void *context, const struct lint_finding *finding)
{
    const struct run *run = context;
    if (run->options->lint || finding->level == LINT_NOT_GIVEN)
        lint_print(stderr, run->machine.launch->program.path, run->machine.program, finding);
}

/* What the launch does not give is told in any case: the run goes on with zeros. */
static bool lint(struct run *run, struct diag *diag)
{
    const struct machine_results *const results = run->machine.kind->results;
    return !results->lint || results->lint(run->machine.of, run->options->lint, print_finding, run, diag);
}

/* Of launches at once each has a program and inputs of its own. */
static bool lint_all(struct run *run, struct diag *diag)
{
    const struct launch *const first = run->machine.launch;
    const struct rtl_machine   machine = run->machine;
    bool                       good = lint(run, diag);
    for (const struct launch *launch = first->next; good && first->together && launch; launch = launch->next) {
        rtl_machine_choose(&run->machine, launch);
        good = lint(run, diag);
    }
    if (first->together)
        rtl_machine_choose(&run->machine, first);
    run->machine = machine;
    return good;
}

/* Everything a run needs, in the order in which it is made. */
struct session {
    struct run_options   options;
    struct launch       *launch;
    struct program       program;
    struct machine_chip  chip;
    struct run           run;
    struct output_folder out;
};

/* Verilog blocks in the place of modules and beside them, and records. */
static bool beside_open(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    if (options->replace_count + options->beside_count + options->record_count == 0)
        return true;
    run->takeover = takeover_create(&run->machine, diag);
    if (run->takeover && options->trace.path)
        takeover_show_inside(run->takeover);
    for (unsigned i = 0; run->takeover && i < options->replace_count; i++)
        if (!takeover_replace(run->takeover, options->replace[i], diag))
            return false;
    for (unsigned i = 0; run->takeover && i < options->beside_count; i++)
        if (!takeover_beside(run->takeover, options->beside[i], diag))
            return false;
    for (unsigned i = 0; run->takeover && i < options->record_count; i++)
        if (!takeover_record(run->takeover, options->record[i], diag))
            return false;
    if (!run->takeover || !takeover_start(run->takeover, diag))
        return false;
    takeover_print_warnings(stderr, run->takeover);
    return true;
}

/* A run may take hours: what its end would only then find out is found out now. */
static bool try_outputs(const struct run_options *options, struct output_folder *out, struct diag *diag)
{
    const char *const files[] = {options->stats, options->save[0] ? options->save : NULL,
                                 options->counters_file[0] ? options->counters_file : NULL, options->roofline,
                                 options->roofline_points};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] && !output_try(files[i], diag))
            return false;
    return !options->out || (output_try_folder(options->out, diag) && output_hold(out, options->out, diag));
}

static bool set_jobs(struct run *run, struct diag *diag)
{
    const struct rtl_machine *machine = &run->machine;
    const unsigned            jobs = run->options->jobs ? (unsigned)run->options->jobs : crew_processors();
    return !machine->kind->set_jobs ||
           machine->kind->set_jobs(machine->of, jobs < MACHINE_JOBS_MAX ? jobs : MACHINE_JOBS_MAX, diag);
}

/* What a later launch would be refused for is found out before the first one runs; so is what it does not give. */
static bool try_row(struct session *session, struct diag *diag)
{
    struct run           *run = &session->run;
    const struct program *before = &session->program;
    bool                  good = true;
    if (session->launch->together) /* the machine looks at all of them when it is made */
        return true;
    if (session->launch->next && run->options->replace_count + run->options->beside_count + run->options->record_count)
        return diag_set(diag, session->launch->path, session->launch->line[LAUNCH_KEY_LAUNCHES],
                        "launches: expected one, with --replace, --beside or --record");
    for (const struct launch *launch = session->launch->next; good && launch; launch = launch->next) {
        good = rtl_machine_create(&session->chip, launch->program.loaded, launch, &run->machine, diag);
        if (good && launch->program.loaded != before)
            good = lint(run, diag);
        rtl_machine_free(&run->machine);
        before = launch->program.loaded;
    }
    return good;
}

/* A snapshot of one of the launches of a row. */
static bool load_snapshot(struct run *run, struct diag *diag)
{
    struct rtl_machine *machine = &run->machine;
    if (machine_snapshot_load(run->options->load, machine, diag))
        return true;
    for (const struct launch *launch = machine->launch->next; !machine->launch->together && launch;
         launch = launch->next) {
        struct diag why = {0};
        if (!rtl_machine_next(machine, launch->program.loaded, launch, diag))
            return false;
        if (machine_snapshot_load(run->options->load, machine, &why))
            return true;
    }
    return false;
}

static bool session_open(struct session *session, struct diag *diag)
{
    const struct run_options *options = &session->options;
    struct run               *run = &session->run;
    const bool                chip_asked = options->chip;
    run->options = options;
    run->chip = &session->chip;
    session->launch = source_launch(options->launch, diag);
    if (session->launch && !machine_launch_chip(options->chip, session->launch, &session->options.chip, diag))
        return false;
    if (session->launch && options->program && !launch_takes_program(session->launch, options->program, diag))
        return false;
    if (session->launch && options->threads && !launch_set_threads(session->launch, (unsigned)options->threads, diag))
        return false;
    if (!session->launch || !run_load_program(options, session->launch, &session->program, diag) ||
        !machine_chip_choose(options->chip, &session->program, "--set ", options->sets, options->set_count,
                             &session->chip, diag) ||
        (options->live && !run_live_can(&options->trace, diag)) ||
        !run_paths(options, session->launch, session->chip.family->looks, diag) ||
        !run_load_row(options, session->launch, &session->program, diag) ||
        !run_name_program(options, session->launch, diag))
        return false;
    chip_warn(session->launch->program.path, &session->program, &session->chip, chip_asked ? NULL : session->launch);
    if (!try_outputs(options, &session->out, diag) || !try_row(session, diag) ||
        !rtl_machine_create(&session->chip, &session->program, session->launch, &run->machine, diag))
        return false;
    if (!run_limit_can(run, diag) || !run_roofline_can(run, diag) || !set_jobs(run, diag))
        return false;
    if ((options->dump_gprs && !run->machine.kind->results->keep_registers(run->machine.of, diag)) ||
        (options->load && !load_snapshot(run, diag)))
        return false;
    if (!beside_open(run, diag) || !run_flip_open(run, diag))
        return false;
    if (!lint_all(run, diag))
        return false;
    const uint64_t cycle = *run->machine.cycle;
    if (options->save[0] && options->save_cycle < cycle)
        return diag_set(diag, NULL, 0, "--save-snapshot: the run starts at cycle %" PRIu64 ", expected a later one",
                        cycle);
    if (cycle >= options->max_cycles)
        return diag_set(diag, NULL, 0, "--max-cycles %" PRIu64 ": expected more than the snapshot's %" PRIu64,
                        options->max_cycles, cycle);
    if (options->dump_lds && !run->machine.kind->results->shared(run->machine.of, MACHINE_LDS, NULL))
        return diag_set(diag, NULL, 0, "--dump-lds: this chip has no local data share");
    return run_counters_begin(&run->counters, options, &run->machine, diag) &&
           run_energy_open(&run->energy, options->energy, options->energy_table, &run->machine,
                           run->counters.observed.by, diag) &&
           run_pipeline_open(run, diag) && run_trigger_open(run, diag) &&
           (!run_options_sample(options) || options->last || run_trace_open(run, diag));
}

static void session_close(struct session *session)
{
    run_trace_close(&session->run);
    run_trigger_close(&session->run);
    run_flip_close(&session->run);
    run_pipeline_close(&session->run);
    run_counters_close(&session->run.counters, &session->options, NULL);
    if (session->run.rows)
        session->run.rows->free(session->run.rows);
    takeover_close(session->run.takeover, NULL);
    free(session->run.save_file);
    run_roofline_free(&session->run.roofline);
    run_activity_free(&session->run.activity);
    results_row_free(session->run.row);
    rtl_machine_free(&session->run.machine);
    machine_chip_free(&session->chip);
    program_free(&session->program);
    if (session->launch)
        launch_free(session->launch);
    output_release(&session->out);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* The message and the status of a run that did not finish. */
static int cut_short(const struct run *run, const struct diag *diag, struct run_outcome *outcome)
{
    if (outcome->end == RUN_CYCLE_LIMIT) {
        struct diag standing = {0};
        uint64_t    clocks;
        const bool  stands = rtl_machine_standing(&run->machine, &clocks, &standing);
        output_say("%s: not finished at cycle %" PRIu64 ", the limit (--max-cycles)%s%s", run->options->launch,
                   *run->machine.cycle, stands ? "; " : "", stands ? standing.what : "");
        outcome->message = "the program did not finish within the cycle limit";
        return STATUS_CYCLE_LIMIT;
    }
    if (outcome->end == RUN_NO_PROGRESS) {
        output_say("%s: no progress at cycle %" PRIu64 " (--no-progress): %s", run->options->launch,
                   *run->machine.cycle, diag->what);
        outcome->message = diag->what;
        return STATUS_CYCLE_LIMIT;
    }
    if (outcome->end == RUN_INTERRUPTED) {
        const bool whole = run->options->trace.path && run->traced && !run->trace_full && !run->trace_lost;
        output_say("interrupted at cycle %" PRIu64 "%s%s", *run->machine.cycle,
                   whole ? "; the waveform is whole up to there: " : "", whole ? run->options->trace.path : "");
        outcome->message = "interrupted by a signal";
        return 128 + run->signal;
    }
    outcome->message = diag->what;
    return complain(diag, STATUS_FAILED);
}

/* Launch after launch to the last one, or to one that does not finish.  False: the diagnosis says why. */
static bool clock_row(struct run *run, struct run_outcome *outcome, struct diag *diag)
{
    for (;;) {
        const struct launch *next = run->machine.launch->next;
        outcome->end = run_clock(run, diag);
        if (outcome->end != RUN_FINISHED || !next || next->together)
            return true;
        if (!run_compare(run, outcome, diag))
            return false;
        if (run->mismatch)
            run_trigger_last(run);
        if (!run_roofline_add(run, diag) || !run_report_launch(run, outcome, diag) ||
            !rtl_machine_next(&run->machine, next->program.loaded, next, diag) ||
            !run_counters_begin(&run->counters, run->options, &run->machine, diag))
            return false;
        run_trigger_begin(run);
        outcome->summary = (struct result_summary){0};
    }
}

/* Of launches at once one after the other; of a row that which ran last, for those before it are told of already.
 * False: the diagnosis says why. */
static bool compare_and_report(struct run *run, struct run_outcome *outcome, struct diag *diag)
{
    const struct launch *launch = run->machine.launch;
    bool                 good = true;
    for (; good && launch; launch = launch->together ? launch->next : NULL) {
        outcome->summary = (struct result_summary){0};
        if (launch->together)
            rtl_machine_choose(&run->machine, launch);
        good = (!launch->together || run_counters_choose(&run->counters, diag)) &&
               (outcome->end != RUN_FINISHED || run_compare(run, outcome, diag)) && run_roofline_add(run, diag) &&
               (!launch->row_count || run_report_launch(run, outcome, diag));
    }
    return good;
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
    else if (run->takeover && run->options->trace.path && !run->options->quiet)
        takeover_print_hidden(stderr, run->takeover);
    const bool clocked = clock_row(run, &outcome, &diag);
    run_trace_close(run);
    if (clocked && outcome.end != RUN_FINISHED)
        run_trigger_last(run);
    run_pipeline_close(run);
    const bool beside = run_report_beside(run);
    const bool recorded = takeover_close(run->takeover, &record_diag);
    run->takeover = NULL;
    if (!clocked || outcome.end == RUN_NO_SNAPSHOT || outcome.end == RUN_NO_BLOCK || outcome.end == RUN_NO_COUNTERS)
        return complain(&diag, STATUS_BAD_INPUT);
    if (outcome.end != RUN_FINISHED)
        status = cut_short(run, &diag, &outcome);
    if (!compare_and_report(run, &outcome, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    if (outcome.end == RUN_FINISHED)
        status = outcome.summary.match && !run->mismatch && beside ? STATUS_DONE : STATUS_FAILED;
    if (status != STATUS_DONE)
        run_trigger_last(run);
    status = run_report(run, &outcome, status);
    run_roofline_replace(&run->roofline);
    if (!run_roofline_draw(run, &diag) || !run_roofline_save(run, &diag))
        status = complain(&diag, STATUS_BAD_INPUT);
    if (run->options->save[0] && !run->saved && outcome.end != RUN_INTERRUPTED) {
        output_say("--save-snapshot: the run ended at cycle %" PRIu64 ", before cycle %" PRIu64 "", *run->machine.cycle,
                   run->options->save_cycle);
        status = STATUS_BAD_INPUT;
    }
    if (outcome.end != RUN_INTERRUPTED && !run_flip_all(run))
        status = STATUS_BAD_INPUT;
    if (!recorded)
        status = complain(&record_diag, STATUS_BAD_INPUT);
    if (run->trace_lost)
        status = run->trace_told ? STATUS_BAD_INPUT : complain(&run->trace_diag, STATUS_BAD_INPUT);
    if (run->pipeline_lost)
        status = run->pipeline_told ? STATUS_BAD_INPUT : complain(&run->pipeline_diag, STATUS_BAD_INPUT);
    return status;
}

static int run_run(const struct command *command, int argc, char **argv)
{
    struct session *session = calloc(1, sizeof *session);
    struct diag     diag = {0};
    if (!session) {
        output_say("not enough memory");
        return STATUS_BAD_INPUT;
    }
    const int parsed = run_options_parse(command, argc, argv, &session->options);
    int       status = options_status(parsed);
    if (parsed == OPTION_END && session->options.replace_count + session->options.beside_count)
        hand_over(argc, argv);
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
            "the launch file names the program.  A line that begins with note: names an instruction that read\n"
            "a register right behind its write, one of the two relative to AR, and the value it got (ISA 4.11).\n"
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
            "  wekiva run --launch launch.json --pipeline out.kanata --perfetto out.pftrace\n"
            "  wekiva run --launch launch.json --save-snapshot half@5000\n"
            "  wekiva run --launch launch.json --load-snapshot half --trace rest.fst --trace-lanes\n",
    .options = run_option_rows,
    .option_count = RUN_OPTION_COUNT,
    .rules = run_option_rules,
    .rule_count = RUN_RULE_COUNT,
    .run = run_run,
};
