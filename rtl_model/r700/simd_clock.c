/* simd_clock.c - the clock of a SIMD: who is awake, their next state, the edge; all made from simd.def and wires_*.h.
 *
 * A module looks at its events when a source of its wires has changed at the last edge, or when it was awake itself;
 * it is awake when an event is there or a register keeps it awake.  Everybody else holds its state. */
#include <assert.h>
#include <string.h>

#include "kit/text.h"
#include "rtl_model/r700/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

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
    bool takes, by_events;
    bool (*awake)(const struct simd *simd, unsigned i); /* modules, and the rest */
    void (*next)(struct simd *simd, unsigned i);
    void (*look)(struct simd *simd, unsigned i, bool lanes);
    void (*take)(struct simd *simd, unsigned i);
    bool (*clock)(struct simd *simd, unsigned i);
};

/* constant_file and the like: nothing to do in a clock. */
#define NAMES(member, ...) static const char *const member##_names[] = {__VA_ARGS__};
#define MEMBERS(type, member, count, ...) NAMES(member, __VA_ARGS__)
#include "rtl_model/r700/simd.def"

#define PLACE(type, member, member_count)                                                                              \
    .names = member##_names, .name_count = sizeof member##_names / sizeof member##_names[0], .first = AT_##member,     \
    .count = member_count, .offset = offsetof(struct simd, member), .size = sizeof(struct type), .module = &type##_rtl
#define CLOCKED(member)                                                                                                \
    .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources, .reads = simd_##member##_reads,             \
    .takes = simd_##member##_takes, .by_events = simd_##member##_by_events, .awake = simd_##member##_awake,            \
    .next = simd_##member##_next, .look = simd_##member##_look, .take = simd_##member##_take,                          \
    .clock = simd_##member##_clock

