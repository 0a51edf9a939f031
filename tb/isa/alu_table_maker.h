/* alu_table_maker.h - computes the coefficients of pipeline/alu/alu_tables.c with MPFR, as docs/transcendental.md says.
 */
#ifndef TB_ISA_ALU_TABLE_MAKER_H
#define TB_ISA_ALU_TABLE_MAKER_H

#include "pipeline/alu/alu_tables.h"

#include <mpfr.h>
#include <stdbool.h>

/* log2(1 + d) / d, and its limit 1 / ln 2 */
static inline void table_log2_ratio(mpfr_t d)
{
    mpfr_t log;
    mpfr_init2(log, 200);
    if (mpfr_zero_p(d)) {
        mpfr_const_log2(log, MPFR_RNDN);
        mpfr_ui_div(d, 1, log, MPFR_RNDN);
    } else {
        mpfr_add_ui(log, d, 1, MPFR_RNDN);
        mpfr_log2(log, log, MPFR_RNDN);
        mpfr_div(d, log, d, MPFR_RNDN);
    }
    mpfr_clear(log);
}

/* sin(t pi/2), divided by t if asked; the limit of that is pi/2 */
static inline void table_sine(mpfr_t t, bool ratio)
{
    mpfr_t sine;
    mpfr_init2(sine, 200);
    mpfr_const_pi(sine, MPFR_RNDN);
    mpfr_div_ui(sine, sine, 2, MPFR_RNDN);
    if (!ratio || !mpfr_zero_p(t)) {
        mpfr_mul(sine, sine, t, MPFR_RNDN);
        mpfr_sin(sine, sine, MPFR_RNDN);
        if (ratio)
            mpfr_div(sine, sine, t, MPFR_RNDN);
    }
    mpfr_set(t, sine, MPFR_RNDN);
    mpfr_clear(sine);
}

/* The function of a table at n/512, so that the middles of intervals are points too. */
static inline void table_function(enum alu_table_id id, unsigned n, mpfr_t out)
{
    mpfr_set_ui_2exp(out, n, -9, MPFR_RNDN);
    switch (id) {
    case ALU_TABLE_RECIP:
        mpfr_add_ui(out, out, 1, MPFR_RNDN);
        mpfr_ui_div(out, 1, out, MPFR_RNDN);
        break;
    case ALU_TABLE_RSQRT:
    case ALU_TABLE_SQRT:
        mpfr_mul_ui(out, out, n < 256 ? 2 : 4, MPFR_RNDN);
        if (n < 256)
            mpfr_add_ui(out, out, 1, MPFR_RNDN);
        mpfr_sqrt(out, out, MPFR_RNDN);
        if (id == ALU_TABLE_RSQRT)
            mpfr_ui_div(out, 1, out, MPFR_RNDN);
        break;
    case ALU_TABLE_EXP2:
        mpfr_exp2(out, out, MPFR_RNDN);
        break;
    case ALU_TABLE_LOG2:
        mpfr_add_ui(out, out, 1, MPFR_RNDN);
        mpfr_log2(out, out, MPFR_RNDN);
        break;
    case ALU_TABLE_LOG2_NEAR:
        mpfr_sub_d(out, out, 0.5, MPFR_RNDN);
        mpfr_div_ui(out, out, 8, MPFR_RNDN);
        table_log2_ratio(out);
        break;
    case ALU_TABLE_SINE_NEAR:
        mpfr_div_ui(out, out, 8, MPFR_RNDN);
        table_sine(out, true);
        break;
    default:
        table_sine(out, false);
        break;
    }
}

static inline int32_t table_round(mpfr_t value, int fraction_bits)
{
    mpfr_mul_2si(value, value, fraction_bits, MPFR_RNDN);
    return (int32_t)mpfr_get_si(value, MPFR_RNDN);
}

/* The parabola through both ends and the middle of each interval; c1 is what is left after rounding c0 and c2, so
 * that each interval ends exactly where the next one begins. */
static inline void table_make(enum alu_table_id id, struct alu_table *table)
{
    mpfr_t begin, middle, end;
    mpfr_inits2(200, begin, middle, end, (mpfr_ptr)0);
    for (unsigned i = 0; i < ALU_TABLE_ENTRIES; i++) {
        table_function(id, 2 * i, begin);
        table_function(id, 2 * i + 1, middle);
        table_function(id, 2 * i + 2, end);

        mpfr_t bend; /* 2 (begin - 2 middle + end) */
        mpfr_init2(bend, 200);
        mpfr_add(bend, begin, end, MPFR_RNDN);
        mpfr_sub(bend, bend, middle, MPFR_RNDN);
        mpfr_sub(bend, bend, middle, MPFR_RNDN);
        mpfr_mul_ui(bend, bend, 2, MPFR_RNDN);
        table->c2[i] = table_round(bend, ALU_RESULT_BITS - 2);
        mpfr_clear(bend);

        const int64_t first = table_round(begin, ALU_RESULT_BITS);
        mpfr_mul_2si(end, end, ALU_RESULT_BITS, MPFR_RNDN);
        const int64_t last = mpfr_get_sj(end, MPFR_RNDN);
        table->c0[i] = (int32_t)first;
        table->c1[i] = (int32_t)(last - first - 4 * (int64_t)table->c2[i]);
    }
    mpfr_clears(begin, middle, end, (mpfr_ptr)0);
}

#endif
