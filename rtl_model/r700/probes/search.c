/* search.c - as gpu_run, with a callback when modules of interest have taken an edge. */
#include "rtl_model/r700/probes/search.h"

#include "rtl_model/r700/engine/simd_sets.h"

/* Modules of interest of each SIMD, or any of the chip's own. */
struct interest {
    module_bits_t of[SIMDS_MAX];
    bool          chip;
};

static bool take_interest(const struct gpu *gpu, const struct machine_search *search, struct interest *interest)
{
    static const module_bits_t more = (module_bits_t)0 MODULES_OF(fetch) MODULES_OF(gprs);
    const module_bits_t        behind = simd_back.modules | more;
    *interest = (struct interest){0};
    for (unsigned n = 0; n < search->count; n++) {
        const unsigned simd = search->instances[n] / SIMD_MODULES, number = search->instances[n] % SIMD_MODULES;
        if (simd >= gpu->simds)
            interest->chip = true;
        else if (number < SIMD_FIRST_MODULE || number == AT_PHASE || behind & module_bit(number))
            return false;
        else
            interest->of[simd] |= module_bit(number);
    }
    return true;
}

/* Of one that sleeps nothing but counters and the rotation moves. */
static bool have_moved(const struct gpu *gpu, const struct interest *interest)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd *simd = &gpu->simd[i];
        if (interest->of[i] & (simd->awake.modules | simd->changed.modules) && !simd_is_asleep(&simd->sleep))
            return true;
    }
    return interest->chip;
}

static void tick(struct gpu *gpu, const struct interest *interest)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        EACH_MODULE (n, interest->of[i] & gpu->simd[i].rests)
            simd_tick(&gpu->simd[i], (unsigned)n);
}

bool gpu_search(struct gpu *gpu, uint64_t end, const struct machine_search *search, bool *found)
{
    struct interest interest;
    bool            moved = true, ask = true, news = true;
    if (!take_interest(gpu, search, &interest))
        return false;
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hide(&gpu->simd[i]);
    for (;;) {
        if (search->every)
            tick(gpu, &interest);
        *found = ask && search->asks(search->context);
        if (*found || gpu->cycle >= end || (news && (gpu_finished(gpu) || gpu_stopped(gpu, NULL))))
            break;
        const bool before = moved;
        news = gpu_clock(gpu);
        moved = search->every || have_moved(gpu, &interest);
        ask = moved || before;
        if (!ask)
            gpu_doze(gpu, end);
    }
    gpu_wake(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_unhide(&gpu->simd[i]);
    return true;
}
