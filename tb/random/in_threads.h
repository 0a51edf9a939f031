/* in_threads.h - a launch on several SIMDs, clocked in one thread and in several: there must be no difference. */
#ifndef TB_RANDOM_IN_THREADS_H
#define TB_RANDOM_IN_THREADS_H

#include "kit/diag.h"
#include "rtl_model/r700/gpu.h"

/* How many SIMDs and threads, which clocks the chip takes and where both are compared, all that a snapshot has, is
 * drawn from the seed.  True when the machine refuses the launch. */
bool agrees_in_threads(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                       uint64_t seed, struct diag *diag);

struct case_launch;
/* The case beside another one of its seed, or beside itself when the machine refuses that: both at once
 * (docs/launch.md, `together`), in several threads and in one, and beside a machine without sleep.  Buffers
 * and memory are the first one's.  `other`: it was another program. */
bool agrees_at_once(const struct chip_config *chip, const struct case_launch *first, uint64_t seed, bool *other,
                    struct diag *diag);

#endif
