/* wires_clauses.h - what drives the ALU clauses, their instruction and constant caches, and issue. */
#ifndef RTL_MODEL_R700_WIRES_CLAUSES_H
#define RTL_MODEL_R700_WIRES_CLAUSES_H

#include "rtl_model/r700/wires_control.h"

/* ---- grants ------------------------------------------------------------------------------------------------------ */

/* What may have changed with a clause: a clause's other registers that are read here are those of its start. */
#define CLAUSE_MASKS_FROM(ONE, ALL, OF, ON, BY) ALL(alu_clause, clauses, clause)
#define CLAUSE_MASKS_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(empty, clauses[i].q.state == CLAUSE_EMPTY && !clauses[i].in.closed)                                          \
    DRIVE(arbitrate, clauses[i].q.state == CLAUSE_ARBITRATE)                                                           \
    DRIVE(waits, clauses[i].q.waits)                                                                                   \
    DRIVE(lock, clauses[i].q.state == CLAUSE_LOCK)                                                                     \
    DRIVE(fetch, clauses[i].q.state == CLAUSE_FETCH)                                                                   \
    DRIVE(ready, clauses[i].q.state == CLAUSE_READY)                                                                   \
    DRIVE(run_even, clauses[i].q.state == CLAUSE_RUN && !clauses[i].q.parity)                                          \
    DRIVE(run_odd, clauses[i].q.state == CLAUSE_RUN && clauses[i].q.parity)                                            \
    DRIVE(ic_look, clauses[i].q.ic_look)                                                                               \
    DRIVE(kc_look, clauses[i].q.kc_look)                                                                               \
    DRIVE(want0, clauses[i].q.kc_want & 1)                                                                             \
    DRIVE(want1, clauses[i].q.kc_want & 2)                                                                             \
    DRIVE(want2, clauses[i].q.kc_want & 4)                                                                             \
    DRIVE(want3, clauses[i].q.kc_want & 8)
RTL_MASK_WIRES(simd, clause_masks, clauses, uint16_t, CLAUSE_MASKS_FROM, CLAUSE_MASKS_WIRES);

/* The mask of a clause's state, or NULL: of one that drains nothing is asked. */
static inline uint16_t *mask_of_state(struct clause_masks_in *masks, clause_state_t state, unsigned parity)
{
    switch ((enum alu_clause_state)state) {
    case CLAUSE_EMPTY:
        return &masks->empty;
    case CLAUSE_ARBITRATE:
        return &masks->arbitrate;
    case CLAUSE_LOCK:
        return &masks->lock;
    case CLAUSE_FETCH:
        return &masks->fetch;
    case CLAUSE_READY:
        return &masks->ready;
    case CLAUSE_RUN:
        return parity ? &masks->run_odd : &masks->run_even;
    default:
        return NULL;
    }
}

/* The first clause of a mask, its number + 1. */
static inline uint8_t first_of(unsigned mask)
{
    return (uint8_t)__builtin_ffs((int)mask);
}

/* The one whose wavefront is the oldest. */
static inline uint8_t oldest_of(unsigned mask, const struct alu_clause *clauses)
{
    unsigned best = first_of(mask);
    for (unsigned left = mask & (mask - 1); left; left &= left - 1) {
        const unsigned c = first_of(left);
        if (clauses[c - 1].q.number < clauses[best - 1].q.number)
            best = c;
    }
    return (uint8_t)best;
}

/* Of the clauses that ask a cache, the one that is served, its number + 1: running ones first, then the oldest
 * wavefront's.  GUESS: no source says; it keeps the wavefront slots busy. */
static inline uint8_t served_clause(unsigned ask, const struct clause_masks_in *masks, const struct alu_clause *clauses)
{
    const unsigned run = ask & (masks->run_even | masks->run_odd);
    return oldest_of(run ? run : ask, clauses);
}

/* Clauses that have still to lock constant-cache lines; the number of lines that some clauses have still to lock. */
static inline unsigned clauses_that_want(const struct clause_masks_in *masks)
{
    return masks->want0 | masks->want1 | masks->want2 | masks->want3;
}

static inline unsigned wanted_lines(const struct clause_masks_in *masks, unsigned of)
{
    return (unsigned)(__builtin_popcount(masks->want0 & of) + __builtin_popcount(masks->want1 & of) +
                      __builtin_popcount(masks->want2 & of) + __builtin_popcount(masks->want3 & of));
}

/* Clauses hold their constant-cache lines to their end (ISA 3.3.1; RV770 timing C2), so one must not begin to lock
 * unless the free lines suffice for it and for all clauses that are locking: two that hold some lines and wait for each
 * other's would deadlock.  When not all clauses can have their lines the oldest wavefront's is the next.  GUESS: no
 * source says how. */
