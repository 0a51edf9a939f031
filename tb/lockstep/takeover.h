/* takeover.h - Verilog blocks in the place of C modules of a running machine or clocked along with them, and records of
 * what modules are given.
 *
 * A replaced module is no longer evaluated: before each edge its block gets the module's inputs, and after it the
 * block's outputs (and registers that it shows) are put where the module has them.  Registers that it does not show
 * keep their reset values there. */
#ifndef TB_LOCKSTEP_TAKEOVER_H
#define TB_LOCKSTEP_TAKEOVER_H

#include <stdbool.h>
#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"

struct takeover;

/* The machine has not been clocked yet and outlives it.  NULL: not enough memory, or none whose modules have twins. */
struct takeover *takeover_create(const struct rtl_machine *machine, struct diag *diag);

/* From here on blocks are opened that can be shown in a waveform. */
void takeover_show_inside(struct takeover *takeover);

/* "MODULE" or "MODULE=FOLDER": all instances of it. */
bool takeover_replace(struct takeover *takeover, const char *what, struct diag *diag);
/* The same beside all instances, which go on as if it were not there: any module of the machine (along.h). */
bool takeover_beside(struct takeover *takeover, const char *what, struct diag *diag);
/* "MODULE=FILE" or "MODULE=INSTANCE=FILE", an instance by its name in waveforms (alu_y, or an unambiguous end of it);
 * without one the first. */
bool takeover_record(struct takeover *takeover, const char *what, struct diag *diag);

/* The FOLDER of such a text, the FILE; NULL when it has none. */
const char *takeover_folder(const char *what);
const char *takeover_file(const char *what);

/* Resets the blocks, writes what the launch has put into their memories and reads it back; from here on works in the
 * machine. */
bool takeover_start(struct takeover *takeover, struct diag *diag);

/* For a waveform: the machine with instances of blocks behind its own.  Behind the scope of an instance, `rtl` has what
 * a block beside it has as outputs, `differs` a row for each port that is compared, and `rtl.TOP` what a block has
 * inside.  False: not enough memory. */
bool takeover_show(struct takeover *takeover, struct rtl_machine *machine);
/* Before a cycle is sampled, when the wires have settled. */
void takeover_look(struct takeover *takeover);

/* Where blocks differ, for a viewer. */
struct differs_view;
struct trace_options;
void takeover_view(const struct takeover *takeover, struct differs_view *view, const struct trace_options *trace);

/* What Verilator has warned of the blocks, a line each (verdict.h). */
void takeover_print_warnings(FILE *out, const struct takeover *takeover);

/* A block could not go on: `diag` says why. */
bool takeover_failed(const struct takeover *takeover, struct diag *diag);

/* Whether that was an assertion, $error, $fatal or $stop of a block. */
bool takeover_stopped(const struct takeover *takeover);

/* When the run is over: the `final` blocks; false as above. */
bool takeover_end(struct takeover *takeover, struct diag *diag);

/* What the comparisons beside modules came to, a line or more for each instance; false when one differs. */
bool takeover_print_beside(FILE *out, const struct takeover *takeover);
/* The first cycle with a difference, or NULL. */
const uint64_t *takeover_differs(const struct takeover *takeover);

/* One line for each module that is replaced or recorded, and of a block which registers it does not show. */
void takeover_print(FILE *out, const struct takeover *takeover);

/* The same registers as a waveform has them, a line for each module that a block works in place of. */
void takeover_print_hidden(FILE *out, const struct takeover *takeover);

/* Ends the records and frees all (NULL is allowed); false when a record is not whole. */
bool takeover_close(struct takeover *takeover, struct diag *diag);

#endif
