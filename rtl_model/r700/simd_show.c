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

/* What changes shows in the wires of all that name it; of nets it is known whether they have changed themselves. */
static void add_shows(const struct simd *simd, const struct simd_shown *shown, struct simd_set *wires)
{
    wires->nets |= shown->changed.nets;
    EACH_IN (n, &shown->changed)
        wires->modules |= simd->shows[n].modules;
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
    } else {
        *registers = shown->moved;
        add_shows(simd, shown, wires);
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
