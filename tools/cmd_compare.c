/* cmd_compare.c - `wekiva compare`: two runs, machines or programs side by side. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/paths.h"
#include "tools/commands.h"
#include "tools/compare/compare.h"
#include "tools/compare/corpus.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_options.h"
#include "tools/sweep/sweep_run.h"

enum compare_option {
    OPTION_LAUNCH,
    OPTION_CHIP,
    OPTION_SET,
    OPTION_THREADS,
    OPTION_WARM,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS,
    OPTION_COUNTERS,
    OPTION_LIMIT,
    OPTION_ALL,
    OPTION_CSV,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_COUNT
};

struct compare_call {
    struct sweep        sweep; /* of what is run: an axis has a value for both, or one for each */
    struct compare_side sides[2];
    const char         *csv;
    uint64_t            limit;
    bool                counters, all, json, quiet;
    uint64_t            given;
};

static const struct option_row compare_options[OPTION_COUNT] = {
    [OPTION_LAUNCH] = {"launch", 'l', "FILE...", "run this; given twice: A's and B's", OPTION_OWN},
    [OPTION_CHIP] = {"chip", 'c', "CHIP...", "on this chip; given twice: A's and B's", OPTION_OWN},
    [OPTION_SET] = {"set", 's', "NAME=VALUE[,VALUE]...", "with this parameter; two values: A's and B's", OPTION_OWN},
    [OPTION_THREADS] = {"threads", 't', "N[,N]", "with so many threads; two numbers: A's and B's", OPTION_OWN},
    [OPTION_WARM] = {"warm", 0, NULL, "each runs twice; the second time counts",
                     OPTION_FLAG(struct compare_call, sweep.warm)},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "a run ends at this cycle (default 1000000000)",
                           OPTION_NUMBER(struct compare_call, sweep.max_cycles, 1, INT64_MAX)},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "a run ends, too, when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)",
                            OPTION_NUMBER(struct compare_call, sweep.no_progress, 0, INT64_MAX)},
    [OPTION_COUNTERS] = {"counters", 0, NULL, "count by AMD's names, too (docs/counters.md); slower",
                         OPTION_FLAG(struct compare_call, counters)},
    [OPTION_LIMIT] = {"limit", 'n', "N", "at most so many counters (default 30; 0: all that differ)",
                      OPTION_NUMBER(struct compare_call, limit, 0, UINT32_MAX)},
    [OPTION_ALL] = {"all", 'a', NULL, "equal counters, too", OPTION_FLAG(struct compare_call, all)},
    [OPTION_CSV] = {"csv", 0, "FILE", "all reasons and counters; - is the standard output",
                    OPTION_TEXT(struct compare_call, csv)},
    [OPTION_JSON] = {"json", 0, NULL, "everything as JSON to the standard output",
                     OPTION_FLAG(struct compare_call, json)},
    [OPTION_QUIET] = {"quiet", 'q', NULL, "only the exit status", OPTION_FLAG(struct compare_call, quiet)},
};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static bool take_axis(const struct command *command, enum sweep_kind kind, const char *name, const char *text,
                      struct sweep *sweep)
{
    struct diag diag = {0};
    if (sweep_add(sweep, kind, name, text, &diag))
        return true;
    usage_error(command, "%s", diag.what);
    return false;
}

static bool take_set(const struct command *command, const char *text, struct sweep *sweep)
{
    const char *const equals = strchr(text, '=');
    char             *name = equals ? strndup(text, (size_t)(equals - text)) : NULL;
    bool              good = name && *name;
    if (!good)
        usage_error(command, "--set %s: expected NAME=VALUE, or NAME=VALUE,VALUE", text);
    good = good && take_axis(command, SWEEP_SET, name, equals + 1, sweep);
    free(name);
    return good;
}

static bool take(const struct command *command, int option, struct compare_call *call)
{
    switch ((enum compare_option)option) {
    case OPTION_LAUNCH:
        return take_axis(command, SWEEP_LAUNCH, NULL, optarg, &call->sweep);
    case OPTION_CHIP:
        return take_axis(command, SWEEP_CHIP, NULL, optarg, &call->sweep);
    case OPTION_SET:
        return take_set(command, optarg, &call->sweep);
    case OPTION_THREADS:
        return take_axis(command, SWEEP_THREADS, NULL, optarg, &call->sweep);
    default:
        return option_put(command, option, call);
    }
}

/* ---- the two sides ----------------------------------------------------------------------------------------------- */

/* What tells a side from the other one. */
static void side_name(const struct sweep *sweep, unsigned side, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sweep->axis_count && used < size; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        if (axis->count == 2 || (axis->kind == SWEEP_LAUNCH && sweep->points == 1))
            used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", axis->name,
                                     axis->values[side * (axis->count - 1)].text);
    }
}

static bool measure_side(struct compare_call *call, unsigned side, struct diag *diag)
{
    const struct sweep *sweep = &call->sweep;
    struct measured     measured;
    struct launch      *launch;
    char                name[512];
    side_name(sweep, side, name, sizeof name);
    bool good = sweep_measure(sweep, side ? sweep->points - 1 : 0, call->counters ? SWEEP_COUNTERS : SWEEP_PLAIN,
                              &measured, &launch, diag);
    good = good && compare_take(&measured, name, &call->sides[side], diag);
    measured_free(&measured);
    if (launch)
        launch_free(launch);
    return good;
}

