/* rtl.h - declare a clocked module once; get its struct and its signal table.
 *
 * A module lists its signals in one macro, the kind first:
 *
 *     #define FOO_SIGNALS(S)  S(IN, type, name, bits, "meaning") ...  S(MEM, type, name, bits, "meaning", rows) ...
 *
 *   EN     a wire that is an event: while all of them are 0 and nothing keeps the module awake, it holds its state
 *   IN     any other wire
 *   BUS    a wire that stays where it is driven: `const type *`, `rows` of them if the row says so, never copied
 *   FAR    what lies outside the module: `const type *`; no signal.  With `rows` a memory of which each element reads a
 *          row of its own choice: no signal either, but a port of blocks
 *   STRAP  a wire that is constant from reset on
 *   NET    a wire of the parent, made from registers for several modules at once
 *   OUT    a register that other modules may read        LIVE  one that keeps the module awake while it is not 0
 *   DATA   one that other modules read only in a clock in which something else tells them to: its changes wake none
 *   STROBE an OUT that is not 0 for one clock: without an event the next edge makes it 0, and that is all
 *   REG    a register private to the module              BUSY  one that keeps the module awake while it is not 0
 *   PULSE  a REG that is not 0 for one clock, as STROBE
 *   STAT   a private counter that only statistics read: its changes wake no module
 *   DOWN   a private register of clocks left: an element above 2 becomes one less, at each edge, or stays, and that is
 *          all that comes of it
 *   MEM    an array of `rows` rows beside the registers; it changes only at the clock edge
 *   NOW    what a function of the module makes of its wires and state in the same clock, for wires of others: no
 * signal, but an output of blocks
 *
 * A run's statistics have all STAT rows, under their names, and other registers whose row has a name for that:
 * S(REG, type, name, bits, "meaning", "name of the statistic", "unit"), both optional.
 *
 * RTL_STRUCT turns the list into plain C structs for the simulation.
 * RTL_TABLE turns it into a constant table for everything else: waves, snapshots, lockstep, docs.
 * wire.h turns the rows that say what drives each wire into the clock of a machine.
 * The C type is part of the meaning: readers of the table choose a view by its name (an enumeration's
 * names, a float, an instruction word), so give such signals a type of their own. */
#ifndef KIT_RTL_H
#define KIT_RTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kit/pass.h"
#include "kit/rtl_kinds.h"

enum rtl_kind {
    RTL_EN,
    RTL_IN,
    RTL_BUS,
    RTL_STRAP,
    RTL_NET,
    RTL_OUT,
    RTL_DATA,
    RTL_LIVE,
    RTL_STROBE,
    RTL_REG,
    RTL_BUSY,
    RTL_PULSE,
    RTL_STAT,
    RTL_DOWN,
    RTL_MEM,
    RTL_NOW
};

/* Wires: what the parent drives.  They are no state: an observer has them driven first. */
static inline bool rtl_is_wire(enum rtl_kind kind)
{
    return kind <= RTL_NET;
}
static inline bool rtl_is_output(enum rtl_kind kind)
{
    return kind >= RTL_OUT && kind <= RTL_STROBE;
}
static inline bool rtl_is_register(enum rtl_kind kind)
{
    return kind >= RTL_OUT && kind <= RTL_DOWN;
}

struct rtl_signal {
    const char   *name;
    const char   *doc;
    const char   *type; /* the C type's name */
    enum rtl_kind kind;
    unsigned      bits;             /* width of one element, 1..64 */
    unsigned      count;            /* elements of one row: 1 for a scalar, the array length for a vector */
    unsigned      rows;             /* 1 for a signal, the depth for a memory */
    size_t        offset;           /* within the module struct; a BUS: of the pointer to it */
    const char   *statistic, *unit; /* how statistics name it, or NULL */
};

