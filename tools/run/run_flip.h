/* run_flip.h - `--flip`: bits of registers inverted at clocks of a run, and a waveform's rows for them. */
#ifndef TOOLS_RUN_FLIP_H
#define TOOLS_RUN_FLIP_H

#include "rtl_model/flip.h"
#include "tb/lockstep/differs.h"
#include "tools/run/run_loop.h"

/* None asked for: none are made.  Of a machine at its first cycle. */
bool run_flip_open(struct run *run, struct diag *diag);
void run_flip_close(struct run *run);

/* Inverts what is to be inverted in the present clock, once. */
void run_flip_here(struct run *run);
/* The clock of the next one, at most `end`. */
uint64_t run_flip_border(const struct run *run, uint64_t end);

/* Adds a row for each to what a waveform shows: 1 in its clock.  False: no memory. */
bool run_flip_show(struct run *run, struct rtl_machine *shown);
/* Sets the rows to the present clock. */
void run_flip_look(const struct run *run);
/* A viewer opens on the first one, below it the flipped signals. */
void run_flip_view(const struct run *run, struct gtkw_options *options, struct differs_view *view);

/* Whether the run has come to all of them; false after a line that names the first one that it has not. */
bool run_flip_all(const struct run *run);

#endif