static const struct row rows[] = {
#define NETS(type, member, count, ...)                                                                                 \
    {PLACE(type, member, count), .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources,                \
     .reads = simd_##member##_reads},
#define BITS(type, member, of, name) NETS(type, member, 1, name)
#define MASKS(type, member, of, name) NETS(type, member, 1, name)
#define MODULE(type, member, name) {PLACE(type, member, 1), CLOCKED(member)},
#define MODULES(type, member, count, ...) {PLACE(type, member, count), CLOCKED(member)},
#define PASSIVE(type, member, name) {PLACE(type, member, 1)},
#include "rtl_model/r700/simd.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The row of each number. */
enum {
#define MEMBERS(type, member, count, ...) ROW_##member,
#include "rtl_model/r700/simd.def"
};
static const uint8_t row_of[SIMD_MODULES] = {
#define MEMBERS(type, member, count, ...) [AT_##member... LAST_##member] = ROW_##member,
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
    const size_t length = strlen(prefix);
    for (unsigned n = 0; n < SIMD_MODULES; n++) {
        const struct row *row = &rows[row_of[n]];
        const unsigned    i = n - row->first;
        assert(length + 1 < SIMD_PATH);
        memcpy(paths[n], prefix, length);
        paths[n][length] = '.';
        text_numbered(paths[n] + length + 1, SIMD_PATH - length - 1, row->names[row->name_count > 1 ? i : 0], i);
        instances[n] = (struct rtl_instance){paths[n], row->module, simd_module_state(simd, n)};
    }
    return SIMD_MODULES;
}

/* ---- who looks -------------------------------------------------------------------------------------------------- */

/* Adds a number to the sets of its sources, bits of `sources`. */
static void add_to(struct simd_set sets[SIMD_MODULES], uint64_t sources[SIMD_SET_WORDS], unsigned number)
{
    for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
        for (uint64_t left = sources[w]; left; left &= left - 1) {
            const unsigned source = 64 * w + (unsigned)__builtin_ctzll(left);
            if (source < SIMD_MODULES) /* what is outside never changes */
                simd_set_add(&sets[source], number);
        }
}

void simd_connect(struct simd *simd)
{
    for (unsigned n = 0; n < SIMD_MODULES; n++) {
        const struct row *row = &rows[row_of[n]];
        uint64_t          sources[SIMD_SET_WORDS] = {0}, reads[SIMD_SET_WORDS] = {0};
        simd_set_add(&simd->every, n);
        if (!row->sources)
            continue;
        simd_set_add(&simd->all, n);
        if (row->takes)
            simd_set_add(&simd->takers, n);
        if (row->by_events)
            simd->by_events |= module_bit(n);
        row->sources(n - row->first, sources);
        row->reads(n - row->first, reads);
        add_to(simd->wakes, sources, n);
        add_to(simd->shows, reads, n);
    }
    simd_show_connect(simd);
    simd_straight_connect(simd);
    simd_touch(simd);
}

/* ---- sets ------------------------------------------------------------------------------------------------------- */

/* Those that rest until any source of their wires changes. */
static inline module_bits_t by_wires(const struct simd *simd)
{
    return simd->rests.modules & ~simd->by_events;
}

/* Whoever has a net that changes looks; of those that rest until then, whoever has anything of it. */
static void wake(struct simd *simd, unsigned net, struct simd_set *look)
{
    simd_set_join(look, &simd->wakes[net]);
    look->modules |= simd->shows[net].modules & by_wires(simd);
    simd_set_join(&simd->stirred, &simd->shows[net]);
    simd_set_add(&simd->shown.changed, net);
}

static void wake_by_bits(struct simd *simd, unsigned net, unsigned first, unsigned count, uint64_t changed)
{
    const struct simd_set woken = by_bits(&simd->wakes[net], first, count, changed),
                          shows = by_bits(&simd->shows[net], first, count, changed);
    simd->look.nets |= woken.nets;
    simd->look.modules |= woken.modules | (shows.modules & by_wires(simd));
    simd_set_join(&simd->stirred, &shows);
}

/* ---- those that rest -------------------------------------------------------------------------------------------- */

/* A module may rest in a machine that goes by rows: there whoever looks brings everything up to the present. */
static bool may_rest(const struct simd *simd)
{
    return simd_rows_carry(simd);
}

void simd_touch(struct simd *simd)
{
    EACH_IN (n, &simd->rests)
        simd_rise(simd, (unsigned)n);
    simd->first_alarm = UINT64_MAX;
    simd_rows_drop(&simd->rows);
    simd_sleep_forget(&simd->sleep);
    simd_straight_end(simd);
    simd->straight.pause = 0;
    simd->look = simd->all;
    simd->changed = simd->every;
    simd->shown.all = true;
}

/* The net is what the rest know of it. */
void simd_told(struct simd *simd)
{
    const struct dispatcher_reg *says = simd->above.dispatcher;
    simd_set_add(&simd->look, AT_launch);
    if (simd->bare.rows && says->launch && says->simd == simd->above.number)
        simd_bare_give(simd, says->base, says->size);
}

void simd_answered(struct simd *simd)
{
    simd_set_add(&simd->look, AT_answer);
}

/* ---- the clock -------------------------------------------------------------------------------------------------- */

/* A member as bits of a set. */
#define IS_NET(member) ((int)AT_##member < (int)SIMD_FIRST_MODULE)
#define BITS_OF(member) ((UINT64_C(1) << COUNT_##member) - 1)
#define NETS_OF(member) | (IS_NET(member) ? BITS_OF(member) << AT_##member % SIMD_FIRST_MODULE : 0)
#define MODULES_OF(member) | (IS_NET(member) ? 0 : MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member))

static void without_back(struct simd_set *set)
{
    set->nets &= ~(UINT64_C(0) BACK(NETS_OF));
    set->modules &= ~((module_bits_t)0 BACK(MODULES_OF));
}

/* Of the instances of a member, those that have changed at the last edge, a bit each. */
static uint64_t changed_of(const struct simd *simd, unsigned first, unsigned count)
{
    return (uint64_t)(simd->changed.modules >> (first - SIMD_FIRST_MODULE)) & UINT64_MAX >> (64 - count);
}

static void settle(struct simd *simd, unsigned number)
{
    switch (number) {
#define NETS(type, member, count, ...)                                                                                 \
    BY_MEMBER(member, if (simd_##member##_settle(simd, i)) wake(simd, number, &simd->look); break)
#define BITS(type, member, of, name)                                                                                   \
    BY_MEMBER(member, const uint64_t changed = simd_##member##_settle(simd, i);                                        \
              simd->shown.bits[BITS_##member] |= changed;                                                              \
              if (changed) wake_by_bits(simd, number, AT_##of, COUNT_##of, changed); break)
#define MASKS(type, member, of, name)                                                                                  \
    BY_MEMBER(member, if (simd_##member##_settle(simd, changed_of(simd, AT_##of, COUNT_##of)))                         \
                          wake(simd, number, &simd->look);                                                             \
              break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

/* Operands are read by rows, too, unless each lane has its own. */
static void without_reads(struct simd *simd, struct simd_set *set)
{
    if (!simd->hidden)
        return;
    simd_set_remove(set, AT_reads);
    if (simd->rows.by_lane) {
        simd_set_add(set, AT_reads);
        simd_set_add(set, AT_fetch);
    } else {
        simd_set_remove(set, AT_fetch);
    }
}

/* Nets stand in the list behind those that they name, so a change of one is seen by those behind it. */
void simd_wire(struct simd *simd)
{
    uint64_t left = UINT64_MAX;
    if (simd->straight.now && simd_straight_goes_on(simd))
        return;
    simd_rows_plan(simd);
    if (simd_rows_carry(simd)) {
        simd->rows.by_lane = simd->hidden && simd_rows_reads_by_lane(simd);
        without_back(&simd->look);
        without_reads(simd, &simd->look);
    }
    while (simd->look.nets & left) {
        const uint64_t number = lowest(simd->look.nets & left);
        left &= ~((uint64_t)1 << number); /* nobody twice */
        settle(simd, (unsigned)number);
    }
    if (simd->hidden && !(simd->awake.modules & simd->straight.strangers))
        simd_straight_begin(simd);
}

static void look_at(struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    if (row->look)
        row->look(simd, number - row->first, true);
}

/* Brings those that rest up to the present, and those that do nothing, their nets too. */
void simd_look_at_registers(struct simd *simd)
{
    EACH_IN (n, &simd->rests)
        simd_tick(simd, (unsigned)n);
    if (!simd_rows_carry(simd))
        return;
    simd_rows_show(simd);
    simd_enter_settle(simd, 0);
    simd_operands_settle(simd, 0);
}

static void show_all(struct simd *simd)
{
    if (simd->bare.rows)
        simd_bare_end(simd);
    simd_look_at_registers(simd);
}

void simd_look_at(struct simd *simd, unsigned number)
{
    show_all(simd);
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
    show_all(simd);
    for (unsigned n = AT_rotation; n < SIMD_MODULES; n++)
        look_at(simd, n);
}

static void note_event(struct simd *simd, unsigned number, bool event)
{
    simd->evented |= (module_bits_t)event << (number - SIMD_FIRST_MODULE);
}

/* True when the module takes this clock's edge. */
static bool next(struct simd *simd, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, const bool event = simd_##member##_event(simd, i);                                               \
              if (!event && !type##_busy(&RTL_AT(type, simd, member, i)->q) && !simd->plain) return false;             \
              if (type##_by_events) note_event(simd, number, event); simd_##member##_next(simd, i); return true)
#include "rtl_model/r700/simd.def"
    default:
        return false;
    }
}

/* Modules, one after the other: by `order`, which lists all numbers, or with NULL as they stand in the list.  One loop
 * for both, so that what is done with each is compiled into it. */
struct walk {
    module_bits_t  left;
    const uint8_t *order;
    unsigned       number;
};

static inline bool walk_on(struct walk *walk)
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

void simd_eval(struct simd *simd, const uint8_t *order)
{
    struct simd_set looks = {0, simd_rise_some(simd, simd->look.modules & ~simd->replaced.modules)};
    simd->evented = 0;
    simd_rows_enter(simd);
    if (simd->straight.now) {
        looks.modules &= simd->straight.strangers;
        simd_straight_next(simd);
    }
    if (simd_rows_carry(simd)) {
        without_back(&looks);
        without_reads(simd, &looks);
    }
    module_bits_t awake = 0;
    EACH_ORDERED (looks.modules, order)
        if (next(simd, walk.number))
            awake |= module_bit(walk.number);
    simd->awake = (struct simd_set){0, awake};
}

static void take_one(struct simd *simd, unsigned number)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, simd_##member##_take(simd, i); break)
#include "rtl_model/r700/simd.def"
    default:
        break;
    }
}

static enum rtl_edge edge_of(struct simd *simd, unsigned number, unsigned may, uint64_t *rest)
{
    switch (number) {
#define MODULE(type, member, name) BY_MEMBER(member, return simd_##member##_edge(simd, i, may, rest))
#include "rtl_model/r700/simd.def"
    default:
        return RTL_PRIVATE_EDGE;
    }
}

/* Modules that may rest: nothing that they go by has changed. */
static module_bits_t left_alone(const struct simd *simd)
{
    return may_rest(simd) ? ~((simd->by_events & simd->evented) | (~simd->by_events & simd->stirred.modules)) : 0;
}

/* Whoever has been awake looks in the next clock, for an event may still be there; but not a module that rests. */
static void clock_one(struct simd *simd, unsigned number, module_bits_t alone, struct simd_set *look,
                      struct simd_set *fed)
{
    unsigned may = (unsigned)(alone >> (number - SIMD_FIRST_MODULE)) & RTL_MAY_REST;
    uint64_t rest = 0;
    if (!simd->sleep.event) {
        may |= RTL_MAY_IDLE;
        simd_sleep_note(simd, number);
    }
    const enum rtl_edge edge = edge_of(simd, number, may, &rest);
    simd->sleep.event |= edge != RTL_IDLE_EDGE && number != AT_rotation;
    if (edge == RTL_SEEN_EDGE) {
        simd_set_join(look, &simd->wakes[number]);
        simd_set_join(fed, &simd->shows[number]);
        simd_set_add(&simd->changed, number);
    } else if (edge == RTL_STILL_EDGE) {
        simd_lie_down(simd, number, rest);
    }
}

#define OF_WAVES MODULE_BITS_OF((unsigned)AT_waves, COUNT_waves)

/* The two halves of the edge.  Whoever names a module that changes as a source looks in the next clock. */
void simd_commit(struct simd *simd, const uint8_t *order)
{
    const module_bits_t alone = left_alone(simd);
    struct simd_set     look = {0, 0}, fed = {0, 0};
    simd_sleep_begin(simd);
    simd->sleep.event |= !may_rest(simd) || simd->straight.now;
    EACH_ORDERED (simd->awake.modules & simd->takers.modules, order)
        take_one(simd, walk.number);
    if (simd->hidden)
        simd_rows_read(simd);
    if (simd_rows_carry(simd))
        simd_rows_take(simd);
    simd->changed = (struct simd_set){0, 0};
    if (simd->straight.now)
        simd_straight_edge(simd);
    EACH_ORDERED (simd->awake.modules, order)
        clock_one(simd, walk.number, alone, &look, &fed);
    if (simd_rows_clock(simd) && !simd->straight.now) {
        simd_set_join(&look, &simd->wakes[AT_back]);
        simd_set_join(&fed, &simd->shows[AT_back]);
        simd_set_add(&simd->shown.changed, AT_back);
    }
    simd->clock++;
    simd_sleep_end(simd);
    simd->stirred = fed;
    look.modules |= (simd->awake.modules & ~simd->rests.modules) | (fed.modules & by_wires(simd));
    simd->look = simd->plain ? simd->all : look;
    simd_set_join(&simd->shown.moved, &simd->awake);
    simd_set_join(&simd->shown.changed, &simd->changed);
    if (simd->straight.now) /* the chip hears of who has ended */
        simd->awake.modules |= simd->changed.modules & OF_WAVES;
    if (simd->plain)
        simd->changed = simd->every;
}

/* ---- while nobody looks ------------------------------------------------------------------------------------------ */

void simd_hide(struct simd *simd)
{
    simd->rows.possible = simd_rows_possible(simd);
    simd->rows.read = (uint8_t)(rotation_quarter(&simd->rotation) % (READ_CYCLES + 1));
    simd->hidden = true;
}

bool simd_turn(struct simd *simd)
{
    static const module_bits_t  rotation = (module_bits_t)1 << (AT_rotation - SIMD_FIRST_MODULE);
    const struct alu_issue_reg *even = &simd->issue[0].q, *odd = &simd->issue[1].q;
    if (simd->straight.now && !simd->look.modules && simd->clock < simd->first_alarm) {
        simd_straight_clock(simd);
        return true;
    }
    if (simd->look.modules != rotation || simd->clock >= simd->first_alarm || simd->rows.flies || simd->rows.slow ||
        even->reading | even->executing | odd->reading | odd->executing)
        return false;
    simd_sleep_begin(simd);
    simd_rotation_next(simd, 0);
    simd_rotation_clock(simd, 0);
    simd->awake = simd->changed = (struct simd_set){0, rotation};
    simd->stirred = simd->shows[AT_rotation];
    simd->look = simd->wakes[AT_rotation];
    simd->look.modules |= rotation | (simd->stirred.modules & by_wires(simd));
    simd->rows.read = 0;
    simd->evented = 0;
    simd->clock++;
    simd->sleep.streak++;
    return true;
}

/* The net of reads stands for no clock: whoever looks at it sees a change. */
void simd_unhide(struct simd *simd)
{
    simd_rows_read_by_now(simd);
    simd_straight_end(simd);
    simd->straight.never = false;
    memset(&simd->reads, 0, sizeof simd->reads);
    simd->hidden = false;
    simd->shown.all = true;
}
