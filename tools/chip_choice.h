/* chip_choice.h - the chip that --chip and --set ask for. */
#ifndef TOOLS_CHIP_CHOICE_H
#define TOOLS_CHIP_CHOICE_H

#include "kit/paths.h"
#include "rtl_model/r700/chip.h"

/* `name` as chip_load takes it, then the assignments in order, then the rules between parameters.  A diagnosis of an
 * assignment begins with `--set NAME=VALUE: `. */
bool chip_choose(const char *name, const char *const *sets, unsigned set_count, struct chip_config *chip,
                 struct diag *diag);

/* Takes note of the chip file, when `name` is one. */
bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag);

#endif
