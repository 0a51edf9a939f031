#include "tb/random/settled.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* The nets driven anew, all of them, are what they are.  They lie before all modules. */
static bool nets_hold(struct gpu *gpu, struct diag *diag)
{
    static _Thread_local unsigned char before[offsetof(struct simd, rotation)];
    struct simd *const                 simd = gpu->simd;
    const struct simd_set              look = simd->look;
    memcpy(before, simd, sizeof before);
    simd_touch(simd);
    simd_wire(simd);
    simd->look = look;
    for (unsigned n = 0; n < AT_rotation; n++) {
        const struct rtl_instance *instance = &gpu->instances[n];
        const size_t               at = (size_t)((unsigned char *)instance->state - (unsigned char *)simd);
        for (unsigned s = 0; s < instance->module->signal_count; s++) {
            const struct rtl_signal *signal = &instance->module->signals[s];
            if (memcmp(before + at + signal->offset, (unsigned char *)simd + at + signal->offset,
                       rtl_signal_bytes(signal)) != 0)
                return diag_set(diag, NULL, 0, "cycle %llu: %s.%s%s is not what its sources make it",
                                (unsigned long long)gpu->cycle, instance->path, rtl_prefix(signal), signal->name);
        }
    }
    return true;
}

/* Not nets, nor what only the host writes. */
static bool is_clocked(const struct gpu *gpu, unsigned number)
{
    return gpu->instances[number].module->next_state && simd_wiring(number);
}

bool sleepers_look(struct gpu *gpu, struct diag *diag)
{
    if (!nets_hold(gpu, diag))
        return false;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (is_clocked(gpu, n) && !simd_looks(gpu->simd, n) && simd_is_awake(gpu->simd, n))
            return diag_set(diag, NULL, 0, "cycle %llu: %s sleeps through an event", (unsigned long long)gpu->cycle,
                            gpu->instances[n].path);
    return true;
}

/* ---- registers --------------------------------------------------------------------------------------------------- */

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
    enum { LARGE = 8192, SELDOM = 17 /* all clocks of the rotation have their turn */ };
    if (!sleepers_look(gpu, diag))
        return false;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (is_clocked(gpu, n) && (simd_module_bytes(n) <= LARGE || gpu->cycle % SELDOM == 0) &&
            !simd_is_awake(gpu->simd, n) && !holds(gpu->simd, n, gpu->instances[n].module))
            return diag_set(diag, NULL, 0, "cycle %llu: %s changes in its sleep", (unsigned long long)gpu->cycle,
                            gpu->instances[n].path);
    return true;
}

/* ---- two machines ------------------------------------------------------------------------------------------------ */

static bool agree(const struct rtl_signal *signal, const void *left, const void *right)
{
    const void *a = rtl_place(signal, left), *b = rtl_place(signal, right);
    return a && b ? memcmp(a, b, rtl_signal_bytes(signal)) == 0 : a == b;
}

bool machines_agree(const struct gpu *left, const struct gpu *right, bool wires, struct diag *diag)
{
    enum { LARGE = 4096, SELDOM = 16 };
    for (unsigned i = 0; i < left->instance_count; i++) {
        const struct rtl_instance *a = &left->instances[i], *b = &right->instances[i];
        for (unsigned s = 0; s < a->module->signal_count; s++) {
            const struct rtl_signal *signal = &a->module->signals[s];
            if ((rtl_is_wire(signal->kind) && !wires) ||
                (rtl_signal_bytes(signal) > LARGE && left->cycle % SELDOM != 0) || agree(signal, a->state, b->state))
                continue;
            return diag && diag_set(diag, NULL, 0, "cycle %llu: %s.%s%s differs", (unsigned long long)left->cycle,
                                    a->path, rtl_prefix(signal), signal->name);
        }
    }
    return true;
}