static inline uint16_t clauses_without_room(const struct clause_masks_in *masks, const struct alu_clause *clauses,
                                            const struct kcache *kcache)
{
    const unsigned room = kcache->in.lines - kcache->q.locked;
    const unsigned want = clauses_that_want(masks);
    const unsigned full = masks->arbitrate & want, oldest = oldest_of(full, clauses);
    if (!full || wanted_lines(masks, want) <= room)
        return 0;
    const unsigned next = 1u << oldest >> 1;
    return (uint16_t)(wanted_lines(masks, masks->lock | next) <= room ? full & ~next : full);
}

#define CLAUSE_NET_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(clause_masks, masks, clauses, 0) OF(alu_clause, clauses, clause, 0) ONE(kcache, kcache, kcache, 0)
#define CLAUSE_NET_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(free, (uint8_t)__builtin_popcount(masks->in.empty))                                                          \
    DRIVE(start, first_of(masks->in.empty))                                                                            \
    DRIVE(ic_who, served_clause(masks->in.ic_look, &masks->in, clauses))                                               \
    DRIVE(kc_who, served_clause(masks->in.kc_look, &masks->in, clauses))                                               \
    DRIVE(kc_full, clauses_without_room(&masks->in, clauses, kcache))
RTL_NET_WIRES(simd, clause_net, clause_net, CLAUSE_NET_FROM, true, CLAUSE_NET_WIRES);

/* The clause that runs in a wavefront slot, or whose turn it is to start there, its number + 1. */
static inline uint8_t next_clause(const struct clause_masks_in *masks, const struct alu_clause *clauses,
                                  const struct arbiter *arbiter, const struct wave_table *waves, unsigned parity)
{
    const unsigned run = parity ? masks->run_odd : masks->run_even;
    uint64_t       least = UINT64_MAX;
    uint8_t        next = first_of(run);
    for (unsigned left = run ? 0 : masks->ready; left; left &= left - 1) {
        const uint8_t                c = first_of(left);
        const struct alu_clause_reg *q = &clauses[c - 1].q;
        const uint64_t key = arbiter_key(arbiter, arbiter->in.priority.type[waves->type[q->slot]], q->slot, q->number);
        if (key < least) {
            least = key;
            next = c;
        }
    }
    return next;
}

/* A wavefront slot takes its next group in the last clock of its execution window, in which the read window of the
 * other one ends. */
#define PHASE_NET_FROM(ONE, ALL, OF, ON, BY) ONE(rotation, rotation, rotation, 0)
#define PHASE_NET_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(decides, (uint8_t)(1u << rotation_parity(rotation)))                                                         \
    DRIVE(window, (uint8_t)(2u >> rotation_parity(rotation)))
RTL_PHASED_BIT_WIRES(simd, phase_net, phase, uint8_t, PHASE_NET_FROM, phase % SLOT_CLOCKS == SLOT_CLOCKS - 1, true,
                     PHASE_NET_WIRES);

#define CLAUSE_TURN_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(clause_masks, masks, clauses, 0)                                                                               \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    ON(alu_issue, issue, issue, i, error)                                                                              \
    ONE(arbiter, arbiter, alu_arbiter, i)                                                                              \
    OF(wave_table, waves, waves, 0)
#define CLAUSE_TURN_WIRES(DRIVE, WITH) DRIVE(who, next_clause(&masks->in, clauses, arbiter, waves, i))
RTL_PHASED_NET_WIRES(simd, clause_turn, clause_turn, CLAUSE_TURN_FROM, phase == SLOT_CLOCKS * (i + 1) - 1,
                     !issue->q.error, CLAUSE_TURN_WIRES);

/* The clause that starts in a wavefront slot, its number + 1, or 0. */
static inline uint8_t granted(const struct clause_turn *turn, const struct clause_masks *masks)
{
    return masks->in.ready & 1u << turn->in.who >> 1 ? turn->in.who : 0;
}

/* A chance of a wavefront slot is each of its rotations; what became of it shows in the clock after the decision, so
 * not before the first one. */
static inline bool alu_chance(const struct rotation *rotation, const struct alu_issue_reg *issue, unsigned parity)
{
    return rotation->q.clock == (parity + 1) * SLOT_CLOCKS % ROTATION_CLOCKS && issue->decided;
}

#define CHANCE_NET_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(rotation, rotation, rotation, 0)                                                                               \
    ALL(alu_issue, issue, issue)                                                                                       \
    ALL(clause_turn, turn, clause_turn)                                                                                \
    ONE(clause_masks, masks, clauses, 0)
#define CHANCE_NET_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(chance, (uint8_t)(alu_chance(rotation, &issue[0].q, 0) | alu_chance(rotation, &issue[1].q, 1) << 1))         \
    DRIVE(grant, (uint8_t)((granted(&turn[0], masks) != 0) | (granted(&turn[1], masks) != 0) << 1))
