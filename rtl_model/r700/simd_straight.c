/* simd_straight.c - a SIMD in which clauses run, clocked without asking who is awake.
 *
 * What is done in such a clock is what simd_eval and simd_commit would do with these modules, by their own functions;
 * what is spared are nets and events.  They follow from where the clock stands in the rotation:
 *
 *   every clock   clauses that are prepared; of those that run the ones whose group has been taken, whose look-up is
 *                 served or answered, or that store a line
 *                 the instruction cache, if it is asked or has answered
 *                 the GPR file, if a group's rows have come to it
 *   the first of a window   the sequencer that has decided; its arbiter, which hears what became of its chance
 *   the last of a window    both sequencers: one decides, of the other one the operands have been read
 *
 * All others do as ever, and most of the time nothing.  Of what moves here they see only what ends the stretch; those
 * of control flow alone may move in it (`beside`), for nothing of theirs but a start of a clause is seen here. */
#include "rtl_model/r700/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

#define OF(member) MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member)
#define OR_OF(member) | (((int)AT_##member < (int)SIMD_FIRST_MODULE) ? 0 : OF(member))

/* Those that it clocks; those that do nothing by rows; those that may move beside them.  Of clauses the last ones have
 * nothing but how many places are free, which stays. */
static const module_bits_t clocked = OF(rotation) | OF(alu_arbiter) | OF(alu_cache) | OF(issue) | OF(gprs) | OF(clause);
static const module_bits_t passed = OF(fetch) BACK(OR_OF);
static const module_bits_t beside = OF(waves) | OF(cf_arbiter) | OF(cf) | OF(flow) | OF(cf_cache);
/* Strangers who listen to any of these.  What they wait for ends the stretch, or they look at its end. */
static const module_bits_t listeners = OF(kcache) | OF(exports) | OF(vertex) | OF(vertex_lines) | OF(texture_cache) |
                                       OF(texture_issue) | OF(lod_unit) | OF(texture_data) | OF(texture_return) |
                                       OF(lds_unit) | OF(memory_reads) | OF(read_lines);
static const uint64_t from_above = UINT64_C(1) << AT_launch | UINT64_C(1) << AT_answer;

/* The numbers of clauses in a mask. */
#define EACH_CLAUSE(c, mask)                                                                                           \
    for (unsigned left_ = (mask), c; left_ && (c = (unsigned)__builtin_ctz(left_), true); left_ &= left_ - 1)

/* With a module that listens and is not known to have no need to, one that has been added, nothing goes straight. */
static bool someone_else_listens(const struct simd *simd)
{
    module_bits_t woken = 0;
    EACH_MODULE (n, clocked | passed)
        woken |= simd->wakes[n].modules;
    for (unsigned n = 0; n < SIMD_NETS; n++)
        if (simd_set_has(&simd->straight.looks, n))
            woken |= simd->wakes[n].modules;
    return (woken & simd->straight.strangers & ~listeners) != 0;
}

/* Nets are driven anew at the end of a stretch; of others whom they wake each one was looked at when it began, and
 * looks if a net is not what it was then. */
void simd_straight_connect(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    struct simd_set       shows = {0, 0};
    straight->strangers = ~(clocked | passed | beside);
    straight->looks = (struct simd_set){0, (clocked & ~OF(clause)) | simd->wakes[AT_back].modules};
    EACH_MODULE (n, clocked | OF(back)) {
        straight->looks.nets |= simd->wakes[n].nets;
        simd_set_join(&shows, &simd->shows[n]);
    }
    for (unsigned n = 0; n < SIMD_NETS; n++) /* a net stands behind those that it names */
        if (simd_set_has(&straight->looks, n)) {
            straight->looks.nets |= simd->wakes[n].nets;
            simd_set_join(&shows, &simd->shows[n]);
        }
    straight->overheard = someone_else_listens(simd);
    straight->stirs = shows.modules & ~(simd->by_events | clocked | passed | beside);
}

/* ---- may a clock go straight ------------------------------------------------------------------------------------- */

static bool runs(const struct simd *simd, unsigned parity)
{
    const unsigned who = simd->straight.runs[parity];
    return who && simd->clause[who - 1].q.state == CLAUSE_RUN;
}

/* A group with a row for each lane is read by the modules, and may be a hazard to be noted. */
static bool has_index(const struct alu_issue_reg *group)
{
    return (group->reading | group->executing) && (group->read_relative | group->before_relative);
}

/* What ends a stretch is known before: a clause ends, starts or may get a wavefront slot, a line is missing. */
static bool is_straight(const struct simd *simd)
{
    const struct icache_reg *cache = &simd->alu_cache.q;
    const unsigned           p = rotation_parity(&simd->rotation), quarter = rotation_quarter(&simd->rotation);
    if (simd->back.q.finish || simd->cf.q.start_alu || cache->missing || cache->fill || simd->issue[0].q.error ||
        simd->issue[1].q.error)
        return false;
    if (quarter == 0)
        return !has_index(&simd->issue[0].q) && !has_index(&simd->issue[1].q);
    if (quarter == SLOT_CLOCKS - 1)
        return runs(simd, p) || (!simd->clauses.in.ready && runs(simd, 1 - p));
    return true;
}

