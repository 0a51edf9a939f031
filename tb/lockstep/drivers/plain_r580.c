/* plain_r580.c - the modules of R580's fragment shader processor as their lists alone make them: clocked alone, and for
 * templates of blocks. */
#include "rtl_model/r580/fragment.h"
#include "tb/lockstep/offers.h"

#define MODULE(type, member, path)                                                                                     \
    static void reset_##member(void *state, void *driver, struct stimulus *random)                                     \
    {                                                                                                                  \
        (void)driver, (void)random;                                                                                    \
        type##_reset(state);                                                                                           \
    }                                                                                                                  \
    static void clock_##member(void *state)                                                                            \
    {                                                                                                                  \
        type##_next(state);                                                                                            \
        type##_take(state);                                                                                            \
        type##_clock(state);                                                                                           \
    }
#include "rtl_model/r580/machine.def"

const struct lockstep_module *lockstep_r580_plain(unsigned i)
{
    static const struct lockstep_module plain[] = {
#define MODULE(type, member, path)                                                                                     \
    {.name = #type,                                                                                                    \
     .top = #type,                                                                                                     \
     .doc = "see docs/ports/r580",                                                                                     \
     .signals = &type##_rtl,                                                                                           \
     .state_size = sizeof(struct type),                                                                                \
     .reset = reset_##member,                                                                                          \
     .clock = clock_##member,                                                                                          \
     .lifetime = OFFERS_LIFETIME,                                                                                      \
     .clears = true,                                                                                                   \
     .by_list = true,                                                                                                  \
     .chip = "r580"},
#include "rtl_model/r580/machine.def"
    };
    return i < sizeof plain / sizeof plain[0] ? &plain[i] : NULL;
}
