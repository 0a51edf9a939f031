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

/* The largest share first; as the family has them where shares are equal. */
static void insert(struct result_limit *rows, unsigned count, const struct result_limit *row)
{
    unsigned at = count;
    for (; at && rows[at - 1].share < row->share; at--)
        rows[at] = rows[at - 1];
    rows[at] = *row;
}

/* What has been used at all. */
static unsigned make_rows(const struct run *run, const struct result_statistic *statistics, unsigned statistic_count,
                          struct result_limit *rows)
{
    struct machine_peak peaks[MACHINE_PEAKS];
    struct diag         diag;
    const unsigned      count = machine_peaks(run->chip, peaks, &diag);
    const double        cycles = (double)run->machine.kind->results->cycles(run->machine.of);
    unsigned            made = 0;
    for (unsigned i = 0; i < count; i++) {
        struct result_limit row = {peaks[i].name, peaks[i].unit, .a_clock = peaks[i].a_clock};
        row.used = peak_used(&peaks[i], statistics, statistic_count);
        row.share = row.used / (row.a_clock * cycles);
        if (row.used > 0)
            insert(rows, made++, &row);
    }
    return made;
}

bool run_limit_rows(const struct run *run, struct result_limit *rows, unsigned *count)
{
    const struct machine_results *const of = run->machine.kind->results;
    struct result_statistic             none[1]; /* with room for none, the machine only counts */
    const unsigned                      statistic_count = of->statistics(run->machine.of, none, 0);
    struct result_statistic *const      statistics = calloc(statistic_count + 1, sizeof *statistics);
    if (!statistics)
        return false;
    of->statistics(run->machine.of, statistics, statistic_count);
    *count = make_rows(run, statistics, statistic_count, rows);
    free(statistics);
    return true;
}

bool run_limit_print(FILE *out, const struct run *run)
{
    struct result_limit rows[MACHINE_PEAKS];
    unsigned            count;
    if (!run_limit_rows(run, rows, &count))
        return false;
    if (!count)
        return fprintf(out, "limit: no unit of %s was used\n", run->chip->name) > 0;
    fprintf(out, "limit: %s, %.1f %% of what %s can do in %" PRIu64 " clocks\n", rows[0].name, 100 * rows[0].share,
            run->chip->name, run->machine.kind->results->cycles(run->machine.of));
    fprintf(out, "  %-21s %14s %-10s %8s %12s\n", "resource", "used", "unit", "share", "peak a clock");
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "  %-21s %14.0f %-10s %6.1f %% %12.6g\n", rows[i].name, rows[i].used, rows[i].unit,
                100 * rows[i].share, rows[i].a_clock);
    return true;
}
