/* life.h - a clock of a module: its next state, the two halves of its edge, and its rest; for rtl.h. */
#ifndef KIT_LIFE_H
#define KIT_LIFE_H

/* What an edge has changed: outputs, whose readers wake; outputs that are DATA alone; private registers; counters and
 * countdowns alone; or the same, but q and d are left as they are: the module rests.
 * A rest lasts while no source of the module's wires changes (of one BY_EVENTS: while it has no event), until a
 * countdown is 2, `rest` clocks later.  Of the last two results the first needs RTL_MAY_IDLE of the caller, the second
 * RTL_MAY_REST. */
enum rtl_edge { RTL_SEEN_EDGE, RTL_DATA_EDGE, RTL_PRIVATE_EDGE, RTL_IDLE_EDGE, RTL_STILL_EDGE };
enum { RTL_MAY_REST = 1, RTL_MAY_IDLE = 2 };
enum { RTL_SHORT_REST = 3 }; /* clocks: no rest, for to begin and to end one costs more */

/* Whether the next clock edge changes a register that others may see. */
#define rtl_registers_change(type, module) rtl_differ(&(module)->q, &(module)->d, offsetof(struct type##_seen, end))

/* A clock of a module under one set of names, for machines (wire.h):
 *
 *   foo_next   eval: the next state d, from inputs, present state and its own memories; it writes nothing but d
 *   foo_take   the edge, first half: its own rows take what its inputs point to (BUS, FAR)
 *   foo_clock  the edge, second half: q = d, and its own rows take what d and inputs say.  True when another module
 *              could see a difference
 *   foo_edge   the same for a machine in which a module may be idle or rest: enum rtl_edge
 *   foo_move_on  what `edges` edges have done to a module that rests
 *
 * At an edge all read what was before it.  The halves are there because data lie where they are and are not
 * copied into inputs: all have taken (a result from a slot's register, a row of the register file, a cache line) before
 * anything that others point to changes.  So
 *   - a module that points to registers, or to rows that change in a second half, takes them in the first one;
 *   - rows that change in a first half are read, by others, in eval or at another edge.
 * No row is read by one module and written by another at the same edge otherwise; edge_holds (tb/random/settled.h)
 * finds out: each module alone, with all others as they were, must become what it becomes in the machine.
 *
 * EVAL: ALONE eval(in, q, d); SELF eval(in, q, d, module), for it reads its memories.  ALONE_BY_EVENTS and
 * SELF_BY_EVENTS: wires that are no events matter only in a clock that has an event.
 * TAKE: TAKES foo_capture(module), or KEEPS.  EDGE: COPIES the registers, or STORES by foo_commit(module).  STEADY in
 * the place of TAKES or STORES: rows change only at an edge at which a register does that is neither STAT nor DOWN, or
 * at which foo_commit says true.  COUNTS in the place of STORES: the same, but that rows have clocks left;
 * foo_rows_rest(module) says how long they do nothing but become fewer, foo_rows_tick(module, edges) makes them fewer.
 */
