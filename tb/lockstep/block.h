/* block.h - one Verilated block in this process, its ports tied to the signals of a C module. */
#ifndef TB_LOCKSTEP_BLOCK_H
#define TB_LOCKSTEP_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/build/build.h"

struct block;

/* What blocks are for: of this source, counting coverage, in the place of a module. */
struct block_use {
    struct block_source source;
    bool                covered, replaces;
    bool                inside; /* its own signals can be read */
};

/* Builds (or takes from the cache), checks the ports and makes `count` blocks.  Each has a life of its own. */
bool block_open(const struct lockstep_module *module, const struct block_use *use, struct block **blocks,
                unsigned count, struct diag *diag);
void block_close(struct block *block);

/* What is compared, in the order of the list: outputs, and registers and memories that the block shows. */
unsigned           block_compared_count(const struct block *block);
const struct port *block_compared(const struct block *block, unsigned i);
/* All ports that the list makes; `there` are those that the block has. */
const struct port_table *block_ports(const struct block *block);
/* All ports of the block, and its folder. */
const struct found_table *block_found(const struct block *block);
const char               *block_folder(const struct block *block);
/* Lines of what Verilator has warned of, "FILE:LINE:COLUMN: CODE: what", and its runtime, "FILE:LINE: what". */
const char *block_warnings(const struct block *block);
const char *block_warned(const struct block *block);

/* Gives the block the inputs that lie in `state` and `beside` it.  False when one is wider than it is declared. */
bool block_drive(struct block *block, const void *state, const void *beside, struct diag *diag);
/* Two clocks with rst high and these inputs, in which assertions are not looked at; false as block_clock. */
bool block_reset(struct block *block, struct diag *diag);
/* A further clock of the reset, with the inputs as they are driven. */
bool block_load(struct block *block, struct diag *diag);
/* Lets outputs that depend on inputs follow them, with clk low. */
void block_settle(struct block *block);
/* The same; tells which compared port, a register by its list, has changed without an edge, or NULL. */
const struct port *block_early(struct block *block);
/* From here on assertions are not looked at. */
void block_mute(struct block *block);
/* One clock; false when an assertion of the block failed, when it called $error, $fatal or $stop, or never settles. */
bool block_clock(struct block *block, struct diag *diag);
/* The `final` blocks; false as block_clock. */
bool block_final(struct block *block, struct diag *diag);
/* "FILE:LINE: what" when an assertion, $error, $fatal or $stop of the block has ended it, else NULL. */
const char *block_failure(const struct block *block);

/* Of a block that was opened with `inside`: what its own signals are (inside.h), with its inputs as they are driven.
 */
const char *block_inside(struct block *block);

/* Coverage of a block that was opened with it: forgets what was counted, or writes it to a file (verilator_coverage).
 */
void block_coverage_clear(struct block *block);
bool block_coverage_write(struct block *block, const char *path, struct diag *diag);
/* Puts outputs and registers (in q and d alike) to where the module has them. */
void block_read(const struct block *block, void *state, void *beside);

/* Turns one bit of a compared port over, until the next clock. */
void block_flip(struct block *block, unsigned compared, unsigned bit);

#endif
