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
    void (*reads)(unsigned i, uint64_t *set);
    bool (*awake)(const struct simd *simd, unsigned i); /* modules, and the rest */
    void (*next)(struct simd *simd, unsigned i);
    void (*look)(struct simd *simd, unsigned i, bool lanes);
    void (*take)(struct simd *simd, unsigned i);
    bool (*clock)(struct simd *simd, unsigned i);
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
    .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources, .reads = simd_##member##_reads,             \
    .awake = simd_##member##_awake, .next = simd_##member##_next, .look = simd_##member##_look,                        \
    .take = simd_##member##_take, .clock = simd_##member##_clock

static const struct row rows[] = {
#define NETS(type, member, count, ...)                                                                                 \
    {PLACE(type, member, count), .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources,                \
     .reads = simd_##member##_reads},
#define BITS(type, member, of, name) NETS(type, member, 1, name)
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
        struct simd_set   sources = {{0}}, reads = {{0}};
        simd_set_add(&simd->every, n);
        if (!row->sources)
            continue;
        simd_set_add(&simd->all, n);
        row->sources(n - row->first, sources.word);
        row->reads(n - row->first, reads.word);
        for (unsigned source = 0; source < SIMD_MODULES; source++) {
            if (simd_set_has(&sources, source))
                simd_set_add(&simd->wakes[source], n);
            if (simd_set_has(&reads, source))
                simd_set_add(&simd->shows[source], n);
        }
    }
    simd_touch(simd);
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

/* The instances of a member that are in a set, instance 0 in bit 0.  The numbers are constants. */
static inline uint64_t instances_in(const struct simd_set *set, unsigned first, unsigned count)
{
    uint64_t left = set->word[first / 64] >> first % 64;
    if (first % 64 + count > 64)
        left |= set->word[first / 64 + 1] << (64 - first % 64);
    return left & UINT64_MAX >> (64 - count);
}
#define EACH(member, i, set)                                                                                           \
    for (uint64_t left = instances_in(set, AT_##member, COUNT_##member), i = 0; left && (i = lowest(left), true);      \
         left &= left - 1)
static inline uint64_t lowest(uint64_t bits)
{
    return (uint64_t)__builtin_ctzll(bits);
}

/* Those whom masks wake: of the instances that their bits stand for, only those whose bit has changed. */
static inline struct simd_set by_bits(const struct simd_set *wakes, unsigned first, unsigned count, uint64_t changed)
{
    struct simd_set woken = *wakes;
    for (unsigned b = 0; b < count; b++)
        if (!(changed >> b & 1))
            simd_set_remove(&woken, first + b);
    return woken;
}

/* Those that rest while groups go by rows (simd_rows.h). */
#define BACK(MEMBER) MEMBER(enter) MEMBER(operands) MEMBER(slot) MEMBER(wide) MEMBER(predicate) MEMBER(ar) MEMBER(back)

static void without_back(struct simd_set *set)
{
#define REST(member)                                                                                                   \
    for (unsigned n = AT_##member; n <= LAST_##member; n++)                                                            \
        simd_set_remove(set, n);
    BACK(REST)
}

/* Nets stand in the list behind those that they name, so a change of one is seen by those behind it. */
void simd_wire(struct simd *simd)
{
    struct simd_set *look = &simd->look;
    simd_rows_plan(simd);
    if (simd_rows_carry(simd))
        without_back(look);
#define NETS(type, member, count, ...)                                                                                 \
    EACH (member, i, look)                                                                                             \
        if (simd_##member##_settle(simd, (unsigned)i)) {                                                               \
            simd_set_join(look, &simd->wakes[AT_##member + i]);                                                        \
            simd_set_add(&simd->shown.changed, AT_##member + (unsigned)i);                                             \
        }
#define BITS(type, member, of, name)                                                                                   \
    EACH (member, i, look) {                                                                                           \
        const uint64_t changed = simd_##member##_settle(simd, (unsigned)i);                                            \
        if (changed) {                                                                                                 \
            const struct simd_set woken = by_bits(&simd->wakes[AT_##member], AT_##of, COUNT_##of, changed);            \
            simd_set_join(look, &woken);                                                                               \
            simd->shown.bits[BITS_##member] |= changed;                                                                \
        }                                                                                                              \
    }
#include "rtl_model/r700/simd.def"
}

static void look_at(struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    if (row->look)
        row->look(simd, number - row->first, true);
}

/* Brings those that rest up to the present, their nets too. */
static void wake_back(struct simd *simd)
{
    if (!simd_rows_carry(simd))
        return;
    simd_rows_show(simd);
    simd_enter_settle(simd, 0);
    simd_operands_settle(simd, 0);
}

void simd_look_at(struct simd *simd, unsigned number)
{
    wake_back(simd);
    look_at(simd, number);
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
    if (!row->next)
        return;
    row->next(simd, number - row->first);
    row->take(simd, number - row->first);
    row->clock(simd, number - row->first);
}

size_t simd_module_bytes(unsigned number)
{
    return rows[row_of[number]].size;
}

void simd_look(struct simd *simd)
{
    wake_back(simd);
    for (unsigned n = AT_rotation; n < SIMD_MODULES; n++)
        look_at(simd, n);
}

/* What changes shows in the wires of all that name it. */
static void add_shows(const struct simd *simd, const struct simd_shown *shown, struct simd_set *wires)
{
    *wires = (struct simd_set){{0}};
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        for (uint64_t left = shown->changed.word[w]; left; left &= left - 1) {
            const unsigned n = w * 64 + (unsigned)lowest(left);
            simd_set_join(wires, &simd->shows[n]);
            if (n < AT_rotation) /* a net */
                simd_set_add(wires, n);
        }
#define BITS(type, member, of, name)                                                                                   \
    if (shown->bits[BITS_##member]) {                                                                                  \
        const struct simd_set woken =                                                                                  \
            by_bits(&simd->shows[AT_##member], AT_##of, COUNT_##of, shown->bits[BITS_##member]);                       \
        simd_set_join(wires, &woken);                                                                                  \
        simd_set_add(wires, AT_##member);                                                                              \
    }
#include "rtl_model/r700/simd.def"
}

/* Those that rest are not noted when they change: in each clock all of them may have. */
static void show_back(struct simd *simd)
{
    if (!simd_rows_carry(simd))
        return;
    wake_back(simd);
#define STIRS(member)                                                                                                  \
    for (unsigned n = AT_##member; n <= LAST_##member; n++) {                                                          \
        simd_set_add(&simd->shown.moved, n);                                                                           \
        simd_set_add(&simd->shown.changed, n);                                                                         \
    }
    BACK(STIRS)
}

void simd_show(struct simd *simd, bool lanes, struct simd_set *wires, struct simd_set *registers)
{
    show_back(simd);
    const struct simd_shown shown = simd->shown;
    memset(&simd->shown, 0, sizeof simd->shown);
    if (shown.all) {
        *wires = *registers = simd->every;
    } else {
        *registers = shown.moved;
        add_shows(simd, &shown, wires);
    }
#define MODULE(type, member, name) MODULES(type, member, 1, name)
#define MODULES(type, member, count, ...)                                                                              \
    EACH (member, i, wires)                                                                                            \
        simd_##member##_look(simd, (unsigned)i, lanes);
#include "rtl_model/r700/simd.def"
}

/* In another order than the list's, for tests: the same through the table. */
static void eval_in_order(struct simd *simd, const struct simd_set *looks, const uint8_t *order, struct simd_set *awake)
{
    for (unsigned k = 0; k < SIMD_MODULES; k++) {
        const unsigned    n = order[k];
        const struct row *row = &rows[row_of[n]];
        if (!row->next || !simd_set_has(looks, n) || (!simd->plain && !row->awake(simd, n - row->first)))
            continue;
        simd_set_add(awake, n);
        row->next(simd, n - row->first);
    }
}

void simd_eval(struct simd *simd, const uint8_t *order)
{
    struct simd_set looks, awake = {{0}};
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        looks.word[w] = simd->look.word[w] & ~simd->replaced.word[w];
    simd_rows_enter(simd);
    if (simd_rows_carry(simd))
        without_back(&looks);
    if (order) {
        eval_in_order(simd, &looks, order, &awake);
    } else {
#define MODULE(type, member, name) MODULES(type, member, 1, name)
#define MODULES(type, member, count, ...)                                                                              \
    EACH (member, i, &looks)                                                                                           \
        if (simd->plain || simd_##member##_awake(simd, (unsigned)i)) {                                                 \
            simd_set_add(&awake, AT_##member + (unsigned)i);                                                           \
            simd_##member##_next(simd, (unsigned)i);                                                                   \
        }
#include "rtl_model/r700/simd.def"
    }
    simd->awake = awake;
}

static void take_in_order(struct simd *simd, const uint8_t *order)
{
    for (unsigned k = 0; k < SIMD_MODULES; k++) {
        const unsigned    n = order[k];
        const struct row *row = &rows[row_of[n]];
        if (simd_set_has(&simd->awake, n))
            row->take(simd, n - row->first);
    }
}

static void clock_in_order(struct simd *simd, const uint8_t *order, struct simd_set *look)
{
    for (unsigned k = 0; k < SIMD_MODULES; k++) {
        const unsigned    n = order[k];
        const struct row *row = &rows[row_of[n]];
        if (simd_set_has(&simd->awake, n) && row->clock(simd, n - row->first)) {
            simd_set_join(look, &simd->wakes[n]);
            simd_set_add(&simd->shown.changed, n);
        }
    }
}

/* The two halves of the edge.  Whoever names a module that changes as a source looks in the next clock, and so do those
 * that were awake: an event may still be there. */
void simd_commit(struct simd *simd, const uint8_t *order)
{
    struct simd_set look = simd->plain ? simd->all : simd->awake;
    if (order) {
        take_in_order(simd, order);
        if (simd_rows_carry(simd))
            simd_rows_take(simd);
        clock_in_order(simd, order, &look);
    } else {
#define MODULE(type, member, name) MODULES(type, member, 1, name)
#define MODULES(type, member, count, ...)                                                                              \
    if (simd_##member##_takes)                                                                                         \
        EACH (member, i, &simd->awake)                                                                                 \
            simd_##member##_take(simd, (unsigned)i);
#include "rtl_model/r700/simd.def"
        if (simd_rows_carry(simd))
            simd_rows_take(simd);
#define MODULE(type, member, name) MODULES(type, member, 1, name)
#define MODULES(type, member, count, ...)                                                                              \
    EACH (member, i, &simd->awake)                                                                                     \
        if (simd_##member##_clock(simd, (unsigned)i)) {                                                                \
            simd_set_join(&look, &simd->wakes[AT_##member + i]);                                                       \
            simd_set_add(&simd->shown.changed, AT_##member + (unsigned)i);                                             \
        }
#include "rtl_model/r700/simd.def"
    }
    if (simd_rows_clock(simd))
        simd_set_join(&look, &simd->wakes[AT_back]);
    simd->look = look;
    simd_set_join(&simd->shown.moved, &simd->awake);
}
