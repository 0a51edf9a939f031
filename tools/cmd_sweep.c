/* cmd_sweep.c - `wekiva sweep`: every combination of parameters, chips, launches, threads, programs; its results. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/crew.h"
#include "kit/paths.h"
#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_options.h"
#include "tools/sweep/sweep_options.h"
#include "tools/sweep/sweep_plot.h"
#include "tools/sweep/sweep_run.h"

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* What is written destroys nothing that is read. */
static bool take_paths(const struct sweep_call *call, char **operands, struct diag *diag)
{
    const struct sweep_report *report = &call->report;
    struct path_set            paths;
    bool                       good = paths_begin(&paths, diag);
    for (unsigned i = 0; good && i < call->sweep.axis_count; i++) {
        const struct sweep_axis *axis = &call->sweep.axes[i];
        for (unsigned v = 0; good && axis->kind < SWEEP_THREADS && v < axis->count; v++)
            if (axis->kind != SWEEP_CHIP)
                good = paths_take(&paths, PATH_READ, axis->values[v].text, sweep_kind_name(axis->kind), diag);
            else
                good = chip_take_file(axis->values[v].text, &paths, diag);
    }
    good = good && (!call->points || paths_take(&paths, PATH_READ, call->points, "--points", diag));
    for (; good && *operands; operands++)
        good = paths_take(&paths, PATH_READ, *operands, "an operand", diag);
    good = good && (!call->out || paths_take(&paths, PATH_WRITTEN, call->out, "--out", diag)) &&
           (!call->merge || paths_take(&paths, PATH_WRITTEN, call->merge, "--merge", diag)) &&
           (!report->csv || paths_take(&paths, PATH_WRITTEN, report->csv, "--csv", diag)) &&
           (!report->html || paths_take(&paths, PATH_WRITTEN, report->html, "--html", diag));
    for (unsigned i = 0; good && i < report->plot_count; i++)
        good = paths_take(&paths, PATH_WRITTEN, report->plots[i], "--plot", diag);
    paths_free(&paths);
    const char *const files[] = {call->out, call->merge, report->csv, report->html};
    for (unsigned i = 0; good && i < sizeof files / sizeof files[0]; i++)
        good = !files[i] || output_try(files[i], diag);
    for (unsigned i = 0; good && i < report->plot_count; i++)
        good = output_try(report->plots[i], diag);
    if (good && report->plot_count && !sweep_plot_there())
        good = diag_set(diag, report->plots[0], 0,
                        "gnuplot is missing: `make deps-view` installs it (Debian: gnuplot-nox)");
    return good;
}

/* ---- what it does ----------------------------------------------------------------------------------------------- */

/* A sweep is run to have its rows; what is wrong with a program is wrong with the command, too. */
static int status_of(struct sweep_store *store, struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(
        store, diag,
        "SELECT sum(status IN ('mismatch', 'stopped')), sum(status = 'cycle limit'), sum(status = 'done') FROM point");
    int status = STATUS_BAD_INPUT;
    if (statement && sqlite3_step(statement) == SQLITE_ROW)
        status = sqlite3_column_int64(statement, 0)   ? STATUS_FAILED
                 : sqlite3_column_int64(statement, 1) ? STATUS_CYCLE_LIMIT
                 : sqlite3_column_type(statement, 2) == SQLITE_NULL || sqlite3_column_int64(statement, 2)
                     ? STATUS_DONE
                     : STATUS_FAILED;
    sqlite3_finalize(statement);
    return status;
}

/* The status of what cannot go on: after a signal that is the reason. */
static int end_early(const struct diag *diag)
{
    if (!interrupt_came())
        return complain(diag, STATUS_BAD_INPUT);
    output_say("interrupted");
    return 128 + interrupt_signal();
}

static int close_with(struct sweep_store *store, int status, struct diag *diag)
{
    if (status == STATUS_BAD_INPUT) {
        status = end_early(diag);
        sweep_store_close(store, NULL);
        return status;
    }
    return sweep_store_close(store, diag) ? status : complain(diag, STATUS_BAD_INPUT);
}

/* The report of a file that is there. */
static int show_file(struct sweep_call *call, const char *path, struct diag *diag)
{
    struct sweep_store store = {0};
    int                status = STATUS_BAD_INPUT;
    if (sweep_store_read(&store, path, &call->sweep, diag) && sweep_report(&call->sweep, &store, &call->report, diag))
        status = status_of(&store, diag);
    if (status == STATUS_BAD_INPUT)
        status = end_early(diag);
    sweep_store_close(&store, NULL);
    return status;
}

