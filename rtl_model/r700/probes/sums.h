/* sums.h - the probes of an R700 (rtl_model/probes/probe.h): what an observer adds up in each clock of a SIMD.
 *
 * Expressions may name `type`, the stage of the launch that has the SIMD, and `seen`, what the observer knows of the
 * clocks before (observe.h).  A new sum is a row here; sums.c has the functions that rows use. */
#ifndef RTL_MODEL_R700_SUMS_H
#define RTL_MODEL_R700_SUMS_H

#include "rtl_model/probes/probe.h"

/* ---- clock by clock --------------------------------------------------------------------------------------------- */

#define WAVES_FROM(ONE, ALL, IN) ONE(launch_net, launch, launch, 0) ONE(wave_table, waves, waves, 0)
#define WAVES_SUMS(SUM)                                                                                                \
    SUM(clocks, 1, "clocks, of each SIMD")                                                                             \
    SUM(busy, waves->q.resident != 0, "clocks in which a wavefront is resident on the SIMD")                           \
    SUM(busy_ps, type == ISA_PS && waves->q.resident, "clocks in which one of a PS is")                                \
    SUM(busy_vs, type == ISA_VS && waves->q.resident, "clocks in which one of a VS is")                                \
    SUM(busy_gs, type == ISA_GS && waves->q.resident, "clocks in which one of a GS is")                                \
    SUM(busy_es, type == ISA_ES && waves->q.resident, "clocks in which one of an ES is")                               \
    SUM(busy_cs, type == ISA_CS && waves->q.resident, "clocks in which one of a CS is")                                \
    SUM(waves, launch->in.launch, "wavefronts launched")                                                               \
    SUM(items_ps, type == ISA_PS ? launched(&launch->in) : 0, "threads of those of a PS")                              \
    SUM(items_vs, type == ISA_VS ? launched(&launch->in) : 0, "threads of those of a VS")                              \
    SUM(items_gs, type == ISA_GS ? launched(&launch->in) : 0, "threads of those of a GS")                              \
    SUM(items_es, type == ISA_ES ? launched(&launch->in) : 0, "threads of those of an ES")                             \
    SUM(items_cs, type == ISA_CS ? launched(&launch->in) : 0, "threads of those of a CS")

#define CHANCES_FROM(ONE, ALL, IN) IN(arbiter, even, alu_arbiter, 0) IN(arbiter, odd, alu_arbiter, 1)
#define CHANCES_SUMS(SUM)                                                                                              \
    SUM(alu_used, taken(&even->in) + taken(&odd->in), "rotations of both wavefront slots with a group")                \
    SUM(alu_chances, even->in.chance + odd->in.chance, "rotations of both wavefront slots")

#define FLIGHT_FROM(ONE, ALL, IN)                                                                                      \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(texture_turn, turn, texture_turn, 0)                                                                           \
    ONE(texture_data, data, texture_data, 0)                                                                           \
    IN(vertex_fetch, vertex, vertex, 0)                                                                                \
    IN(memory_read, reads, memory_reads, 0)
#define FLIGHT_SUMS(SUM)                                                                                               \
    SUM(fetch_clocks, 1, "clocks in which a fetch was between its unit and its result in the GPRs")                    \
    SUM(fetch_waits,                                                                                                   \
        (walker->q.valid && !turn->in.pass) ||                                                                         \
            (data->q.count && !turn->in.ready && !(data->q.filtering && data->q.wait > 1)) ||                          \
            (vertex->q.waits && !vertex->in.arrived) || (reads->q.waits && !reads->in.arrived),                        \
        "clocks in which a fetch unit waited for data or room")

#define EXPORTS_FROM(ONE, ALL, IN) ONE(cf_sequencer, cf, cf, 0) IN(export_unit, exports, exports, 0)
#define EXPORTS_SUMS(SUM)                                                                                              \
    SUM(writes, cf->q.start_export ? writes_memory(cf->q.start_word) : 0, "memory writes executed")                    \
    SUM(write_waits, cf->q.stall == CF_STALL_NO_EXPORT || (exports->q.wants_room && !exports->in.room),                \
        "clocks in which an export had no room")

#define SHARE_FROM(ONE, ALL, IN) ONE(lds_unit, unit, lds_unit, 0)
#define SHARE_SUMS(SUM)                                                                                                \
    SUM(lds_conflicts, unit->q.passing && unit->q.pass_turn,                                                           \
        "clocks in which a read of the local data share passed another time (WATERFALL)")

#define FETCHES_FROM(ONE, ALL, IN) ONE(fetch_net, net, fetch_net, 0) ALL(fetch_clause, clauses, fetch_clause)
#define FETCHES_MADE(LET) LET(enum texture_use, use, texture_use(&net->in, clauses), "what the texture units take")
#define FETCHES_SUMS(SUM)                                                                                              \
    SUM(fetches, (net->in.who != 0) + (net->in.memory != 0) + (use == USE_TEXTURE),                                    \
        "fetch instructions taken by vertex fetch, texture and memory read units")                                     \
    SUM(lds_reads, use == USE_LDS_READ, "LOCAL_DS_READ taken")                                                         \
    SUM(lds_writes, use == USE_LDS_WRITE, "LOCAL_DS_WRITE taken")

