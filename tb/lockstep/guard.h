/* guard.h - a clock of a C module with inputs that its neighbours may never give it: a broken assertion, an access
 * outside of its memory and a value that is wider than its register are told apart from a difference. */
#ifndef TB_LOCKSTEP_GUARD_H
#define TB_LOCKSTEP_GUARD_H

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"

/* One clock.  False: in this cycle the inputs broke a rule of the module, whose state is of no use then. */
bool guard_clock(const struct lockstep_module *module, void *state, uint64_t cycle, struct diag *diag);

#endif
