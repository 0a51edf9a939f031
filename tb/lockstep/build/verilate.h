/* verilate.h - Verilog to C++: Verilator is called, and what the comparison does not take is refused. */
#ifndef TB_LOCKSTEP_VERILATE_H
#define TB_LOCKSTEP_VERILATE_H

#include <stdbool.h>

#include "kit/diag.h"
#include "tb/lockstep/build/tree.h"

/* With counters of what is covered; with what its own signals are read by (wrap.h). */
struct verilated {
    bool covered, inside;
};

/* C++ of a tree into folder `made`; `log` is a file for what Verilator
 * says.  What it warns of is in `warnings`, freed by the caller (messages.h).  False and a diagnosis with the place of
 * an error, of a second module of a name, or of a delay. */
bool verilate(const struct tree *tree, const struct verilated *how, const char *made, const char *log, char **warnings,
              struct diag *diag);

#endif
