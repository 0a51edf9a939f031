/* modules.c - the modules that have a twin, the rows of modules.def; and all modules of the machine, those of
 * simd.def and gpu.def. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/straps.h"
#include "rtl_model/r700/straps_chip.h"
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

/* ---- all of them ------------------------------------------------------------------------------------------------ */

/* Reset with the straps of a machine of a preset before anything runs on it, for resets look at straps. */
#define PLAIN(machine, type, member)                                                                                   \
    static void member##_plain_reset(void *state, void *driver, struct stimulus *random)                               \
    {                                                                                                                  \
        static const struct simd_launch launch = {.threads = 1, .num_gprs = 1, .stack_size = 1};                       \
        struct chip_config              chip;                                                                          \
        struct machine                 *all = calloc(1, sizeof *all);                                                  \
        struct type *const              one = (struct type *)&all->member;                                             \
        (void)driver, (void)random;                                                                                    \
        if (all && chip_load("rv770", &chip, NULL)) {                                                                  \
            machine##_##member##_strap(all, 0, &chip, &launch);                                                        \
            type##_reset(one);                                                                                         \
            memcpy(state, one, sizeof *one);                                                                           \
        }                                                                                                              \
        free(all);                                                                                                     \
    }                                                                                                                  \
    static void member##_plain_clock(void *state)                                                                      \
    {                                                                                                                  \
        type##_next(state);                                                                                            \
        type##_take(state);                                                                                            \
        type##_clock(state);                                                                                           \
    }
#define MODULE(type, member, name) PLAIN(simd, type, member)
#define MODULES(type, member, count, ...) PLAIN(simd, type, member)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) PLAIN(gpu, type, member)
#include "rtl_model/r700/gpu.def"

#define PLAIN_ROW(type, member)                                                                                        \
    {.name = #type,                                                                                                    \
     .top = #type,                                                                                                     \
     .doc = "docs/ports/" #type ".md",                                                                                 \
     .signals = &type##_rtl,                                                                                           \
     .state_size = sizeof(struct type),                                                                                \
     .reset = member##_plain_reset,                                                                                    \
     .clock = member##_plain_clock},
static const struct lockstep_module plain[] = {
#define MODULE(type, member, file_name) PLAIN_ROW(type, member)
#define MODULES(type, member, instances, ...) PLAIN_ROW(type, member)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, file_name) PLAIN_ROW(type, member)
#include "rtl_model/r700/gpu.def"
};
enum { PLAIN_ROWS = sizeof plain / sizeof plain[0] };

/* A module is a row for each member that it is. */
static bool is_first(unsigned row)
{
    for (unsigned i = 0; i < row; i++)
        if (plain[i].signals == plain[row].signals)
            return false;
    return true;
}

const struct lockstep_module *lockstep_plain(unsigned i)
{
    for (unsigned row = 0; row < PLAIN_ROWS; row++)
        if (is_first(row) && i-- == 0)
            return &plain[row];
    return NULL;
}

const struct lockstep_module *lockstep_find_plain(const char *name)
{
    for (unsigned row = 0; row < PLAIN_ROWS; row++)
        if (strcmp(plain[row].name, name) == 0)
            return &plain[row];
    return NULL;
}
