/* pipe_list.h - what the pipeline view says of a SIMD (trace/pipe_event.h), as rows.
 *
 *   EVENT(name, FROM, when, what, stage, wave, SETS, meaning)   said when `when` holds: enum pipe_what, its stage, a
 *                                                               wavefront's number in its launch
 *   SEE(name, FROM, function, meaning)                          state of its own, or events of many slots at once
 *   SET(field, value)                                           of struct pipe_event; `event` has those before
 *
 * A row is asked behind an edge with which its first source (rtl_model/probes/probe.h) has changed, rows in their
 * order: what leaves a stage is said before what enters it.  `k` is the number of the instance, `seen` what has been
 * seen of the SIMD in the clocks before.  pipe_watch.c has the functions that rows use. */
#ifndef RTL_MODEL_R700_PIPE_LIST_H
#define RTL_MODEL_R700_PIPE_LIST_H

#include "rtl_model/probes/probe.h"

#define WAVES_MOVED(ONE, ALL, IN) ONE(wave_table, waves, waves, 0)
#define CF_MOVED(ONE, ALL, IN) ONE(cf_sequencer, cf, cf, 0)
#define CLAUSE_MOVED(ONE, ALL, IN) ONE(alu_clause, clause, clause, k)
#define ISSUE_MOVED(ONE, ALL, IN) ONE(alu_issue, issue, issue, k)
#define FETCH_CLAUSE_MOVED(ONE, ALL, IN) ONE(fetch_clause, clause, fetch_clause, k)
#define EXPORTS_MOVED(ONE, ALL, IN) ONE(export_unit, exports, exports, 0)

#define STEP_SETS(SET)                                                                                                 \
    SET(slot, cf->q.step_slot)                                                                                         \
    SET(then, cf->q.step_to)                                                                                           \
    SET(address, executes(&cf->q) ? cf->q.start_pc : cf->q.step_pc)                                                    \
    SET(word, executes(&cf->q) ? cf->q.start_word : 0)
#define EXPORT_SETS(SET)                                                                                               \
    SET(slot, cf->q.step_slot)                                                                                         \
    SET(work, begin_export(watch, seen, &cf->q))                                                                       \
    SET(address, cf->q.start_pc)                                                                                       \
    SET(word, cf->q.start_word)
#define DECODE_SETS(SET)                                                                                               \
    SET(slot, cf->q.decode_slot)                                                                                       \
    SET(address, cf->q.decode_pc)                                                                                      \
    SET(word, cf->q.decode_word)                                                                                       \
    SET(kind, kind_of(cf->q.decode_word))
#define AGAIN_SETS(SET) SET(slot, seen->fetch_slot)
#define FETCH_SETS(SET) SET(slot, cf->q.fetch_slot) SET(address, cf->q.fetch_pc)
#define CLAUSE_SETS(SET)                                                                                               \
    SET(place, k)                                                                                                      \
    SET(slot, seen->clause[k].slot)                                                                                    \
    SET(work, seen->clause[k].work)                                                                                    \
    SET(address, clause->q.pc)                                                                                         \
    SET(word, clause->q.state == CLAUSE_EMPTY ? 0 : word_at(rtl_machine, clause->q.pc))
#define GROUP_SETS(SET)                                                                                                \
    SET(slot, issue->q.wave_slot)                                                                                      \
    SET(unit, k)                                                                                                       \
    SET(place, issue->q.of_clause)                                                                                     \
    SET(work, seen->clause[issue->q.of_clause].work)                                                                   \
    SET(group, seen->clause[issue->q.of_clause].group++)                                                               \
    SET(address, issue->q.address)                                                                                     \
    SET(of_group, group_of(watch, &issue->q, event.wave))
#define FETCH_CLAUSE_SETS(SET)                                                                                         \
    SET(place, k)                                                                                                      \
    SET(slot, seen->fetch_clause[k].slot)                                                                              \
    SET(work, seen->fetch_clause[k].work)                                                                              \
    SET(address, clause->q.state == FETCH_CLAUSE_EMPTY ? 0 : clause->q.head)
#define REPORT_SETS(SET) SET(slot, seen->reported.slot) SET(work, seen->reported.work)

#define PIPE_LIST(EVENT, SEE)                                                                                          \
    SEE(waves, WAVES_MOVED, see_waves,                                                                                 \
        "PIPE_WAVE of slots that are taken or free; PIPE_FETCH 0 of those without fetches")                            \
    EVENT(step, CF_MOVED, cf->q.step, PIPE_CF, step_stage(&cf->q), cf->q.step_number, STEP_SETS,                       \
          "an instruction leaves the sequencer")                                                                       \
    EVENT(export, CF_MOVED, cf->q.step && cf->q.start_export, PIPE_EXPORT, 1, cf->q.step_number, EXPORT_SETS,          \
          "an export begins")                                                                                          \
    EVENT(decode, CF_MOVED, decodes(seen, &cf->q), PIPE_CF, PIPE_CF_DECODE, cf->q.decode_number, DECODE_SETS,          \
          "it enters decode")                                                                                          \
    EVENT(again, CF_MOVED, fetches_again(seen, &cf->q), PIPE_CF, PIPE_CF_AGAIN, seen->number[seen->fetch_slot],        \
          AGAIN_SETS, "its line is not there: it is fetched again")                                                    \
    EVENT(fetch, CF_MOVED, cf->q.fetch && (cf->q.look || !seen->fetch), PIPE_CF, PIPE_CF_FETCH, cf->q.fetch_number,    \
          FETCH_SETS, "it enters fetch")                                                                               \
    SEE(cf, CF_MOVED, see_cf, "what is in fetch and decode, and when a wavefront stepped last")                        \
    EVENT(clause, CLAUSE_MOVED, goes_on(watch, &seen->clause[k], clause->q.state, clause->q.number, clause->q.slot),   \
          PIPE_CLAUSE, clause->q.state, seen->clause[k].wave, CLAUSE_SETS, "an ALU clause is in another state")        \
    EVENT(group, ISSUE_MOVED, issue->q.consume, PIPE_GROUP, 1, issue->q.wave, GROUP_SETS, "a slot takes a group")      \
    EVENT(fetch_clause, FETCH_CLAUSE_MOVED,                                                                            \
          goes_on(watch, &seen->fetch_clause[k], clause->q.state, clause->q.number, clause->q.slot), PIPE_FETCH,       \
          clause->q.state == FETCH_CLAUSE_EMPTY ? PIPE_FETCH_RETURN : clause->q.state, seen->fetch_clause[k].wave,     \
          FETCH_CLAUSE_SETS, "a fetch clause is in another state")                                                     \
    SEE(returns, FETCH_CLAUSE_MOVED, see_returns, "fetch clauses that have given everything to the units")             \
    EVENT(report, EXPORTS_MOVED, end_export(seen, &exports->q), PIPE_EXPORT, 0, seen->reported.wave, REPORT_SETS,      \
          "an export has ended")

#endif
