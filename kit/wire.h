/* wire.h - what drives the wires of a machine's modules, as rows, and the clock that comes from them.
 *
 * For each member of a machine three lists stand in the machine's wires_*.h:
 *
 *     #define PREDICATE_FROM(ONE, ALL, OF, ON, BY)  ONE(rotation, clock, rotation, 0) ONE(alu_issue, group, issue, i)
 * ... #define PREDICATE_EVENTS(DRIVE)       DRIVE(start, group->q.executing && ...) ... #define PREDICATE_WIRES(DRIVE,
 * WITH) DRIVE(start_active, group->q.exec_active) ...
 *
 *   ONE(type, name, member, index)  `name` is a source: one instance, whose changes may be an event
 *   ALL(type, name, member)         all instances of a member, `name[0]` and on
 *   OF(type, name, member, index)   one that the other wires have something of; no event does
 *   ON(type, name, member, index, register)  one whose changes matter only while this register of it, a byte, is not 0,
 *                                   or was before the edge
 *   BY(type, name, member, index)   one that an event names beside another source, whose change comes with each of its
 *                                   own that matters
 *   DRIVE(wire, expression)         of sources and of `i`, the number of the instance whose wires they are
 *
 *   WITH(event, wire, expression)   the same for a wire that matters only with that event of its module, or with a wire
 *                                   driven before it: in a clock without it no module may read it
 *
 * Rows of events cannot name sources OF.  A wire that is not driven, driven twice or unknown does not compile, nor does
 * a source that is not named.  Wires have no order: each is a function of registers, memories and nets.  A net is
 * driven by the same rows, before the modules' wires; in the machine's list a net stands behind the nets that it names.
 *
 * What is driven is a module's `in`, whole, in each clock in which the module is awake, and for observers: between
 * clocks it means nothing, as a test shows that scribbles over it. */
#ifndef KIT_WIRE_H
#define KIT_WIRE_H

#include "kit/lanes.h"
#include "kit/rtl.h"

/* Instance `i` of a member, which is a struct or an array of them. */
#define RTL_AT(type, machine, member, i) ((struct type *)&(machine)->member + (i))
#define RTL_AT_CONST(type, machine, member, i) ((const struct type *)&(machine)->member + (i))

/* ---- rows as code ------------------------------------------------------------------------------------------------ */

#define RTL_LOCAL_ONE(type, name, member, index)                                                                       \
    const struct type *const name = RTL_AT_CONST(type, rtl_machine, member, index);                                    \
    (void)name;
#define RTL_LOCAL_ON(type, name, member, index, reg) RTL_LOCAL_ONE(type, name, member, index)
#define RTL_LOCAL_ALL(type, name, member) RTL_LOCAL_ONE(type, name, member, 0)
#define RTL_LOCAL_NONE(type, name, member, index)
/* Built with RTL_EDITS, a row can be edited while a machine runs (tb/faults/edits.c): the function is shown each value
 * that a row drives, by the name of what drives it and of the wire, and may change it. */
#ifdef RTL_EDITS
void rtl_edit(const char *driver, const char *wire, void *value, size_t bytes);
#define RTL_EDIT(wire, value) rtl_edit(__func__, #wire, &(value), sizeof(value));
static inline bool rtl_edited(const char *driver, const char *wire, bool event)
{
    rtl_edit(driver, wire, &event, sizeof event);
    return event;
}
#else
#define RTL_EDIT(wire, value)
#define rtl_edited(driver, wire, event) (event)
#endif
#define RTL_DRIVE_NOW(wire, ...)                                                                                       \
    in->wire = (__VA_ARGS__);                                                                                          \
    RTL_EDIT(wire, in->wire)
#define RTL_DRIVE_NOW_IF(event, wire, ...)                                                                             \
    if (in->event) {                                                                                                   \
        RTL_DRIVE_NOW(wire, __VA_ARGS__)                                                                               \
    }
/* For observers; wires of a word a lane, which are as long as a quarter at least, only if they are wanted. */
#define RTL_DRIVE_SHOWN(wire, ...)                                                                                     \
    if (lanes || sizeof in->wire < sizeof(quarter_t)) {                                                                \
        RTL_DRIVE_NOW(wire, __VA_ARGS__)                                                                               \
    }
#define RTL_DRIVE_SHOWN_IF(event, ...) RTL_DRIVE_SHOWN(__VA_ARGS__)
#define RTL_DRIVE_EVENT_NOW(wire, ...)                                                                                 \
    RTL_DRIVE_NOW(wire, __VA_ARGS__)                                                                                   \
    any |= (unsigned)(in->wire != 0);
