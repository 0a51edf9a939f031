/* simd_straight.h - what the parts of a straight stretch (simd_straight.c) share. */
#ifndef RTL_MODEL_R700_SIMD_STRAIGHT_H
#define RTL_MODEL_R700_SIMD_STRAIGHT_H

#include "rtl_model/r700/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

#define STRAIGHT_OF(member) MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member)

/* The numbers of clauses in a mask. */
#define EACH_CLAUSE(c, mask)                                                                                           \
    for (unsigned left_ = (mask), c; left_ && (c = (unsigned)__builtin_ctz(left_), true); left_ &= left_ - 1)

static inline void straight_put_bit(uint16_t *mask, unsigned clause, bool set)
{
    *mask = (uint16_t)((*mask & ~(1u << clause)) | (unsigned)set << clause);
}

/* Modules that it clocks. */
#define STRAIGHT_CLOCKED                                                                                               \
    (STRAIGHT_OF(rotation) | STRAIGHT_OF(waves) | STRAIGHT_OF(cf_arbiter) | STRAIGHT_OF(alu_arbiter) |                 \
     STRAIGHT_OF(fetch_arbiter) | STRAIGHT_OF(texture_arbiter) | STRAIGHT_OF(cf) | STRAIGHT_OF(flow) |                 \
     STRAIGHT_OF(cf_cache) | STRAIGHT_OF(alu_cache) | STRAIGHT_OF(kcache) | STRAIGHT_OF(clause) | STRAIGHT_OF(issue) | \
     STRAIGHT_OF(gprs))

/* Of clauses, a bit each, those that rest. */
static inline unsigned straight_resting(const struct simd *simd)
{
    return (unsigned)(simd->rests.modules >> (AT_clause - SIMD_FIRST_MODULE)) & ((1u << ALU_CLAUSES) - 1);
}

/* Nobody moves, nor will anybody but those whose clocks left come to their end, or when something comes from above. */
bool simd_straight_is_quiet(const struct simd *simd);

/* The arbiters of the fetch units, of which nothing moves but what they count, have done so in all clocks before this
 * one. */
void simd_straight_count(struct simd *simd);

/* An arbiter of which nothing moves but its counters: so many clocks for this reason. */
static inline void straight_count_for(struct arbiter *arbiter, enum stall why, uint32_t clocks)
{
    arbiter->q.stall = arbiter->d.stall = (stall_t)why;
    arbiter->d.stalls.reason[why] = arbiter->q.stalls.reason[why] += clocks;
}

/* Control flow (simd_straight_control.c), when something has changed or is going to: its next state; its edge, with
 * what whoever runs the machine goes by: who has ended, and errors. */
void straight_next_of_control(struct simd *simd);
void straight_edge_of_control(struct simd *simd);

/* Who of the clauses is served, and where one that starts goes. */
static inline void straight_drive_clauses(struct simd *simd)
{
    const struct clause_masks_in *masks = &simd->clauses.in;
    struct clause_net_in         *net = &simd->clause_net[0].in;
    net->ic_who = net->kc_who = 0;
    net->kc_full = 0;
    if (masks->ic_look)
        net->ic_who = served_clause(masks->ic_look, masks, simd->clause);
    if (masks->kc_look)
        net->kc_who = served_clause(masks->kc_look, masks, simd->clause);
    if (masks->arbitrate & clauses_that_want(masks))
        net->kc_full = clauses_without_room(masks, simd->clause, &simd->kcache);
}

/* Clauses and their caches (simd_straight_clauses.c): who moves, and the next state of those of which that must be
 * known before the edge; the edge, but of clauses that run. */
void straight_next_of_clauses(struct simd *simd);
void straight_edge_of_clauses(struct simd *simd);
/* One has gone from a state to another one; `anew`: all its masks may be others, not only those of states. */
void straight_move_masks(struct simd *simd, unsigned number, clause_state_t from, bool anew);

/* What became of the last chances of the wavefront slot that does not execute now. */
void straight_count_chances(struct simd *simd, unsigned parity, uint32_t chances);

/* Whole rotations in which nothing happens (simd_straight_quiet.c), at most so many clocks: how many; they pass. */
uint64_t straight_quiet_clocks(const struct simd *simd, uint64_t most);
void     straight_pass_rotations(struct simd *simd, uint64_t rotations);

/* Parts of a clock (simd_straight_clock.c).  Of clauses and their caches somebody moves, besides a clause of which a
 * group is taken; nobody does; a group has been taken of one and nothing else comes to any; one that runs; what comes
 * to a sequencer that does not decide; both sequencers, when one does. */
bool straight_clauses_move(const struct simd *simd);
void straight_next_of_nobody(struct simd *simd);
void straight_next_of_taken(struct simd *simd, unsigned parity);
void straight_run_clause(struct simd *simd, unsigned number);
void straight_next_without_decision(struct simd *simd, unsigned parity, bool window);
void straight_next_of_issue(struct simd *simd, unsigned deciding);

/* In the first clock of a window, of which at most so many are wanted: the whole of it, or its first clock, where
 * hardly anybody moves but groups (simd_straight_window.c); how many, or 0. */
unsigned straight_window(struct simd *simd, uint64_t most);

/* The edge of a cache, which lies down when it only counts clocks. */
void straight_clock_cache(struct simd *simd, struct icache *cache, unsigned number);

#endif
