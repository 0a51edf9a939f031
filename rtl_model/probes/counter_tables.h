/* counter_tables.h - a machine's counters.def as tables and code, for its counters.c, which says before it
 *
 *   COUNTER_DEF     the file of the rows, whose sums are SUM_name
 *   COUNTER_GIVEN   statements: the parameters that formulas use, from `chip`
 *   COUNTER_TABLE   the name of the struct counter_table that is made
 *   COUNTER_PROBES  a struct probe array */
#include "rtl_model/probes/counter_list.h"

#include <string.h>

#ifdef COUNTER_DEF

static const struct counter_sum_row counter_sum_rows[] = {
#define SUM_OF(name, from, meaning) {#name, from, meaning, SUM_##name, false},
#define CHIP_SUM_OF(name, from, meaning) {#name, from, meaning, SUM_##name, true},
#include COUNTER_DEF
    {NULL, NULL, NULL, SUMS, false},
};

static const struct counter_row counter_rows[] = {
#define COUNTER_IF(name, unit, numerator, denominator, has, why, meaning)                                              \
    {#name, unit, #numerator, #denominator, why, meaning, false},
#define CHIP_COUNTER(name, unit, numerator, denominator, meaning)                                                      \
    {#name, unit, #numerator, #denominator, "", meaning, true},
#define NO_COUNTER(name, why) {#name, "", NULL, NULL, why, "", true},
#include COUNTER_DEF
};
_Static_assert(sizeof counter_rows / sizeof counter_rows[0] <= COUNTER_ROWS, "there is room");

static void evaluate(const uint64_t *of, const void *chip, struct counter_ratio *ratio)
{
    COUNTER_GIVEN
#define SUM_OF(name, ...)                                                                                              \
    const double name = (double)of[SUM_##name];                                                                        \
    (void)name; /* of some something else is made */
#define CHIP_SUM_OF SUM_OF
#define SUM_SEEN SUM_OF
#include COUNTER_DEF
    const struct counter_ratio made[] = {
#define COUNTER_IF(name, unit, numerator, denominator, has, why, meaning) {numerator, denominator, has},
#define CHIP_COUNTER(name, unit, numerator, denominator, meaning) {numerator, denominator, true},
#define NO_COUNTER(name, why) {0, 0, false},
#include COUNTER_DEF
    };
    memcpy(ratio, made, sizeof made);
}

const struct counter_table COUNTER_TABLE = {
    counter_sum_rows, counter_rows,   sizeof counter_rows / sizeof counter_rows[0],
    evaluate,         COUNTER_PROBES, sizeof COUNTER_PROBES / sizeof COUNTER_PROBES[0],
};

#endif
