/* wires_stall.h - why a wavefront slot has no group, and what drives the slots' arbiters. */
#ifndef RTL_MODEL_R700_WIRES_STALL_H
#define RTL_MODEL_R700_WIRES_STALL_H

#include "rtl_model/r700/wires_alu.h"

/* ---- why a wavefront slot has no group -------------------------------------------------------------------------- */

/* What a clause that does not run yet waits for. */
static inline enum stall clause_stall(const struct alu_clause_reg *q, bool full)
{
    if (q->waits)
        return STALL_CLAUSE;
    if ((q->state == CLAUSE_ARBITRATE && full) || (q->state == CLAUSE_LOCK && q->kc_want))
        return STALL_KCACHE;
    return q->state == CLAUSE_FETCH && !q->available ? STALL_INSTRUCTION : STALL_CLAUSE;
}

/* Clauses that do not run, furthest in their preparation; a bit each. */
static inline unsigned nearest_clauses(const struct clause_masks_in *masks)
{
    const unsigned before = masks->lock ? masks->lock : masks->arbitrate;
    return masks->ready ? masks->ready : masks->fetch ? masks->fetch : before;
}

/* Why no clause is ready for a wavefront slot: the one that is nearest to it says, else control flow. */
static inline enum stall no_ready_clause(const struct clause_masks_in *masks, const struct alu_clause *clauses,
                                         unsigned full, enum stall control)
{
    const unsigned nearest = nearest_clauses(masks);
    const unsigned c = number_of(first_of(nearest));
    if (nearest)
        return clause_stall(&clauses[c].q, full >> c & 1);
    return control == STALL_NONE ? STALL_CONTROL : control;
}

static inline enum stall issue_stall(const struct alu_issue_reg *issue, const struct clause_masks_in *masks,
                                     const struct alu_clause *clauses, unsigned full, enum stall control)
{
    static const enum stall of_issue[ISSUE_STALLS] = {
        [ISSUE_STALL_INSTRUCTION] = STALL_INSTRUCTION,
        [ISSUE_STALL_LATENCY] = STALL_LATENCY,
        [ISSUE_STALL_MOVA] = STALL_MOVA,
        [ISSUE_STALL_WATERFALL] = STALL_WATERFALL,
        [ISSUE_STALL_GLOBAL] = STALL_GLOBAL,
        [ISSUE_STALL_SHARED] = STALL_SHARED,
    };
    if (issue->error)
        return issue->error == ISSUE_BAD_PORTS ? STALL_PORTS : STALL_STOPPED;
    return issue->stall == ISSUE_STALL_NO_CLAUSE ? no_ready_clause(masks, clauses, full, control)
                                                 : of_issue[issue->stall];
}

/* The clause whose reason counts: the first one that runs in the slot or is nearest to it; -1: none. */
static inline int stalled_clause(const struct alu_issue_reg *issue, const struct clause_masks_in *masks,
                                 unsigned parity)
{
    const unsigned runs = parity ? masks->run_odd : masks->run_even;
    if (issue->error)
        return -1;
    return __builtin_ffs((int)(issue->stall == ISSUE_STALL_NO_CLAUSE ? nearest_clauses(masks) : runs)) - 1;
}

/* Asked for in one clock, never in two that follow each other: all is made then. */
#define WHY_NET_FROM(ONE, ALL, OF, ON, BY)                                                                             \
    ONE(chance_net, chances, chances, 0)                                                                               \
    OF(cf_why_net, cf, cf_why, 0)                                                                                      \
    OF(clause_masks, masks, clauses, 0)                                                                                \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    OF(clause_net, net, clause_net, 0)                                                                                 \
    OF(alu_issue, issue, issue, 0)
#define WHY_ALU(p)                                                                                                     \
    chances->in.chance >> (p)&1                                                                                        \
        ? (stall_t)issue_stall(&issue[p].q, &masks->in, clauses, net->in.kc_full, (enum stall)cf->in.cf)               \
        : 0
#define WHY_NET_WIRES(DRIVE, WITH)                                                                                     \
    DRIVE(even, WHY_ALU(0))                                                                                            \
    DRIVE(odd, WHY_ALU(1))
RTL_PHASED_NET_WIRES(simd, why_net, why, WHY_NET_FROM, phase % SLOT_CLOCKS == 0, chances->in.chance != 0,
                     WHY_NET_WIRES);

#define ALU_ARBITER_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(chance_net, chances, chances, 0)                                                                               \
    OF(clause_turn, turn, clause_turn, i)                                                                              \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    OF(why_net, why, why, 0)
#define ALU_ARBITER_EVENTS(DRIVE) DRIVE(chance, chances->in.chance >> i & 1) DRIVE(grant, chances->in.grant >> i & 1)
#define ALU_ARBITER_WIRES(DRIVE, WITH)                                                                                 \
    WITH(chance, why, i ? why->in.odd : why->in.even)                                                                  \
    WITH(grant, slot, clause_of(clauses, turn)->q.slot)                                                                \
    WITH(grant, number, clause_of(clauses, turn)->q.number)
RTL_WIRES(simd, arbiter, alu_arbiter, ALU_ARBITER_FROM, ALU_ARBITER_EVENTS, ALU_ARBITER_WIRES);

#endif
