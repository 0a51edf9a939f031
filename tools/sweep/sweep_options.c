#include "tools/sweep/sweep_options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/sweep/sweep_plot.h"
#include "tools/sweep/sweep_run.h"

enum sweep_option {
    OPTION_SET,
    OPTION_CHIP,
    OPTION_LAUNCH,
    OPTION_THREADS,
    OPTION_POINTS,
    OPTION_SENSITIVITY,
    OPTION_SEEDS,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS,
    OPTION_WARM,
    OPTION_COUNTERS,
    OPTION_OUT,
    OPTION_PART,
    OPTION_JOBS,
    OPTION_MERGE,
    OPTION_SHOW,
    OPTION_BASELINE,
    OPTION_PARETO,
    OPTION_CSV,
    OPTION_HTML,
    OPTION_PLOT,
    OPTION_X,
    OPTION_Y,
    OPTION_QUIET,
    OPTION_COUNT
};
_Static_assert((int)OPTION_COUNT == (int)SWEEP_OPTION_COUNT, "each option has a row");

const struct option_row sweep_option_rows[SWEEP_OPTION_COUNT] = {
    [OPTION_SET] = {"set", 's', "NAME=VALUES...",
                    "an axis: values of a chip parameter, or of launch.KEY, a key of the\n"
                    "launch file; 1,2,4 or 1..8, 0..100:25, 1..64*2",
                    OPTION_OWN},
    [OPTION_CHIP] = {"chip", 'c', "CHIP[,CHIP]...", "an axis: presets or chip files", OPTION_OWN},
    [OPTION_LAUNCH] = {"launch", 'l', "FILE[,FILE]...", "an axis: launch files; - is the standard input", OPTION_OWN},
    [OPTION_THREADS] = {"threads", 't', "N[,N]...",
                        "an axis: threads, in place of the launch's; its inputs\n"
                        "repeat, and what comes out is not compared",
                        OPTION_OWN},
    [OPTION_POINTS] = {"points", 0, "FILE.csv",
                       "axes whose values go together: a header with their names (program, launch,\n"
                       "chip, threads, parameters, launch.KEY), a row for each point",
                       OPTION_TEXT(struct sweep_call, points)},
    [OPTION_SENSITIVITY] = {"sensitivity", 0, "all|NAME[,NAME]...",
                            "each parameter of the chip halved and doubled, one at a time: a table of what\n"
                            "matters most, a tornado of --plot; of several programs and launches the\ngeometric mean; "
                            "other axes have one value",
                            OPTION_TEXT(struct sweep_call, sensitivity)},
    [OPTION_SEEDS] = {"seeds", 0, "N",
                      "each point N times, with the starts of wavefronts delayed by some clocks in\n"
                      "another way; means, confidence, and what differs by more than that",
                      OPTION_NUMBER(struct sweep_call, seeds, 2, SWEEP_SEEDS_MAX)},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "a point ends at this cycle (default 1000000000)",
                           OPTION_NUMBER(struct sweep_call, sweep.max_cycles, 1, INT64_MAX)},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "a point ends, too, when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)",
                            OPTION_NUMBER(struct sweep_call, sweep.no_progress, 0, INT64_MAX)},
    [OPTION_WARM] = {"warm", 0, NULL,
                     "each point runs twice; the second time counts, which finds caches and\n"
                     "memory as the first has left them",
                     OPTION_FLAG(struct sweep_call, sweep.warm)},
    [OPTION_COUNTERS] = {"counters", 0, NULL,
                         "each point with AMD's counters, too, as columns (docs/counters.md); slower.  One that\n"
                         "--show, --x, --y, --pareto name is enough for it",
                         OPTION_FLAG(struct sweep_call, sweep.counters)},
    [OPTION_OUT] = {"out", 'o', "FILE",
                    "the results, an SQLite file (default sweep.db); the points that are in it\n"
                    "are not run again",
                    OPTION_TEXT(struct sweep_call, out)},
    [OPTION_PART] = {"part", 0, "K/N", "only each Nth point, from the Kth on: a piece of the sweep, for --merge",
                     OPTION_OWN},
    [OPTION_JOBS] = {"jobs", 'j', "N", "points at once (default: one for every processor)",
                     OPTION_NUMBER(struct sweep_call, jobs, 1, SWEEP_JOBS_MAX)},
    [OPTION_MERGE] = {"merge", 0, "OUT", "make OUT of the operands, files with pieces of one sweep",
                      OPTION_TEXT(struct sweep_call, merge)},
    [OPTION_SHOW] = {"show", 0, "COLUMN[,COLUMN]...",
                     "more columns: alu_used, alu_cache.misses, stall_fetch, ALUBusy, A/B", OPTION_OWN},
    [OPTION_BASELINE] = {"baseline", 0, "NAME=VALUE[,NAME=VALUE]...",
                         "cycles as a ratio to those of the point with these values, and otherwise the\n"
                         "same; geometric means over programs and launches",
                         OPTION_TEXT(struct sweep_call, report.baseline)},
    [OPTION_PARETO] = {"pareto", 0, "X,Y", "mark the points that no other beats in both; -Y: more is better",
                       OPTION_TEXT(struct sweep_call, report.pareto)},
    [OPTION_CSV] = {"csv", 0, "FILE", "all results and statistics, a row for each point; - is the standard output",
                    OPTION_TEXT(struct sweep_call, report.csv)},
    [OPTION_HTML] = {"html", 0, "FILE", "a page with the table and a plot",
                     OPTION_TEXT(struct sweep_call, report.html)},
    [OPTION_PLOT] = {"plot", 0, "OUT.png|OUT.svg...",
                     "a plot, by gnuplot: a curve for each combination of the other axes", OPTION_OWN},
    [OPTION_X] = {"x", 0, "COLUMN", "of plots (default: the axis with the most numbers)",
                  OPTION_TEXT(struct sweep_call, report.x)},
    [OPTION_Y] = {"y", 0, "COLUMN", "of plots (default: cycles)", OPTION_TEXT(struct sweep_call, report.y)},
    [OPTION_QUIET] = {"quiet", 'q', NULL, "no table, no progress", OPTION_FLAG(struct sweep_call, report.quiet)},
};

