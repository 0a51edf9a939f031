/* simd_rest.c - modules of a SIMD that rest: only their counters and countdowns change (RTL_STILL_EDGE). */
#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

void simd_tick(struct simd *simd, unsigned number)
{
    const uint64_t edges = simd->clock - simd->since[number];
    simd->since[number] = simd->clock;
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, type##_move_on(RTL_AT(type, simd, member, i), edges); break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

void simd_rise(struct simd *simd, unsigned number)
{
    simd_tick(simd, number);
    simd_set_remove(&simd->rests, number);
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, struct type *m = RTL_AT(type, simd, member, i); m->d = m->q; break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

module_bits_t simd_due(struct simd *simd)
{
    module_bits_t due = 0;
    if (simd->clock < simd->first_alarm)
        return 0;
    simd->first_alarm = UINT64_MAX;
    EACH_MODULE (n, simd->rests.modules) {
        if (simd->alarm[n] <= simd->clock)
            due |= module_bit((unsigned)n);
        else if (simd->alarm[n] < simd->first_alarm)
            simd->first_alarm = simd->alarm[n];
    }
    return due;
}

/* Whether a module that looks goes on resting: it has no event, or its wires, driven anew, are what they were. */
static bool holds(struct simd *simd, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, struct type *const m = RTL_AT(type, simd, member, i); const struct type##_in before = m->in;     \
              if (type##_by_events) return !simd_##member##_drive_events(simd, i, &m->in);                             \
              if (type##_pointers != 0 || !(simd->same_in & module_bit(number))) return false;                         \
              simd_##member##_drive(simd, i, &m->in); return !rtl_differ(&before, &m->in, sizeof before))
#include "rtl_model/r700/simd.def"
    default:
        return false;
    }
}

module_bits_t simd_rise_some(struct simd *simd, module_bits_t looks)
{
    const module_bits_t due = simd_due(simd);
    EACH_MODULE (n, (looks | due) & simd->rests.modules) {
        const module_bits_t bit = module_bit((unsigned)n);
        if (!(due & bit) && holds(simd, (unsigned)n)) {
            looks &= ~bit;
            continue;
        }
        simd_rise(simd, (unsigned)n);
        looks |= bit;
        simd->sleep.event = true;
    }
    return looks;
}

void simd_lie_down(struct simd *simd, unsigned number, uint64_t clocks)
{
    simd_set_add(&simd->rests, number);
    simd->same_in |= module_bit(number);
    simd->since[number] = simd->clock;
    simd->alarm[number] = clocks == UINT64_MAX ? clocks : simd->clock + clocks;
    if (simd->alarm[number] < simd->first_alarm)
        simd->first_alarm = simd->alarm[number];
}
