/* shown.h - what a machine shows in each clock (rtl_machine_kind.show): what a waveform and an observer need; its
 * waveform. */
#ifndef RTL_MODEL_SHOWN_H
#define RTL_MODEL_SHOWN_H

#include "rtl_model/machine.h"
#include "trace/vcd.h"

/* From here on it is what these need, each of which may be NULL; everything, when the waveform needs it or memory for
 * the sets is out. */
void machine_show_for(const struct rtl_machine *machine, const struct trace *trace,
                      const struct machine_observer *observer);

/* trace_open of the machine's instances, with their aliases, or each signal apart. */
struct trace *machine_trace_open(const struct rtl_machine *machine, struct trace_options *options, bool apart,
                                 struct diag *diag);

#endif