struct rtl_module {
    const char              *name;
    const struct rtl_signal *signals; /* in the order of the list */
    unsigned                 signal_count;
    size_t                   next_state; /* distance from a register in q to the same one in d */
    const struct rtl_signal *far;        /* its FAR rows, beside the signals: each the pointer, as of a BUS */
    unsigned                 far_count;
    size_t                   bytes; /* of the module struct; 0: not known */
    const struct rtl_signal *now;   /* its NOW rows, beside the signals: of each the shape */
    unsigned                 now_count;
};

/* One module of a machine: the table and where its state lives.  `path` is dotted from the top ("gpu.simd0.alu_x"). */
struct rtl_instance {
    const char              *path;
    const struct rtl_module *module;
    void                    *state;
};

#define RTL_ELEMENT_BYTES(bits) ((bits) <= 8 ? 1u : (bits) <= 16 ? 2u : (bits) <= 32 ? 4u : 8u)

/* The bits in which two words differ. */
static inline uint64_t rtl_word_difference(const unsigned char *left, const unsigned char *right)
{
    uint64_t x, y;
    memcpy(&x, left, sizeof x);
    memcpy(&y, right, sizeof y);
    return x ^ y;
}

/* Whether two stretches of bytes differ; inline, for of small ones the compiler makes a few wide comparisons.  What is
 * left behind whole words is compared as the last word that there is. */
__attribute__((always_inline)) static inline bool rtl_differ(const void *a, const void *b, size_t bytes)
{
    const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
    const size_t         word = sizeof(uint64_t), rest = bytes % word;
    uint64_t             different = 0;
    if (bytes >= word && rest)
        different = rtl_word_difference(left + bytes - word, right + bytes - word);
    for (size_t at = 0; at + word <= bytes; at += word)
        different |= rtl_word_difference(left + at, right + at);
    for (size_t at = 0; bytes < word && at < rest; at++)
        different |= (uint64_t)(left[at] ^ right[at]);
    return different != 0;
}

/* ---- structs ---------------------------------------------------------------------------------------------------- */

/* `in` is what the module is given in one clock, whole; `q` the state before the edge, `d` the state after it.
 * foo_busy: a register keeps the module awake. */
