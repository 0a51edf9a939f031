/* probe.h - what an observer adds up in each clock, as rows.  A probe has sources, as modules have (kit/wire.h), a
 * condition, and for each sum a row: what a clock adds to it, an expression of the sources.  The rows are the code that
 * runs, what the page of counters prints, and what an engine that lets modules rest keeps up to date.
 *
 *   PROBE(name, FROM, when, MADE, SUMS)   nothing is added in a clock in which `when` does not hold
 *
 *   ONE(type, name, member, index)        `name` is a source: a net, or an instance's registers and memories
 *   ALL(type, name, member)               of all instances of a member, `name[0]` and on
 *   IN(type, name, member, index)         an instance's registers, memories and wires
 *   LET(type, name, expression, meaning)  a value that several rows use
 *   SUM(name, expression, meaning)        a sum
 *
 * A machine's sums.h has the rows, with a list of its probes; its sums.c the functions that rows use. */
#ifndef RTL_MODEL_PROBES_PROBE_H
#define RTL_MODEL_PROBES_PROBE_H

#include "kit/wire.h"

#define NOTHING_MADE(LET)

/* ---- rows as code ------------------------------------------------------------------------------------------------ */

/* The body of a function of `rtl_machine`, in which `sum` is the machine's sums. */
#define PROBE_LET(made_type, name, expression, meaning) const made_type name = expression;
#define PROBE_ADD(name, expression, meaning) sum[SUM_##name] += (uint64_t)(expression);
#define PROBE_IN RTL_LOCAL_ONE
#define PROBE_BODY(FROM, when, MADE, SUMS)                                                                             \
    FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, PROBE_IN)                                                                       \
    if (!(when))                                                                                                       \
        return;                                                                                                        \
    MADE(PROBE_LET)                                                                                                    \
    SUMS(PROBE_ADD)

/* Of a list of probes: their sums, by SUM_SEEN, in counters.def; their number. */
#define SUMS_OF_PROBE(name, FROM, when, MADE, SUMS) SUMS(SUM_SEEN)
#define COUNT_OF_PROBE(...) +1

/* ---- rows as tables ---------------------------------------------------------------------------------------------- */

/* Lists end with a name of NULL.  Of a source: how expressions call it, what it is an instance of, its number. */
struct probe_source {
    const char *name, *type;
    unsigned    number;
};
struct probe_row {
    const char *name, *expression, *meaning;
};
struct probe {
    const char                *name, *when;
    const struct probe_source *sources;
    const struct probe_row    *made, *sums;
};

#define PROBE_SOURCE_ONE(type, name, member, index) {#name, #type, AT_##member + (index)},
#define PROBE_SOURCE_ALL(type, name, member) {#name, #type, AT_##member},
#define PROBE_ROW(name, expression, meaning) {#name, #expression, meaning},
#define PROBE_LET_ROW(type, name, expression, meaning) {#name, #expression, meaning},
/* As PROBE: the lists of a probe, and its row. */
#define PROBE_LISTS(name, FROM, when, MADE, SUMS)                                                                      \
    static const struct probe_source name##_sources[] = {                                                              \
        FROM(PROBE_SOURCE_ONE, PROBE_SOURCE_ALL, PROBE_SOURCE_ONE){NULL, NULL, 0}};                                    \
    static const struct probe_row name##_made[] = {MADE(PROBE_LET_ROW){NULL, NULL, NULL}},                             \
                                  name##_sums[] = {SUMS(PROBE_ROW){NULL, NULL, NULL}};
#define PROBE_ENTRY(name, FROM, when, MADE, SUMS) {#name, #when, name##_sources, name##_made, name##_sums},

#endif