static bool merge_one(struct sweep_store *store, struct sweep *sweep, const char *first, const char *path,
                      struct diag *diag)
{
    struct sweep_store piece = {0};
    struct sweep       other = {0};
    bool               good = sweep_store_read(&piece, path, &other, diag) &&
                sweep_store_same(sweep, first, WEKIVA_VERSION, &other, path, piece.version, diag);
    sweep_store_close(&piece, NULL);
    sweep_free(&other);
    return good && sweep_store_merge(store, path, diag);
}

static int merge(struct sweep_call *call, char **operands, int count, struct diag *diag)
{
    struct sweep_store store = {0}, first = {0};
    int                status = STATUS_BAD_INPUT;
    bool               good = sweep_store_read(&first, operands[0], &call->sweep, diag);
    sweep_store_close(&first, NULL);
    good = good && sweep_store_open(&store, call->merge, &call->sweep, diag);
    for (int i = 0; good && i < count; i++)
        good = merge_one(&store, &call->sweep, operands[0], operands[i], diag);
    if (good && sweep_report(&call->sweep, &store, &call->report, diag))
        status = status_of(&store, diag);
    /* A piece that is missing can be merged into the same file later. */
    if (status == STATUS_DONE && !sweep_store_whole(&store, &call->sweep, diag))
        status = complain(diag, STATUS_FAILED);
    return close_with(&store, status, diag);
}

static int interrupted(const struct sweep_work *work, const char *path)
{
    output_say("interrupted: %" PRIu64 " of %" PRIu64 " points are in %s; the same command goes on from there",
               work->before + work->done, work->all, path);
    return 128 + interrupt_signal();
}

