/* modules.c - the modules that have a twin. */
#include "tb/lockstep/lockstep.h"

extern const struct lockstep_module lockstep_alu_slot;
extern const struct lockstep_module lockstep_cf_sequencer;

const struct lockstep_module *const lockstep_modules[] = {
    &lockstep_alu_slot,
    &lockstep_cf_sequencer,
};
const unsigned lockstep_module_count = sizeof lockstep_modules / sizeof lockstep_modules[0];
