/* simd_show.c - a SIMD for an observer of every clock: drives the wires that may have changed since the clock before,
 * and names them and the registers that may have changed. */
#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_texture.h"

/* ---- counters of modules that rest ------------------------------------------------------------------------------ */

/* Whether counters move, or could: signals longer than a quarter wavefront are shown with
 * lanes only.  `differ`: some register's next state is another. */
static bool any_counts(const struct rtl_module *module, const void *state, bool differ, bool lanes)
{
    if (!differ)
        return false;
    for (unsigned s = 0; s < module->signal_count; s++) {
        const struct rtl_signal   *signal = &module->signals[s];
        const size_t               bytes = signal->count * (size_t)RTL_ELEMENT_BYTES(signal->bits);
        const unsigned char *const q = (const unsigned char *)state + signal->offset;
        if ((signal->kind == RTL_STAT || signal->kind == RTL_DOWN) && (lanes || bytes < sizeof(quarter_t)) &&
            rtl_differ(q, q + module->next_state, bytes))
            return true;
    }
    return false;
}

static bool counts(const struct simd *simd, unsigned number, bool lanes)
{
    switch (number) {
#define MODULE(type, member, name)                                                                                     \
    BY_MEMBER(member, const struct type *m = RTL_AT_CONST(type, simd, member, i);                                      \
              return type##_rows_count(m) ||                                                                           \
                     any_counts(&type##_rtl, m, memcmp(&m->q, &m->d, sizeof m->q) != 0, lanes))
#include "rtl_model/r700/simd.def"
    default:
        return false;
    }
}

/* Most resting modules count nothing that is shown.  A module that was awake since the last time may rest anew. */
static void show_rests(struct simd *simd, bool lanes)
{
    struct simd_follow *follow = &simd->follow;
    const module_bits_t rests = simd->rests & ~follow->no_registers.modules,
                        known = lanes == follow->lanes ? follow->rests & ~simd->shown.moved.modules : 0;
    follow->counting.modules &= rests & known;
    follow->rests = rests;
    EACH_MODULE (n, rests & ~known)
        if (counts(simd, (unsigned)n, lanes))
            simd_set_add(&follow->counting, (unsigned)n);
    EACH_MODULE (n, follow->counting.modules)
        simd_tick(simd, (unsigned)n);
    simd_set_join(&simd->shown.moved, &follow->counting);
}

/* ---- wires ------------------------------------------------------------------------------------------------------ */

/* The instances of a member as bits of a set's word. */
#define ALL_OF(member) MODULE_BITS_OF(AT_##member, COUNT_##member)

/* What changes shows in the wires of all that name it; of nets it is known whether they have changed themselves. */
static void add_shows(const struct simd *simd, struct simd_set *wires)
{
    const struct simd_shown *shown = &simd->shown;
    EACH_IN (n, &shown->changed)
        wires->modules |= simd->shows[n].modules;
    wires->nets |= shown->changed.nets;
#define BITS(type, member, of, name)                                                                                   \
    if (shown->bits[BITS_##member]) {                                                                                  \
        wires->modules |= by_bits(&simd->shows[AT_##member], AT_##of, COUNT_##of, shown->bits[BITS_##member]).modules; \
        simd_set_add(wires, AT_##member);                                                                              \
    }
#include "rtl_model/r700/simd.def"
}

/* Member by member: with a constant for `lanes` the wires that are not wanted cost nothing. */
static inline void drive(struct simd *simd, module_bits_t modules, bool lanes)
{
#define MODULES(type, member, count, ...)                                                                              \
    for (uint64_t left = (uint64_t)((modules & ALL_OF(member)) >> (AT_##member - SIMD_FIRST_MODULE)); left;            \
         left &= left - 1)                                                                                             \
        simd_##member##_look(simd, (unsigned)lowest(left), lanes);
#define MODULE(type, member, name)                                                                                     \
    if (modules & ALL_OF(member))                                                                                      \
        simd_##member##_look(simd, 0, lanes);
#include "rtl_model/r700/simd.def"
}

/* The modules of the back are shown for themselves, and for wires that name them; what others see of ROWS_TELL is up to
 * date in any case. */
static bool needs_back(const struct simd *simd, const struct simd_set *wires, const struct simd_set *registers)
{
    struct simd_set back = simd_back, of = *wires;
    simd_set_join(&of, registers);
    bool needs = (back.nets & of.nets) | (back.modules & of.modules);
    simd_set_remove(&back, ROWS_TELL);
    EACH_IN (n, &back)
        needs |= (simd->shows[n].nets & wires->nets) | (simd->shows[n].modules & wires->modules);
    return needs;
}

void simd_show_only(struct simd *simd, const struct simd_needs *needs)
{
    struct simd_follow *follow = &simd->follow;
    struct simd_set     timed = needs->wires, registers = needs->registers;
    simd_set_join(&timed, &needs->registers);
    simd_set_join(&registers, &needs->steady);
    follow->no_wires = (struct simd_set){~needs->wires.nets, ~needs->wires.modules};
    follow->no_registers = (struct simd_set){~registers.nets, ~registers.modules};
    follow->no_back = !needs_back(simd, &needs->wires, &registers);
    follow->steady = !timed.nets && !timed.modules;
    simd->shown.all = true;
}

void simd_show(struct simd *simd, bool lanes, struct simd_set *wires, struct simd_set *registers)
{
    if (simd->bare.rows)
        simd_bare_end(simd);
    struct simd_shown  *shown = &simd->shown;
    struct simd_follow *follow = &simd->follow;
    *wires = (struct simd_set){0, 0};
    simd->same_in = 0;
    show_rests(simd, lanes);
    if (!follow->no_back)
        simd_rows_look(simd, lanes);
    if (shown->all || lanes > follow->lanes) {
        *wires = *registers = simd->every;
    } else {
        *registers = shown->moved;
        add_shows(simd, wires);
    }
    follow->lanes = lanes;
    memset(shown, 0, sizeof *shown);
    simd_set_drop(wires, &follow->no_wires);
    simd_set_drop(registers, &follow->no_registers);
    if (lanes)
        drive(simd, wires->modules, true);
    else
        drive(simd, wires->modules, false);
}