#define RTL_STRUCT(module, SIGNALS)                                                                                    \
    struct module##_in {                                                                                               \
        SIGNALS(RTL_INPUT)                                                                                             \
    };                                                                                                                 \
    struct module##_reg {                                                                                              \
        SIGNALS(RTL_SEEN)                                                                                              \
        SIGNALS(RTL_UNSEEN)                                                                                            \
    };                                                                                                                 \
    struct module##_seen {                                                                                             \
        SIGNALS(RTL_SEEN)                                                                                              \
        char end;                                                                                                      \
    };                                                                                                                 \
    struct module {                                                                                                    \
        struct module##_in  in;                                                                                        \
        struct module##_reg q, d;                                                                                      \
        SIGNALS(RTL_MEMORY)                                                                                            \
    };                                                                                                                 \
    struct module##_events {                                                                                           \
        SIGNALS(RTL_EVENT)                                                                                             \
        char end;                                                                                                      \
    };                                                                                                                 \
    enum { module##_wires = 0 SIGNALS(RTL_DRIVEN), module##_straps = 0 SIGNALS(RTL_STRAPPED) };                        \
    enum { module##_pointers = 0 SIGNALS(RTL_POINTED) };                                                               \
    __attribute__((unused)) static inline bool module##_busy(const struct module##_reg *q)                             \
    {                                                                                                                  \
        (void)q;                                                                                                       \
        return false SIGNALS(RTL_LASTS) SIGNALS(RTL_FALLS);                                                            \
    }                                                                                                                  \
    /* Outputs that wake no module, how many; whether one that does changes at the next edge. */                       \
    enum { module##_data = 0 SIGNALS(RTL_IS_DATA) };                                                                   \
    __attribute__((unused)) static inline bool module##_tells(const struct module *m)                                  \
    {                                                                                                                  \
        (void)m;                                                                                                       \
        return false SIGNALS(RTL_TELLS);                                                                               \
    }                                                                                                                  \
    /* Of a busy module: nothing but strobes and pulses keeps it awake.  Their fall; whether others may see it. */     \
    __attribute__((unused)) static inline bool module##_falls(const struct module##_reg *q)                            \
    {                                                                                                                  \
        (void)q;                                                                                                       \
        return (false SIGNALS(RTL_FALLS)) && !(false SIGNALS(RTL_LASTS));                                              \
    }                                                                                                                  \
    __attribute__((unused)) static inline bool module##_fall(struct module *m)                                         \
    {                                                                                                                  \
        const struct module##_reg *const q = &m->q;                                                                    \
        const bool                       seen = false SIGNALS(RTL_STROBES);                                            \
        (void)q;                                                                                                       \
        SIGNALS(RTL_FALL)                                                                                              \
        return seen;                                                                                                   \
    }                                                                                                                  \
    /* Clocks for which a module may rest that is idle at this edge; 0: it may not. */                                 \
    __attribute__((unused)) static inline uint64_t module##_rest(const struct module *m)                               \
    {                                                                                                                  \
        uint64_t clocks = UINT64_MAX;                                                                                  \
        (void)m;                                                                                                       \
        SIGNALS(RTL_REST)                                                                                              \
        return clocks;                                                                                                 \
    }                                                                                                                  \
    enum { module##_notes = 0 SIGNALS(RTL_NOTED) };                                                                    \
    __attribute__((unused)) static inline bool module##_idle(const struct module *m)                                   \
    {                                                                                                                  \
        (void)m;                                                                                                       \
        return !(false SIGNALS(RTL_IDLE));                                                                             \
    }                                                                                                                  \
    __attribute__((unused)) static inline void module##_pass_note(const struct module *m, uint32_t *note)              \
    {                                                                                                                  \
        (void)m, (void)note;                                                                                           \
        SIGNALS(RTL_NOTE)                                                                                              \
    }                                                                                                                  \
    __attribute__((unused)) static inline uint64_t module##_pass_limit(const struct module *m, const uint32_t *note,   \
                                                                       uint32_t period)                                \
    {                                                                                                                  \
        uint64_t clocks = UINT64_MAX;                                                                                  \
        (void)m, (void)note, (void)period;                                                                             \
        SIGNALS(RTL_LIMIT)                                                                                             \
        return clocks;                                                                                                 \
    }                                                                                                                  \
    __attribute__((unused)) static inline void module##_pass_on(struct module *m, const uint32_t *note,                \
                                                                uint64_t periods)                                      \
    {                                                                                                                  \
        (void)m, (void)note, (void)periods;                                                                            \
        SIGNALS(RTL_PASS)                                                                                              \
    }                                                                                                                  \
    __attribute__((unused)) static inline void module##_tick(struct module *m, uint64_t edges)                         \
    {                                                                                                                  \
        (void)m, (void)edges;                                                                                          \
        SIGNALS(RTL_TICK)                                                                                              \
    }                                                                                                                  \
    extern const struct rtl_module module##_rtl

/* A module without wires: only the host writes it. */
#define RTL_PASSIVE(module, SIGNALS)                                                                                   \
    struct module##_reg {                                                                                              \
        SIGNALS(RTL_SEEN)                                                                                              \
        SIGNALS(RTL_UNSEEN)                                                                                            \
    };                                                                                                                 \
    struct module {                                                                                                    \
        struct module##_reg q, d;                                                                                      \
        SIGNALS(RTL_MEMORY)                                                                                            \
    };                                                                                                                 \
    extern const struct rtl_module module##_rtl

/* Nets: a list of NET rows without registers. */
#define RTL_NETS(module, SIGNALS)                                                                                      \
    struct module##_in {                                                                                               \
        SIGNALS(RTL_INPUT)                                                                                             \
    };                                                                                                                 \
    struct module { /* whole words, to compare them */                                                                 \
        _Alignas(uint64_t) struct module##_in in;                                                                      \
        bool driven; /* no signal: not all of them are 0 for lack of their condition */                                \
    };                                                                                                                 \
    enum { module##_wires = 0 SIGNALS(RTL_DRIVEN) };                                                                   \
    extern const struct rtl_module module##_rtl

/* foo_reset: the state after reset.  Registers and memories are 0 (ZERO), or what foo_preset makes of that (PRESET);
 * straps stay.  A machine whose bytes are all 0 needs only foo_preset. */
#define RTL_RESET(module, WHAT)                                                                                        \
    RTL_PRESET_##WHAT(module);                                                                                         \
    static inline void module##_reset(struct module *m)                                                                \
    {                                                                                                                  \
        memset((unsigned char *)m + offsetof(struct module, q), 0, sizeof *m - offsetof(struct module, q));            \
        module##_preset(m);                                                                                            \
    }                                                                                                                  \
    struct module
#define RTL_PRESET_PRESET(module) void module##_preset(struct module *m)
#define RTL_PRESET_ZERO(module)                                                                                        \
    static inline void module##_preset(struct module *m)                                                               \
    {                                                                                                                  \
        (void)m;                                                                                                       \
    }                                                                                                                  \
    struct module

/* The next state: a module's eval sees its inputs and present state, and can write only `d`. */
#define rtl_eval(eval, module) eval(&(module)->in, &(module)->q, &(module)->d)

/* The clock edge.  Afterwards q == d, so a register that eval leaves alone holds its value. */
#define rtl_commit(module) ((void)((module)->q = (module)->d))

#include "kit/life.h" /* a module's clock */

/* ---- tables ----------------------------------------------------------------------------------------------------- */

/* One module per .c file: the typedef makes a second RTL_TABLE in the same file an error. */
#define RTL_TABLE(module, SIGNALS)                                                                                     \
    typedef struct module rtl_this;                                                                                    \
    RTL_TABLE_OF(module, SIGNALS, offsetof(struct module, d) - offsetof(struct module, q))
/* Nets are small, and stand together in a file that defines rtl_this before each. */
#define RTL_NET_TABLE(module, SIGNALS) RTL_TABLE_OF(module, SIGNALS, 0)
#define RTL_TABLE_OF(module, SIGNALS, next_state)                                                                      \
    SIGNALS(RTL_CHECK)                                                                                                 \
    static const struct rtl_signal module##_signals[] = {SIGNALS(RTL_ROW)};                                            \
    static const struct rtl_signal module##_far[] = {SIGNALS(RTL_FAR_ROW){.name = NULL}};                              \
    static const struct rtl_signal module##_now[] = {SIGNALS(RTL_NOW_ROW){.name = NULL}};                              \
    const struct rtl_module        module##_rtl = {#module,                                                            \
                                                   module##_signals,                                                   \
                                                   sizeof module##_signals / sizeof module##_signals[0],               \
                                                   next_state,                                                         \
                                                   module##_far,                                                       \
                                                   sizeof module##_far / sizeof module##_far[0] - 1,                   \
                                                   sizeof(struct module),                                              \
                                                   module##_now,                                                       \
                                                   sizeof module##_now / sizeof module##_now[0] - 1}

#define RTL_COUNT(type, bits) (sizeof(type) / RTL_ELEMENT_BYTES(bits))
/* A scalar is the smallest type that holds its width; a vector is a struct around an array of such scalars. */
#define RTL_IS_SCALAR(type)                                                                                            \
    _Generic((type){0}, _Bool : 1, uint8_t : 1, uint16_t : 1, uint32_t : 1, uint64_t : 1, default : 0)
#define RTL_CHECK(kind, ...) RTL_BY_CLASS(RTL_CHECK, kind, kind, __VA_ARGS__)
#define RTL_CHECK_WIRE(kind, type, name, bits, ...)                                                                    \
    _Static_assert(RTL_IS_SCALAR(type) ? RTL_COUNT(type, bits) == 1 : sizeof(type) % RTL_ELEMENT_BYTES(bits) == 0,     \
                   #name ": type and width disagree");
#define RTL_CHECK_POINTER(kind, ...) RTL_CHECK_##kind(kind, __VA_ARGS__)
#define RTL_CHECK_BUS RTL_CHECK_WIRE
#define RTL_CHECK_FAR RTL_NOTHING
#define RTL_CHECK_SEEN RTL_CHECK_WIRE
#define RTL_CHECK_DATA RTL_CHECK_WIRE
#define RTL_CHECK_PRIVATE RTL_CHECK_WIRE
#define RTL_CHECK_COUNTDOWN RTL_CHECK_WIRE
#define RTL_CHECK_COUNTER(kind, type, name, bits, ...)                                                                 \
    RTL_CHECK_WIRE(kind, type, name, bits, __VA_ARGS__)                                                                \
    _Static_assert((bits) == 32, #name ": counters have 32 bits (rtl_tick)");
#define RTL_CHECK_ROWS RTL_CHECK_WIRE
#define RTL_CHECK_FOLLOWING RTL_CHECK_WIRE

/* The 1 is the rows of a row that does not say how many, and a text that it does not have. */
#define RTL_TEXT(text, otherwise) _Generic((text), char * : (text), default : (otherwise))
#define RTL_ROW(kind, ...) RTL_BY_CLASS(RTL_ROW, kind, kind, __VA_ARGS__, 1, 1, 1)
#define RTL_ROW_WIRE(kind, type, name, bits, doc, ...)                                                                 \
    RTL_ENTRY(RTL_##kind, type, name, in.name, bits, doc, 1, NULL, NULL)
#define RTL_ROW_SEEN(kind, type, name, bits, doc, statistic, unit, ...)                                                \
    RTL_ENTRY(RTL_##kind, type, name, q.name, bits, doc, 1, RTL_TEXT(statistic, NULL), RTL_TEXT(unit, ""))
#define RTL_ROW_PRIVATE RTL_ROW_SEEN
#define RTL_ROW_DATA RTL_ROW_SEEN
#define RTL_ROW_COUNTDOWN RTL_ROW_SEEN
#define RTL_ROW_COUNTER(kind, type, name, bits, doc, statistic, unit, ...)                                             \
    RTL_ENTRY(RTL_##kind, type, name, q.name, bits, doc, 1, RTL_TEXT(statistic, #name), RTL_TEXT(unit, ""))
#define RTL_ROW_ROWS(kind, type, name, bits, doc, rows, ...)                                                           \
    RTL_ENTRY(RTL_##kind, type, name, name, bits, doc, rows, NULL, NULL)
#define RTL_ROW_POINTER(kind, ...) RTL_ROW_##kind(__VA_ARGS__)
#define RTL_ROW_BUS(type, name, bits, doc, rows, ...)                                                                  \
    RTL_ENTRY(RTL_BUS, type, name, in.name, bits, doc, rows, NULL, NULL)
#define RTL_ROW_FAR RTL_NOTHING
#define RTL_ROW_FOLLOWING RTL_NOTHING
#define RTL_FAR_ROW(kind, ...) RTL_WHEN_KIND(FAR, kind, RTL_ROW_BUS, __VA_ARGS__, 1, 1)
#define RTL_NOW_ROW(kind, ...) RTL_WHEN_KIND(NOW, kind, RTL_NOW_ENTRY, __VA_ARGS__)
#define RTL_NOW_ENTRY(type, name, bits, doc)                                                                           \
    {#name, "combinational: " doc, #type, RTL_NOW, bits, RTL_COUNT(type, bits), 1, 0, NULL, NULL},
#define RTL_ENTRY(kind, type, name, place, bits, doc, rows, statistic, unit)                                           \
    {#name, doc, #type, kind, bits, RTL_COUNT(type, bits), rows, offsetof(rtl_this, place), statistic, unit},

#endif
