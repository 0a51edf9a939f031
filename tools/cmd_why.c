/* cmd_why.c - `wekiva why`: why a chance to issue something passed unused, back to its cause; or all of a run. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/run_options.h"
#include "tools/source.h"
#include "tools/sweep/sweep_subject.h"
#include "tools/why/why_report.h"
#include "trace/perfetto/perfetto.h"

enum {
    OPTION_SLOT = SUBJECT_OPTIONS,
    OPTION_SIMD,
    OPTION_THREADS,
    OPTION_WARM,
    OPTION_PERFETTO,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS,
    OPTION_SUM,
    OPTION_JSON
};

struct why_job {
    struct subject       subject;
    const char          *point; /* of a sweep, or NULL */
    struct sweep_subject of;
    const char          *perfetto_path;
    bool                 json, one_simd, one_slot, one_cycle, sums, warm;
    uint64_t             simd, cycle, threads, max_cycles, no_progress;
    uint64_t             begins;   /* the run that is asked, where it is the second one */
    unsigned             arbiters; /* a bit each */
    struct rtl_machine   machine;
    struct pipe_view    *perfetto;
    struct why_report    report;
    struct why_sum       sum;
};

static const struct option_row why_options[] = {
    SUBJECT_ROWS(struct why_job, subject, "the launch file: what the run starts with"),
    [OPTION_SLOT] = {"slot", 0, "even|odd|cf", "only this wavefront slot, or CF fetch (default: all three)",
                     OPTION_OWN},
    [OPTION_SIMD] = {"simd", 0, "N", "of this SIMD (default: 0; without CYCLE all)", OPTION_OWN},
    [OPTION_THREADS] = {"threads", 't', "N", "threads, in place of the launch's: its inputs repeat",
                        OPTION_NUMBER(struct why_job, threads, 1, LAUNCH_THREADS_MAX)},
    [OPTION_WARM] = {"warm", 0, NULL, "the run runs twice, and the second time is asked: caches as the first left them",
                     OPTION_FLAG(struct why_job, warm)},
    [OPTION_PERFETTO] = {"perfetto", 0, "OUT.pftrace",
                         "write the run up to there, and the chain in it, for ui.perfetto.dev",
                         OPTION_TEXT(struct why_job, perfetto_path)},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 100000000)",
                           OPTION_NUMBER(struct why_job, max_cycles, 1, UINT64_MAX - 1)},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "end with status 3 when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)",
                            OPTION_NUMBER(struct why_job, no_progress, 0, UINT64_MAX)},
    [OPTION_SUM] = {"sum", 0, NULL, "of all of the run: lost chances by parameter, by line, by wavefront",
                    OPTION_FLAG(struct why_job, sums)},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON", OPTION_FLAG(struct why_job, json)},
};

enum { BEFORE = PIPE_CHANCE - 1 };

/* ---- loading ---------------------------------------------------------------------------------------------------- */

/* At the beginning of the run that is asked. */
static bool make_machine(struct why_job *job, struct diag *diag)
{
    struct rtl_machine *const machine = &job->machine;
    if (!subject_machine(&job->subject, machine, diag))
        return false;
    if (!job->warm)
        return true;
    while (!machine->kind->finished(machine->of) && !machine->kind->stopped(machine->of, NULL)) {
        if (*machine->cycle >= job->max_cycles)
            return diag_set(diag, job->subject.launch_path, 0,
                            "the first run is not finished at cycle %" PRIu64 ", the limit (--max-cycles)",
                            *machine->cycle);
        if (rtl_machine_stands_still(machine, job->no_progress, diag))
            return false;
        machine->kind->run(machine->of,
                           *machine->cycle + MACHINE_WATCH_CLOCKS - *machine->cycle % MACHINE_WATCH_CLOCKS);
    }
    if (machine->kind->stopped(machine->of, diag))
        return false;
    job->begins = *machine->cycle;
    return rtl_machine_next(machine, &job->subject.program, job->subject.launch, diag);
}

static bool load(struct why_job *job, struct diag *diag)
{
    const struct subject_file file = {PATH_WRITTEN, job->perfetto_path, "--perfetto"};
    if ((job->point && !sweep_subject_open(&job->of, job->point, &job->subject, diag)) ||
        !subject_load(&job->subject, &file, 1, diag) ||
        (job->point && !sweep_subject_loaded(&job->of, &job->subject, diag)) ||
        (job->threads && !launch_set_threads(job->subject.launch, (unsigned)job->threads, diag)))
        return false;
    job->warm = job->warm || job->of.sweep.warm;
    if (job->warm)
        job->subject.launch->keeps = (1u << (LAUNCH_CACHE_PROGRAM + 1)) - 1;
    return make_machine(job, diag);
}

