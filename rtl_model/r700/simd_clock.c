/* simd_clock.c - the clock of a SIMD: who is awake, their next state, the edge; all made from simd.def and wires_*.h.
 *
 * A module looks at its events when a source of its wires has changed at the last edge, or when it was awake itself;
 * it is awake when an event is there or a register keeps it awake.  Everybody else holds its state. */
#include <assert.h>
#include <stdio.h>

#include "rtl_model/r700/wires_fetch.h"

/* ---- the modules as a table ------------------------------------------------------------------------------------- */

/* A member's functions, for its instance `i`. */
struct row {
    const char *const       *names; /* one each, or one pattern */
    unsigned                 first, count, name_count;
    size_t                   offset, size;
    const struct rtl_module *module;
    const struct rtl_wiring *wiring; /* or NULL */
    void (*sources)(unsigned i, uint64_t *set);
    uint64_t (*settle)(struct simd *simd, unsigned i);  /* nets: what may have changed */
    unsigned bits_of, bits;                             /* masks: the first instance that a bit stands for, how many */
    bool (*awake)(const struct simd *simd, unsigned i); /* modules, and the rest */
    bool (*step)(struct simd *simd, unsigned i, bool plain);
    void (*look)(struct simd *simd, unsigned i);
    void (*take)(struct simd *simd, unsigned i);
    bool (*clock)(struct simd *simd, unsigned i);
    bool takes;
};

/* constant_file and the like: nothing to do in a clock. */
#define NAMES(member, ...) static const char *const member##_names[] = {__VA_ARGS__};
#define NETS(type, member, count, ...) NAMES(member, __VA_ARGS__)
#define BITS(type, member, of, name) NAMES(member, name)
#define MODULE(type, member, name) NAMES(member, name)
#define MODULES(type, member, count, ...) NAMES(member, __VA_ARGS__)
#define PASSIVE(type, member, name) NAMES(member, name)
#include "rtl_model/r700/simd.def"

#define PLACE(type, member, member_count)                                                                              \
    .names = member##_names, .name_count = sizeof member##_names / sizeof member##_names[0], .first = AT_##member,     \
    .count = member_count, .offset = offsetof(struct simd, member), .size = sizeof(struct type), .module = &type##_rtl
#define CLOCKED(member)                                                                                                \
    .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources, .awake = simd_##member##_awake,             \
    .step = simd_##member##_step, .look = simd_##member##_look, .take = simd_##member##_take,                          \
    .clock = simd_##member##_clock, .takes = simd_##member##_takes

