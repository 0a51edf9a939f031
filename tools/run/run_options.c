/* run_options.c - what the options of `wekiva run` are given. */
#include "tools/run/run_options.h"

#include <getopt.h>
#include <string.h>

#include "tools/run/run_option_rows.h"
#include "tools/run/run_pipeline.h"
#include "tools/run/run_roofline.h"
#include "tools/source.h"

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

static bool take_trace(const struct command *command, const char *path, struct run_options *options)
{
    options->trace.path = path;
    if (ends_in(path, ".vcd") || ends_in(path, ".fst"))
        return true;
    usage_error(command, "--trace %s: expected a name that ends in .vcd or .fst", path);
    return false;
}

static bool take_saif(const struct command *command, const char *path, struct run_options *options)
{
    options->trace.saif = path;
    if (ends_in(path, ".saif"))
        return true;
    usage_error(command, "--saif %s: expected a name that ends in .saif", path);
    return false;
}

static bool take_window(const struct command *command, const char *option, const char *text,
                        struct trace_options *window)
{
    struct diag diag = {0};
    if (trace_window(text, window, &diag))
        return true;
    usage_error(command, "--%s %s: expected FROM:TO, two cycles, FROM at most TO", option, text);
    return false;
}

static bool take_pipeline_window(const struct command *command, const char *text, struct run_options *options)
{
    struct trace_options window = {0};
    if (!take_window(command, "pipeline-window", text, &window))
        return false;
    options->pipeline_from = window.from;
    options->pipeline_end = window.end;
    return true;
}

/* Both are written as the run goes on, which prints its summary on the standard output. */
static bool take_view(const struct command *command, const char *option, const char *path, const char **to)
{
    *to = path;
    if (strcmp(path, "-") != 0)
        return true;
    usage_error(command, "--%s -: expected the name of a file", option);
    return false;
}

static bool take_waves(const struct command *command, const char *text, struct run_options *options)
{
    options->pipeline_range_count = 0;
    if (run_pipeline_waves(text, options))
        return true;
    usage_error(command, "--pipeline-waves %s: expected at most %d numbers or ranges of wavefronts: 0-3,7", text,
                MACHINE_RANGES);
    return false;
}

static bool take_save(const struct command *command, const char *text, struct run_options *options)
{
    const char *at = strrchr(text, '@');
    if (!at || at == text || (size_t)(at - text) >= sizeof options->save ||
        !number_in(at + 1, 0, UINT64_MAX - 1, &options->save_cycle)) {
        usage_error(command, "--save-snapshot %s: expected FILE@CYCLE, a name and a whole number", text);
        return false;
    }
    memcpy(options->save, text, (size_t)(at - text));
    options->save[at - text] = '\0';
    return true;
}

static bool take_counters_every(const struct command *command, const char *text, struct run_options *options)
{
    const char *at = strrchr(text, '@');
    if (!at || at == text || strncmp(text, "-@", 2) == 0 || (size_t)(at - text) >= sizeof options->counters_file ||
        !number_in(at + 1, 1, UINT64_MAX - 1, &options->counters_clocks)) {
        usage_error(command, "--counters-every %s: expected FILE@N, the name of a file and a whole number of clocks",
                    text);
        return false;
    }
    memcpy(options->counters_file, text, (size_t)(at - text));
    options->counters_file[at - text] = '\0';
    return true;
}

static bool take_stats_format(const struct command *command, const char *text, struct run_options *options)
{
    unsigned   format = 0;
    const bool good = option_choice(command, OPTION_STATS_FORMAT, text, &format);
    options->stats_format_given = true;
    options->stats_format = (enum result_format)format;
    return good;
}

/* A whole number and K, M or G: 1024 bytes, its square, its cube. */
static bool take_limit(const struct command *command, const char *option, const char *text, uint64_t *limit)
{
    static const char units[] = "KMG";
    char              digits[24] = "";
    const size_t      length = strspn(text, "0123456789");
    const char *const unit = text[length] ? strchr(units, text[length]) : NULL;
    const unsigned    shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (length < sizeof digits)
        memcpy(digits, text, length);
    if (number_in(digits, 1, INT64_MAX >> shift, limit) && (!text[length] || (unit && !text[length + 1]))) {
        *limit <<= shift;
        return true;
    }
    usage_error(command, "--%s %s: expected a whole number of bytes, or one with K, M or G", option, text);
    return false;
}

static bool take_progress(const struct command *command, const char *text, struct run_options *options)
{
    unsigned   progress = 0;
    const bool good = option_choice(command, OPTION_PROGRESS, text, &progress);
    options->progress = (enum run_progress)progress;
    return good;
}

