/* simd_straight_control.c - control flow in a clock of a straight stretch (simd_straight.c), and the arbiters that only
 * count. */
#include "rtl_model/r700/simd_straight.h"

/* ---- the arbiters that only count -------------------------------------------------------------------------------- */

void simd_straight_count(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    const uint32_t        clocks = (uint32_t)(simd->clock - straight->counted);
    const enum stall      why = no_offer(0, &simd->fetch_net[0], &simd->fetch_cache, (enum stall)straight->why);
    straight->counted = simd->clock;
    if (!clocks)
        return;
    if (simd->vertex.q.free)
        straight_count_for(&simd->fetch_arbiter, why, clocks);
    if (texture_is_free(&simd->texture_issue, &simd->texture_return) || simd->lds_unit.q.free)
        straight_count_for(&simd->texture_arbiter, why, clocks);
}

/* ---- control flow ------------------------------------------------------------------------------------------------ */

/* Whose turn it is, and why it is nobody's. */
static void drive_turn(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    struct cf_turn_in             *turn = &simd->cf_turn[0].in;
    turn->chance = simd->cf_turn[0].driven = cf_chance(cf);
    turn->who = turn->chance ? (uint16_t)(next_wave(cf, &simd->waves, &simd->cf_arbiter) + 1) : 0;
    simd->cf_why[0].in.cf = (stall_t)cf_stall(cf, &simd->cf_cache.q, &simd->waves.q, turn->who != 0);
    if (simd->cf_why[0].in.cf != simd->straight.why) {
        simd_straight_count(simd);
        simd->straight.why = simd->cf_why[0].in.cf;
    }
}

void straight_next_of_control(struct simd *simd)
{
    struct simd_straight          *straight = &simd->straight;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct icache_reg       *cache = &simd->cf_cache.q;
    const bool                     finish = simd->back.q.finish;
    if (!straight->steady)
        drive_turn(simd);
    straight->cf =
        !straight->steady && (cf_sequencer_busy(cf) || simd->cf_turn[0].in.who || cache->answer || cache->fill);
    straight->cf_cache = cf->look || (icache_busy(cache) && !simd_set_has(&simd->rests, AT_cf_cache));
    straight->waves =
        cf->step || cache->fill || finish || (simd->waves.q.pausing && !simd_set_has(&simd->rests, AT_waves));
    straight->flow = cf->start_flow || cf->start_alu || finish;
    if (straight->waves) {
        if (simd_set_has(&simd->rests, AT_waves))
            simd_rise(simd, AT_waves);
        simd_next_step_settle(simd, 0);
        simd_waves_next(simd, 0);
    }
    if (straight->cf)
        simd_cf_next(simd, 0);
    if (straight->cf_cache) {
        if (simd_set_has(&simd->rests, AT_cf_cache))
            simd_rise(simd, AT_cf_cache);
        simd_cf_cache_next(simd, 0);
    }
    if (straight->flow)
        simd_flow_next(simd, 0);
    if (cf->look)
        simd_cf_arbiter_next(simd, 0);
}

/* ---- the edge ---------------------------------------------------------------------------------------------------- */

void straight_clock_cache(struct simd *simd, struct icache *cache, unsigned number)
{
    uint64_t rest = 0;
    if (icache_edge(cache, cache->in.look ? 0 : RTL_MAY_REST, &rest) == RTL_STILL_EDGE)
        simd_lie_down(simd, number, rest);
}

void straight_edge_of_control(struct simd *simd)
{
    struct simd_straight       *straight = &simd->straight;
    const uint32_t              finished = simd->waves.q.finished;
    const bool                  bad = simd->cf.q.bad_op;
    const struct wave_table_in *waves = &simd->waves.in;
    uint64_t                    rest = 0;
    if (simd->cf.q.look)
        rtl_commit(&simd->cf_arbiter);
    else if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf, 1);
    if (straight->flow && cf_state_clock(&simd->flow) && simd->flow.q.error)
        simd_set_add(&simd->changed, AT_flow);
    if (straight->cf_cache)
        straight_clock_cache(simd, &simd->cf_cache, AT_cf_cache);
    straight->steady = !(straight->cf && rtl_differ(&simd->cf.q, &simd->cf.d, sizeof simd->cf.q)) &&
                       !(straight->waves | straight->flow | straight->cf_cache);
    if (straight->cf)
        rtl_commit(&simd->cf);
    if (simd->cf.q.bad_op != bad)
        simd_set_add(&simd->changed, AT_cf);
    if (straight->waves &&
        wave_table_edge(&simd->waves, (waves->cf | waves->cf_wake | waves->alu_done) ? 0 : RTL_MAY_REST, &rest) ==
            RTL_STILL_EDGE)
        simd_lie_down(simd, AT_waves, rest);
    if (simd->waves.q.finished != finished)
        simd_set_add(&simd->changed, AT_waves);
}
