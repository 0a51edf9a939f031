/* plain_nv30.c - the modules of an NV30 as their lists alone make them: clocked alone, and for templates of blocks. */
#include <string.h>

#include "rtl_model/nv30/nv30.h"
#include "rtl_model/nv30/pass_make.h"
#include "tb/lockstep/offers.h"

/* A program of passes that do nothing, attributes of 0, no textures. */
static void lay(const char *far, void *place, size_t bytes)
{
    static const uint32_t    attributes[1 << 12];
    struct nv30_pass *const  pass = place;
    const struct nv30_inputs inputs = {.words = attributes, .count = 1};
    for (size_t i = 0; strcmp(far, "words") == 0 && (i + 1) * sizeof *pass <= bytes; i++)
        pass[i] = nv30_empty_pass(0, (uint16_t)i, true);
    if (strcmp(far, "inputs") == 0)
        memcpy(place, &inputs, sizeof inputs);
}

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
     .clock = clock_##member,                                                                                          \
     .lifetime = OFFERS_LIFETIME,                                                                                      \
     .lay = lay,                                                                                                       \
     .clears = true,                                                                                                   \
     .by_list = true,                                                                                                  \
     .chip = "nv30"},
#include "rtl_model/nv30/nv30.def"
    };
    return i < sizeof plain / sizeof plain[0] ? &plain[i] : NULL;
}
