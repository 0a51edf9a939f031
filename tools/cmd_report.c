/* cmd_report.c - `wekiva report`: what a program costs, before it runs and beside a run (machine_family.report). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/compare/report_table.h"
#include "tools/output.h"
#include "tools/source.h"
#include "tools/subject.h"

enum { OPTION_ITERATIONS = SUBJECT_OPTIONS, OPTION_MAX_CYCLES, OPTION_CSV, OPTION_JSON };

struct report_job {
    struct subject        subject;
    struct report_request request;
    const char           *csv;
};

static const struct option_row report_options[] = {
    SUBJECT_ROWS(struct report_job, subject,
                 "runs the program, and puts what was measured beside the estimates;\nwithout PROGRAM, its program"),
    [OPTION_ITERATIONS] = {"iterations", 0, "N", "of a loop of unknown number (default 1)", OPTION_OWN},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 100000000)",
                           OPTION_NUMBER(struct report_job, request.max_cycles, 1, UINT64_MAX)},
    [OPTION_CSV] = {"csv", 0, "FILE", "all figures of all programs, a row for each; - is the standard output",
                    OPTION_TEXT(struct report_job, csv)},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON", OPTION_FLAG(struct report_job, request.json)},
};

static const struct option_rule rules[] = {{NEEDS, "max-cycles", "launch", NULL}};

enum { ITERATIONS_MAX = 1000000, CYCLES = 100000000 };

static bool load(struct report_job *job, struct diag *diag)
{
    if (!subject_load(&job->subject, NULL, 0, diag))
        return false;
    job->request.name = job->subject.name;
    job->request.program = &job->subject.program;
    job->request.launch = job->subject.launch;
    return true;
}

static int report_and_print(struct report_job *job)
{
    struct diag   diag = {0};
    struct output out;
    bool          failed = false;
    int           status;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (load(job, &diag) && machine_report(&job->subject.chip, &job->request, out.file, &failed, &diag)) {
        status = output_print(&out, failed ? STATUS_FAILED : STATUS_DONE);
    } else {
        output_drop(&out);
        status = complain(&diag, STATUS_BAD_INPUT);
    }
    subject_free(&job->subject);
    return status;
}

/* ---- several ----------------------------------------------------------------------------------------------------- */

/* The report of a copy of the job, in which a program (NULL: none) or launch and a chip (NULL: its own) are chosen. */
static bool add_one(const struct report_job *of, const char *operand, const char *chip, struct report_table *table,
                    bool *failed, struct diag *diag)
{
    struct report_job job = *of;
    char             *text = NULL;
    size_t            size = 0;
    bool              broke = false;
    FILE *const       out = open_memstream(&text, &size);
    if (chip)
        job.subject.chip_name = chip;
    if (operand && !job.subject.launch_path && source_is_launch(operand))
        job.subject.launch_path = operand;
    else if (operand)
        job.subject.program_path = operand;
    job.request.json = true;
    bool good = out || diag_set(diag, NULL, 0, "not enough memory");
    good = good && load(&job, diag) && machine_report(&job.subject.chip, &job.request, out, &broke, diag);
    if (out && fclose(out) == 0 && good)
        good = report_table_add(table, text, size) || diag_set(diag, NULL, 0, "not enough memory");
    *failed = *failed || broke;
    free(text);
    subject_free(&job.subject);
    return good;
}

/* Every program on every chip; `chips`, with commas between them, is cut. */
static bool add_all(const struct report_job *job, char **operands, int count, char *chips, struct report_table *table,
                    bool *failed, struct diag *diag)
{
    for (int i = 0; i < count || !i; i++)
        for (char *chip = chips, *next = NULL; chip || !chips; chip = next) {
            const char *const comma = chip ? strchr(chip, ',') : NULL;
            char *const       name = chip ? strndup(chip, comma ? (size_t)(comma - chip) : strlen(chip)) : NULL;
            next = comma ? chip + (comma - chip) + 1 : NULL;
            const bool good = (name || !chip || diag_set(diag, NULL, 0, "not enough memory")) &&
                              add_one(job, i < count ? operands[i] : NULL, name, table, failed, diag);
            free(name);
            if (!good)
                return false;
            if (!chips)
                break;
        }
    return true;
}

