/* sums.h - the probes of an NV30 (rtl_model/probes/probe.h), and what becomes of chances to enter the core
 * (rtl_model/probes/issue_observer.h). */
#ifndef RTL_MODEL_NV30_SUMS_H
#define RTL_MODEL_NV30_SUMS_H

#include "rtl_model/nv30/nv30.h"
#include "rtl_model/nv30/probes/observe.h"
#include "rtl_model/probes/issue_observer.h"
#include "rtl_model/probes/probe.h"

/* ---- sums -------------------------------------------------------------------------------------------------------- */

#define QUADS_SEEN(ONE, ALL, IN) IN(nv30_rasterizer, raster, raster, 0)
#define QUADS_SUMS(SUM)                                                                                                \
    SUM(clocks, 1, "clocks")                                                                                           \
    SUM(busy, raster->q.in_flight != 0, "clocks in which a quad is in flight")                                         \
    SUM(kills, __builtin_popcount(raster->in.kills & ~(unsigned)raster->killed[raster->in.kills_slot]),                \
        "pixels that are killed")

#define CORE_SEEN(ONE, ALL, IN) ONE(nv30_source_select, stage1, stage1, 0) ONE(nv30_crossbar_out, stage10, stage10, 0)
#define CORE_SUMS(SUM)                                                                                                 \
    SUM(core_clocks, stage1->q.valid, "clocks in which a quad is in stage 1")                                          \
    SUM(pause_clocks, stage1->q.pause_left != 0, "clocks in which only the core's own may enter")                      \
    SUM(leaves, stage10->q.leaves, "quads that leave the core")

#define UNITS_SEEN(ONE, ALL, IN) ONE(nv30_texture_unit, units, units, 0)
#define UNITS_SUMS(SUM)                                                                                                \
    SUM(fifo_clocks, units->q.count != 0, "clocks in which a quad is in the FIFO beside the texture units")

#define NV30_PROBES(PROBE)                                                                                             \
    PROBE(quads, QUADS_SEEN, true, NOTHING_MADE, QUADS_SUMS)                                                           \
    PROBE(core, CORE_SEEN, true, NOTHING_MADE, CORE_SUMS)                                                              \
    PROBE(units, UNITS_SEEN, true, NOTHING_MADE, UNITS_SUMS)

/* All of them, by SUM_SEEN, in counters.def. */
#define SUMS_SEEN NV30_PROBES(SUMS_OF_PROBE)
enum nv30_sum {
#define SUM_OF(name, ...) SUM_##name,
#define SUM_SEEN SUM_OF
#include "rtl_model/nv30/probes/counters.def"
    SUMS
};

void nv30_sums_of_clock(const struct nv30 *nv30, uint64_t *sum);

enum { NV30_SUM_PROBES = 0 NV30_PROBES(COUNT_OF_PROBE) };
extern const struct probe nv30_probes[NV30_SUM_PROBES];

/* ---- chances to enter the core ------------------------------------------------------------------------------------
 */

#define ISSUE_PLACE "Core"
#define NV30_USED(REASON)                                                                                              \
    REASON(used, "busy",                                                                                               \
           "stage01_source_select.internal_loopbacks stage01_source_select.long_loopbacks "                            \
           "stage01_source_select.new_quads",                                                                          \
           "a quad enters for a pass")
#define NV30_REASONS(REASON)                                                                                           \
    REASON(pause, "pause", "stage01_source_select.bubbles",                                                            \
           "a quad could enter, but loopback_clk clocks go by behind one from the end of the pipeline")                \
    REASON(no_place, "no place", "stage01_source_select.bubbles",                                                      \
           "as many quads are in flight as there are places for, and none of them comes round")                        \
    REASON(last_quads, "last quads", "stage01_source_select.bubbles",                                                  \
           "no new quad is left, and none in flight comes round")                                                      \
    REASON(no_quad, "no quad", "", "no quad is in flight, and none is offered")

enum nv30_reason { NV30_USED(ISSUE_NUMBER) NV30_REASONS(ISSUE_NUMBER) ISSUE_REASONS };

/* What becomes of the chance of this clock, wires driven.  `slot` and `pass` are those of the quad that enters, of the
 * one that could, or of the one in flight that is next to come round; slot NV30_SLOTS: none. */
enum nv30_reason nv30_chance(const struct nv30 *nv30, unsigned *slot, unsigned *pass);

/* What lines take of energy (energy.c). */
extern const struct issue_energy nv30_energy;

/* Why it is lost (issue_view.why). */
void nv30_why(const void *machine, uint32_t next, struct why_chain *chain);

#endif