static int run(struct sweep_call *call, struct diag *diag)
{
    struct sweep_baseline baseline;
    struct sweep_store    store = {0};
    struct sweep_work     work = {.sweep = &call->sweep,
                                  .store = &store,
                                  .jobs = call->jobs ? (unsigned)call->jobs : crew_processors(),
                                  .part = (unsigned)call->part,
                                  .parts = (unsigned)call->parts,
                                  .quiet = call->report.quiet};
    int                   status = STATUS_BAD_INPUT;
    work.jobs = work.jobs < SWEEP_JOBS_MAX ? work.jobs : SWEEP_JOBS_MAX;
    if (!sweep_baseline_find(&call->sweep, call->report.baseline, &baseline, diag) ||
        !sweep_report_try(&call->sweep, &call->report, diag))
        return end_early(diag);
    if (!sweep_store_open(&store, call->out, &call->sweep, diag) || !sweep_run(&work, diag))
        return close_with(&store, status, diag);
    if (interrupt_came() && work.before + work.done < work.all) {
        sweep_store_close(&store, NULL);
        return interrupted(&work, call->out);
    }
    if (sweep_report(&call->sweep, &store, &call->report, diag))
        status = status_of(&store, diag);
    const bool talks = status != STATUS_BAD_INPUT && !call->report.quiet && !sweep_report_is_output(&call->report);
    if (talks && call->sensitivity)
        printf("%u parameters skipped: their values are names, or no other value is in range\n", call->skipped);
    if (talks)
        printf("%" PRIu64 " points run, %" PRIu64 " were there: %s\n", work.done, work.before, call->out);
    return close_with(&store, status, diag);
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

/* Programs and the file of points first, then what a sweep file has beside them. */
static bool take_operands(struct sweep_call *call, char **operands, struct diag *diag)
{
    for (char **operand = operands; *operand; operand++) {
        if (sweep_is_file(*operand))
            continue;
        if (!sweep_add(&call->sweep, SWEEP_PROGRAM, NULL, *operand, diag))
            return false;
    }
    if (call->points && !sweep_read_points(&call->sweep, call->points, diag))
        return false;
    for (char **operand = operands; *operand; operand++)
        if (sweep_is_file(*operand) && !sweep_read_file(&call->sweep, *operand, diag))
            return false;
    return true;
}

static bool read_launch(struct sweep *sweep, struct diag *diag)
{
    const struct sweep_axis *axis = sweep_axis_of(sweep, SWEEP_LAUNCH);
    for (unsigned v = 0; axis && v < axis->count; v++)
        if (strcmp(axis->values[v].text, "-") == 0 && !sweep->launch_text) {
            sweep->launch_text = input_load("-", LAUNCH_TEXT_BYTES_MAX, &sweep->launch_length, diag);
            if (!sweep->launch_text)
                return false;
        }
    return true;
}

static int run_operands(const struct command *command, struct sweep_call *call, char **operands, int count,
                        struct diag *diag)
{
    if (call->report.csv && call->report.html && !strcmp(call->report.csv, "-") && !strcmp(call->report.html, "-"))
        return usage_error(command, "--csv -, --html -: expected one of them on the standard output");
    if (call->merge) {
        if (!count)
            return usage_error(command, "--merge %s: expected the files to make it of", call->merge);
        return take_paths(call, operands, diag) ? merge(call, operands, count, diag) : complain(diag, STATUS_BAD_INPUT);
    }
    if (count == 1 && sweep_store_is(operands[0])) {
        if (!sweep_options_only_show(call))
            return usage_error(command, "%s: is a sweep's results: expected only options that show them", operands[0]);
        return take_paths(call, operands, diag) ? show_file(call, operands[0], diag) : complain(diag, STATUS_BAD_INPUT);
    }
    if (!call->out)
        call->out = "sweep.db";
    if (!take_operands(call, operands, diag) || !read_launch(&call->sweep, diag))
        return complain(diag, STATUS_BAD_INPUT);
    if (!call->sweep.max_cycles)
        call->sweep.max_cycles = RUN_CYCLES_DEFAULT;
    if (call->sensitivity && !sweep_make_sensitivity(&call->sweep, call->sensitivity, &call->skipped, diag))
        return complain(diag, STATUS_BAD_INPUT);
    if (call->seeds && !sweep_make_seeds(&call->sweep, call->seeds, diag))
        return complain(diag, STATUS_BAD_INPUT);
    if (!take_paths(call, operands, diag) || !sweep_settle(&call->sweep, diag))
        return complain(diag, STATUS_BAD_INPUT);
    return run(call, diag);
}

static int run_sweep(const struct command *command, int argc, char **argv)
{
    struct sweep_call call = {.sweep.no_progress = RUN_NO_PROGRESS_DEFAULT,
                              .part = 1,
                              .parts = 1,
                              .report = {.argument_count = argc, .arguments = argv}};
    struct diag       diag = {0};
    const int         parsed = sweep_options_parse(command, argc, argv, &call);
    int               status = options_status(parsed);
    interrupt_handle();
    if (parsed == OPTION_END)
        status = run_operands(command, &call, argv + optind, argc - optind, &diag);
    for (unsigned i = 0; i < call.report.shown_count; i++)
        free(call.report.shown[i]);
    sweep_free(&call.sweep);
    return status;
}

const struct command sweep_command = {
    .name = "sweep",
    .operands = "[FILE.json] [PROGRAM]... [OPTION]...",
    .summary = "runs every combination of parameters, chips, launches, programs; tables and plots of them",
    .text = "FILE.json is a sweep file (docs/sweep.md); options take the place of its axes.  Without PROGRAM the\n"
            "launch files name theirs.  Finished points are kept in --out at once: a sweep that was stopped goes\n"
            "on when it is started again.  With a file of results alone, or with --merge, nothing is run.\n"
            "\n"
            "exit status:\n"
            "  0  every point has its row; combinations that the machine refuses are rows, too\n"
            "  1  a point's output differs from what its launch expects, or a program broke a rule,\n"
            "     or the machine refused all of them, or --merge has not all points of the sweep\n"
            "  2  wrong usage, bad input, lost output\n"
            "  3  a point did not finish at --max-cycles\n"
            "  130, 143  interrupted; the points that were finished are kept\n"
            "\n"
            "examples:\n"
            "  wekiva sweep --launch launch.json --set ic_miss_clk=40,100,400 --set ic_alu_kb=1..16*2\n"
            "  wekiva sweep --launch launch.json --chip rv770,rv730,rv710 --show alu_used --html sweep.html\n"
            "  wekiva sweep --launch launch.json --threads 64..1024:64 --plot threads.png --y alu_used\n"
            "  wekiva sweep --launch launch.json --points points.csv --out points.db\n"
            "  wekiva sweep --launch launch.json --sensitivity all --out sensitivity.db\n"
            "  wekiva sweep --launch launch.json --set ic_ways=2,4 --seeds 10 --out seeds.db\n"
            "  wekiva sweep a.s b.s --launch launch.json --set ic_ways=2,4 --baseline ic_ways=4\n"
            "  wekiva sweep sweep.db --pareto ic_alu_kb,cycles --csv all.csv\n"
            "  wekiva sweep sweep.json --part 1/2 --out a.db && wekiva sweep sweep.json --part 2/2 --out b.db\n"
            "  wekiva sweep --merge whole.db a.db b.db\n",
    .options = sweep_option_rows,
    .option_count = SWEEP_OPTION_COUNT,
    .rules = sweep_option_rules,
    .rule_count = SWEEP_RULE_COUNT,
    .run = run_sweep,
};