static bool take(const struct command *command, int option, struct run_options *options)
{
    switch ((enum run_option)option) {
    case OPTION_TRACE:
        return take_trace(command, optarg, options);
    case OPTION_TRACE_WINDOW:
        return take_window(command, "trace-window", optarg, &options->trace);
    case OPTION_TRACE_LIMIT:
        return take_limit(command, "trace-limit", optarg, &options->trace.limit);
    case OPTION_SAIF:
        return take_saif(command, optarg, options);
    case OPTION_PIPELINE:
        return take_view(command, "pipeline", optarg, &options->kanata);
    case OPTION_PERFETTO:
        return take_view(command, "perfetto", optarg, &options->perfetto);
    case OPTION_PIPELINE_WAVES:
        return take_waves(command, optarg, options);
    case OPTION_PIPELINE_WINDOW:
        return take_pipeline_window(command, optarg, options);
    case OPTION_PIPELINE_LIMIT:
        return take_limit(command, "pipeline-limit", optarg, &options->pipeline_limit);
    case OPTION_STATS_FORMAT:
        return take_stats_format(command, optarg, options);
    case OPTION_COUNTERS_EVERY:
        return take_counters_every(command, optarg, options);
    case OPTION_ROOFLINE:
        options->roofline = optarg;
        if (run_roofline_name(optarg))
            return true;
        usage_error(command, "--roofline %s: expected a name that ends in .svg or .png", optarg);
        return false;
    case OPTION_SAVE_SNAPSHOT:
        return take_save(command, optarg, options);
    case OPTION_PROGRESS:
        return take_progress(command, optarg, options);
    default:
        return option_put(command, option, options);
    }
}

static int wrong(const struct command *command, const char *text)
{
    usage_error(command, "%s", text);
    return OPTION_WRONG;
}

static int check_together(const struct command *command, const struct run_options *options)
{
    if (options->launch && options->program && strcmp(options->launch, "-") == 0 && strcmp(options->program, "-") == 0)
        return wrong(command, "--launch -, PROGRAM -: expected one of them from the standard input");
    if (!options->launch)
        return wrong(command, "--launch is missing: expected --launch FILE");
    if (options->json && options->stats && strcmp(options->stats, "-") == 0)
        return wrong(command, "--json, --stats -: expected one of them on the standard output");
    if (options->limit && options->stats && strcmp(options->stats, "-") == 0)
        return wrong(command, "--limit, --stats -: expected one of them on the standard output");
    if (options->energy && options->stats && strcmp(options->stats, "-") == 0)
        return wrong(command, "--energy, --stats -: expected one of them on the standard output");
    if (options->trace.toggles && options->stats && strcmp(options->stats, "-") == 0)
        return wrong(command, "--activity, --stats -: expected one of them on the standard output");
    if (options->save[0] && options->save_cycle >= options->max_cycles)
        return wrong(command, "--save-snapshot: expected a cycle before --max-cycles");
    return OPTION_END;
}

int run_options_parse(const struct command *command, int argc, char **argv, struct run_options *options)
{
    int          option;
    option_set_t given = 0;
    *options = (struct run_options){.max_cycles = RUN_CYCLES_DEFAULT,
                                    .no_progress = RUN_NO_PROGRESS_DEFAULT,
                                    .trigger_before = TRIGGER_BEFORE_DEFAULT,
                                    .trigger_after = TRIGGER_AFTER_DEFAULT,
                                    .trigger_count = 1};
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        if (!take(command, option, options))
            return OPTION_WRONG;
    if (option != OPTION_END)
        return option;
    if (argc - optind > 1) {
        usage_error(command, "expected at most one PROGRAM, got %d operands", argc - optind);
        return OPTION_WRONG;
    }
    options->program = argv[optind]; /* NULL when there is none */
    if (options->program && !options->launch && source_is_launch(options->program)) {
        options->launch = options->program;
        options->program = NULL;
    }
    option = check_together(command, options);
    if (!options->trace.limit)
        options->trace.limit = TRACE_LIMIT_DEFAULT;
    if (!options->pipeline_limit)
        options->pipeline_limit = TRACE_LIMIT_DEFAULT;
    if (options->stats && !options->stats_format_given)
        options->stats_format = ends_in(options->stats, ".csv")    ? RESULT_CSV
                                : ends_in(options->stats, ".prom") ? RESULT_PROMETHEUS
                                                                   : RESULT_LIST;
    return option;
}
