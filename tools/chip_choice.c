/* chip_choice.c - the chip that --chip and --set ask for. */
#include "tools/chip_choice.h"

#include <stdio.h>
#include <string.h>

static bool set(struct chip_config *chip, const char *assignment, struct diag *diag)
{
    struct diag why = {0};
    char        text[sizeof why.what + sizeof why.file + 32];
    if (chip_set(chip, assignment, &why))
        return true;
    diag_text(&why, text, sizeof text);
    return diag_set(diag, NULL, 0, "--set %s: %s", assignment, text);
}

bool chip_choose(const char *name, const struct program *program, const char *const *sets, unsigned set_count,
                 struct chip_config *chip, struct diag *diag)
{
    if (!name)
        name = program && program->chip ? program->chip : "rv770";
    if (!chip_load(name, chip, diag))
        return false;
    for (unsigned i = 0; i < set_count; i++)
        if (!set(chip, sets[i], diag))
            return false;
    return chip_validate(chip, diag);
}

void chip_warn(const char *path, const struct program *program, const struct chip_config *chip)
{
    if (program->chip && strcmp(program->chip, chip->base) != 0)
        fprintf(stderr, "wekiva: %s: made for %s, and --chip says %s%s%s%s\n", path, program->chip, chip->name,
                strcmp(chip->name, chip->base) ? " (" : "", strcmp(chip->name, chip->base) ? chip->base : "",
                strcmp(chip->name, chip->base) ? ")" : "");
}

bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag)
{
    for (unsigned i = 0; i < chip_name_count; i++)
        if (name && strcmp(chip_names[i], name) == 0)
            return true;
    return !name || paths_take(paths, PATH_READ, name, "the chip file", diag);
}