/* Two of something, and at most two of anything. */
static bool check_axes(const struct sweep *sweep, struct diag *diag)
{
    bool two = false;
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        if (axis->count > 2)
            return diag_set(diag, NULL, 0, "%s has %u values, expected one, or A's and B's", axis->name, axis->count);
        two = two || axis->count == 2;
    }
    return two || diag_set(diag, NULL, 0,
                           "A and B are the same: expected two programs, or two of --chip, --launch, or two values "
                           "of --set or --threads");
}

static bool measure_both(struct compare_call *call, char **operands, int count, struct diag *diag)
{
    for (int i = 0; i < count; i++)
        if (!sweep_add(&call->sweep, SWEEP_PROGRAM, NULL, operands[i], diag))
            return false;
    if (!call->sweep.max_cycles)
        call->sweep.max_cycles = RUN_CYCLES_DEFAULT;
    return check_axes(&call->sweep, diag) && sweep_settle(&call->sweep, diag) && measure_side(call, 0, diag) &&
           measure_side(call, 1, diag);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool take_paths(const struct compare_call *call, char **operands, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag);
    for (; good && *operands; operands++)
        good = paths_take(&paths, PATH_READ, *operands, "an operand", diag);
    for (unsigned i = 0; good && i < call->sweep.axis_count; i++)
        if (call->sweep.axes[i].kind == SWEEP_LAUNCH)
            good = paths_take(&paths, PATH_READ, call->sweep.axes[i].values[0].text, "--launch", diag);
    good = good && (!call->csv || paths_take(&paths, PATH_WRITTEN, call->csv, "--csv", diag));
    paths_free(&paths);
    return good && (!call->csv || output_try(call->csv, diag));
}

/* Of two runs, or (result NULL) of two folders. */
static bool save_csv(const char *path, const struct compare_result *result, const struct corpus *corpus,
                     struct diag *diag)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    if (out && result)
        compare_print_csv(out, result);
    else if (out)
        corpus_print_csv(out, corpus);
    const bool whole = out && fclose(out) == 0;
    const bool good = whole ? output_save(path, text, size, diag) : diag_set(diag, path, 0, "not enough memory");
    free(text);
    return good;
}

static int report(struct compare_call *call, struct diag *diag)
{
    struct compare_result result;
    struct output         out;
    const bool            to_output = call->csv && strcmp(call->csv, "-") == 0;
    int                   status = STATUS_BAD_INPUT;
    if (!compare_make(call->sides, &result, diag) || (call->csv && !save_csv(call->csv, &result, NULL, diag))) {
        complain(diag, status);
    } else if (output_open(&out)) {
        status = result.same ? STATUS_DONE : STATUS_FAILED;
        if (call->json)
            compare_print_json(out.file, &result);
        else if (!call->quiet && !to_output)
            compare_print(out.file, &result, (unsigned)call->limit, call->all);
        status = output_print(&out, status);
    }
    compare_result_free(&result);
    return status;
}

/* ---- two folders ------------------------------------------------------------------------------------------------- */

static int report_corpora(const struct compare_call *call, const struct corpus *corpus, struct diag *diag)
{
    struct output out;
    const bool    to_output = call->csv && strcmp(call->csv, "-") == 0;
    if ((call->csv && !save_csv(call->csv, NULL, corpus, diag)) || !output_open(&out))
        return complain(diag, STATUS_BAD_INPUT);
    if (call->json)
        corpus_print_json(out.file, corpus);
    else if (!call->quiet && !to_output)
        corpus_print(out.file, corpus, (size_t)call->limit);
    const bool same = corpus->compared == corpus->count && !corpus->slower && !corpus->faster;
    return output_print(&out, same ? STATUS_DONE : STATUS_FAILED);
}

/* --csv writes over none of their files. */
static bool spares_corpora(const char *csv, const struct corpus *corpus, struct diag *diag)
{
    struct path_set paths;
    bool            good = !csv || paths_begin(&paths, diag);
    for (size_t n = 0; csv && n < corpus->count; n++)
        for (unsigned s = 0; s < 2; s++)
            good = good && (!corpus->rows[n].path[s] ||
                            paths_take(&paths, PATH_READ, corpus->rows[n].path[s], "of the folders", diag));
    good = good && (!csv || (paths_take(&paths, PATH_WRITTEN, csv, "--csv", diag) && output_try(csv, diag)));
    if (csv)
        paths_free(&paths);
    return good;
}

