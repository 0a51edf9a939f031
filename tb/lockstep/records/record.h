/* record.h - the inputs of one module instance in a real run, clock by clock, in a file that lockstep drives from.
 *
 * Of a module without an adapter its registers as well, as inputs are: what the run itself made of them.
 *
 * The file: "WKINPUTS", the version, 4, and the number of ports (4 bytes each), the bytes of the text that follows, the
 * number of clocks; the text, lines "module NAME" and for each port "NAME BITS ELEMENTS"; then the values at reset and
 * at every clock: a bit per port in the order of the text, from bit 0 of the first byte on, set when it has changed
 * (all are 0 before the first), and all elements of these ports, in the order of the text, each in 1, 2, 4 or 8
 * bytes, as few as hold its bits.  Last a checksum: FNV-1a, 64 bits, of the text, the values and then the first 32
 * bytes. Numbers are little-endian, of 8 bytes unless said otherwise.
 *
 * As text, by the end of the file's name, it is a table (.csv: a line for each clock, a column for each element, NAME
 * or NAME[n]) or a waveform (.vcd: a vector for each port; .fst is read, too), each with `rst`, which is 1 at reset.
 * Where there is no `rst`, the first clock's values hold at reset, too.
 *
 * A record need not have all ports: an input that is not in it is 0, a strap what the module's reset chooses. */
#ifndef TB_LOCKSTEP_RECORDS_RECORD_H
#define TB_LOCKSTEP_RECORDS_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/port_map.h"

struct record;

/* What ports are called in a text, and in which scope of a waveform they lie (NULL: the one that has the most). */
struct record_names {
    const struct port_map *map; /* or NULL */
    const char            *scope;
};

/* The form is that of the path's end; as text it has all outputs, too. */
struct record *record_create(const char *path, const struct lockstep_module *module, struct diag *diag);
/* First the inputs at reset (straps), then those of each clock; what buses and far memories give lies beside `state`.
 */
void record_put(struct record *record, const void *state, const void *beside);
/* Ends and frees a record that is written or read (NULL is allowed); false when not all was written.  A record that is
 * not whole, or without a clock, is removed. */
bool record_close(struct record *record, struct diag *diag);

/* Reads and checks a whole record; `names` (or NULL) are for one as text. */
struct record *record_open(const char *path, const struct lockstep_module *module, const struct record_names *names,
                           struct diag *diag);
/* Writes what is left of a record that is read to another file, in the form of its path. */
bool record_convert(struct record *from, const char *path, const struct lockstep_module *module, struct diag *diag);
const char *record_file(const struct record *record);
uint64_t    record_cycles(const struct record *record);
/* Sets the inputs to the next ones; false at the end. */
bool record_next(struct record *record, void *state, void *beside);
/* Of a module without an adapter: the registers as they were in the run behind the clock whose inputs came last, to
 * `state`, in q and d alike; false at the end. */
bool record_registers(const struct record *record, void *state);
/* Whether it has all registers of the module; whether they are those of a run, which the C module has to repeat. */
bool record_is_whole(const struct record *record);
bool record_is_held(const struct record *record);
/* A line of the inputs that it does not have, but for straps; nothing when it has all. */
void record_print_lacking(FILE *out, const struct record *record);
/* Why no record can drive the module, or NULL. */
const char *record_lacks(const struct lockstep_module *module);

#endif
