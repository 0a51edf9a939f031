/* simd_straight_clock.c - a clock of a straight stretch (simd_straight.c): who moves, their next state, the edge.
 *
 * Who moves follows from registers that say so, and from where the clock stands in the rotation:
 *
 *   the first of a window   the sequencer that has decided; its arbiter, which hears what became of its chance
 *   the last of a window    both sequencers: one decides, of the other one the operands have been read
 *
 * Nets are driven when somebody who moves has them. */
#include "rtl_model/r700/simd_straight.h"

/* Parts of a clock: one function where whole ones are done. */
#define ALWAYS inline

/* ---- the wavefront slots ----------------------------------------------------------------------------------------- */

/* What became of the last chance of the wavefront slot that does not execute now. */
void straight_count_chances(struct simd *simd, unsigned parity, uint32_t chances)
{
    straight_count_for(&simd->alu_arbiter[parity],
                       issue_stall(&simd->issue[parity].q, &simd->clauses.in, simd->clause,
                                   simd->clause_net[0].in.kc_full, (enum stall)simd->cf_why[0].in.cf),
                       chances);
}

static void next_of_grant(struct simd *simd, unsigned parity)
{
    struct arbiter              *arbiter = &simd->alu_arbiter[parity];
    const struct alu_clause_reg *clause = &clause_of(simd->clause, &simd->clause_turn[parity])->q;
    arbiter->in.chance = false;
    arbiter->in.grant = true;
    arbiter->in.slot = clause->slot;
    arbiter->in.number = clause->number;
    arbiter_next(arbiter);
}

static bool holds_nothing(const struct alu_issue_reg *q)
{
    return !(q->reading | q->executing | q->consume);
}

/* A decision that found no clause, or no instructions, and would again: no clause has moved since, and none got any. */
static bool is_repeated(const struct simd *simd, unsigned parity)
{
    const struct alu_issue_reg *q = &simd->issue[parity].q;
    return simd->straight.tried >> parity & 1 && q->resting <= 1 && holds_nothing(q);
}

static void note_tried(struct simd *simd, unsigned parity)
{
    const issue_stall_t stall = simd->issue[parity].d.stall;
    const bool          tried = stall == ISSUE_STALL_NO_CLAUSE || stall == ISSUE_STALL_INSTRUCTION;
    simd->straight.tried = (uint8_t)((simd->straight.tried & ~(1u << parity)) | (unsigned)tried << parity);
}

/* What comes to a sequencer that does not decide: that its group's operands have been read. */
void straight_next_without_decision(struct simd *simd, unsigned parity, bool window)
{
    struct alu_issue_in *in = &simd->issue[parity].in;
    in->decide = in->slot_end = false;
    in->window = window;
    alu_issue_next(&simd->issue[parity]);
    simd->straight.issues = (uint8_t)(simd->straight.issues | 1u << parity);
}

