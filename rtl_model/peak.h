/* peak.h - what a chip can do at most in a clock, and how much of it a run has used (docs/guides/limit.md).
 *
 * A family's rows are sums over the parameters of a chip; what a run has used of one is what its modules count. */
#ifndef RTL_MODEL_PEAK_H
#define RTL_MODEL_PEAK_H

#include "rtl_model/results.h"

struct machine_peak {
    const char *name, *unit; /* "memory", "bytes" */
    const char *formula;     /* over parameters by name */
    double      a_clock;     /* units of the whole chip */
    const char *rate;        /* a thousand millions of them in a second: "GB/s" */
    const char *used;        /* statistics that count it, "memory*.lines memory*.writes"; "": none does */
    double      each;        /* units of one that is counted */
    const char *meaning;
};

/* What a roofline has on its axis: a peak, what moves at most so fast, and the statistics that count it. */
struct machine_traffic {
    const char *peak;       /* "memory"; NULL behind the last one */
    const char *unit, *one; /* "bytes of memory", "byte of memory" */
    const char *used[2];
    double      each[2];
};
enum { MACHINE_TRAFFIC = 2 };

/* Of a clock in MHz, in its own unit. */
double peak_rate(const struct machine_peak *peak, double mhz);
/* Units used, of the rows of a run's statistics. */
double peak_used(const struct machine_peak *peak, const struct result_statistic *statistics, unsigned count);

#endif
