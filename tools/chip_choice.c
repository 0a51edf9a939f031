#include "tools/chip_choice.h"
#include "tools/output.h"

#include <stdio.h>
#include <string.h>

void chip_warn(const char *path, const struct program *program, const struct machine_chip *chip,
               const struct launch *launch)
{
    const bool own = strcmp(chip->name, chip->base) != 0;
    if (program->chip && strcmp(program->chip, chip->base) != 0)
        output_say("%s: made for %s, and %s says %s%s%s%s", path, program->chip, launch ? launch->path : "--chip",
                   chip->name, own ? " (" : "", own ? chip->base : "", own ? ")" : "");
}

bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag)
{
    return !name || machine_preset(name) || paths_take(paths, PATH_READ, name, "the chip file", diag);
}