#define RTL_LIFE(module, EVAL, TAKE, EDGE)                                                                             \
    enum { module##_takes = RTL_LIFE_IS_##TAKE, module##_by_events = RTL_LIFE_BY_EVENTS_##EVAL };                      \
    static inline void module##_next(struct module *m)                                                                 \
    {                                                                                                                  \
        RTL_LIFE_##EVAL(module);                                                                                       \
    }                                                                                                                  \
    static inline void module##_take(struct module *m)                                                                 \
    {                                                                                                                  \
        RTL_LIFE_##TAKE(module);                                                                                       \
    }                                                                                                                  \
    static inline bool module##_clock(struct module *m)                                                                \
    {                                                                                                                  \
        RTL_LIFE_##EDGE(module);                                                                                       \
    }                                                                                                                  \
    /* Of a module that rests: whether rows have clocks left. */                                                       \
    __attribute__((unused)) static inline bool module##_rows_count(const struct module *m)                             \
    {                                                                                                                  \
        (void)m;                                                                                                       \
        return RTL_LIFE_ROWS_COUNT_##EDGE(module);                                                                     \
    }                                                                                                                  \
    __attribute__((unused)) static inline void module##_move_on(struct module *m, uint64_t edges)                      \
    {                                                                                                                  \
        module##_tick(m, edges);                                                                                       \
        RTL_LIFE_ROWS_##EDGE(module);                                                                                  \
    }                                                                                                                  \
    __attribute__((unused)) static inline enum rtl_edge module##_edge(struct module *m, unsigned may, uint64_t *rest)  \
    {                                                                                                                  \
        RTL_LIFE_EDGE_##EDGE(module, RTL_LIFE_STEADY_##TAKE);                                                          \
    }                                                                                                                  \
    struct module
#define RTL_LIFE_ALONE(module) module##_eval(&m->in, &m->q, &m->d)
#define RTL_LIFE_SELF(module) module##_eval(&m->in, &m->q, &m->d, m)
#define RTL_LIFE_ALONE_BY_EVENTS RTL_LIFE_ALONE
#define RTL_LIFE_SELF_BY_EVENTS RTL_LIFE_SELF
#define RTL_LIFE_BY_EVENTS_ALONE 0
#define RTL_LIFE_BY_EVENTS_SELF 0
#define RTL_LIFE_BY_EVENTS_ALONE_BY_EVENTS 1
#define RTL_LIFE_BY_EVENTS_SELF_BY_EVENTS 1
#define RTL_LIFE_TAKES(module) module##_capture(m)
#define RTL_LIFE_TAKES_STEADY(module) module##_capture(m)
#define RTL_LIFE_KEEPS(module) (void)m
#define RTL_LIFE_IS_TAKES 1
#define RTL_LIFE_IS_TAKES_STEADY 1
#define RTL_LIFE_IS_KEEPS 0
#define RTL_LIFE_STEADY_TAKES false
#define RTL_LIFE_STEADY_TAKES_STEADY true
#define RTL_LIFE_STEADY_KEEPS true
#define RTL_LIFE_COPIES(module)                                                                                        \
    const bool changes = rtl_registers_change(module, m);                                                              \
    rtl_commit(m);                                                                                                     \
    return changes
#define RTL_LIFE_STORES(module) return module##_commit(m)
#define RTL_LIFE_STORES_STEADY RTL_LIFE_STORES
#define RTL_LIFE_COUNTS RTL_LIFE_STORES
#define RTL_LIFE_ROWS_COUNT_COPIES(module) false
#define RTL_LIFE_ROWS_COUNT_STORES(module) false
#define RTL_LIFE_ROWS_COUNT_STORES_STEADY(module) false
#define RTL_LIFE_ROWS_COUNT_COUNTS(module) (module##_rows_rest(m) != UINT64_MAX)
#define RTL_LIFE_ROWS_COPIES RTL_NOTHING
#define RTL_LIFE_ROWS_STORES RTL_NOTHING
#define RTL_LIFE_ROWS_STORES_STEADY RTL_NOTHING
#define RTL_LIFE_ROWS_COUNTS(module) module##_rows_tick(m, edges)
/* What costs most is asked last: whether private registers change. */
#define RTL_LIFE_EDGE_COPIES(module, steady)                                                                           \
    const bool changes = rtl_registers_change(module, m), still = (steady) && !changes;                                \
    const bool tells = changes && (!module##_data || module##_tells(m));                                               \
    *rest = still && may & RTL_MAY_REST ? module##_rest(m) : 0;                                                        \
    const bool idle = still && (may & RTL_MAY_IDLE || *rest > RTL_SHORT_REST) && module##_idle(m);                     \
    if (idle && *rest > RTL_SHORT_REST)                                                                                \
        return RTL_STILL_EDGE;                                                                                         \
    rtl_commit(m);                                                                                                     \
    return tells ? RTL_SEEN_EDGE : changes ? RTL_DATA_EDGE : idle ? RTL_IDLE_EDGE : RTL_PRIVATE_EDGE
#define RTL_LIFE_EDGE_STORES(module, steady)                                                                           \
    (void)may, (void)rest;                                                                                             \
    return module##_commit(m) ? RTL_SEEN_EDGE : RTL_PRIVATE_EDGE
#define RTL_LIFE_EDGE_STORES_STEADY(module, steady)                                                                    \
    const bool idle = may && (steady) && module##_idle(m) && !rtl_registers_change(module, m);                         \
    if (idle && module##_by_events && may & RTL_MAY_REST && (*rest = module##_rest(m)) > RTL_SHORT_REST)               \
        return RTL_STILL_EDGE;                                                                                         \
    return module##_commit(m) ? RTL_SEEN_EDGE : idle ? RTL_IDLE_EDGE : RTL_PRIVATE_EDGE

/* The rows that count are no reason to call it idle. */
#define RTL_LIFE_EDGE_COUNTS(module, steady)                                                                           \
    const bool     still = module##_by_events && may & RTL_MAY_REST && module##_idle(m);                               \
    const uint64_t rows = still && !rtl_registers_change(module, m) ? module##_rows_rest(m) : 0;                       \
    *rest = module##_rest(m);                                                                                          \
    *rest = rows < *rest ? rows : *rest;                                                                               \
    if (still && *rest > RTL_SHORT_REST)                                                                               \
        return RTL_STILL_EDGE;                                                                                         \
    return module##_commit(m) ? RTL_SEEN_EDGE : RTL_PRIVATE_EDGE

#endif
