/* counted.h - a launch with an observer of every clock: the costs of its program's lines add up to the statistics, the
 * shares of chances to 100 %. */
#ifndef TB_RANDOM_COUNTED_H
#define TB_RANDOM_COUNTED_H

#include <stdbool.h>

#include "kit/diag.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r700/chip.h"

/* False, and what differs; also true when there is no memory for it. */
bool counts_add_up(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                   struct diag *diag);

#endif
