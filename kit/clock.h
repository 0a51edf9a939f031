/* clock.h - the clock of a machine, made of its list: the modules that look, the modules that are awake, the two halves
 * of the edge; loops over tables of functions, one of each kind for each module.
 *
 * A module looks at its events when a source of its wires has changed at the last edge, or when it was awake itself;
 * it is awake when an event is there or a register keeps it awake.  All other modules hold their state.
 *
 * A machine's struct has the sets (RTL_CLOCK_SETS).  One of its files includes this one again, behind the rows of its
 * wires (wire.h), and has defined
 *
 *   CLOCK_OF     the machine, `nv30`: struct nv30, and what the rows have become, nv30_member_...
 *   CLOCK_LIST   its list, "rtl_model/nv30/nv30.def": MODULE(type, member, name), one instance or several of a member;
 *                ALWAYS(type, member, name) is awake in each clock
 *   CLOCK_COUNT  how many numbers there are
 *
 * and, where it needs them,
 *
 *   CLOCK_ALL_TELL            each module that is awake counts as changed: no edge is compared with what was before,
 *                             which pays where most that are awake change
 *   CLOCK_HAS(machine, count) of a member's COUNT_member the instances that there are
 *   CLOCK_PLAIN(machine)      each module takes every clock
 *   CLOCK_NOW(machine)        its clocks so far: modules may rest (life.h), and the struct has RTL_CLOCK_RESTS;
 *     CLOCK_MAY_REST(machine) whether they may in this clock
 *     CLOCK_RISEN(machine)    what is done when a rest has ended
 *   CLOCK_BITS                the type of a set, a bit for each module, when one word is not enough
 *   CLOCK_HOOKS               the machine has its own sets, clock_may, clock_between, clock_note and struct clock_told:
 *     CLOCK_FIRST             from this number on;
 *     CLOCK_IN(set)           the bits of a set of the struct */
#ifndef KIT_CLOCK_H
#define KIT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/wire.h"

/* Sets of modules, a bit for each number: all; modules that look in the next clock, or in this one; modules awake;
 * modules awake for strobes and pulses that fall alone; modules that take something in the first half of an edge; for
 * each number, the modules that look when it changes. */
#define RTL_CLOCK_SETS(numbers) RTL_CLOCK_SETS_OF(uint64_t, numbers)
/* Of a machine with more than 64 modules: CLOCK_BITS is this type. */
#define RTL_CLOCK_SETS_OF(bits, numbers) bits all, look, awake, falls, takers, wakes[numbers]

/* Modules that rest, of which only counters and countdowns move: modules that rest until they have an event; modules
 * BY_EVENTS that have one in this clock; resting modules; those with `in` as when the rest began; for each number the
 * clock for which counters and clocks left stand, and the clock in which the rest ends at the latest; the first of
 * these, or one before it. */
#define RTL_CLOCK_RESTS(bits, numbers)                                                                                 \
    bits     by_events, evented, rests, same_in;                                                                       \
    uint64_t since[numbers], alarm[numbers], first_alarm

#endif

