/* standing.c - which quad has not begun a pass for the longest, where it stands and what it waits for. */
#include <inttypes.h>
#include <stdio.h>

#include "rtl_model/nv30/nv30.h"

void nv30_note_step(struct nv30 *nv30)
{
    const struct nv30_source_select_reg *q = &nv30->stage1.q;
    if (q->valid)
        standing_step(&nv30->stepped[q->slot], nv30->raster.quad[q->slot], nv30->core.cycle);
}

/* Where a quad is: its pass, and the words for it. */
struct place {
    uint16_t pass;
    char     text[80];
};

static bool in_core(const struct nv30 *nv30, unsigned slot, struct place *place)
{
#define LOOK_AT(number)                                                                                                \
    if (nv30->stage##number.q.valid && nv30->stage##number.q.slot == slot) {                                           \
        place->pass = nv30->stage##number.q.pass;                                                                      \
        snprintf(place->text, sizeof place->text, "it is in stage %d of the core", number);                            \
        return true;                                                                                                   \
    }
    NV30_STAGES(LOOK_AT)
    LOOK_AT(1)
    return false;
}

static bool behind_core(const struct nv30 *nv30, unsigned slot, struct place *place)
{
    const struct nv30_texture_unit *units = &nv30->units;
    if (units->q.valid && units->q.slot == slot) {
        place->pass = units->q.pass;
        snprintf(place->text, sizeof place->text, "it is at the end of the pipeline, and the core's own go before it");
        return true;
    }
    for (unsigned i = 0; i < units->q.count; i++) {
        const unsigned at = (units->q.head + i) % NV30_SLOTS;
        if (units->fifo_slot[at] != slot)
            continue;
        place->pass = units->fifo_pass[at];
        snprintf(place->text, sizeof place->text, "it is in the FIFO beside the texture units, behind %u others", i);
        return true;
    }
    return false;
}

static bool say(const struct nv30 *nv30, unsigned slot, uint64_t clocks, struct diag *diag)
{
    struct place place;
    const bool   found = in_core(nv30, slot, &place) || behind_core(nv30, slot, &place);
    const bool   named = found && place.pass < nv30->setup.passes.count;
    char         at[64] = "";
    if (named)
        snprintf(at, sizeof at, " at pass %u, of instruction %u, %s", place.pass,
                 nv30->setup.passes.list[place.pass].instruction,
                 nv30_ops[nv30->setup.passes.list[place.pass].op].name);
    return diag_set(diag, NULL, 0, "quad %" PRIu32 " has begun no pass for %" PRIu64 " clocks; it stands%s: %s",
                    nv30->raster.quad[slot], clocks, at,
                    found ? place.text : "no stage has it, nor the texture units") ||
           true;
}

bool nv30_standing(struct nv30 *nv30, uint64_t *clocks, struct diag *diag)
{
    const struct nv30_rasterizer *raster = &nv30->raster;
    unsigned                      longest = NV30_SLOTS;
    *clocks = 0;
    for (unsigned slot = 0; slot < NV30_SLOTS; slot++) {
        if (!(raster->q.busy >> slot & 1))
            continue;
        const uint64_t stood =
            standing_clocks(&nv30->stepped[slot], raster->quad[slot], nv30->core.began, nv30->core.cycle);
        if (longest < NV30_SLOTS && stood <= *clocks)
            continue;
        *clocks = stood;
        longest = slot;
    }
    return longest < NV30_SLOTS && say(nv30, longest, *clocks, diag);
}
