/* sums.h - the probes of R580's fragment shader processor (rtl_model/probes/probe.h), and what becomes of chances to
 * issue (rtl_model/probes/issue_observer.h). */
#ifndef RTL_MODEL_R580_SUMS_H
#define RTL_MODEL_R580_SUMS_H

#include "rtl_model/probes/issue_observer.h"
#include "rtl_model/probes/probe.h"
#include "rtl_model/r580/fragment.h"
#include "rtl_model/r580/probes/observe.h"

/* ---- sums -------------------------------------------------------------------------------------------------------- */

#define SEQUENCER_SEEN(ONE, ALL, IN) ONE(us_sequencer, sequencer, sequencer, 0)
#define SEQUENCER_SUMS(SUM)                                                                                            \
    SUM(clocks, 1, "clocks")                                                                                           \
    SUM(busy, sequencer->q.live != 0, "clocks in which a group is in a slot")                                          \
    SUM(group_clocks, sequencer->q.live, "groups in slots, added up over all clocks")                                  \
    SUM(places, __builtin_popcountll(sequencer->q.used_low), "output registers in use, added up over all clocks")

#define GROUPS_SEEN(ONE, ALL, IN) ONE(us_dispatch, dispatch, dispatch, 0)
#define GROUPS_SUMS(SUM)                                                                                               \
    SUM(load_clocks, dispatch->q.load, "clocks in which inputs are written")                                           \
    SUM(groups, dispatch->q.start, "groups that have started")                                                         \
    SUM(pixels, dispatch->q.start ? dispatch->q.pixels : 0, "their pixels")

#define BEATS_SEEN(ONE, ALL, IN) ONE(us_operands, operands, operands, 0)
#define BEATS_SUMS(SUM)                                                                                                \
    SUM(beat_quads, operands->q.count, "quads of the beats that read their operands")                                  \
    SUM(beat_pixels, __builtin_popcountll(operands->q.writes), "pixels of them that may write")

#define WRITES_SEEN(ONE, ALL, IN) ONE(us_finish, finish, finish, 0)
#define WRITES_SUMS(SUM)                                                                                               \
    SUM(channel_writes, channels(&finish->q.temporaries), "channels of temporaries that the ALU writes")               \
    SUM(output_writes, finish->q.outputs ? channels(&finish->q.targets) : 0, "channels of render targets written")     \
    SUM(predicate_writes, channels(&finish->q.predicates), "predicate bits written")

#define FLIGHTS_SEEN(ONE, ALL, IN) ONE(us_texture, texture, texture, 0)
#define FLIGHTS_SUMS(SUM)                                                                                              \
    SUM(entered, texture->q.added, "quads that have gone into the texture unit, those of TEXKILL among them")          \
    SUM(flights, texture->q.count, "quads under way in the texture unit, added up over all clocks")                    \
    SUM(texture_clocks, texture->q.count != 0, "clocks in which there are any")

#define DRAINS_SEEN(ONE, ALL, IN) ONE(us_outputs, outputs, outputs, 0)
#define DRAINS_SUMS(SUM) SUM(drain_clocks, outputs->q.drain, "clocks in which quads leave")

#define US_PROBES(PROBE)                                                                                               \
    PROBE(sequencer, SEQUENCER_SEEN, true, NOTHING_MADE, SEQUENCER_SUMS)                                               \
    PROBE(groups, GROUPS_SEEN, true, NOTHING_MADE, GROUPS_SUMS)                                                        \
    PROBE(beats, BEATS_SEEN, operands->q.valid, NOTHING_MADE, BEATS_SUMS)                                              \
    PROBE(writes, WRITES_SEEN, finish->q.write, NOTHING_MADE, WRITES_SUMS)                                             \
    PROBE(flights, FLIGHTS_SEEN, true, NOTHING_MADE, FLIGHTS_SUMS)                                                     \
    PROBE(drains, DRAINS_SEEN, true, NOTHING_MADE, DRAINS_SUMS)

/* All of them, by SUM_SEEN, in counters.def. */
#define SUMS_SEEN US_PROBES(SUMS_OF_PROBE)
enum us_sum {
#define SUM_OF(name, ...) SUM_##name,
#define SUM_SEEN SUM_OF
#include "rtl_model/r580/probes/counters.def"
    SUMS
};

void us_sums_of_clock(const struct fragment *fragment, uint64_t *sum);

enum { US_SUM_PROBES = 0 US_PROBES(COUNT_OF_PROBE) };
extern const struct probe us_probes[US_SUM_PROBES];

/* ---- chances to issue -------------------------------------------------------------------------------------------- */

/* The first ones as enum us_wait; docs say "the group that is nearest" of the one that would go first by the policy. */
#define ISSUE_PLACE "Sequencer"
#define US_USED(REASON) REASON(used, "busy", "", "an instruction is issued")
#define US_REASONS(REASON)                                                                                             \
    REASON(time, "time", "sequencer.wait_time",                                                                        \
           "what the nearest group has issued before is not so far: alu_clk, nop_clk, its quads' clocks")              \
    REASON(alu_busy, "ALU busy", "sequencer.wait_unit", "another group's quads enter the ALU")                         \
    REASON(texture_busy, "texture unit busy", "sequencer.wait_unit",                                                   \
           "quads enter the texture unit, or it has no room")                                                          \
    REASON(alu_wait, "ALU_WAIT", "sequencer.wait_alu", "the nearest group waits for its ALU instructions")             \
    REASON(semaphore, "TEX_SEM_WAIT", "sequencer.wait_texture", "the nearest group waits for its texture semaphore")   \
    REASON(output, "no output registers", "sequencer.wait_output",                                                     \
           "the nearest group's first output instruction has no room")                                                 \
    REASON(lookups, "look-ups", "sequencer.wait_texture",                                                              \
           "the nearest group's last instruction, or flow control, waits for look-ups")                                \
    REASON(turn, "turn", "", "never")                                                                                  \
    REASON(flow, "flow control", "", "no group can issue, and one has flow control carried out")                       \
    REASON(ending, "ending", "", "no group can issue, and one has its last instruction carried out")                   \
    REASON(loading, "loading", "", "no group is in a slot, and one is being loaded")                                   \
    REASON(no_group, "no group", "", "no group is in a slot")                                                          \
    REASON(rule, "broken rule", "", "the instruction breaks a rule, or one has: the run stops")

enum us_reason { US_USED(ISSUE_NUMBER) US_REASONS(ISSUE_NUMBER) ISSUE_REASONS };
_Static_assert((int)ISSUE_lookups == (int)US_WAIT_LOOKUPS && (int)ISSUE_turn == (int)US_WAIT_TURN, "as enum us_wait");

/* What becomes of the chance of this clock, wires driven: the slot that issues, or that of the nearest group, or
 * US_SLOTS. */
enum us_reason us_chance(const struct fragment *fragment, unsigned *slot);

/* What lines take of energy (energy.c). */
extern const struct issue_energy us_energy;

/* Why it is lost (issue_view.why). */
void us_why(const void *machine, uint32_t next, struct why_chain *chain);

#endif
