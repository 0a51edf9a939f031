/* clock.h - the clock of a machine, made of its list: who looks, who is awake, the two halves of the edge; loops over
 * tables of functions, one of each kind for each module.
 *
 * A module looks at its events when a source of its wires has changed at the last edge, or when it was awake itself;
 * it is awake when an event is there or a register keeps it awake.  All other modules hold their state.
 *
 * A machine's struct has the sets (RTL_CLOCK_SETS).  One of its files includes this one again, behind the rows of its
 * wires (wire.h), and has said
 *
 *     #define CLOCK_OF     nv30                        struct nv30, and what the rows have become: nv30_member_...
 *     #define CLOCK_LIST   "rtl_model/nv30/nv30.def"   MODULE(type, member, name), one row or several by a name;
 *                                                      ALWAYS(type, member, name) is awake in each clock
 *     #define CLOCK_COUNT  NV30_MODULES                numbers that there are
 *
 * and, where that is not all of it,
 *
 *     #define CLOCK_HAS(machine, count)   of a member's COUNT_member those that there are
 *     #define CLOCK_PLAIN(machine)        whether each module takes every clock
 *     #define CLOCK_HOOKS                 it has sets of its own, and functions clock_may, clock_between, clock_note:
 *     #define CLOCK_BITS   module_bits_t     a set: a bit for each module
 *     #define CLOCK_FIRST  SIMD_NETS         from this number on
 *     #define CLOCK_IN(set)                  the bits of a set of the struct */
#ifndef KIT_CLOCK_H
#define KIT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/wire.h"

/* Sets of modules, a bit for each number: of the machine; who looks in the next clock, or in this one; of them, who is
 * awake; of those, who has nothing but strobes and pulses that fall; in whom others may have seen a difference at the
 * last edge; who takes something in its first half; who looks when a number changes. */
#define RTL_CLOCK_SETS(numbers)                                                                                        \
    uint64_t all, look, awake, falls, changed, takers, wakes[numbers];                                                 \
    bool     plain /* each module takes every clock */

#endif

#ifdef CLOCK_OF
#ifndef CLOCK_HOOKS
#define CLOCK_BITS uint64_t
#define CLOCK_FIRST 0
#define CLOCK_IN(set) (set)
#endif
#ifndef CLOCK_HAS
#define CLOCK_HAS(machine, count) (count)
#endif
#ifndef CLOCK_PLAIN
#define CLOCK_PLAIN(machine) ((machine)->plain)
#endif
#define CLOCK_PASTE(machine, member, what) machine##_##member##_##what
#define CLOCK_ROW(machine, member, what) CLOCK_PASTE(machine, member, what)

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static inline CLOCK_BITS clock_bit(unsigned number)
{
    return (CLOCK_BITS)1 << (number - CLOCK_FIRST) % (8 * sizeof(CLOCK_BITS));
}

/* The modules of a set, one after the other: by `order`, which lists all numbers, or with NULL as they stand in the
 * list. */
struct clock_walk {
    CLOCK_BITS     left;
    const uint8_t *order;
    unsigned       number;
};

__attribute__((always_inline)) static inline bool clock_walk_on(struct clock_walk *walk)
{
    enum { WORD = 64, HIGH = 8 * sizeof(CLOCK_BITS) - WORD };
    if (!walk->left)
        return false;
    if (!walk->order) {
        const uint64_t low = (uint64_t)walk->left;
        walk->number = CLOCK_FIRST + (unsigned)(HIGH == 0 || low ? __builtin_ctzll(low)
                                                                 : WORD + __builtin_ctzll((uint64_t)(walk->left >> HIGH)));
        walk->left &= walk->left - 1;
        return true;
    }
    do
        walk->number = *walk->order++;
    while ((int)walk->number < CLOCK_FIRST || !(walk->left & clock_bit(walk->number)));
    walk->left &= ~clock_bit(walk->number);
    return true;
}

#define CLOCK_EACH(bits, with_order)                                                                                   \
    for (struct clock_walk walk = {.left = (bits), .order = (with_order)}; clock_walk_on(&walk);)

/* ---- modules as tables of functions ------------------------------------------------------------------------------ */

/* What becomes of a module that looks: it holds; it is awake, with an event or without; its pulses fall. */
enum { CLOCK_HOLDS = 0, CLOCK_AWAKE = 1, CLOCK_EVENT = 2, CLOCK_FALLS = 4 };

static const CLOCK_BITS clock_always = 0
#define MODULE(...)
#define ALWAYS(type, member, name) | (CLOCK_BITS)1 << (AT_##member - CLOCK_FIRST)
#include CLOCK_LIST
#undef ALWAYS
    ;

#define MODULE(type, member, name)                                                                                     \
    static unsigned step_##member(struct CLOCK_OF *machine, unsigned number)                                           \
    {                                                                                                                  \
        const unsigned     i = number - AT_##member;                                                                   \
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
        return event ? CLOCK_AWAKE | CLOCK_EVENT : CLOCK_AWAKE;                                                        \
    }                                                                                                                  \
    static void take_##member(struct CLOCK_OF *machine, unsigned number)                                               \
    {                                                                                                                  \
        type##_take(RTL_AT(type, machine, member, number - AT_##member));                                              \
    }                                                                                                                  \
    static bool fall_##member(struct CLOCK_OF *machine, unsigned number)                                               \
    {                                                                                                                  \
        return type##_fall(RTL_AT(type, machine, member, number - AT_##member));                                       \
    }                                                                                                                  \
    static enum rtl_edge edge_##member(struct CLOCK_OF *machine, unsigned number, unsigned may, uint64_t *rest)        \
    {                                                                                                                  \
        return type##_edge(RTL_AT(type, machine, member, number - AT_##member), may, rest);                            \
    }
