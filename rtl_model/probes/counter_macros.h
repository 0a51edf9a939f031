/* counter_macros.h - a machine's counters.def includes it before its rows and behind them.
 *
 *   SUM_OF(name, "module.statistic ...", meaning)     statistics of a place (of R700 a SIMD)
 *   CHIP_SUM_OF(name, "module.statistic ...", ...)    statistics of the chip's own modules; * stands for their number
 *   SUM_SEEN(name, ...)                               the sums of the machine's sums.h, which come here
 *   COUNTER(name, unit, numerator, denominator, meaning)             of the chip (sums of all places) and of each
 *   CHIP_COUNTER(name, unit, numerator, denominator, meaning)        of the chip alone
 *   COUNTER_IF(name, unit, numerator, denominator, has, why, meaning)  not known unless `has`, for that reason
 *   NO_COUNTER(name, why)                             this chip cannot have it
 *
 * Formulas are C over the sums and the parameters that the machine's counters.c names. */
#ifndef COUNTER_MACROS
#define COUNTER_MACROS
#ifndef SUM_OF
#define SUM_OF(...)
#endif
#ifndef CHIP_SUM_OF
#define CHIP_SUM_OF(...)
#endif
#ifndef SUM_SEEN
#define SUM_SEEN(...)
#endif
#ifndef COUNTER_IF
#define COUNTER_IF(...)
#endif
#ifndef COUNTER
#define COUNTER(name, unit, numerator, denominator, meaning)                                                           \
    COUNTER_IF(name, unit, numerator, denominator, true, "", meaning)
#endif
#ifndef CHIP_COUNTER
#define CHIP_COUNTER(...)
#endif
#ifndef NO_COUNTER
#define NO_COUNTER(...)
#endif
#else
#undef COUNTER_MACROS
#undef SUM_OF
#undef CHIP_SUM_OF
#undef SUM_SEEN
#undef COUNTER
#undef COUNTER_IF
#undef CHIP_COUNTER
#undef NO_COUNTER
#endif
