/* core_sums.h - the probes of a machine with one core (rtl_model/one_core.h) as code and as tables, for its sums.c,
 * which says before it
 *
 *   CORE_PROBES                  the list of its probes
 *   CORE_TYPE                    const struct of the machine
 *   CORE_ADD_UP, CORE_PROBE_ROWS   names of the function that adds up a clock, and of the probes' table
 *   COUNTER_DEF, COUNTER_GIVEN, COUNTER_TABLE   as for counter_tables.h */
#include "rtl_model/probes/probe.h"

#ifdef CORE_PROBES

#define PROBE(name, FROM, when, MADE, SUMS)                                                                            \
    static void add_##name(CORE_TYPE *rtl_machine, uint64_t *sum)                                                      \
    {                                                                                                                  \
        PROBE_BODY(FROM, when, MADE, SUMS)                                                                             \
    }
CORE_PROBES(PROBE)
#undef PROBE

void CORE_ADD_UP(CORE_TYPE *machine, uint64_t *sum)
{
#define PROBE(name, ...) add_##name(machine, sum);
    CORE_PROBES(PROBE)
#undef PROBE
}

CORE_PROBES(PROBE_LISTS)
const struct probe CORE_PROBE_ROWS[] = {CORE_PROBES(PROBE_ENTRY)};

#define COUNTER_PROBES CORE_PROBE_ROWS
#include "rtl_model/probes/counter_tables.h"

#endif
