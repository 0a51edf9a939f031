/* simd_clock.c - the clock of a SIMD: nets, next states, the edge; a loop over tables of functions that simd.def and
 * the rows of wires_*.h make.
 *
 * A module looks at its events when a source of its wires has changed at the last edge, or when it was awake itself;
 * it is awake when an event is there or a register keeps it awake.  All other modules hold their state. */
#include <string.h>

#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

/* ---- nets and modules as tables of functions --------------------------------------------------------------------- */

/* What becomes of a module that looks: it holds; it is awake, with an event or without; its pulses fall. */
enum { HOLDS = 0, AWAKE = 1, EVENT = 2, FALLS = 4 };

/* Held modules that go by their wires, not by events. */
static inline module_bits_t by_wires(const struct simd *simd)
{
    return simd->rests.modules & ~simd->by_events;
}

/* Those that look because of a module of which others see a change, besides those that it always wakes. */
static void wake_on(struct simd *simd, unsigned number, struct simd_set *look)
{
    for (struct simd_on *on = simd->on; on < &simd->on[SIMD_ONS] && on->at; on++) {
        if (on->source != number)
            continue;
        const bool is = ((const unsigned char *)simd)[on->at];
        if (is | on->was)
            simd_set_join(look, &on->wakes);
        on->was = is;
    }
}

/* Others see a change of a module. */
static inline void tell(struct simd *simd, unsigned number, struct simd_set *look, module_bits_t *fed)
{
    simd_set_join(look, &simd->wakes[number]);
    *fed |= simd->shows[number].modules;
    if (simd->has_on & module_bit(number))
        wake_on(simd, number, look);
}

/* Readers of a net that has changed look. */
static inline void wake(struct simd *simd, unsigned net)
{
    const module_bits_t shows = simd->shows[net].modules;
    simd->look.nets |= simd->wakes[net].nets;
    simd->look.modules |= simd->wakes[net].modules | (shows & by_wires(simd));
    simd->stirred |= shows;
    simd->shown.changed.nets |= UINT64_C(1) << net;
}

/* The same of masks: of the instances that their bits stand for, only those whose bit has changed. */
static inline void wake_by_bits(struct simd *simd, unsigned net, unsigned first, unsigned count, uint64_t changed)
{
    const struct simd_set woken = by_bits(&simd->wakes[net], first, count, changed),
                          shows = by_bits(&simd->shows[net], first, count, changed);
    simd->look.nets |= woken.nets;
    simd->look.modules |= woken.modules | (shows.modules & by_wires(simd));
    simd->stirred |= shows.modules;
}

/* Of the instances of a member, those that have changed at the last edge, a bit each. */
static inline uint64_t changed_of(const struct simd *simd, unsigned first, unsigned count)
{
    return (uint64_t)(simd->changed.modules >> (first - SIMD_FIRST_MODULE)) & UINT64_MAX >> (64 - count);
}

