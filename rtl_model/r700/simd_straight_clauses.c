/* simd_straight_clauses.c - clauses and their caches in a clock of a straight stretch (simd_straight.c): who is served,
 * what comes to whom, their next state, the edge. */
#include "rtl_model/r700/simd_straight.h"

/* ---- what comes to them ------------------------------------------------------------------------------------------ */

/* The clauses that have an event. */
static unsigned drive_events(struct simd *simd)
{
    const struct clause_masks   *masks = &simd->clauses;
    const struct clause_net_in  *net = &simd->clause_net[0].in;
    const struct icache_reg     *cache = &simd->alu_cache.q;
    const struct alu_issue      *issue = simd->issue;
    const struct write_back_reg *back = &simd->back.q;
    struct clause_event_in      *event = &simd->clause_event.in;
    unsigned                     any = 0;
    memset(event, 0, sizeof *event);
    simd->clause_event.driven = true;
    if (masks->in.arbitrate)
        any |= event->lock = clauses_that_lock(&masks->in, &simd->clause_net[0]);
    if (simd->cf.q.start_alu)
        any |= event->start = bit_of_who(first_of(masks->in.empty));
    if (net->kc_who)
        any |= event->kc_taken = bit_of_who(net->kc_who);
    if (simd->kcache.q.answer)
        any |= event->kc_answer = bit_of(true, simd->kcache.q.answer_id);
    if (net->ic_who)
        any |= event->ic_taken = bit_of_who(net->ic_who);
    if (cache->answer)
        any |= event->ic_answer = bit_of(true, cache->answer_id);
    if (cache->fill)
        any |= event->ic_fill = clauses_at_line(simd->clause, cache->fill_line);
    if (simd->straight.grants) {
        event->grant_even = bit_of_who(granted(&simd->clause_turn[0], masks));
        event->grant_odd = bit_of_who(granted(&simd->clause_turn[1], masks));
        any |= event->grant_even | event->grant_odd;
    }
    if (issue[0].q.consume)
        any |= event->take_even = bit_of(true, issue[0].q.of_clause);
    if (issue[1].q.consume)
        any |= event->take_odd = bit_of(true, issue[1].q.of_clause);
    if (back->finish)
        any |= event->finish = bit_of(true, back->finish_clause);
    return any;
}

/* Of clauses with events, a bit each, those that run and have none but of the run itself. */
static unsigned only_running(const struct simd *simd, unsigned clauses)
{
    const struct clause_event_in *event = &simd->clause_event.in;
    return clauses & (simd->clauses.in.run_even | simd->clauses.in.run_odd) & ~(unsigned)event->ic_fill;
}

/* ---- before the edge --------------------------------------------------------------------------------------------- */

static void rise(struct simd *simd, unsigned number)
{
    if (simd_set_has(&simd->rests, number))
        simd_rise(simd, number);
}

/* One that starts reads what control flow changes at this edge; all others read nothing but clauses, their caches and
 * groups, and have their next state when these are about to change. */
void straight_next_of_clauses(struct simd *simd)
{
    struct simd_straight        *straight = &simd->straight;
    const struct clause_net_in  *net = &simd->clause_net[0].in;
    const unsigned               events = drive_events(simd), resting = straight_resting(simd);
    const struct write_back_reg *back = &simd->back.q;
    EACH_CLAUSE(c, events & resting)
    simd_rise(simd, AT_clause + c);
    straight->events = (uint16_t)events;
    straight->awake = (uint16_t)(events | (straight->busy & ~resting));
    straight->moved = (uint16_t)(straight->moved | straight->awake);
    straight->runs = (uint16_t)only_running(simd, straight->awake);
    straight->awake = (uint16_t)(straight->awake & ~straight->runs);
    if (simd->clause_event.in.start)
        simd_clause_next(simd, number_of(first_of(simd->clause_event.in.start)));
    straight->cache = net->ic_who || (icache_busy(&simd->alu_cache.q) && !simd_set_has(&simd->rests, AT_alu_cache));
    straight->kcache = net->kc_who || (back->finish && simd->clause[back->finish_clause].q.kc_have) ||
                       (kcache_busy(&simd->kcache.q) && !simd_set_has(&simd->rests, AT_kcache));
    if (straight->cache) {
        rise(simd, AT_alu_cache);
        simd_alu_cache_next(simd, 0);
    }
    if (straight->kcache) {
        rise(simd, AT_kcache);
        simd_kcache_next(simd, 0);
    }
}

/* ---- the edge ---------------------------------------------------------------------------------------------------- */

