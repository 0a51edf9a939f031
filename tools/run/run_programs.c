/* run_programs.c - the programs of a run: of the command line, or of its launches. */
#include "tools/run/run_programs.h"

#include <stdlib.h>
#include <string.h>

#include "tools/source.h"

/* The one of the command line takes the place of the one that a launch file names, but not of what a launch of a row
 * names itself. */
static bool is_given(const struct run_options *options, const struct launch *launch)
{
    return options->program && !launch->own_program;
}

bool run_load_program(const struct run_options *options, const struct launch *launch, struct program *program,
                      struct diag *diag)
{
    if (is_given(options, launch))
        return source_load(options->chip, options->program, program, diag);
    return launch_names_program(launch, diag) && source_load(options->chip, launch->program.path, program, diag);
}

bool run_name_program(const struct run_options *options, struct launch *launch, struct diag *diag)
{
    if (!is_given(options, launch))
        return true;
    free(launch->program.path);
    launch->program.path = strdup(strcmp(options->program, "-") == 0 ? "standard input" : options->program);
    return launch->program.path || diag_set(diag, options->program, 0, "not enough memory");
}

bool run_load_row(const struct run_options *options, struct launch *first, const struct program *program,
                  struct diag *diag)
{
    const struct launch *before = first;
    first->program.loaded = program;
    for (struct launch *launch = first->next; launch; before = launch, launch = launch->next) {
        const bool same =
            launch->program.path && before->program.path && strcmp(launch->program.path, before->program.path) == 0;
        if ((is_given(options, launch) && is_given(options, before)) ||
            (same && is_given(options, launch) == is_given(options, before))) {
            launch->program.loaded = before->program.loaded;
            continue;
        }
        if (is_given(options, launch) && strcmp(options->program, "-") == 0)
            return diag_set(diag, NULL, 0, "standard input can be the first launch's program, and those behind it");
        launch->program.own = calloc(1, sizeof *launch->program.own);
        if (!launch->program.own)
            return diag_set(diag, NULL, 0, "not enough memory");
        launch->program.loaded = launch->program.own;
        if (!run_load_program(options, launch, launch->program.own, diag))
            return false;
    }
    for (struct launch *launch = first->next; launch; launch = launch->next)
        if (!run_name_program(options, launch, diag))
            return false;
    return true;
}
