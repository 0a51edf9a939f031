/* sums.c - the probes of sums.h as code and as tables; counters.def. */
#include "rtl_model/nv30/probes/sums.h"

#define PROBE(name, FROM, when, MADE, SUMS)                                                                            \
    static void add_##name(const struct nv30 *rtl_machine, uint64_t *sum)                                              \
    {                                                                                                                  \
        PROBE_BODY(FROM, when, MADE, SUMS)                                                                             \
    }
NV30_PROBES(PROBE)
#undef PROBE

void nv30_sums_of_clock(const struct nv30 *nv30, uint64_t *sum)
{
#define PROBE(name, ...) add_##name(nv30, sum);
    NV30_PROBES(PROBE)
#undef PROBE
}

NV30_PROBES(PROBE_LISTS)
const struct probe nv30_probes[NV30_SUM_PROBES] = {NV30_PROBES(PROBE_ENTRY)};

#define COUNTER_DEF "rtl_model/nv30/probes/counters.def"
#define COUNTER_TABLE nv30_counters
#define COUNTER_PROBES nv30_probes
#define COUNTER_GIVEN const double max_quads = ((const struct nv30 *)chip)->setup.slots;
#include "rtl_model/probes/counter_tables.h"
