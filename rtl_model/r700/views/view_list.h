/* view_list.h - the rows of a waveform that each SIMD has: what is in its stages and in its texture unit.
 *
 *   VIEW(name, scope, kind, FROM, MADE, when, what, names)
 *
 * A row has sources (rtl_model/probes/probe.h), of which the first one wakes it: the others hold what it names as long
 * as it stands.  When `when` holds it shows `what`, else `-`.  `names` are what the waveform calls it; of several rows
 * in one `k` is the number of each, and `parity` the wavefront slot of its scope. */
#ifndef RTL_MODEL_R700_VIEW_LIST_H
#define RTL_MODEL_R700_VIEW_LIST_H

#include "rtl_model/probes/probe.h"
#include "rtl_model/r700/views/view_quads.h"

/* Scopes: gpu.view.simd0.control, ... */
#define VIEW_SCOPES_OF(SCOPE)                                                                                          \
    SCOPE(control)                                                                                                     \
    SCOPE(clauses)                                                                                                     \
    SCOPE(fetch_clauses)                                                                                               \
    SCOPE(even)                                                                                                        \
    SCOPE(odd) /* it has the rows of even */                                                                           \
    SCOPE(results)                                                                                                     \
    SCOPE(exports)                                                                                                     \
    SCOPE(textures) /* the quad in the LOD unit; */                                                                    \
    SCOPE(taps)     /* the pass in the walker: what its taps read, */                                                  \
    SCOPE(weights)  /* and how much each counts */

/* What a row shows: the type, which chooses how a viewer prints it, and how many bits its values have; a LAST one has
 * its own mark of none. */
#define VIEW_KINDS(KIND, LAST)                                                                                         \
    KIND(number, "view_number_t", VIEW_NUMBER_BITS)                                                                    \
    KIND(address, "view_number_t", VIEW_PC_BITS)                                                                       \
    KIND(group, "view_number_t", VIEW_GROUP_BITS)                                                                      \
    LAST(cf, "view_cf_t", 64, TRACE_IDLE_WORD)                                                                         \
    LAST(alu, "view_alu_t", 64, TRACE_IDLE_WORD)                                                                       \
    KIND(slots, "view_slots_t", ISA_SLOTS)                                                                             \
    KIND(target, "view_export_t", 10)                                                                                  \
    KIND(quad, "view_number_t", VIEW_QUAD_BITS)                                                                        \
    KIND(fetch, "view_fetch_t", VIEW_FETCH_BITS)                                                                       \
    KIND(mode, "view_mode_t", VIEW_MODE_BITS)                                                                          \
    KIND(id, "view_number_t", VIEW_ID_BITS)                                                                            \
    KIND(texture, "view_texture_t", VIEW_TEXTURE_BITS)                                                                 \
    KIND(levels, "view_levels_t", 2 * VIEW_LEVEL_BITS)                                                                 \
    KIND(filter, "view_filter_t", VIEW_FILTER_BITS)                                                                    \
    KIND(sampler, "view_sampler_t", VIEW_SAMPLER_BITS)                                                                 \
    KIND(clamp, "view_clamp_t", VIEW_CLAMP_BITS)                                                                       \
    KIND(border, "view_border_t", VIEW_BORDER_BITS)                                                                    \
    KIND(taps, "view_taps_t", VIEW_TAPS_BITS)                                                                          \
    LAST(weight, "view_weight_t", 32, VIEW_NO_WEIGHT)

/* ---- stages ------------------------------------------------------------------------------------------------------ */

#define CF_SEEN(ONE, ALL, IN) ONE(cf_sequencer, cf, cf, 0)
#define CLAUSE_SEEN(ONE, ALL, IN) ONE(alu_clause, clause, clause, k)
#define FETCH_CLAUSE_SEEN(ONE, ALL, IN) ONE(fetch_clause, clause, fetch_clause, k)
#define ISSUE_SEEN(ONE, ALL, IN) ONE(alu_issue, issue, issue, parity)
#define BACK_SEEN(ONE, ALL, IN) ONE(write_back, back, back, 0)
#define EXPORTS_SEEN(ONE, ALL, IN) ONE(export_unit, exports, exports, 0)

