/* simd_show.c - a SIMD for an observer of every clock: drives the wires that may have changed since the clock before,
 * and names them and the registers that may have changed. */
#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

/* ---- counters of modules that rest ------------------------------------------------------------------------------ */

/* Whether counters move, or could: signals longer than a quarter wavefront are shown with lanes only, those as long on
 * a small chip (widths.def).  `differ`: some register's next state is another. */
static bool any_counts(const struct rtl_module *module, const void *state, bool differ, bool lanes)
{
    if (!differ)
        return false;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal   *signal = &module->signals[s];
        const size_t               bytes = signal->count * (size_t)RTL_ELEMENT_BYTES(signal->bits);
        const unsigned char *const q = (const unsigned char *)state + signal->offset;
        if ((signal->kind == RTL_STAT || signal->kind == RTL_DOWN) && (lanes || bytes <= sizeof(quarter_t)) &&
            rtl_differ(q, q + module->next_state, bytes))
            return true;
    }
    return false;
}

static bool counts(const struct simd *simd, unsigned number, bool lanes)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, const struct type *m = RTL_AT_CONST(type, simd, member, i);                                      \
              return type##_rows_count(m) ||                                                                           \
                     any_counts(&type##_rtl, m, memcmp(&m->q, &m->d, sizeof m->q) != 0, lanes))
#include "rtl_model/r700/simd.def"
    default:
        return false;
    }
}

/* Most resting modules count nothing that is shown.  A module that was awake since the last time may rest anew. */
static void show_rests(struct simd *simd, bool lanes)
{
    struct simd_follow *follow = &simd->follow;
    const module_bits_t rests = simd->rests.modules & ~follow->no_registers.modules,
                        known = lanes == follow->lanes ? follow->rests & ~simd->shown.moved.modules : 0;
    follow->counting.modules &= rests & known;
    follow->rests = rests;
    EACH_MODULE (n, rests & ~known)
        if (counts(simd, (unsigned)n, lanes))
            simd_set_add(&follow->counting, (unsigned)n);
    EACH_MODULE (n, follow->counting.modules)
        simd_tick(simd, (unsigned)n);
    simd_set_join(&simd->shown.moved, &follow->counting);
}

/* ---- wires ------------------------------------------------------------------------------------------------------ */

/* The instances of a member as bits of a set's word. */
#define ALL_OF(member) MODULE_BITS_OF(AT_##member, COUNT_##member)
#define ONE_OF(member, i) module_bit(AT_##member + (i))

/* Whose wires have something of the sequencer of the wavefront slot from which a group enters, and of it alone. */
#define OF_ENTERING (ALL_OF(slot) | ALL_OF(wide) | ALL_OF(back))

/* Some sources change all the time, and many name one register of them, or one instance of several.  For these,
 * seen_now and add_clauses compare what the rows name; here are the modules with such wires. */
static module_bits_t handled(unsigned source)
{
    switch (source) {
    case AT_clause_net:
        return ALL_OF(clause) | ALL_OF(kcache);
    case AT_alu_cache:
        return ALL_OF(clause);
    case AT_issue ... LAST_issue:
        return ALL_OF(clause) | OF_ENTERING;
    case AT_back:
        return ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache);
    case AT_clause ... LAST_clause:
        return ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache) | ALL_OF(alu_cache) | ALL_OF(issue) | ALL_OF(alu_arbiter);
    default:
        return 0;
    }
}

void simd_show_connect(struct simd *simd)
{
    for (unsigned n = 0; n < SIMD_MODULES; n++)
        simd->follow.shows[n] = simd->shows[n].modules & ~handled(n);
}

/* A clause that takes a group of the odd wavefront slot has an event then; the others have the even slot's register. */
static struct simd_seen seen_now(const struct simd *simd)
{
    const struct icache_reg *cache = &simd->alu_cache.q;
    return (struct simd_seen){.fill_line = cache->fill_line,
                              .kc_full = simd->clause_net[0].in.kc_full,
                              .hit = cache->hit,
                              .refused = cache->refused,
                              .consume_even = simd->issue[0].q.consume,
                              .finish = simd->back.q.finish,
                              .finish_clause = simd->back.q.finish_clause,
                              .kc_who = simd->clause_net[0].in.kc_who};
}

/* The wires that all clauses share, nothing else. */
static void drive_common(struct simd *simd)
{
    const struct icache_reg *cache = &simd->alu_cache.q;
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        struct alu_clause_in *in = &simd->clause[c].in;
        in->ic_fill_line = cache->fill_line;
        in->ic_hit = cache->hit;
        in->ic_refused = cache->refused;
        in->consumed = words_consumed(&simd->clause_event, simd->issue, c);
    }
}

/* `common`: modules of which only such wires may have changed, which are driven here. */
static module_bits_t add_seen(struct simd *simd, module_bits_t *common)
{
    const struct simd_seen before = simd->follow.seen, now = seen_now(simd);
    module_bits_t          modules = 0;
    simd->follow.seen = now;
    if (now.kc_full != before.kc_full)
        modules |= ALL_OF(clause);
    if (now.fill_line != before.fill_line || now.hit != before.hit || now.refused != before.refused ||
        now.consume_even != before.consume_even) {
        drive_common(simd);
        *common |= ALL_OF(clause);
    }
    if (now.finish != before.finish || now.finish_clause != before.finish_clause)
        modules |= ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache);
    if (now.kc_who != before.kc_who)
        modules |= ALL_OF(kcache);
    return modules;
}

