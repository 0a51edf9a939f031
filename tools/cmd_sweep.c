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
#include "tools/sweep/sweep_plot.h"
#include "tools/sweep/sweep_run.h"

enum sweep_option {
    OPTION_SET,
    OPTION_CHIP,
    OPTION_LAUNCH,
    OPTION_THREADS,
    OPTION_POINTS,
    OPTION_SENSITIVITY,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS,
    OPTION_WARM,
    OPTION_OUT,
    OPTION_PART,
    OPTION_JOBS,
    OPTION_MERGE,
    OPTION_SHOW,
    OPTION_PARETO,
    OPTION_CSV,
    OPTION_HTML,
    OPTION_PLOT,
    OPTION_X,
    OPTION_Y,
    OPTION_QUIET,
    OPTION_COUNT
};

static const struct option_row sweep_options[OPTION_COUNT] = {
    [OPTION_SET] = {"set", 's', "NAME=VALUES...",
                    "an axis: values of a chip parameter; 1,2,4 or 1..8, 0..100:25, 1..64*2"},
    [OPTION_CHIP] = {"chip", 'c', "CHIP[,CHIP]...", "an axis: presets or chip files"},
    [OPTION_LAUNCH] = {"launch", 'l', "FILE[,FILE]...", "an axis: launch files; - is the standard input"},
    [OPTION_THREADS] = {"threads", 't', "N[,N]...",
                        "an axis: threads, in place of those that the launch says; its inputs\n"
                        "repeat, and what comes out is not compared"},
    [OPTION_POINTS] = {"points", 0, "FILE.csv",
                       "axes whose values go together: a header with their names (program, launch,\n"
                       "chip, threads, parameters), a row for each point"},
    [OPTION_SENSITIVITY] = {"sensitivity", 0, "all|NAME[,NAME]...",
                            "each parameter of the chip halved and doubled, one at a time, and a table\n"
                            "of what matters most; other axes have one value"},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "a point ends at this cycle (default 1000000000)"},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "a point ends, too, when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)"},
    [OPTION_WARM] = {"warm", 0, NULL,
                     "each point runs twice; the second time counts, which finds caches and\n"
                     "memory as the first has left them"},
    [OPTION_OUT] = {"out", 'o', "FILE",
                    "the results, an SQLite file (default sweep.db); the points that are in it\n"
                    "are not run again"},
    [OPTION_PART] = {"part", 0, "K/N", "only each Nth point, from the Kth on: a piece of the sweep, for --merge"},
    [OPTION_JOBS] = {"jobs", 'j', "N", "points at once (default: one for every processor)"},
    [OPTION_MERGE] = {"merge", 0, "OUT", "make OUT of the operands, files with pieces of one sweep"},
    [OPTION_SHOW] = {"show", 0, "COLUMN[,COLUMN]...", "more columns: alu_used, alu_cache.misses, stall_fetch, A/B"},
    [OPTION_PARETO] = {"pareto", 0, "X,Y", "mark the points that no other beats in both; -Y: more is better"},
    [OPTION_CSV] = {"csv", 0, "FILE", "all results and statistics, a row for each point; - is the standard output"},
    [OPTION_HTML] = {"html", 0, "FILE", "a page with the table and a plot"},
    [OPTION_PLOT] = {"plot", 0, "OUT.png|OUT.svg...",
                     "a plot, by gnuplot: a curve for each combination of the other axes"},
    [OPTION_X] = {"x", 0, "COLUMN", "of plots (default: the axis with the most numbers)"},
    [OPTION_Y] = {"y", 0, "COLUMN", "of plots (default: cycles)"},
    [OPTION_QUIET] = {"quiet", 'q', NULL, "no table, no progress"},
};

static const struct option_rule rules[] = {{ONLY_WITH, "merge", "show pareto csv html plot x y quiet", NULL},
                                           {NOT_WITH, "sensitivity", "points", NULL}};

/* What the command line says. */
struct sweep_call {
    struct sweep        sweep;
    struct sweep_report report;
    const char         *out, *merge, *points, *sensitivity;
    unsigned            skipped; /* parameters */
    uint64_t            jobs, part, parts;
    option_set_t        given;
};

/* ---- options ---------------------------------------------------------------------------------------------------- */

static bool take_set(const struct command *command, const char *text, struct sweep *sweep, struct diag *diag)
{
    const char *const equals = strchr(text, '=');
    if (!equals || equals == text) {
        usage_error(command, "--set %s: expected NAME=VALUES", text);
        return false;
    }
    char *name = strndup(text, (size_t)(equals - text));
    bool  good = name != NULL;
    for (unsigned i = 0; good && i < sweep->axis_count; i++)
        if (sweep->axes[i].kind == SWEEP_SET && strcmp(sweep->axes[i].name, name) == 0) {
            usage_error(command, "--set %s: %s is given twice, expected one --set %s=A,B", text, name, name);
            good = false;
        }
    if (good && !sweep_add(sweep, SWEEP_SET, name, equals + 1, diag)) {
        usage_error(command, "%s", diag->what);
        good = false;
    }
    free(name);
    return good;
}

static bool take_axis(const struct command *command, enum sweep_kind kind, const char *text, struct sweep *sweep,
                      struct diag *diag)
{
    if (sweep_add(sweep, kind, NULL, text, diag))
        return true;
    usage_error(command, "%s", diag->what);
    return false;
}

