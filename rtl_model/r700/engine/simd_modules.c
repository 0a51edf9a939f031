/* simd_modules.c - the modules of a SIMD as a table, made from simd.def and wires_*.h: instances, which module wakes
 * which, and single modules for observers and checks. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"
#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

/* ---- the modules as a table -------------------------------------------------------------------------------------- */

/* A member's functions, for its instance `i`. */
struct row {
    const char *const       *names; /* one each, or one pattern */
    unsigned                 first, count, name_count;
    size_t                   offset, size;
    const struct rtl_module *module;
    const struct rtl_wiring *wiring; /* or NULL */
    bool                     phased; /* nets */
    bool (*in_phase)(unsigned phase, unsigned i);
    void (*sources)(unsigned i, uint64_t *set);
    void (*reads)(unsigned i, uint64_t *set);
    void (*ons)(unsigned i, rtl_on_t *on, void *context);
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
    .ons = simd_##member##_ons, .takes = simd_##member##_takes, .by_events = simd_##member##_by_events,                \
    .awake = simd_##member##_awake, .next = simd_##member##_next, .look = simd_##member##_look,                        \
    .take = simd_##member##_take, .clock = simd_##member##_clock

static const struct row rows[] = {
#define NETS(type, member, count, ...)                                                                                 \
    {PLACE(type, member, count),          .wiring = &simd_##member##_wiring, .sources = simd_##member##_sources,       \
     .reads = simd_##member##_reads,      .ons = simd_##member##_ons,        .phased = simd_##member##_phased,         \
     .in_phase = simd_##member##_in_phase},
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

/* ---- instances --------------------------------------------------------------------------------------------------- */

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

/* ---- modules that look ------------------------------------------------------------------------------------------- */

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

/* In which phases nets are looked at. */
static void connect_phases(struct simd *simd)
{
    for (unsigned n = 0; n < SIMD_NETS; n++)
        for (unsigned phase = 0; rows[row_of[n]].phased && phase < ROTATION_CLOCKS; phase++) {
            const struct row *row = &rows[row_of[n]];
            const unsigned    before = (phase + ROTATION_CLOCKS - 1) % ROTATION_CLOCKS, i = n - row->first;
            const bool        looks = row->in_phase(phase, i) || row->in_phase(before, i);
            *(looks ? &simd->phased[phase] : &simd->idle[phase]) |= UINT64_C(1) << n;
        }
}

/* The reader whose sources ON are being listed. */
struct reader {
    struct simd *simd;
    unsigned     number;
};
static void connect_on(void *context, unsigned source, size_t offset)
{
    const struct reader *reader = context;
    struct simd         *simd = reader->simd;
    const size_t at = (size_t)((unsigned char *)simd_module_state(simd, source) - (unsigned char *)simd) + offset;
    unsigned     n = 0;
    while (simd->on[n].source != SIMD_MODULES && simd->on[n].at != at) {
        n++;
        assert(n < SIMD_ONS);
    }
    simd->on[n].source = (uint8_t)source;
    simd->on[n].at = at;
    simd_set_add(&simd->on[n].wakes, reader->number);
    simd->has_on |= module_bit(source);
}

static int by_source(const void *a, const void *b)
{
    return ((const struct simd_on *)a)->source - ((const struct simd_on *)b)->source;
}

/* Those of one source stand side by side. */
static void order_ons(struct simd *simd)
{
    qsort(simd->on, SIMD_ONS, sizeof simd->on[0], by_source);
    for (unsigned n = SIMD_ONS; n-- > 0;)
        if (simd->on[n].source != SIMD_MODULES)
            simd->on_of[simd->on[n].source] = (uint8_t)n;
}

void simd_connect(struct simd *simd)
{
    connect_phases(simd);
    for (unsigned n = 0; n <= SIMD_ONS; n++)
        simd->on[n].source = SIMD_MODULES;
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
        row->ons(n - row->first, connect_on, &(struct reader){simd, n});
        add_to(simd->wakes, sources, n);
        add_to(simd->shows, reads, n);
    }
    order_ons(simd);
    simd_touch(simd);
}

/* ---- what a SIMD is told ----------------------------------------------------------------------------------------- */

void simd_touch(struct simd *simd)
{
    simd_rise_all(simd);
    simd_rows_drop(&simd->rows);
    simd_sleep_forget(&simd->sleep);
    simd->look = simd->all;
    simd->changed = simd->every;
    simd->shown.all = simd->anew = simd->touched = true;
    for (unsigned n = 0; n < SIMD_ONS; n++)
        simd->on[n].was = true;
}

/* All other modules see the launch as a net. */
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

/* ---- for observers and checks ------------------------------------------------------------------------------------ */

static void look_at(struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    if (row->look)
        row->look(simd, number - row->first, true);
    simd->same_in = 0;
}

/* Brings up to the present all modules that rest, and modules and nets replaced by rows. */
void simd_look_at_registers(struct simd *simd)
{
    EACH_MODULE (n, simd->rests)
        simd_tick(simd, (unsigned)n);
    simd_rows_look(simd, true);
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
    return number == AT_PHASE || simd_set_has(&simd->look, number);
}

bool simd_is_awake(const struct simd *simd, unsigned number)
{
    const struct row *row = &rows[row_of[number]];
    return row->awake && row->awake(simd, number - row->first);
}

void simd_clock_some(struct simd *simd, module_bits_t modules)
{
    EACH_MODULE (n, modules)
        rows[row_of[n]].next(simd, (unsigned)n - rows[row_of[n]].first);
    EACH_MODULE (n, modules)
        rows[row_of[n]].take(simd, (unsigned)n - rows[row_of[n]].first);
    EACH_MODULE (n, modules)
        rows[row_of[n]].clock(simd, (unsigned)n - rows[row_of[n]].first);
}

void simd_clock_one(struct simd *simd, unsigned number)
{
    if (rows[row_of[number]].next)
        simd_clock_some(simd, module_bit(number));
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
