#include "tools/run/run_limit.h"

#include <inttypes.h>
#include <stdlib.h>

bool run_limit_can(const struct run *run, struct diag *diag)
{
    const struct launch *const launch = run->machine.launch;
    struct machine_peak        peaks[MACHINE_PEAKS];
    if (!run->options->limit)
        return true;
    if (launch->together)
        return diag_set(diag, launch->path, launch->line[launch_several_key(launch)],
                        "%s: expected launches one after the other, with --limit",
                        launch_key_name(launch_several_key(launch)));
    return machine_peaks(run->chip, peaks, diag);
}

struct row {
    const struct machine_peak *peak;
    double                     used, share; /* 0 to 1 */
};

/* The largest share first; as the family has them where shares are equal. */
static int order(const void *a, const void *b)
{
    const struct row *const one = a, *const other = b;
    if (one->share > other->share || one->share < other->share)
        return one->share > other->share ? -1 : 1;
    return (one->peak > other->peak) - (one->peak < other->peak);
}

/* What has been used at all. */
static unsigned make_rows(const struct machine_peak *peaks, unsigned count, const struct result_statistic *statistics,
                          unsigned statistic_count, double cycles, struct row *rows)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
        struct row row = {&peaks[i], peak_used(&peaks[i], statistics, statistic_count), 0};
        row.share = row.used / (peaks[i].a_clock * cycles);
        if (row.used > 0)
            rows[used++] = row;
    }
    qsort(rows, used, sizeof *rows, order);
    return used;
}

static void print_rows(FILE *out, const struct run *run, const struct row *rows, unsigned count, uint64_t cycles)
{
    if (!count) {
        fprintf(out, "limit: no unit of %s was used\n", run->chip->name);
        return;
    }
    fprintf(out, "limit: %s, %.1f %% of what %s can do in %" PRIu64 " clocks\n", rows[0].peak->name,
            100 * rows[0].share, run->chip->name, cycles);
    fprintf(out, "  %-21s %14s %-10s %8s %12s\n", "resource", "used", "unit", "share", "peak a clock");
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "  %-21s %14.0f %-10s %6.1f %% %12.6g\n", rows[i].peak->name, rows[i].used, rows[i].peak->unit,
                100 * rows[i].share, rows[i].peak->a_clock);
}

bool run_limit_print(FILE *out, const struct run *run)
{
    const struct machine_results *const of = run->machine.kind->results;
    struct machine_peak                 peaks[MACHINE_PEAKS];
    struct row                          rows[MACHINE_PEAKS];
    struct result_statistic             none[1]; /* with room for none, the machine only counts */
    struct diag                         diag;
    const unsigned                      count = machine_peaks(run->chip, peaks, &diag);
    const unsigned                      statistic_count = of->statistics(run->machine.of, none, 0);
    const uint64_t                      cycles = of->cycles(run->machine.of);
    struct result_statistic *const      statistics = calloc(statistic_count + 1, sizeof *statistics);
    if (!statistics)
        return false;
    of->statistics(run->machine.of, statistics, statistic_count);
    print_rows(out, run, rows, make_rows(peaks, count, statistics, statistic_count, (double)cycles, rows), cycles);
    free(statistics);
    return true;
}
