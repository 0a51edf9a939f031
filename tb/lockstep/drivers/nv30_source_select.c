/* nv30_source_select.c - NV30's source selection beside a Verilog block: spells in which one of the three has quads
 * more often than the others, in which all have, in which nobody has. */
#include <string.h>

#include "rtl_model/nv30/source_select.h"
#include "tb/lockstep/lockstep.h"

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t             pauses[] = {0, 0, 1, 2, 7, 15};
    struct nv30_source_select *const select = state;
    (void)driver;
    memset(&select->in, 0, sizeof select->in);
    select->in.pause = pauses[stimulus_below(random, sizeof pauses)];
    nv30_source_select_reset(select);
}

/* A spell's chances of the core, the end and the rasterizer. */
static void drive(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t chances[][3] = {{50, 50, 50}, {95, 95, 95}, {5, 90, 90}, {5, 5, 90}, {90, 5, 5}, {2, 2, 2}};
    struct nv30_source_select *const    select = state;
    struct nv30_source_select_in *const in = &select->in;
    const uint32_t       entered = select->q.from_core + select->q.from_end + select->q.from_raster + select->q.bubbles;
    const uint8_t *const chance = chances[entered / 64 % 6];
    (void)driver;
    in->core = stimulus_chance(random, chance[0]);
    in->tail = stimulus_chance(random, chance[1]);
    in->raster = stimulus_chance(random, chance[2]);
    in->waiting = stimulus_chance(random, 80);
    in->core_slot = (uint8_t)stimulus_bits(random, 6);
    in->tail_slot = (uint8_t)stimulus_bits(random, 6);
    in->raster_slot = (uint8_t)stimulus_bits(random, 6);
    in->core_pass = (uint16_t)stimulus_below(random, NV30_PASSES_MAX - 1); /* a last pass goes nowhere */
    in->tail_pass = (uint16_t)stimulus_below(random, NV30_PASSES_MAX - 1);
}

static void clock(void *state)
{
    struct nv30_source_select *const select = state;
    rtl_eval(nv30_source_select_eval, select);
    rtl_commit(select);
}

const struct lockstep_module lockstep_nv30_source_select = {
    LOCKSTEP_BLOCK(nv30_source_select, nv30_source_select, nv30_source_select),
    .doc = "NV30: whose quad enters the shader core (docs/nv30.md)",
    .chip = "nv30",
    .lifetime = 5000,
};