/* Clauses that have changed, a bit each: most wires have something of one clause. */
static module_bits_t add_clauses(const struct simd *simd, uint64_t clauses)
{
    const struct clause_net_in *net = &simd->clause_net[0].in;
    module_bits_t               modules = 0;
    if (clauses >> simd->back.q.finish_clause & 1)
        modules |= ALL_OF(waves) | ALL_OF(flow) | ALL_OF(kcache);
    if (clauses << 1 >> net->kc_who & 1)
        modules |= ALL_OF(kcache);
    if (clauses << 1 >> net->ic_who & 1)
        modules |= ALL_OF(alu_cache);
    for (unsigned p = 0; p < PARITIES; p++)
        if (clauses >> number_of(simd->clause_turn[p].in.who) & 1)
            modules |= ONE_OF(issue, p) | ONE_OF(alu_arbiter, p);
    return modules;
}

/* What changes shows in the wires of all that name it; of nets it is known whether they have changed themselves.
 * Returns the modules whose wires are still to be driven. */
static module_bits_t add_shows(struct simd *simd, struct simd_set *wires)
{
    const struct simd_shown *shown = &simd->shown;
    const uint64_t clauses = (uint64_t)((shown->changed.modules & ALL_OF(clause)) >> (AT_clause - SIMD_FIRST_MODULE));
    module_bits_t  common = 0, modules = add_seen(simd, &common) | (clauses ? add_clauses(simd, clauses) : 0);
    EACH_IN (n, &shown->changed)
        modules |= simd->follow.shows[n];
    if (simd_set_has(&shown->changed, AT_issue + simd->enter[0].in.parity))
        modules |= OF_ENTERING;
    wires->nets |= shown->changed.nets;
#define BITS(type, member, of, name)                                                                                   \
    if (shown->bits[BITS_##member]) {                                                                                  \
        modules |= by_bits(&simd->shows[AT_##member], AT_##of, COUNT_##of, shown->bits[BITS_##member]).modules;        \
        simd_set_add(wires, AT_##member);                                                                              \
    }
#include "rtl_model/r700/simd.def"
    modules |= wires->modules;
    wires->modules = modules | common;
    return modules;
}

/* Member by member: with a constant for `lanes` the wires that are not wanted cost nothing. */
static inline void drive(struct simd *simd, module_bits_t modules, bool lanes)
{
#define MODULES(type, member, count, ...)                                                                              \
    for (uint64_t left = (uint64_t)((modules & ALL_OF(member)) >> (AT_##member - SIMD_FIRST_MODULE)); left;            \
         left &= left - 1)                                                                                             \
        simd_##member##_look(simd, (unsigned)lowest(left), lanes);
#define MODULE(type, member, name)                                                                                     \
    if (modules & ALL_OF(member))                                                                                      \
        simd_##member##_look(simd, 0, lanes);
#include "rtl_model/r700/simd.def"
}

/* The modules of the back are shown for themselves, and for wires that name them; what others see of ROWS_TELL is up to
 * date in any case. */
static bool needs_back(const struct simd *simd, const struct simd_set *wires, const struct simd_set *registers)
{
    struct simd_set back = simd_back, of = *wires;
    simd_set_join(&of, registers);
    bool needs = (back.nets & of.nets) | (back.modules & of.modules);
    simd_set_remove(&back, ROWS_TELL);
    EACH_IN (n, &back)
        needs |= (simd->shows[n].nets & wires->nets) | (simd->shows[n].modules & wires->modules);
    return needs;
}

void simd_show_only(struct simd *simd, const struct simd_needs *needs)
{
    struct simd_follow *follow = &simd->follow;
    struct simd_set     timed = needs->wires, registers = needs->registers;
    simd_set_join(&timed, &needs->registers);
    simd_set_join(&registers, &needs->steady);
    follow->no_wires = (struct simd_set){~needs->wires.nets, ~needs->wires.modules};
    follow->no_registers = (struct simd_set){~registers.nets, ~registers.modules};
    follow->no_back = !needs_back(simd, &needs->wires, &registers);
    follow->steady = !timed.nets && !timed.modules;
    simd->shown.all = true;
}

void simd_show(struct simd *simd, bool lanes, struct simd_set *wires, struct simd_set *registers)
{
    if (simd->bare.rows)
        simd_bare_end(simd);
    struct simd_shown  *shown = &simd->shown;
    struct simd_follow *follow = &simd->follow;
    module_bits_t       driven;
    *wires = (struct simd_set){0, 0};
    simd->same_in = 0;
    show_rests(simd, lanes);
    if (!follow->no_back)
        simd_rows_look(simd, lanes);
    if (shown->all || lanes > follow->lanes) {
        *wires = *registers = simd->every;
        driven = wires->modules;
        follow->seen = seen_now(simd);
    } else {
        *registers = shown->moved;
        driven = add_shows(simd, wires);
    }
    follow->lanes = lanes;
    memset(shown, 0, sizeof *shown);
    simd_set_drop(wires, &follow->no_wires);
    simd_set_drop(registers, &follow->no_registers);
    driven &= ~follow->no_wires.modules;
    if (lanes)
        drive(simd, driven, true);
    else
        drive(simd, driven, false);
}