static module_bits_t bits_of_clauses(unsigned clauses)
{
    return (module_bits_t)clauses << (AT_clause - SIMD_FIRST_MODULE);
}

void simd_straight_end(struct simd *simd)
{
    if (!simd->straight.now)
        return;
    simd->straight.now = false;
    simd->changed.modules |= bits_of_clauses(simd->straight.moved);
    simd_set_join(&simd->look, &simd->straight.looks);
    simd_set_join(&simd->look, &simd->changed);
    simd->stirred = simd->all;
}

/* A stranger who moves is seen a clock later. */
bool simd_straight_goes_on(struct simd *simd)
{
    if (simd->awake.modules & simd->straight.strangers || simd->look.nets & from_above || !is_straight(simd)) {
        simd_straight_end(simd);
        return false;
    }
    simd->look.nets &= ~simd->straight.looks.nets;
    simd->look.modules &= ~(clocked | passed);
    return true;
}

/* No clause has to do with the constant cache. */
static bool constants_are_locked(const struct clause_masks_in *masks)
{
    return !(masks->kc_look | masks->want0 | masks->want1 | masks->want2 | masks->want3);
}

/* A clause that may have an edge to take, although nothing starts, grants or ends it. */
static bool is_up(const struct alu_clause_reg *q)
{
    return q->state == CLAUSE_RUN || q->ic_look || q->ic_waiting || alu_clause_busy(q);
}

static uint16_t clauses_up(const struct simd *simd)
{
    unsigned up = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        up |= (unsigned)is_up(&simd->clause[c].q) << c;
    return (uint16_t)up;
}

static bool can_begin(const struct simd *simd)
{
    const struct alu_issue_reg *even = &simd->issue[0].q, *odd = &simd->issue[1].q;
    return simd_rows_carry(simd) && (even->reading | even->executing | odd->reading | odd->executing) &&
           !(simd->rests.modules & simd->straight.stirs) && constants_are_locked(&simd->clauses.in) &&
           is_straight(simd) && !has_index(even) && !has_index(odd) && !simd->launch[0].in.launch &&
           !simd->launch[0].in.load && !simd->returns[0].in.who &&
           spare_user(&simd->exports, &simd->vertex, &simd->vertex_lines, &simd->read_lines, &simd->texture_walker,
                      &simd->lds_unit, &simd->memory_reads, &simd->texture_issue) == SPARE_NONE;
}

/* In a clock whose nets have been driven, and in which the others go on as they do. */
void simd_straight_begin(struct simd *simd)
{
    struct simd_straight         *straight = &simd->straight;
    const struct clause_masks_in *masks = &simd->clauses.in;
    const unsigned                run = masks->run_even | masks->run_odd;
    straight->runs[0] = first_of(masks->run_even);
    straight->runs[1] = first_of(masks->run_odd);
    if (straight->never || straight->overheard || !run || !can_begin(simd))
        return;
    straight->up = clauses_up(simd);
    straight->moved = straight->up;
    EACH_MODULE (n, simd->rests.modules & ((clocked & ~OF(clause)) | bits_of_clauses(straight->up)))
        simd_rise(simd, (unsigned)n);
    straight->now = true;
    simd->look.modules &= ~(clocked | passed);
}

/* ---- such a clock ------------------------------------------------------------------------------------------------ */

/* Clauses whose group is taken, and for which the cache has answered. */
static unsigned clauses_with_events(const struct simd *simd)
{
    const struct icache_reg *cache = &simd->alu_cache.q;
    unsigned                 clauses = cache->answer ? 1u << cache->answer_id : 0;
    for (unsigned p = 0; p < PARITIES; p++)
        if (simd->issue[p].q.consume)
            clauses |= 1u << simd->issue[p].q.of_clause;
    return clauses;
}

static void next_of_clause(struct simd *simd, unsigned number, unsigned served)
{
    struct alu_clause          *clause = &simd->clause[number];
    struct alu_clause_in       *in = &clause->in;
    const struct icache        *cache = &simd->alu_cache;
    const struct alu_issue_reg *by = &simd->issue[clause->q.parity].q;
    in->start = in->kc_taken = in->kc_answer = in->ic_fill = in->grant = in->finish = false;
    in->lock = clause->q.state == CLAUSE_ARBITRATE && !clause->q.waits;
    in->ic_taken = served == number + 1;
    in->ic_answer = cache->q.answer && cache->q.answer_id == number;
    in->consume = by->consume && by->of_clause == number;
    in->consumed = by->consume;
    in->ic_hit = cache->q.hit;
    in->ic_refused = cache->q.refused;
    in->ic_words = cache->data[cache->q.way].word;
    alu_clause_next(clause);
}

static void next_of_cache(struct simd *simd, unsigned served)
{
    struct icache *cache = &simd->alu_cache;
    cache->in.look = served != 0;
    if (served) {
        cache->in.look_line = simd->clause[served - 1].q.ic_line;
        cache->in.look_id = (uint8_t)(served - 1);
    }
    cache->in.memory = &simd->outside.program;
    icache_next(cache);
}

