/* search.h - clocks an R700 to where something is found (rtl_machine_kind.search), in one thread. */
#ifndef RTL_MODEL_R700_SEARCH_H
#define RTL_MODEL_R700_SEARCH_H

#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"

/* False: one of the instances lags behind while groups go by rows (simd_rows.h), or is the rotation. */
bool gpu_search(struct gpu *gpu, uint64_t end, const struct machine_search *search, bool *found);

#endif