const struct option_rule sweep_option_rules[SWEEP_RULE_COUNT] = {
    {ONLY_WITH, "merge", "show baseline pareto csv html plot x y quiet", NULL},
    {NOT_WITH, "sensitivity", "points seeds baseline", NULL}};

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
        if (number_in(slash + 1, 1, SWEEP_POINTS_MAX, &call->parts) && number_in(first, 1, call->parts, &call->part))
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
    case OPTION_PART:
        return take_part(command, optarg, call);
    case OPTION_SHOW:
        return take_shown(command, optarg, report);
    case OPTION_PLOT:
        return take_plot(command, optarg, report);
    default:
        return option_put(command, option, call);
    }
}

int sweep_options_parse(const struct command *command, int argc, char **argv, struct sweep_call *call)
{
    struct diag diag = {0};
    int         option;
    while ((option = options_next(command, argc, argv, &call->given)) >= 0)
        if (!take(command, option, call, &diag))
            return OPTION_WRONG;
    return option;
}

bool sweep_options_only_show(const struct sweep_call *call)
{
    const option_set_t report = UINT64_C(1) << OPTION_SHOW | UINT64_C(1) << OPTION_BASELINE |
                                UINT64_C(1) << OPTION_PARETO | UINT64_C(1) << OPTION_CSV | UINT64_C(1) << OPTION_HTML |
                                UINT64_C(1) << OPTION_PLOT | UINT64_C(1) << OPTION_X | UINT64_C(1) << OPTION_Y |
                                UINT64_C(1) << OPTION_QUIET;
    return !(call->given & ~report);
}