#define CLOCK_PROBES(PROBE)                                                                                            \
    PROBE(waves, WAVES_FROM, true, NOTHING_MADE, WAVES_SUMS)                                                           \
    PROBE(chances, CHANCES_FROM, true, NOTHING_MADE, CHANCES_SUMS)                                                     \
    PROBE(flight, FLIGHT_FROM, seen->in_flight, NOTHING_MADE, FLIGHT_SUMS)                                             \
    PROBE(exports, EXPORTS_FROM, true, NOTHING_MADE, EXPORTS_SUMS)                                                     \
    PROBE(share, SHARE_FROM, true, NOTHING_MADE, SHARE_SUMS)                                                           \
    PROBE(fetches, FETCHES_FROM, net->in.who || net->in.memory || net->in.texture, FETCHES_MADE, FETCHES_SUMS)

/* ---- what registers count: also once behind the last clock, which no observer sees ------------------------------- */

#define ISSUED_FROM(ONE, ALL, IN) ONE(alu_issue, even, issue, 0) ONE(alu_issue, odd, issue, 1)
#define ISSUED_SUMS(SUM)                                                                                               \
    SUM(lanes,                                                                                                         \
        (even->q.groups != seen->groups[0]) * threads(even->q.exec_lanes) +                                            \
            (odd->q.groups != seen->groups[1]) * threads(odd->q.exec_lanes),                                           \
        "threads that were active in the groups issued")

#define QUADS_FROM(ONE, ALL, IN)                                                                                       \
    ONE(lod_unit, lod, lod_unit, 0)                                                                                    \
    ONE(texture_return, flights, texture_return, 0)                                                                    \
    ONE(fetch_state, state, fetch_state, 0) ONE(texture_contexts, contexts, contexts, 0)
#define QUADS_MADE(LET)                                                                                                \
    LET(struct sampled, quad, sampled(&lod->q, flights, state, contexts), "its threads, texture and plans")
#define QUADS_SUMS(SUM)                                                                                                \
    SUM(samples, quad.threads, "threads that sampled a texture")                                                       \
    SUM(samples_1d, quad.dim == TEX_DIM_1D ? quad.threads : 0, "of them of 1D textures")                               \
    SUM(samples_2d, quad.dim == TEX_DIM_2D ? quad.threads : 0, "of 2D textures")                                       \
    SUM(samples_3d, quad.dim == TEX_DIM_3D ? quad.threads : 0, "of 3D textures")                                       \
    SUM(samples_cube, quad.dim == TEX_DIM_CUBEMAP ? quad.threads : 0, "of cubes")                                      \
    SUM(samples_1d_array, quad.dim == TEX_DIM_1D_ARRAY ? quad.threads : 0, "of arrays of 1D textures")                 \
    SUM(samples_2d_array, quad.dim == TEX_DIM_2D_ARRAY ? quad.threads : 0, "of arrays of 2D textures")                 \
    SUM(samples_2d_msaa, quad.dim == TEX_DIM_2D_MSAA || quad.dim == TEX_DIM_2D_ARRAY_MSAA ? quad.threads : 0,          \
        "of multisampled 2D textures, arrays among them")                                                              \
    SUM(samples_block, quad.compressed ? quad.threads : 0, "of compressed formats")                                    \
    SUM(samples_levels, quad.levels, "that were filtered between two levels")                                          \
    SUM(samples_slices, quad.slices, "that were filtered between two slices")                                          \
    SUM(probes, quad.probes, "probes along the axis of anisotropy, 1 at least")

#define PASSES_FROM(ONE, ALL, IN)                                                                                      \
    ONE(texture_data, data, texture_data, 0)                                                                           \
    ONE(texture_return, flights, texture_return, 0)                                                                    \
    ONE(fetch_state, state, fetch_state, 0) ONE(texture_contexts, contexts, contexts, 0)
#define PASSES_MADE(LET) LET(unsigned, bits, texel_bits(&data->q, flights, state, contexts), "of a texel of the pass")
#define PASSES_SUMS(SUM)                                                                                               \
    SUM(passes_64, bits > 32 && bits <= 64, "passes filtered, of texels of more than 32 bits and at most 64")          \
    SUM(passes_128, bits > 64, "of texels of more than 64 bits")

#define REGISTER_PROBES(PROBE)                                                                                         \
    PROBE(issued, ISSUED_FROM, true, NOTHING_MADE, ISSUED_SUMS)                                                        \
    PROBE(quads, QUADS_FROM, lod->q.quads != seen->quads && !lod->q.alone, QUADS_MADE, QUADS_SUMS)                     \
    PROBE(passes, PASSES_FROM, data->q.passes != seen->passes && filtered(data), PASSES_MADE, PASSES_SUMS)

/* ---- of the chip ------------------------------------------------------------------------------------------------- */

#define CHIP_SUMS(SUM)                                                                                                 \
    SUM(gpu_clocks, 1, "clocks")                                                                                       \
    SUM(gpu_busy, any_resident(gpu), "clocks in which a wavefront is resident on any SIMD")

/* All of them, by SUM_SEEN, in counters.def; the list of the probes, that of the chip among them. */
#define SUMS_SEEN CLOCK_PROBES(SUMS_OF_PROBE) REGISTER_PROBES(SUMS_OF_PROBE) CHIP_SUMS(SUM_SEEN)
enum { SUM_PROBES = 1 CLOCK_PROBES(COUNT_OF_PROBE) REGISTER_PROBES(COUNT_OF_PROBE) };
extern const struct probe sum_probes[SUM_PROBES];

#endif
