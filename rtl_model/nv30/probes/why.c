/* why.c - why no quad enters the core of an NV30 in a clock. */
#include <inttypes.h>

#include "rtl_model/nv30/probes/sums.h"
#include "rtl_model/probes/issue_pipeline.h"

/* Where the quad that is next to come round is. */
static void say_next(const struct nv30 *nv30, unsigned slot, unsigned pass, struct why_chain *chain)
{
    const struct nv30_texture_unit *units = &nv30->units;
    const bool                      fifo = units->q.count && units->fifo_slot[units->q.head] == slot;
    const uint64_t until = fifo ? nv30->core.cycle + (uint32_t)(units->fifo_ready[units->q.head] - units->q.clock) : 0;
    if (slot < NV30_SLOTS)
        issue_why_say(chain, nv30->raster.quad[slot], until, "quad %" PRIu32 ", instruction %u: %s",
                      nv30->raster.quad[slot], nv30->setup.passes.list[pass].instruction,
                      fifo ? "in the FIFO beside the texture units" : "in the pipeline");
}

void nv30_why(const void *machine, uint32_t next, struct why_chain *chain)
{
    const struct nv30     *nv30 = machine;
    unsigned               slot, pass;
    const enum nv30_reason reason = nv30_chance(nv30, &slot, &pass);
    (void)next;
    chain->reason = (uint8_t)reason;
    switch (reason) {
    case ISSUE_used:
        issue_why_say(chain, PIPE_NOBODY, 0, "a quad enters for pass %u", pass);
        chain->cause = WHY_USED;
        break;
    case ISSUE_pause:
        issue_why_say(chain, PIPE_NOBODY, nv30->core.cycle + nv30->stage1.q.pause_left,
                      "behind a quad from the end of the pipeline %u clocks go by", nv30->stage1.in.pause);
        issue_why_end(chain, WHY_TIME, "loopback_clk", NULL);
        break;
    case ISSUE_no_place:
        issue_why_say(chain, PIPE_NOBODY, 0, "all %u places for quads are taken", nv30->setup.slots);
        say_next(nv30, slot, pass, chain);
        issue_why_end(chain, WHY_ROOM, nv30->setup.slots == nv30->chip.max_quads ? "max_quads" : "register_rows",
                      "texture_clk");
        break;
    case ISSUE_last_quads:
        issue_why_say(chain, PIPE_NOBODY, 0, "no new quad is left, %u are in flight", nv30->raster.q.in_flight);
        say_next(nv30, slot, pass, chain);
        issue_why_end(chain, WHY_END, "texture_clk", NULL);
        break;
    case ISSUE_no_quad:
    case ISSUE_REASONS:
        issue_why_say(chain, PIPE_NOBODY, 0, "no quad is in flight");
        issue_why_end(chain, nv30_finished(nv30) ? WHY_END : WHY_LAUNCH, NULL, NULL);
        break;
    }
}
