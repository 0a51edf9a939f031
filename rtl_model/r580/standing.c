/* standing.c - which group has not issued an instruction for the longest, where it stands and what it waits for. */
#include <inttypes.h>

#include "rtl_model/r580/fragment.h"

void fragment_note_step(struct fragment *fragment)
{
    const struct us_sequencer_reg *q = &fragment->sequencer.q;
    const struct us_dispatch_reg  *dispatch = &fragment->dispatch.q;
    if (dispatch->start)
        standing_step(&fragment->stepped[dispatch->slot], dispatch->group, fragment->core.cycle);
    if (q->alu || q->tex || q->fc)
        standing_step(&fragment->stepped[q->slot], q->group, fragment->core.cycle);
}

static const char *cause_of(const struct fragment *fragment, unsigned slot)
{
    static const char *const waits[US_WAITS] = {
        [US_GOES] = "it can go, and others go before it (policy)",
        [US_WAIT_TIME] = "what it has issued before is not so far",
        [US_WAIT_ALU_BUSY] = "the ALU is taken by other groups, which go before it (policy)",
        [US_WAIT_TEX_BUSY] = "the texture unit takes no look-up",
        [US_WAIT_ALU] = "its ALU instructions are not complete (ALU_WAIT)",
        [US_WAIT_SEMAPHORE] = "its texture semaphore is not free (TEX_SEM_WAIT)",
        [US_WAIT_OUTPUT] = "there is no room for its output registers",
        [US_WAIT_LOOKUPS] = "look-ups are not back",
        [US_WAIT_TURN] = "another group goes",
    };
    switch (fragment->sequencer.phase[slot]) {
    case US_DECIDING:
        return "a flow control instruction is being carried out";
    case US_ENDING:
        return "its last instruction is being carried out, or its outputs leave";
    default:
        return waits[us_sequencer_waits(&fragment->sequencer, slot)];
    }
}

bool fragment_standing(struct fragment *fragment, uint64_t *clocks, struct diag *diag)
{
    const struct us_sequencer *sequencer = &fragment->sequencer;
    unsigned                   longest = US_SLOTS;
    *clocks = 0;
    for (unsigned slot = 0; slot < US_SLOTS; slot++) {
        if (sequencer->phase[slot] == US_FREE)
            continue;
        const uint64_t stood = standing_clocks(&fragment->stepped[slot], sequencer->groups[slot], fragment->core.began,
                                               fragment->core.cycle);
        if (longest < US_SLOTS && stood <= *clocks)
            continue;
        *clocks = stood;
        longest = slot;
    }
    if (longest == US_SLOTS)
        return false;
    return diag_set(diag, NULL, 0,
                    "group %" PRIu32 " has issued no instruction for %" PRIu64
                    " clocks; it stands at instruction %u: %s",
                    sequencer->groups[longest], *clocks, sequencer->pc[longest], cause_of(fragment, longest)) ||
           true;
}
