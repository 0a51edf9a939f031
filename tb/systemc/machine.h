/* machine.h - a launch on one SIMD for C++: the C++ side sees neither launch files nor results. */
#ifndef TB_SYSTEMC_MACHINE_H
#define TB_SYSTEMC_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "pipeline/fetch/export_unit.h"

enum { MACHINE_MESSAGE = 1600 };

struct machine;

/* Loads a launch file for a chip; NULL and a line of text when it cannot run. */
struct machine *machine_open(const char *launch, const char *chip, char message[MACHINE_MESSAGE]);
void            machine_close(struct machine *machine);

/* One clock edge.  False, and a line of text, when the program broke a rule. */
bool     machine_clock(struct machine *machine, char message[MACHINE_MESSAGE]);
bool     machine_finished(const struct machine *machine);
uint64_t machine_cycles(const struct machine *machine);

/* The registers of the export unit: what leaves the SIMD. */
const struct export_unit_reg *machine_exports(const struct machine *machine);
/* Every module with its path and signal table. */
const struct rtl_instance *machine_instances(const struct machine *machine, unsigned *count);

/* Prints the comparison with what the launch expects; true when all is right. */
bool machine_compare(struct machine *machine);

#endif
