/* sweep_baseline.c - the point that another one is compared with: some axes have the baseline's value, all others keep
 * the point's own. */
#include "tools/sweep/sweep_report.h"

#include <stdlib.h>
#include <string.h>

/* Tied axes change together: the first of them stands for all. */
static unsigned leader(const struct sweep *sweep, unsigned axis)
{
    for (unsigned i = 0; sweep->axes[axis].tied && i < axis; i++)
        if (sweep->axes[i].tied)
            return i;
    return axis;
}

/* The first values of the machine's axes; where only programs, launches or threads vary, of those. */
static void choose_first(const struct sweep *sweep, struct sweep_baseline *baseline)
{
    bool any = false;
    for (unsigned pass = 0; !any && pass < 2; pass++)
        for (unsigned i = 0; i < sweep->axis_count; i++) {
            const struct sweep_axis *axis = &sweep->axes[i];
            const bool               machine = axis->kind == SWEEP_CHIP || axis->kind == SWEEP_SET;
            if (axis->count < 2 || (int)i == sweep_seed_axis(sweep) || machine == (pass == 1))
                continue;
            baseline->fixed[leader(sweep, i)] = any = true;
        }
}

void sweep_baseline_first(const struct sweep *sweep, struct sweep_baseline *baseline)
{
    *baseline = (struct sweep_baseline){0};
    choose_first(sweep, baseline);
}

uint64_t sweep_baseline_point(const struct sweep *sweep, const struct sweep_baseline *baseline, uint64_t point)
{
    unsigned at[SWEEP_AXES_MAX];
    uint64_t number = 0;
    sweep_point(sweep, point, at);
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (leader(sweep, i) == i)
            number += (baseline->fixed[i] ? baseline->at[i] : at[i]) * sweep_stride(sweep, i);
    return number;
}
