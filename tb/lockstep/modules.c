/* modules.c - the modules that have a twin: the rows of modules.def. */
#include <string.h>

#include "rtl_model/r700/views.h"
#include "tb/lockstep/lockstep.h"

const struct machine_looks *const lockstep_looks = &r700_looks;

#define LOCKSTEP(name) extern const struct lockstep_module lockstep_##name;
#include "tb/lockstep/modules.def"
#undef LOCKSTEP

#define LOCKSTEP(name) &lockstep_##name,
const struct lockstep_module *const lockstep_modules[] = {
#include "tb/lockstep/modules.def"
};
#undef LOCKSTEP
const unsigned lockstep_module_count = sizeof lockstep_modules / sizeof lockstep_modules[0];

const struct lockstep_module *lockstep_find(const char *name)
{
    for (unsigned i = 0; i < lockstep_module_count; i++)
        if (strcmp(lockstep_modules[i]->name, name) == 0)
            return lockstep_modules[i];
    return NULL;
}

bool lockstep_restarts(const struct lockstep_module *module, uint64_t cycle)
{
    return module->lifetime && cycle && cycle % module->lifetime == 0;
}