#ifdef CLOCK_OF
#ifndef CLOCK_HOOKS
#ifndef CLOCK_BITS
#define CLOCK_BITS uint64_t
#endif
#define CLOCK_FIRST 0
#define CLOCK_IN(set) (set)
#endif
#ifndef CLOCK_HAS
#define CLOCK_HAS(machine, count) (count)
#endif
#ifndef CLOCK_PLAIN
#define CLOCK_PLAIN(machine) false
#endif
#ifndef CLOCK_RISEN
#define CLOCK_RISEN(machine)
#endif
#ifdef CLOCK_ALL_TELL
#define CLOCK_EDGE(type, m, may, rest) ((void)type##_clock(m), (void)may, (void)rest, RTL_SEEN_EDGE)
#else
#define CLOCK_EDGE(type, m, may, rest) type##_edge(m, may, rest)
#endif
#ifdef CLOCK_NOW
#define CLOCK_IF_RESTS(...) __VA_ARGS__
#else
#define CLOCK_IF_RESTS(...)
#endif
#define CLOCK_INSTANCE(member) (COUNT_##member == 1 ? 0 : number - AT_##member)
#define CLOCK_PASTE(machine, member, what) machine##_##member##_##what
#define CLOCK_ROW(machine, member, what) CLOCK_PASTE(machine, member, what)

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static inline CLOCK_BITS clock_bit(unsigned number)
{
    enum { WORD = 64, HIGH = 8 * sizeof(CLOCK_BITS) - WORD };
    const unsigned   bit = (number - CLOCK_FIRST) % (8 * sizeof(CLOCK_BITS));
    const CLOCK_BITS low = (CLOCK_BITS)(UINT64_C(1) << bit % WORD);
    return HIGH > 0 && bit >= WORD ? low << HIGH : low;
}

/* The modules of a set, one after the other: by `order`, which lists all numbers, or with NULL as they stand in the
 * list. */
struct clock_walk {
    CLOCK_BITS     left; /* with an order: all; else those behind the first word */
    uint64_t       word; /* without an order: of the word at hand */
    const uint8_t *order;
    unsigned       first, number; /* first: of that word */
};

__attribute__((always_inline)) static inline bool clock_walk_on(struct clock_walk *walk)
{
    enum { WORD = 64, HIGH = 8 * sizeof(CLOCK_BITS) - WORD };
    if (!walk->order) {
        if (!walk->word) {
            walk->word = HIGH > 0 && walk->first == CLOCK_FIRST ? (uint64_t)(walk->left >> HIGH) : 0;
            walk->first = CLOCK_FIRST + WORD;
        }
        if (!walk->word)
            return false;
        walk->number = walk->first + (unsigned)__builtin_ctzll(walk->word);
        walk->word &= walk->word - 1;
        return true;
    }
    if (!walk->left)
        return false;
    do
        walk->number = *walk->order++;
    while ((int)walk->number < CLOCK_FIRST || !(walk->left & clock_bit(walk->number)));
    walk->left &= ~clock_bit(walk->number);
    return true;
}

#define CLOCK_EACH(bits, with_order)                                                                                   \
    for (struct clock_walk walk = {(bits), (uint64_t)(bits), (with_order), CLOCK_FIRST, 0}; clock_walk_on(&walk);)

/* ---- modules as tables of functions ------------------------------------------------------------------------------ */

/* What becomes of a module that looks: it holds; it is awake without an event; its pulses fall; it has an event. */
enum { CLOCK_HOLDS, CLOCK_AWAKE, CLOCK_FALLS, CLOCK_EVENT };

static const CLOCK_BITS clock_always = 0
#define MODULE(...)
#define ALWAYS(type, member, name) | (CLOCK_BITS)1 << (AT_##member - CLOCK_FIRST)
#include CLOCK_LIST
#undef ALWAYS
    ;

