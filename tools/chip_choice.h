/* chip_choice.h - the chip that --chip and --set ask for. */
#ifndef TOOLS_CHIP_CHOICE_H
#define TOOLS_CHIP_CHOICE_H

#include "kit/paths.h"
#include "rtl_model/program.h"
#include "rtl_model/r700/chip.h"

/* `name` as chip_load takes it, or NULL: the chip for which `program` was made, rv770 when it does not say or is NULL;
 * then the assignments in order, then the rules between parameters.  A diagnosis of an assignment begins with
 * `--set NAME=VALUE: `. */
bool chip_choose(const char *name, const struct program *program, const char *const *sets, unsigned set_count,
                 struct chip_config *chip, struct diag *diag);

/* One line on the error output when the program, whose file is `path`, was made for a chip other than that which has
 * been chosen, or on which the chosen one is based. */
void chip_warn(const char *path, const struct program *program, const struct chip_config *chip);

/* Takes note of the chip file, when `name` is one; it may be NULL. */
bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag);

#endif
