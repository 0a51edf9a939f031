/* record.h - the inputs of one module instance in a real run, clock by clock, in a file that lockstep drives from.
 *
 * Of a module without an adapter its registers as well, as inputs are: what the run itself made of them.
 *
 * The file: "WKINPUTS", version and number of inputs (4 bytes each), a hash of the inputs' names and widths, the number
 * of clocks, then the inputs at reset and at every clock: a bit per input, set when it has changed (all are 0 before
 * the first), and the elements of those that have.  Last a checksum.  Numbers are little-endian, of 8 bytes unless said
 * otherwise. */
#ifndef TB_LOCKSTEP_RECORD_H
#define TB_LOCKSTEP_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"

struct record;

struct record *record_create(const char *path, const struct lockstep_module *module, struct diag *diag);
/* First the inputs at reset (straps), then those of each clock; what buses and far memories give lies beside `state`.
 */
void record_put(struct record *record, const void *state, const void *beside);
/* Ends and frees a record that is written or read (NULL is allowed); false when not all was written.  A record that is
 * not whole, or without a clock, is removed. */
bool record_close(struct record *record, struct diag *diag);

/* Reads and checks a whole record. */
struct record *record_open(const char *path, const struct lockstep_module *module, struct diag *diag);
uint64_t       record_cycles(const struct record *record);
/* Sets the inputs to the next ones; false at the end. */
bool record_next(struct record *record, void *state, void *beside);
/* Of a module without an adapter: the registers as they were in the run behind the clock whose inputs came last, to
 * `state`, in q and d alike; false at the end. */
bool record_registers(const struct record *record, void *state);
/* Why no record can drive the module, or NULL. */
const char *record_lacks(const struct lockstep_module *module);

#endif