static int compare_corpora(struct compare_call *call, char **operands, struct diag *diag)
{
    struct corpus corpus = {0};
    const bool    wants_lines = !call->quiet || call->csv;
    if (!call->sweep.max_cycles)
        call->sweep.max_cycles = RUN_CYCLES_DEFAULT;
    bool good = corpus_find(&corpus, operands[0], operands[1], diag) && spares_corpora(call->csv, &corpus, diag) &&
                corpus_measure(&corpus, &call->sweep, diag);
    int status = STATUS_BAD_INPUT;
    if (good)
        corpus_rank(&corpus);
    good = good && (!wants_lines || corpus_find_lines(&corpus, &call->sweep, call->csv ? 0 : call->limit, diag));
    if (good)
        status = report_corpora(call, &corpus, diag);
    else
        status = interrupt_came() ? 128 + interrupt_signal() : complain(diag, status);
    corpus_free(&corpus);
    return status;
}

static int compare(const struct command *command, struct compare_call *call, char **operands, int count,
                   struct diag *diag)
{
    const uint64_t of_report =
        1u << OPTION_LIMIT | 1u << OPTION_ALL | 1u << OPTION_CSV | 1u << OPTION_JSON | 1u << OPTION_QUIET;
    const bool runs = call->given & ~of_report;
    if (call->json && call->csv && strcmp(call->csv, "-") == 0)
        return usage_error(command, "--json, --csv -: expected one of them on the standard output");
    if (count == 2 && corpus_is(operands[0]) && corpus_is(operands[1])) {
        const option_set_t none = 1u << OPTION_LAUNCH | 1u << OPTION_COUNTERS | 1u << OPTION_ALL;
        if (call->given & none)
            return usage_error(command, "two folders: expected none of --launch, --counters, --all with them");
        return compare_corpora(call, operands, diag);
    }
    if (count > 2 || (!runs && count != 2))
        return usage_error(
            command, "expected A and B, two results, or --launch FILE and two of something, got %d operands", count);
    for (int i = 0; runs && i < count; i++)
        if (compare_is_result(operands[i]))
            return usage_error(command, "%s: is a result: expected only options that show two of them", operands[i]);
    for (int i = 0; !runs && i < count; i++)
        if (!compare_is_result(operands[i]) && access(operands[i], R_OK) == 0)
            return usage_error(command,
                               "%s: is no result: expected a result.json, a folder with one, a point FILE.db@N, "
                               "or --launch FILE with programs",
                               operands[i]);
    if (!take_paths(call, operands, diag))
        return complain(diag, STATUS_BAD_INPUT);
    const bool good =
        runs ? measure_both(call, operands, count, diag)
             : compare_load(operands[0], &call->sides[0], diag) && compare_load(operands[1], &call->sides[1], diag);
    if (!good && interrupt_came())
        return 128 + interrupt_signal();
    return good ? report(call, diag) : complain(diag, STATUS_BAD_INPUT);
}

static int run_compare_command(const struct command *command, int argc, char **argv)
{
    struct compare_call *call = calloc(1, sizeof *call);
    struct diag          diag = {0};
    int                  option = OPTION_WRONG, status = STATUS_BAD_INPUT;
    bool                 good = call;
    if (call) {
        call->limit = 30;
        call->sweep.no_progress = RUN_NO_PROGRESS_DEFAULT;
    }
    while (good && (option = options_next(command, argc, argv, &call->given)) >= 0)
        good = take(command, option, call);
    interrupt_handle();
    if (good && option != OPTION_END)
        status = options_status(option);
    else if (good)
        status = compare(command, call, argv + optind, argc - optind, &diag);
    if (call) {
        compare_free(&call->sides[0]);
        compare_free(&call->sides[1]);
        sweep_free(&call->sweep);
    }
    free(call);
    return status;
}

const struct command compare_command = {
    .name = "compare",
    .operands = "A B [OPTION]... | --launch FILE [PROGRAM [PROGRAM]] [OPTION]...",
    .summary = "two runs, machines, programs or folders of them side by side, the greatest differences first",
    .text = "A and B are results: a result.json, the folder of --out, what --stats wrote, or a point of a sweep,\n"
            "FILE.db@POINT.  With --launch two runs are made and compared: of two programs, or of one on two chips, "
            "with two\n"
            "values of a parameter, with two numbers of threads, or several of these at once.  Performance counters\n"
            "are compared where both have them: of results, what `run --counters` left, of runs, with --counters.\n"
            "Two folders are two sets of programs: each result, or each launch file, which is run, beside the one at\n"
            "the same place of the other folder; the slowest ones first, with the reason that has grown most and, of\n"
            "launches, the line of B's program that costs most more; and the geometric mean.\n"
            "\n"
            "exit status:\n"
            "  0  status, cycles and every counter are the same, whatever the configuration\n"
            "  1  something differs\n"
            "  2  wrong usage, bad input, lost output\n"
            "\n"
            "examples:\n"
            "  wekiva compare before/ after/\n"
            "  wekiva compare sweep.db@0 sweep.db@7 --limit 10\n"
            "  wekiva compare old-compiler/ new-compiler/ --csv programs.csv\n"
            "  wekiva compare --launch launch.json --chip rv770 --chip rv710\n"
            "  wekiva compare --launch launch.json --set ic_miss_clk=400,40 --csv changes.csv\n"
            "  wekiva compare --launch launch.json old.o new.o --json\n",
    .options = compare_options,
    .option_count = OPTION_COUNT,
    .run = run_compare_command,
};
