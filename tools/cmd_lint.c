/* cmd_lint.c - `wekiva lint`: what is illegal or doubtful in a program's ALU clauses (machine_family.lint). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/lint_text.h"
#include "tools/output.h"
#include "tools/source.h"

enum { OPTION_LAUNCH, OPTION_CHIP, OPTION_SET };

static const struct option_row lint_options[] = {
    [OPTION_LAUNCH] = {"launch", 'l', "FILE",
                       "GPRs, constants and inputs of the program; without PROGRAM, its program"},
    [OPTION_CHIP] = {"chip", 'c', "NAME|FILE",
                     "rv770, rv730, rv710 or a chip file (default: that of the object, rv770)"},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter"},
};

struct lint_output {
    FILE       *file;
    const char *name;
    unsigned    illegal, doubtful;
};

static void print_finding(void *context, const struct lint_finding *finding)
{
    struct lint_output *output = context;
    lint_print(output->file, output->name, finding);
    ++*(finding->level == LINT_ILLEGAL ? &output->illegal : &output->doubtful);
}

struct lint_job {
    const char         *program_path, *launch_path;
    const char         *chip_name, *sets[32];
    unsigned            set_count;
    struct program      program;
    struct launch      *launch;
    struct machine_chip chip;
    struct lint_output  output;
};

static bool spare_inputs(struct lint_job *job, struct diag *diag)
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

static bool load(struct lint_job *job, struct diag *diag)
{
    if (job->launch_path && !(job->launch = launch_load_row(job->launch_path, diag)))
        return false;
    if (!spare_inputs(job, diag))
        return false;
    if (!job->program_path && job->launch)
        job->program_path = job->launch->program.path;
    if (!job->program_path)
        return diag_set(diag, job->launch_path, 0, "names no program: expected PROGRAM, or the key \"program\"");
    if (!source_load(job->chip_name, job->program_path, &job->program, diag) ||
        !machine_chip_choose(job->chip_name, &job->program, "--set ", job->sets, job->set_count, &job->chip, diag))
        return false;
    job->output.name = strcmp(job->program_path, "-") == 0 ? "standard input" : job->program_path;
    chip_warn(job->output.name, &job->program, &job->chip);
    return true;
}

static bool lint_launch(struct lint_job *job, const struct launch *launch, struct diag *diag)
{
    struct lint_output *output = &job->output;
    struct diag         refusal = {0};
    char                text[sizeof refusal.file + sizeof refusal.what + 32];
    if (!machine_lint(&job->chip, output->name, &job->program, launch, print_finding, output, &refusal, diag))
        return false;
    if (refusal.what[0]) {
        fprintf(output->file, "%s\n", diag_text(&refusal, text, sizeof text));
        output->illegal++;
    }
    return true;
}

/* The launches of a row behind the first one, as far as they have other programs than the one before. */
static bool lint_row(struct lint_job *job, bool given, struct diag *diag)
{
    const struct launch *launch = job->launch ? job->launch->next : NULL;
    for (; launch; launch = launch->next) {
        const char *const path = launch->program.path;
        if (!path || (given && !launch->own_program) || strcmp(path, job->output.name) == 0)
            continue;
        program_free(&job->program);
        job->program = (struct program){0};
        job->output.name = path;
        if (!source_load(job->chip_name, path, &job->program, diag) || !lint_launch(job, launch, diag))
            return false;
    }
    return true;
}

static bool lint(struct lint_job *job, struct diag *diag)
{
    struct lint_output *output = &job->output;
    const bool          given = job->program_path != NULL;
    if (!load(job, diag) || !lint_launch(job, job->launch, diag) || !lint_row(job, given, diag))
        return false;
    fprintf(output->file, "%u illegal, %u doubtful%s\n", output->illegal, output->doubtful,
            job->launch ? "" : " in ALU clauses; control flow, exports and fetches are looked at with --launch");
    return true;
}

static int lint_and_print(struct lint_job *job)
{
    struct diag   diag = {0};
    struct output out;
    int           status;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    job->output.file = out.file;
    if (lint(job, &diag)) {
        status = output_print(&out, job->output.illegal ? STATUS_FAILED : STATUS_DONE);
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

static int lint_run(const struct command *command, int argc, char **argv)
{
    struct lint_job job = {.launch_path = NULL};
    int             option;
    option_set_t    given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0) {
        if (option == OPTION_LAUNCH)
            job.launch_path = optarg;
        else if (option == OPTION_CHIP)
            job.chip_name = optarg;
        else if (job.set_count < sizeof job.sets / sizeof job.sets[0])
            job.sets[job.set_count++] = optarg;
        else
            return usage_error(command, "--set: expected at most %u of them", job.set_count);
    }
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind > 1 || (argc == optind && !job.launch_path))
        return usage_error(command, "expected one PROGRAM, got %d operands", argc - optind);
    job.program_path = argc > optind ? argv[optind] : NULL;
    return lint_and_print(&job);
}

const struct command lint_command = {
    .name = "lint",
    .operands = "[PROGRAM] [--launch FILE] [--chip NAME|FILE] [--set NAME=VALUE]...",
    .summary = "lists what is illegal or doubtful in a program",
    .text = "Every finding is a line with the addresses (64-bit words), the instruction, what is wrong and\n"
            "the manual's section.  Illegal: a run stops there.  Doubtful: the manual leaves the result\n"
            "undefined, or warns; a run goes on.  With a launch also what the program uses and the launch does\n"
            "not give, and the first thing for which a run would refuse the program; without one nothing is\n"
            "known of its inputs, exports and fetches.\n"
            "Exit status 1 when something is illegal.\n"
            "\n"
            "examples:\n"
            "  wekiva lint prog.o\n"
            "  wekiva lint --launch launch.json --chip rv730\n",
    .options = lint_options,
    .option_count = sizeof lint_options / sizeof lint_options[0],
    .run = lint_run,
};
