/* sums.c - the probes of sums.h as code and as tables; counters.def. */
#include "rtl_model/nv30/probes/sums.h"

#define CORE_PROBES NV30_PROBES
#define CORE_TYPE const struct nv30
#define CORE_ADD_UP nv30_sums_of_clock
#define CORE_PROBE_ROWS nv30_probes
#define COUNTER_DEF "rtl_model/nv30/probes/counters.def"
#define COUNTER_TABLE nv30_counters
#define COUNTER_GIVEN const double max_quads = ((const struct nv30 *)chip)->setup.slots;
#include "rtl_model/probes/core_sums.h"
