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
    return strncmp(text, "--set", 5) == 0 ? diag_set(diag, NULL, 0, "%s", text)
                                          : diag_set(diag, NULL, 0, "--set %s: %s", assignment, text);
}

bool chip_choose(const char *name, const char *const *sets, unsigned set_count, struct chip_config *chip,
                 struct diag *diag)
{
    if (!chip_load(name, chip, diag))
        return false;
    for (unsigned i = 0; i < set_count; i++)
        if (!set(chip, sets[i], diag))
            return false;
    return chip_validate(chip, diag);
}

bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag)
{
    for (unsigned i = 0; i < chip_name_count; i++)
        if (strcmp(chip_names[i], name) == 0)
            return true;
    return paths_take(paths, PATH_READ, name, "the chip file", diag);
}