#define MODULE(type, member, name)                                                                                     \
    static unsigned clock_step_##member(struct CLOCK_OF *machine, unsigned number)                                     \
    {                                                                                                                  \
        const unsigned     i = CLOCK_INSTANCE(member);                                                                 \
        struct type *const m = RTL_AT(type, machine, member, i);                                                       \
        const bool         event = CLOCK_ROW(CLOCK_OF, member, drive_events)(machine, i, &m->in);                      \
        if (!event && !(clock_always & clock_bit(AT_##member)) && !CLOCK_PLAIN(machine)) {                             \
            if (!type##_busy(&m->q))                                                                                   \
                return CLOCK_HOLDS;                                                                                    \
            if (type##_falls(&m->q))                                                                                   \
                return CLOCK_FALLS;                                                                                    \
        }                                                                                                              \
        CLOCK_ROW(CLOCK_OF, member, drive_wires)(machine, i, &m->in);                                                  \
        type##_next(m);                                                                                                \
        return event ? CLOCK_EVENT : CLOCK_AWAKE;                                                                      \
    }                                                                                                                  \
    static void clock_take_##member(struct CLOCK_OF *machine, unsigned number)                                         \
    {                                                                                                                  \
        type##_take(RTL_AT(type, machine, member, CLOCK_INSTANCE(member)));                                            \
    }                                                                                                                  \
    static bool clock_fall_##member(struct CLOCK_OF *machine, unsigned number)                                         \
    {                                                                                                                  \
        return type##_fall(RTL_AT(type, machine, member, CLOCK_INSTANCE(member)));                                     \
    }                                                                                                                  \
    static enum rtl_edge clock_edge_##member(struct CLOCK_OF *machine, unsigned number, unsigned may, uint64_t *rest)  \
    {                                                                                                                  \
        return CLOCK_EDGE(type, RTL_AT(type, machine, member, CLOCK_INSTANCE(member)), may, rest);                     \
    }
#include CLOCK_LIST

/* By number from CLOCK_FIRST on, each in an array of its own, so that a call is one instruction. */
#define CLOCK_AT(member) [AT_##member - CLOCK_FIRST... AT_##member + COUNT_##member - 1 - CLOCK_FIRST]
static unsigned (*const clock_steps[CLOCK_COUNT - CLOCK_FIRST])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_AT(member) = clock_step_##member,
#include CLOCK_LIST
};
static void (*const clock_takes[CLOCK_COUNT - CLOCK_FIRST])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_AT(member) = clock_take_##member,
#include CLOCK_LIST
};
static bool (*const clock_falls[CLOCK_COUNT - CLOCK_FIRST])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_AT(member) = clock_fall_##member,
#include CLOCK_LIST
};
static enum rtl_edge (*const clock_edges[CLOCK_COUNT - CLOCK_FIRST])(struct CLOCK_OF *, unsigned, unsigned,
                                                                     uint64_t *) = {
#define MODULE(type, member, name) CLOCK_AT(member) = clock_edge_##member,
#include CLOCK_LIST
};

#ifdef CLOCK_NOW
#include "kit/clock_rests.h"
#endif

/* ---- modules that look ------------------------------------------------------------------------------------------- */

#ifndef CLOCK_HOOKS
/* A source ON wakes as any other. */
static void clock_mark(void *context, unsigned source, size_t offset)
{
    (void)offset;
    rtl_mark(context, source, 1);
}

/* At reset, and when registers or memories have been written from outside: all look in the next clock. */
static void clock_connect(struct CLOCK_OF *machine)
{
    enum { NUMBERS = sizeof machine->wakes / sizeof machine->wakes[0] };
    machine->all = machine->takers = 0;
    CLOCK_IF_RESTS(machine->by_events = machine->rests = 0; machine->first_alarm = UINT64_MAX;)
    memset(machine->wakes, 0, sizeof machine->wakes);
#define MODULE(type, member, name)                                                                                     \
    for (unsigned i = 0; i < CLOCK_HAS(machine, COUNT_##member); i++) {                                                \
        const CLOCK_BITS bit = clock_bit(AT_##member + i);                                                             \
        uint64_t         sources[(NUMBERS + 64) / 64] = {0};                                                           \
        machine->all |= bit;                                                                                           \
        machine->takers |= type##_takes ? bit : 0;                                                                     \
        CLOCK_IF_RESTS(machine->by_events |= type##_by_events ? bit : 0;)                                              \
        CLOCK_ROW(CLOCK_OF, member, sources)(i, sources);                                                              \
        CLOCK_ROW(CLOCK_OF, member, ons)(i, clock_mark, sources);                                                      \
        for (unsigned w = 0; w <= NUMBERS / 64; w++)                                                                   \
            for (uint64_t left = sources[w]; left; left &= left - 1)                                                   \
                if (64 * w + (unsigned)__builtin_ctzll(left) < NUMBERS)                                                \
                    machine->wakes[64 * w + (unsigned)__builtin_ctzll(left)] |= bit;                                   \
    }
#include CLOCK_LIST
    machine->look = machine->all;
}

/* Results of an edge: modules that look in the next clock; modules with a visible change; modules that may rest.  The
 * hooks: what a module may do at its edge; what comes between the halves; what its edge has done. */
struct clock_told {
    CLOCK_BITS look, changed, calm;
};
#define clock_may(machine, told, number) ((told)->calm & clock_bit(number) ? RTL_MAY_REST : 0)
#define clock_between(machine)
static inline void clock_note(struct CLOCK_OF *machine, struct clock_told *told, unsigned number, enum rtl_edge edge,
                              uint64_t rest)
{
    (void)rest;
    if (edge != RTL_SEEN_EDGE)
        return;
    told->look |= machine->wakes[number];
    told->changed |= clock_bit(number);
}
#endif

/* ---- the clock --------------------------------------------------------------------------------------------------- */

/* Finds out which of the modules that look are awake, and makes their next states.  Returns those with an event. */
__attribute__((always_inline)) static inline CLOCK_BITS clock_eval(struct CLOCK_OF *machine, CLOCK_BITS looks,
                                                                   const uint8_t *order)
{
    CLOCK_BITS holds = 0, quiet = 0, falls = 0;
    CLOCK_EACH (looks, order) {
        const unsigned is = clock_steps[walk.number - CLOCK_FIRST](machine, walk.number);
        if (is == CLOCK_EVENT)
            continue;
        const CLOCK_BITS bit = clock_bit(walk.number);
        quiet |= bit;
        if (is == CLOCK_HOLDS)
            holds |= bit;
        else if (is == CLOCK_FALLS)
            falls |= bit;
    }
    CLOCK_IN(machine->awake) = looks & ~holds;
    machine->falls = falls;
    return looks & ~quiet;
}

/* The two halves of the edge: of modules awake, and of modules whose pulses fall. */
__attribute__((always_inline)) static inline void clock_edge(struct CLOCK_OF *machine, CLOCK_BITS awake,
                                                             struct clock_told *told, const uint8_t *order)
{
    const CLOCK_BITS takes = awake & CLOCK_IN(machine->takers);
    CLOCK_EACH (takes, order)
        clock_takes[walk.number - CLOCK_FIRST](machine, walk.number);
    clock_between(machine);
    CLOCK_EACH (awake, order) {
        uint64_t            rest;
        const unsigned      may = clock_may(machine, told, walk.number);
        const enum rtl_edge edge = clock_edges[walk.number - CLOCK_FIRST](machine, walk.number, may, &rest);
        clock_note(machine, told, walk.number, edge, rest);
        CLOCK_IF_RESTS(if (edge == RTL_STILL_EDGE) clock_lie_down(machine, walk.number, rest);)
    }
    CLOCK_EACH (machine->falls, order)
        if (clock_falls[walk.number - CLOCK_FIRST](machine, walk.number))
            clock_note(machine, told, walk.number, RTL_SEEN_EDGE, 0);
}

#ifndef CLOCK_HOOKS
/* In the next clock look the modules with a changed source, and the modules that were awake, for an event may still be
 * there; modules that rest do not.  Returns the modules with a visible change. */
__attribute__((always_inline)) static inline CLOCK_BITS clock_commit(struct CLOCK_OF *machine, const uint8_t *order)
{
    struct clock_told told = {0};
    CLOCK_BITS        awake = machine->awake;
    CLOCK_IF_RESTS(told.calm = CLOCK_MAY_REST(machine) ? machine->by_events & ~machine->evented : 0;)
    clock_edge(machine, awake & ~machine->falls, &told, order);
    CLOCK_IF_RESTS(awake &= ~machine->rests;)
    machine->look = CLOCK_PLAIN(machine) ? machine->all : awake | told.look;
    return told.changed;
}
#endif

#endif
