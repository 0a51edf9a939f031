/* observe.h - the observer of an NV30 (rtl_model/observer.h). */
#ifndef RTL_MODEL_NV30_OBSERVE_H
#define RTL_MODEL_NV30_OBSERVE_H

#include "rtl_model/probes/issue_observer.h"

extern const struct counter_table nv30_counters;
extern const struct issue_reasons nv30_reasons;

/* machine_results.observe. */
struct machine_observer *nv30_observe(void *machine, enum observed_detail detail, struct diag *diag);
/* machine_results.pipeline. */
struct machine_pipeline *nv30_pipeline(void *machine, struct diag *diag);

#endif
