/* why.c - why the sequencer of R580 issues nothing in a clock: the group that issues next, or the nearest one, what it
 * waits for, and the parameters on which that depends. */
#include <inttypes.h>

#include "rtl_model/probes/issue_pipeline.h"
#include "rtl_model/r580/probes/sums.h"

/* The cycle of a time of the sequencer. */
static uint64_t cycle_of(const struct fragment *fragment, uint32_t time)
{
    return fragment->core.cycle + (uint32_t)(time - fragment->sequencer.q.now);
}

/* What the group has issued last: the instruction before its next one, but behind flow control. */
static void why_time(const struct fragment *fragment, unsigned slot, struct why_chain *chain)
{
    const struct us_sequencer    *sequencer = &fragment->sequencer;
    const struct us_sequencer_in *in = &sequencer->in;
    struct us_cmn                 cmn;
    const unsigned                before = (sequencer->pc[slot] + US_STORE - 1u) % US_STORE;
    const unsigned                quads = (sequencer->group_pixels[slot] + 3u) / 4;
    const uint64_t                until = cycle_of(fragment, sequencer->ready[slot]);
    const uint32_t                wave = sequencer->groups[slot];
    us_unpack_cmn(in->words[before].w, &cmn);
    const bool flow = fragment->flow.q.slot == slot && fragment->flow.q.next == sequencer->pc[slot];
    if (flow || cmn.type == US_FC) {
        issue_why_say(chain, wave, until, "flow control takes %u clocks", in->flow_clk);
        issue_why_end(chain, WHY_TIME, "flow_clk", NULL);
    } else if (cmn.type == US_TEX) {
        issue_why_say(chain, wave, until, "its %u quads enter the texture unit, %u in a clock", quads,
                      in->texture_quads);
        issue_why_end(chain, WHY_TIME, "texture_quads", NULL);
    } else if ((quads + in->alu_quads - 1) / in->alu_quads > in->alu_clk) {
        issue_why_say(chain, wave, until, "its %u quads enter the ALU, %u in a clock", quads, in->alu_quads);
        issue_why_end(chain, WHY_TIME, "alu_quads", cmn.nop ? "nop_clk" : NULL);
    } else {
        issue_why_say(chain, wave, until, "an ALU instruction takes %u clocks at least", in->alu_clk);
        issue_why_end(chain, WHY_TIME, "alu_clk", cmn.nop ? "nop_clk" : NULL);
    }
}

static void why_units(const struct fragment *fragment, enum us_reason reason, struct why_chain *chain)
{
    const struct us_sequencer *sequencer = &fragment->sequencer;
    const struct us_texture   *texture = &fragment->texture;
    if (reason == ISSUE_alu_busy) {
        issue_why_say(chain, fragment->operands.q.group, cycle_of(fragment, sequencer->q.alu_free),
                      "quads of group %" PRIu32 " enter the ALU, %u in a clock", fragment->operands.q.group,
                      sequencer->in.alu_quads);
        issue_why_end(chain, WHY_PORT, "alu_quads", NULL);
    } else if (sequencer->in.crowded) {
        issue_why_say(chain, PIPE_NOBODY, 0, "%u quads are under way in the texture unit, as many as there is room for",
                      texture->q.count);
        issue_why_end(chain, WHY_ROOM, "texture_clk", NULL);
    } else {
        issue_why_say(chain, texture->q.group, cycle_of(fragment, sequencer->q.tex_free),
                      "quads of group %" PRIu32 " enter the texture unit, %u in a clock", texture->q.group,
                      sequencer->in.texture_quads);
        issue_why_end(chain, WHY_PORT, "texture_quads", NULL);
    }
}

