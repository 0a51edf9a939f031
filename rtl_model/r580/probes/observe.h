/* observe.h - the observer of R580's fragment shader processor (rtl_model/observer.h). */
#ifndef RTL_MODEL_R580_OBSERVE_H
#define RTL_MODEL_R580_OBSERVE_H

#include "rtl_model/probes/issue_observer.h"

extern const struct counter_table us_counters;
extern const struct issue_reasons us_reasons;

/* machine_results.observe. */
struct machine_observer *us_observe(void *machine, enum observed_detail detail, struct diag *diag);
/* machine_results.pipeline. */
struct machine_pipeline *us_pipeline(void *machine, struct diag *diag);

#endif