#include CLOCK_LIST

#define CLOCK_TABLE(member, what) [AT_##member... AT_##member + COUNT_##member - 1] = what##_##member,
static unsigned (*const step_at[CLOCK_COUNT])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_TABLE(member, step)
#include CLOCK_LIST
};
static void (*const take_at[CLOCK_COUNT])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_TABLE(member, take)
#include CLOCK_LIST
};
static bool (*const fall_at[CLOCK_COUNT])(struct CLOCK_OF *, unsigned) = {
#define MODULE(type, member, name) CLOCK_TABLE(member, fall)
#include CLOCK_LIST
};
static enum rtl_edge (*const edge_at[CLOCK_COUNT])(struct CLOCK_OF *, unsigned, unsigned, uint64_t *) = {
#define MODULE(type, member, name) CLOCK_TABLE(member, edge)
#include CLOCK_LIST
};

/* ---- who looks --------------------------------------------------------------------------------------------------- */

#ifndef CLOCK_HOOKS
/* Once; from here on all look in the next clock. */
static void clock_connect(struct CLOCK_OF *machine)
{
    enum { NUMBERS = sizeof machine->wakes / sizeof machine->wakes[0] };
    machine->all = machine->takers = 0;
    memset(machine->wakes, 0, sizeof machine->wakes);
#define MODULE(type, member, name)                                                                                     \
    for (unsigned i = 0; i < CLOCK_HAS(machine, COUNT_##member); i++) {                                                \
        const uint64_t bit = clock_bit(AT_##member + i);                                                               \
        uint64_t       sources[(NUMBERS + 64) / 64] = {0};                                                             \
        machine->all |= bit;                                                                                           \
        machine->takers |= type##_takes ? bit : 0;                                                                     \
        CLOCK_ROW(CLOCK_OF, member, sources)(i, sources);                                                              \
        for (unsigned n = 0; n < NUMBERS; n++)                                                                         \
            machine->wakes[n] |= sources[n / 64] >> n % 64 & 1 ? bit : 0;                                              \
    }
#include CLOCK_LIST
    machine->look = machine->all;
}

struct clock_told {
    uint64_t look, changed;
};
static inline unsigned clock_may(struct CLOCK_OF *machine, struct clock_told *told, unsigned number)
{
    (void)machine, (void)told, (void)number;
    return 0;
}
static inline void clock_between(struct CLOCK_OF *machine)
{
    (void)machine;
}
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

/* Of those that look finds out who is awake, and makes their next states.  Returns who has an event. */
__attribute__((always_inline)) static inline CLOCK_BITS clock_eval(struct CLOCK_OF *machine, CLOCK_BITS looks,
                                                                   const uint8_t *order)
{
    CLOCK_BITS awake = 0, evented = 0, falls = 0;
    CLOCK_EACH (looks, order) {
        const unsigned is = step_at[walk.number](machine, walk.number);
        if (is == CLOCK_HOLDS)
            continue;
        const CLOCK_BITS bit = clock_bit(walk.number);
        awake |= bit;
        evented |= is & CLOCK_EVENT ? bit : 0;
        falls |= is & CLOCK_FALLS ? bit : 0;
    }
    CLOCK_IN(machine->awake) = awake;
    machine->falls = falls;
    return evented;
}

/* The two halves of the edge, of those awake that do not fall and of those that do. */
__attribute__((always_inline)) static inline void clock_edge(struct CLOCK_OF *machine, CLOCK_BITS awake,
                                                             struct clock_told *told, const uint8_t *order)
{
    CLOCK_EACH (awake & CLOCK_IN(machine->takers), order)
        take_at[walk.number](machine, walk.number);
    clock_between(machine);
    CLOCK_EACH (awake, order) {
        uint64_t            rest = 0;
        const unsigned      may = clock_may(machine, told, walk.number);
        const enum rtl_edge edge = edge_at[walk.number](machine, walk.number, may, &rest);
        clock_note(machine, told, walk.number, edge, rest);
    }
    CLOCK_EACH (machine->falls, order)
        if (fall_at[walk.number](machine, walk.number))
            clock_note(machine, told, walk.number, RTL_SEEN_EDGE, 0);
}

#ifndef CLOCK_HOOKS
/* Who looks in the next clock: whose sources have changed, and who was awake, for an event may still be there. */
static void clock_commit(struct CLOCK_OF *machine, const uint8_t *order)
{
    struct clock_told told = {machine->awake, 0};
    clock_edge(machine, machine->awake & ~machine->falls, &told, order);
    machine->look = CLOCK_PLAIN(machine) ? machine->all : told.look;
    machine->changed = told.changed;
}
#endif

#undef CLOCK_OF
#undef CLOCK_LIST
#undef CLOCK_COUNT
#endif