/* The sequencers of both wavefront slots in the clock in which the one that executes decides. */
void straight_next_of_issue(struct simd *simd, unsigned deciding)
{
    struct alu_issue *const issue = &simd->issue[deciding], *const other = &simd->issue[1 - deciding];
    if (!holds_nothing(&other->q))
        straight_next_without_decision(simd, 1 - deciding, other->q.reading);
    if (is_repeated(simd, deciding)) {
        issue->d.empty = ++issue->q.empty;
    } else {
        simd_issue_next(simd, deciding);
        simd->straight.issues = (uint8_t)(simd->straight.issues | 1u << deciding);
    }
    note_tried(simd, deciding);
    simd->straight.grants = granted(&simd->clause_turn[deciding], &simd->clauses) != 0;
    if (simd->straight.grants)
        next_of_grant(simd, deciding);
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

/* Of clauses and their caches somebody moves, besides a clause of which a group is taken. */
bool straight_clauses_move(const struct simd *simd)
{
    const struct clause_masks_in *masks = &simd->clauses.in;
    const struct icache_reg      *cache = &simd->alu_cache.q;
    const struct kcache_reg      *kcache = &simd->kcache.q;
    return masks->arbitrate | masks->ic_look | masks->kc_look | (simd->straight.busy & ~straight_resting(simd)) |
               cache->answer | cache->fill | kcache->answer | simd->cf.q.start_alu | simd->back.q.finish ||
           (icache_busy(cache) && !simd_set_has(&simd->rests, AT_alu_cache)) ||
           (kcache_busy(kcache) && !simd_set_has(&simd->rests, AT_kcache));
}

/* Nets say so to whoever looks at the end of the stretch. */
void straight_next_of_nobody(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    struct clause_net_in *net = &simd->clause_net[0].in;
    net->ic_who = net->kc_who = 0;
    net->kc_full = 0;
    memset(&simd->clause_event.in, 0, sizeof simd->clause_event.in);
    straight->awake = straight->runs = 0;
    straight->cf = straight->cf_cache = straight->waves = straight->flow = straight->cache = straight->kcache = false;
}

/* A group has been taken of a clause, and nothing else comes to any. */
void straight_next_of_taken(struct simd *simd, unsigned parity)
{
    const struct alu_issue_reg *q = &simd->issue[parity].q;
    struct clause_event_in     *event = &simd->clause_event.in;
    const uint16_t              bit = (uint16_t)bit_of(q->consume != 0, q->of_clause);
    simd->clause_event.driven = true;
    *(parity ? &event->take_odd : &event->take_even) = bit;
    simd->straight.runs = bit;
    if (bit & straight_resting(simd))
        simd_rise(simd, AT_clause + q->of_clause);
}

/* Control flow, clauses and their caches, in clocks in which they are not apart: functions by themselves, into which
 * all of that is compiled. */
#define APART __attribute__((noinline))

APART static void next_of_movers(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    straight_drive_clauses(simd);
    if (straight->steady && !simd->back.q.finish)
        straight->cf = straight->cf_cache = straight->waves = straight->flow = false;
    else
        straight_next_of_control(simd);
    straight_next_of_clauses(simd);
}

/* Registers are those before the edge, whichever module is clocked first; a guest's have no readers. */
APART static void clock_guests(struct simd *simd)
{
    EACH_MODULE (n, simd->straight.guests) {
        if (!simd_is_awake(simd, (unsigned)n))
            continue;
        if (simd_set_has(&simd->rests, (unsigned)n))
            simd_rise(simd, (unsigned)n);
        simd_clock_one(simd, (unsigned)n);
        simd->straight.heard = simd->clock;
    }
}

static ALWAYS void all_next(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    if (straight->guests)
        clock_guests(simd);
    const unsigned quarter = rotation_quarter(&simd->rotation);
    const unsigned p = rotation_parity(&simd->rotation), other = 1 - p;
    const bool     decides = quarter == SLOT_CLOCKS - 1, taken = simd->issue[other].q.consume != 0;
    straight->apart = straight->steady && !straight_clauses_move(simd);
    straight->alone = straight->apart && !decides && !taken && !simd->back.q.gpr_write;
    if (straight->apart) {
        straight_next_of_nobody(simd);
        simd_rotation_next(simd, 0);
        if (straight->alone)
            return;
    } else {
        simd_rotation_next(simd, 0);
    }
    straight->issues = 0;
    straight->grants = false;
    straight->writes = simd->back.q.gpr_write && simd->back.q.gpr_slots;
    if (decides) {
        simd_phase_settle(simd, 0);
        simd_clause_turn_settle(simd, p);
        simd_clause_turn_settle(simd, other);
        straight_next_of_issue(simd, p);
    } else if (taken) {
        straight_next_without_decision(simd, other, false);
    }
    straight->apart = straight->apart && !straight->grants;
    if (!straight->apart)
        next_of_movers(simd);
    else if (taken)
        straight_next_of_taken(simd, other);
    if (straight->writes)
        simd_gprs_next(simd, 0);
}

/* One that runs. */
void straight_run_clause(struct simd *simd, unsigned number)
{
    struct simd_straight         *straight = &simd->straight;
    struct alu_clause            *clause = &simd->clause[number];
    const struct clause_event_in *event = &simd->clause_event.in;
    const struct icache          *cache = &simd->alu_cache;
    const struct alu_clause_reg  *q = &clause->q;
    const unsigned                bit = 1u << number;
    const bool                    look = q->ic_look;
    const struct alu_clause_in    in = {
           .consume = ((event->take_even | event->take_odd) & bit) != 0,
           .consumed = simd->issue[q->parity].q.consume,
           .ic_taken = (event->ic_taken & bit) != 0,
           .ic_answer = (event->ic_answer & bit) != 0,
           .ic_hit = cache->q.hit,
           .ic_refused = cache->q.refused,
           .ic_words = cache->data[cache->q.way].word,
    };
    alu_clause_run(clause, &in);
    straight->moved = (uint16_t)(straight->moved | bit);
    if (in.ic_answer | (look != q->ic_look)) {
        straight_put_bit(&simd->clauses.in.ic_look, number, q->ic_look);
        straight->tried = 0;
    }
    straight_put_bit(&straight->busy, number, alu_clause_busy(q));
    if (q->state != CLAUSE_RUN) {
        straight_move_masks(simd, number, CLAUSE_RUN, false);
        straight->tried = 0;
    }
}

APART static void edge_of_movers(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    if (!straight->steady | straight->waves | simd->cf.q.look)
        straight_edge_of_control(simd);
    else if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf, 1);
    EACH_CLAUSE(c, straight->runs)
    straight_run_clause(simd, c);
    straight_edge_of_clauses(simd);
}

