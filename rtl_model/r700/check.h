/* check.h - what can be seen of a program before it runs: every control-flow instruction and ALU clause that it can
 * reach lies inside the program, is legal, and is modelled. */
#ifndef RTL_MODEL_R700_CHECK_H
#define RTL_MODEL_R700_CHECK_H

#include <stdbool.h>

#include "kit/diag.h"
#include "rtl_model/launch.h"
#include "rtl_model/program.h"

/* False and a diagnosis naming the CF or ALU address (64-bit words from the program's base) for the first instruction
 * that is illegal, lies outside the program, or is not modelled yet.  `name` stands for the program's file. */
bool program_check(const char *name, const struct program *program, enum launch_stage stage, bool prefer_vector,
                   struct diag *diag);

#endif