#define STAGE_VIEWS(VIEW)                                                                                              \
    VIEW(fetch, control, number, CF_SEEN, NOTHING_MADE, cf->q.fetch, cf->q.fetch_number, ("fetch"))                    \
    VIEW(decode, control, number, CF_SEEN, NOTHING_MADE, cf->q.decode, cf->q.decode_number, ("decode"))                \
    VIEW(decode_address, control, address, CF_SEEN, NOTHING_MADE, cf->q.decode, cf->q.decode_pc, ("address"))          \
    VIEW(decode_word, control, cf, CF_SEEN, NOTHING_MADE, cf->q.decode, cf->q.decode_word, ("instruction"))            \
    VIEW(step, control, number, CF_SEEN, NOTHING_MADE, cf->q.step, cf->q.step_number, ("step"))                        \
    VIEW(clause, clauses, number, CLAUSE_SEEN, NOTHING_MADE, clause->q.state != CLAUSE_EMPTY, clause->q.number,        \
         ("c00", "c01", "c02", "c03", "c04", "c05", "c06", "c07", "c08", "c09", "c10", "c11"))                         \
    VIEW(fetch_clause, fetch_clauses, number, FETCH_CLAUSE_SEEN, NOTHING_MADE, clause->q.state != FETCH_CLAUSE_EMPTY,  \
         clause->q.number, ("f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"))                                           \
    VIEW(group_wave, even, number, ISSUE_SEEN, NOTHING_MADE, view_has_group(&issue->q), issue->q.wave, ("wavefront"))  \
    VIEW(group_address, even, group, ISSUE_SEEN, NOTHING_MADE, view_has_group(&issue->q), issue->q.address, ("group")) \
    VIEW(group_slots, even, slots, ISSUE_SEEN, NOTHING_MADE, view_has_group(&issue->q), issue->q.used, ("slots"))      \
    VIEW(group_word, even, alu, ISSUE_SEEN, NOTHING_MADE, view_has_group(&issue->q) && issue->q.used >> k & 1,         \
         issue->q.word.slot[k], ("x", "y", "z", "w", "t"))                                                             \
    VIEW(result_wave, results, number, BACK_SEEN, NOTHING_MADE, back->q.gpr_write, back->q.gpr_wave, ("wavefront"))    \
    VIEW(result_slots, results, slots, BACK_SEEN, NOTHING_MADE, back->q.gpr_write, back->q.gpr_slots, ("slots"))       \
    VIEW(export_wave, exports, number, EXPORTS_SEEN, NOTHING_MADE, exports->q.valid, exports->q.number, ("wavefront")) \
    VIEW(export_target, exports, target, EXPORTS_SEEN, NOTHING_MADE, exports->q.valid,                                 \
         (uint64_t)exports->q.type << 8 | exports->q.index, ("target"))

/* ---- the texture unit: the quad that the LOD unit has planned, and the pass that the walker has addressed ----------
 */

#define QUAD_SEEN(ONE, ALL, IN)                                                                                        \
    ONE(lod_unit, lod, lod_unit, 0)                                                                                    \
    ONE(texture_return, flights, texture_return, 0)                                                                    \
    ONE(fetch_state, state, fetch_state, 0) ONE(texture_contexts, contexts, contexts, 0)
#define QUAD_MADE(LET)                                                                                                 \
    LET(struct view_quad, quad, view_quad_of(&lod->q, flights, state, contexts), "its instruction and state")
#define LANE_SEEN(ONE, ALL, IN) ONE(lod_unit, lod, lod_unit, 0)
#define LANE_MADE(LET)                                                                                                 \
    LET(struct texture_lane_plan, lane, view_lane_of(&lod->q), "the plan of the first thread that reads")
