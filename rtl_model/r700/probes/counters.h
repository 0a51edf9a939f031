/* counters.h - sums, and the counters that come of them. */
#ifndef RTL_MODEL_R700_COUNTERS_H
#define RTL_MODEL_R700_COUNTERS_H

#include "pipeline/control/stall.h"
#include "rtl_model/probes/counter_list.h"
#include "rtl_model/r700/probes/sums.h"

enum counter_sum {
#define SUM_OF(name, ...) SUM_##name,
#define CHIP_SUM_OF SUM_OF
#define SUM_SEEN SUM_OF
#include "rtl_model/r700/probes/counters.def"
    SUMS
};
_Static_assert((int)STALLS <= (int)OBSERVED_REASONS, "line_cost has all reasons");

struct counter_sums {
    uint64_t of[SUMS];
    uint64_t chances[OBSERVED_ARBITERS][STALLS];
};

/* Parameters that formulas use. */
struct counter_chip {
    unsigned wave_size;
    bool     vertex_cache;
};

/* The counters of one place; `whole`: also those of the chip alone.  Returns how many rows there are, of which the
 * first `limit` are filled. */
unsigned counters_make(const struct counter_sums *sums, const struct counter_chip *chip, const char *path, bool whole,
                       struct result_counter *rows, unsigned limit);

/* to += more - less; `less` may be NULL. */
void counters_add(struct counter_sums *to, const struct counter_sums *more, const struct counter_sums *less);

/* The rows of counters.def and sums.h. */
extern const struct counter_table gpu_counters;

/* The arbiters as counters name them: "CF", "Even", "Odd". */
extern const char *const counter_arbiters[OBSERVED_ARBITERS];

#endif
