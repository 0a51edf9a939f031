/* observe.c - what an observer sees of R580's fragment shader processor in a clock: the chance to issue and whose it
 * is, instructions from issue to their end. */
#include "isa/r580/us_text.h"
#include "rtl_model/r580/family.h"
#include "rtl_model/r580/probes/sums.h"

ISSUE_LISTS(us_reasons, US_USED, US_REASONS)

/* ---- chances ----------------------------------------------------------------------------------------------------- */

/* The oldest group in a phase, or US_SLOTS. */
static unsigned oldest_in(const struct us_sequencer *sequencer, enum us_phase phase)
{
    unsigned oldest = US_SLOTS;
    for (unsigned slot = 0; slot < US_SLOTS; slot++)
        if (sequencer->phase[slot] == phase &&
            (oldest == US_SLOTS || sequencer->groups[slot] < sequencer->groups[oldest]))
            oldest = slot;
    return oldest;
}

/* Nothing is issued, and no group in a slot could be. */
static enum us_reason no_group_runs(const struct fragment *fragment, unsigned *slot)
{
    const struct us_dispatch_reg *dispatch = &fragment->dispatch.q;
    *slot = oldest_in(&fragment->sequencer, US_DECIDING);
    if (*slot < US_SLOTS)
        return ISSUE_flow;
    *slot = oldest_in(&fragment->sequencer, US_ENDING);
    if (*slot < US_SLOTS)
        return ISSUE_ending;
    return dispatch->load || dispatch->loading ? ISSUE_loading : ISSUE_no_group;
}

/* As the sequencer checks an instruction that it issues. */
static bool breaks_rule(const struct us_sequencer *sequencer, unsigned slot)
{
    const unsigned at = sequencer->pc[slot];
    return !sequencer->in.written[at] ||
           (at == sequencer->in.last && (sequencer->in.words[at].w[0] & 3) != (unsigned)US_OUT);
}

enum us_reason us_chance(const struct fragment *fragment, unsigned *slot)
{
    const struct us_sequencer *sequencer = &fragment->sequencer;
    enum us_wait               why;
    unsigned                   nearest;
    *slot = US_SLOTS;
    if (sequencer->q.error)
        return ISSUE_rule;
    *slot = us_sequencer_chooses(sequencer, &nearest, &why);
    if (*slot < US_SLOTS)
        return breaks_rule(sequencer, *slot) ? ISSUE_rule : ISSUE_used;
    *slot = nearest;
    return nearest < US_SLOTS ? (enum us_reason)why : no_group_runs(fragment, slot);
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

enum { QUEUE_ALU, QUEUE_TEXTURE };

static unsigned lanes_of(const struct fragment *fragment, unsigned slot)
{
    const us_mask_t active = us_mask_and(fragment->flow.row_active[slot], fragment->pixels.present[slot]);
    return (unsigned)(__builtin_popcountll(active.w[0]) + __builtin_popcountll(active.w[1]) +
                      __builtin_popcountll(active.w[2]));
}

static void see_issue(struct issue_observer *observer, const struct fragment *fragment, unsigned slot)
{
    const struct us_sequencer *sequencer = &fragment->sequencer;
    const us_address_t         at = sequencer->pc[slot];
    const enum us_type         type = sequencer->in.words[at].w[0] & 3;
    issue_executed(observer, at, 1, lanes_of(fragment, slot));
    observer->last[slot] = at;
    observer->since[slot] = fragment->core.cycle;
    if (type != US_FC)
        issue_pending_begin(observer, type == US_TEX ? QUEUE_TEXTURE : QUEUE_ALU, at);
}

static void see_chance(struct issue_observer *observer, const struct fragment *fragment)
{
    unsigned             slot;
    const enum us_reason reason = us_chance(fragment, &slot);
    uint32_t             line = US_STORE + (reason == ISSUE_loading ? LINE_LOADING : LINE_NONE);
    if (slot < US_SLOTS)
        line = fragment->sequencer.phase[slot] == US_RUNNING ? fragment->sequencer.pc[slot] : observer->last[slot];
    issue_chance(observer, reason, line);
    if (reason == ISSUE_used)
        see_issue(observer, fragment, slot);
}

/* An ALU instruction ends with the write of its group's last quads. */
static void see_ends(struct issue_observer *observer, const struct fragment *fragment)
{
    const struct us_finish_reg *finish = &fragment->finish.q;
    const struct us_flow_reg   *flow = &fragment->flow.q;
    if (finish->write && 4u * (finish->to_quad + finish->to_count) >= fragment->sequencer.group_pixels[finish->to_slot])
        issue_pending_end(observer, QUEUE_ALU);
    if (fragment->texture.q.looked_up)
        issue_pending_end(observer, QUEUE_TEXTURE);
    if (flow->decided)
        issue_ended(observer, observer->last[flow->slot], fragment->core.cycle - observer->since[flow->slot]);
}

static void see_clock(struct issue_observer *observer)
{
    const struct fragment *fragment = observer->machine;
    us_sums_of_clock(fragment, observer->now.sums);
    see_ends(observer, fragment);
    see_chance(observer, fragment);
}

/* ---- the row ----------------------------------------------------------------------------------------------------- */

static bool list(const struct machine_observer *base, FILE *out, void (*line)(void *context, uint32_t address),
                 void *context, struct diag *diag)
{
    const struct fragment *fragment = ((const struct issue_observer *)(const void *)base)->machine;
    const struct program  *program = fragment->core.program;
    (void)diag;
    for (unsigned i = 0; i < program->count / US_WORDS; i++) {
        const unsigned at = (fragment->setup.base + i) % US_STORE;
        line(context, at);
        us_disassemble(program->dwords + (size_t)i * US_WORDS, 1, at, out);
    }
    return true;
}

struct machine_observer *us_observe(void *machine, enum observed_detail detail, struct diag *diag)
{
    static const struct issue_machine kind = {.place = "us",
                                              .counters = &us_counters,
                                              .reasons = &us_reasons,
                                              .sums = SUMS,
                                              .lines = US_STORE,
                                              .words = {.place = "processor",
                                                        .issuer = "sequencer",
                                                        .issued = "an instruction",
                                                        .part = "groups",
                                                        .work = "instructions issued",
                                                        .latency = "instructions",
                                                        .no_line = "(no group)",
                                                        .loading = "(inputs of groups)",
                                                        .page = "docs/counters-r580.md"},
                                              .clock = see_clock,
                                              .list = list,
                                              .lanes = US_PIXELS,
                                              .energy = &us_energy};
    const struct rtl_machine          of = fragment_machine(machine);
    return issue_observer_open(&kind, &of, machine, detail != OBSERVE_SUMS, diag);
}
