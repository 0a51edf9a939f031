/* cmd_report.c - `wekiva report`: what a program costs, before it runs and beside a run (machine_family.report). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/source.h"

enum { OPTION_LAUNCH, OPTION_CHIP, OPTION_SET, OPTION_ITERATIONS, OPTION_MAX_CYCLES, OPTION_JSON };

static const struct option_row report_options[] = {
    [OPTION_LAUNCH] =
        {"launch", 'l', "FILE",
         "runs the program, and puts what was measured beside the estimates;\nwithout PROGRAM, its program"},
    [OPTION_CHIP] = {"chip", 'c', "NAME|FILE",
                     "rv770, rv730, rv710 or a chip file (default: that of the object, rv770)"},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter"},
    [OPTION_ITERATIONS] = {"iterations", 0, "N", "of a loop whose number nobody knows (default 1)"},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 100000000)"},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON"},
};

enum { SETS = 32, ITERATIONS_MAX = 1000000, CYCLES = 100000000 };

struct report_job {
    const char           *program_path, *launch_path, *chip_name, *sets[SETS];
    unsigned              set_count;
    struct program        program;
    struct launch        *launch;
    struct machine_chip   chip;
    struct report_request request;
};

static bool spare_inputs(const struct report_job *job, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag) && chip_take_file(job->chip_name, &paths, diag);
    if (good && job->launch)
        good = launch_take_files(job->launch, &paths, diag);
    if (good && job->program_path)
        good = paths_take(&paths, PATH_READ, job->program_path, "the program", diag);
    paths_free(&paths);
    return good;
}

static bool load(struct report_job *job, struct diag *diag)
{
    if (job->launch_path && !(job->launch = launch_load_row(job->launch_path, diag)))
        return false;
    if (job->launch && job->launch->next)
        return diag_set(diag, job->launch_path, job->launch->line[LAUNCH_KEY_LAUNCHES],
                        "launches: expected one for a report");
    if (!spare_inputs(job, diag))
        return false;
    if (!job->program_path && job->launch)
        job->program_path = job->launch->program.path;
    if (!job->program_path)
        return diag_set(diag, job->launch_path, 0, "names no program: expected PROGRAM, or the key \"program\"");
    if (!source_load(job->chip_name, job->program_path, &job->program, diag) ||
        !machine_chip_choose(job->chip_name, &job->program, "--set ", job->sets, job->set_count, &job->chip, diag))
        return false;
    job->request.name = strcmp(job->program_path, "-") == 0 ? "standard input" : job->program_path;
    job->request.program = &job->program;
    job->request.launch = job->launch;
    chip_warn(job->request.name, &job->program, &job->chip);
    if (!job->launch || (job->launch->program.path && strcmp(job->launch->program.path, job->request.name) == 0))
        return true;
    free(job->launch->program.path); /* messages about the program name the one of the command line */
    job->launch->program.path = strdup(job->request.name);
    return job->launch->program.path || diag_set(diag, NULL, 0, "not enough memory");
}

static int report_and_print(struct report_job *job)
{
    struct diag   diag = {0};
    struct output out;
    bool          failed = false;
    int           status;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (load(job, &diag) && machine_report(&job->chip, &job->request, out.file, &failed, &diag)) {
        status = output_print(&out, failed ? STATUS_FAILED : STATUS_DONE);
    } else {
        output_drop(&out);
        status = complain(&diag, STATUS_BAD_INPUT);
    }
    machine_chip_free(&job->chip);
    program_free(&job->program);
    if (job->launch)
        launch_free(job->launch);
    return status;
}

/* One option; false after a message. */
static bool take_option(const struct command *command, struct report_job *job, int option)
{
    uint64_t number;
    switch (option) {
    case OPTION_LAUNCH:
        job->launch_path = optarg;
        return true;
    case OPTION_CHIP:
        job->chip_name = optarg;
        return true;
    case OPTION_SET:
        if (job->set_count == SETS)
            return usage_error(command, "--set: expected at most %u of them", job->set_count), false;
        job->sets[job->set_count++] = optarg;
        return true;
    case OPTION_ITERATIONS:
        if (!option_number(command, "iterations", optarg, 0, ITERATIONS_MAX, &number))
            return false;
        job->request.iterations = (unsigned)number;
        return true;
    case OPTION_MAX_CYCLES:
        return option_number(command, "max-cycles", optarg, 1, UINT64_MAX, &job->request.max_cycles);
    default:
        job->request.json = true;
        return true;
    }
}

static int report_run(const struct command *command, int argc, char **argv)
{
    struct report_job job = {.request = {.iterations = 1, .max_cycles = CYCLES}};
    int               option;
    option_set_t      given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        if (!take_option(command, &job, option))
            return STATUS_BAD_INPUT;
    if (option != OPTION_END)
        return options_status(option);
    if (given >> OPTION_MAX_CYCLES & 1 && !job.launch_path)
        return usage_error(command, "--max-cycles: nothing runs without --launch");
    if (argc - optind > 1 || (argc == optind && !job.launch_path))
        return usage_error(command, "expected one PROGRAM, got %d operands", argc - optind);
    job.program_path = argc > optind ? argv[optind] : NULL;
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
    .run = report_run,
};
