/* counted.h - a launch with somebody who looks at every clock: what the lines of its program cost adds up to the
 * statistics, and the shares of chances to 100 %. */
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
