/* cmd_bench_chip.c - `wekiva bench-chip`: small programs beside their closed forms (tools/bench/bench.h). */
#include <unistd.h>

#include "kit/paths.h"
#include "tools/bench/bench.h"
#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"

enum bench_option {
    OPTION_CHIP,
    OPTION_SET,
    OPTION_VARY,
    OPTION_CSV,
    OPTION_HTML,
    OPTION_MARKDOWN,
    OPTION_LIST,
    OPTION_COUNT
};

struct bench_job {
    struct bench_call call;
    const char       *files[3]; /* csv, html, markdown */
    bool              list;
};

static const struct option_row bench_options[OPTION_COUNT] = {
    [OPTION_CHIP] = {"chip", 'c', "NAME|FILE", "a preset or a chip file (default rv770)",
                     OPTION_TEXT(struct bench_job, call.chip)},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter",
                    OPTION_LIST(struct bench_job, call.sets, call.set_count, BENCH_SETS_MAX)},
    [OPTION_VARY] =
        {"vary", 0, NULL,
         "each row also with each parameter of its formula half as large again, half as\nlarge, one more and two more",
         OPTION_FLAG(struct bench_job, call.vary)},
    [OPTION_CSV] = {"csv", 0, "FILE", "write the table; - is the standard output",
                    OPTION_TEXT(struct bench_job, files[0])},
    [OPTION_HTML] = {"html", 0, "FILE", "write it as a page", OPTION_TEXT(struct bench_job, files[1])},
    [OPTION_MARKDOWN] = {"markdown", 0, "FILE", "write it as tables of Markdown, as docs/bench-chip.md has them",
                         OPTION_TEXT(struct bench_job, files[2])},
    [OPTION_LIST] = {"list", 'l', NULL, "print groups and rows, and measure nothing",
                     OPTION_FLAG(struct bench_job, list)},
};

static const struct option_rule rules[] = {{ONLY_WITH, "list", "", NULL}};

/* One option; false after a message. */
static int print_list(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (unsigned r = 0; r < bench_row_count; r++)
        fprintf(out.file, "%-5s %-10s %-24s %s\n", bench_rows[r].family, bench_rows[r].group, bench_rows[r].name,
                bench_rows[r].what);
    return output_print(&out, STATUS_DONE);
}

static bool try_files(const struct bench_job *job, struct diag *diag)
{
    static const char *const names[] = {"--csv", "--html", "--markdown"};
    struct path_set          paths;
    bool                     good = paths_begin(&paths, diag) && chip_take_file(job->call.chip, &paths, diag);
    for (unsigned f = 0; good && f < sizeof job->files / sizeof job->files[0]; f++)
        good = !job->files[f] ||
               (paths_take(&paths, PATH_WRITTEN, job->files[f], names[f], diag) && output_try(job->files[f], diag));
    paths_free(&paths);
    return good;
}

static bool save_files(const struct bench_job *job, const struct bench_results *results, struct diag *diag)
{
    static void (*const printers[])(const struct bench_results *results,
                                    FILE *out) = {bench_print_csv, bench_print_html, bench_print_markdown};
    bool good = true;
    for (unsigned f = 0; good && f < sizeof printers / sizeof printers[0]; f++) {
        struct output out;
        if (!job->files[f])
            continue;
        if (!output_open(&out))
            return diag_set(diag, NULL, 0, "not enough memory");
        printers[f](results, out.file);
        good = fflush(out.file) == 0 && output_save(job->files[f], out.text, out.size, diag);
        output_drop(&out);
    }
    return good;
}

static int print_table(const struct bench_job *job, const struct bench_results *results)
{
    struct output out;
    int           status = STATUS_DONE;
    for (unsigned i = 0; i < results->count; i++)
        if (results->list[i].status == BENCH_DIFFERS)
            status = STATUS_FAILED;
    for (unsigned f = 0; f < sizeof job->files / sizeof job->files[0]; f++)
        if (job->files[f] && job->files[f][0] == '-' && !job->files[f][1])
            return status;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    bench_print(results, out.file);
    return output_print(&out, status);
}

static int bench_chip_run(const struct command *command, int argc, char **argv)
{
    struct bench_job     job = {0};
    struct bench_results results = {0};
    struct diag          diag = {0};
    int                  status;
    option_set_t         given = 0;
    if (!options_read(command, argc, argv, &given, NULL, &job, &status))
        return status;
    if (job.list)
        return optind < argc ? usage_error(command, "%s: expected no operand with --list", argv[optind]) : print_list();
    job.call.names = argv + optind;
    interrupt_handle();
    if (try_files(&job, &diag) && bench_run(&job.call, &results, &diag) && save_files(&job, &results, &diag)) {
        status = print_table(&job, &results);
    } else if (interrupt_came()) {
        output_say("interrupted");
        status = 128 + interrupt_signal();
    } else {
        status = complain(&diag, STATUS_BAD_INPUT);
    }
    bench_free(&results);
    return status;
}

const struct command bench_chip_command = {
    .name = "bench-chip",
    .operands = "[--chip NAME|FILE] [OPTION]... [ROW|GROUP]...",
    .summary = "measures latencies and rates of a chip by small programs, beside their closed forms",
    .text = "Each row runs a program with two lengths and divides the difference of their clocks: what is\n"
            "left is the latency or rate of one thing.  Beside it stands what a closed form in the chip's\n"
            "parameters says.  docs/bench-chip.md has the rows of rv770; --list names all.\n"
            "\n"
            "exit status:\n"
            "  0  all rows that this chip has hold\n"
            "  1  a row differs\n"
            "  2  wrong usage, bad input, lost output\n"
            "  130, 143  interrupted\n"
            "\n"
            "examples:\n"
            "  wekiva bench-chip\n"
            "  wekiva bench-chip --chip rv730 texture --html texture.html\n"
            "  wekiva bench-chip --set tex_hit_clk=200 texture_latency\n"
            "  wekiva bench-chip alu --vary\n",
    .options = bench_options,
    .option_count = OPTION_COUNT,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = bench_chip_run,
};
