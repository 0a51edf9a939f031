/* simd_clock.c - the clock of a SIMD: kit/clock.h made of simd.def and the rows of wires_*.h, and what other machines
 * do not have: nets, groups by rows, sleep. */
#include <string.h>

#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

/* ---- modules that look ------------------------------------------------------------------------------------------- */

/* Held modules that go by their wires, not by events. */
static inline module_bits_t by_wires(const struct simd *simd)
{
    return simd->rests & ~simd->by_events;
}

/* Adds the readers that name a changed module as ON a register, beside its other readers. */
static void wake_on(struct simd *simd, unsigned number, struct simd_set *look)
{
    for (struct simd_on *on = &simd->on[simd->on_of[number]]; on->source == number; on++) {
        const bool is = ((const unsigned char *)simd)[on->at];
        if (is | on->was)
            simd_set_join(look, &on->wakes);
        on->was = is;
    }
}

/* Results of an edge: modules and nets that look in the next clock; modules with a source that has changed; modules
 * with a visible change; modules whose DATA has changed; modules that may rest; whether there was more than counters
 * and countdowns. */
struct clock_told {
    struct simd_set look;
    module_bits_t   fed, changed, shown, calm;
    bool            event;
};

/* Others see a change of a module. */
static inline void tell(struct simd *simd, unsigned number, struct clock_told *told)
{
    simd_set_join(&told->look, &simd->wakes[number]);
    told->fed |= simd->shows[number].modules;
    if (simd->has_on & module_bit(number))
        wake_on(simd, number, &told->look);
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

/* The same of masks: only the instances whose bit has changed. */
static inline void wake_by_bits(struct simd *simd, unsigned net, unsigned first, unsigned count, uint64_t changed)
{
    const struct simd_set woken = by_bits(&simd->wakes[net], first, count, changed),
                          shows = by_bits(&simd->shows[net], first, count, changed);
    simd->look.nets |= woken.nets;
    simd->look.modules |= woken.modules | (shows.modules & by_wires(simd));
    simd->stirred |= shows.modules;
}

/* The instances of a member that have changed at the last edge, a bit each. */
static inline uint64_t changed_of(const struct simd *simd, unsigned first, unsigned count)
{
    return (uint64_t)(simd->changed.modules >> (first - SIMD_FIRST_MODULE)) & UINT64_MAX >> (64 - count);
}

/* ---- nets as a table of functions -------------------------------------------------------------------------------- */

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
#include "rtl_model/r700/simd.def"

static void (*const settle_at[SIMD_NETS])(struct simd *, unsigned) = {
#define NETS(type, member, count, ...) [AT_##member... LAST_##member] = settle_##member,
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MASKS(type, member, of, name) NETS(type, member, 1, name)
#include "rtl_model/r700/simd.def"
};

/* ---- modules ----------------------------------------------------------------------------------------------------- */

/* Before the edge of a module: what it may do. */
static inline unsigned clock_may(struct simd *simd, struct clock_told *told, unsigned number)
{
    const unsigned may = told->calm & module_bit(number) ? RTL_MAY_REST : 0;
    if (told->event)
        return may;
    simd_sleep_note(simd, number);
    return may | RTL_MAY_IDLE;
}

/* The rows' part of the first half of the edge. */
static inline void clock_between(struct simd *simd)
{
    const unsigned quarter = rotation_quarter(&simd->rotation);
    if (simd->hidden && simd_rows_reads(simd) &&
        (quarter >= READ_CYCLES - 1 || simd->rows.slow || simd->rows.by_lane ||
         simd_set_has(&simd->awake, ROWS_WRITTEN)))
        simd_rows_read(simd);
    if (simd->rows.flies && (quarter == 1 || simd->rows.writes_ar) && simd_rows_carry(simd))
        simd_rows_take(simd);
}

/* Behind it. */
static inline void clock_note(struct simd *simd, struct clock_told *told, unsigned number, enum rtl_edge edge,
                              uint64_t rest)
{
    (void)rest;
    told->event |= edge != RTL_IDLE_EDGE;
    if (edge == RTL_SEEN_EDGE) {
        tell(simd, number, told);
        told->changed |= module_bit(number);
    } else if (edge == RTL_DATA_EDGE) {
        told->fed |= simd->shows[number].modules;
        told->shown |= module_bit(number);
    }
}

#define CLOCK_OF simd
#define CLOCK_LIST "rtl_model/r700/simd.def"
#define CLOCK_COUNT SIMD_MODULES
#define CLOCK_HOOKS
#define CLOCK_BITS module_bits_t
#define CLOCK_FIRST SIMD_FIRST_MODULE
#define CLOCK_IN(set) (set).modules
#define CLOCK_NOW(simd) (simd)->clock
#define CLOCK_RISEN(simd) (simd)->sleep.event = true
#include "kit/clock.h"

void simd_tick(struct simd *simd, unsigned number)
{
    clock_tick(simd, number);
}

void simd_rise_all(struct simd *simd)
{
    clock_rise_all(simd);
}

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

/* A net stands in the list behind the nets that it names, so it sees their changes in the same pass. */
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

__attribute__((always_inline)) static inline void eval(struct simd *simd, const uint8_t *order)
{
    module_bits_t looks = simd->look.modules & ~(phases | simd->passed.modules | simd->replaced.modules);
    if (looks & simd->rests || simd->clock >= simd->first_alarm)
        looks = clock_rise_some(simd, looks);
    if (rotation_quarter(&simd->rotation) == 0)
        simd_rows_enter(simd);
    simd->evented = clock_eval(simd, looks, order);
    simd->awake.modules |= phases;
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

/* The two halves of the edge.  In the next clock look all readers of a changed module, and all modules that were awake,
 * for an event may still be there; modules that rest do not. */
__attribute__((always_inline)) static inline void commit(struct simd *simd, const uint8_t *order)
{
    const bool may_rest = simd_rows_possible(simd) && !simd->touched; /* else registers are written behind it */
    const module_bits_t awake = simd->awake.modules & ~(simd->falls | phases);
    const module_bits_t stirs = (simd->by_events & simd->evented) | (~simd->by_events & simd->stirred);
    struct clock_told   told = {.look = simd->wakes[AT_PHASE],
                                .fed = simd->shows[AT_PHASE].modules,
                                .changed = phases,
                                .calm = may_rest ? ~stirs : 0,
                                .event = simd->sleep.event || !may_rest || simd->falls};
    if (simd->sleep.streak >= SLEEP_STREAK)
        simd_sleep_begin(simd);
    clock_edge(simd, awake, &told, order);
    simd->changed = (struct simd_set){0, told.changed};
    if ((simd->rows.flies | simd->rows.slow) && simd_rows_clock(simd)) {
        tell(simd, ROWS_TELL, &told);
        simd_set_add(&simd->shown.changed, ROWS_TELL);
    }
    simd->touched = false;
    next_phase(simd);
    simd->clock++;
    sleep_end(simd, told.event);
    simd->stirred = told.fed;
    told.look.modules |= (awake & ~simd->rests) | (told.fed & by_wires(simd));
    simd->look = told.look;
    simd->shown.moved.modules |= simd->awake.modules;
    simd->shown.changed.modules |= told.changed | told.shown;
    if (simd->plain) {
        simd->look = simd->all;
        simd->changed = simd->every;
    }
}

/* Without an order the walk is a few instructions. */
void simd_eval(struct simd *simd, const uint8_t *order)
{
    if (order)
        eval(simd, order);
    else
        eval(simd, NULL);
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

/* ---- without an observer ----------------------------------------------------------------------------------------- */

void simd_hide(struct simd *simd)
{
    simd->rows.possible = simd_rows_possible(simd);
    simd->rows.unsettled = true;
    simd->rows.read = (uint8_t)(simd_rows_reads(simd) ? rotation_quarter(&simd->rotation) % (READ_CYCLES + 1) : 0);
    simd->hidden = true;
}

/* The net of reads stands for no clock: an observer sees a change of it. */
void simd_unhide(struct simd *simd)
{
    simd_rows_read_by_now(simd);
    memset(&simd->reads, 0, sizeof simd->reads);
    simd->hidden = false;
    simd->shown.all = true;
}
