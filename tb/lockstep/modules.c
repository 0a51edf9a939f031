/* modules.c - the modules that have a twin. */
#include "tb/lockstep/lockstep.h"

const struct lockstep_module *const lockstep_modules[] = {NULL};
const unsigned                      lockstep_module_count = sizeof lockstep_modules / sizeof lockstep_modules[0] - 1;