static bool take_part(const struct command *command, const char *text, struct sweep_call *call)
{
    char              first[24] = "";
    const char *const slash = strchr(text, '/');
    if (slash && (size_t)(slash - text) < sizeof first) {
        memcpy(first, text, (size_t)(slash - text));
        if (number_in(slash + 1, 1, 1 << 20, &call->parts) && number_in(first, 1, call->parts, &call->part))
            return true;
    }
    usage_error(command, "--part %s: expected K/N, two whole numbers, K from 1 to N", text);
    return false;
}

static bool take_shown(const struct command *command, const char *text, struct sweep_report *report)
{
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        if (!length || report->shown_count == REPORT_SHOWN_MAX) {
            usage_error(command, "--show %s: expected at most %d columns with commas between them", text,
                        REPORT_SHOWN_MAX);
            return false;
        }
        report->shown[report->shown_count] = strndup(at, length);
        if (!report->shown[report->shown_count++])
            return false;
        at += length;
        if (!*at)
            return true;
    }
}

static bool take_plot(const struct command *command, const char *text, struct sweep_report *report)
{
    if (sweep_plot_name(text) && report->plot_count < REPORT_PLOTS_MAX) {
        report->plots[report->plot_count++] = text;
        return true;
    }
    usage_error(command, "--plot %s: expected at most %d names that end in .png or .svg", text, REPORT_PLOTS_MAX);
    return false;
}

static bool take(const struct command *command, int option, struct sweep_call *call, struct diag *diag)
{
    struct sweep_report *report = &call->report;
    switch ((enum sweep_option)option) {
    case OPTION_SET:
        return take_set(command, optarg, &call->sweep, diag);
    case OPTION_CHIP:
        return take_axis(command, SWEEP_CHIP, optarg, &call->sweep, diag);
    case OPTION_LAUNCH:
        return take_axis(command, SWEEP_LAUNCH, optarg, &call->sweep, diag);
    case OPTION_THREADS:
        return take_axis(command, SWEEP_THREADS, optarg, &call->sweep, diag);
    case OPTION_POINTS:
        call->points = optarg;
        return true;
    case OPTION_SENSITIVITY:
        call->sensitivity = optarg;
        return true;
    case OPTION_MAX_CYCLES:
        return option_number(command, "max-cycles", optarg, 1, INT64_MAX, &call->sweep.max_cycles);
    case OPTION_NO_PROGRESS:
        return option_number(command, "no-progress", optarg, 0, INT64_MAX, &call->sweep.no_progress);
    case OPTION_WARM:
        return call->sweep.warm = true;
    case OPTION_OUT:
        call->out = optarg;
        return true;
    case OPTION_PART:
        return take_part(command, optarg, call);
    case OPTION_JOBS:
        return option_number(command, "jobs", optarg, 1, SWEEP_JOBS_MAX, &call->jobs);
    case OPTION_MERGE:
        call->merge = optarg;
        return true;
    case OPTION_SHOW:
        return take_shown(command, optarg, report);
    case OPTION_PARETO:
        report->pareto = optarg;
        return true;
    case OPTION_CSV:
        report->csv = optarg;
        return true;
    case OPTION_HTML:
        report->html = optarg;
        return true;
    case OPTION_PLOT:
        return take_plot(command, optarg, report);
    case OPTION_X:
        report->x = optarg;
        return true;
    case OPTION_Y:
        report->y = optarg;
        return true;
    case OPTION_QUIET:
        return report->quiet = true;
    case OPTION_COUNT:
        break;
    }
    return false;
}

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
    struct sweep_store store = {0};
    struct sweep_work  work = {.sweep = &call->sweep,
                               .store = &store,
                               .jobs = call->jobs ? (unsigned)call->jobs : crew_processors(),
                               .part = (unsigned)call->part,
                               .parts = (unsigned)call->parts,
                               .quiet = call->report.quiet};
    int                status = STATUS_BAD_INPUT;
    work.jobs = work.jobs < SWEEP_JOBS_MAX ? work.jobs : SWEEP_JOBS_MAX;
    if (!sweep_report_try(&call->sweep, &call->report, diag))
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
    const uint32_t report = 1u << OPTION_SHOW | 1u << OPTION_PARETO | 1u << OPTION_CSV | 1u << OPTION_HTML |
                            1u << OPTION_PLOT | 1u << OPTION_X | 1u << OPTION_Y | 1u << OPTION_QUIET;
    if (call->report.csv && call->report.html && !strcmp(call->report.csv, "-") && !strcmp(call->report.html, "-"))
        return usage_error(command, "--csv -, --html -: expected one of them on the standard output");
    if (call->merge) {
        if (!count)
            return usage_error(command, "--merge %s: expected the files to make it of", call->merge);
        return take_paths(call, operands, diag) ? merge(call, operands, count, diag) : complain(diag, STATUS_BAD_INPUT);
    }
    if (count == 1 && sweep_store_is(operands[0])) {
        if (call->given & ~report)
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
    int               option, status = STATUS_BAD_INPUT;
    bool              good = true;
    while (good && (option = options_next(command, argc, argv, &call.given)) >= 0)
        good = take(command, option, &call, &diag);
    interrupt_handle();
    if (good && option != OPTION_END)
        status = options_status(option);
    else if (good)
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
            "  wekiva sweep sweep.db --pareto ic_alu_kb,cycles --csv all.csv\n"
            "  wekiva sweep sweep.json --part 1/2 --out a.db && wekiva sweep sweep.json --part 2/2 --out b.db\n"
            "  wekiva sweep --merge whole.db a.db b.db\n",
    .options = sweep_options,
    .option_count = OPTION_COUNT,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = run_sweep,
};