/* As its rows say, of a clause that does not start. */
static void next_with_event(struct simd *simd, unsigned number)
{
    const struct clause_event_in *event = &simd->clause_event.in;
    const struct icache          *cache = &simd->alu_cache;
    struct alu_clause            *clause = &simd->clause[number];
    struct alu_clause_in         *in = &clause->in;
    const unsigned                bit = 1u << number;
    in->start = false;
    in->lock = (event->lock & bit) != 0;
    in->kc_taken = (event->kc_taken & bit) != 0;
    in->kc_answer = (event->kc_answer & bit) != 0;
    in->kc_way = simd->kcache.q.answer_way;
    in->ic_taken = (event->ic_taken & bit) != 0;
    in->ic_answer = (event->ic_answer & bit) != 0;
    in->ic_fill = (event->ic_fill & bit) != 0;
    in->ic_fill_line = cache->q.fill_line;
    in->grant = ((event->grant_even | event->grant_odd) & bit) != 0;
    in->grant_parity = (event->grant_odd & bit) != 0;
    in->consume = ((event->take_even | event->take_odd) & bit) != 0;
    in->consumed = simd->issue[(event->take_odd & bit) != 0].q.consume;
    in->finish = (event->finish & bit) != 0;
    in->ic_hit = cache->q.hit;
    in->ic_refused = cache->q.refused;
    in->ic_words = cache->data[cache->q.way].word;
    alu_clause_next(clause);
    alu_clause_take(clause);
}

void straight_move_masks(struct simd *simd, unsigned number, clause_state_t from, bool anew)
{
    const struct alu_clause_reg *q = &simd->clause[number].q;
    const unsigned               bit = 1u << number;
    uint16_t *const              before = mask_of_state(&simd->clauses.in, from, q->parity);
    uint16_t *const              after = mask_of_state(&simd->clauses.in, q->state, q->parity);
    if (anew) {
        simd_clauses_settle(simd, bit);
    } else {
        if (before)
            straight_put_bit(before, number, false);
        if (after)
            straight_put_bit(after, number, true);
    }
    if (from == CLAUSE_EMPTY || q->state == CLAUSE_EMPTY) { /* that is what control flow hears of */
        simd->clause_net[0].in.free = (uint8_t)__builtin_popcount(simd->clauses.in.empty);
        simd->straight.steady = false;
    }
}

/* Its masks are for whoever decides, and for why he has nothing. */
static void clock_clause(struct simd *simd, unsigned number)
{
    struct simd_straight        *straight = &simd->straight;
    struct alu_clause           *clause = &simd->clause[number];
    const struct alu_clause_reg *q = &clause->q, *d = &clause->d;
    struct clause_masks_in      *masks = &simd->clauses.in;
    const unsigned               bit = 1u << number;
    const bool                   event = straight->events & bit;
    const clause_state_t         from = q->state;
    uint64_t                     rest = 0;
    if (!event)
        alu_clause_wait(clause);
    else if (!(simd->clause_event.in.start & bit))
        next_with_event(simd, number);
    const bool wants = q->kc_want != d->kc_want;
    const bool moves = from != d->state || wants;
    const bool asks = q->waits != d->waits || q->ic_look != d->ic_look || q->kc_look != d->kc_look;
    if (moves | asks | (simd->clause_event.in.ic_answer & bit))
        straight->tried = 0;
    if (moves | asks | event || alu_clause_rest(clause) <= RTL_SHORT_REST) {
        rtl_commit(clause);
    } else if (alu_clause_edge(clause, RTL_MAY_REST, &rest) == RTL_STILL_EDGE) {
        simd_lie_down(simd, AT_clause + number, rest);
        return;
    }
    if (moves)
        straight_move_masks(simd, number, from, wants || from == CLAUSE_EMPTY);
    if (asks) {
        straight_put_bit(&masks->waits, number, q->waits);
        straight_put_bit(&masks->ic_look, number, q->ic_look);
        straight_put_bit(&masks->kc_look, number, q->kc_look);
    }
    straight_put_bit(&straight->busy, number, alu_clause_busy(q));
}

/* Of clauses without an event, those of which nothing moves but the clocks of their stage; when there are many left a
 * clause had better rest. */
static unsigned only_counting(const struct simd *simd, unsigned clauses)
{
    const struct clause_masks_in *masks = &simd->clauses.in;
    unsigned counting = clauses & masks->waits & (masks->arbitrate | (masks->lock & ~clauses_that_want(masks)));
    EACH_CLAUSE(c, counting)
    if (simd->clause[c].q.wait > RTL_SHORT_REST + 2)
        counting &= ~(1u << c);
    return counting;
}

static void count_clause(struct simd *simd, unsigned number)
{
    alu_clause_count(&simd->clause[number]);
    if (!simd->clause[number].q.waits)
        straight_put_bit(&simd->clauses.in.waits, number, false);
}

/* Of clauses that do not run, and of the caches. */
void straight_edge_of_clauses(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    const unsigned        counting = only_counting(simd, straight->awake & ~(unsigned)straight->events);
    uint64_t              rest = 0;
    EACH_CLAUSE(c, counting)
    count_clause(simd, c);
    EACH_CLAUSE(c, straight->awake & ~counting)
    clock_clause(simd, c);
    if (straight->cache)
        straight_clock_cache(simd, &simd->alu_cache, AT_alu_cache);
    if (straight->kcache &&
        kcache_edge(&simd->kcache, simd->kcache.in.look || simd->kcache.in.unlock ? 0 : RTL_MAY_REST, &rest) ==
            RTL_STILL_EDGE)
        simd_lie_down(simd, AT_kcache, rest);
    if (straight->awake | straight->cf | straight->cf_cache | straight->waves | straight->flow | straight->cache |
        straight->kcache)
        straight->quiet = simd->clock + 1;
}