static bool open_view(struct why_job *job, struct diag *diag)
{
    if (!job->machine.kind->results->pipeline)
        return diag_set(diag, NULL, 0, "%s: machines of this chip do not tell causes", job->subject.chip.name);
    struct machine_pipeline *view = job->report.view = job->machine.kind->results->pipeline(job->machine.of, diag);
    if (!view)
        return false;
    if (view->text->step && job->one_slot)
        return diag_set(diag, NULL, 0, "--slot: expected none with %s, which has one place that issues",
                        job->subject.chip.name);
    if (view->text->step)
        job->arbiters = 1u << PIPE_SLOT_CF;
    if (job->one_simd && job->simd >= view->simds)
        return diag_set(diag, NULL, 0, "--simd %" PRIu64 ": expected 0 to %u", job->simd, view->simds - 1);
    job->report.machine = &job->machine;
    job->report.chip = &job->subject.chip;
    job->report.launch = job->subject.launch;
    job->sum.view = job->report.view;
    job->report.json = job->json;
    job->report.sum = job->sums ? &job->sum : NULL;
    job->report.max_cycles =
        job->max_cycles < UINT64_MAX - job->begins ? job->begins + job->max_cycles : job->max_cycles;
    job->report.no_progress = job->no_progress;
    return true;
}

/* The run as it is without anybody who asks, on a machine that is thrown away. */
static bool foresee(struct why_job *job, struct diag *diag)
{
    if (!open_view(job, diag))
        return false;
    const bool good = why_report_foresee(&job->report, job->one_cycle ? job->cycle : UINT64_MAX);
    job->report.view->free(job->report.view);
    job->report.view = NULL;
    rtl_machine_free(&job->machine);
    return good ? make_machine(job, diag) : diag_set(diag, NULL, 0, "not enough memory");
}

static bool begin(struct why_job *job, struct diag *diag)
{
    if (!open_view(job, diag) ||
        (job->perfetto_path && !(job->perfetto = perfetto_open(job->perfetto_path, 0, job->report.view->text, diag))))
        return false;
    if (job->perfetto)
        job->report.view->takers[job->report.view->taker_count++] = &job->perfetto->taker;
    why_report_begin(&job->report);
    return true;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* The chances whose clock this is, for cycles must not fall; at last those that there are none of. */
static bool ask(struct why_job *job, uint64_t at)
{
    for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++) {
        const uint64_t chance = job->report.view->chance(job->report.view, arbiter, job->cycle);
        if (job->arbiters >> arbiter & 1 && (chance == at || (chance == UINT64_MAX && at == job->cycle)) &&
            !why_report_ask(&job->report, (unsigned)job->simd, (enum pipe_arbiter)arbiter, job->cycle))
            return false;
    }
    return true;
}

/* The run was not followed to its end: the diagnosis says why. */
static bool cut(const struct why_job *job, struct diag *diag)
{
    if (job->report.cut.what[0])
        diag_set(diag, job->subject.launch_path, 0, "%s", job->report.cut.what);
    return job->report.cut.what[0];
}

static bool one_cycle(struct why_job *job, FILE *out, struct diag *diag)
{
    for (uint64_t at = job->cycle < BEFORE ? 0 : job->cycle - BEFORE; at <= job->cycle; at++)
        if (!ask(job, at))
            return !cut(job, diag) &&
                   diag_set(diag, job->subject.launch_path, 0,
                            "the run ends at cycle %" PRIu64 ", expected a CYCLE before it, not %" PRIu64,
                            *job->machine.cycle, job->cycle);
    why_report_settle(&job->report);
    why_report_print(&job->report, out);
    if (job->perfetto)
        why_report_draw(&job->report, job->perfetto);
    return true;
}

static bool is_behind(const struct why_job *job, struct diag *diag)
{
    return job->cycle > job->begins ||
           diag_set(diag, job->subject.launch_path, 0,
                    "the second run begins at cycle %" PRIu64 ", expected a CYCLE behind that, not %" PRIu64,
                    job->begins, job->cycle);
}

