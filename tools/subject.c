#include "tools/subject.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/chip_choice.h"
#include "tools/run/run_options.h"
#include "tools/run/run_programs.h"
#include "tools/source.h"

/* ---- the command line ------------------------------------------------------------------------------------------- */

bool subject_operands(const struct command *command, struct subject *subject, int count, char **operands)
{
    if (count > 1)
        return usage_error(command, "expected at most one PROGRAM, got %d operands", count), false;
    if (count == 1 && !subject->launch_path && source_is_launch(operands[0])) {
        subject->launch_path = operands[0];
        count = 0;
    }
    if (count == 0 && !subject->launch_path)
        return usage_error(command, "expected one PROGRAM, got 0 operands"), false;
    subject->program_path = count ? operands[0] : NULL;
    return true;
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

/* How messages name a file: "-" is the standard input. */
static const char *file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool take_files(const struct subject *subject, const struct subject_file *files, unsigned count,
                       struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag) && chip_take_file(subject->chip_name, &paths, diag);
    if (good && subject->launch)
        good = launch_take_files(subject->launch, &paths, diag);
    if (good && subject->program_path)
        good = paths_take(&paths, PATH_READ, subject->program_path, "the program", diag);
    for (unsigned i = 0; good && i < count; i++)
        good = !files[i].path || paths_take(&paths, files[i].use, files[i].path, files[i].what, diag);
    paths_free(&paths);
    return good;
}

static bool load_launch(struct subject *subject, struct diag *diag)
{
    if (!subject->launch_path)
        return true;
    if (subject->program_path && strcmp(subject->launch_path, "-") == 0 && strcmp(subject->program_path, "-") == 0)
        return diag_set(diag, NULL, 0, "--launch -, PROGRAM -: expected one of them from the standard input");
    subject->launch = subject->launch_key_count ? launch_load_set(subject->launch_path, NULL, 0, subject->launch_keys,
                                                                  subject->launch_key_count, diag)
                                                : source_launch(subject->launch_path, diag);
    if (subject->launch && subject->launch->next && subject->one_for &&
        !(subject->at_once && subject->launch->together))
        return diag_set(diag, subject->launch_path, subject->launch->line[launch_several_key(subject->launch)],
                        "%s: expected one launch %s", launch_key_name(launch_several_key(subject->launch)),
                        subject->one_for);
    if (subject->launch && subject->program_path && !launch_takes_program(subject->launch, subject->program_path, diag))
        return false;
    return subject->launch && machine_launch_chip(subject->chip_name, subject->launch, &subject->chip_name, diag);
}

static bool load_program(struct subject *subject, struct diag *diag)
{
    const bool given = subject->program_path && !(subject->launch && subject->launch->own_program);
    if (!given && !launch_names_program(subject->launch, diag))
        return false;
    const char *const path = given ? subject->program_path : subject->launch->program.path;
    subject->name = file_name(path);
    if (!source_load(subject->chip_name, path, &subject->program, diag))
        return false;
    if (subject->launch && given) {
        free(subject->launch->program.path);
        subject->launch->program.path = strdup(subject->name);
        if (!subject->launch->program.path)
            return diag_set(diag, NULL, 0, "not enough memory");
    }
    const struct run_options options = {.chip = subject->chip_name, .program = subject->program_path};
    return !subject->launch || run_load_row(&options, subject->launch, &subject->program, diag);
}

bool subject_load(struct subject *subject, const struct subject_file *files, unsigned file_count, struct diag *diag)
{
    const bool chip_asked = subject->chip_name;
    if (!load_launch(subject, diag) || !take_files(subject, files, file_count, diag) || !load_program(subject, diag) ||
        !machine_chip_choose(subject->chip_name, &subject->program, "--set ", subject->sets, subject->set_count,
                             &subject->chip, diag))
        return false;
    chip_warn(subject->name, &subject->program, &subject->chip, chip_asked ? NULL : subject->launch);
    return true;
}

bool subject_machine(const struct subject *subject, struct rtl_machine *machine, struct diag *diag)
{
    return rtl_machine_create(&subject->chip, &subject->program, subject->launch, machine, diag);
}

void subject_free(struct subject *subject)
{
    machine_chip_free(&subject->chip);
    program_free(&subject->program);
    if (subject->launch)
        launch_free(subject->launch);
    subject->launch = NULL;
}