/* What became of the last chance of the wavefront slot that does not execute now. */
static void next_of_arbiter(struct simd *simd, unsigned parity)
{
    struct arbiter *arbiter = &simd->alu_arbiter[parity];
    arbiter->in.chance = true;
    arbiter->in.grant = false;
    arbiter->in.why = (stall_t)issue_stall(&simd->issue[parity].q, &simd->clauses.in, simd->clause,
                                           simd->clause_net[0].in.kc_full, (enum stall)simd->cf_why[0].in.cf);
    arbiter_next(arbiter);
}

/* The sequencers of both wavefront slots in the clock in which the one that executes decides. */
static void next_of_issue(struct simd *simd, unsigned deciding)
{
    simd_phase_settle(simd, 0);
    simd_clause_turn_settle(simd, deciding);
    for (unsigned p = 0; p < PARITIES; p++)
        simd_issue_next(simd, p);
}

/* Behind the decision. */
static void next_behind_issue(struct simd *simd, unsigned decided)
{
    struct alu_issue_in *in = &simd->issue[decided].in;
    in->decide = in->window = in->slot_end = false;
    alu_issue_next(&simd->issue[decided]);
}

/* Its masks are for whoever decides, and for why he has nothing. */
static void clock_clause(struct simd *simd, unsigned number)
{
    struct alu_clause *clause = &simd->clause[number];
    const bool         moves = clause->q.state != clause->d.state || clause->q.waits != clause->d.waits;
    rtl_commit(clause);
    if (moves)
        simd_clauses_settle(simd, UINT64_C(1) << number);
    if (!is_up(&clause->q))
        simd->straight.up = (uint16_t)(simd->straight.up & ~(1u << number));
}

void simd_straight_next(struct simd *simd)
{
    struct simd_straight *straight = &simd->straight;
    const unsigned        p = rotation_parity(&simd->rotation), other = 1 - p;
    unsigned              ask = 0, served = 0, awake = clauses_with_events(simd);
    EACH_CLAUSE(c, straight->up)
    {
        ask |= (unsigned)simd->clause[c].q.ic_look << c;
        awake |= (unsigned)alu_clause_busy(&simd->clause[c].q) << c;
    }
    if (ask) {
        served = served_clause(ask, &simd->clauses.in, simd->clause);
        awake |= 1u << (served - 1);
    }
    straight->awake = (uint16_t)awake;
    EACH_CLAUSE(c, awake)
    next_of_clause(simd, c, served);
    straight->cache = served || simd->alu_cache.q.answer;
    straight->decides = rotation_quarter(&simd->rotation) == SLOT_CLOCKS - 1;
    straight->decided = simd->issue[other].q.consume != 0;
    straight->chance = alu_chance(&simd->rotation, &simd->issue[other].q, other);
    straight->writes = simd->back.q.gpr_write && simd->back.q.gpr_slots;
    if (straight->cache)
        next_of_cache(simd, served);
    if (straight->decides)
        next_of_issue(simd, p);
    else if (straight->decided)
        next_behind_issue(simd, other);
    if (straight->chance)
        next_of_arbiter(simd, other);
    if (straight->writes)
        simd_gprs_next(simd, 0);
    simd_rotation_next(simd, 0);
}

void simd_straight_take(struct simd *simd)
{
    EACH_CLAUSE(c, simd->straight.awake)
    alu_clause_take(&simd->clause[c]);
}

void simd_straight_edge(struct simd *simd)
{
    const struct simd_straight *straight = &simd->straight;
    const unsigned              p = rotation_parity(&simd->rotation), other = 1 - p;
    EACH_CLAUSE(c, straight->awake)
    clock_clause(simd, c);
    if (straight->cache)
        icache_clock(&simd->alu_cache);
    if (straight->decides)
        alu_issue_clock(&simd->issue[p]);
    if (straight->decides || straight->decided)
        alu_issue_clock(&simd->issue[other]);
    if (straight->decides && simd->issue[p].q.error) /* whoever runs the machine stops it */
        simd_set_add(&simd->changed, AT_issue + p);
    if (straight->chance)
        arbiter_clock(&simd->alu_arbiter[other]);
    if (straight->writes)
        gpr_file_clock(&simd->gprs);
    rotation_clock(&simd->rotation);
    simd->straight.clocks++;
}

void simd_straight_clock(struct simd *simd)
{
    simd->look = simd->awake = simd->changed = (struct simd_set){0, 0};
    simd_rows_enter(simd);
    simd_straight_next(simd);
    simd_straight_take(simd);
    simd_rows_read(simd);
    simd_rows_take(simd);
    simd_straight_edge(simd);
    simd_rows_clock(simd);
    simd_sleep_forget(&simd->sleep);
    simd->clock++;
}

uint64_t simd_straight_run(struct simd *simd, uint64_t most)
{
    uint64_t clocks = 0;
    while (clocks < most && simd->straight.now && simd_straight_goes_on(simd) && simd_straight_alone(simd)) {
        simd_straight_clock(simd);
        clocks++;
        if (simd->changed.modules)
            break;
    }
    return clocks;
}
