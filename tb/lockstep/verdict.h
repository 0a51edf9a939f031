/* verdict.h - what an agreement is about: what was compared, what was not, and what the inputs never were. */
#ifndef TB_LOCKSTEP_VERDICT_H
#define TB_LOCKSTEP_VERDICT_H

#include <stdio.h>

#include "tb/lockstep/session.h"

/* "12 cycles agree (3 ports compared, 0 registers)" without an end of line. */
void verdict_agreed(FILE *out, const struct session *session);

/* Lines of what the verdict does not cover, none when it covers all: ports, registers and memories that the block does
 * not have, rows that were not read, outputs of the block that the list does not have, classes of inputs that never
 * were; and what Verilator has warned of. */
void verdict_print_limits(FILE *out, const struct session *session);

/* The outputs of the list that the block does not have, in lines behind `head`; nothing when it has all. */
void verdict_print_lacking(FILE *out, const struct block *block, const char *head);

/* Lines "FILE:LINE:COLUMN: CODE: what", each behind `head`. */
void verdict_print_warnings(FILE *out, const struct block *block, const char *head);

#endif