static int answer(struct why_job *job)
{
    struct diag   diag = {0};
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    bool good = load(job, &diag) && (!job->one_cycle || !job->warm || is_behind(job, &diag)) && foresee(job, &diag) &&
                begin(job, &diag);
    if (good && job->warm && !job->json)
        fprintf(out.file, "the second run begins at cycle %" PRIu64 "\n", job->begins);
    if (good && job->one_cycle)
        good = one_cycle(job, out.file, &diag);
    else if (good)
        why_report_all(&job->report, job->arbiters, job->one_simd ? (int)job->simd : -1, out.file);
    if (good && job->sum.out_of_memory)
        good = !diag_set(&diag, NULL, 0, "--sum: not enough memory");
    if (job->report.view) {
        job->report.view->end(job->report.view);
        if (!pipe_view_close(job->perfetto, *job->machine.cycle, good, good ? &diag : NULL))
            good = false;
        job->report.view->free(job->report.view);
    }
    const bool stopped = good && job->machine.kind->stopped(job->machine.of, &diag);
    why_report_free(&job->report);
    rtl_machine_free(&job->machine);
    subject_free(&job->subject);
    sweep_subject_close(&job->of);
    if (stopped)
        return complain(&diag, output_print(&out, STATUS_FAILED));
    if (good && cut(job, &diag))
        return complain(&diag, output_print(&out, STATUS_CYCLE_LIMIT));
    if (good)
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool take_slot(const struct command *command, struct why_job *job)
{
    unsigned   arbiter = 0;
    const bool good = option_choice(command, OPTION_SLOT, optarg, &arbiter);
    job->arbiters = 1u << arbiter;
    job->one_slot = true;
    return good;
}

static bool take_own(const struct command *command, int option, void *into)
{
    struct why_job *job = into;
    if (option == OPTION_SLOT)
        return take_slot(command, job);
    job->one_simd = true;
    return option_number(command, "simd", optarg, 0, UINT32_MAX, &job->simd);
}

/* The last operand is the cycle when it is a number; a program whose name is one has a folder before it. */
static bool take_operands(const struct command *command, struct why_job *job, int argc, char **argv)
{
    int count = argc - optind;
    if (count && number_in(argv[argc - 1], 0, UINT64_MAX / 2, &job->cycle)) {
        job->one_cycle = true;
        count--;
    }
    if (count > 1) {
        usage_error(command, "expected at most one PROGRAM and a CYCLE, got %d operands", argc - optind);
        return false;
    }
    job->subject.program_path = count ? argv[optind] : NULL;
    if (count && sweep_subject_is(argv[optind])) {
        job->point = argv[optind];
        if (job->subject.launch_path || job->subject.chip_name || job->subject.set_count) {
            usage_error(command,
                        "%s: a point of a sweep has a launch and a chip: expected no --launch, --chip, --set with it",
                        job->point);
            return false;
        }
    } else if (count && !job->subject.launch_path && source_is_launch(argv[optind])) {
        job->subject.launch_path = argv[optind];
        job->subject.program_path = NULL;
    }
    if (!job->subject.launch_path && !job->point)
        usage_error(command, "--launch is missing: expected --launch FILE");
    else if (job->perfetto_path && !job->one_cycle)
        usage_error(command, "--perfetto: expected a CYCLE with it");
    else if (job->sums && job->one_cycle)
        usage_error(command, "--sum: expected no CYCLE with it, for it is of all of the run");
    else
        return true;
    return false;
}

static int why_run(const struct command *command, int argc, char **argv)
{
    struct why_job *job = calloc(1, sizeof *job);
    int             status = STATUS_BAD_INPUT;
    option_set_t    given = 0;
    if (!job) {
        fprintf(stderr, "wekiva: not enough memory\n");
        return status;
    }
    job->max_cycles = 100000000;
    job->no_progress = RUN_NO_PROGRESS_DEFAULT;
    job->subject.one_for = "for causes, or several at once";
    job->subject.at_once = true;
    job->arbiters = (1u << PIPE_ARBITERS) - 1;
    if (options_read(command, argc, argv, &given, take_own, job, &status))
        status = take_operands(command, job, argc, argv) ? answer(job) : STATUS_BAD_INPUT;
    free(job);
    return status;
}

const struct command why_command = {
    .name = "why",
    .operands = "[PROGRAM|SWEEP.db@POINT] [CYCLE] --launch FILE [OPTION]...",
    .summary = "says why a chance to issue something passed unused, back to its cause",
    .text = "Of the chance that a wavefront slot has in the rotation of CYCLE, and CF fetch in that clock: the\n"
            "reason that statistics count, the wavefront issued next, what it waits for, and so on back\n"
            "to a cause: a miss, a lock, a port, no room, a barrier, the clocks that something takes; the\n"
            "parameters on which that depends; and when it is over.  A chance that was used says so.\n"
            "SWEEP.db@3 is point 3 of a sweep (its column point), with its launch, chip and threads.\n"
            "Parameters `beside` each other end at about the same time: one of them alone changes little.\n"
            "Without CYCLE: how many chances of the run were lost for which reason and cause; with --sum:\n"
            "for which parameter, before which line of the program, before which wavefront's work.\n"
            "R580's sequencer and NV30's core have a chance in each clock, and no slots.\n"
            "\n"
            "examples:\n"
            "  wekiva why --launch launch.json 1834\n"
            "  wekiva why prog.o 1834 --launch launch.json --slot even --simd 3 --json\n"
            "  wekiva why --launch launch.json 1834 --set kc_miss_clk=1\n"
            "  wekiva why --launch launch.json\n"
            "  wekiva why --launch launch.json --sum --warm\n"
            "  wekiva why sweep.db@3 --sum\n",
    .options = why_options,
    .option_count = sizeof why_options / sizeof why_options[0],
    .run = why_run,
};
