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

/* The order, which nothing but an arrival changes: unless it goes by who was served last. */
static void rank_waves(struct simd *simd)
{
    const struct wave_table *waves = &simd->waves;
    struct wave_ranks       *ranks = &simd->straight.ranks;
    uint64_t                 keys[WAVE_SLOTS];
    unsigned                 count = 0;
    for (unsigned slot = 0; slot < waves->in.slots; slot++) {
        if (waves->phase[slot] == WAVE_FREE)
            continue;
        const unsigned priority = simd->cf_arbiter.in.priority.type[waves->type[slot]];
        const uint64_t key = arbiter_key(&simd->cf_arbiter, priority, slot, waves->number[slot]);
        unsigned       at = count++;
        for (; at && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            ranks->slot[at] = ranks->slot[at - 1];
        }
        keys[at] = key;
        ranks->slot[at] = (uint8_t)slot;
    }
    for (unsigned at = 0; at < count; at++)
        ranks->rank[ranks->slot[at]] = (uint8_t)at;
    memset(ranks->ready, 0, sizeof ranks->ready);
    memset(ranks->seen, 0, sizeof ranks->seen);
    ranks->known = true;
}

/* Those that have become ready, or are no longer, since it was looked for last. */
static void follow_ready(struct wave_ranks *ranks, const uint64_t ready_set[WAVE_SETS])
{
    for (unsigned set = 0; set < WAVE_SETS; set++) {
        for (uint64_t left = ready_set[set] ^ ranks->seen[set]; left; left &= left - 1) {
            const unsigned rank = ranks->rank[set * 64 + (unsigned)lowest(left)];
            ranks->ready[rank / 64] ^= UINT64_C(1) << rank % 64;
        }
        ranks->seen[set] = ready_set[set];
    }
}

static void take_out(uint64_t ready[WAVE_SETS], unsigned rank, bool held)
{
    ready[rank / 64] &= ~((uint64_t)held << rank % 64);
}

/* What next_wave finds. */
static int next_by_rank(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    struct wave_ranks             *ranks = &simd->straight.ranks;
    uint64_t                       ready[WAVE_SETS];
    if (simd->cf_arbiter.in.policy == ARBITER_ROUND_ROBIN)
        return next_wave(cf, &simd->waves, &simd->cf_arbiter);
    if (!ranks->known)
        rank_waves(simd);
    follow_ready(ranks, simd->waves.ready_set);
    memcpy(ready, ranks->ready, sizeof ready);
    take_out(ready, ranks->rank[cf->fetch_slot], cf->fetch);
    take_out(ready, ranks->rank[cf->decode_slot], cf->decode);
    take_out(ready, ranks->rank[cf->step_slot], cf->step);
    for (unsigned set = 0; set < WAVE_SETS; set++)
        if (ready[set])
            return ranks->slot[set * 64 + lowest(ready[set])];
    return -1;
}

/* Whose turn it is, and why it is nobody's. */
static void drive_turn(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    struct cf_turn_in             *turn = &simd->cf_turn[0].in;
    if (!simd->straight.same_turn) {
        turn->chance = simd->cf_turn[0].driven = cf_chance(cf);
        turn->who = turn->chance ? (uint16_t)(next_by_rank(simd) + 1) : 0;
        simd->straight.same_turn = true;
    }
    simd->cf_why[0].in.cf = (stall_t)cf_stall(cf, &simd->cf_cache.q, &simd->waves, turn->who != 0);
    if (simd->cf_why[0].in.cf != simd->straight.why) {
        simd_straight_count(simd);
        simd->straight.why = simd->cf_why[0].in.cf;
    }
}

/* Wave table and control-flow state are told at the edge, when all others have read them; what becomes of
 * the instruction that takes effect is the next address, too. */
static void next_of_waves(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    struct cf_outcome             *step = &simd->straight.step;
    if (cf->start_flow | cf->start_alu)
        cf_resolve(&simd->flow, cf->step_slot, cf->start_word, cf->start_pc, step);
    simd->next_step[0].driven = cf->step;
    simd->next_step[0].in.pc = !cf->step ? 0 : cf->start_flow ? step->pc : cf->step_pc;
    simd_waves_drive(simd, 0, &simd->waves.in);
}