/* What a group in a slot waits for. */
static void why_group(const struct fragment *fragment, unsigned slot, enum us_reason reason, struct why_chain *chain)
{
    const struct us_sequencer *sequencer = &fragment->sequencer;
    const uint32_t             wave = sequencer->groups[slot];
    issue_why_say(chain, wave, 0, "group %" PRIu32 ", instruction %u: %s", wave, sequencer->pc[slot],
                  us_reasons.texts[reason]);
    switch (reason) {
    case ISSUE_time:
        why_time(fragment, slot, chain);
        break;
    case ISSUE_alu_busy:
    case ISSUE_texture_busy:
        why_units(fragment, reason, chain);
        break;
    case ISSUE_alu_wait:
        issue_why_say(chain, wave, cycle_of(fragment, sequencer->alu_done[slot]),
                      "its ALU instructions are complete %u clocks behind the last", sequencer->in.alu_wait_clk);
        issue_why_end(chain, WHY_DEPENDENCE, "alu_wait_clk", NULL);
        break;
    case ISSUE_output:
        issue_why_say(chain, PIPE_NOBODY, 0, "all %u places for output registers are taken", sequencer->in.places);
        issue_why_end(chain, WHY_ROOM, "output_quads", "drain_quads");
        break;
    default: /* of its semaphore, or its last instruction */
        issue_why_say(chain, wave, 0, "%u of its look-ups are not back", sequencer->flying[slot]);
        issue_why_end(chain, WHY_DEPENDENCE, "texture_clk", "texture_quads");
        break;
    }
}

static void why_none(const struct fragment *fragment, enum us_reason reason, unsigned slot, struct why_chain *chain)
{
    const uint32_t left = fragment->dispatch.q.left;
    if (reason == ISSUE_flow) {
        issue_why_say(chain, fragment->sequencer.groups[slot], 0, "flow control of group %" PRIu32 " is carried out",
                      fragment->sequencer.groups[slot]);
        issue_why_end(chain, WHY_TIME, "flow_clk", NULL);
    } else if (reason == ISSUE_ending) {
        issue_why_say(chain, fragment->sequencer.groups[slot], 0,
                      "the last instruction of group %" PRIu32 " is carried out, "
                      "and %" PRIu32 " groups are to come",
                      fragment->sequencer.groups[slot], left);
        issue_why_end(chain, left ? WHY_ROOM : WHY_END, left ? "contexts" : NULL, left ? "temporary_rows" : NULL);
    } else if (reason == ISSUE_loading || left) {
        issue_why_say(chain, PIPE_NOBODY, 0, "inputs of group %" PRIu32 " are written", fragment->dispatch.q.group);
        issue_why_end(chain, WHY_LAUNCH, "load_quads", NULL);
    } else {
        issue_why_say(chain, PIPE_NOBODY, 0, "no group is left: outputs leave");
        issue_why_end(chain, WHY_END, NULL, NULL);
    }
}

void us_why(const void *machine, uint32_t next, struct why_chain *chain)
{
    const struct fragment     *fragment = machine;
    const struct us_sequencer *sequencer = &fragment->sequencer;
    unsigned                   slot;
    const enum us_reason       reason = us_chance(fragment, &slot);
    chain->reason = (uint8_t)reason;
    if (reason == ISSUE_used) {
        issue_why_say(chain, sequencer->groups[slot], 0, "group %" PRIu32 ", instruction %u is issued",
                      sequencer->groups[slot], sequencer->pc[slot]);
        chain->cause = WHY_USED;
        return;
    }
    if (reason == ISSUE_rule) {
        issue_why_say(chain, PIPE_NOBODY, 0, "an instruction breaks a rule");
        chain->cause = WHY_RULE;
        return;
    }
    for (unsigned s = 0; s < US_SLOTS && next != PIPE_NOBODY; s++)
        if (sequencer->phase[s] == US_RUNNING && sequencer->groups[s] == next) {
            why_group(fragment, s, (enum us_reason)us_sequencer_waits(sequencer, s), chain);
            return;
        }
    if (slot < US_SLOTS && sequencer->phase[slot] == US_RUNNING)
        why_group(fragment, slot, reason, chain);
    else
        why_none(fragment, reason, slot, chain);
}
