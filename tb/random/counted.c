#include "tb/random/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/probes/observe.h"

enum { CLOCKS_MOST = 40000 };

static void watch(struct gpu *gpu, struct machine_observer *observer)
{
    uint64_t sets[2][GPU_INSTANCES / 64 + 1];
    while (!gpu_finished(gpu) && !gpu_stopped(gpu, NULL) && gpu->cycle < CLOCKS_MOST) {
        gpu_wire(gpu);
        gpu_show(gpu, false, sets[0], sets[1]);
        observer->clock(observer);
        gpu_edge(gpu);
    }
    gpu_look_at_registers(gpu);
    observer->settle(observer);
}

/* Of each place and arbiter, when there was a chance; no other share is above 100 %. */
static bool shares_are_whole(const struct result_counter *rows, unsigned count, struct diag *diag)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        const bool begins = strncmp(rows[i].name, "Busy.", 5) == 0;
        const bool goes_on = strncmp(rows[i].name, "Stall.", 6) == 0;
        if (strcmp(rows[i].unit, "%") == 0 && !(rows[i].value >= 0 && rows[i].value < 100 + 1e-6))
            return diag_set(diag, NULL, 0, "%s of %s is %g %%", rows[i].name, rows[i].path, rows[i].value);
        sum = begins ? rows[i].value : goes_on ? sum + rows[i].value : 0;
        const bool ends = goes_on && (i + 1 == count || strncmp(rows[i + 1].name, "Stall.", 6) != 0);
        if (ends && rows[i].known && fabs(sum - 100) > 1e-6)
            return diag_set(diag, NULL, 0, "chances up to %s of %s are %g %%", rows[i].name, rows[i].path, sum);
    }
    return true;
}

bool counts_add_up(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                   struct diag *diag)
{
    enum { ROWS = 4096 };
    char                     what[128] = "";
    bool                     good = true;
    struct gpu              *gpu = gpu_create_fast(chip, program, launch, diag);
    struct machine_observer *observer = gpu ? observe_gpu(gpu, OBSERVE_LINES, diag) : NULL;
    struct result_counter   *rows = calloc(ROWS, sizeof *rows);
    if (observer && rows) {
        watch(gpu, observer);
        const unsigned count = observer->counters(observer, false, rows, ROWS);
        good = observer->incomplete(observer) || observer->agrees(observer, what, sizeof what) ||
               diag_set(diag, NULL, 0, "what lines cost does not add up to the statistics: %s", what);
        good = good && shares_are_whole(rows, count < ROWS ? count : ROWS, diag);
    }
    if (observer)
        observer->free(observer);
    gpu_free(gpu);
    free(rows);
    return good;
}