static ALWAYS void all_edge(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    const unsigned        p = rotation_parity(&simd->rotation), other = 1 - p;
    /* All that is counted is of registers before the edge. */
    if (alu_chance(&simd->rotation, &simd->issue[other].q, other))
        straight_count_chances(simd, other, 1);
    if (!straight->apart)
        edge_of_movers(simd);
    else if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf, 1);
    straight->clocks++;
    rotation_clock(&simd->rotation);
    if (straight->alone)
        return;
    EACH_CLAUSE(c, straight->apart ? straight->runs : 0u)
    straight_run_clause(simd, c);
    if (straight->issues >> p & 1)
        alu_issue_clock(&simd->issue[p]);
    if (straight->issues >> other & 1)
        alu_issue_clock(&simd->issue[other]);
    if (simd->issue[p].q.error) /* whoever runs the machine stops it */
        simd_set_add(&simd->changed, AT_issue + p);
    if (straight->grants)
        rtl_commit(&simd->alu_arbiter[p]);
    if (straight->writes)
        gpr_file_clock(&simd->gprs);
    if (straight->runs | straight->writes)
        straight->quiet = simd->clock + 1;
}

static ALWAYS void straight_clock(struct simd *simd)
{
    simd->look = simd->awake = simd->changed = (struct simd_set){0, 0};
    simd_rows_enter(simd);
    all_next(simd);
    simd_rows_read(simd);
    simd_rows_take(simd);
    all_edge(simd);
    simd_rows_clock(simd);
    simd_sleep_forget(&simd->sleep);
    simd->awake.modules |= simd->changed.modules & STRAIGHT_OF(waves); /* the chip hears of it */
    simd->clock++;
}

void simd_straight_next(struct simd *simd)
{
    all_next(simd);
}

void simd_straight_edge(struct simd *simd)
{
    all_edge(simd);
}

void simd_straight_clock(struct simd *simd)
{
    straight_clock(simd);
}

/* ---- clock after clock ------------------------------------------------------------------------------------------- */

/* simd_straight_goes_on, behind a clock of the stretch, in which nobody but its modules looks or has moved. */
static inline bool plainly_goes_on(const struct simd *simd, uint64_t clocks)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    return clocks && rotation_quarter(&simd->rotation) != 0 && simd->clock < simd->first_alarm &&
           !(cf->start_export | cf->start_fetch);
}

uint64_t simd_straight_run(struct simd *simd, uint64_t most)
{
    uint64_t clocks = 0;
    while (clocks < most && simd->straight.now && !simd_straight_shows(simd)) {
        const uint64_t quiet = straight_quiet_clocks(simd, most - clocks);
        if (quiet)
            straight_pass_rotations(simd, quiet / ROTATION_CLOCKS);
        clocks += quiet;
        if (clocks == most || (!plainly_goes_on(simd, clocks) && !simd_straight_goes_on(simd)))
            break;
        const unsigned window = straight_window(simd, most - clocks);
        if (!window)
            straight_clock(simd);
        clocks += window ? window : 1;
        if (simd->changed.modules)
            break;
    }
    return clocks;
}