#define NETS(type, member, count, ...)                                                                                 \
    static void settle_##member(struct simd *simd, unsigned number)                                                    \
    {                                                                                                                  \
        if (simd_##member##_settle(simd, number - AT_##member))                                                        \
            wake(simd, number);                                                                                        \
    }
#define BITS(type, member, of, name)                                                                                   \
    static void settle_##member(struct simd *simd, unsigned number)                                                    \
    {                                                                                                                  \
        const uint64_t changed = simd_##member##_settle(simd, 0);                                                      \
        simd->shown.bits[BITS_##member] |= changed;                                                                    \
        if (changed)                                                                                                   \
            wake_by_bits(simd, number, AT_##of, COUNT_##of, changed);                                                  \
    }
#define MASKS(type, member, of, name)                                                                                  \
    static void settle_##member(struct simd *simd, unsigned number)                                                    \
    {                                                                                                                  \
        if (simd_##member##_settle(simd, changed_of(simd, AT_##of, COUNT_##of)))                                       \
            wake(simd, number);                                                                                        \
    }
#define MODULE(type, member, name)                                                                                     \
    static unsigned step_##member(struct simd *simd, unsigned number)                                                  \
    {                                                                                                                  \
        const unsigned     i = number - AT_##member;                                                                   \
        struct type *const m = RTL_AT(type, simd, member, i);                                                          \
        const bool         event = simd_##member##_drive_events(simd, i, &m->in);                                      \
        if (!event && !simd->plain) {                                                                                  \
            if (!type##_busy(&m->q))                                                                                   \
                return HOLDS;                                                                                          \
            if (type##_falls(&m->q))                                                                                   \
                return FALLS;                                                                                          \
        }                                                                                                              \
        simd_##member##_drive_wires(simd, i, &m->in);                                                                  \
        type##_next(m);                                                                                                \
        return event ? AWAKE | EVENT : AWAKE;                                                                          \
    }                                                                                                                  \
    static void take_##member(struct simd *simd, unsigned number)                                                      \
    {                                                                                                                  \
        type##_take(RTL_AT(type, simd, member, number - AT_##member));                                                 \
    }                                                                                                                  \
    static bool fall_##member(struct simd *simd, unsigned number)                                                      \
    {                                                                                                                  \
        return type##_fall(RTL_AT(type, simd, member, number - AT_##member));                                          \
    }                                                                                                                  \
    static enum rtl_edge edge_##member(struct simd *simd, unsigned number, unsigned may, uint64_t *rest)               \
    {                                                                                                                  \
        return type##_edge(RTL_AT(type, simd, member, number - AT_##member), may, rest);                               \
    }
#include "rtl_model/r700/simd.def"

static void (*const settle_at[SIMD_NETS])(struct simd *, unsigned) = {
#define NETS(type, member, count, ...) [AT_##member... LAST_##member] = settle_##member,
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MASKS(type, member, of, name) NETS(type, member, 1, name)
#include "rtl_model/r700/simd.def"
};
static unsigned (*const step_at[SIMD_MODULES])(struct simd *, unsigned) = {
#define MODULE(type, member, name) [AT_##member... LAST_##member] = step_##member,
#include "rtl_model/r700/simd.def"
};
static void (*const take_at[SIMD_MODULES])(struct simd *, unsigned) = {
#define MODULE(type, member, name) [AT_##member... LAST_##member] = take_##member,
#include "rtl_model/r700/simd.def"
};
static bool (*const fall_at[SIMD_MODULES])(struct simd *, unsigned) = {
#define MODULE(type, member, name) [AT_##member... LAST_##member] = fall_##member,
#include "rtl_model/r700/simd.def"
};
static enum rtl_edge (*const edge_at[SIMD_MODULES])(struct simd *, unsigned, unsigned, uint64_t *) = {
#define MODULE(type, member, name) [AT_##member... LAST_##member] = edge_##member,
#include "rtl_model/r700/simd.def"
};

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static const module_bits_t phases = (module_bits_t)1 << (AT_PHASE - SIMD_FIRST_MODULE);
static inline void         next_phase(struct simd *simd)
{
#define PHASE(type, member, name)                                                                                      \
    simd_##member##_next(simd, 0);                                                                                     \
    simd_##member##_clock(simd, 0);
#include "rtl_model/r700/simd.def"
}

/* Whether groups go by rows changes seldom, how they read their operands from one read window to the next. */
static inline void plan_back(struct simd *simd)
{
    if (simd->rows.unsettled | !simd->hidden) {
        simd_rows_plan(simd);
        simd->rows.unsettled = simd->rows.slow != 0;
        simd_rows_pass(simd);
    } else if (rotation_quarter(&simd->rotation) == 0) {
        simd_rows_pass(simd);
    }
}

/* Nets stand in the list behind those that they name, so a change of one is seen by those behind it. */
void simd_wire(struct simd *simd)
{
    const unsigned phase = simd_phase(simd);
    uint64_t       left, nets;
    plan_back(simd);
    left = ~(simd->passed.nets | (simd->anew ? 0 : simd->idle[phase]));
    simd->look.nets |= simd->phased[phase];
    simd->anew = false;
    while ((nets = simd->look.nets & left) != 0) {
        const unsigned number = (unsigned)lowest(nets);
        left &= ~(nets & -nets); /* none twice */
        settle_at[number](simd, number);
    }
}

/* The modules of a set, one after the other: by `order`, which lists all numbers, or with NULL as they stand in the
 * list. */
struct walk {
    module_bits_t  left;
    const uint8_t *order;
    unsigned       number;
};

__attribute__((always_inline)) static inline bool walk_on(struct walk *walk)
{
    if (!walk->left)
        return false;
    if (!walk->order) {
        walk->number = SIMD_FIRST_MODULE + (unsigned)lowest_module(walk->left);
        walk->left &= walk->left - 1;
        return true;
    }
    do
        walk->number = *walk->order++;
    while (walk->number < SIMD_FIRST_MODULE || !(walk->left & module_bit(walk->number)));
    walk->left &= ~module_bit(walk->number);
    return true;
}

#define EACH_ORDERED(bits, with_order) for (struct walk walk = {.left = (bits), .order = (with_order)}; walk_on(&walk);)

__attribute__((always_inline)) static inline void eval(struct simd *simd, const uint8_t *order)
{
    module_bits_t looks = simd->look.modules & ~(phases | simd->passed.modules | simd->replaced.modules);
    module_bits_t awake = 0, evented = 0, falls = 0;
    if (looks & simd->rests.modules || simd->clock >= simd->first_alarm)
        looks = simd_rise_some(simd, looks);
    if (rotation_quarter(&simd->rotation) == 0)
        simd_rows_enter(simd);
    EACH_ORDERED (looks, order) {
        const unsigned is = step_at[walk.number](simd, walk.number);
        if (is == HOLDS)
            continue;
        const module_bits_t bit = module_bit(walk.number);
        awake |= bit;
        evented |= is & EVENT ? bit : 0;
        falls |= is & FALLS ? bit : 0;
    }
    simd->awake = (struct simd_set){0, awake | phases};
    simd->evented = evented;
    simd->falls = falls;
}

void simd_eval(struct simd *simd, const uint8_t *order)
{
    if (order)
        eval(simd, order);
    else
        eval(simd, NULL);
}

/* The rows' part of the first half of the edge. */
static inline void take_rows(struct simd *simd)
{
    const unsigned quarter = rotation_quarter(&simd->rotation);
    if (simd->hidden && (quarter >= READ_CYCLES - 1 || simd->rows.slow || simd->rows.by_lane ||
                         simd_set_has(&simd->awake, ROWS_WRITTEN)))
        simd_rows_read(simd);
    if (simd->rows.flies && (quarter == 1 || simd->rows.writes_ar) && simd_rows_carry(simd))
        simd_rows_take(simd);
}

/* A clock without an event makes the streak longer after which a SIMD sleeps. */
static inline void sleep_end(struct simd *simd, bool event)
{
    if (event | simd->rows.flies | simd->rows.slow)
        simd_sleep_forget(&simd->sleep);
    else
        simd->sleep.streak++;
    simd->sleep.event = false;
}

/* The two halves of the edge.  All modules that name one that changes as a source look in the next clock, and all that
 * were awake, for an event may still be there; but not those that rest. */
__attribute__((always_inline)) static inline void commit(struct simd *simd, const uint8_t *order)
{
    const bool          may_rest = simd_rows_carry(simd); /* there observers bring everything up to the present */
    const module_bits_t awake = simd->awake.modules & ~(simd->falls | phases);
    const module_bits_t stirs = (simd->by_events & simd->evented) | (~simd->by_events & simd->stirred);
    const module_bits_t calm = may_rest ? ~stirs : 0;
    struct simd_set     look = simd->wakes[AT_PHASE];
    module_bits_t       fed = simd->shows[AT_PHASE].modules, changed = phases, shown = 0;
    bool                event = simd->sleep.event || !may_rest || simd->falls;
    if (simd->sleep.streak >= SLEEP_STREAK)
        simd_sleep_begin(simd);
    EACH_ORDERED (awake & simd->takers.modules, order)
        take_at[walk.number](simd, walk.number);
    take_rows(simd);
    EACH_ORDERED (awake, order) {
        const unsigned      number = walk.number;
        const module_bits_t bit = module_bit(number);
        uint64_t            rest = 0;
        unsigned            may = calm & bit ? RTL_MAY_REST : 0;
        if (!event) {
            may |= RTL_MAY_IDLE;
            simd_sleep_note(simd, number);
        }
        const enum rtl_edge edge = edge_at[number](simd, number, may, &rest);
        event |= edge != RTL_IDLE_EDGE;
        if (edge == RTL_SEEN_EDGE) {
            tell(simd, number, &look, &fed);
            changed |= bit;
        } else if (edge == RTL_DATA_EDGE) {
            fed |= simd->shows[number].modules;
            shown |= bit;
        } else if (edge == RTL_STILL_EDGE) {
            simd_lie_down(simd, number, rest);
        }
    }
    EACH_ORDERED (simd->falls, order)
        if (fall_at[walk.number](simd, walk.number)) {
            tell(simd, walk.number, &look, &fed);
            changed |= module_bit(walk.number);
        }
    simd->changed = (struct simd_set){0, changed};
    if ((simd->rows.flies | simd->rows.slow) && simd_rows_clock(simd)) {
        tell(simd, ROWS_TELL, &look, &fed);
        simd_set_add(&simd->shown.changed, ROWS_TELL);
    }
    next_phase(simd);
    simd->clock++;
    sleep_end(simd, event);
    simd->stirred = fed;
    look.modules |= (awake & ~simd->rests.modules) | (fed & by_wires(simd));
    simd->look = look;
    simd->shown.moved.modules |= simd->awake.modules;
    simd->shown.changed.modules |= changed | shown;
    if (simd->plain) {
        simd->look = simd->all;
        simd->changed = simd->every;
    }
}

void simd_commit(struct simd *simd, const uint8_t *order)
{
    if (order)
        commit(simd, order);
    else
        commit(simd, NULL);
}

void simd_clock(struct simd *simd)
{
    simd_wire(simd);
    eval(simd, NULL);
    commit(simd, NULL);
}

/* ---- while nobody looks ------------------------------------------------------------------------------------------ */

void simd_hide(struct simd *simd)
{
    simd->rows.possible = simd_rows_possible(simd);
    simd->rows.unsettled = true;
    simd->rows.read = (uint8_t)(rotation_quarter(&simd->rotation) % (READ_CYCLES + 1));
    simd->hidden = true;
}

/* The net of reads stands for no clock: whoever looks at it sees a change. */
void simd_unhide(struct simd *simd)
{
    simd_rows_read_by_now(simd);
    memset(&simd->reads, 0, sizeof simd->reads);
    simd->hidden = false;
    simd->shown.all = true;
}
