/* check.h - what can be seen of a program before it runs: every control-flow instruction and ALU clause that it can
 * reach lies inside the program and is modelled.  Rules that an instruction breaks are left to the run, which stops
 * there with a waveform. */
#ifndef RTL_MODEL_R700_CHECK_H
#define RTL_MODEL_R700_CHECK_H

#include <stdbool.h>

#include "kit/diag.h"
#include "rtl_model/r700/setup/setup.h"

/* False and a diagnosis naming the CF or ALU address (64-bit words from the program's base) for the first instruction
 * that lies outside the program or is not modelled yet.  `name` stands for the program's file.  Notes in the set-up
 * which buffers memory writes and reads use. */
bool program_check(const char *name, struct gpu_setup *setup, enum launch_stage stage, struct diag *diag);

#endif
