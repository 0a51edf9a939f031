/* simd_show.c - what a SIMD shows of a clock to one who looks at every clock: it drives the wires that may have changed
 * since the clock before and names them, and the registers that may have.
 *
 * While groups go by rows (simd_rows.h), the modules of the back do nothing; what they would hold is filled in here. */
#include "rtl_model/r700/simd_sets.h"
#include "rtl_model/r700/wires_fetch.h"

static void add_all(struct simd_set *set, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count; n++)
        simd_set_add(set, n);
}

/* ---- counters of those that rest -------------------------------------------------------------------------------- */

static bool counts(const struct simd *simd, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, const struct type *m = RTL_AT_CONST(type, simd, member, i);                                      \
              return rtl_differ(&m->q, &m->d, sizeof m->q))
#define MODULES(type, member, count, ...) MODULE(type, member, name)
#include "rtl_model/r700/simd.def"
    default:
        return false;
    }
}

static void tick(struct simd *simd, unsigned number)
{
    const uint64_t edges = simd->clock - simd->since[number];
    simd->since[number] = simd->clock;
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, simd_##member##_tick(simd, i, edges); break)
#define MODULES(type, member, count, ...) MODULE(type, member, name)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

/* Most that rest count nothing.  Whoever has been awake since the last time may rest anew. */
static void show_rests(struct simd *simd)
{
    struct simd_follow *follow = &simd->follow;
    const uint64_t      rests = simd->rests.modules, known = follow->rests & ~simd->shown.moved.modules;
    follow->counting.modules &= rests & known;
    follow->rests = rests;
    EACH_MODULE (n, rests & ~known)
        if (counts(simd, (unsigned)n))
            simd_set_add(&follow->counting, (unsigned)n);
    EACH_MODULE (n, follow->counting.modules)
        tick(simd, (unsigned)n);
    simd_set_join(&simd->shown.moved, &follow->counting);
}

/* ---- the back of the ALU ---------------------------------------------------------------------------------------- */

static void show_back(struct simd *simd)
{
    simd_rows_show(simd);
    simd_enter_settle(simd, 0);
    simd_operands_settle(simd, 0);
#define STIRS(member)                                                                                                  \
    add_all(&simd->shown.moved, AT_##member, COUNT_##member);                                                          \
    add_all(&simd->shown.changed, AT_##member, COUNT_##member);
    BACK(STIRS)
}

/* Whether all lanes of a quarter that enters are those of the quarter before: all or none. */
static bool enters_evenly(const struct simd *simd)
{
    const unsigned              p = simd->enter[0].in.parity;
    const struct alu_issue_reg *q = &simd->issue[p].q;
    const lane_mask_t           holds = q->starts ? q->exec_active : simd->predicate[p].q.predicate;
    return (q->exec_lanes + 1 <= 1) & (holds + 1 <= 1);
}

/* The net of what enters; somebody else may have settled it since the last time. */
static void follow_enter(struct simd *simd, struct simd_set *wires)
{
    const struct enter_net_in *const now = &simd->enter[0].in;
    struct enter_net_in              before = simd->follow.enter;
    simd_enter_settle(simd, 0);
    if (memcmp(&before, now, sizeof before) == 0)
        return;
    simd_set_add(wires, AT_enter);
    add_all(wires, AT_predicate, COUNT_predicate);
    simd_set_add(wires, AT_back);
    before.quarter = now->quarter;
    if (memcmp(&before, now, sizeof before) != 0 || !enters_evenly(simd)) {
        add_all(wires, AT_slot, COUNT_slot);
        simd_set_add(wires, AT_wide);
    }
}

static void follow_back(struct simd *simd, struct simd_set *wires)
{
    struct simd_shown *shown = &simd->shown;
    struct rows_moved  moved = {0};
    simd_rows_follow(simd, &moved);
    for (unsigned left = moved.slots; left; left &= left - 1)
        simd_set_add(&shown->moved, AT_slot + (unsigned)__builtin_ctz(left));
    for (unsigned p = 0; p < PARITIES; p++) {
        if (moved.predicates >> p & 1) {
            simd_set_add(&shown->moved, AT_predicate + p);
            simd_set_add(&shown->changed, AT_predicate + p);
        }
        if (moved.addresses >> p & 1)
            simd_set_add(&shown->moved, AT_ar + p);
    }
    if (moved.wide) {
        simd_set_add(&shown->moved, AT_wide);
        add_all(wires, AT_slot, COUNT_slot);
    }
    if (moved.back) {
        simd_set_add(&shown->moved, AT_back);
        add_all(wires, AT_predicate, COUNT_predicate);
        add_all(wires, AT_ar, COUNT_ar);
        simd_set_add(wires, AT_back);
    }
    follow_enter(simd, wires);
}

/* ---- wires ------------------------------------------------------------------------------------------------------ */

/* The instances of a member as bits of a set's word. */
#define ALL_OF(member) (~UINT64_C(0) >> (64 - COUNT_##member) << (AT_##member - SIMD_FIRST_MODULE))
#define ONE_OF(member, i) (UINT64_C(1) << (AT_##member - SIMD_FIRST_MODULE + (i)))

/* What many name of a source that changes all the time: only when this has changed do their wires. */
static struct simd_seen seen_now(const struct simd *simd)
{
    const struct icache_reg *cache = &simd->alu_cache.q;
    return (struct simd_seen){.fill_line = cache->fill_line,
                              .kc_full = simd->clause_net[0].in.kc_full,
                              .hit = cache->hit,
                              .refused = cache->refused,
                              .consume = {simd->issue[0].q.consume, simd->issue[1].q.consume},
                              .spare = spare_access(&simd->rotation)};
}

static void add_seen(struct simd *simd, struct simd_set *wires)
{
    const struct simd_seen before = simd->follow.seen, now = seen_now(simd);
    simd->follow.seen = now;
    if (now.spare != before.spare)
        wires->modules |= ALL_OF(exports) | ALL_OF(vertex);
    if (now.fill_line != before.fill_line || now.kc_full != before.kc_full || now.hit != before.hit ||
        now.refused != before.refused || now.consume[0] != before.consume[0] || now.consume[1] != before.consume[1])
        wires->modules |= ALL_OF(clause);
}

/* Clauses that have changed, a bit each: most wires have something of one clause. */
static void add_clauses(const struct simd *simd, uint64_t clauses, struct simd_set *wires)
{
    const struct clause_net_in *net = &simd->clause_net[0].in;
    const uint64_t chosen = ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache) | ALL_OF(alu_cache) | ALL_OF(issue) |
                            ALL_OF(alu_arbiter) | ALL_OF(clause);
    if (!clauses)
        return;
    wires->modules |= (simd->shows[AT_clause].modules & ~chosen) | clauses << (AT_clause - SIMD_FIRST_MODULE);
    if (clauses >> simd->back.q.finish_clause & 1)
        wires->modules |= ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache);
    if (clauses << 1 >> net->kc_who & 1)
        wires->modules |= ALL_OF(kcache);
    if (clauses << 1 >> net->ic_who & 1)
        wires->modules |= ALL_OF(alu_cache);
    for (unsigned p = 0; p < PARITIES; p++)
        if (clauses >> number_of(simd->clause_turn[p].in.who) & 1)
            wires->modules |= ONE_OF(issue, p) | ONE_OF(alu_arbiter, p);
}

/* What changes shows in the wires of all that name it; of nets it is known whether they have changed themselves. */
static void add_shows(struct simd *simd, struct simd_set *wires)
{
    const struct simd_shown *shown = &simd->shown;
    const uint64_t           seen = ALL_OF(clause);
    uint64_t                 modules = 0;
    add_seen(simd, wires);
    add_clauses(simd, (shown->changed.modules & ALL_OF(clause)) >> (AT_clause - SIMD_FIRST_MODULE), wires);
    for (unsigned p = 0; p < PARITIES; p++)
        if (simd_set_has(&shown->changed, AT_issue + p))
            modules |= simd->shows[AT_issue + p].modules & ~seen;
    if (simd_set_has(&shown->changed, AT_alu_cache))
        modules |= simd->shows[AT_alu_cache].modules & ~seen;
    if (simd_set_has(&shown->changed, AT_clause_net))
        modules |= simd->shows[AT_clause_net].modules & ~seen;
    if (simd_set_has(&shown->changed, AT_rotation))
        modules |= simd->shows[AT_rotation].modules & ~(ALL_OF(exports) | ALL_OF(vertex));
    EACH_MODULE (n, shown->changed.modules & ~(ALL_OF(clause) | ALL_OF(issue) | ALL_OF(alu_cache) | ALL_OF(rotation)))
        modules |= simd->shows[n].modules;
    for (uint64_t left = shown->changed.nets & ~(UINT64_C(1) << AT_clause_net); left; left &= left - 1)
        modules |= simd->shows[lowest(left)].modules;
    wires->nets |= shown->changed.nets;
    wires->modules |= modules;
#define BITS(type, member, of, name)                                                                                   \
    if (shown->bits[BITS_##member]) {                                                                                  \
        wires->modules |= by_bits(&simd->shows[AT_##member], AT_##of, COUNT_##of, shown->bits[BITS_##member]).modules; \
        simd_set_add(wires, AT_##member);                                                                              \
    }
#include "rtl_model/r700/simd.def"
}

static inline void look_at(struct simd *simd, unsigned number, bool lanes)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, simd_##member##_look(simd, i, lanes); break)
#define MODULES(type, member, count, ...) MODULE(type, member, name)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

static void drive_scalars(struct simd *simd, const struct simd_set *wires)
{
    EACH_MODULE (n, wires->modules)
        look_at(simd, (unsigned)n, false);
}

static void drive_all(struct simd *simd, const struct simd_set *wires)
{
    EACH_MODULE (n, wires->modules)
        look_at(simd, (unsigned)n, true);
}

void simd_show(struct simd *simd, bool lanes, struct simd_set *wires, struct simd_set *registers)
{
    if (simd->bare.rows)
        simd_bare_end(simd);
    struct simd_shown  *shown = &simd->shown;
    struct simd_follow *follow = &simd->follow;
    const bool          carry = simd_rows_carry(simd);
    const bool          follows =
        follow->clock + 1 == simd->clock && follow->carry == carry && !shown->all && lanes <= follow->lanes;
    *wires = (struct simd_set){0, 0};
    show_rests(simd);
    if (carry && (lanes || !follows))
        show_back(simd);
    else if (carry)
        follow_back(simd, wires);
    if (shown->all || lanes > follow->lanes) {
        *wires = *registers = simd->every;
        follow->seen = seen_now(simd);
    } else {
        *registers = shown->moved;
        add_shows(simd, wires);
    }
    follow->clock = simd->clock;
    follow->carry = carry;
    follow->lanes = lanes;
    follow->enter = simd->enter[0].in;
    memset(shown, 0, sizeof *shown);
    if (lanes)
        drive_all(simd, wires);
    else
        drive_scalars(simd, wires);
}
