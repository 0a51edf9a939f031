#include "rtl_model/r700/engine/simd_sleep.h"

#include <assert.h>
#include <string.h>

#include "kit/wire.h"
#include "rtl_model/r700/engine/simd_sets.h"

/* How far a SIMD sleeps at once when nothing but the dispatcher can wake it. */
static const uint64_t long_sleep = UINT64_C(1) << 30;

#define MODULE(type, member, name)                                                                                     \
    _Static_assert((int)type##_notes <= (int)SLEEP_NOTE, #type ": SLEEP_NOTE is too small");
#include "rtl_model/r700/simd.def"

static void note(struct simd *simd, unsigned number, uint32_t *to)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, type##_pass_note(RTL_AT(type, simd, member, i), to); break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

static uint64_t limit(struct simd *simd, unsigned number, const uint32_t *from)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, return type##_pass_limit(RTL_AT(type, simd, member, i), from, ROTATION_CLOCKS))
#include "rtl_model/r700/simd.def"
    default:
        return 0;
    }
}

static void pass(struct simd *simd, unsigned number, const uint32_t *from, uint64_t rotations)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, type##_pass_on(RTL_AT(type, simd, member, i), from, rotations); break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

/* ---- before ------------------------------------------------------------------------------------------------------ */

void simd_sleep_begin(struct simd *simd)
{
    struct simd_sleep *sleep = &simd->sleep;
    sleep->streak = SLEEP_BEFORE; /* it did not sleep: notes are of the last rotation only */
    sleep->noted = 0;
}

void simd_sleep_note(struct simd *simd, unsigned number)
{
    struct simd_sleep *sleep = &simd->sleep;
    if (sleep->streak < SLEEP_BEFORE)
        return;
    for (unsigned n = 0; n < sleep->noted; n++)
        if (sleep->number[n] == number)
            return;
    if (sleep->noted == SLEEP_MODULES) {
        sleep->event = true;
        return;
    }
    sleep->number[sleep->noted] = (uint8_t)number;
    note(simd, number, sleep->note[sleep->noted++]);
}

/* ---- asleep ------------------------------------------------------------------------------------------------------ */

void simd_doze(struct simd *simd)
{
    struct simd_sleep *sleep = &simd->sleep;
    uint64_t           clocks = long_sleep;
    if (simd_is_asleep(sleep) || sleep->streak != SLEEP_STREAK)
        return;
    for (unsigned n = 0; n < sleep->noted; n++) {
        const uint64_t most = limit(simd, sleep->number[n], sleep->note[n]);
        clocks = most < clocks ? most : clocks;
    }
    if (simd->first_alarm - simd->clock < clocks)
        clocks = simd->first_alarm - simd->clock;
    clocks -= clocks % ROTATION_CLOCKS;
    if (!clocks)
        return;
    sleep->until = simd->clock + clocks;
    memset(&simd->awake, 0, sizeof simd->awake);
}

void simd_wake(struct simd *simd, uint64_t clock)
{
    struct simd_sleep *sleep = &simd->sleep;
    const uint64_t     rotations = (clock - simd->clock) / ROTATION_CLOCKS;
    assert(clock >= simd->clock && clock <= sleep->until);
    sleep->until = 0;
    if (rotations) {
        for (unsigned n = 0; n < sleep->noted; n++)
            pass(simd, sleep->number[n], sleep->note[n], rotations);
        simd->clock += rotations * ROTATION_CLOCKS;
        sleep->slept += rotations * ROTATION_CLOCKS;
        if (sleep->streak >= SLEEP_STREAK) /* the notes are old */
            simd_sleep_begin(simd);
    }
    while (simd->clock < clock)
        simd_clock(simd);
}
