/* hazards.h - sees from outside which groups read a register that the group before writes, one of the two by AR and the
 * other without (ISA 4.11), or one whose number another operand has with another index (ISA 4.7.7).  No module
 * depends on it. */
#ifndef RTL_MODEL_R700_HAZARDS_H
#define RTL_MODEL_R700_HAZARDS_H

#include "rtl_model/r700/setup/setup.h"
#include "rtl_model/results.h"

/* Before a clock edge, wires settled: notes what the group reads whose first quarter enters the slots.  False: not
 * enough memory. */
bool hazards_look(const struct simd *simd, const struct instruction_memory *program, struct result_hazards *hazards);

#endif
