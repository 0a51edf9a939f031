/* run_energy.h - `wekiva run --energy`: what a launch may have taken of energy, by block and event (docs/energy.md). */
#ifndef TOOLS_RUN_ENERGY_H
#define TOOLS_RUN_ENERGY_H

#include <stdbool.h>
#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"

/* What --energy-table gives: inputs, and picojoules of events, by place in the family's lists. */
struct run_energy {
    double input[ENERGY_INPUTS], pj[ENERGY_ROWS];
    bool   has_input[ENERGY_INPUTS], has_pj[ENERGY_ROWS];
};

/* Before a run: false and one line where nothing is known of its energy, or the table (NULL: none) is wrong: a file of
 * inputs and events, {"volts": 1.1, "ALU product": 5}. */
bool run_energy_open(struct run_energy *energy, bool wanted, const char *path, const struct rtl_machine *machine,
                     const struct machine_observer *observer, struct diag *diag);
/* Of the launch that has run; how many there are.  What is given is ENERGY_GIVEN. */
unsigned run_energy_rows(const struct run_energy *energy, const struct machine_observer *observer,
                         struct energy_row rows[ENERGY_ROWS]);
/* Of one of its lines or wavefronts (machine_observer.energy_of). */
unsigned run_energy_rows_of(const struct run_energy *energy, const struct machine_observer *observer,
                            enum energy_owner of, uint32_t number, struct energy_row rows[ENERGY_ROWS]);
/* `sources`: formulas and sources of rows, too. */
void run_energy_print(FILE *out, const struct energy_row *rows, unsigned count, unsigned threads, bool sources);

#endif
