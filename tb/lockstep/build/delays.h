/* delays.h - delays of a block that Verilator drops without a word: of nets in their declaration (`wire #3 w = a;`), in
 * `specify` blocks, of events (`->> #3 e;`) and the skews of a clocking block.  Of the others it warns (messages.c). */
#ifndef TB_LOCKSTEP_DELAYS_H
#define TB_LOCKSTEP_DELAYS_H

#include <stdbool.h>

#include "kit/diag.h"
#include "tb/lockstep/build/messages.h"

/* False and a diagnosis with the place of the first one: of the text that `verilator -E` prints, where comments are
 * gone but for Verilator's own; behind `lint_off ASSIGNDLY` a delay does not matter. */
bool delays_none(const char *text, const struct message_source *source, struct diag *diag);

#endif
