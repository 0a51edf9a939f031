/* along.h - a block that is clocked along with a module of a running machine, which goes on as if it were not there:
 * the block's outputs beside the module's. */
#ifndef TB_LOCKSTEP_ALONG_H
#define TB_LOCKSTEP_ALONG_H

#include <stdio.h>

#include "tb/lockstep/block.h"
#include "tb/lockstep/report.h"

struct along;

/* The block stays the caller's; its ports are those of the list.  NULL: not enough memory. */
struct along *along_create(const struct lockstep_module *module, const struct block *block);
void          along_free(struct along *along);

/* Compares what the block holds after its last clock with the module's outputs, and with its registers that the block
 * shows, in `cycle`.  Memories and what follows the inputs within a clock are not looked at.  False behind the first
 * difference, when there is no more to compare. */
bool along_compare(struct along *along, const void *state, uint64_t cycle);

/* The same of the output that follows the inputs of this clock, which the block has settled for; `beside` has the C
 * module's. */
bool along_compare_now(struct along *along, const void *beside, uint64_t cycle);

/* Whether a port is looked at: memories are not, nor is what follows the inputs without a NOW row. */
bool along_is_compared(const struct port *port);
/* Where the block's outputs lie, as in the module's struct. */
void *along_state(const struct along *along);

/* The rows of far memories that the block asks for, to where the place has what lies beside its module. */
void along_read_rows(struct along *along, void *beside);

/* The cycle of the difference, or NULL. */
const uint64_t *along_differs(const struct along *along);

/* "PATH: 7126 cycles agree (3 ports compared, 0 registers)" and what of the list was not compared; or the difference.
 */
void along_print(FILE *out, const struct along *along, const char *path, const struct report_names *names);

#endif
