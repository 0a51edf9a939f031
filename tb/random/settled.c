#include "tb/random/settled.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* The nets of a SIMD driven anew, all of them, are what they are.  They lie before all modules. */
static bool nets_hold(struct gpu *gpu, unsigned number, struct diag *diag)
{
    static _Thread_local unsigned char before[offsetof(struct simd, constants)];
    struct simd *const                 simd = &gpu->simd[number];
    const struct simd_set              look = simd->look;
    memcpy(before, simd, sizeof before);
    simd_touch(simd);
    simd_wire(simd);
    simd->look = look;
    for (unsigned n = 0; n < AT_constants; n++) {
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

enum { LARGE = 8192, SELDOM = 17 /* all clocks of the rotation have their turn */ };

static size_t inputs_end(const struct rtl_module *module)
{
    size_t end = SIZE_MAX;
    for (unsigned s = 0; s < module->signal_count; s++)
        if (rtl_is_register(module->signals[s].kind) && module->signals[s].offset < end)
            end = module->signals[s].offset;
    return end;
}

/* Where the registers of a module begin: behind its inputs.  Its memories stand behind its next state. */
static size_t registers_from(const struct rtl_module *module)
{
    enum { PLACES = 256 };
    static _Thread_local struct {
        const struct rtl_module *module;
        size_t                   from;
    } known[PLACES];
    const size_t at = (uintptr_t)module / sizeof *module % PLACES;
    if (known[at].module != module) {
        known[at].module = module;
        known[at].from = inputs_end(module);
    }
    return known[at].from;
}

/* Room for a module as it was; most are small.  NULL: not enough memory. */
static unsigned char *room_for(size_t bytes)
{
    static _Thread_local unsigned char small[LARGE];
    return bytes <= sizeof small ? small : malloc(bytes);
}
static void free_room(unsigned char *room, size_t bytes)
{
    if (bytes > LARGE)
        free(room);
}

static bool holds(struct gpu *gpu, unsigned number)
{
    const size_t         bytes = gpu_module_bytes(gpu, number), from = registers_from(gpu->instances[number].module);
    unsigned char *const state = gpu->instances[number].state, *const before = room_for(bytes);
    if (!before)
        return false;
    memcpy(before, state, bytes);
    gpu_clock_one(gpu, number);
    const bool same = memcmp(before + from, state + from, bytes - from) == 0;
    memcpy(state, before, same ? from : bytes);
    free_room(before, bytes);
    return same;
}

bool sleepers_hold(struct gpu *gpu, struct diag *diag)
{
    if (!sleepers_look(gpu, diag))
        return false;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (is_clocked(gpu, n) && (gpu_module_bytes(gpu, n) <= LARGE || gpu->cycle % SELDOM == 0) &&
            !gpu_is_awake(gpu, n) && !holds(gpu, n))
            return diag_set(diag, NULL, 0, "cycle %llu: %s changes in its sleep", (unsigned long long)gpu->cycle,
                            gpu->instances[n].path);
    return true;
}

/* ---- edges ------------------------------------------------------------------------------------------------------- */

/* What becomes of a module when it takes its edge alone, and all others are as before it; NULL: not enough memory. */
static unsigned char *alone(struct gpu *gpu, unsigned number)
{
    const size_t         bytes = gpu_module_bytes(gpu, number);
    unsigned char *const state = gpu->instances[number].state, *const before = room_for(bytes);
    unsigned char *const after = malloc(bytes);
    if (before && after) {
        memcpy(before, state, bytes);
        gpu_clock_one(gpu, number);
        memcpy(after, state, bytes);
        memcpy(state, before, bytes);
    }
    free_room(before, bytes);
    return after;
}

bool edge_holds(struct gpu *gpu, struct diag *diag)
{
    unsigned char *after[GPU_INSTANCES] = {NULL};
    uint8_t        forwards[SIMD_MODULES], backwards[SIMD_MODULES];
    bool           holds = true;
    for (unsigned n = 0; n < SIMD_MODULES; n++)
        forwards[n] = backwards[SIMD_MODULES - 1 - n] = (uint8_t)n;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        if (is_clocked(gpu, n) && (gpu_module_bytes(gpu, n) <= LARGE || gpu->cycle % SELDOM == 0) &&
            gpu_looks(gpu, n) && gpu_is_awake(gpu, n))
            after[n] = alone(gpu, n);
    gpu_edge_in_order(gpu, gpu->cycle / SELDOM % 2 ? forwards : backwards);
    for (unsigned n = 0; n < gpu->instance_count; n++) {
        const size_t from = after[n] ? registers_from(gpu->instances[n].module) : 0;
        if (holds && after[n] &&
            memcmp(after[n] + from, (unsigned char *)gpu->instances[n].state + from, gpu_module_bytes(gpu, n) - from) !=
                0)
            holds = diag_set(diag, NULL, 0, "the edge behind cycle %llu: %s reads what another module writes there",
                             (unsigned long long)gpu->cycle - 1, gpu->instances[n].path);
        free(after[n]);
    }
    return holds;
}

/* ---- two machines ------------------------------------------------------------------------------------------------ */

static bool agree(const struct rtl_signal *signal, const void *left, const void *right)
{
    const void *a = rtl_place(signal, left), *b = rtl_place(signal, right);
    return a && b ? memcmp(a, b, rtl_signal_bytes(signal)) == 0 : a == b;
}

/* What lies at addresses, placed alike in both. */
static bool memories_agree(const struct gpu *left, const struct gpu *right)
{
    const struct gpu_memory *a = &left->setup.memory, *b = &right->setup.memory;
    for (unsigned i = 0; i < a->count && (a->written || b->written); i++)
        if (memcmp(a->ranges[i].data, b->ranges[i].data, a->ranges[i].bytes) != 0)
            return false;
    return true;
}

/* Registers, and now and then memories, by their bytes: hundreds of signals are the same in nearly every clock. */
static bool same_state(const struct rtl_instance *a, const struct rtl_instance *b, bool memories)
{
    enum { SMALL = 8192 };
    const struct rtl_module   *module = a->module;
    const unsigned char *const left = a->state, *const right = b->state;
    if (!module->next_state) /* nets */
        return true;
    const size_t from = registers_from(module);
    return memcmp(left + from, right + from,
                  memories || module->bytes < SMALL ? module->bytes - from : module->next_state) == 0;
}

/* Wires, buses by where they lead to: what is the same shows the same. */
static bool same_wires(const struct rtl_instance *a, const struct rtl_instance *b)
{
    const struct rtl_module *module = a->module;
    return memcmp(a->state, b->state, module->next_state ? registers_from(module) : module->bytes) == 0;
}

static const struct rtl_signal *first_difference(const struct rtl_instance *a, const struct rtl_instance *b, bool wires,
                                                 bool state)
{
    for (unsigned s = 0; s < a->module->signal_count; s++) {
        const struct rtl_signal *signal = &a->module->signals[s];
        if ((rtl_is_wire(signal->kind) ? wires : state) && !agree(signal, a->state, b->state))
            return signal;
    }
    return NULL;
}

static bool are_alike(const struct gpu *left, const struct gpu *right, bool wires, bool memories, struct diag *diag)
{
    if (memories && !memories_agree(left, right))
        return diag && diag_set(diag, NULL, 0, "cycle %llu: memory differs", (unsigned long long)left->cycle);
    for (unsigned i = 0; i < left->instance_count; i++) {
        const struct rtl_instance *a = &left->instances[i], *b = &right->instances[i];
        const bool                 same = same_state(a, b, memories), look = wires && !same_wires(a, b);
        const struct rtl_signal   *signal = same && !look ? NULL : first_difference(a, b, look, !same);
        if (signal)
            return diag && diag_set(diag, NULL, 0, "cycle %llu: %s.%s%s differs", (unsigned long long)left->cycle,
                                    a->path, rtl_prefix(signal), signal->name);
    }
    return true;
}

bool machines_agree(const struct gpu *left, const struct gpu *right, bool wires, struct diag *diag)
{
    enum { OFTEN = 16 };
    return are_alike(left, right, wires, left->cycle % OFTEN == 0, diag);
}

bool machines_agree_whole(const struct gpu *left, const struct gpu *right, struct diag *diag)
{
    return are_alike(left, right, false, true, diag);
}