#define RTL_DRIVE_EVENT(wire, ...) | (int)rtl_edited(__func__, #wire, (__VA_ARGS__) != 0)
#define RTL_DRIVE_IS_EVENT(wire, ...)                                                                                  \
    _Static_assert(sizeof(((rtl_events *)0)->wire) == 2, #wire ": not an event of its module");
#define RTL_DRIVE_IS_NO_EVENT(wire, ...)                                                                               \
    _Static_assert(sizeof(((rtl_events *)0)->wire) == 1, #wire ": an event that is no row of events");
#define RTL_DRIVE_IS_NO_EVENT_IF(event, ...) RTL_DRIVE_IS_NO_EVENT(__VA_ARGS__)
#define RTL_DRIVE_ONCE(wire, ...) char wire;
#define RTL_DRIVE_ONCE_IF(event, wire, ...) char wire;
#define RTL_DRIVE_COUNT(...) +1
#define RTL_DRIVE_COUNT_IF(...) +1

/* The sources as a set of numbers: AT_member is the first number of a member, COUNT_member how many it has. */
static inline void rtl_mark(uint64_t *set, unsigned first, unsigned count)
{
    for (unsigned n = first; n < first + count; n++)
        set[n / 64] |= UINT64_C(1) << n % 64;
}
#define RTL_MARK_ONE(type, name, member, index) rtl_mark(set, AT_##member + (unsigned)(index), 1);
#define RTL_MARK_ALL(type, name, member) rtl_mark(set, AT_##member, COUNT_##member);
#define RTL_MARK_OF(type, name, member, index) RTL_MARK_ALL(type, name, member) /* it may be one of several */
#define RTL_MARK_NONE(type, name, member, index)
#define RTL_MARK_ON(type, name, member, index, reg) RTL_MARK_OF(type, name, member, index)
#define RTL_MARK_NOT_ON(type, name, member, index, reg)

/* The sources ON: one by one for the function that connects a machine, with the register's place in the module. */
typedef void rtl_on_t(void *context, unsigned source, size_t offset);
#define RTL_NO_ON_ONE(type, name, member, index)
#define RTL_NO_ON_ALL(type, name, member)
#define RTL_ON_ROW(type, name, member, index, reg)                                                                     \
    _Static_assert(sizeof(((struct type *)0)->q.reg) == 1, #reg ": a register ON which others look is a byte");        \
    on(context, AT_##member + (unsigned)(index), offsetof(struct type, q.reg));

/* ---- rows as tables ---------------------------------------------------------------------------------------------- */

/* A wire and what drives it, a member and one of its sources: for documents and aliases (alias.h). */
struct rtl_driver {
    const char *wire, *expression;
    const char *meaning; /* the expression without macros */
};
struct rtl_source {
    const char *name, *member; /* as the expressions call it; whose instances it is */
    bool        wakes;         /* its changes may change the wires */
};
struct rtl_wiring {
    const struct rtl_driver *drivers;
    const struct rtl_source *sources;
    unsigned                 driver_count, source_count;
    const char              *when;  /* of nets: the condition without which all of them are 0; else NULL */
    unsigned                 first; /* number of the first instance */
    /* The sources of instance `i` by their numbers, in their order; of ALL the first one's. */
    void (*numbers)(unsigned i, unsigned *numbers);
};
#define RTL_DRIVER_ROW(wire, ...) {#wire, #__VA_ARGS__, RTL_MEANING(__VA_ARGS__)},
#define RTL_DRIVER_ROW_IF(event, wire, ...) {#wire, #__VA_ARGS__, RTL_MEANING(__VA_ARGS__)},
#define RTL_MEANING(...) #__VA_ARGS__
#define RTL_SOURCE_ONE(type, name, member, index) {#name, #member, true},
#define RTL_SOURCE_ALL(type, name, member) {#name, #member, true},
#define RTL_SOURCE_OF(type, name, member, index) {#name, #member, false},
#define RTL_SOURCE_ON(type, name, member, index, reg) {#name, #member, true},
#define RTL_NUMBER_ONE(type, name, member, index) *numbers++ = AT_##member + (unsigned)(index);
#define RTL_NUMBER_ALL(type, name, member) *numbers++ = AT_##member;
#define RTL_NUMBER_ON(type, name, member, index, reg) RTL_NUMBER_ONE(type, name, member, index)

/* ---- what a member's rows become -------------------------------------------------------------------------------- */

/* member_sources: whose changes may be events, or change nets; member_reads: all that the rows name.  member_wiring:
 * the rows as a table. */
#define RTL_ROWS(machine, type, member, FROM, EVENTS, WIRES, when_text)                                                \
    struct machine##_##member##_driven_once {                                                                          \
        EVENTS(RTL_DRIVE_ONCE)                                                                                         \
        WIRES(RTL_DRIVE_ONCE, RTL_DRIVE_ONCE_IF)                                                                       \
        char end;                                                                                                      \
    };                                                                                                                 \
    _Static_assert((0 EVENTS(RTL_DRIVE_COUNT) WIRES(RTL_DRIVE_COUNT, RTL_DRIVE_COUNT_IF)) == type##_wires,             \
                   #member ": a wire is not driven");                                                                  \
    __attribute__((unused)) static void machine##_##member##_sources(unsigned i, uint64_t *set)                        \
    {                                                                                                                  \
        (void)i, (void)set;                                                                                            \
        FROM(RTL_MARK_ONE, RTL_MARK_ALL, RTL_MARK_NONE, RTL_MARK_NOT_ON, RTL_MARK_NONE)                                \
    }                                                                                                                  \
    __attribute__((unused)) static void machine##_##member##_reads(unsigned i, uint64_t *set)                          \
    {                                                                                                                  \
        (void)i, (void)set;                                                                                            \
        FROM(RTL_MARK_ONE, RTL_MARK_ALL, RTL_MARK_OF, RTL_MARK_ON, RTL_MARK_OF)                                        \
    }                                                                                                                  \
    __attribute__((unused)) static void machine##_##member##_ons(unsigned i, rtl_on_t *on, void *context)              \
    {                                                                                                                  \
        (void)i, (void)on, (void)context;                                                                              \
        FROM(RTL_NO_ON_ONE, RTL_NO_ON_ALL, RTL_NO_ON_ONE, RTL_ON_ROW, RTL_NO_ON_ONE)                                   \
    }                                                                                                                  \
    __attribute__((unused)) static void machine##_##member##_numbers(unsigned i, unsigned *numbers)                    \
    {                                                                                                                  \
        (void)i, (void)numbers;                                                                                        \
        FROM(RTL_NUMBER_ONE, RTL_NUMBER_ALL, RTL_NUMBER_ONE, RTL_NUMBER_ON, RTL_NUMBER_ONE)                            \
    }                                                                                                                  \
    static const struct rtl_driver machine##_##member##_driver_rows[] = {                                              \
        EVENTS(RTL_DRIVER_ROW) WIRES(RTL_DRIVER_ROW, RTL_DRIVER_ROW_IF){NULL, NULL, NULL}};                            \
    static const struct rtl_source machine##_##member##_source_rows[] = {                                              \
        FROM(RTL_SOURCE_ONE, RTL_SOURCE_ALL, RTL_SOURCE_OF, RTL_SOURCE_ON, RTL_SOURCE_OF){NULL, NULL, false}};         \
    __attribute__((unused)) static const struct rtl_wiring machine##_##member##_wiring = {                             \
        machine##_##member##_driver_rows,                                                                              \
        machine##_##member##_source_rows,                                                                              \
        sizeof machine##_##member##_driver_rows / sizeof machine##_##member##_driver_rows[0] - 1,                      \
        sizeof machine##_##member##_source_rows / sizeof machine##_##member##_source_rows[0] - 1,                      \
        when_text,                                                                                                     \
        AT_##member,                                                                                                   \
        machine##_##member##_numbers}

/* A module.  member_awake: an event is there, or a register keeps it awake.  member_next: its wires and its share of
 * a clock up to the edge; member_take and member_clock: the edge. */
#define RTL_WIRES(machine, type, member, FROM, EVENTS, WIRES)                                                          \
    RTL_ROWS(machine, type, member, FROM, EVENTS, WIRES, NULL);                                                        \
    __attribute__((unused)) static inline bool machine##_##member##_awake(const struct machine *rtl_machine,           \
                                                                          unsigned              i)                     \
    {                                                                                                                  \
        typedef struct type##_events rtl_events;                                                                       \
        (void)i;                                                                                                       \
        EVENTS(RTL_DRIVE_IS_EVENT)                                                                                     \
        WIRES(RTL_DRIVE_IS_NO_EVENT, RTL_DRIVE_IS_NO_EVENT_IF)                                                         \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_NONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                \
        return type##_busy(&RTL_AT_CONST(type, rtl_machine, member, i)->q) EVENTS(RTL_DRIVE_EVENT);                    \
    }                                                                                                                  \
    /* The events: whether there is one. */                                                                            \
    __attribute__((unused)) static inline bool machine##_##member##_drive_events(const struct machine *rtl_machine,    \
                                                                                 unsigned i, struct type##_in *in)     \
    {                                                                                                                  \
        unsigned any = 0;                                                                                              \
        (void)rtl_machine, (void)i, (void)in;                                                                          \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_NONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                \
        EVENTS(RTL_DRIVE_EVENT_NOW)                                                                                    \
        return any != 0;                                                                                               \
    }                                                                                                                  \
    __attribute__((unused)) static inline void machine##_##member##_drive_wires(const struct machine *rtl_machine,     \
                                                                                unsigned i, struct type##_in *in)      \
    {                                                                                                                  \
        (void)rtl_machine, (void)i, (void)in;                                                                          \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_ONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                 \
        WIRES(RTL_DRIVE_NOW, RTL_DRIVE_NOW_IF)                                                                         \
    }                                                                                                                  \
    static inline void machine##_##member##_drive(const struct machine *rtl_machine, unsigned i, struct type##_in *in) \
    {                                                                                                                  \
        machine##_##member##_drive_events(rtl_machine, i, in);                                                         \
        machine##_##member##_drive_wires(rtl_machine, i, in);                                                          \
    }                                                                                                                  \
    __attribute__((unused)) static void machine##_##member##_next(struct machine *machine_, unsigned i)                \
    {                                                                                                                  \
        struct type *m = RTL_AT(type, machine_, member, i);                                                            \
        machine##_##member##_drive(machine_, i, &m->in);                                                               \
        type##_next(m);                                                                                                \
    }                                                                                                                  \
    __attribute__((unused)) static inline void machine##_##member##_look(struct machine *machine_, unsigned i,         \
                                                                         bool lanes)                                   \
    {                                                                                                                  \
        const struct machine *const rtl_machine = machine_;                                                            \
        struct type##_in *const     in = &RTL_AT(type, machine_, member, i)->in;                                       \
        (void)rtl_machine, (void)i, (void)in, (void)lanes;                                                             \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_ONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                 \
        EVENTS(RTL_DRIVE_SHOWN)                                                                                        \
        WIRES(RTL_DRIVE_SHOWN, RTL_DRIVE_SHOWN_IF)                                                                     \
    }                                                                                                                  \
    __attribute__((unused)) static void machine##_##member##_take(struct machine *machine_, unsigned i)                \
    {                                                                                                                  \
        type##_take(RTL_AT(type, machine_, member, i));                                                                \
    }                                                                                                                  \
    __attribute__((unused)) static bool machine##_##member##_clock(struct machine *machine_, unsigned i)               \
    {                                                                                                                  \
        return type##_clock(RTL_AT(type, machine_, member, i));                                                        \
    }                                                                                                                  \
    enum { machine##_##member##_takes = type##_takes, machine##_##member##_by_events = type##_by_events }

/* A group of nets.  Without its condition, an expression of the sources, all of them are 0.  member_settle drives them
 * anew, and is true when one of them may have changed.
 *
 * PHASED ones have that condition only where PHASE holds too, an expression of `phase`, as machine_phase gives it, and
 * of `i`: in other phases they are 0 and nothing is asked of them (member_in_phase). */
#define RTL_NO_ROWS(DRIVE)
#define RTL_NET_WIRES(machine, type, member, FROM, WHEN, WIRES)                                                        \
    RTL_NET_OF(machine, type, member, FROM, 0, RTL_NO_PHASE, true, WHEN, #WHEN, WIRES)
#define RTL_PHASED_NET_WIRES(machine, type, member, FROM, PHASE, WHEN, WIRES)                                          \
    RTL_NET_OF(machine, type, member, FROM, 1, RTL_PHASE, PHASE, (PHASE) && (WHEN), #PHASE " && " #WHEN, WIRES)
#define RTL_PHASE(machine) const unsigned phase = machine##_phase(rtl_machine);
#define RTL_NO_PHASE(machine)
#define RTL_IN_PHASE(machine, member, has, PHASE)                                                                      \
    enum { machine##_##member##_phased = has };                                                                        \
    __attribute__((unused)) static inline bool machine##_##member##_in_phase(unsigned phase, unsigned i)               \
    {                                                                                                                  \
        (void)phase, (void)i;                                                                                          \
        return PHASE;                                                                                                  \
    }
#define RTL_NET_OF(machine, type, member, FROM, has, NOW, PHASE, WHEN, when_text, WIRES)                               \
    RTL_ROWS(machine, type, member, FROM, RTL_NO_ROWS, WIRES, when_text);                                              \
    RTL_IN_PHASE(machine, member, has, PHASE)                                                                          \
    __attribute__((unused)) static uint64_t machine##_##member##_settle(struct machine *machine_, unsigned i)          \
    {                                                                                                                  \
        enum { SMALL = 64 };                                                                                           \
        const struct machine *const rtl_machine = machine_;                                                            \
        struct type *const          rtl_net = RTL_AT(type, machine_, member, i);                                       \
        struct type##_in *const     in = &rtl_net->in;                                                                 \
        struct type##_in            before;                                                                            \
        (void)i, (void)before;                                                                                         \
        NOW(machine)                                                                                                   \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_ONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                 \
        if (!(WHEN)) {                                                                                                 \
            if (!rtl_net->driven)                                                                                      \
                return false;                                                                                          \
            memset(&before, 0, sizeof before <= SMALL ? sizeof before : 0);                                            \
            const bool changes = sizeof before > SMALL || memcmp(in, &before, sizeof before) != 0;                     \
            memset(rtl_net, 0, sizeof *rtl_net);                                                                       \
            return changes;                                                                                            \
        }                                                                                                              \
        if (sizeof before <= SMALL)                                                                                    \
            before = *in;                                                                                              \
        rtl_net->driven = true;                                                                                        \
        WIRES(RTL_DRIVE_NOW, RTL_DRIVE_NOW_IF)                                                                         \
        return sizeof before > SMALL || memcmp(in, &before, sizeof before) != 0;                                       \
    }                                                                                                                  \
    struct machine##_##member##_driven_once

/* The bits in which any of two rows of masks of `of` bytes each differ, compared by whole words. */
__attribute__((always_inline)) static inline uint64_t rtl_bits_that_differ(const void *before, const void *after,
                                                                           size_t bytes, size_t of)
{
    uint64_t all = 0;
    for (size_t at = 0; at < bytes; at += sizeof all) {
        const size_t n = bytes - at < sizeof all ? bytes - at : sizeof all;
        uint64_t     is = 0, was = 0;
        memcpy(&is, (const char *)after + at, n);
        memcpy(&was, (const char *)before + at, n);
        all |= is ^ was;
    }
    for (size_t half = sizeof all / 2; half >= of; half /= 2)
        all |= all >> 8 * half;
    return of == sizeof all ? all : all & ((UINT64_C(1) << 8 * of % 64) - 1);
}

/* A group of masks of one type, a bit for each instance of a member: settle gives the bits that may have changed,
 * and only those instances look. */
#define RTL_BIT_WIRES(machine, type, member, mask_type, FROM, WHEN, WIRES)                                             \
    RTL_BITS_OF(machine, type, member, mask_type, FROM, 0, RTL_NO_PHASE, true, WHEN, #WHEN, WIRES)
#define RTL_PHASED_BIT_WIRES(machine, type, member, mask_type, FROM, PHASE, WHEN, WIRES)                               \
    RTL_BITS_OF(machine, type, member, mask_type, FROM, 1, RTL_PHASE, PHASE, (PHASE) && (WHEN), #PHASE " && " #WHEN,   \
                WIRES)
#define RTL_BITS_OF(machine, type, member, mask_type, FROM, has, NOW, PHASE, WHEN, when_text, WIRES)                   \
    RTL_ROWS(machine, type, member, FROM, RTL_NO_ROWS, WIRES, when_text);                                              \
    RTL_IN_PHASE(machine, member, has, PHASE)                                                                          \
    _Static_assert(sizeof(struct type##_in) == type##_wires * sizeof(mask_type), #member ": masks of that type");      \
    __attribute__((unused)) static uint64_t machine##_##member##_settle(struct machine *machine_, unsigned i)          \
    {                                                                                                                  \
        const struct machine *const rtl_machine = machine_;                                                            \
        struct type *const          rtl_net = RTL_AT(type, machine_, member, i);                                       \
        struct type##_in *const     in = &rtl_net->in;                                                                 \
        mask_type                   before[type##_wires];                                                              \
        (void)i;                                                                                                       \
        NOW(machine)                                                                                                   \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_ONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                 \
        if (!rtl_net->driven && !(WHEN))                                                                               \
            return 0;                                                                                                  \
        memcpy(before, in, sizeof before);                                                                             \
        rtl_net->driven = (WHEN);                                                                                      \
        if (rtl_net->driven) {                                                                                         \
            WIRES(RTL_DRIVE_NOW, RTL_DRIVE_NOW_IF)                                                                     \
        } else {                                                                                                       \
            memset(in, 0, sizeof *in);                                                                                 \
        }                                                                                                              \
        return rtl_bits_that_differ(before, in, sizeof before, sizeof(mask_type));                                     \
    }                                                                                                                  \
    struct machine##_##member##_driven_once

/* A group of masks of one type with a bit for each instance of a member, each bit made of that instance alone, the `i`
 * of the rows: settle makes those of the instances that have changed, and is true when one of them is another. */
#define RTL_DRIVE_BIT(wire, ...)                                                                                       \
    is[offsetof(rtl_masks, wire) / sizeof in->wire] = rtl_edited(__func__, #wire, (__VA_ARGS__) != 0);
#define RTL_MASK_WIRES(machine, type, member, mask_type, FROM, WIRES)                                                  \
    RTL_ROWS(machine, type, member, FROM, RTL_NO_ROWS, WIRES, NULL);                                                   \
    RTL_IN_PHASE(machine, member, 0, true)                                                                             \
    _Static_assert(sizeof(struct type##_in) == type##_wires * sizeof(mask_type), #member ": masks of that type");      \
    __attribute__((unused)) static bool machine##_##member##_settle(struct machine *machine_, uint64_t changed)        \
    {                                                                                                                  \
        typedef struct type##_in rtl_masks;                                                                            \
        enum { ROOM = (type##_wires + 7) / 8 * 8 }; /* for vectors */                                                  \
        const struct machine *const rtl_machine = machine_;                                                            \
        struct type##_in *const     in = &RTL_AT(type, machine_, member, 0)->in;                                       \
        mask_type                   after[ROOM] = {0};                                                                 \
        uint8_t                     is[ROOM] = {0};                                                                    \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, RTL_LOCAL_ONE, RTL_LOCAL_ON, RTL_LOCAL_ONE)                                 \
        memcpy(after, in, sizeof *in);                                                                                 \
        for (; changed; changed &= changed - 1) {                                                                      \
            const unsigned  i = (unsigned)__builtin_ctzll(changed);                                                    \
            const mask_type bit = (mask_type)(UINT64_C(1) << i);                                                       \
            WIRES(RTL_DRIVE_BIT, RTL_DRIVE_BIT_IF)                                                                     \
            for (unsigned w = 0; w < ROOM; w++)                                                                        \
                after[w] = (mask_type)((after[w] & ~bit) | (is[w] * bit));                                             \
        }                                                                                                              \
        const bool changes = rtl_differ(in, after, sizeof *in);                                                        \
        memcpy(in, after, sizeof *in);                                                                                 \
        return changes;                                                                                                \
    }                                                                                                                  \
    struct machine##_##member##_driven_once

/* A module's straps, rows of the same form over what the machine is made for: `chip` and `launch`, of any types. */
#define RTL_STRAPS(machine, type, member, chip_type, launch_type, STRAPS)                                              \
    struct machine##_##member##_strapped_once {                                                                        \
        STRAPS(RTL_DRIVE_ONCE)                                                                                         \
        char end;                                                                                                      \
    };                                                                                                                 \
    _Static_assert((0 STRAPS(RTL_DRIVE_COUNT)) == type##_straps, #member ": a strap is not driven");                   \
    static void machine##_##member##_strap(struct machine *machine_, unsigned i, const chip_type *chip,                \
                                           const launch_type *launch)                                                  \
    {                                                                                                                  \
        struct type##_in *in = &RTL_AT(type, machine_, member, i)->in;                                                 \
        (void)in, (void)i, (void)chip, (void)launch;                                                                   \
        STRAPS(RTL_DRIVE_NOW)                                                                                          \
    }                                                                                                                  \
    static const struct rtl_driver machine##_##member##_strap_rows[] = {STRAPS(RTL_DRIVER_ROW){NULL, NULL, NULL}}

#endif
