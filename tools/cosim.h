/* cosim.h - `wekiva cosim`: what its options say, and what it does then. */
#ifndef TOOLS_COSIM_H
#define TOOLS_COSIM_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/port_map.h"
#include "tb/lockstep/tree.h"

struct cosim {
    const struct lockstep_module *module;
    struct block_source           source;
    const char                   *map_text, *map_file; /* --map, --ports */
    struct port_map               map;
    const char                   *trace, *input, *coverage;
    uint64_t                      cycles, seed, faults, window;
    bool                          cycles_given, write_template, list, stimulus;
};

/* Compares to the first difference; the exit status. */
int cosim_run(struct cosim *cosim);

#endif
