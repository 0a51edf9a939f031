/* cmd_report.c - `wekiva report`: what a program costs, before it runs and beside a run (machine_family.report). */
#include <unistd.h>

#include "tools/commands.h"
#include "tools/output.h"
#include "tools/subject.h"

enum { OPTION_ITERATIONS = SUBJECT_OPTIONS, OPTION_MAX_CYCLES, OPTION_JSON };

static const struct option_row report_options[] = {
    SUBJECT_ROWS("runs the program, and puts what was measured beside the estimates;\nwithout PROGRAM, its program"),
    [OPTION_ITERATIONS] = {"iterations", 0, "N", "of a loop of unknown number (default 1)"},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 100000000)"},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON"},
};

static const struct option_rule rules[] = {{NEEDS, "max-cycles", "launch", NULL}};

enum { ITERATIONS_MAX = 1000000, CYCLES = 100000000 };

struct report_job {
    struct subject        subject;
    struct report_request request;
};

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

/* One option; false after a message. */
static bool take_option(const struct command *command, struct report_job *job, int option)
{
    uint64_t number;
    switch (option) {
    case OPTION_ITERATIONS:
        if (!option_number(command, "iterations", optarg, 0, ITERATIONS_MAX, &number))
            return false;
        job->request.iterations = (unsigned)number;
        return true;
    case OPTION_MAX_CYCLES:
        return option_number(command, "max-cycles", optarg, 1, UINT64_MAX, &job->request.max_cycles);
    case OPTION_JSON:
        return job->request.json = true;
    default:
        return subject_option(command, &job->subject, option);
    }
}

static int report_run(const struct command *command, int argc, char **argv)
{
    struct report_job job = {.subject = {.one_for = "for a report"},
                             .request = {.iterations = 1, .max_cycles = CYCLES}};
    int               option;
    option_set_t      given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        if (!take_option(command, &job, option))
            return STATUS_BAD_INPUT;
    if (option != OPTION_END)
        return options_status(option);
    if (!subject_operands(command, &job.subject, argc - optind, argv + optind))
        return STATUS_BAD_INPUT;
    return report_and_print(&job);
}

const struct command report_command = {
    .name = "report",
    .operands = "[PROGRAM] [--launch FILE] [--chip NAME|FILE] [OPTION]...",
    .summary = "prints what a program needs and what it costs, before it runs and beside a run",
    .text = "What AMD's shader analyzer printed: registers, wavefronts at once and what limits them, stack,\n"
            "clauses, groups and how full they are, fetches, exports, constant lines; clocks of each unit of\n"
            "a SIMD for a wavefront, at least, on average and at most, the largest of them as an estimate and\n"
            "whose it is; ALU:TEX, where 1.00 is balance.  docs/report.md has every formula.\n"
            "With a launch the program is run, and what was measured stands beside the estimates.\n"
            "Exit status 1 when the run breaks a rule.\n"
            "\n"
            "examples:\n"
            "  wekiva report prog.o\n"
            "  wekiva report --launch launch.json --set simds=10\n"
            "  wekiva report prog.o --json | jq .clocks.estimated\n",
    .options = report_options,
    .option_count = sizeof report_options / sizeof report_options[0],
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = report_run,
};
