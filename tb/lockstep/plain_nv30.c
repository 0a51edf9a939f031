/* plain_nv30.c - the modules of an NV30 as their lists alone make them: for templates of blocks. */
#include "rtl_model/nv30/nv30.h"
#include "tb/lockstep/lockstep.h"

#define MODULE(type, member, path)                                                                                     \
    static void reset_##member(void *state, void *driver, struct stimulus *random)                                     \
    {                                                                                                                  \
        (void)driver, (void)random;                                                                                    \
        type##_reset(state);                                                                                           \
    }
#include "rtl_model/nv30/nv30.def"

const struct lockstep_module *lockstep_nv30_plain(unsigned i)
{
    static const struct lockstep_module plain[] = {
#define MODULE(type, member, path)                                                                                     \
    {.name = #type,                                                                                                    \
     .top = #type,                                                                                                     \
     .doc = "see docs/ports/nv30",                                                                                     \
     .signals = &type##_rtl,                                                                                           \
     .state_size = sizeof(struct type),                                                                                \
     .reset = reset_##member,                                                                                          \
     .chip = "nv30"},
#include "rtl_model/nv30/nv30.def"
    };
    return i < sizeof plain / sizeof plain[0] ? &plain[i] : NULL;
}
