/* gpu_straight.c - clocks in which the chip's own modules rest and all SIMDs that are awake go straight. */
#include "rtl_model/r700/gpu_collect.h"
#include "rtl_model/r700/gpu_machine.h"

/* SIMDs that go straight, and the clock before which the others sleep. */
struct straight_ones {
    unsigned     count;
    struct simd *simd[SIMDS_MAX];
    uint64_t     to;
};

/* None when somebody is awake who does not. */
static struct straight_ones straight_ones(struct gpu *gpu, uint64_t end)
{
    struct straight_ones all;
    all.count = 0;
    all.to = end;
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct simd *simd = &gpu->simd[i];
        if (simd_is_asleep(&simd->sleep)) {
            all.to = simd->sleep.until < all.to ? simd->sleep.until : all.to;
        } else if (simd->straight.now) {
            all.simd[all.count++] = simd;
        } else {
            all.count = 0;
            break;
        }
    }
    return all;
}

static bool any_goes_to_sleep(const struct straight_ones *all)
{
    bool sleeps = false;
    for (unsigned n = 0; n < all->count; n++) {
        simd_straight_doze(all->simd[n]);
        sleeps |= simd_is_asleep(&all->simd[n]->sleep);
    }
    return sleeps;
}

/* One that goes straight in this clock; what others have seen change. */
static module_bits_t clock_straight(struct gpu *gpu, struct simd *simd)
{
    struct gpu_before before;
    const unsigned    number = simd->above.number;
    const bool        shows = simd_straight_shows(simd);
    if (shows)
        gpu_collect_before(gpu, number, &before, NULL);
    simd_straight_clock(simd);
    if (shows)
        gpu_collect_after(gpu, number, &before, NULL);
    return simd->changed.modules;
}

/* The chip hears of who has left. */
static void tell_chip(struct gpu *gpu)
{
    gpu->awake = 0;
    gpu_commit_chip(gpu);
    for (unsigned i = 0; gpu->parts > 1 && i < gpu->simds; i++)
        gpu_note_idle(gpu, i, gpu->cycle + 1);
}

/* Clock by clock, until one of them does not, or may sleep; true when anything has changed that others see. */
static bool clock_straight_ones(struct gpu *gpu, const struct straight_ones *all)
{
    module_bits_t changed = 0;
    while (gpu->cycle < all->to && !changed) {
        for (unsigned n = 0; n < all->count; n++)
            if (!simd_straight_goes_on(all->simd[n]))
                return false;
        for (unsigned n = 0; n < all->count; n++)
            changed |= clock_straight(gpu, all->simd[n]);
        if (changed)
            tell_chip(gpu);
        gpu->cycle++;
        if (any_goes_to_sleep(all))
            break;
    }
    return changed != 0;
}

/* The only one, with the clocks that have something for the results. */
static bool run_straight_one(struct gpu *gpu, struct simd *simd, uint64_t to)
{
    for (;;) {
        gpu->cycle += simd_straight_run(simd, to - gpu->cycle);
        if (!simd->straight.now || simd->changed.modules)
            return simd->straight.now;
        if (gpu->cycle == to || !simd_straight_shows(simd) || !simd_straight_goes_on(simd))
            return false;
        const bool changed = clock_straight(gpu, simd) != 0;
        if (changed)
            tell_chip(gpu);
        gpu->cycle++;
        if (changed)
            return true;
    }
}

/* The chip's own modules rest meanwhile. */
bool gpu_clocks(struct gpu *gpu, uint64_t end)
{
    const bool news = gpu_clock(gpu);
    if (news || gpu->look || gpu->told || gpu->answered)
        return news;
    const struct straight_ones all = straight_ones(gpu, end);
    if (all.count > 1)
        return clock_straight_ones(gpu, &all);
    if (!all.count)
        return false;
    return run_straight_one(gpu, all.simd[0], all.to);
}
