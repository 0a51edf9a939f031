/* simd_straight_window.c - a window of a straight stretch (simd_straight.c) as one: four clocks in which a group
 * enters, the one before it leaves and the next one is read, and of clauses nobody moves but the one of which that is
 * taken.
 *
 *   first    a group enters; its clause hears that the next one has been taken, and may ask for a line
 *   second   rows of the group before are complete; the cache looks the line up
 *   third    operands are read; results go on their way; the line comes
 *   fourth   they reach the GPR file; the next group is decided
 *
 * It is what simd_straight_clock.c does in these clocks, by the same functions.  A line that the cache does not have
 * ends the window behind its first clock, and so does a clause that has no more groups. */
#include "rtl_model/r700/simd_straight.h"

static void turn(struct simd *simd)
{
    simd_rotation_next(simd, 0);
    rotation_clock(&simd->rotation);
    simd->clock++;
    simd->straight.clocks++;
}

/* Nobody else moves, nor begins to, and no clause starts in the wavefront slot that decides. */
static bool is_plain(const struct simd *simd)
{
    const struct clause_masks_in *masks = &simd->clauses.in;
    const unsigned                runs = rotation_parity(&simd->rotation) ? masks->run_odd : masks->run_even;
    return rotation_quarter(&simd->rotation) == 0 && simd->straight.steady && (runs || !masks->ready) &&
           simd->first_alarm - simd->clock >= SLOT_CLOCKS && simd_rows_are_plain(simd) && !straight_clauses_move(simd);
}

static void first_clock(struct simd *simd, unsigned reads)
{
    struct alu_issue *issue = &simd->issue[reads];
    simd->look = simd->awake = simd->changed = (struct simd_set){0, 0};
    simd_sleep_forget(&simd->sleep);
    straight_next_of_nobody(simd);
    simd_rows_enter(simd);
    if (alu_chance(&simd->rotation, &issue->q, reads))
        straight_count_chances(simd, reads, 1);
    if (issue->q.consume) {
        const unsigned clause = issue->q.of_clause;
        straight_next_without_decision(simd, reads, false);
        straight_next_of_taken(simd, reads);
        straight_run_clause(simd, clause);
        alu_issue_clock(issue);
        simd->clause_event.in.take_even = simd->clause_event.in.take_odd = 0;
    }
    turn(simd);
    simd_rows_clock(simd);
}

/* The clause that asks; nobody else does. */
static bool gets_line(const struct simd *simd, unsigned reads)
{
    const struct alu_clause *clause = &simd->clause[simd->issue[reads].q.of_clause];
    return icache_holds(&simd->alu_cache, clause->q.ic_line);
}

/* It is taken, and answered in the clock behind that. */
static void get_line(struct simd *simd, unsigned number)
{
    struct icache        *cache = &simd->alu_cache;
    struct clause_net_in *net = &simd->clause_net[0].in;
    net->ic_who = (uint8_t)(number + 1);
    simd_alu_cache_next(simd, 0);
    icache_clock(cache);
    net->ic_who = 0;
    alu_clause_refill(&simd->clause[number], cache->data[cache->q.way].word);
    simd_alu_cache_next(simd, 0);
    icache_clock(cache);
    simd->clauses.in.ic_look = 0;
}

static void last_clock(struct simd *simd, unsigned enters)
{
    struct simd_straight *straight = &simd->straight;
    straight->issues = 0;
    simd_phase_settle(simd, 0);
    simd_clause_turn_settle(simd, enters);
    simd_clause_turn_settle(simd, 1 - enters);
    straight_next_of_issue(simd, enters);
    if (simd->back.q.gpr_write && simd->back.q.gpr_slots) {
        simd_gprs_next(simd, 0);
        gpr_file_clock(&simd->gprs);
    }
    for (unsigned p = 0; p < PARITIES; p++)
        if (straight->issues >> p & 1)
            alu_issue_clock(&simd->issue[p]);
    if (simd->issue[enters].q.error) /* whoever runs the machine stops it */
        simd_set_add(&simd->changed, AT_issue + enters);
    simd_rows_last(simd);
}

unsigned straight_window(struct simd *simd, uint64_t most)
{
    const unsigned enters = rotation_parity(&simd->rotation), reads = 1 - enters;
    if (most < SLOT_CLOCKS || simd->straight.guests || !is_plain(simd))
        return 0;
    first_clock(simd, reads);
    const bool     asks = simd->clauses.in.ic_look, whole = simd->straight.steady && (!asks || gets_line(simd, reads));
    const unsigned clocks = whole ? SLOT_CLOCKS : 1;
    if (simd->cf_turn[0].in.chance)
        straight_count_for(&simd->cf_arbiter, (enum stall)simd->cf_why[0].in.cf, clocks);
    simd->straight.quiet = simd->clock;
    if (!whole)
        return clocks;
    simd_rows_middle(simd);
    if (asks)
        get_line(simd, simd->issue[reads].q.of_clause);
    turn(simd);
    turn(simd);
    last_clock(simd, enters);
    turn(simd);
    simd->straight.quiet = simd->clock;
    simd->straight.in_windows += clocks;
    return clocks;
}
