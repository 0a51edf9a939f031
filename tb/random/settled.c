#include "tb/random/settled.h"

#include <stdlib.h>
#include <string.h>

/* Registers and memories lie behind the inputs. */
static size_t inputs_end(const struct rtl_module *module)
{
    size_t end = SIZE_MAX;
    for (unsigned s = 0; s < module->signal_count; s++)
        if (rtl_is_register(module->signals[s].kind) && module->signals[s].offset < end)
            end = module->signals[s].offset;
    return end;
}

static bool holds(struct simd *simd, unsigned number, const struct rtl_module *module)
{
    const size_t   bytes = simd_module_bytes(number), from = inputs_end(module);
    unsigned char *state = simd_module_state(simd, number), *before = malloc(bytes);
    bool           same = before;
    if (!before)
        return false;
    memcpy(before, state, bytes);
    simd_clock_one(simd, number);
    same = memcmp(before + from, state + from, bytes - from) == 0;
    memcpy(state, before, bytes);
    free(before);
    return same;
}

bool sleepers_hold(struct gpu *gpu, struct diag *diag)
{
    struct simd *simd = &gpu->simd;
    for (unsigned n = 0; n < gpu->instance_count; n++) {
        const struct rtl_instance *instance = &gpu->instances[n];
        const bool                 looks = simd_looks(simd, n), awake = simd_is_awake(simd, n);
        if (instance->module->next_state == 0 || !simd_wiring(n))
            continue; /* nets, and what only the host writes */
        if (!looks && awake)
            return diag_set(diag, NULL, 0, "cycle %llu: %s sleeps through an event", (unsigned long long)gpu->cycle,
                            instance->path);
        if (!awake && !holds(simd, n, instance->module))
            return diag_set(diag, NULL, 0, "cycle %llu: %s changes in its sleep", (unsigned long long)gpu->cycle,
                            instance->path);
    }
    return true;
}