static int table_of(struct report_job *job, char **operands, int count)
{
    struct report_table table = {0};
    struct diag         diag = {0};
    struct output       out;
    char *const         chips = job->subject.chip_name ? strdup(job->subject.chip_name) : NULL;
    bool                failed = false, good = true;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    good = (!job->csv || output_try(job->csv, &diag)) && add_all(job, operands, count, chips, &table, &failed, &diag);
    if (good && job->csv)
        report_table_csv(out.file, &table);
    else if (good)
        report_table_print(out.file, &table);
    good = good && fflush(out.file) == 0;
    if (good && job->csv && strcmp(job->csv, "-") != 0)
        good = output_save(job->csv, out.text, out.size, &diag);
    report_table_free(&table);
    free(chips);
    const int status = failed ? STATUS_FAILED : STATUS_DONE;
    if (good && !(job->csv && strcmp(job->csv, "-") != 0))
        return output_print(&out, status);
    output_drop(&out);
    return good ? status : complain(&diag, STATUS_BAD_INPUT);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* One option; false after a message. */
static bool take_iterations(const struct command *command, int option, void *into)
{
    struct report_job *job = into;
    uint64_t           number;
    (void)option;
    if (!option_number(command, "iterations", optarg, 0, ITERATIONS_MAX, &number))
        return false;
    job->request.iterations = (unsigned)number;
    return true;
}

static int report_run(const struct command *command, int argc, char **argv)
{
    struct report_job job = {.subject = {.one_for = "for a report"},
                             .request = {.iterations = 1, .max_cycles = CYCLES}};
    int               status;
    option_set_t      given = 0;
    if (!options_read(command, argc, argv, &given, take_iterations, &job, &status))
        return status;
    const int count = argc - optind;
    if (job.csv || count > 1 || (job.subject.chip_name && strchr(job.subject.chip_name, ','))) {
        if (job.request.json)
            return usage_error(command, "--json: expected one PROGRAM and one chip with it, and no --csv");
        if (!count && !job.subject.launch_path)
            return usage_error(command, "expected PROGRAMs or launch files, got 0 operands");
        return table_of(&job, argv + optind, count);
    }
    if (!subject_operands(command, &job.subject, count, argv + optind))
        return STATUS_BAD_INPUT;
    return report_and_print(&job);
}

const struct command report_command = {
    .name = "report",
    .operands = "[PROGRAM]... [--launch FILE] [--chip NAME|FILE[,NAME|FILE]...] [OPTION]...",
    .summary = "prints what a program needs and what it costs, before it runs and beside a run",
    .text = "What AMD's shader analyzer printed: registers, wavefronts at once and what limits them, stack,\n"
            "clauses, groups and how full they are, fetches, exports, constant lines; clocks of each unit of\n"
            "a SIMD for a wavefront, at least, on average and at most, the largest of them as an estimate and\n"
            "whose it is; ALU:TEX, where 1.00 is balance.  docs/report.md has every formula.\n"
            "With a launch the program is run, and what was measured stands beside the estimates.\n"
            "Several programs, launch files, chips are a table, a row for each of them.\n"
            "Exit status 1 when the run breaks a rule.\n"
            "\n"
            "examples:\n"
            "  wekiva report prog.o\n"
            "  wekiva report --launch launch.json --set simds=10\n"
            "  wekiva report prog.o --json | jq .clocks.estimated\n"
            "  wekiva report prog.o --chip rv770,rv730,rv710\n"
            "  wekiva report a/launch.json b/launch.json --csv programs.csv\n",
    .options = report_options,
    .option_count = sizeof report_options / sizeof report_options[0],
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = report_run,
};
