#include "tb/random/settled.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* The nets of a SIMD driven anew, all of them, are what they are.  They lie before all modules. */
static bool nets_hold(struct gpu *gpu, unsigned number, struct diag *diag)
{
    static _Thread_local unsigned char before[offsetof(struct simd, rotation)];
    struct simd *const                 simd = &gpu->simd[number];
    const struct simd_set              look = simd->look;
    memcpy(before, simd, sizeof before);
    simd_touch(simd);
    simd_wire(simd);
    simd->look = look;
    for (unsigned n = 0; n < AT_rotation; n++) {
        const struct rtl_instance *instance = &gpu->instances[number * SIMD_MODULES + n];
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
    return gpu->instances[number].module->next_state &&
           (number >= gpu->simds * SIMD_MODULES || simd_wiring(number % SIMD_MODULES));
}

bool sleepers_look(struct gpu *gpu, struct diag *diag)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (!nets_hold(gpu, i, diag))
            return false;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (is_clocked(gpu, n) && !gpu_looks(gpu, n) && gpu_is_awake(gpu, n))
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

static bool holds(struct gpu *gpu, unsigned number)
{
    const size_t   bytes = gpu_module_bytes(gpu, number), from = inputs_end(gpu->instances[number].module);
    unsigned char *state = gpu->instances[number].state, *before = malloc(bytes);
    bool           same = before;
    if (!before)
        return false;
    memcpy(before, state, bytes);
    gpu_clock_one(gpu, number);
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
        if (is_clocked(gpu, n) && (gpu_module_bytes(gpu, n) <= LARGE || gpu->cycle % SELDOM == 0) &&
            !gpu_is_awake(gpu, n) && !holds(gpu, n))
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
