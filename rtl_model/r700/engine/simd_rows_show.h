/* simd_rows_show.h - what the parts of the ALU by whole groups (simd_rows.h) share. */
#ifndef RTL_MODEL_R700_SIMD_ROWS_SHOW_H
#define RTL_MODEL_R700_SIMD_ROWS_SHOW_H

#include "rtl_model/r700/simd.h"

/* Clocks of a group's life, counted from the one in which its first quarter enters (write_back.h): quarter n of its
 * results arrives in RESULT_AGE + n, its rows are complete behind ROWS_AGE, on their way to the GPRs in WRITE_AGE.
 * SLOW_CLOCKS: from the last clock in which a quarter enters until the group has left. */
enum { RESULT_AGE = 2, ROWS_AGE = 5, REPORT_AGE = 6, WRITE_AGE = 7, GONE_AGE = 8, SLOW_CLOCKS = 5 };

/* PV and PS get the first so many quarters of a group's results, and their lanes. */
void rows_take(struct write_back *back, const struct row_group *group, unsigned parity, unsigned quarters);

/* The predicate gets them, as predicate_eval does, quarter by quarter; to do it again changes nothing. */
void rows_set_predicate(struct predicate *predicate, const struct row_group *group, unsigned quarters);

/* Slots, and the wide unit, get what the group has left in them. */
void rows_show_slots(struct simd *simd, const struct row_group *group, unsigned slots, bool wide);

#endif