/* Its wires matter when an instruction is done, or somebody comes or answers: before that its stages count clocks. */
static void next_of_sequencer(struct simd *simd)
{
    const struct icache_reg *cache = &simd->cf_cache.q;
    struct cf_sequencer_in  *in = &simd->cf.in;
    if (cf_sequencer_counts(&simd->cf.q) && !(simd->cf_turn[0].in.who || cache->answer || cache->fill)) {
        in->ready = in->answer = in->fill = false;
        cf_sequencer_next(&simd->cf);
    } else {
        simd_cf_next(simd, 0);
    }
}

static bool is_awake(const struct simd *simd, bool busy, unsigned number)
{
    return busy && !simd_set_has(&simd->rests, number);
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
    straight->cf_cache = cf->look || is_awake(simd, icache_busy(cache), AT_cf_cache);
    straight->waves = cf->step || cache->fill || finish || is_awake(simd, simd->waves.q.pausing, AT_waves);
    straight->flow = cf->start_flow || cf->start_alu || finish;
    if (straight->waves)
        next_of_waves(simd);
    if (straight->cf)
        next_of_sequencer(simd);
    if (straight->cf_cache) {
        if (simd_set_has(&simd->rests, AT_cf_cache))
            simd_rise(simd, AT_cf_cache);
        simd_cf_cache_next(simd, 0);
    }
    if (straight->flow)
        simd_flow_drive(simd, 0, &simd->flow.in);
    if (cf->look)
        simd_cf_arbiter_next(simd, 0);
}

/* ---- the edge ---------------------------------------------------------------------------------------------------- */

/* One that answers is not at rest in the next clock either. */
void straight_clock_cache(struct simd *simd, struct icache *cache, unsigned number)
{
    uint64_t rest = 0;
    if (cache->in.look | cache->q.answer | cache->q.fill)
        icache_clock(cache);
    else if (icache_edge(cache, RTL_MAY_REST, &rest) == RTL_STILL_EDGE)
        simd_lie_down(simd, number, rest);
}

/* What moves is seen in few of its registers; the others are compared when these are as they were. */
static bool sequencer_is_steady(const struct cf_sequencer *cf)
{
    const struct cf_sequencer_reg *q = &cf->q, *d = &cf->d;
    return !(d->step | q->step | d->look | q->look) && q->fetch_wait == d->fetch_wait &&
           q->decode_wait == d->decode_wait && !rtl_differ(q, d, sizeof *q);
}

static void clock_waves(struct simd *simd)
{
    const uint32_t finished = simd->waves.q.finished;
    const bool     rested = simd_set_has(&simd->rests, AT_waves);
    const uint64_t rest = wave_table_turn(&simd->waves, rested ? simd->clock - simd->since[AT_waves] : 0);
    simd_set_remove(&simd->rests, AT_waves);
    if (simd->waves.q.pausing && rest) { /* from the next clock on */
        simd_lie_down(simd, AT_waves, rest + 1);
        simd->since[AT_waves] = simd->clock + 1;
    }
    if (simd->waves.q.finished != finished)
        simd_set_add(&simd->changed, AT_waves);
}

static void clock_flow(struct simd *simd)
{
    cf_state_turn(&simd->flow, &simd->straight.step);
    if (simd->flow.q.error)
        simd_set_add(&simd->changed, AT_flow);
}

static void clock_sequencer(struct simd *simd)
{
    const bool bad = simd->cf.q.bad_op;
    rtl_commit(&simd->cf);
    if (simd->cf.q.bad_op != bad)
        simd_set_add(&simd->changed, AT_cf);
}

void straight_edge_of_control(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    if (simd->cf.q.look)
        rtl_commit(&simd->cf_arbiter);
    else if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf, 1);
    if (straight->flow)
        clock_flow(simd);
    if (straight->cf_cache)
        straight_clock_cache(simd, &simd->cf_cache, AT_cf_cache);
    straight->same_turn = !(straight->waves | simd->cf.q.look) && !(straight->cf && !sequencer_is_steady(&simd->cf));
    straight->steady = straight->same_turn && !(straight->flow | straight->cf_cache);
    if (straight->cf)
        clock_sequencer(simd);
    if (straight->waves)
        clock_waves(simd);
}
