/* counter_list.h - counters as a list of results: rows of a machine's counters.def, evaluated over sums; chances to
 * issue by reason. */
#ifndef RTL_MODEL_PROBES_COUNTER_LIST_H
#define RTL_MODEL_PROBES_COUNTER_LIST_H

#include "rtl_model/observer.h"
#include "rtl_model/probes/probe.h"

/* The rows of counters.def; sums of statistics end with a name of NULL. */
struct counter_sum_row {
    const char *name, *from, *meaning;
    unsigned    number;
    bool        of_chip;
};
struct counter_row {
    const char *name, *unit, *numerator, *denominator, *why, *meaning; /* numerator NULL: no such counter */
    bool        of_chip;
};

/* The numerator and the denominator of a row. */
struct counter_ratio {
    double above, below;
    bool   has;
};
enum { COUNTER_ROWS = 64 }; /* at most */

struct counter_table {
    const struct counter_sum_row *sums;
    const struct counter_row     *rows;
    unsigned                      row_count;
    /* Ratios of the rows in their order; `chip` has the parameters that formulas use. */
    void (*evaluate)(const uint64_t *sums, const void *chip, struct counter_ratio *ratio);
    const struct probe *probes;
    unsigned            probe_count;
};

/* Rows of which the first `limit` are filled. */
struct counter_list {
    struct result_counter *rows;
    unsigned               limit, count;
};

/* The counters of one place; `whole`: also those of the chip alone. */
void counter_list_ratios(struct counter_list *list, const struct counter_table *table, const uint64_t *sums,
                         const void *chip, const char *path, bool whole);
/* Shares of all chances of an arbiter, which add up to 100 %. */
void counter_list_chances(struct counter_list *list, const char *path, const uint64_t *chances,
                          const char *const *names, const char *const *meanings, unsigned count);

/* Statistics that are part of sums. */
struct counter_terms {
    struct counter_term {
        const struct rtl_signal *signal;
        const void              *state;
        uint64_t                *to;
        uint32_t                 before;
    } * all;
    unsigned count;
};
/* The counters of `names`, "issue_even.groups issue_odd.groups", of instances below a place ("gpu.simd3"): from here on
 * they are added to a sum.  False: not enough memory. */
bool counter_terms_add(struct counter_terms *terms, const struct rtl_instance *instances, unsigned instance_count,
                       const char *place, const char *names, uint64_t *to);
/* Often enough that none goes round unseen: counters of modules have 32 bits. */
void counter_terms_take(struct counter_terms *terms);
void counter_terms_free(struct counter_terms *terms);

#endif
