/* simd_straight_quiet.c - clocks of a straight stretch (simd_straight.c) in which nothing happens: they pass by whole
 * rotations. */
#include "rtl_model/r700/simd_straight.h"

/* A wavefront slot has nothing, and will have nothing: no clause, or one whose instructions do not come, and it has
 * tried since anything has moved. */
static bool is_empty(const struct simd *simd, const struct alu_issue_reg *issue)
{
    const bool tried = simd->clock - simd->straight.quiet >= ROTATION_CLOCKS;
    return issue->decided && issue->resting <= 1 && !(issue->reading | issue->executing | issue->consume) &&
           (issue->stall == ISSUE_STALL_NO_CLAUSE || issue->stall == ISSUE_STALL_INSTRUCTION) &&
           (tried || (issue->stall == ISSUE_STALL_NO_CLAUSE &&
                      !(simd->clauses.in.ready | simd->clauses.in.run_even | simd->clauses.in.run_odd)));
}

/* What a guest listens to is the same a rotation later. */
static bool guests_hear_nothing(const struct simd *simd)
{
    return !simd->straight.guests || simd->clock - simd->straight.heard > ROTATION_CLOCKS;
}

/* Nobody moves, nor will anybody but those whose clocks left come to their end, or when something comes from above. */
bool simd_straight_is_quiet(const struct simd *simd)
{
    const struct clause_masks_in *masks = &simd->clauses.in;
    const struct icache_reg      *cache = &simd->alu_cache.q;
    return simd->straight.now && simd->straight.quiet < simd->clock && guests_hear_nothing(simd) && !simd->look.nets &&
           !simd->look.modules && !(simd->awake.modules & simd->straight.strangers) &&
           simd->clock < simd->first_alarm && !simd->rows.flies && is_empty(simd, &simd->issue[0].q) &&
           is_empty(simd, &simd->issue[1].q) && !(masks->ready | masks->ic_look | masks->kc_look) &&
           !(simd->straight.busy & ~straight_resting(simd)) && !(cache->answer | cache->fill | simd->kcache.q.answer) &&
           simd->straight.steady && !(simd->cf_cache.q.answer | simd->cf_cache.q.fill) &&
           !(simd->back.q.finish | simd->back.q.gpr_write);
}

/* So many rotations, of which each does what the one before has done: chances pass. */
void straight_pass_rotations(struct simd *simd, uint64_t rotations)
{
    straight_drive_clauses(simd);
    for (unsigned p = 0; p < PARITIES; p++) {
        struct alu_issue *issue = &simd->issue[p];
        issue->d.empty = issue->q.empty += (uint32_t)rotations;
        straight_count_chances(simd, p, (uint32_t)rotations);
    }
    if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf,
                           (uint32_t)(rotations * ROTATION_CLOCKS));
    simd->clock += rotations * ROTATION_CLOCKS;
    simd->sleep.slept += rotations * ROTATION_CLOCKS;
    simd->straight.clocks += rotations * ROTATION_CLOCKS;
}

/* Whole rotations in which nothing happens, at most so many clocks: how many. */
uint64_t straight_quiet_clocks(const struct simd *simd, uint64_t most)
{
    if (rotation_quarter(&simd->rotation) != 0 || !simd_straight_is_quiet(simd)) /* seldom enough */
        return 0;
    const uint64_t to_alarm = simd->first_alarm - simd->clock, clocks = to_alarm < most ? to_alarm : most;
    return clocks - clocks % ROTATION_CLOCKS;
}

void simd_straight_doze(struct simd *simd)
{
    static const uint64_t most = UINT64_C(1) << 30;
    const uint64_t clocks = simd->straight.now && !simd_is_asleep(&simd->sleep) ? straight_quiet_clocks(simd, most) : 0;
    if (clocks) {
        simd->sleep.until = simd->clock + clocks;
        memset(&simd->awake, 0, sizeof simd->awake);
    }
}

void simd_straight_wake(struct simd *simd, uint64_t clock)
{
    const uint64_t rotations = (clock - simd->clock) / ROTATION_CLOCKS;
    if (rotations)
        straight_pass_rotations(simd, rotations);
    while (simd->clock < clock)
        simd_straight_clock(simd);
}