static const struct row rows[] = {
#define NETS(type, member, count, ...)                                                                                 \
    {PLACE(type, member, count), .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources,                \
     .settle = simd_##member##_settle},
#define BITS(type, member, of, name)                                                                                   \
    {PLACE(type, member, 1),                                                                                           \
     .wiring = &simd_##member##_wiring,                                                                                \
     .sources = simd_##member##_sources,                                                                               \
     .settle = simd_##member##_settle,                                                                                 \
     .bits_of = AT_##of,                                                                                               \
     .bits = COUNT_##of},
#define MODULE(type, member, name) {PLACE(type, member, 1), CLOCKED(member)},
#define MODULES(type, member, count, ...) {PLACE(type, member, count), CLOCKED(member)},
#define PASSIVE(type, member, name) {PLACE(type, member, 1)},
#include "rtl_model/r700/simd.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The row of each number. */
enum {
#define NETS(type, member, count, ...) ROW_##member,
#define BITS(type, member, of, name) ROW_##member,
#define MODULE(type, member, name) ROW_##member,
#define MODULES(type, member, count, ...) ROW_##member,
#define PASSIVE(type, member, name) ROW_##member,
#include "rtl_model/r700/simd.def"
};
static const uint8_t row_of[SIMD_MODULES] = {
#define NETS(type, member, count, ...) [AT_##member... LAST_##member] = ROW_##member,
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MODULE(type, member, name) NETS(type, member, 1, name)
#define MODULES(type, member, count, ...) NETS(type, member, count, __VA_ARGS__)
#define PASSIVE(type, member, name) NETS(type, member, 1, name)
#include "rtl_model/r700/simd.def"
};

/* ---- instances -------------------------------------------------------------------------------------------------- */

void *simd_module_state(struct simd *simd, unsigned number)
{
    assert(number < SIMD_MODULES);
    const struct row *row = &rows[row_of[number]];
    return (unsigned char *)simd + row->offset + (number - row->first) * row->size;
}

const struct rtl_wiring *simd_wiring(unsigned number)
{
    assert(number < SIMD_MODULES);
    return rows[row_of[number]].wiring;
}

unsigned simd_instances(struct simd *simd, const char *prefix, char (*paths)[SIMD_PATH], struct rtl_instance *instances)
{
    for (unsigned n = 0; n < SIMD_MODULES; n++) {
        const struct row *row = &rows[row_of[n]];
        const unsigned    i = n - row->first;
        const int         length = snprintf(paths[n], SIMD_PATH, "%s.", prefix);
        const int         more =
            snprintf(paths[n] + length, SIMD_PATH - (size_t)length, row->names[row->name_count > 1 ? i : 0], i);
        assert(length > 0 && more > 0 && length + more < SIMD_PATH);
        (void)more;
        instances[n] = (struct rtl_instance){paths[n], row->module, simd_module_state(simd, n)};
    }
    return SIMD_MODULES;
}

/* ---- who looks -------------------------------------------------------------------------------------------------- */

void simd_connect(struct simd *simd)
{
    for (unsigned n = 0; n < SIMD_MODULES; n++) {
        const struct row *row = &rows[row_of[n]];
        struct simd_set   sources = {{0}};
        if (!row->sources)
            continue;
        simd_set_add(&simd->all, n);
        if (row->settle)
            simd_set_add(&simd->nets, n);
        if (row->takes)
            simd_set_add(&simd->takes, n);
        row->sources(n - row->first, sources.word);
        for (unsigned source = 0; source < SIMD_MODULES; source++)
            if (simd_set_has(&sources, source))
                simd_set_add(&simd->wakes[source], n);
    }
    simd_touch(simd);
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

/* Calls `call` for the numbers of a set, upwards or in `order`. */
typedef void       visit(struct simd *simd, const struct row *row, unsigned number, void *context);
static inline void each(struct simd *simd, struct simd_set set, const uint8_t *order, visit *call, void *context)
{
    if (order) {
        for (unsigned k = 0; k < SIMD_MODULES; k++)
            if (simd_set_has(&set, order[k]))
                call(simd, &rows[row_of[order[k]]], order[k], context);
        return;
    }
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        for (uint64_t left = set.word[w]; left; left &= left - 1) {
            const unsigned number = w * 64 + (unsigned)__builtin_ctzll(left);
            call(simd, &rows[row_of[number]], number, context);
        }
}

static inline struct simd_set without(const struct simd_set *set, const struct simd_set *others)
{
    struct simd_set rest;
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        rest.word[w] = set->word[w] & ~others->word[w];
    return rest;
}

/* Whom masks wake: of the instances that their bits stand for, those whose bit has changed. */
static inline struct simd_set by_bits(const struct row *row, uint64_t changed, const struct simd_set *wakes)
{
    struct simd_set woken = *wakes;
    for (unsigned b = 0; b < row->bits; b++)
        if (!(changed >> b & 1))
            simd_set_remove(&woken, row->bits_of + b);
    return woken;
}

/* Nets come first in the list, each behind those that it names, so a change of one is seen by those behind it. */
void simd_wire(struct simd *simd)
{
    _Static_assert(AT_rotation <= 64, "nets are in the first word of a set");
    for (uint64_t left = simd->look.word[0] & simd->nets.word[0]; left;) {
        const unsigned    n = (unsigned)__builtin_ctzll(left);
        const struct row *row = &rows[row_of[n]];
        left &= left - 1;
        const uint64_t changed = row->settle(simd, n - row->first);
        if (changed) {
            const struct simd_set woken = row->bits ? by_bits(row, changed, &simd->wakes[n]) : simd->wakes[n];
            simd_set_join(&simd->look, &woken);
            left |= woken.word[0] & simd->nets.word[0];
        }
    }
}

void simd_look_at(struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    if (row->look)
        row->look(simd, number - row->first);
}

bool simd_looks(const struct simd *simd, unsigned number)
{
    return simd_set_has(&simd->look, number);
}

bool simd_is_awake(const struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    return row->awake && row->awake(simd, number - row->first);
}

void simd_clock_one(struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    if (!row->step)
        return;
    row->step(simd, number - row->first, true);
    row->take(simd, number - row->first);
    row->clock(simd, number - row->first);
}

size_t simd_module_bytes(unsigned number)
{
    return rows[row_of[number]].size;
}

void simd_look(struct simd *simd)
{
    for (unsigned n = AT_rotation; n < SIMD_MODULES; n++)
        simd_look_at(simd, n);
}

static inline void step(struct simd *simd, const struct row *row, unsigned number, void *awake)
{
    if (row->step(simd, number - row->first, simd->plain))
        simd_set_add(awake, number);
}

void simd_eval(struct simd *simd, const uint8_t *order)
{
    struct simd_set looks = without(&simd->look, &simd->nets), awake = {{0}};
    looks = without(&looks, &simd->replaced);
    each(simd, looks, order, step, &awake);
    simd->awake = awake;
}

static inline void take(struct simd *simd, const struct row *row, unsigned number, void *unused)
{
    (void)unused;
    row->take(simd, number - row->first);
}

/* Whoever names a module that changes as a source looks in the next clock. */
static inline void clock_edge(struct simd *simd, const struct row *row, unsigned number, void *look)
{
    if (row->clock(simd, number - row->first))
        simd_set_join(look, &simd->wakes[number]);
}

/* The two halves of the edge.  Those that were awake look again: an event may still be there. */
void simd_commit(struct simd *simd, const uint8_t *order)
{
    struct simd_set takes = simd->awake, look = simd->plain ? simd->all : simd->awake;
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        takes.word[w] &= simd->takes.word[w];
    each(simd, takes, order, take, NULL);
    each(simd, simd->awake, order, clock_edge, &look);
    simd->look = look;
}