RTL_PHASED_BIT_WIRES(simd, chance_net, chances, uint8_t, CHANCE_NET_FROM, phase % SLOT_CLOCKS % (SLOT_CLOCKS - 1) == 0,
                     true, CHANCE_NET_WIRES);

/* ---- clauses ----------------------------------------------------------------------------------------------------- */

static inline uint32_t fetch_base_of(const struct cf_state *flow, unsigned slot)
{
    return flow->fetching[slot] ? flow->in.fetch_base : 0;
}

static inline uint16_t bit_of(bool valid, unsigned number)
{
    return valid ? (uint16_t)(1u << number) : 0;
}

/* Of a net that names a clause by its number + 1. */
static inline uint16_t bit_of_who(unsigned who)
{
    return (uint16_t)(1u << who >> 1);
}

static inline uint16_t clauses_that_lock(const struct clause_masks_in *masks, const struct clause_net *net)
{
    return (uint16_t)(masks->arbitrate & ~(masks->waits | net->in.kc_full));
}

static inline bool clause_events(const struct cf_sequencer *cf, const struct clause_masks *masks,
                                 const struct clause_net *net, const struct kcache *kcache, const struct icache *cache,
                                 const struct alu_issue *issue, const struct write_back *back,
                                 const struct clause_turn *turn)
{
    return cf->q.start_alu || clauses_that_lock(&masks->in, net) || net->in.kc_who || net->in.ic_who ||
           kcache->q.answer || cache->q.answer || cache->q.fill || issue[0].q.consume || issue[1].q.consume ||
           back->q.finish || turn[0].in.who || turn[1].in.who;
}

/* Clauses that wait for the line, or would. */
static inline uint16_t clauses_at_line(const struct alu_clause *clauses, uint32_t line)
{
    unsigned mask = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        mask |= (unsigned)(clauses[c].q.state != CLAUSE_EMPTY && clauses[c].q.ic_line == line) << c;
    return (uint16_t)mask;
}

#define CLAUSE_EVENT_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ON(cf_sequencer, cf, cf, 0, start_alu)                                                                             \
    ONE(clause_net, net, clause_net, 0)                                                                                \
    ON(kcache, kcache, kcache, 0, answer)                                                                              \
    ONE(icache, cache, alu_cache, 0)                                                                                   \
    ALL(alu_issue, issue, issue)                                                                                       \
    ALL(clause_turn, turn, clause_turn)                                                                                \
    ONE(clause_masks, masks, clauses, 0)                                                                               \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    ON(write_back, back, back, 0, finish)
#define CLAUSE_EVENT_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(lock, clauses_that_lock(&masks->in, net))                                                                    \
    DRIVE(start, cf->q.start_alu ? bit_of_who(net->in.start) : 0)                                                      \
    DRIVE(kc_taken, bit_of_who(net->in.kc_who))                                                                        \
    DRIVE(kc_answer, bit_of(kcache->q.answer, kcache->q.answer_id))                                                    \
    DRIVE(ic_taken, bit_of_who(net->in.ic_who))                                                                        \
    DRIVE(ic_answer, bit_of(cache->q.answer, cache->q.answer_id))                                                      \
    DRIVE(ic_fill, cache->q.fill ? clauses_at_line(clauses, cache->q.fill_line) : 0)                                   \
    DRIVE(grant_even, bit_of_who(granted(&turn[0], masks)))                                                            \
    DRIVE(grant_odd, bit_of_who(granted(&turn[1], masks)))                                                             \
    DRIVE(take_even, bit_of(issue[0].q.consume, issue[0].q.of_clause))                                                 \
    DRIVE(take_odd, bit_of(issue[1].q.consume, issue[1].q.of_clause))                                                  \
    DRIVE(finish, bit_of(back->q.finish, back->q.finish_clause))
RTL_BIT_WIRES(simd, clause_event, clause_event, uint16_t, CLAUSE_EVENT_FROM,
              clause_events(cf, masks, net, kcache, cache, issue, back, turn), CLAUSE_EVENT_WIRES);

/* Words of the clause's group that have been taken, 0: none. */
static inline uint8_t words_consumed(const struct clause_event *event, const struct alu_issue *issue, unsigned clause)
{
    return issue[event->in.take_odd >> clause & 1].q.consume;
}

#define ALU_CLAUSE_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(clause_event, event, clause_event, 0)                                                                          \
    OF(alu_issue, issue, issue, 0)                                                                                     \
    OF(cf_sequencer, cf, cf, 0)                                                                                        \
    OF(wave_table, waves, waves, 0)                                                                                    \
    OF(cf_state, flow, flow, 0)                                                                                        \
    OF(icache, cache, alu_cache, 0)                                                                                    \
    OF(kcache, kcache, kcache, 0)