#define PASS_SEEN(ONE, ALL, IN)                                                                                        \
    ONE(texture_walker, walker, texture_walker, 0) ONE(texture_return, flights, texture_return, 0)

#define TAPS_MADE(LET) LET(uint64_t, taps, view_taps_of(&walker->q, k), "of thread k; 0: it does not read")

#define TEXTURE_VIEWS(VIEW)                                                                                            \
    VIEW(quad_wave, textures, number, QUAD_SEEN, NOTHING_MADE, lod->q.valid, flights->q.f_number.entry[lod->q.entry],  \
         ("wavefront"))                                                                                                \
    VIEW(quad_number, textures, quad, LANE_SEEN, NOTHING_MADE, lod->q.valid, lod->q.quad, ("quad"))                    \
    VIEW(quad_fetch, textures, fetch, QUAD_SEEN, QUAD_MADE, quad.there, quad.op, ("instruction"))                      \
    VIEW(quad_mode, textures, mode, QUAD_SEEN, NOTHING_MADE, lod->q.valid,                                             \
         view_mode_of(&lod->q, flights, state, contexts), ("mode"))                                                    \
    VIEW(quad_id, textures, id, QUAD_SEEN, QUAD_MADE, quad.there, quad.id, ("id"))                                     \
    VIEW(quad_kind, textures, texture, QUAD_SEEN, QUAD_MADE, quad.resource < FETCH_RESOURCES, quad.kind, ("kind"))     \
    VIEW(quad_levels, textures, levels, LANE_SEEN, LANE_MADE, lane.steps,                                              \
         (uint64_t)lane.step[lane.steps - 1].level << VIEW_LEVEL_BITS | lane.step[0].level, ("levels"))                \
    VIEW(quad_filter, textures, filter, LANE_SEEN, LANE_MADE, lane.steps,                                              \
         (uint64_t)lane.probes << VIEW_KIND_BITS | lane.filter, ("filter"))                                            \
    VIEW(quad_sampler, textures, sampler, QUAD_SEEN, QUAD_MADE, quad.sampler < FETCH_SAMPLERS, quad.sampler,           \
         ("sampler"))                                                                                                  \
    VIEW(quad_clamp, textures, clamp, QUAD_SEEN, QUAD_MADE, quad.sampler < FETCH_SAMPLERS, quad.clamp[k],              \
         ("clamp_x", "clamp_y", "clamp_z"))                                                                            \
    VIEW(quad_border, textures, border, QUAD_SEEN, QUAD_MADE, quad.sampler < FETCH_SAMPLERS, quad.border, ("border"))  \
    VIEW(pass_wave, taps, number, PASS_SEEN, NOTHING_MADE, walker->q.valid,                                            \
         flights->q.f_number.entry[walker->q.entry], ("wavefront"))                                                    \
    VIEW(pass_quad, taps, quad, PASS_SEEN, NOTHING_MADE, walker->q.valid, walker->q.quad, ("quad"))                    \
    VIEW(pass_taps, taps, taps, PASS_SEEN, TAPS_MADE, taps, taps, ("thread0", "thread1", "thread2", "thread3"))        \
    VIEW(pass_weight, weights, weight, PASS_SEEN, NOTHING_MADE, view_has_tap(&walker->q, k),                           \
         view_weight_of(&walker->q, k),                                                                                \
         ("thread0_x0y0", "thread0_x1y0", "thread0_x0y1", "thread0_x1y1", "thread1_x0y0", "thread1_x1y0",              \
          "thread1_x0y1", "thread1_x1y1", "thread2_x0y0", "thread2_x1y0", "thread2_x0y1", "thread2_x1y1",              \
          "thread3_x0y0", "thread3_x1y0", "thread3_x0y1", "thread3_x1y1"))

#endif
