/* run_activity.h - `wekiva run --activity`: toggles of a run by module (docs/energy.md). */
#ifndef TOOLS_RUN_ACTIVITY_H
#define TOOLS_RUN_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rtl_model/machine.h"
#include "trace/vcd.h"

/* All instances of a module. */
struct run_activity_row {
    const char *module;
    unsigned    instances;
    uint64_t    bits, toggles;
};
struct run_activity {
    struct run_activity_row *rows; /* NULL: nothing was counted; the most toggles first */
    unsigned                 count;
    uint64_t                 cycles;
};

/* Of a trace whose writer has settled; false when memory is out. */
bool run_activity_take(struct run_activity *activity, const struct rtl_machine *machine, const struct trace *trace);
void run_activity_print(FILE *out, const struct run_activity *activity);
void run_activity_free(struct run_activity *activity);

#endif
