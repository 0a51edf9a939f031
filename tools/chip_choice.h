/* chip_choice.h - what the command says of the chip that --chip asks for, and the file that it may be. */
#ifndef TOOLS_CHIP_CHOICE_H
#define TOOLS_CHIP_CHOICE_H

#include "kit/paths.h"
#include "rtl_model/machine.h"

/* One line on the error output when the program, whose file is `path`, was made for a chip other than that which has
 * been chosen, or on which the chosen one is based.  `launch`: that which has chosen it; NULL: --chip has. */
void chip_warn(const char *path, const struct program *program, const struct machine_chip *chip,
               const struct launch *launch);

/* Takes note of the chip file, when `name` is one; it may be NULL. */
bool chip_take_file(const char *name, struct path_set *paths, struct diag *diag);

#endif
