/* dispatcher.c - launches beside their twin: queues of several types, groups of one and of many wavefronts, launches
 * that follow one another at once and late, registers that the launch gives. */
#include "pipeline/control/dispatcher.h"

#include <string.h>

#include "tb/lockstep/lockstep.h"

enum { GROUP_MOST = 1024, LDS_MOST = 256, GPRS_MOST = 127 };

static void strap_type(struct dispatcher_in *in, unsigned type, struct stimulus *random)
{
    const bool     grouped = stimulus_chance(random, 50);
    const unsigned group = !grouped ? 0 : 1 + stimulus_below(random, stimulus_chance(random, 50) ? GROUP_MOST : 130);
    const unsigned count = stimulus_chance(random, 30) ? 0 : stimulus_below(random, 5);
    dispatcher_set_threads(in, type, stimulus_chance(random, 15) ? 0 : stimulus_below(random, 9000), group);
    in->lds.type[type] = (uint16_t)stimulus_below(random, LDS_MOST + 1);
    in->priority.type[type] = (uint8_t)stimulus_bits(random, 2);
    in->rows.type[type] = (uint16_t)stimulus_below(random, LDS_MOST + 1);
    in->limit.type[type] = (uint16_t)stimulus_bits(random, 9);
    in->chip_limit.type[type] = (uint16_t)stimulus_bits(random, 9);
    in->kin.type[type] = (uint8_t)stimulus_bits(random, 5);
    in->before.type[type] = (uint8_t)stimulus_bits(random, 5);
    in->load_first.type[type] = (uint8_t)stimulus_below(random, 4);
    in->load_count.type[type] = (uint8_t)(stimulus_chance(random, 5) ? stimulus_below(random, GPRS_MOST + 1) : count);
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t  sizes[] = {64, 64, 64, 32, 16};
    struct dispatcher    *dispatcher = state;
    struct dispatcher_in *in = &dispatcher->in;
    (void)driver;
    memset(in, 0, sizeof *in);
    in->wave_size = sizes[stimulus_below(random, sizeof sizes)];
    in->wave_lanes = in->wave_size / 4;
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++)
        strap_type(in, type, random);
    in->chip_slots = (uint16_t)stimulus_bits(random, 9);
    in->simds = (uint8_t)(1 + stimulus_below(random, 10));
    in->policy = (uint8_t)stimulus_below(random, SIMD_POLICIES);
    in->wave_clk = (uint16_t)(1 + stimulus_below(random, stimulus_chance(random, 70) ? 4 : 40));
    in->load_clk = (uint16_t)stimulus_below(random, stimulus_chance(random, 70) ? 4 : 40);
    in->seed = stimulus_chance(random, 50) ? 0 : (uint32_t)stimulus_bits(random, 32);
    in->jitter = (uint8_t)stimulus_bits(random, stimulus_chance(random, 50) ? 3 : 8);
    dispatcher_reset(dispatcher);
}

/* While a group is launched nothing else is. */
static void drive(void *state, void *driver, struct stimulus *random)
{
    struct dispatcher    *dispatcher = state;
    struct dispatcher_in *in = &dispatcher->in;
    (void)driver;
    in->room = stimulus_chance(random, 70) ? (uint8_t)stimulus_bits(random, ISA_PROGRAM_TYPES) : 0;
    if (dispatcher->q.group_left)
        in->room &= (uint8_t)(1u << dispatcher->q.type);
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        in->free_simd.type[type] = (uint8_t)stimulus_bits(random, 5);
        in->free_slot.type[type] = (uint8_t)stimulus_bits(random, 8);
        in->free_base.type[type] = (uint8_t)stimulus_bits(random, 7);
        in->free_lds.type[type] = (uint8_t)stimulus_bits(random, 8);
    }
}

static void clock(void *state)
{
    struct dispatcher *dispatcher = state;
    rtl_eval(dispatcher_eval, dispatcher);
    rtl_commit(dispatcher);
}

/* ---- edge classes ----------------------------------------------------------------------------------------------- */

static const char *const edges[] = {"two types of equal priority have room",
                                    "a type of lower priority has room, that of higher ones none",
                                    "a type with room has no wavefront left",
                                    "a wavefront with fewer threads than a quarter",
                                    "the last wavefront of a group is partial",
                                    "the last group of a launch is smaller",
                                    "a wavefront without initial registers",
                                    "a delayed wavefront",
                                    NULL};

/* The next launch, when this clock has one. */
static uint64_t met(const void *state)
{
    const struct dispatcher    *dispatcher = state;
    const struct dispatcher_in *in = &dispatcher->in;
    struct dispatcher_reg       next = dispatcher->q;
    unsigned                    level[4] = {0};
    bool                        empty = false, lower = false, equal = false;
    dispatcher_eval(in, &dispatcher->q, &next);
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        const bool left = dispatcher->q.launched_of.type[type] < in->waves.type[type];
        empty |= in->room >> type & 1 && !left;
        level[in->priority.type[type]] += in->room >> type & left;
        lower |= !(in->room >> type & 1) && left && in->priority.type[type] < in->priority.type[next.type];
    }
    for (unsigned i = 0; i < 4; i++)
        equal |= level[i] > 1 && in->priority.type[next.type] == i;
    const struct wave_groups groups = dispatcher_groups(in, next.type);
    const unsigned           threads = (unsigned)__builtin_popcountll(next.lanes);
    const bool               grouped = in->group.type[next.type] != 0;
    const bool               is[] = {next.launch && equal,
                                     next.launch && lower,
                                     next.launch && empty,
                                     next.launch && threads < in->wave_lanes,
                                     next.launch && grouped && !next.group_left && threads < in->wave_size,
                                     next.launch && next.group_waves && next.group_waves < groups_waves_each(&groups),
                                     next.launch && !in->load_count.type[next.type],
                                     next.launch && dispatcher_delay(in, next.number)};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

static const struct stimulus_gap gaps[] = {{"o_type", NULL, "there are five types of programs"}, {NULL, NULL, NULL}};

const struct lockstep_module lockstep_dispatcher = {
    LOCKSTEP_BLOCK(dispatcher, dispatcher, dispatcher),
    .doc = "launches of wavefronts and their initial registers (ISA 2.6.2; RV770 timing S1, S12, S22)",
    .lifetime = 1000,
    .chipwide = true,
    .gaps = gaps,
    .edges = edges,
    .met = met,
};