#define ALU_CLAUSE_EVENTS(DRIVE)                                                                                       \
    DRIVE(lock, event->in.lock >> i & 1)                                                                               \
    DRIVE(start, event->in.start >> i & 1)                                                                             \
    DRIVE(kc_taken, event->in.kc_taken >> i & 1)                                                                       \
    DRIVE(kc_answer, event->in.kc_answer >> i & 1)                                                                     \
    DRIVE(ic_taken, event->in.ic_taken >> i & 1)                                                                       \
    DRIVE(ic_answer, event->in.ic_answer >> i & 1)                                                                     \
    DRIVE(ic_fill, event->in.ic_fill >> i & 1)                                                                         \
    DRIVE(grant, (event->in.grant_even | event->in.grant_odd) >> i & 1)                                                \
    DRIVE(consume, (event->in.take_even | event->in.take_odd) >> i & 1)                                                \
    DRIVE(finish, event->in.finish >> i & 1)
#define ALU_CLAUSE_WIRES(DRIVE, WITH)                                                                                  \
    WITH(start, start_word, cf->q.start_word)                                                                          \
    WITH(start, start_slot, cf->q.step_slot)                                                                           \
    WITH(start, start_number, waves->number[cf->q.step_slot])                                                          \
    WITH(start, start_base, waves->gpr_base[cf->q.step_slot])                                                          \
    WITH(start, start_active, flow->active[cf->q.step_slot])                                                           \
    WITH(start, start_index, flow->loop_index[cf->q.step_slot])                                                        \
    WITH(start, start_base_word, fetch_base_of(flow, cf->q.step_slot))                                                 \
    WITH(start, start_pc, cf->q.start_pc)                                                                              \
    WITH(start, start_lanes, clause_lanes(flow, cf->q.step_slot, cf->q.start_word))                                    \
    WITH(kc_answer, kc_way, kcache->q.answer_way)                                                                      \
    DRIVE(ic_hit, cache->q.hit)                                                                                        \
    DRIVE(ic_refused, cache->q.refused)                                                                                \
    DRIVE(ic_words, cache->data[cache->q.way].word)                                                                    \
    WITH(ic_fill, ic_fill_line, cache->q.fill_line)                                                                    \
    WITH(grant, grant_parity, event->in.grant_odd >> i & 1)                                                            \
    WITH(consume, consumed, words_consumed(event, issue, i))
RTL_WIRES(simd, alu_clause, clause, ALU_CLAUSE_FROM, ALU_CLAUSE_EVENTS, ALU_CLAUSE_WIRES);

#define ALU_CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ONE(clause_net, net, clause_net, 0)                                                                                \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    OF(simd_memory, outside, outside, 0)
#define ALU_CACHE_EVENTS(DRIVE) DRIVE(look, net->in.ic_who != 0)
#define ALU_CACHE_WIRES(DRIVE, WITH)                                                                                   \
    WITH(look, look_line, net->in.ic_who ? clauses[net->in.ic_who - 1].q.ic_line : 0)                                  \
    WITH(look, look_id, number_of(net->in.ic_who))                                                                     \
    DRIVE(program_lines, instruction_memory_lines(&outside->program))                                                  \
    DRIVE(memory, &outside->program)
RTL_WIRES(simd, icache, alu_cache, ALU_CACHE_FROM, ALU_CACHE_EVENTS, ALU_CACHE_WIRES);

#define KCACHE_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(clause_net, net, clause_net, 0)                                                                                \
    BY(alu_clause, clauses, clause, 0)                                                                                 \
    ON(write_back, back, back, 0, finish)                                                                              \
    OF(simd_memory, outside, outside, 0)
#define KCACHE_EVENTS(DRIVE)                                                                                           \
    DRIVE(look, net->in.kc_who != 0)                                                                                   \
    DRIVE(unlock, back->q.finish ? clauses[back->q.finish_clause].q.kc_have : 0)
#define KCACHE_WIRES(DRIVE, WITH)                                                                                      \
    WITH(look, look_id, number_of(net->in.kc_who))                                                                     \
    WITH(look, look_bank, net->in.kc_who ? clauses[net->in.kc_who - 1].q.kc_bank : 0)                                  \
    WITH(look, look_line, net->in.kc_who ? clauses[net->in.kc_who - 1].q.kc_line : 0)                                  \
    WITH(unlock, unlock_way, clauses[back->q.finish_clause].q.kc_ways)                                                 \
    DRIVE(memory, &outside->constants)
RTL_WIRES(simd, kcache, kcache, KCACHE_FROM, KCACHE_EVENTS, KCACHE_WIRES);

#endif
