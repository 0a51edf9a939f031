/* cmd_lint.c - `wekiva lint`: what is illegal or doubtful in a program (machine_family.lint). */
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/lint_text.h"
#include "tools/output.h"
#include "tools/source.h"
#include "tools/subject.h"

struct lint_output {
    FILE                 *file;
    const char           *name;
    const struct program *program;
    unsigned              illegal, doubtful;
};

struct lint_job {
    struct subject     subject;
    struct lint_output output;
};

static const struct option_row lint_options[] = {
    SUBJECT_ROWS(struct lint_job, subject, "GPRs, constants and inputs of the program; without PROGRAM, its program"),
};

static void print_finding(void *context, const struct lint_finding *finding)
{
    struct lint_output *output = context;
    lint_print(output->file, output->name, output->program, finding);
    ++*(finding->level == LINT_ILLEGAL ? &output->illegal : &output->doubtful);
}

static bool lint_launch(struct lint_job *job, const struct launch *launch, struct diag *diag)
{
    struct lint_output *output = &job->output;
    struct diag         refusal = {0};
    char                text[sizeof refusal.file + sizeof refusal.what + 32];
    output->program = &job->subject.program;
    if (!machine_lint(&job->subject.chip, output->name, &job->subject.program, launch, print_finding, output, &refusal,
                      diag))
        return false;
    if (refusal.what[0]) {
        if (refusal.column)
            fprintf(output->file, "%s:%u:%u: error: %s\n", refusal.file, refusal.line, refusal.column, refusal.what);
        else
            fprintf(output->file, "%s\n", diag_text(&refusal, text, sizeof text));
        output->illegal++;
    }
    return true;
}

/* The launches of a row behind the first one, as far as they have other programs than the one before. */
static bool lint_row(struct lint_job *job, struct diag *diag)
{
    struct subject      *subject = &job->subject;
    const struct launch *launch = subject->launch ? subject->launch->next : NULL;
    for (; launch; launch = launch->next) {
        const char *const path = launch->program.path;
        if (!path || (subject->program_path && !launch->own_program) || strcmp(path, job->output.name) == 0)
            continue;
        program_free(&subject->program);
        subject->program = (struct program){0};
        job->output.name = path;
        if (!source_load(subject->chip_name, path, &subject->program, diag) || !lint_launch(job, launch, diag))
            return false;
    }
    return true;
}

static bool lint(struct lint_job *job, struct diag *diag)
{
    struct lint_output *output = &job->output;
    if (!subject_load(&job->subject, NULL, 0, diag))
        return false;
    output->name = job->subject.name;
    if (!lint_launch(job, job->subject.launch, diag) || !lint_row(job, diag))
        return false;
    fprintf(output->file, "%u illegal, %u doubtful%s\n", output->illegal, output->doubtful,
            job->subject.launch ? "" : job->subject.chip.family->lint_alone);
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
    subject_free(&job->subject);
    return status;
}

static int lint_run(const struct command *command, int argc, char **argv)
{
    struct lint_job job = {.subject = {.launch_path = NULL}};
    int             status;
    option_set_t    given = 0;
    if (!options_read(command, argc, argv, &given, NULL, &job, &status))
        return status;
    if (!subject_operands(command, &job.subject, argc - optind, argv + optind))
        return STATUS_BAD_INPUT;
    return lint_and_print(&job);
}

const struct command lint_command = {
    .name = "lint",
    .operands = "[PROGRAM] [--launch FILE] [--chip NAME|FILE] [--set NAME=VALUE]...",
    .summary = "lists what is illegal or doubtful in a program",
    .text = "Every finding is a line with the addresses (64-bit words; of r580 and nv30 the instruction's\n"
            "number), the instruction, what is wrong and the manual's section.  Illegal: a run stops there.  Doubtful: "
            "the manual leaves the result\n"
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
